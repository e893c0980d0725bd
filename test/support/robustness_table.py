"""One valid use of every op in its generic form: (operand types, attributes, result types)."""

F = "tensor<2x3xf32>"
B = "tensor<2x3xi1>"
I = "tensor<2xi64>"


def i64s(*values):
    return "array<i64: %s>" % ", ".join(map(str, values)) if values else "array<i64>"


def same(names, operands, type_):
    return {name: ([type_] * operands, {}, [type_]) for name in names.split()}


TABLE = {
    **same("neg abs exp log sqrt rsqrt sin cos tanh sigmoid relu erf floor sign", 1, F),
    **same("add sub mul div max min pow mod mul_no_nan seed", 2, F),
    **same("and or xor", 2, B),
    **same("not", 1, B),
    "compare": ([F, F], {"predicate": "2 : i32"}, [B]),
    "select": ([B, F, F], {}, [F]),
    "cast": ([F], {}, ["tensor<2x3xf16>"]),
    "constant": ([], {"value": "dense<1.0> : tensor<2x3xf32>"}, [F]),
    "iota": (["index"], {"axis": "1 : i64"}, ["tensor<?x3xf32>"]),
    "broadcast": ([F, "index"], {}, ["tensor<?x2x3xf32>"]),
    "reshape": ([F, "index"], {}, ["tensor<?x2xf32>"]),
    "transpose": ([F], {"perm": i64s(1, 0)}, ["tensor<3x2xf32>"]),
    "slice": ([F], {"offsets": i64s(0, 1), "sizes": i64s(2, 2), "strides": i64s(1, 1)},
              ["tensor<2x2xf32>"]),
    "pad": ([F, "tensor<f32>"], {"low": i64s(0, 1), "high": i64s(2, 0)}, ["tensor<4x4xf32>"]),
    "concat": ([F, "tensor<4x3xf32>"], {"axis": "0 : i64"}, ["tensor<6x3xf32>"]),
    "reduce": ([F], {"kind": "0 : i32", "axes": i64s(1), "keepdims": "unit"}, ["tensor<2x1xf32>"]),
    "matmul": ([F, "tensor<3x5xf32>"], {}, ["tensor<2x5xf32>"]),
    "linear_scan": ([F, F], {"axis": "1 : i64", "reverse": "unit", "init": "1 : i64"}, [F]),
    "softmax": ([F], {"axis": "1 : i64"}, [F]),
    "log_softmax": ([F], {"axis": "1 : i64"}, [F]),
    "gather": ([F, I], {"bounds": "1 : i32"}, [F]),
    "scatter_add": ([F, I, "index"], {"bounds": "1 : i32"}, ["tensor<?x3xf32>"]),
    "take_along_axis": ([F, I], {"axis": "1 : i64", "bounds": "1 : i32"}, ["tensor<2xf32>"]),
    "scatter_along_axis": (["tensor<2xf32>", I, "index"], {"axis": "1 : i64", "bounds": "1 : i32"},
                           ["tensor<2x?xf32>"]),
    "repeat_interleave": ([F], {"axis": "1 : i64", "repeats": "2 : i64"}, ["tensor<2x6xf32>"]),
    "handle": ([F], {"callee": "@f", "of": i64s(0), "wrt": i64s(0),
                     "operandSegmentSizes": "array<i32: 1, 0>"}, [F, F]),
    "transfer": ([F], {}, ["tensor<2x3xf32, #kina.device>"]),
}

# What an op stands beside, in the same program.
PRELUDE = {
    "handle": "func.func private @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {\n"
              "  return %x : tensor<2x3xf32>\n}\n",
}


def region_of(*lines):
    return "({\n%s})" % "".join("  %s\n" % line for line in lines)


YIELD = '"kina.yield"(%%a0) : (%s) -> ()'
# Ops around a region and at its end, whose broken forms are spelled out. %a0 is a
# tensor<2x3xf32>, %n an index.
BY_HAND = {
    "checkpoint": [
        '%%r = "kina.checkpoint"() %s : () -> tensor<2x3xf32>' % region for region in [
            "", "({\n})", "({\n^bb0:\n})", region_of('"kina.yield"() : () -> ()'),
            region_of(YIELD % F, YIELD % F), region_of("func.return %a0 : " + F),
            region_of("scf.yield %a0 : " + F), region_of('"kina.yield"(%n) : (index) -> ()'),
            region_of('"kina.yield"(%a0, %a0) : (' + F + ", " + F + ") -> ()"),
            region_of("^bb0(%b: index):", YIELD % F),
            region_of(YIELD % F, "^bb1:", YIELD % F),
            region_of("cf.br ^bb1", "^bb1:", YIELD % F),
            "(" + region_of(YIELD % F)[1:-1] + ", " + region_of(YIELD % F)[1:-1] + ")"]] + [
        '%%r = "kina.checkpoint"(%%a0) %s : (%s) -> %s' % (region_of(YIELD % F), F, F),
        '"kina.checkpoint"() %s : () -> ()' % region_of(YIELD % F),
        '%%r:2 = "kina.checkpoint"() %s : () -> (%s, %s)' % (region_of(YIELD % F), F, F),
        '%%r = "kina.checkpoint"() %s : () -> tensor<3x2xf32>' % region_of(YIELD % F),
        '%%r = "kina.checkpoint"() %s : () -> tensor<*xf32>' % region_of(YIELD % F)],
    "yield": [YIELD % F, '"kina.yield"() : () -> ()', '%r = "kina.yield"() : () -> ' + F,
              '"kina.yield"() ({\n}) : () -> ()',
              'scf.execute_region {\n  "kina.yield"() : () -> ()\n}'],
}
# In %% of their own where they were put into a text.
BY_HAND = {name: [text.replace("%%", "%") for text in texts] for name, texts in BY_HAND.items()}
