//===- HostPasses.td - Passes of the host pipeline -----------*- tablegen -*-===//

#ifndef KINA_TRANSFORMS_HOSTPASSES
#define KINA_TRANSFORMS_HOSTPASSES

include "mlir/Pass/PassBase.td"

def KinaSetTarget : Pass<"kina-set-target", "::mlir::ModuleOp"> {
  let summary = "Say which machine the module's code is made for";
  let description = [{
    Sets `llvm.target_triple` and `llvm.data_layout` on the module, and processor
    and features on the functions of the LLVM dialect in it. Without the first
    two LLVM's tools know neither sizes nor alignments, and turn memcpy into a
    loop over bytes; without the others they use the architecture's baseline.
  }];
  let options = [
    Option<"triple", "triple", "std::string", /*default=*/"",
           "Target triple; empty is the host's">,
    Option<"cpu", "cpu", "std::string", /*default=*/"\"native\"",
           "Target processor; native is the host's">,
    Option<"features", "features", "std::string", /*default=*/"",
           "Target features on top of the processor's, for example +avx2">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def KinaElementwiseToLinalg : Pass<"kina-elementwise-to-linalg"> {
  let summary = "Lower arith and math ops on tensors to linalg";
  let description = [{
    As `convert-elementwise-to-linalg`, but each op gets a `tensor.empty` of its
    own as destination; upstream's writes over an operand, and the analysis of
    bufferization then takes time quadratic in the length of a chain.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def KinaSafeReshapes : Pass<"kina-safe-reshapes"> {
  let summary = "Avoid reshapes that upstream gets wrong on buffers";
  let description = [{
    Turns into a `tensor.reshape`:
    - a `tensor.expand_shape` in which one dimension becomes two or more `?`; on
      buffers, `expand-strided-metadata` takes it that a group has at most one
      unknown size, and crashes;
    - a `tensor.collapse_shape` in which a 0 and a `?` become one dimension; on
      buffers that would be a 0, which the verifier refuses.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def KinaInlineOnce : Pass<"kina-inline-once", "::mlir::ModuleOp"> {
  let summary = "Inline private functions that are called exactly once";
  let description = [{
    The body of a private function that one call uses, and nothing else, replaces
    that call; the empty function goes. Code never grows, and each body moves
    once, whatever the depth of the calls. Left alone: functions of several
    blocks, functions marked `no_inline`, and recursive ones.

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = arith.addf %x, %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
    becomes
    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = arith.addf %x, %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def KinaStructureBlocks : Pass<"kina-structure-blocks", "::mlir::ModuleOp"> {
  let summary = "Turn branches between blocks into structured control flow";
  let description = [{
    `lift-cf-to-scf` for the functions of several blocks, without those that nothing
    leads to, which that pass refuses. Bufferization knows no loops of blocks, and no
    two edges from one block to another.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect"
  ];
}

def KinaSimplify : Pass<"kina-simplify"> {
  let summary = "Canonicalize, and drop what follows a trap";
  let description = [{
    As `canonicalize`, with two patterns more, and one less: the size that a
    `tensor.cast` guesses does not become that of the op before it, which runs before
    the guess is checked.

    Ops behind a call that never returns (a trap of the run-time library) go; what
    the block's terminator needs of them becomes a placeholder. A check that is known
    to fail leaves code behind it whose sizes contradict each other. Upstream's
    verifiers would refuse it, although it never runs, and the trap at run time is
    what the program means.

    `ub.poison` of a tensor, which bufferization does not take, becomes a
    placeholder, too: an empty tensor of its type, `?` dimensions 0.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect",
    "::mlir::ub::UBDialect"
  ];
}

def KinaReserveNames : Pass<"kina-reserve-names", "::mlir::ModuleOp"> {
  let summary = "Rename functions that have the name of a C function";
  let description = [{
    A function that the module defines under a name of the C library (`@exp`,
    `@free`), of the compiler or of the run-time library would be called where the
    compiled code means theirs. It becomes `@kina.fn.<name>`, which no C function is
    called, with a number behind it where the module has that name already. The old
    name stays in the attribute `kina.name`, from which `kina-finish-symbols` gives it
    to the C interface.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def KinaHostInterface : Pass<"kina-host-interface", "::mlir::ModuleOp"> {
  let summary = "Give functions the calling convention of host programs";
  let description = [{
    Tensor arguments are never written (`bufferization.writable = false`), so that
    a caller may pass one buffer twice. A public function gets a C interface
    (`llvm.emit_c_interface`), and `llvm.noalias` on its arguments, which holds
    since they are only read.
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::func::FuncDialect"
  ];
}

def KinaInsertionChains : Pass<"kina-insertion-chains"> {
  let summary = "Copy the parts of a tensor with many into one buffer";
  let description = [{
    `kina.concat` becomes a chain of `tensor.insert_slice`. Upstream's analyses
    compare all insertions of a chain with each other: 250 take more than a minute.
    Here a long chain that starts from a `tensor.empty` becomes a buffer into which
    each part is copied. Each element is copied once; what short chains save, parts
    that are computed right in their place, is lost. A chain that starts from other
    values stays: it would have to copy those too.

    ```mlir
    %start = tensor.empty() : tensor<8xf32>
    %0 = tensor.insert_slice %a into %start[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
    %1 = tensor.insert_slice %b into %0[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
    ```
    becomes, for `min-insertions=2`,
    ```mlir
    %start = tensor.empty() : tensor<8xf32>
    %m = bufferization.to_buffer %start : tensor<8xf32> to memref<8xf32>
    %ma = bufferization.to_buffer %a read_only
      : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
    %p = memref.subview %m[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
    memref.copy %ma, %p
      : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[1]>>
    // ... the same for %b
    %1 = bufferization.to_tensor %m restrict writable : memref<8xf32> to tensor<8xf32>
    ```
  }];
  let options = [
    Option<"minInsertions", "min-insertions", "unsigned", /*default=*/"17",
           "Leave chains with fewer insertions alone">
  ];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect", "::mlir::memref::MemRefDialect"
  ];
}

def KinaSplitReads : Pass<"kina-split-reads", "::mlir::ModuleOp"> {
  let summary = "Hide from bufferization that one tensor has many readers";
  let description = [{
    One-Shot Bufferize's analysis looks, for each use of a tensor, at all others: a
    weight that 4,000 ops read costs 12 seconds. Here each use of a tensor with
    many gets a `bufferization.to_tensor` of the one buffer, which the analysis
    takes for a tensor of its own that must not be written. That is right for
    buffers that nobody else writes: those of arguments, of constants, and of
    results that have their own `tensor.empty`.
  }];
  let options = [
    Option<"minUses", "min-uses", "unsigned", /*default=*/"16",
           "Leave tensors with fewer uses alone">
  ];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def KinaConstantsToGlobals : Pass<"kina-constants-to-globals", "::mlir::ModuleOp"> {
  let summary = "Make constant tensors global buffers, in the order of the program";
  let description = [{
    What One-Shot Bufferize does to constants. It goes through the functions in an
    order that changes from run to run, and with it the globals' names and places.
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect", "::mlir::memref::MemRefDialect"
  ];
}

def KinaPlaceDeallocs : Pass<"kina-place-deallocs", "::mlir::ModuleOp"> {
  let summary = "Free every buffer after its last use";
  let description = [{
    Runs after bufferization. Each buffer has one owner, known at compile time:
    the block of the op that makes it (an allocation, a call, a loop or branch
    with a buffer as result), or the block whose argument it is. A function's
    arguments stay the caller's. A terminator that hands a buffer on hands over
    the ownership, `func.return` to the caller; where it cannot, because the
    buffer is somebody else's, or handed over already, it hands on a copy. What
    is left is freed right after its last use.

    So each result of a function is a buffer of its own, which the caller frees
    once, and no function keeps one that it does not return. Time is linear in
    the size of the function; upstream's ownership-based-buffer-deallocation
    compares all buffers of a block with each other. Branches between blocks are an
    error (`kina-structure-blocks`).
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
}

def KinaCompactBuffers : Pass<"kina-compact-buffers"> {
  let summary = "Copy strided buffers where contiguous ones are expected";
  let description = [{
    Runs right after bufferization, which casts any buffer to the type of a contiguous
    one, for example where a slice is returned or passed to a function: `memref.cast`
    allows it where a stride is unknown in one of the types, and a size that is `?`
    makes the strides of the contiguous type unknown. What reads the cast would read
    the wrong elements. Here the cast becomes a buffer of its own unless the source's
    type says that it is contiguous, whatever the sizes. That holds since no function
    writes to its arguments.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def KinaLowerCopies : Pass<"kina-lower-copies"> {
  let summary = "Copy strided buffers by loops";
  let description = [{
    A `memref.copy` between contiguous buffers stays and becomes a `memcpy`. Others
    become `linalg.generic`; left alone, they would call a function of MLIR's runner
    libraries, element by element.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def KinaLowerLoops : Pass<"kina-lower-loops"> {
  let summary = "Lower scf to branches between blocks";
  let description = [{
    What `convert-scf-to-cf` does, with its patterns, from the last loop to the
    first. Each loop splits the block that it is in: from the first on, the whole
    rest of a function would move once for each loop. The cases of `scf.index_switch`
    are numbered before, as upstream compares 32 bits of its 64.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect"
  ];
}

def KinaCheckAllocations : Pass<"kina-check-allocations"> {
  let summary = "Compute the bytes of allocations so that they cannot wrap";
  let description = [{
    An allocation of unknown size becomes one of bytes, whose number is the largest
    there is where the true one does not fit, and a `memref.view` of it. The run-time
    library then finds no memory for it and traps; a number that wrapped would be
    small, and the program would write past the end.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
}

def KinaFinishSymbols : Pass<"kina-finish-symbols", "::mlir::ModuleOp"> {
  let summary = "Give allocations and C interfaces their final names";
  let description = [{
    Calls of `aligned_alloc` become calls of the run-time library's `kina_alloc`,
    which traps where there is no memory. C interfaces of functions that
    `kina-reserve-names` has renamed get the names that users know. A name that
    something else in the module has is an error.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def KinaNoAliasArguments : Pass<"kina-noalias-arguments", "::mlir::ModuleOp"> {
  let summary = "Move llvm.noalias from descriptors to the data";
  let description = [{
    Lowering to LLVM drops `llvm.noalias` where a memref argument becomes several
    values, and leaves it on the C interface's pointers to descriptors. This pass
    moves it from there to the pointers to the data.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def KinaExpandFloatCasts : Pass<"kina-expand-float-casts"> {
  let summary = "Convert floats without library calls";
  let description = [{
    `arith.truncf` from f64 to f16 or bf16 goes through f32, rounded to odd so that
    the second rounding gives what one rounding would; LLVM calls a helper of
    compiler-rt for it on most processors, for bf16 one that many systems lack.
    Fast-math flags on conversions, which LLVM does not have, go.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def KinaExpandArith : Pass<"kina-expand-arith"> {
  let summary = "Expand the arith ops that LLVM has no instruction for";
  let description = [{
    Casts between bf16 and f32 become integer operations, and rounding integer
    divisions truncating ones. `arith-expand` has these too, but also turns
    `arith.maximumf` and `arith.minimumf` into a comparison, for which +0 and -0 are
    equal; LLVM's intrinsics tell them apart.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def KinaBFloat16Bits : Pass<"kina-bfloat16-bits"> {
  let summary = "Move bf16 about as integers";
  let description = [{
    Whatever only moves values has i16 for bf16: loads and stores, arguments of
    blocks and functions, calls, results, selections, constants. An op that computes
    with bf16 gets bitcasts; once `kina-expand-arith` has run only an atomic update of
    memory does. No other value of type bf16 reaches LLVM, which may hold it in f32,
    and narrow it by an instruction that takes subnormals to zero.

    So a bf16 by itself, as an argument or result of a function, is passed like the
    `uint16_t` of its bits, and like the struct that MLIR's runner libraries have for
    it. In memory nothing changes.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // KINA_TRANSFORMS_HOSTPASSES
