// Sizes and counts that 63 bits do not hold, of tensors that nobody holds in memory.
// A broadcast may be that long as long as it is not written out, or has no elements.
// RUN: not --crash kina-run %s --function=reshape --input=1x1xf32=1 --input=i64=4294967296 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RESHAPE
// RESHAPE: kina: reshape size mismatch: 9223372036854775807 and 0 elements at {{.*}}:16:8
// RUN: not --crash kina-run %s --function=concat --input=1x0xf32= --input=i64=4611686018427387904 \
// RUN:   2>&1 | FileCheck %s --check-prefix=CONCAT
// CONCAT: kina: concat size does not fit in 63 bits in dimension 0 at {{.*}}:23:8
// RUN: not --crash kina-run %s --function=reduce --input=1x1x0xf32= --input=i64=4294967296 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REDUCE
// REDUCE: kina: reduce max over an empty axis at {{.*}}:35:8
func.func @reshape(%x: tensor<1x1xf32>, %p: tensor<i64>) -> tensor<0xf32> {
  %v = tensor.extract %p[] : tensor<i64>
  %n = arith.index_cast %v : i64 to index
  %b = kina.broadcast %x sizes(%n, %n) : tensor<1x1xf32> -> tensor<?x?xf32>
  %r = kina.reshape %b : tensor<?x?xf32> -> tensor<0xf32>
  return %r : tensor<0xf32>
}
func.func @concat(%x: tensor<1x0xf32>, %p: tensor<i64>) -> tensor<i64> {
  %v = tensor.extract %p[] : tensor<i64>
  %n = arith.index_cast %v : i64 to index
  %b = kina.broadcast %x sizes(%n) : tensor<1x0xf32> -> tensor<?x0xf32>
  %r = kina.concat %b, %b, %b, %b axis = 0 : (tensor<?x0xf32>, tensor<?x0xf32>, tensor<?x0xf32>, tensor<?x0xf32>) -> tensor<?x0xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %r, %c0 : tensor<?x0xf32>
  %i = arith.index_cast %d : index to i64
  %t = tensor.from_elements %i : tensor<i64>
  return %t : tensor<i64>
}
func.func @reduce(%x: tensor<1x1x0xf32>, %p: tensor<i64>) -> tensor<?x?xf32> {
  %v = tensor.extract %p[] : tensor<i64>
  %n = arith.index_cast %v : i64 to index
  %b = kina.broadcast %x sizes(%n, %n) : tensor<1x1x0xf32> -> tensor<?x?x0xf32>
  %c = tensor.cast %b : tensor<?x?x0xf32> to tensor<?x?x?xf32>
  %r = kina.reduce max %c axes = [2] : tensor<?x?x?xf32> -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Parts of known sizes alone leave the unknown one no room, not even to be empty.
// RUN: not --crash kina-run %s --function=concat_known --input=0x0xf32= 2>&1 \
// RUN:   | FileCheck %s --check-prefix=KNOWN
// KNOWN: kina: concat size does not fit in 63 bits in dimension 0 at {{.*}}:45:8
func.func @concat_known(%x: tensor<?x0xf32>) -> tensor<?x0xf32> {
  %a = kina.constant dense<> : tensor<2000000000000000000x0xf32>
  %0 = kina.concat %x, %a, %a, %a, %a, %a axis = 0 : (tensor<?x0xf32>, tensor<2000000000000000000x0xf32>, tensor<2000000000000000000x0xf32>, tensor<2000000000000000000x0xf32>, tensor<2000000000000000000x0xf32>, tensor<2000000000000000000x0xf32>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}
