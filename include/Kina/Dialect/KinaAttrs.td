//===- KinaAttrs.td - Attributes and enums of the kina dialect *- tablegen -*-===//

#ifndef KINA_DIALECT_KINAATTRS
#define KINA_DIALECT_KINAATTRS

include "Kina/Dialect/KinaDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/TensorEncoding.td"

def Kina_DeviceAttr : AttrDef<Kina_Dialect, "Device",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let mnemonic = "device";
  let summary = "Placement of a tensor on a device";
  let description = [{
    The encoding of a tensor that lives on a device: `#kina.device` is device 0,
    `#kina.device<1>` the next one. `#kina.device<0>` is read as `#kina.device`,
    so equal placements are equal types. A tensor without encoding lives on the
    host.
  }];
  let parameters = (ins DefaultValuedParameter<"int64_t", "0">:$ordinal);
  let assemblyFormat = "(`<` $ordinal^ `>`)?";
  let genVerifyDecl = 1;
}

// The plain enum attribute, not EnumAttr: in a declarative format the latter
// prints a second space.
class Kina_Enum<string name, string summary, list<string> cases>
    : I32EnumAttr<name, summary,
        !foreach(i, !range(!size(cases)), I32EnumAttrCase<cases[i], i>)> {
  let cppNamespace = "::kina";
}

def Kina_ComparePredicate : Kina_Enum<"ComparePredicate",
  "comparison of two numbers; ordered, except ne", ["eq", "ne", "lt", "le", "gt", "ge"]>;
def Kina_ReduceKind : Kina_Enum<"ReduceKind",
  "how a reduction combines elements", ["sum", "prod", "max", "min", "mean"]>;
def Kina_BoundsMode : Kina_Enum<"BoundsMode",
  "how an indexing op treats its indices", ["checked", "proven", "unchecked"]>;

#endif // KINA_DIALECT_KINAATTRS
