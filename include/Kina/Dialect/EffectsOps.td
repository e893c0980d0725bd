//===- EffectsOps.td - Handlers ------------------------------*- tablegen -*-===//

#ifndef KINA_DIALECT_EFFECTSOPS
#define KINA_DIALECT_EFFECTSOPS

include "Kina/Dialect/KinaOpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

/// What functions that are differentiated may take and give: numbers beside
/// tensors are sizes, counts and conditions.
def Kina_HandleType : AnyTypeOf<[Kina_Tensor, Index, AnySignlessInteger]>;

def Kina_HandleOp : Kina_Op<"handle", [AttrSizedOperandSegments,
    Kina_NoDerivative<"--kina-ad replaces inner handlers first">,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "evaluates a function together with its gradients";
  let description = [{
    Results: every result of the callee, then one gradient for each float
    argument, in order, of the argument's exact type. `of` differentiates those
    results only; `wrt` narrows the gradients to those arguments (positions,
    ascending, distinct). Every differentiated result is seeded with ones, unless
    `seed` gives one cotangent for each; `?` sizes of seeds are compared at run
    time.

    `--kina-ad` replaces this op by calls of two private functions, a forward and
    a backward one, shared by all uses with the same callee, active arguments and
    seeded results.

    ```mlir
    func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = kina.exp %x : tensor<4xf32>
      return %y : tensor<4xf32>
    }
    func.func @example(%x: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      %y, %dx = kina.handle @f(%x) with reverse_mode seed(%g)
          : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
      return %y, %dx : tensor<4xf32>, tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
                       Variadic<Kina_HandleType>:$inputs,
                       OptionalAttr<DenseI64ArrayAttr>:$of,
                       OptionalAttr<DenseI64ArrayAttr>:$wrt,
                       Variadic<Kina_FloatTensor>:$seeds);
  let results = (outs Variadic<Kina_HandleType>:$outputs);
  let assemblyFormat = [{
    $callee `(` $inputs `)` `with` `reverse_mode` (`of` `=` $of^)? (`wrt` `=` $wrt^)?
    (`seed` `(` $seeds^ `)`)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The positions of the results that are differentiated, given the callee's
    /// result types; and of the arguments that have a gradient.
    ::llvm::SmallVector<int64_t> getSeededResults(::mlir::TypeRange calleeResults);
    ::llvm::SmallVector<int64_t> getDifferentiatedArguments();
  }];
}

def Kina_SeedOp : Kina_ShapeRuleOp<"seed", [Kina_VJP,
    Kina_SameTypes, SameOperandsAndResultType]> {
  let summary = "the cotangent of a value, whose sizes it must have";
  let description = [{
    Internal: made by `--kina-ad` for a handler's seed of dynamic shape. The result
    is `seed`; sizes that differ from `value`'s trap
    (`kina: handle size mismatch: ...`).

    Cotangents: g, none.

    ```mlir
    func.func @example(%g: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %s = kina.seed %g, %y : tensor<?xf32>
      return %s : tensor<?xf32>
    }
    ```
  }];
  let arguments = (ins Kina_FloatTensor:$seed, Kina_FloatTensor:$value);
  let results = (outs Kina_FloatTensor:$result);
  let assemblyFormat = "$seed `,` $value attr-dict `:` type($result)";
  let opDeclaration = [{
    ::llvm::StringRef getTrapName() { return "handle"; }
  }];
  let hasFolder = 1;
}

def Kina_CheckpointOp : Kina_Op<"checkpoint", [
    DeclareOpInterfaceMethods<RegionBranchOpInterface>, RecursiveMemoryEffects,
    RecursivelySpeculatable, NoRegionArguments, SingleBlock]> {
  let summary = "a region that is computed again for its backward part";
  let description = [{
    Evaluates its region, which may read values from outside, and gives what
    `kina.yield` hands on. `--kina-ad` keeps nothing of its interior for the
    backward part: that reads the same values from outside and computes the
    interior again, in a function of its own. This costs one more evaluation, and
    frees the memory of the interior between the two parts.

    The derivative is that of the region's ops. Ops inside that have effects
    (other than traps) and whose results are used are an error when
    differentiated.

    ```mlir
    func.func @example(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = kina.checkpoint -> (tensor<4xf32>) {
        %e = kina.exp %x : tensor<4xf32>
        %s = kina.sin %e : tensor<4xf32>
        kina.yield %s : tensor<4xf32>
      }
      return %y : tensor<4xf32>
    }
    ```
  }];
  let results = (outs Variadic<AnyType>:$outputs);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = "(`->` `(` type($outputs)^ `)`)? $region attr-dict";
}

def Kina_YieldOp : Kina_Op<"yield", [Pure, Terminator, ReturnLike,
                                     ParentOneOf<["CheckpointOp"]>]> {
  let summary = "ends a region with what it gives";
  let description = [{
    The operands are the results of the `kina.checkpoint` around it, of their
    types.

    ```mlir
    func.func @example(%x: tensor<4xf32>) -> tensor<4xf32> {
      %y = kina.checkpoint -> (tensor<4xf32>) {
        %e = kina.exp %x : tensor<4xf32>
        kina.yield %e : tensor<4xf32>
      }
      return %y : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "($operands^ `:` type($operands))? attr-dict";
  let builders = [OpBuilder<(ins), [{ }]>];
}

#endif // KINA_DIALECT_EFFECTSOPS
