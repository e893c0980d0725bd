// Data movement keeps every bit of bf16, subnormals too, at every level. Processors
// have an instruction that narrows f32 to bf16 and takes them to zero.
// RUN: kina-run %s -O0 --input="4xbf16=9.2e-41 1 -9.2e-41 1e-39" --input="4xi1=1 0 1 1" | FileCheck %s
// RUN: kina-run %s -O1 --input="4xbf16=9.2e-41 1 -9.2e-41 1e-39" --input="4xi1=1 0 1 1" | FileCheck %s
// RUN: kina-run %s -O0 --target-cpu=x86-64 --input="4xbf16=9.2e-41 1 -9.2e-41 1e-39" --input="4xi1=1 0 1 1" | FileCheck %s
// RUN: kina-run %s -O3 --input="4xbf16=9.2e-41 1 -9.2e-41 1e-39" --input="4xi1=1 0 1 1" | FileCheck %s
// CHECK: result[0]: 6xbf16=9e-41 9e-41 1 -9e-41 1e-39 9e-41
// CHECK: result[1]: 4xbf16=9e-41 0 -9e-41 1e-39
// CHECK: result[2]: 4x2xbf16=[9e-41 0][1 0][-9e-41 0][1e-39 0]

// RUN: kina-opt %s --kina-host-pipeline | FileCheck %s --check-prefix=IR --implicit-check-not="-> bf16" --implicit-check-not=": bf16"
// IR: llvm.load {{.*}} -> i16

func.func @main(%x: tensor<4xbf16>, %c: tensor<4xi1>) -> (tensor<6xbf16>, tensor<4xbf16>, tensor<4x2xbf16>) {
  %first = kina.slice %x offsets = [0] sizes = [1] strides = [1] : tensor<4xbf16> -> tensor<1xbf16>
  %value = kina.reshape %first : tensor<1xbf16> -> tensor<bf16>
  %0 = kina.pad %x, %value low = [1] high = [1] : tensor<4xbf16>, tensor<bf16> -> tensor<6xbf16>
  %zero = kina.constant dense<0.0> : tensor<4xbf16>
  %1 = kina.select %c, %x, %zero : tensor<4xbf16>
  %column = kina.constant dense<0> : tensor<4xi64>
  %2 = kina.scatter_along_axis %x, %column axis = 1 : tensor<4xbf16>, tensor<4xi64> -> tensor<4x2xbf16>
  return %0, %1, %2 : tensor<6xbf16>, tensor<4xbf16>, tensor<4x2xbf16>
}
