# Hands what the program prints to the consumer, which holds its own against it.
execute_process(COMMAND ${PROGRAM} ${COMMAND} --json ${FILE}
                COMMAND ${CONSUMER} ${COMMAND}
                RESULT_VARIABLE status ERROR_VARIABLE said)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "exit status ${status}: ${said}")
endif()
