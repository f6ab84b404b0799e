# Runs a program and compares what it prints with a file.
#   cmake -D EXPECTED=FILE [-D STATUS=0] -P compare_output.cmake -- PROGRAM [ARGUMENT...]

if(NOT DEFINED STATUS)
  set(STATUS 0)
endif()

set(command "")
set(past_dashes FALSE)
foreach(i RANGE 1 ${CMAKE_ARGC})
  if(past_dashes AND i LESS CMAKE_ARGC)
    list(APPEND command "${CMAKE_ARGV${i}}")
  elseif("${CMAKE_ARGV${i}}" STREQUAL "--")
    set(past_dashes TRUE)
  endif()
endforeach()

execute_process(COMMAND ${command} OUTPUT_VARIABLE printed RESULT_VARIABLE status)
if(NOT status STREQUAL STATUS)
  message(FATAL_ERROR "exit status ${status}, expected ${STATUS}; it printed:\n${printed}")
endif()

if(NOT EXISTS ${EXPECTED})
  message(FATAL_ERROR "${EXPECTED} is missing; the program printed:\n${printed}")
endif()
file(READ ${EXPECTED} expected)
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "the output is not that of ${EXPECTED}\n--- expected\n${expected}--- printed\n${printed}---")
endif()
