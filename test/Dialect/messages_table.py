"""Wrong programs and what kina-opt says of them: (arguments, op, diagnostics[, flags]).

Without arguments the program is whole. In a function of one op the op is in line 2, its
name in column 8 where it has a result.
"""

X = "%x: tensor<2x3xf32>"
XY = "%x: tensor<2x3xf32>, %y: tensor<2x3xf32>"
V = "%v: tensor<4x3xf32>, %i: tensor<2xi64>"
at = "2:8: error: 'kina.%s' op %s".__mod__
note = "2:8: note: ".__add__
F = """func.func private @f(%x: tensor<2xf32>, %n: tensor<2xi64>) -> (tensor<2xf32>, tensor<2xi64>) {
  return %x, %n : tensor<2xf32>, tensor<2xi64>
}
func.func @t(%x: tensor<2xf32>, %n: tensor<2xi64>, %g: tensor<2x1xf32>, %d: tensor<?xf32>) {
  OP
  return
}
"""
SOURCE = "(tensor<2xf32>, tensor<2xi64>)"


def handle(clauses, types, results, *said):
    """A handler of @f in line 5 and its error, with notes."""
    op = "%%0:%d = kina.handle @f(%%x, %%n) with reverse_mode %s: %s -> %s" % (
        results.count("tensor"), clauses, types, results)
    first = "5:10: error: 'kina.handle' op " + said[0]
    return None, F.replace("OP", op), [first] + ["5:10: note: " + n for n in said[1:]]


def generic(op, values, operands, result, *said):
    """An op of one result in its generic form."""
    return "%x: tensor<2x3xf32>, %y: tensor<?x3xf32>, %h: tensor<2x3xf16>, %r: tensor<3xf32>, " \
           "%i: tensor<2x3xi64>, %c: tensor<2xi1>, %e: tensor<2x3xf32, #kina.device>, " \
           "%z: tensor<1x3xf32>, %w: tensor<1x?xf32>", \
           '%%0 = "kina.%s"(%s) : (%s) -> %s' % (op, values, operands, result), \
           [at((op, said[0]))] + [note(n) for n in said[1:]]


M = "tensor<2x3xf32>"
# An op that hides a value's gradient, at the end of a long path.
LONG = "func.func private @f(%x0: tensor<2xf32>) -> tensor<2xf32> {\n" + "".join(
    "  %%x%d = kina.exp %%x%d : tensor<2xf32>\n" % (k + 1, k) for k in range(12)) + \
    "  \"test.store\"(%x12) : (tensor<2xf32>) -> ()\n  return %x12 : tensor<2xf32>\n}\n" \
    "func.func @t(%x: tensor<2xf32>) {\n  %0:2 = kina.handle @f(%x) with reverse_mode : " \
    "(tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)\n  return\n}\n"
TABLE = [
    # Types that one spelling covers: only the generic form can get them wrong.
    generic("add", "%x, %y", M + ", tensor<?x3xf32>", M,
            "expected operand #1 of the result's type 'tensor<2x3xf32>', got 'tensor<?x3xf32>'",
            "change its static sizes with tensor.cast"),
    generic("add", "%y, %z", "tensor<?x3xf32>, tensor<1x3xf32>", "tensor<?x3xf32>",
            "expected operand #1 of the result's type 'tensor<?x3xf32>', got 'tensor<1x3xf32>'",
            "expand it with kina.broadcast"),
    generic("add", "%y, %z", "tensor<?x3xf32>, tensor<1x3xf32>", "tensor<1x3xf32>",
            "expected operand #0 of the result's type 'tensor<1x3xf32>', got 'tensor<?x3xf32>'"),
    generic("add", "%w, %y", "tensor<1x?xf32>, tensor<?x3xf32>", "tensor<?x3xf32>",
            "expected operand #0 of the result's type 'tensor<?x3xf32>', got 'tensor<1x?xf32>'",
            "expand it with kina.broadcast"),
    generic("add", "%x, %h", M + ", tensor<2x3xf16>", M,
            "expected operand #1 of the result's type 'tensor<2x3xf32>', got 'tensor<2x3xf16>'",
            "convert it with kina.cast"),
    generic("mul", "%x, %r", M + ", tensor<3xf32>", M,
            "expected operand #1 of the result's type 'tensor<2x3xf32>', got 'tensor<3xf32>'",
            "expand it with kina.broadcast"),
    generic("neg", "%x", M, "tensor<3x2xf32>",
            "expected operand #0 of the result's type 'tensor<3x2xf32>', got 'tensor<2x3xf32>'"),
    generic("add", "%x, %e", M + ", tensor<2x3xf32, #kina.device>", M,
            "expected operand #1 on the host as operand #0, got 'tensor<2x3xf32, #kina.device>' on "
            "#kina.device", "copy it with kina.transfer"),
    generic("exp", "%i", "tensor<2x3xi64>", "tensor<2x3xi64>",
            "operand #0 must be ranked tensor of f16, bf16, f32 or f64 on the host or on "
            "#kina.device, but got 'tensor<2x3xi64>'"),
    generic("select", "%c, %x, %x", "tensor<2xi1>, %s, %s" % (M, M), M,
            "expected operand #0 of the result's type 'tensor<2x3xf32>' with elements of i1, got "
            "'tensor<2xi1>'"),
    # Axes.
    (X, "%0 = kina.softmax %x axis = 2 : tensor<2x3xf32>",
     at(("softmax", "expected an axis in [0, 2), got 2"))),
    (X, "%0 = kina.softmax %x axis = -1 : tensor<2x3xf32>",
     [at(("softmax", "expected an axis in [0, 2), got -1")),
      note("axis -1 counted from the last is 1")]),
    (X, "%0 = kina.log_softmax %x axis = -3 : tensor<2x3xf32>",
     at(("log_softmax", "expected an axis in [0, 2), got -3"))),
    ("", "%0 = kina.iota axis = 1 : tensor<4xi64>",
     at(("iota", "expected an axis in [0, 1), got 1"))),
    (X, "%0 = kina.reduce sum %x axes = [-2] : tensor<2x3xf32> -> tensor<3xf32>",
     [at(("reduce", "expected axes in [0, 2), got -2")),
      note("axis -2 counted from the last is 0")]),
    (X, "%0 = kina.reduce sum %x axes = [1, 0] : tensor<2x3xf32> -> tensor<f32>",
     at(("reduce", "expected distinct, ascending axes, got [1, 0]"))),
    (X, "%0 = kina.repeat_interleave %x axis = -1 repeats = 2 : tensor<2x3xf32> -> tensor<2x6xf32>",
     [at(("repeat_interleave", "expected an axis in [0, 2), got -1")),
      note("axis -1 counted from the last is 1")]),
    (X, "%0 = kina.repeat_interleave %x axis = 1 repeats = 0 : tensor<2x3xf32> -> tensor<2x0xf32>",
     at(("repeat_interleave", "expected repeats of at least 1, got 0"))),
    # Reductions.
    ("%n: tensor<3xi32>", "%0 = kina.reduce mean %n axes = [0] : tensor<3xi32> -> tensor<i32>",
     at(("reduce", "expected a float element type for mean, got 'i32'"))),
    ("%x: tensor<2x0xf32>", "%0 = kina.reduce max %x axes = [1] : tensor<2x0xf32> -> tensor<2xf32>",
     at(("reduce", "expected at least one element to reduce to a max, got an empty axis in "
         "'tensor<2x0xf32>'"))),
    (X, "%0 = kina.reduce sum %x axes = [1] keepdims : tensor<2x3xf32> -> tensor<2xf32>",
     at(("reduce", "expected a result of shape [2, 1], got 'tensor<2xf32>'"))),
    (X, "%0 = kina.reduce sum %x axes = [1] : tensor<2x3xf32> -> tensor<2xf16>",
     at(("reduce", "expected a result of element type 'f32', got 'f16'"))),
    # Shapes.
    (X, "%0 = kina.broadcast %x : tensor<2x3xf32> -> tensor<3x2xf32>",
     at(("broadcast", "expected equal sizes where the operand's is not 1, got 2 (dimension 0 of "
         "operand #0) and 3"))),
    (X, "%0 = kina.broadcast %x : tensor<2x3xf32> -> tensor<3xf32>",
     at(("broadcast", "expected a result of rank 2 or more, got 'tensor<3xf32>'"))),
    (X, "%0 = kina.reshape %x : tensor<2x3xf32> -> tensor<5xf32>",
     at(("reshape", "expected as many elements in the result as in the operand, 6, got 5"))),
    (X, "%0 = kina.reshape %x : tensor<2x3xf32> -> tensor<?xf32>",
     at(("reshape", "expected 1 sizes, one for each '?' of the result 'tensor<?xf32>', got 0"))),
    (X, "%0 = kina.transpose %x perm = [0, 0] : tensor<2x3xf32> -> tensor<2x2xf32>",
     at(("transpose", "expected perm to hold each dimension in [0, 2) once, got [0, 0]"))),
    (X, "%0 = kina.slice %x offsets = [0, 1] sizes = [2, 3] strides = [1, 1] : tensor<2x3xf32> -> "
     "tensor<2x3xf32>",
     at(("slice", "expected to stay within dimension 1 of size 3, got the end 4"))),
    (X, "%0 = kina.slice %x offsets = [0] sizes = [2] strides = [1] : tensor<2x3xf32> -> "
     "tensor<2x3xf32>",
     at(("slice", "expected 2 offsets, one for each dimension of the operand, got 1"))),
    (X, "%0 = kina.slice %x offsets = [0, 0] sizes = [2, 3] strides = [1, 0] : tensor<2x3xf32> -> "
     "tensor<2x3xf32>",
     at(("slice", "expected an offset and a size of at least 0 and a stride of at least 1 in "
         "dimension 1, got offset 0, size 3, stride 0"))),
    (X + ", %v: tensor<1xf32>", "%0 = kina.pad %x, %v low = [0, 0] high = [0, 0] : tensor<2x3xf32>, "
     "tensor<1xf32> -> tensor<2x3xf32>",
     at(("pad", "expected a value of rank 0 and element type 'f32', got 'tensor<1xf32>'"))),
    (X + ", %v: tensor<f32>", "%0 = kina.pad %x, %v low = [0, -1] high = [0, 0] : tensor<2x3xf32>, "
     "tensor<f32> -> tensor<2x2xf32>",
     at(("pad", "expected low and high of at least 0 in dimension 1, got -1 and 0"))),
    ("%x: tensor<?xf32>, %v: tensor<f32>", "%0 = kina.pad %x, %v low = [9223372036854775807] high "
     "= [1] : tensor<?xf32>, tensor<f32> -> tensor<?xf32>",
     at(("pad", "expected a sum of low and high that fits in 63 bits in dimension 0, got "
         "9223372036854775807 and 1"))),
    (X + ", %v: tensor<2x4xf32>", "%0 = kina.concat %x, %v axis = 0 : (tensor<2x3xf32>, "
     "tensor<2x4xf32>) -> tensor<4x3xf32>",
     at(("concat", "expected equal sizes beside the axis, got 3 (dimension 1 of operand #0) and 4 "
         "(dimension 1 of operand #1)"))),
    ("", "%0 = kina.concat axis = 0 : () -> tensor<0xf32>",
     at(("concat", "expected at least one operand, got none"))),
    # Matmul.
    (XY, "%0 = kina.matmul %x, %y : tensor<2x3xf32>, tensor<2x3xf32> -> tensor<2x3xf32>",
     at(("matmul", "expected equal contracted dimensions, got 3 (dimension 1 of operand #0) and 2 "
         "(dimension 0 of operand #1)"))),
    (X + ", %w: tensor<3xf32>", "%0 = kina.matmul %x, %w : tensor<2x3xf32>, tensor<3xf32> -> "
     "tensor<2xf32>", at(("matmul", "expected operands of one rank, at least 2, got "
                          "'tensor<2x3xf32>' and 'tensor<3xf32>'"))),
    (X + ", %w: tensor<3x2xf64>", "%0 = kina.matmul %x, %w : tensor<2x3xf32>, tensor<3x2xf64> -> "
     "tensor<2x2xf32>",
     at(("matmul", "expected operands and result of one element type, got 'f32' and 'f64'"))),
    # Indexing.
    (V, "%0 = kina.gather %v, %i : tensor<4x3xf32>, tensor<2xi64> -> tensor<2x4xf32>",
     at(("gather", "expected a result of shape [2, 3], got 'tensor<2x4xf32>'"))),
    ("%v: tensor<4x3xf32>, %i: tensor<2xi32>",
     "%0 = kina.gather %v, %i : tensor<4x3xf32>, tensor<2xi32> -> tensor<2x3xf32>",
     at(("gather", "operand #1 must be ranked tensor of i64 on the host or on #kina.device, but "
         "got 'tensor<2xi32>'"))),
    ("%v: tensor<4xf32>, %i: tensor<2xi64>",
     "%0 = kina.gather %v, %i : tensor<4xf32>, tensor<2xi64> -> tensor<2xf32>",
     at(("gather", "expected values of rank 2, got 'tensor<4xf32>'"))),
    ("%v: tensor<2x3x4xf32>, %i: tensor<2x1x4xi64>", "%0 = kina.take_along_axis %v, %i axis = 1 : "
     "tensor<2x3x4xf32>, tensor<2x1x4xi64> -> tensor<2x4xf32>",
     at(("take_along_axis", "expected indices of rank 2, got 'tensor<2x1x4xi64>'"))),
    ("%v: tensor<3xf32>, %i: tensor<i64>", "%0 = kina.take_along_axis %v, %i axis = 0 : "
     "tensor<3xf32>, tensor<i64> -> tensor<f32>",
     at(("take_along_axis", "expected values of rank 2 or more, got 'tensor<3xf32>'"))),
    # Comparison, constants, placement.
    ("%p: tensor<2xi1>", "%0 = kina.compare lt, %p, %p : tensor<2xi1>",
     at(("compare", "expected eq or ne for operands of i1, got lt"))),
    ("", '%0 = "kina.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>',
     at(("constant", "expected a result of the value's type 'tensor<2xf32>', got 'tensor<3xf32>'"))),
    (X, "%0 = kina.transfer %x : tensor<2x3xf32> -> tensor<2x3xf16, #kina.device>",
     at(("transfer", "expected types that differ in the encoding alone, got 'tensor<2x3xf32>' and "
         "'tensor<2x3xf16, #kina.device>'"))),
    # Handlers.
    handle("", SOURCE, "(tensor<2xf32>, tensor<2xi64>)", "expected 3 results, got 2"),
    handle("", SOURCE, "(tensor<2xf32>, tensor<2xi64>, tensor<?xf32>)",
           "expected result 2 of type 'tensor<2xf32>', got 'tensor<?xf32>'"),
    handle("wrt = [1] ", SOURCE, "(tensor<2xf32>, tensor<2xi64>, tensor<2xf32>)",
           "expected a float tensor at argument 1 of @f, listed in 'wrt', got 'tensor<2xi64>'"),
    handle("wrt = [2] ", SOURCE, "(tensor<2xf32>, tensor<2xi64>, tensor<2xf32>)",
           "expected positions of arguments of @f in 'wrt', below 2, got 2"),
    handle("of = [] ", SOURCE, "(tensor<2xf32>, tensor<2xi64>, tensor<2xf32>)",
           "expected at least one position in 'of', got none; leave the clause out to take all"),
    handle("seed(%g) ", "(tensor<2xf32>, tensor<2xi64>, tensor<2x1xf32>)",
           "(tensor<2xf32>, tensor<2xi64>, tensor<2xf32>)",
           "expected seed 0 of type 'tensor<2xf32>', got 'tensor<2x1xf32>'"),
    handle("seed(%d) ", "(tensor<2xf32>, tensor<2xi64>, tensor<?xf32>)",
           "(tensor<2xf32>, tensor<2xi64>, tensor<2xf32>)",
           "expected seed 0 of type 'tensor<2xf32>', got 'tensor<?xf32>'",
           "change its static sizes with tensor.cast"),
    (None, "func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {\n  return %x : "
     "tensor<?xf32>\n}\nfunc.func @t(%x: tensor<1xf32>) {\n  %0:2 = kina.handle @f(%x) with "
     "reverse_mode : (tensor<1xf32>) -> (tensor<?xf32>, tensor<1xf32>)\n  return\n}\n",
     ["5:10: error: 'kina.handle' op expected argument 0 of type 'tensor<?xf32>', got "
      "'tensor<1xf32>'", "5:10: note: change its static sizes with tensor.cast"]),
    (None, "ml_program.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n  ml_program.return %x : "
     "tensor<2xf32>\n}\nfunc.func @t(%x: tensor<2xf32>) {\n  %0:2 = kina.handle @f(%x) with "
     "reverse_mode : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)\n  return\n}\n",
     "5:10: error: 'kina.handle' op expected the name of a func.func, got @f", "--kina-ad"),
    (None, "func.func @t(%x: tensor<2xf32>) {\n  %0:2 = kina.handle @f(%x) with reverse_mode : "
     "(tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)\n  return\n}\nfunc.func private @f("
     "tensor<2xf32>) -> tensor<2xf32>\n",
     "2:10: error: 'kina.handle' op expected a callee with a body to differentiate, got the external "
     "function @f", "--kina-ad"),
    # Passes.
    (None, LONG, ["14:3: error: 'test.store' op has side effects on a value that is differentiated, "
                  "and no derivative rule (VJPOpInterface)",
                  "1:22: note: the path starts at argument 0 of @f, which is differentiated"] +
     ["%d:9: note: it passes 'kina.exp' here" % line for line in (2, 3, 4, 5)] +
     ["14:3: note: and 4 more ops"] +
     ["%d:%d: note: it passes 'kina.exp' here" % (line, 9 + (line > 10)) for line in (10, 11, 12, 13)],
     "--kina-ad --allow-unregistered-dialect"),
    handle("", SOURCE, "(tensor<2xf32>, tensor<2xi64>, tensor<2xf32>)",
           "expected to be differentiated before this pass, got a handler; run --kina-ad first") +
    ("--kina-to-linalg",),
    (X, "%0 = kina.transfer %x : tensor<2x3xf32> -> tensor<2x3xf32, #kina.device>",
     "2:8: error: kina.transfer: device lowering is not available", "--kina-to-linalg"),
]
