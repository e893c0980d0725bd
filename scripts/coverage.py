#!/usr/bin/env python3
"""Which lines of the dialect and of its lowering do the tests run?

    scripts/coverage.py build-coverage [--report-only] [--least PERCENT]

Runs the tests of a tree built with the preset `coverage`, but those that are slow and
run nothing else, then prints the lines covered in each file of lib/Dialect and
lib/Conversion/KinaToLinalg, and every line that is not. Only these sources count:
generated code and headers of packages are left out by their paths. A line that a
template or a macro uses several times is covered where one use is. Lines in `UNREACHED`
count as uncovered, and are printed with the reason. Exit status 1
below the least percentage, 95.
"""

import argparse
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ["lib/Dialect", "lib/Conversion/KinaToLinalg"]
# Slow, and about nothing that others do not run as well.
LEFT_OUT = r"fuzz/|growth|doubling|demo|check\.test|mutants|Registry"
# (file, text of a line that no test can reach, why).
UNREACHED = [
    (".", r"llvm_unreachable|case ReduceKind::prod:|^break;$", "said not to happen"),
    ("KinaToLinalg.cpp", r"an op that has a lowering|return signalPassFailure|^}$",
     "every op has a lowering; for the author of the next one"),
    ("RuntimeChecks.cpp", r"getFallbackLocation", "no text spells an opaque location"),
    ("Shape.cpp", r"whose elements can be read|<< value;",
     "every elements attribute of the builtin dialect can be read"),
    ("ShapeOps.cpp", r"attributes.getAs<ElementsAttr>|expected a value\"",
     "for embedders that build a constant from an attribute dictionary"),
    ("ShapeRule.cpp", r"The verifier has refused|^return( \{\})?;$", "for ops not verified yet"),
    ("ReductionVJP.cpp", r"^}$", "the end of a block that returns"),
]


class Tree:
    def __init__(self, build):
        self.build = os.path.abspath(build)
        with open(os.path.join(self.build, "CMakeCache.txt")) as cache:
            llvm = re.search(r"^LLVM_DIR:\w+=(.*)$", cache.read(), re.M).group(1)
        self.bin = os.path.realpath(os.path.join(llvm, "..", "..", "..", "bin"))
        self.profiles = os.path.join(self.build, "profiles")

    def binaries(self):
        """What kina's libraries are linked into."""
        patterns = ["bin/kina-*", "bin/Kina*Tests", "lib/KinaPlugin.so", "lib/libkina_runtime.so"]
        return [b for p in patterns for b in sorted(glob.glob(os.path.join(self.build, p)))]

    def run_tests(self):
        """Whether all pass. Profiles of one binary merge into one file while it runs."""
        os.makedirs(self.profiles, exist_ok=True)
        for old in glob.glob(os.path.join(self.profiles, "*.profraw")):
            os.remove(old)
        environment = {**os.environ,
                       "LLVM_PROFILE_FILE": os.path.join(self.profiles, "%m%c.profraw")}
        commands = [[os.path.join(self.bin, "lit"), "-sv", "--filter-out", LEFT_OUT,
                     os.path.join(self.build, "test")]]
        commands += [[b] for b in self.binaries() if b.endswith("Tests")]
        return all([subprocess.run(c, env=environment).returncode == 0 for c in commands])

    def lines(self):
        """{file: {line: count}} of the sources that count."""
        merged = os.path.join(self.profiles, "all.profdata")
        subprocess.run([os.path.join(self.bin, "llvm-profdata"), "merge", "-sparse", "-o", merged,
                        *glob.glob(os.path.join(self.profiles, "*.profraw"))], check=True)
        first, *others = self.binaries()
        lcov = subprocess.run(
            [os.path.join(self.bin, "llvm-cov"), "export", "-format=lcov", "-instr-profile", merged,
             first, *(flag for b in others for flag in ("-object", b)),
             "-sources", *(os.path.join(ROOT, folder) for folder in FOLDERS)],
            check=True, capture_output=True, text=True).stdout
        files = {}
        for record in lcov.split("end_of_record"):
            name = re.search(r"^SF:(.*)$", record, re.M)
            if name:
                files[os.path.relpath(name.group(1), ROOT)] = {
                    int(line): int(count)
                    for line, count in re.findall(r"^DA:(\d+),(\d+)", record, re.M)}
        return files


def reason(name, text):
    return next((why for file, pattern, why in UNREACHED
                 if re.search(file, name) and re.search(pattern, text)), None)


def report(files):
    """Prints the table and the uncovered lines; the percentage in all."""
    covered = total = 0
    for name, lines in sorted(files.items()):
        here = sum(count > 0 for count in lines.values())
        covered, total = covered + here, total + len(lines)
        print("%6.1f %%  %4d of %4d  %s" % (100 * here / max(len(lines), 1), here, len(lines), name))
    percent = 100 * covered / total
    print("%6.1f %%  %4d of %4d  in all" % (percent, covered, total))
    for name, lines in sorted(files.items()):
        with open(os.path.join(ROOT, name)) as file:
            source = file.read().split("\n")
        for line in sorted(n for n, count in lines.items() if not count):
            text = source[line - 1].strip()
            why = reason(name, text)
            print("%s:%d: %s%s" % (name, line, text, "   [%s]" % why if why else ""))
    return percent


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--report-only", action="store_true", help="of the run before")
    parser.add_argument("--least", type=float, default=95)
    args = parser.parse_args()
    tree = Tree(args.build)
    passed = args.report_only or tree.run_tests()
    percent = report(tree.lines())
    if not passed:
        print("tests failed")
    if percent < args.least:
        print("%.1f %% of the lines are covered, expected %g %%" % (percent, args.least))
    return 0 if passed and percent >= args.least else 1


if __name__ == "__main__":
    sys.exit(main())
