"""Runs a table of rows: what the matrices of values and of gradients share."""

import collections
import os
import zlib

import counts
from kina_ops import load_ops
from kinatest import CASE_ID, ROADS

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
CHUNK = 800
# Cases in one module. Small functions at -O3: compile time grows faster than their size.
BATCH = {"-O0": 32, "-O3": 8}


def hashed(name):
    return zlib.crc32(name.encode())


def check_ops(suite, table, excused, of_interest=lambda op: True, foreign=()):
    """Every op of interest, and of other dialects, is in the table or excused, and
    nothing else is."""
    known = load_ops(ROOT, suite.args.mlir_include)
    rows = {row.op for row in table}
    ops = {name for name, op in known.items() if of_interest(op)} | set(foreign)
    for what, names in (("in no row of the matrix", ops - rows - set(excused)),
                        ("in the matrix and excused", rows & set(excused)),
                        ("not an op of the dialect", (rows | set(excused)) - set(known) - set(foreign))):
        suite.report(not names, "table", "%s: %s" % (what, " ".join(sorted(names))))


def planned(suite, row, choose):
    for elem in row.types:
        cases = list(row.cases(elem))
        for (name, *attributes), level, forms in choose(cases) if cases else ():
            if suite.args.filter in name:
                yield elem, name, attributes, level, forms if row.dynamic else [False]


def run(suite, level, cases, batch=None):
    """Runs (case, forms) at one level; of those with the id of a known failure some on
    other roads as well."""
    batch = batch or BATCH[level]
    few = 1 if suite.args.scope == "all" else 4
    for road in [""] + list(ROADS) * (level == "-O0"):
        jobs = []
        for dynamic in (False, True):
            chosen = [case for case, forms in cases if dynamic in forms
                      and (not road or CASE_ID.match(case.name) and hashed(case.name) % 8 < few)]
            jobs += [(chosen[i:i + batch], dynamic, road) for i in range(0, len(chosen), batch)]
        # The roads say -O0 themselves.
        suite.args.option = [] if road else [level]
        suite.run_jobs(jobs)


def run_family(suite, rows, choose):
    queues = {level: [] for level in BATCH}
    for row in rows:
        for elem, name, attributes, level, forms in planned(suite, row, choose):
            queue = queues[level]
            queue.append((row.case("%s %s" % (name, level), elem, *attributes), forms))
            if len(queue) >= CHUNK:
                run(suite, level, queue)
                queue.clear()
    for level, queue in queues.items():
        run(suite, level, queue)


def run_table(suite, kind, table, choose):
    """Runs all families of a table, counted as "kind: family"."""
    families = collections.defaultdict(list)
    for row in table:
        families[row.family].append(row)
    for family, rows in families.items():
        passed, failed = suite.passed, suite.failed
        run_family(suite, rows, choose)
        passed, failed = suite.passed - passed, suite.failed - failed
        counts.record("%s: %s" % (kind, family), passed, failed)
        print("%-18s %6d passed, %d failed" % (family, passed, failed), flush=True)
