# A user without CMake: flags from pkg-config, and warnings that do see our headers.
set(ENV{PKG_CONFIG_PATH} ${PREFIX}/share/pkgconfig)
execute_process(COMMAND pkg-config --cflags headroom OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND pkg-config --modversion headroom OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
if(NOT version STREQUAL VERSION)
  message(FATAL_ERROR "pkg-config says version ${version}, expected ${VERSION}")
endif()

separate_arguments(flags UNIX_COMMAND "${flags}")
file(MAKE_DIRECTORY ${WORK})
execute_process(
  COMMAND ${COMPILER} -std=c++20 -Wall -Wextra -Werror ${flags} ${CMAKE_CURRENT_LIST_DIR}/first.cpp
          ${CMAKE_CURRENT_LIST_DIR}/second.cpp -o ${WORK}/consumer
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK}/consumer COMMAND_ERROR_IS_FATAL ANY)

# The same of the readers, which need libyaml.
execute_process(COMMAND pkg-config --cflags --libs headroom-read OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
execute_process(
  COMMAND ${COMPILER} -std=c++20 -Wall -Wextra -Werror ${CMAKE_CURRENT_LIST_DIR}/yaml.cpp ${flags} -o ${WORK}/yaml
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK}/yaml COMMAND_ERROR_IS_FATAL ANY)

# The same in C, of the shared library.
if(WITH_CALL)
  file(GLOB_RECURSE found ${PREFIX}/headroom-call.pc)
  cmake_path(GET found PARENT_PATH folder)
  set(ENV{PKG_CONFIG_PATH} ${folder})
  execute_process(COMMAND pkg-config --cflags --libs headroom-call OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  execute_process(
    COMMAND ${COMPILER} -x c -std=c99 -pedantic-errors -Wall -Wextra -Werror ${CMAKE_CURRENT_LIST_DIR}/call.c ${flags} -o ${WORK}/call
    COMMAND_ERROR_IS_FATAL ANY)
  cmake_path(GET folder PARENT_PATH libraries)
  set(ENV{LD_LIBRARY_PATH} ${libraries})
  execute_process(COMMAND ${WORK}/call ${VERSION} COMMAND_ERROR_IS_FATAL ANY)
endif()
