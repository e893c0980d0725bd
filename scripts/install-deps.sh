#!/usr/bin/env bash
# Installs what building, testing and the examples need. Debian 12, through apt; does
# nothing where all is there.
set -euo pipefail

PACKAGES=(
  cmake ninja-build g++ clang-22 lld-22
  libmlir-22-dev mlir-22-tools llvm-22-dev libclang-rt-22-dev
  ccache libgtest-dev python3 python3-numpy
  clang-format-22 clang-tidy-22
)

say() { printf '[deps] %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

by_hand() {
  printf 'kina needs MLIR and LLVM 22.1 with headers and tools, CMake 3.21, Ninja, clang 22 and lld 22,\n'
  printf 'GoogleTest, and Python 3 with NumPy. Debian 12 has them as:\n  %s\n' "${PACKAGES[*]}"
} >&2

command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || {
  by_hand
  fail "apt not found: install these by your system's means, then use cmake directly"
}

missing=()
for package in "${PACKAGES[@]}"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || status=absent
  [ "$status" = installed ] || missing+=("$package")
done
[ "${#missing[@]}" -gt 0 ] || exit 0

say "missing: ${missing[*]}"
AS_ROOT=()
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null ||
    fail "sudo not found: as root, run  apt-get install --no-install-recommends ${missing[*]}"
  AS_ROOT=(sudo)
fi
apt_get() { "${AS_ROOT[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "$@"; }

say "1/2 apt-get update"
apt_get update || fail "apt-get update failed: is there a network connection?"
for package in "${missing[@]}"; do
  apt-cache show "$package" >/dev/null 2>&1 || {
    by_hand
    fail "package $package is unknown to apt: expected Debian 12 (bookworm) with its security" \
      "updates, got $(. /etc/os-release 2>/dev/null && printf '%s' "${PRETTY_NAME:-an unknown system}")"
  }
done
say "2/2 apt-get install (some hundred MB where LLVM is missing)"
apt_get install --yes --no-install-recommends "${missing[@]}" ||
  fail "apt-get install failed: see its message above"
say "done"
