"""Programs whose checks a fold or a simplification could lose: each must still trap."""

import numpy as np

from elements import Arr


class Trap:
    """@main of `module` on `inputs` must write `kina: ` and a line that starts like `line`."""

    def __init__(self, name, line, inputs, module):
        self.name, self.line, self.inputs, self.module = name, line, inputs, module


def floats(*shape):
    return Arr("f32", np.ones(shape))


def division(op, elem, lhs, rhs):
    """Constants, of which the second has a zero."""
    type_ = "tensor<2x%s>" % elem
    return Trap("%s %s of constants by %s" % (op, elem, rhs), op + " by zero", [], """
func.func @main() -> tensor<2xf32> {
  %%a = kina.constant dense<%s> : %s
  %%b = kina.constant dense<%s> : %s
  %%r = kina.%s %%a, %%b : %s
  %%f = kina.cast %%r : %s -> tensor<2xf32>
  return %%f : tensor<2xf32>
}""" % (lhs, type_, rhs, type_, op, type_, type_))


# A size that an op gives back unchanged, and that its result type spells.
SPELLED = {
    "transpose": "kina.transpose %x perm = [0]",
    "pad": "kina.pad %x, %v low = [0] high = [0]",
    "concat": "kina.concat %x axis = 0",
    "repeat_interleave": "kina.repeat_interleave %x axis = 0 repeats = 1",
    "reduce": "kina.reduce sum %x axes = []",
}


def spelled(op):
    types = {"pad": "tensor<?xf32>, tensor<f32>", "concat": "(tensor<?xf32>)"}
    return Trap(op + " that spells a size", op + " size mismatch: 2 and 3 in dimension 0",
                [floats(2)], """
func.func @main(%%x: tensor<?xf32>) -> tensor<3xf32> {
  %%v = kina.constant dense<0.0> : tensor<f32>
  %%r = %s : %s -> tensor<3xf32>
  return %%r : tensor<3xf32>
}""" % (SPELLED[op], types.get(op, "tensor<?xf32>")))


def of_size(name, line, inputs, body, result="tensor<?xf32>"):
    """%n is the size of %like; %x and %y have other sizes."""
    return Trap(name, line, inputs, """
func.func @main(%%x: tensor<?xf32>, %%like: tensor<?xf32>) -> %s {
  %%zero = arith.constant 0 : index
  %%n = tensor.dim %%like, %%zero : tensor<?xf32>
  %s
  return %%r : %s
}""" % (result, body, result))


TRAPS = [
    *(division(op, elem, lhs, rhs) for op in ("div", "mod") for elem in ("i32", "i64")
      for lhs, rhs in (("[7, -7]", "[1, 0]"), ("[0, 7]", "0"), ("0", "0"), ("5", "[0, 0]"))),
    *(spelled(op) for op in SPELLED),
    Trap("select of equal arms", "select size mismatch: 2 and 3 in dimension 0",
         [Arr("i1", np.ones(2)), floats(3)], """
func.func @main(%c: tensor<?xi1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %r = kina.select %c, %x, %x : tensor<?xf32>
  return %r : tensor<?xf32>
}"""),
    Trap("seed", "handle size mismatch: 2 and 3 in dimension 0", [floats(2), floats(3)], """
func.func @main(%g: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = kina.seed %g, %y : tensor<?xf32>
  return %r : tensor<?xf32>
}"""),
    of_size("reshape to the same type", "reshape size mismatch: 2 and 3 elements",
            [floats(2), floats(3)],
            "%r = kina.reshape %x sizes(%n) : tensor<?xf32> -> tensor<?xf32>"),
    of_size("broadcast to the same type", "broadcast size mismatch: 2 and 3 in dimension 0",
            [floats(2), floats(3)],
            "%r = kina.broadcast %x sizes(%n) : tensor<?xf32> -> tensor<?xf32>"),
    of_size("addition of a broadcast zero", "add size mismatch: 2 and 3 in dimension 0",
            [floats(2), floats(3)],
            "%k = kina.constant dense<-0.0> : tensor<f32>\n"
            "%b = kina.broadcast %k sizes(%n) : tensor<f32> -> tensor<?xf32>\n"
            "%r = kina.add %x, %b : tensor<?xf32>"),
    Trap("reshape of a reshape", "reshape size mismatch: 7 and 6 elements", [floats(7)], """
func.func @main(%x: tensor<?xf32>) -> tensor<6xf32> {
  %i = kina.reshape %x : tensor<?xf32> -> tensor<2x3xf32>
  %r = kina.reshape %i : tensor<2x3xf32> -> tensor<6xf32>
  return %r : tensor<6xf32>
}"""),
    of_size("reshape of a reshape back", "reshape size mismatch: 8 and 6 elements",
            [floats(8), floats(3)],
            "%i = kina.reshape %x sizes(%n) : tensor<?xf32> -> tensor<2x?xf32>\n"
            "%m = tensor.dim %x, %zero : tensor<?xf32>\n"
            "%r = kina.reshape %i sizes(%m) : tensor<2x?xf32> -> tensor<?xf32>"),
    Trap("transpose of a transpose", "transpose size mismatch: 5 and 2 in dimension 1",
         [floats(5, 3)], """
func.func @main(%x: tensor<?x3xf32>) -> tensor<2x3xf32> {
  %i = kina.transpose %x perm = [1, 0] : tensor<?x3xf32> -> tensor<3x2xf32>
  %r = kina.transpose %i perm = [1, 0] : tensor<3x2xf32> -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}"""),
    Trap("transpose of a transpose that spells later", "transpose size mismatch: 5 and 2 in dimension 0",
         [floats(5, 3)], """
func.func @main(%x: tensor<?x3xf32>) -> tensor<2x3xf32> {
  %i = kina.transpose %x perm = [1, 0] : tensor<?x3xf32> -> tensor<3x?xf32>
  %r = kina.transpose %i perm = [1, 0] : tensor<3x?xf32> -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}"""),
    Trap("slice of all", "slice out of bounds: 3 is beyond 2 in dimension 0", [floats(2)], """
func.func @main(%x: tensor<?xf32>) -> tensor<3xf32> {
  %r = kina.slice %x offsets = [0] sizes = [3] strides = [1] : tensor<?xf32> -> tensor<3xf32>
  return %r : tensor<3xf32>
}"""),
]
