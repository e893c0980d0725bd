//===- ElementwiseOps.td - Elementwise ops -------------------*- tablegen -*-===//

#ifndef KINA_DIALECT_ELEMENTWISEOPS
#define KINA_DIALECT_ELEMENTWISEOPS

include "Kina/Dialect/KinaOpBase.td"

/// One result of the operands' shape and placement, element by element.
class Kina_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : Kina_ShapeRuleOp<mnemonic, traits> {
  let opDefinition = [{
    ::llvm::LogicalResult $cppClass::shape(Adaptor adaptor, ::mlir::RankedTensorType,
        ::kina::ShapeRule &rule, ::kina::EmitErrorFn) {
      rule.requireSameShape(adaptor.getOperands());
      return ::llvm::success();
    }
  }];
}

/// Operands and result of one type.
class Kina_SameTypeOp<string mnemonic, list<Trait> traits = []>
    : Kina_ElementwiseOp<mnemonic,
        [Kina_SameTypes, SameOperandsAndResultType] # traits>;

class Kina_UnaryOp<string mnemonic, string what, string formula,
                   Type type = Kina_FloatTensor, list<Trait> traits = [],
                   string vjp = "">
    : Kina_SameTypeOp<mnemonic, traits> {
  let summary = "elementwise " # what;
  // All lines are indented alike, or the example is no example in the reference.
  let description = [{
    `result[i] = }] # formula # [{`, of the operand's type.
    }] # vjp # [{
    ```mlir
    func.func @example(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
      %y = kina.}] # mnemonic # [{ %x : tensor<2x?xf32>
      return %y : tensor<2x?xf32>
    }
    ```
  }];
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

/// The text of a derivative rule in an op's documentation.
class Kina_Rule<string formula> {
  string text = "\n    Cotangent of the operand(s), for g of the result y: `" # formula # "`.\n";
}

def Kina_NegOp : Kina_UnaryOp<"neg", "negation", "-x", Kina_NumberTensor, [Kina_VJP],
    Kina_Rule<"-g">.text> { let hasFolder = 1; }
def Kina_AbsOp : Kina_UnaryOp<"abs", "absolute value", "|x|", Kina_NumberTensor,
    [Kina_VJP], Kina_Rule<"g * sign(x), 0 at 0">.text> { let hasFolder = 1; }
def Kina_ExpOp : Kina_UnaryOp<"exp", "natural exponential", "exp(x)", Kina_FloatTensor,
    [Kina_VJP], Kina_Rule<"g * y">.text>;
def Kina_LogOp : Kina_UnaryOp<"log", "natural logarithm", "log(x)", Kina_FloatTensor,
    [Kina_VJP], Kina_Rule<"g / x">.text>;
def Kina_SqrtOp : Kina_UnaryOp<"sqrt", "square root", "sqrt(x)", Kina_FloatTensor,
    [Kina_VJP], Kina_Rule<"g / 2y">.text>;
def Kina_RsqrtOp : Kina_UnaryOp<"rsqrt", "reciprocal square root", "1 / sqrt(x)",
    Kina_FloatTensor, [Kina_VJP], Kina_Rule<"-g * y / 2x">.text>;
def Kina_SinOp : Kina_UnaryOp<"sin", "sine of radians", "sin(x)", Kina_FloatTensor,
    [Kina_VJP], Kina_Rule<"g * cos(x)">.text>;
def Kina_CosOp : Kina_UnaryOp<"cos", "cosine of radians", "cos(x)", Kina_FloatTensor,
    [Kina_VJP], Kina_Rule<"-g * sin(x)">.text>;
def Kina_TanhOp : Kina_UnaryOp<"tanh", "hyperbolic tangent", "tanh(x)", Kina_FloatTensor,
    [Kina_VJP], Kina_Rule<"g * (1 - y^2)">.text>;
def Kina_SigmoidOp : Kina_UnaryOp<"sigmoid", "logistic function", "1 / (1 + exp(-x))",
    Kina_FloatTensor, [Kina_VJP], Kina_Rule<"g * y * (1 - y)">.text>;
def Kina_ReluOp : Kina_UnaryOp<"relu", "rectifier", "max(x, 0)", Kina_NumberTensor,
    [Kina_VJP], "\n    A NaN stays NaN.\n" # Kina_Rule<"select(x > 0, g, 0)">.text>
    { let hasFolder = 1; }
def Kina_ErfOp : Kina_UnaryOp<"erf", "error function", "2/sqrt(pi) * integral of exp(-t^2) from 0 to x",
    Kina_FloatTensor, [Kina_VJP], Kina_Rule<"g * 2/sqrt(pi) * exp(-x^2)">.text>;
def Kina_FloorOp : Kina_UnaryOp<"floor", "largest integer not above", "floor(x)",
    Kina_FloatTensor, [Kina_NoDerivative<"piecewise constant">]> { let hasFolder = 1; }
def Kina_SignOp : Kina_UnaryOp<"sign", "sign", "1 if x > 0, -1 if x < 0, else x",
    Kina_NumberTensor, [Kina_NoDerivative<"piecewise constant">],
    "\n    Zeros keep their sign, a NaN stays NaN.\n"> { let hasFolder = 1; }

class Kina_BinaryOp<string mnemonic, string what, string formula,
                    Type type = Kina_NumberTensor, list<Trait> traits = [],
                    string more = "">
    : Kina_SameTypeOp<mnemonic, traits> {
  let summary = "elementwise " # what;
  let description = [{
    `result[i] = }] # formula # [{`. Both operands and the result are of one type; `?` sizes are compared at run time.
    }] # more # [{
    ```mlir
    func.func @example(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
      %y = kina.}] # mnemonic # [{ %a, %b : tensor<2x?xf32>
      return %y : tensor<2x?xf32>
    }
    ```
  }];
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Kina_AddOp : Kina_BinaryOp<"add", "sum", "lhs + rhs", Kina_NumberTensor,
    [Commutative, Kina_VJP], "\n    Integers wrap.\n" # Kina_Rule<"(g, g)">.text>;
def Kina_SubOp : Kina_BinaryOp<"sub", "difference", "lhs - rhs", Kina_NumberTensor,
    [Kina_VJP], "\n    Integers wrap.\n" # Kina_Rule<"(g, -g)">.text>;
def Kina_MulOp : Kina_BinaryOp<"mul", "product", "lhs * rhs", Kina_NumberTensor,
    [Commutative, Kina_VJP], "\n    Integers wrap.\n" # Kina_Rule<"(g * rhs, g * lhs)">.text>;
def Kina_DivOp : Kina_BinaryOp<"div", "quotient", "lhs / rhs", Kina_NumberTensor,
    [Kina_VJP], [{
    Integers truncate towards zero, INT_MIN / -1 is INT_MIN, and a zero divisor
    traps (`kina: div by zero`).
    }] # Kina_Rule<"(g / rhs, -g * y / rhs)">.text> {
  let opDeclaration = canTrapOnValues;
}
def Kina_MaxOp : Kina_BinaryOp<"max", "maximum", "max(lhs, rhs)", Kina_NumberTensor,
    [Commutative, Kina_VJP], "\n    NaN propagates; max(+0, -0) is +0.\n" #
    Kina_Rule<"g where greater, g/2 where equal; likewise the other">.text>;
def Kina_MinOp : Kina_BinaryOp<"min", "minimum", "min(lhs, rhs)", Kina_NumberTensor,
    [Commutative, Kina_VJP], "\n    NaN propagates; min(+0, -0) is -0.\n" #
    Kina_Rule<"g where less, g/2 where equal; likewise the other">.text>;
def Kina_PowOp : Kina_BinaryOp<"pow", "power", "lhs ^ rhs, as C's pow", Kina_FloatTensor,
    [Kina_VJP], Kina_Rule<"(g * (rhs = 0 ? 0 : rhs * lhs^(rhs-1)), g * (lhs = 0 and rhs >= 0 ? 0 : y * log lhs))">.text>;
def Kina_ModOp : Kina_BinaryOp<"mod", "floored remainder", "lhs - floor(lhs / rhs) * rhs",
    Kina_NumberTensor, [Kina_VJP], [{
    The result has the sign of `rhs`. Integers: `-7 mod 3 = 2`, INT_MIN mod -1 is
    0, and a zero divisor traps (`kina: mod by zero`). Floats: fmod, then + rhs
    where the signs differ (Python's %).
    }] # Kina_Rule<"(g, -g * floor(lhs / rhs))">.text> {
  let opDeclaration = canTrapOnValues;
}
def Kina_MulNoNanOp : Kina_BinaryOp<"mul_no_nan", "product that a zero cotangent stops",
    "lhs = 0 ? 0 : lhs * rhs", Kina_FloatTensor, [Kina_VJP], [{
    Internal: made by derivative rules for the product of a cotangent `lhs` and a
    partial derivative `rhs`, which is 0 where the cotangent is 0, whatever the
    partial (inf, NaN). A plain select would be wrong at second order.
    }] # Kina_Rule<"(select(rhs finite, mul_no_nan(g, rhs), 0), mul_no_nan(g, lhs))">.text>;

class Kina_LogicOp<string mnemonic, string what, string formula>
    : Kina_SameTypeOp<mnemonic, [Commutative, Kina_NoDerivative<"integers and booleans">]> {
  let summary = "elementwise " # what;
  let description = [{
    `result[i] = }] # formula # [{`, bit by bit on i32 and i64.

    ```mlir
    func.func @example(%a: tensor<4xi1>, %b: tensor<4xi1>) -> tensor<4xi1> {
      %y = kina.}] # mnemonic # [{ %a, %b : tensor<4xi1>
      return %y : tensor<4xi1>
    }
    ```
  }];
  let arguments = (ins Kina_LogicTensor:$lhs, Kina_LogicTensor:$rhs);
  let results = (outs Kina_LogicTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
  let hasFolder = 1;
}
def Kina_AndOp : Kina_LogicOp<"and", "conjunction", "lhs and rhs">;
def Kina_OrOp : Kina_LogicOp<"or", "disjunction", "lhs or rhs">;
def Kina_XorOp : Kina_LogicOp<"xor", "exclusive or", "lhs xor rhs">;

def Kina_NotOp : Kina_SameTypeOp<"not", [Kina_NoDerivative<"integers and booleans">]> {
  let summary = "elementwise complement";
  let description = [{
    `result[i] = not x`, bit by bit on i32 and i64.

    ```mlir
    func.func @example(%x: tensor<4xi1>) -> tensor<4xi1> {
      %y = kina.not %x : tensor<4xi1>
      return %y : tensor<4xi1>
    }
    ```
  }];
  let arguments = (ins Kina_LogicTensor:$operand);
  let results = (outs Kina_LogicTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Kina_CompareOp : Kina_ElementwiseOp<"compare", [Kina_SameTypesBut<2>, SameTypeOperands,
    Kina_NoDerivative<"the result is boolean">,
    Kina_InferType<"result", "lhs", "::kina::getBoolTypeLike($_self)">]> {
  let summary = "elementwise comparison";
  let description = [{
    `result[i] = lhs <predicate> rhs` for eq, ne, lt, le, gt and ge. Comparisons
    with NaN are false, except ne, which is true. Integers are signed; i1 takes
    eq and ne only.

    ```mlir
    func.func @example(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
      %y = kina.compare lt, %a, %b : tensor<4xf32>
      return %y : tensor<4xi1>
    }
    ```
  }];
  let arguments = (ins Kina_ComparePredicate:$predicate, Kina_Tensor:$lhs, Kina_Tensor:$rhs);
  let results = (outs Kina_BoolTensor:$result);
  let assemblyFormat = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)";
  let hasFolder = 1;
  let opDefinition = ""; // i1 takes fewer predicates: see ElementwiseOps.cpp
  let builders = [OpBuilder<(ins "::kina::ComparePredicate":$predicate, "::mlir::Value":$lhs,
                                 "::mlir::Value":$rhs), [{
    build($_builder, $_state, ::kina::getBoolTypeLike(lhs.getType()), predicate, lhs, rhs);
  }]>];
}

def Kina_SelectOp : Kina_ElementwiseOp<"select", [Kina_VJP, Kina_SameTypesBut<0>,
    Kina_InferType<"trueValue", "result">, Kina_InferType<"falseValue", "result">,
    Kina_InferType<"result", "trueValue">,
    Kina_InferType<"condition", "result", "::kina::getBoolTypeLike($_self)">]> {
  let summary = "elementwise choice";
  let description = [{
    `result[i] = condition[i] ? true_value[i] : false_value[i]`, for every
    element type. The condition is i1 of the same shape and placement.

    Cotangents: none, `select(condition, g, 0)`, `select(condition, 0, g)`.

    ```mlir
    func.func @example(%c: tensor<4xi1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
      %y = kina.select %c, %a, %b : tensor<4xf32>
      return %y : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Kina_BoolTensor:$condition, Kina_Tensor:$trueValue, Kina_Tensor:$falseValue);
  let results = (outs Kina_Tensor:$result);
  let assemblyFormat = "$condition `,` $trueValue `,` $falseValue attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Kina_CastOp : Kina_ElementwiseOp<"cast", [Kina_VJP]> {
  let summary = "elementwise conversion of the element type";
  let description = [{
    One correctly rounded conversion. Float to integer truncates, saturates and
    takes NaN to 0; a narrower integer keeps the low bits; to i1 is `!= 0`; from
    i1 is 0 or 1.

    Cotangent of the operand, float to float: `cast g` back; else none.

    ```mlir
    func.func @example(%x: tensor<4xf32>) -> tensor<4xf16> {
      %y = kina.cast %x : tensor<4xf32> -> tensor<4xf16>
      return %y : tensor<4xf16>
    }
    ```
  }];
  let arguments = (ins Kina_Tensor:$operand);
  let results = (outs Kina_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
  let hasFolder = 1;
}

#endif // KINA_DIALECT_ELEMENTWISEOPS
