# kina_add_library(NAME source... [DEPENDS target...] [LINK_LIBS target...] [MLIR_LIBS name...])
#
# A static kina library: generated headers in DEPENDS, kina libraries in
# LINK_LIBS, MLIR components (taken from libMLIR.so) in MLIR_LIBS.
function(kina_add_library name)
  cmake_parse_arguments(ARG "NO_PCH" "" "DEPENDS;LINK_LIBS;MLIR_LIBS" ${ARGN})
  add_mlir_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS}
    PARTIAL_SOURCES_INTENDED DISABLE_INSTALL EXCLUDE_FROM_LIBMLIR
    DEPENDS ${ARG_DEPENDS})
  if(ARG_LINK_LIBS)
    target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS})
  endif()
  mlir_target_link_libraries(${name} PUBLIC MLIRIR ${ARG_MLIR_LIBS})
  if(KINA_ENABLE_PCH AND NOT ARG_NO_PCH)
    target_precompile_headers(${name} REUSE_FROM KinaPCH)
  endif()
endfunction()

# kina_add_tool(NAME source... LINK_LIBS target... MLIR_LIBS name...)
function(kina_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS;MLIR_LIBS" ${ARGN})
  add_llvm_executable(${name} PARTIAL_SOURCES_INTENDED ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  mlir_target_link_libraries(${name} PRIVATE ${ARG_MLIR_LIBS})
endfunction()

if(KINA_ENABLE_PCH)
  # One header for every library: the parts of MLIR that nearly all include.
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/pch.cpp CONTENT "")
  add_library(KinaPCH OBJECT ${PROJECT_BINARY_DIR}/pch.cpp)
  llvm_update_compile_flags(KinaPCH)
  target_precompile_headers(KinaPCH PRIVATE
    <mlir/Dialect/Arith/IR/Arith.h>
    <mlir/Dialect/Func/IR/FuncOps.h>
    <mlir/Dialect/Tensor/IR/Tensor.h>
    <mlir/IR/Builders.h>
    <mlir/IR/BuiltinOps.h>
    <mlir/IR/PatternMatch.h>
    <mlir/Interfaces/InferTypeOpInterface.h>
    <mlir/Pass/Pass.h>)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(KinaPCH PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()
