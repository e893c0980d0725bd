//===- KinaOps.td - All ops of the kina dialect --------------*- tablegen -*-===//

#ifndef KINA_DIALECT_KINAOPS
#define KINA_DIALECT_KINAOPS

include "Kina/Dialect/ElementwiseOps.td"
include "Kina/Dialect/ShapeOps.td"
include "Kina/Dialect/ReductionOps.td"
include "Kina/Dialect/ContractionOps.td"
include "Kina/Dialect/NormalizationOps.td"
include "Kina/Dialect/IndexingOps.td"
include "Kina/Dialect/EffectsOps.td"
include "Kina/Dialect/PlacementOps.td"

#endif // KINA_DIALECT_KINAOPS
