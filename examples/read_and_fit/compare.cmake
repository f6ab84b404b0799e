execute_process(COMMAND ${PROGRAM} deployment.yaml config.json WORKING_DIRECTORY ${FOLDER}
                OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
file(READ ${FOLDER}/read_and_fit.expected expected)
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "expected\n${expected}\nprinted\n${printed}")
endif()
