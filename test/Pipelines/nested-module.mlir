// RUN: not kina-opt %s --kina-host-pipeline 2>&1 | FileCheck %s

// One module at a time is compiled; --kina-ad and --kina-to-linalg take both.
func.func @main() {
  return
}
// CHECK: [[#@LINE+1]]:1: error: 'builtin.module' op expected no module inside the one that is compiled; compile it on its own{{$}}
builtin.module @inner {
  func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
    %y = kina.exp %x : tensor<?xf32>
    return %y : tensor<?xf32>
  }
}

// It is a pipeline of a module.
// RUN: not kina-opt %s --pass-pipeline='builtin.module(func.func(kina-host-pipeline))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ANCHOR
// ANCHOR: error: kina-host-pipeline: expected to run on 'builtin.module', got 'func.func'
