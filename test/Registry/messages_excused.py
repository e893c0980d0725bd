"""Texts of diagnostics that no test has, and why."""

EXCUSED = {
    "'kina.constant' op expected a value":
        "only C++ that builds an op without its attribute; every spelling has one",
    "expected a value whose elements can be read, got":
        "no attribute that is registered here has elements that cannot be read",
    "expected an op that has a lowering to linalg":
        "every op has one; docs/op-matrix.md is checked for that",
    "cannot be lowered to branches": "upstream's patterns lower every scf op that gets there",
    "expected uses of '": "upstream's passes, which come first, refuse modules of unknown symbols",
    "' that a renaming can follow": "as above",
    "%g relative, %g absolute": "a format; tests have its numbers",
    "kina.ad.pending": "no text: an attribute's name, which no program has",
    "kina.ad.segmented": "as above",
    "(gradients are checked in f64)":
        "every op with a type that does not convert is refused before",
    ", slope %.6g to the left and %.6g to the right": "a format; tests have its numbers",
    "cannot read: not enough memory for": "memory that runs out would take the test along",
}
