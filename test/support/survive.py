"""Runs a tool on many small programs at once and finds those that it does not survive."""

import bisect
import re
import subprocess

SEPARATOR = "// -----\n"


def run(command, text, timeout=120):
    """(exit status, stdout, stderr) of the command with `text` as its stdin."""
    # As bytes: an error shows the line, which may be cut inside a character.
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired as late:
        return "timeout", "", (late.stderr or b"").decode(errors="replace")
    return (done.returncode, done.stdout.decode(errors="replace"),
            done.stderr.decode(errors="replace"))


def ends_well(status, errors):
    """An error or a result: no signal, no time limit, no failure without a word."""
    return status == 0 or status == 1 and "error:" in errors


def find_unexplained(programs, output, errors):
    """The programs of a batch that gave neither output nor an error in one of their lines."""
    outputs = output.split(SEPARATOR)
    if len(outputs) != len(programs):
        return programs
    lines = sorted(int(line) for line in re.findall(r"^<stdin>:(\d+):\d+: error: ", errors, re.M))
    unexplained, first = [], 1
    for program, printed in zip(programs, outputs):
        # Programs end their lines; the separator has one of its own.
        after = first + program.count("\n")
        said = bisect.bisect_left(lines, first) < bisect.bisect_left(lines, after)
        if not printed.strip() and not said:
            unexplained.append(program)
        first = after + 1
    return unexplained


def find_crashes(command, programs, timeout=60, limit=3):
    """The programs that `command` does not survive, or that make it fail without a word, each
    with the end of its messages; stops looking after `limit`. All are run at once, then
    ever smaller parts, and alone those of which a batch does not tell why they fail."""
    found = []

    def search(part):
        if len(found) >= limit:
            return
        status, output, errors = run([*command, "--split-input-file", "-"], SEPARATOR.join(part),
                                     timeout if len(part) > 1 else timeout / 4)
        if len(part) == 1:
            if not ends_well(status, errors):
                found.append("exit status %s of %s:\n%s%s" % (
                    status, " ".join(command[1:]), part[0], errors[-800:]))
        elif status not in (0, 1):
            search(part[:len(part) // 2])
            search(part[len(part) // 2:])
        elif status == 1:
            for program in find_unexplained(part, output, errors):
                search([program])

    search(list(programs))
    return found
