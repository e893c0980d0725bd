"""Runs a tool on many small programs at once and finds those that it does not survive."""

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


def find_crashes(command, programs, timeout=60, limit=3):
    """The programs that crash or hang `command`, each with the end of its messages; stops
    looking after `limit`. All are run at once, then ever smaller parts."""
    found = []

    def search(part):
        if len(found) >= limit:
            return
        status, _, errors = run([*command, "--split-input-file", "-"], SEPARATOR.join(part),
                                timeout if len(part) > 1 else timeout / 4)
        if ends_well(status, errors):
            return
        if len(part) == 1:
            found.append("exit status %s of %s:\n%s%s" % (
                status, " ".join(command[1:]), part[0], errors[-800:]))
            return
        search(part[:len(part) // 2])
        search(part[len(part) // 2:])

    search(list(programs))
    return found
