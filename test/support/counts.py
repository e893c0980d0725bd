"""How a test script tells how many cases are behind its one lit test (scripts/check.py),
and how each of them ended (test/Registry/open_cases.py)."""

import os


def record(kind, passed, failed=0):
    """Adds a line to the file that KINA_TEST_COUNTS names; without it does nothing."""
    path = os.environ.get("KINA_TEST_COUNTS")
    if path:
        # One short write to a file opened for appending: scripts run side by side.
        with open(path, "a") as file:
            file.write("%s\t%d\t%d\n" % (kind, passed, failed))


def note(script, name, passed):
    """Adds a line on one case to the file that KINA_CASE_RESULTS names, if any."""
    path = os.environ.get("KINA_CASE_RESULTS")
    if path:
        with open(path, "a") as file:
            file.write("%s\t%s\t%s\n" % (script, name, "passed" if passed else "failed"))
