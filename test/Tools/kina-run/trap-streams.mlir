// The line of a trap reaches whatever stderr is (L01), stdout keeps what was printed to
// it, and the process ends by SIGABRT in any case.
// DEFINE: %{run} = kina-run %s --input=4x3xf32=1 --input="1xi64=4"
// RUN: bash -c '%{run} > %t.out 2> %t.err; test $? = 134' && count 0 < %t.out && FileCheck %s < %t.err
// RUN: bash -c '%{run} > %t.both 2>&1; test $? = 134' && FileCheck %s < %t.both
// RUN: bash -c 'exec 3>&1; (%{run} 2>&1 >&3 | cat > %t.pipe; test ${PIPESTATUS[0]} = 134)' && FileCheck %s < %t.pipe
// RUN: bash -c '%{run} 2>&-; test $? = 134'
// RUN: bash -c '%{run} 2> /dev/full; test $? = 134'
// RUN: bash -c '%{run} 2>&1 >&- | cat > %t.pipe; test ${PIPESTATUS[0]} = 134' && FileCheck %s < %t.pipe
// CHECK: {{^}}kina: gather index out of bounds: 4 is not in [0, 4) at {{.*}}trap-streams.mlir:[[#@LINE+3]]:8{{$}}
// CHECK-NOT: {{.}}
func.func @main(%v: tensor<4x3xf32>, %i: tensor<1xi64>) -> tensor<1x3xf32> {
  %0 = kina.gather %v, %i : tensor<4x3xf32>, tensor<1xi64> -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}
