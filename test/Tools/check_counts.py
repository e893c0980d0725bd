"""Outputs of test programs and the numbers that scripts/check.py must read in them."""

import os
import sys
import tempfile

sys.path.insert(0, sys.argv[1])
import check  # noqa: E402

LIT = """Testing Time: 0.55s

Total Discovered Tests: 57
  Excluded           : 22 (38.60%)
  Unsupported        :  4 (7.02%)
  Passed             : 12 (21.05%)
  Passed With Retry  :  1 (1.75%)
  Expectedly Failed  :  2 (3.51%)
  Unresolved         :  3 (5.26%)
  Timed Out          :  4 (7.02%)
  Failed             :  8 (14.04%)
  Unexpectedly Passed:  1 (1.75%)
"""
GTEST = """[==========] Running 5 tests from 2 test suites.
[  PASSED  ] 4 tests.
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Npy.Truncated
"""

assert check.count(LIT) == (15, 16)
# A failing test's own words inside lit's output are not counted again.
assert check.count("3 passed, 0 failed\n" + LIT) == (15, 16)
assert check.count(GTEST) == (4, 1)
assert check.count("[  PASSED  ] 1 test.\n") == (1, 0)
assert check.count("checks\n  7 passed, 2 failed\n1 passed, 0 failed\n") == (8, 2)
assert check.count("77 passed, 2 failed for a reason\n") is None
assert check.count("hello\n") is None

# A program that says nothing counts once; a crash after a good summary counts too.
assert check.tally([("plain", True, ""), ("broken", False, "")]) == (1, 1)
assert check.tally([("crash", False, GTEST.split("[  FAILED")[0])]) == (4, 1)

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "report.xml")
    with open(path, "wb") as file:
        file.write(b'<testsuite><testcase name="a" status="run"><system-out>\x01\xff ok\n'
                   b'</system-out></testcase><testcase name="b" status="fail"/>'
                   b'<testcase name="c" status="notrun"/></testsuite>')
    assert [(n, ok) for n, ok, _ in check.read_junit(path)] == [("a", True), ("b", False)]

table = check.case_table(["traps\t5\t0\n", "fuzz\t7\t1\n", "traps\t2\t2\n"])
assert [line.split() for line in table.splitlines()[1:]] == [
    ["traps", "7", "passed,", "2", "failed"], ["fuzz", "7", "passed,", "1", "failed"],
    ["all", "kinds", "14", "passed,", "3", "failed"]]
assert check.case_table([]) == ""
