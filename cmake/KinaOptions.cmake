# What a user may switch, with defaults that suit a first build.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release or RelWithDebInfo" FORCE)
endif()

option(KINA_BUILD_TESTS "Build the unit tests and register every test with ctest" ON)
option(KINA_WERROR "Treat warnings as errors" OFF)
option(KINA_ENABLE_PCH "Precompile the MLIR headers that most sources include" ON)
option(KINA_ENABLE_PYTHON_BINDINGS "Not supported: kina has no Python bindings" OFF)
option(KINA_FUZZERS "Build the libFuzzer programs of test/fuzz; needs clang" OFF)
set(KINA_SANITIZER "" CACHE STRING "Sanitizers for every kina target: Address;Undefined, or Thread")
option(KINA_COVERAGE "Count which lines of every kina target run (Clang; make coverage)" OFF)

if(KINA_ENABLE_PYTHON_BINDINGS)
  message(FATAL_ERROR
    "KINA_ENABLE_PYTHON_BINDINGS=ON: Python bindings are disabled in kina. "
    "Configure with -DKINA_ENABLE_PYTHON_BINDINGS=OFF; drive kina from Python "
    "through kina-opt and kina-run, or embed the C++ libraries.")
endif()

if(KINA_COVERAGE)
  # Continuously, because programs that trap abort and write no profile at exit.
  add_compile_options(-fprofile-instr-generate -fcoverage-mapping -fprofile-continuous)
  add_link_options(-fprofile-instr-generate -fprofile-continuous)
endif()

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Tools in bin/, libraries and the plugin in lib/, in every build tree.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)

find_program(KINA_CCACHE ccache)
if(KINA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # A precompiled header hides what it includes from ccache unless it is told so.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${KINA_CCACHE})
endif()
