# Finds MLIR 22.1 and sets up its CMake macros, linked against the shared libraries.

# Debian's folder is not on CMake's default search path.
list(APPEND CMAKE_PREFIX_PATH /usr/lib/llvm-22)
find_package(MLIR 22.1 REQUIRED CONFIG)
# Not exported by MLIR's package. The archives must never be mixed with the
# shared library: every pass and dialect would be registered twice.
set(MLIR_LINK_MLIR_DYLIB ON)

# LLVM's own flags for sanitizers, among them that a library may be linked while
# the sanitizer's symbols come from the executable.
set(LLVM_USE_SANITIZER ${KINA_SANITIZER})

set(LLVM_RUNTIME_OUTPUT_INTDIR ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
set(LLVM_LIBRARY_OUTPUT_INTDIR ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(MLIR_BINARY_DIR ${PROJECT_BINARY_DIR})
list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(HandleLLVMOptions)

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories(${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
separate_arguments(KINA_LLVM_DEFINITIONS NATIVE_COMMAND ${LLVM_DEFINITIONS})
add_definitions(${KINA_LLVM_DEFINITIONS})

add_compile_options(-Wall -Wextra -Wno-unused-parameter)
if(KINA_WERROR)
  add_compile_options(-Werror)
endif()
if(KINA_FUZZERS)
  # Every kina library counts which of its branches ran; MLIR's do not.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
find_program(KINA_LLD ld.lld-22)
if(KINA_LLD AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_link_options(--ld-path=${KINA_LLD})
endif()
