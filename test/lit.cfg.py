"""How lit finds and runs kina's tests: .mlir files and .test scripts with RUN lines."""

import os
import subprocess

import lit.formats
import lit.llvm
from lit.llvm.subst import ToolSubst

lit.llvm.initialize(lit_config, config)
from lit.llvm import llvm_config  # noqa: E402  (exists only after initialize)

config.name = "kina"
# The real shell, so that RUN lines may use all of it; a pipe fails where any of
# its commands does.
config.test_format = lit.formats.ShTest(execute_external=True)
config.pipefail = True
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "lib", "support"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.kina_test_obj_root

# Tools: by full path in RUN lines, and on PATH for scripts that call them.
TOOLS = [
    "kina-opt", "kina-run", "kina-compile", "kina-reduce", "kina-lsp-server",
    "mlir-opt", "mlir-runner", "mlir-translate", "mlir-tblgen",
    "FileCheck", "not", "count", "split-file",
]
llvm_config.with_environment(
    "PATH", [config.kina_tools_dir, config.llvm_tools_dir], append_path=True)
llvm_config.add_tool_substitutions(
    [ToolSubst(tool, unresolved="ignore") for tool in TOOLS],
    [config.kina_tools_dir, config.llvm_tools_dir])

config.substitutions += [
    ("%kina_src", config.kina_src_root),
    ("%kina_tools", config.kina_tools_dir),
    ("%kina_lib", config.kina_lib_dir),
    ("%kina_plugin", os.path.join(config.kina_lib_dir, "KinaPlugin.so")),
    ("%outside_plugin", os.path.join(config.kina_lib_dir, "KinaOutsideDialect.so")),
    ("%mlir_lib", config.mlir_lib_dir),
    ("%mlir_include", config.mlir_include_dir),
    ("%python", '"%s"' % config.python),
    # What scripts with large tables or random programs run: --scope=sample or =all.
    ("%scope", "--scope=" + os.environ.get("KINA_TEST_SCOPE", "sample")),
]
# Modules that test scripts share.
config.environment["PYTHONPATH"] = os.path.join(config.test_source_root, "support")
for variable in ("KINA_TEST_COUNTS", "KINA_CASE_RESULTS"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]


def python_has(module):
    find = "import importlib.util as u, sys; sys.exit(u.find_spec(%r) is None)" % module
    return subprocess.run([config.python, "-c", find]).returncode == 0


# REQUIRES: numpy, torch, asan, plugin, outside-dialect, one feature for each tool that is built.
if config.numpy_version:
    config.available_features.add("numpy")
if python_has("torch"):
    config.available_features.add("torch")
if os.path.exists(os.path.join(config.kina_lib_dir, "KinaPlugin.so")):
    config.available_features.add("plugin")
if os.path.exists(os.path.join(config.kina_lib_dir, "KinaOutsideDialect.so")):
    config.available_features.add("outside-dialect")
config.available_features.update(
    tool for tool in TOOLS if os.path.exists(os.path.join(config.kina_tools_dir, tool)))
if "address" in config.sanitizer.lower():
    config.available_features.add("asan")
    # MLIR's libraries are not instrumented: containers that they fill look
    # overflown to code that is, and memory that a bump allocator of instrumented
    # code has poisoned is handed out by code that does not unpoison it. What memory
    # has no room for is an error of the program's own.
    config.environment["ASAN_OPTIONS"] = (
        "detect_container_overflow=0:allow_user_poisoning=0:allocator_may_return_null=1")
for variable in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
