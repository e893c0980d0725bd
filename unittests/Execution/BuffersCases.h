//===- BuffersCases.h - Programs whose buffers go every way there is ------===//

#ifndef KINA_UNITTESTS_EXECUTION_BUFFERSCASES_H
#define KINA_UNITTESTS_EXECUTION_BUFFERSCASES_H

#include <vector>

namespace kina {

/// A program, its arguments and its results as text.
struct BuffersCase {
  const char *name;
  const char *source;
  std::vector<const char *> arguments;
  std::vector<const char *> results;
};

inline const BuffersCase buffersCases[] = {
    {"I01_OperandReadAfterItsNegation",
     R"(
      func.func @main(%x: tensor<2x2xf32>, %v: tensor<2x1xf32>)
          -> (tensor<2x1xf32>, tensor<2x1xf32>) {
        %y = kina.neg %x : tensor<2x2xf32>
        %0 = kina.matmul %y, %v : tensor<2x2xf32>, tensor<2x1xf32> -> tensor<2x1xf32>
        %1 = kina.matmul %x, %v : tensor<2x2xf32>, tensor<2x1xf32> -> tensor<2x1xf32>
        return %0, %1 : tensor<2x1xf32>, tensor<2x1xf32>
      })",
     {"2x2xf32=1 2 3 4", "2x1xf32=1"},
     {"2x1xf32=[-3][-7]", "2x1xf32=[3][7]"}},
    {"I01_IntermediateReadAfterItsNegation",
     R"(
      func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
        %a = kina.add %x, %x : tensor<?xf32>
        %b = kina.neg %a : tensor<?xf32>
        %c = kina.mul %b, %x : tensor<?xf32>
        %d = kina.mul %a, %c : tensor<?xf32>
        return %d, %b : tensor<?xf32>, tensor<?xf32>
      })",
     {"2xf32=1 2"},
     {"2xf32=-4 -32", "2xf32=-2 -4"}},
    {"I01_PartReplacedAndWholeRead",
     R"(
      func.func @main(%x: tensor<4xf32>, %y: tensor<2xf32>)
          -> (tensor<4xf32>, tensor<4xf32>) {
        %0 = tensor.insert_slice %y into %x[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
        %1 = kina.add %x, %x : tensor<4xf32>
        return %0, %1 : tensor<4xf32>, tensor<4xf32>
      })",
     {"4xf32=1 2 3 4", "2xf32=7 8"},
     {"4xf32=1 7 8 4", "4xf32=2 4 6 8"}},
    {"I01_PartsOfArgumentsReplaced",
     R"(
      func.func private @put(%x: tensor<4xf32>) -> tensor<4xf32> attributes {no_inline} {
        %c0 = arith.constant 0 : index
        %f = arith.constant 9.0 : f32
        %0 = tensor.insert %f into %x[%c0] : tensor<4xf32>
        return %0 : tensor<4xf32>
      }
      func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>)
          -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c4 = arith.constant 4 : index
        %f = arith.constant 7.0 : f32
        %k = kina.constant dense<[5.0, 6.0]> : tensor<2xf32>
        %0 = tensor.insert_slice %k into %x[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
        %1 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %y) -> tensor<4xf32> {
          %b = tensor.insert %f into %a[%i] : tensor<4xf32>
          scf.yield %b : tensor<4xf32>
        }
        %2 = call @put(%y) : (tensor<4xf32>) -> tensor<4xf32>
        return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
      })",
     {"4xf32=1 2 3 4", "4xf32=1 2 3 4"},
     {"4xf32=1 5 6 4", "4xf32=7 7 7 7", "4xf32=9 2 3 4"}},
    {"I03_BothOperandsAndTheResult",
     R"(
      func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
        %t = kina.add %x, %x : tensor<2xf32>
        %u = kina.add %t, %x : tensor<2xf32>
        return %u, %x : tensor<2xf32>, tensor<2xf32>
      })",
     {"2xf32=1 2"},
     {"2xf32=3 6", "2xf32=1 2"}},
    {"I03_TwoArgumentsOfOneBuffer",
     R"(
      func.func @main(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>)
          -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<4x2xf32>, tensor<2x2xf32>) {
        %0 = kina.matmul %x, %y : tensor<2x2xf32>, tensor<2x2xf32> -> tensor<2x2xf32>
        %1 = kina.sub %x, %y : tensor<2x2xf32>
        %2 = kina.concat %x, %y axis = 0
            : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
        return %0, %1, %2, %y
            : tensor<2x2xf32>, tensor<2x2xf32>, tensor<4x2xf32>, tensor<2x2xf32>
      })",
     {"2x2xf32=1 2 3 4", "2x2xf32=1 2 3 4"},
     {"2x2xf32=[7 10][15 22]", "2x2xf32=[0 0][0 0]",
      "4x2xf32=[1 2][3 4][1 2][3 4]", "2x2xf32=[1 2][3 4]"}},
    {"I05_Argument",
     R"(
      func.func @main(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
        return %x : tensor<?x2xf32>
      })",
     {"2x2xf32=1 2 3 4"},
     {"2x2xf32=[1 2][3 4]"}},
    {"I05_ArgumentTwice",
     R"(
      func.func @main(%x: tensor<3xi64>, %y: tensor<3xi64>)
          -> (tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) {
        return %x, %y, %x : tensor<3xi64>, tensor<3xi64>, tensor<3xi64>
      })",
     {"3xi64=1 2 3", "3xi64=1 2 3"},
     {"3xi64=1 2 3", "3xi64=1 2 3", "3xi64=1 2 3"}},
    {"I05_ViewsOfAnArgument",
     R"(
      func.func @main(%x: tensor<2x3xf32>)
          -> (tensor<6xf32>, tensor<2x2xf32>, tensor<3x2xf32>, tensor<2x3xf32>,
              tensor<2x3xf32>, tensor<2x3xf32>) {
        %0 = kina.reshape %x : tensor<2x3xf32> -> tensor<6xf32>
        %1 = kina.slice %x offsets = [0, 1] sizes = [2, 2] strides = [1, 1]
            : tensor<2x3xf32> -> tensor<2x2xf32>
        %2 = kina.transpose %x perm = [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
        %3 = kina.broadcast %x : tensor<2x3xf32> -> tensor<2x3xf32>
        %4 = kina.reduce sum %x axes = [] : tensor<2x3xf32> -> tensor<2x3xf32>
        %5 = kina.repeat_interleave %x axis = 0 repeats = 1 : tensor<2x3xf32> -> tensor<2x3xf32>
        return %0, %1, %2, %3, %4, %5 : tensor<6xf32>, tensor<2x2xf32>, tensor<3x2xf32>,
            tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
      })",
     {"2x3xf32=1 2 3 4 5 6"},
     {"6xf32=1 2 3 4 5 6", "2x2xf32=[2 3][5 6]", "3x2xf32=[1 4][2 5][3 6]",
      "2x3xf32=[1 2 3][4 5 6]", "2x3xf32=[1 2 3][4 5 6]",
      "2x3xf32=[1 2 3][4 5 6]"}},
    {"I05_ViewsOfAnIntermediate",
     R"(
      func.func @main(%x: tensor<?x3xf32>)
          -> (tensor<?x3xf32>, tensor<1x2xf32>, tensor<?x3xf32>) {
        %a = kina.neg %x : tensor<?x3xf32>
        %0 = kina.slice %a offsets = [1, 1] sizes = [1, 2] strides = [1, 1]
            : tensor<?x3xf32> -> tensor<1x2xf32>
        return %a, %0, %a : tensor<?x3xf32>, tensor<1x2xf32>, tensor<?x3xf32>
      })",
     {"2x3xf32=1 2 3 4 5 6"},
     {"2x3xf32=[-1 -2 -3][-4 -5 -6]", "1x2xf32=[-5 -6]",
      "2x3xf32=[-1 -2 -3][-4 -5 -6]"}},
    {"I05_Empty",
     R"(
      func.func @main(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>)
          -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
        %0 = kina.add %x, %y : tensor<?x3xf32>
        return %x, %0, %x : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
      })",
     {"0x3xf32=0", "0x3xf32=0"},
     {"0x3xf32=", "0x3xf32=", "0x3xf32="}},
    {"I05_Constants",
     R"(
      func.func @main() -> (tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2x1xf32>,
                            tensor<i1>) {
        %0 = kina.constant dense<[1.0, 2.0]> : tensor<2xf32>
        %1 = kina.constant dense<3.0> : tensor<3xf32>
        %2 = kina.reshape %0 : tensor<2xf32> -> tensor<2x1xf32>
        %3 = kina.constant dense<true> : tensor<i1>
        return %0, %0, %1, %2, %3
            : tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2x1xf32>, tensor<i1>
      })",
     {},
     {"2xf32=1 2", "2xf32=1 2", "3xf32=3 3 3", "2x1xf32=[1][2]", "i1=true"}},
    {"I05_LoopThatSwaps",
     R"(
      func.func @main(%n: tensor<i64>, %x: tensor<2xf32>, %y: tensor<2xf32>)
          -> (tensor<2xf32>, tensor<2xf32>) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %i = tensor.extract %n[] : tensor<i64>
        %end = arith.index_cast %i : i64 to index
        %0:2 = scf.for %k = %c0 to %end step %c1 iter_args(%a = %x, %b = %y)
            -> (tensor<2xf32>, tensor<2xf32>) {
          scf.yield %b, %a : tensor<2xf32>, tensor<2xf32>
        }
        return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
      })",
     {"i64=3", "2xf32=1 2", "2xf32=3 4"},
     {"2xf32=3 4", "2xf32=1 2"}},
    {"I05_LoopOfNoTurns",
     R"(
      func.func @main(%n: tensor<i64>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %i = tensor.extract %n[] : tensor<i64>
        %end = arith.index_cast %i : i64 to index
        %0 = scf.for %k = %c0 to %end step %c1 iter_args(%a = %x) -> (tensor<2xf32>) {
          %b = kina.exp %a : tensor<2xf32>
          scf.yield %b : tensor<2xf32>
        }
        return %0, %x : tensor<2xf32>, tensor<2xf32>
      })",
     {"i64=0", "2xf32=1 2"},
     {"2xf32=1 2", "2xf32=1 2"}},
    {"I05_BranchToAnArgumentOrAConstant",
     R"(
      func.func @main(%c: tensor<2xi1>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %k = kina.constant dense<[5.0, 6.0]> : tensor<2xf32>
        %p = tensor.extract %c[%c0] : tensor<2xi1>
        %q = tensor.extract %c[%c1] : tensor<2xi1>
        %0 = scf.if %p -> tensor<2xf32> {
          scf.yield %x : tensor<2xf32>
        } else {
          scf.yield %k : tensor<2xf32>
        }
        %1 = scf.if %q -> tensor<2xf32> {
          scf.yield %0 : tensor<2xf32>
        } else {
          scf.yield %k : tensor<2xf32>
        }
        return %0, %1 : tensor<2xf32>, tensor<2xf32>
      })",
     {"2xi1=1 0", "2xf32=1 2"},
     {"2xf32=1 2", "2xf32=5 6"}},
    {"I05_Blocks",
     R"(
      func.func @main(%c: tensor<i1>, %x: tensor<2xf32>, %y: tensor<2xf32>)
          -> (tensor<2xf32>, tensor<2xf32>) {
        %p = tensor.extract %c[] : tensor<i1>
        %n = kina.neg %y : tensor<2xf32>
        cf.cond_br %p, ^a(%x : tensor<2xf32>), ^a(%n : tensor<2xf32>)
      ^a(%r: tensor<2xf32>):
        return %r, %x : tensor<2xf32>, tensor<2xf32>
      })",
     {"i1=1", "2xf32=1 2", "2xf32=3 4"},
     {"2xf32=1 2", "2xf32=1 2"}},
    {"I05_PartsWithKnownStridesAndUnknownSizes",
     R"(
      func.func private @blocks(%x: tensor<4x8xf32>, %p: i1) -> tensor<4x?xf32> {
        %y = kina.neg %x : tensor<4x8xf32>
        %s = kina.slice %x offsets = [0, 0] sizes = [4, 1] strides = [1, 1]
            : tensor<4x8xf32> -> tensor<4x?xf32>
        %t = kina.slice %y offsets = [0, 0] sizes = [4, 1] strides = [1, 1]
            : tensor<4x8xf32> -> tensor<4x?xf32>
        cf.cond_br %p, ^a(%s : tensor<4x?xf32>), ^a(%t : tensor<4x?xf32>)
      ^a(%r: tensor<4x?xf32>):
        return %r : tensor<4x?xf32>
      }
      func.func @main(%c: tensor<i1>, %x: tensor<4x8xf32>)
          -> (tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>) {
        %p = tensor.extract %c[] : tensor<i1>
        %y = kina.neg %x : tensor<4x8xf32>
        %r = scf.if %p -> tensor<4x?xf32> {
          %s = kina.slice %x offsets = [0, 0] sizes = [4, 1] strides = [1, 1]
              : tensor<4x8xf32> -> tensor<4x?xf32>
          scf.yield %s : tensor<4x?xf32>
        } else {
          %s = kina.slice %y offsets = [0, 0] sizes = [4, 1] strides = [1, 1]
              : tensor<4x8xf32> -> tensor<4x?xf32>
          scf.yield %s : tensor<4x?xf32>
        }
        %a = kina.neg %r : tensor<4x?xf32>
        %0 = call @blocks(%x, %p) : (tensor<4x8xf32>, i1) -> tensor<4x?xf32>
        %b = kina.neg %0 : tensor<4x?xf32>
        return %r, %a, %b : tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>
      })",
     {"i1=1",
      "4x8xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 "
      "23 24 25 26 27 28 29 30 31 32"},
     {"4x1xf32=[1][9][17][25]", "4x1xf32=[-1][-9][-17][-25]",
      "4x1xf32=[-1][-9][-17][-25]"}},
    {"I05_CallsThatReturnTheirArguments",
     R"(
      func.func private @swap(%x: tensor<2xf32>, %y: tensor<2xf32>)
          -> (tensor<2xf32>, tensor<2xf32>) attributes {no_inline} {
        return %y, %x : tensor<2xf32>, tensor<2xf32>
      }
      func.func @same(%x: tensor<2xf32>) -> tensor<2xf32> {
        return %x : tensor<2xf32>
      }
      func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>)
          -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
        %0:2 = call @swap(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
        %1:2 = call @swap(%0#0, %0#0) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
        %2 = call @same(%x) : (tensor<2xf32>) -> tensor<2xf32>
        return %0#0, %0#1, %1#1, %2
            : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
      })",
     {"2xf32=1 2", "2xf32=3 4"},
     {"2xf32=3 4", "2xf32=1 2", "2xf32=3 4", "2xf32=1 2"}},
    {"I05_GradientsOfWhatReturnsItsArgument",
     R"(
      func.func private @f(%x: tensor<2xf32>, %y: tensor<2xf32>)
          -> (tensor<2xf32>, tensor<2xf32>) {
        return %x, %x : tensor<2xf32>, tensor<2xf32>
      }
      func.func @main(%x: tensor<2xf32>, %g: tensor<2xf32>)
          -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>,
              tensor<2xf32>) {
        %0:4 = kina.handle @f(%x, %x) with reverse_mode seed(%g, %g)
            : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
            -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
        %1:3 = kina.handle @f(%x, %x) with reverse_mode of = [0] wrt = [0] seed(%g)
            : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
            -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
        return %0#0, %0#1, %0#2, %0#3, %1#2, %g : tensor<2xf32>, tensor<2xf32>,
            tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
      })",
     {"2xf32=1 2", "2xf32=1 2"},
     {"2xf32=1 2", "2xf32=1 2", "2xf32=2 4", "2xf32=0 0", "2xf32=1 2",
      "2xf32=1 2"}},
    {"C03_ProductsStartFromZero",
     R"(
      func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x1xf32>, %e: tensor<2x0xf32>,
                      %f: tensor<0x1xf32>)
          -> (tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x1xf32>, tensor<2xf32>) {
        %0 = kina.matmul %a, %b : tensor<2x2xf32>, tensor<2x1xf32> -> tensor<2x1xf32>
        %1 = kina.matmul %a, %b : tensor<2x2xf32>, tensor<2x1xf32> -> tensor<2x1xf32>
        %2 = kina.matmul %e, %f : tensor<2x0xf32>, tensor<0x1xf32> -> tensor<2x1xf32>
        %3 = kina.reduce sum %e axes = [1] : tensor<2x0xf32> -> tensor<2xf32>
        return %0, %1, %2, %3
            : tensor<2x1xf32>, tensor<2x1xf32>, tensor<2x1xf32>, tensor<2xf32>
      })",
     {"2x2xf32=1 2 3 4", "2x1xf32=1", "2x0xf32=0", "0x1xf32=0"},
     {"2x1xf32=[3][7]", "2x1xf32=[3][7]", "2x1xf32=[0][0]", "2xf32=0 0"}},
    {"C03_ScattersStartFromZero",
     R"(
      func.func @main(%u: tensor<2x2xf32>, %i: tensor<2xi64>, %x: tensor<1x2xf32>)
          -> (tensor<4x2xf32>, tensor<2x2x3xf32>, tensor<1x4xf32>, tensor<2x4xf32>) {
        %z = kina.constant dense<9.0> : tensor<f32>
        %j = kina.constant dense<[[0, 2], [2, 0]]> : tensor<2x2xi64>
        %0 = kina.scatter_add %u, %i : tensor<2x2xf32>, tensor<2xi64> -> tensor<4x2xf32>
        %1 = kina.scatter_along_axis %u, %j axis = 2
            : tensor<2x2xf32>, tensor<2x2xi64> -> tensor<2x2x3xf32>
        %2 = kina.pad %x, %z low = [0, 1] high = [0, 1]
            : tensor<1x2xf32>, tensor<f32> -> tensor<1x4xf32>
        %3 = kina.repeat_interleave %u axis = 1 repeats = 2 : tensor<2x2xf32> -> tensor<2x4xf32>
        return %0, %1, %2, %3
            : tensor<4x2xf32>, tensor<2x2x3xf32>, tensor<1x4xf32>, tensor<2x4xf32>
      })",
     {"2x2xf32=1 2 3 4", "2xi64=3 3", "1x2xf32=5 6"},
     {"4x2xf32=[0 0][0 0][0 0][4 6]",
      "2x2x3xf32=[[1 0 0][0 0 2]][[0 0 3][4 0 0]]", "1x4xf32=[9 5 6 9]",
      "2x4xf32=[1 1 2 2][3 3 4 4]"}},
};

} // namespace kina

#endif // KINA_UNITTESTS_EXECUTION_BUFFERSCASES_H
