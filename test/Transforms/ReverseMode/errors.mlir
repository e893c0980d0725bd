// RUN: kina-opt %s --kina-ad --split-input-file --verify-diagnostics \
// RUN:   --allow-unregistered-dialect

// Every op without a rule is reported in one run, with the path to the argument.
// expected-note@+2 {{the path starts at argument 0 of @f, which is differentiated}}
func.func private @f(
    %x: tensor<4xf32>) -> tensor<2xf32> {
  // expected-note@+1 {{it passes 'kina.exp' here}}
  %a = kina.exp %x : tensor<4xf32>
  // expected-error@+2 {{'math.clampf' op has no derivative rule, but a gradient must pass through it; give it one (VJPOpInterface), or leave the argument out with 'wrt'}}
  // expected-note@+1 {{it passes 'math.clampf' here}}
  %b = math.clampf %a to [%a, %a] : tensor<4xf32>
  // expected-error@+1 {{'tensor.generate' op has no derivative rule}}
  %c = tensor.generate {
  ^bb0(%i: index):
    %e = tensor.extract %b[%i] : tensor<4xf32>
    tensor.yield %e : f32
  } : tensor<2xf32>
  %d = kina.neg %c : tensor<2xf32>
  return %d : tensor<2xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y, %g = kina.handle @f(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// H24: an op without rule beside the path is none of the derivative's business.
func.func private @off_path(%x: tensor<4xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %s = math.clampf %c to [%c, %c] : tensor<4xf32>
  %y = kina.mul %x, %s : tensor<4xf32>
  %t = math.clampf %x to [%x, %x] : tensor<4xf32>
  return %y, %t : tensor<4xf32>, tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %y:3 = kina.handle @off_path(%x, %c) with reverse_mode of = [0] wrt = [0]
      : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  return %y#2 : tensor<4xf32>
}

// -----

// Rules of foreign ops hold for tensors of kina's element types: not for vectors, and
// not for other floats.
// expected-note@+1 {{the path starts at argument 0 of @foreign}}
func.func private @foreign(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  // expected-error@+2 {{'vector.transfer_read' op has no derivative rule}}
  // expected-note@+1 {{it passes 'vector.transfer_read' here}}
  %v = vector.transfer_read %x[%c0], %p : tensor<4xf32>, vector<4xf32>
  // expected-error@+2 {{'math.exp2' op has no derivative rule in this form, but a gradient must pass through it}}
  // expected-note@+1 {{it passes 'math.exp2' here}}
  %e = math.exp2 %v : vector<4xf32>
  // expected-error@+1 {{'vector.transfer_write' op has no derivative rule}}
  %y = vector.transfer_write %e, %x[%c0] : vector<4xf32>, tensor<4xf32>
  return %y : tensor<4xf32>
}
// expected-note@+1 {{the path starts at argument 0 of @wide}}
func.func private @wide(%x: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error@+2 {{'arith.extf' op has no derivative rule in this form}}
  // expected-note@+1 {{it passes 'arith.extf' here}}
  %v = arith.extf %x : tensor<4xf64> to tensor<4xf128>
  // expected-error@+1 {{'arith.truncf' op has no derivative rule in this form}}
  %y = arith.truncf %v : tensor<4xf128> to tensor<4xf64>
  return %y : tensor<4xf64>
}
func.func @main(%x: tensor<4xf32>, %z: tensor<4xf64>) -> (tensor<4xf32>, tensor<4xf64>) {
  %y, %g = kina.handle @foreign(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %w, %h = kina.handle @wide(%z) with reverse_mode : (tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>)
  return %g, %h : tensor<4xf32>, tensor<4xf64>
}

// -----

// A float that leaves the tensors is not taken for a constant.
// expected-note@+1 {{the path starts at argument 0 of @scalar}}
func.func private @scalar(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+2 {{'tensor.extract' op has no derivative rule}}
  // expected-note@+1 {{it passes 'tensor.extract' here}}
  %s = tensor.extract %x[] : tensor<f32>
  // expected-error@+1 {{'tensor.from_elements' op has no derivative rule}}
  %y = tensor.from_elements %s : tensor<f32>
  return %y : tensor<f32>
}
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %y, %g = kina.handle @scalar(%x) with reverse_mode : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %g : tensor<f32>
}

// -----

func.func private @ext(tensor<4xf32>) -> tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'kina.handle' op expected a callee with a body to differentiate, got the external function @ext}}
  %y, %g = kina.handle @ext(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

func.func private @ext(tensor<4xf32>) -> tensor<4xf32>
// expected-note@+1 {{the path starts at argument 0 of @f}}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'func.call' op expected a callee with a body to differentiate, got the external function @ext}}
  %y = call @ext(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y, %g = kina.handle @f(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

func.func private @self(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'kina.handle' op expected a callee that does not reach this handler, got @self, whose derivative would need itself}}
  %y, %g = kina.handle @self(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// expected-error@+1 {{expected one block in a function to differentiate, got 2; write control flow with scf ops}}
func.func private @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^next(%x : tensor<4xf32>)
^next(%y: tensor<4xf32>):
  return %y : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y, %g = kina.handle @blocks(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// The gradient would be lost in memory.
// expected-note@+1 {{the path starts at argument 0 of @store}}
func.func private @store(%x: tensor<4xf32>, %m: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'test.store' op has side effects on a value that is differentiated, and no derivative rule (VJPOpInterface)}}
  "test.store"(%x) : (tensor<4xf32>) -> ()
  return %m : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y, %g = kina.handle @store(%x, %x) with reverse_mode wrt = [0]
      : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// The same through a call whose results do not matter.
func.func private @log(%x: tensor<4xf32>) {
  "test.store"(%x) : (tensor<4xf32>) -> ()
  return
}
// expected-note@+1 {{the path starts at argument 0 of @logs}}
func.func private @logs(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'func.call' op has side effects on a value that is differentiated, and no derivative rule (VJPOpInterface)}}
  call @log(%x) : (tensor<4xf32>) -> ()
  %y = kina.exp %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y, %g = kina.handle @logs(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// A call without effects is fine there.
func.func private @pure(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = kina.compare eq, %x, %x : tensor<4xf32>
  return %c : tensor<4xi1>
}
func.func private @calls_pure(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>) {
  %c = call @pure(%x) : (tensor<4xf32>) -> tensor<4xi1>
  %y = kina.exp %x : tensor<4xf32>
  return %y, %c : tensor<4xf32>, tensor<4xi1>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y:3 = kina.handle @calls_pure(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>, tensor<4xf32>)
  return %y#2 : tensor<4xf32>
}

// -----

func.func private @unreachable(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'llvm.unreachable' op expected func.return at the end of a function to differentiate}}
  llvm.unreachable
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y, %g = kina.handle @unreachable(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

func.func private @exp(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = kina.exp %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
%x = kina.constant dense<1.0> : tensor<4xf32>
// expected-error@+1 {{'kina.handle' op expected to be inside a func.func, got parent 'builtin.module'}}
%y, %g = kina.handle @exp(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)

// -----

// What a region has effects for cannot be computed again.
func.func private @random(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = kina.checkpoint -> (tensor<4xf32>) {
    // expected-error@+1 {{'test.random' op has side effects, but would be run again to differentiate what it gives; keep it out of recursive functions, kina.checkpoint, scf.while and loops that recompute or whose tensors change their size}}
    %n = "test.random"() : () -> tensor<4xf32>
    %m = kina.mul %x, %n : tensor<4xf32>
    kina.yield %m : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y, %g = kina.handle @random(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// One whose result nobody uses is left to the forward part.
func.func private @print(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = kina.checkpoint -> (tensor<4xf32>) {
    %c = arith.constant 1 : index
    "test.print"(%c) : (index) -> ()
    %m = kina.mul %x, %x : tensor<4xf32>
    kina.yield %m : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y, %g = kina.handle @print(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// A buffer of each iteration has no place in a tensor.
func.func private @recursive(%x: tensor<4xf32>, %m: memref<4xf32>) -> tensor<4xf32> {
  %y = call @recursive(%x, %m) : (tensor<4xf32>, memref<4xf32>) -> tensor<4xf32>
  %z = kina.mul %y, %x : tensor<4xf32>
  return %z : tensor<4xf32>
}
func.func private @buffers(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{'scf.for' op expected the backward part to need tensors and numbers of each iteration, got 'memref<4xf32>'}}
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %m = "test.buffer"() : () -> memref<4xf32>
    %b = func.call @recursive(%a, %m) : (tensor<4xf32>, memref<4xf32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y, %g = kina.handle @buffers(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}

// -----

// Room for the largest of values that grow is found by running the loop for it.
func.func private @grows(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf32> {
    "test.print"(%i) : (index) -> ()
    // expected-error@+1 {{'test.random' op has side effects, but would be run again}}
    %v = "test.random"() : () -> tensor<?xf32>
    %b = kina.concat %a, %x axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %u = kina.concat %b, %v axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %s = kina.sin %u : tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @main(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %y, %g = kina.handle @grows(%x, %n) with reverse_mode : (tensor<?xf32>, index) -> (tensor<?xf32>, tensor<?xf32>)
  return %g : tensor<?xf32>
}

// -----

// Nor, by whatever policy, inside control flow or calls.
func.func private @buffer(%x: tensor<4xf32>, %m: memref<1xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    // expected-error@+1 {{'memref.load' op has side effects, but would be run again}}
    %v = memref.load %m[%c0] : memref<1xf32>
    memref.store %v, %m[%c0] : memref<1xf32>
    %t = tensor.from_elements %v : tensor<1xf32>
    %b = kina.broadcast %t : tensor<1xf32> -> tensor<4xf32>
    %s = kina.mul %a, %b : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  } {kina.recompute_policy = "recompute"}
  return %r : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %m: memref<1xf32>, %n: index) -> tensor<4xf32> {
  %y = call @apply(%x, %m, %n) : (tensor<4xf32>, memref<1xf32>, index) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func private @apply(%x: tensor<4xf32>, %m: memref<1xf32>, %n: index) -> tensor<4xf32> {
  %y, %g = kina.handle @outer(%x) with reverse_mode : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}
func.func private @outer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<1xf32>
  %y = call @buffer(%x, %m, %c3) : (tensor<4xf32>, memref<1xf32>, index) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func private @log(index)
func.func private @sized(%x: tensor<4xf32>) -> (tensor<4xf32>, index) {
  %c1 = arith.constant 1 : index
  call @log(%c1) : (index) -> ()
  return %x, %c1 : tensor<4xf32>, index
}
func.func private @calls(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = kina.checkpoint -> (tensor<4xf32>) {
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
      // A call whose result nobody uses is left out of what is computed again.
      func.call @log(%i) : (index) -> ()
      %s = kina.sin %a : tensor<4xf32>
      // expected-error@+1 {{'func.call' op has side effects, but would be run again}}
      %t:2 = func.call @sized(%s) : (tensor<4xf32>) -> (tensor<4xf32>, index)
      scf.yield %t#0 : tensor<4xf32>
    }
    kina.yield %r : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %y, %g = kina.handle @calls(%x, %n) with reverse_mode : (tensor<4xf32>, index) -> (tensor<4xf32>, tensor<4xf32>)
  return %g : tensor<4xf32>
}
