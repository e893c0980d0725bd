"""Rows of the matrix of derivatives: data movement and indexing, from the builders of
the matrix of values."""

import matrix_indexing
import matrix_movement
import references
from gradient_matrix_table import SHAPES, SMALL, linear
from matrix_values import indices, tame

TABLES = [(0, 3), (1, 1), (3, 0), (4, 3), (5, 1), (3, 5)]


def scatter_add(elem, shape, v, d):
    u, i = tame(elem, shape + (d,), "u"), indices(shape, v, "scatter_add%s%s" % (shape, (v, d)))
    return ("%r = kina.scatter_add %u, %i $sizes : $u, $i -> $r", {"u": u, "i": i},
            lambda u, i: references.added(u, i, v))


def row(family, op, instances, build):
    return linear(op, instances, build, family=family, thin=3, spread=11)


BY_TABLE = list(matrix_indexing.table_instances(SMALL, TABLES)) + [
    ("64x17 by 100", (100,), 64, 17)]
ALONG = list(matrix_indexing.along_instances(SHAPES))
ROWS = [row("movement", op, instances(SHAPES), build)
        for op, (instances, build) in matrix_movement.OPS.items()]
ROWS += [
    row("indexing", "gather", BY_TABLE, matrix_indexing.gather),
    row("indexing", "scatter_add", BY_TABLE, scatter_add),
    row("indexing", "take_along_axis", ALONG, matrix_indexing.take),
    row("indexing", "scatter_along_axis", ALONG, matrix_indexing.scatter),
]
