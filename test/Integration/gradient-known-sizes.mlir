// Gradients where nothing is to be done for a size: a reshape to the same type, and parts
// of a concat whose rows are known and columns are not. d(x^2) = 2x.

// RUN: kina-run %s --function=reshape --input="2x3xf32=1 2 3 4 5 6" | FileCheck %s --check-prefix=RESHAPE
// RUN: kina-run %s --function=concat --input="2x1xf32=1 2" --input="1x1xf32=-4" | FileCheck %s --check-prefix=CONCAT

// RESHAPE: result[0]: 2x3xf32=[2 4 6][8 10 12]
func.func private @square_reshaped(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = kina.reshape %x : tensor<2x3xf32> -> tensor<2x3xf32>
  %1 = kina.mul %0, %0 : tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
func.func @reshape(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0, %1 = kina.handle @square_reshaped(%x) with reverse_mode : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return %1 : tensor<2x3xf32>
}

// CONCAT: result[0]: 2x1xf32=[2][4]
// CONCAT-NEXT: result[1]: 1x1xf32=[-8]
func.func private @square_of_parts(%x: tensor<2x?xf32>, %y: tensor<1x?xf32>) -> tensor<3x?xf32> {
  %0 = kina.concat %x, %y axis = 0 : (tensor<2x?xf32>, tensor<1x?xf32>) -> tensor<3x?xf32>
  %1 = kina.mul %0, %0 : tensor<3x?xf32>
  return %1 : tensor<3x?xf32>
}
func.func @concat(%x: tensor<2x?xf32>, %y: tensor<1x?xf32>) -> (tensor<2x?xf32>, tensor<1x?xf32>) {
  %0, %1, %2 = kina.handle @square_of_parts(%x, %y) with reverse_mode
      : (tensor<2x?xf32>, tensor<1x?xf32>) -> (tensor<3x?xf32>, tensor<2x?xf32>, tensor<1x?xf32>)
  return %1, %2 : tensor<2x?xf32>, tensor<1x?xf32>
}
