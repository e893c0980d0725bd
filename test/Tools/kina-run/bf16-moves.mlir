// Values of type bf16, not tensors of them, keep every bit as well: subnormals go through
// loops, branches, calls, results and selections. The inputs are 1, 2 and 3 times the
// smallest number, 2^-133 = 9.18e-41.
// DEFINE: %{inputs} = --input="3xbf16=9.2e-41 1.8e-40 2.8e-40" --input=i64=3 --input=i1=1
// RUN: kina-run %s -O0 %{inputs} | FileCheck %s
// RUN: kina-run %s -O0 --target-cpu=x86-64 %{inputs} | FileCheck %s
// RUN: kina-run %s -O3 %{inputs} | FileCheck %s
// CHECK: result[0]: 2xbf16=2e-40 9e-41
// CHECK: result[1]: bf16=3e-40
// CHECK: result[2]: 2xbf16=2e-40 9e-41
// CHECK: result[3]: 2xbf16=9e-41 4e-40

// RUN: kina-opt %s --kina-host-pipeline | FileCheck %s --check-prefix=IR --implicit-check-not="-> bf16" \
// RUN:   --implicit-check-not=": bf16" --implicit-check-not="(bf16" --implicit-check-not=", bf16)" --implicit-check-not="bf16,"
// IR: llvm.func @swap(%{{.*}}: i16, %{{.*}}: i16) -> !llvm.struct<(i16, i16)>
// IR: llvm.call @swap(%{{.*}}) : (i16, i16) -> !llvm.struct<(i16, i16)>

func.func private @swap(%x: bf16, %y: bf16) -> (bf16, bf16) attributes {no_inline} {
  return %y, %x : bf16, bf16
}
func.func private @choose(%x: bf16, %y: bf16, %c: i1) -> (bf16, bf16) {
  %k = arith.constant 3.7e-40 : bf16
  %0 = arith.select %c, %x, %y : bf16
  cf.cond_br %c, ^end(%0, %k : bf16, bf16), ^end(%x, %y : bf16, bf16)
^end(%a: bf16, %b: bf16):
  return %a, %b : bf16, bf16
}
func.func @main(%x: tensor<3xbf16>, %n: tensor<i64>, %q: tensor<i1>)
    -> (tensor<2xbf16>, tensor<bf16>, tensor<2xbf16>, tensor<2xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %v = tensor.extract %n[] : tensor<i64>
  %k = arith.index_cast %v : i64 to index
  %c = tensor.extract %q[] : tensor<i1>
  %i = tensor.extract %x[%c0] : tensor<3xbf16>
  %j = tensor.extract %x[%c1] : tensor<3xbf16>

  // Three rounds, each of which swaps.
  %0:2 = scf.for %r = %c0 to %k step %c1 iter_args(%a = %i, %b = %j) -> (bf16, bf16) {
    scf.yield %b, %a : bf16, bf16
  }
  // The largest.
  %1 = scf.for %r = %c0 to %c3 step %c1 iter_args(%a = %i) -> bf16 {
    %e = tensor.extract %x[%r] : tensor<3xbf16>
    %more = arith.cmpf ogt, %e, %a : bf16
    %s = scf.if %more -> bf16 {
      scf.yield %e : bf16
    } else {
      scf.yield %a : bf16
    }
    scf.yield %s : bf16
  }
  %2:2 = call @swap(%i, %j) : (bf16, bf16) -> (bf16, bf16)
  %3:2 = call @choose(%i, %j, %c) : (bf16, bf16, i1) -> (bf16, bf16)
  %4 = tensor.from_elements %0#0, %0#1 : tensor<2xbf16>
  %5 = tensor.from_elements %1 : tensor<bf16>
  %6 = tensor.from_elements %2#0, %2#1 : tensor<2xbf16>
  %7 = tensor.from_elements %3#0, %3#1 : tensor<2xbf16>
  return %4, %5, %6, %7 : tensor<2xbf16>, tensor<bf16>, tensor<2xbf16>, tensor<2xbf16>
}
