"""All forward ops, by name."""

import ops_elementwise
import ops_indexing
import ops_reduction
import ops_shape

TABLE = {**ops_elementwise.TABLE, **ops_shape.TABLE, **ops_indexing.TABLE, **ops_reduction.TABLE}
