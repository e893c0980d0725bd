"""The example programs against the reference values beside them."""

import os
import re
import subprocess
import sys

from kinatest import Suite

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
READMES = ("examples/README.md", "examples/reference/README.md")


def commands():
    """Every kina-run command in the examples' documentation, as one line each."""
    for name in READMES:
        with open(os.path.join(ROOT, name)) as file:
            text = file.read()
        for block in re.findall(r"```sh\n(.*?)```", text, re.S):
            for line in re.sub(r"\\\n", " ", block).replace(" \n", "\n").split("\n"):
                joined = " ".join(line.split())
                if joined.startswith("kina-run"):
                    yield name, joined, block


def run(suite, name, line):
    """One command in a shell, as a user types it."""
    tool = suite.args.kina_run
    line = line.replace("kina-run", tool, 1) + " " + " ".join(suite.args.option)
    if suite.args.mutate:
        line = re.sub(r"--expected_output=@\S*?(\w+)\.npy", "--expected_output=@" + os.path.join(
            ROOT, "examples/data/storylm_targets.npy"), line, 1)
    done = subprocess.run(["bash", "-c", line], cwd=ROOT, capture_output=True, text=True)
    suite.report(done.returncode == 0, name, "status %d, %s%s" % (
        done.returncode, done.stdout[-300:], done.stderr[-300:]))


def main():
    suite = Suite(__doc__)
    made = os.path.join(suite.dir, "storylm")
    generator = os.path.join(ROOT, "examples/data/make_storylm.py")
    done = subprocess.run([sys.executable, generator, "--large", made], capture_output=True, text=True)
    suite.report(done.returncode == 0, "make_storylm.py --large", done.stderr[-300:])
    for number, (readme, line, block) in enumerate(commands()):
        if "$(" in line or "for name in" in block:
            line = " ".join(re.sub(r"\\\n", " ", block).split())
        line = line.replace("/tmp/storylm", made)
        source = re.search(r"examples/(\w+)\.mlir", line)
        name = "%s %d: %s %s" % (readme, number, source and source.group(1),
                                 "compared" if "--expected_output" in line else "printed")
        if suite.args.filter in name:
            run(suite, name, line)
    for options in (["-O0"], ["-O1"]):
        suite.args.option = options
        for readme, line, _ in commands():
            if "--expected_output" in line and "large" not in line and "block" not in line:
                run(suite, "%s at %s" % (line.split()[1], options[0]), line)
    suite.finish()


if __name__ == "__main__":
    main()
