// RUN: kina-opt %s --canonicalize | FileCheck %s

// A graph region may hold cycles; folding ends all the same.

// CHECK-LABEL: module @cycles
module @cycles {
  %0 = kina.neg %1 : tensor<2xf32>
  %1 = kina.neg %0 : tensor<2xf32>
  %2 = kina.not %3 : tensor<2xi1>
  %3 = kina.not %4 : tensor<2xi1>
  %4 = kina.not %2 : tensor<2xi1>
  %5 = kina.abs %5 : tensor<2xf32>
  %6 = kina.relu %7 : tensor<2xf32>
  %7 = kina.relu %6 : tensor<2xf32>
}
