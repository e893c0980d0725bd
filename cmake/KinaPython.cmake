# Finds the Python that runs the tests: one with NumPy if there is any.
# Sets Python3_EXECUTABLE, Python3_FOUND and KINA_HAVE_NUMPY, NumPy's version.

function(kina_ask_numpy python out)
  execute_process(COMMAND ${python} -c "import numpy; print(numpy.__version__)"
    OUTPUT_VARIABLE version RESULT_VARIABLE status ERROR_QUIET
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT status EQUAL 0)
    set(version "")
  endif()
  set(${out} "${version}" PARENT_SCOPE)
endfunction()

# The first python3 on PATH may be a bare one while the system's has NumPy.
if(NOT Python3_EXECUTABLE)
  foreach(python python3 /usr/bin/python3 /usr/local/bin/python3)
    kina_ask_numpy(${python} KINA_HAVE_NUMPY)
    if(KINA_HAVE_NUMPY)
      find_program(Python3_EXECUTABLE ${python})
      break()
    endif()
  endforeach()
endif()
find_package(Python3 COMPONENTS Interpreter)
set(KINA_HAVE_NUMPY "")
if(Python3_FOUND)
  kina_ask_numpy(${Python3_EXECUTABLE} KINA_HAVE_NUMPY)
endif()
