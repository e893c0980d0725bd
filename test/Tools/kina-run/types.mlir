// Every element type, rank 0, dimensions that are dynamic or 0.
// RUN: kina-run %s --input=2xf16="1.5 -2" --input=2xbf16="1.5 inf" --input=2xf32="0.1 nan" \
// RUN:   --input=2xf64="0.1 -inf" --input=2xi1="true false" --input=2xi32="1 -2147483648" \
// RUN:   --input=2xi64="1 9223372036854775807" --input=f32=3 --input=0x3xf32= | FileCheck %s
// CHECK: result[0]: 2xf16=1.5 -2
// CHECK: result[1]: 2xbf16=1.5 inf
// CHECK: result[2]: 2xf32=0.1 nan
// CHECK: result[3]: 2xf64=0.1 -inf
// CHECK: result[4]: 2xi1=true false
// CHECK: result[5]: 2xi32=1 -2147483648
// CHECK: result[6]: 2xi64=1 9223372036854775807
// CHECK: result[7]: f32=3
// CHECK: result[8]: 0x3xf32=
func.func @only(%0: tensor<?xf16>, %1: tensor<?xbf16>, %2: tensor<?xf32>, %3: tensor<?xf64>, %4: tensor<?xi1>,
                %5: tensor<?xi32>, %6: tensor<?xi64>, %7: tensor<f32>, %8: tensor<?x3xf32>)
    -> (tensor<?xf16>, tensor<?xbf16>, tensor<?xf32>, tensor<?xf64>, tensor<?xi1>, tensor<?xi32>, tensor<?xi64>,
        tensor<f32>, tensor<?x3xf32>) {
  return %0, %1, %2, %3, %4, %5, %6, %7, %8
    : tensor<?xf16>, tensor<?xbf16>, tensor<?xf32>, tensor<?xf64>, tensor<?xi1>, tensor<?xi32>, tensor<?xi64>,
      tensor<f32>, tensor<?x3xf32>
}
