# headroom_check(TARGET target FILE deployment AS name
#                [ON machine-or-cluster] [INCLUDE header] [AS_OF date] [RULES rule...] [RESERVE amounts]
#                [FORMAT format] [STRICT])
#
# Makes a constexpr headroom::deployment of a deployment file at build time, and compiles assertions over it into the
# target: what cannot work stops the build, with the deployment file's line and a sentence. Sources of the target may
# include "name.hpp" and use the constant.
#
#   ON       what it runs on, as C++: a machine's type, or a constant that is a machine or a cluster; without it the
#            machines that the file names
#   INCLUDE  the header that ON is in, where it is the project's own
#   AS_OF    the day on which sizes have to be there; without it that of the catalogue, so that builds reproduce
#   RULES    only these rules, or with a - before each all but these
#   RESERVE  what the system keeps back on each machine: "cpu=4,memory=16Gi"
#   FORMAT   the kind of file; without it told by its content
#   STRICT   warnings and unknowns stop the build too
#
# The program that is called is HEADROOM_PROGRAM, where that is set: for cross builds, which cannot run their own; else
# that of the package or of the build, else one on the PATH.
include_guard(GLOBAL)
set_property(GLOBAL PROPERTY HEADROOM_CHECK_VERSION "${headroom_VERSION}")

# Sets a variable of the caller to the program, and stops where there is none.
function(_headroom_find_program into)
  if(HEADROOM_PROGRAM)
    set(${into} "${HEADROOM_PROGRAM}" PARENT_SCOPE)
    return()
  endif()
  if(TARGET headroom::program)
    set(${into} headroom::program PARENT_SCOPE)
    return()
  endif()
  find_program(HEADROOM_PROGRAM_ON_PATH headroom)
  mark_as_advanced(HEADROOM_PROGRAM_ON_PATH)
  if(NOT HEADROOM_PROGRAM_ON_PATH)
    message(FATAL_ERROR
      "headroom_check needs the program headroom: install it beside the package or on the PATH, switch "
      "HEADROOM_BUILD_PROGRAM on where headroom is a subdirectory, or set HEADROOM_PROGRAM to its path")
  endif()
  # Headers are made for the library of the same version.
  execute_process(COMMAND "${HEADROOM_PROGRAM_ON_PATH}" --version OUTPUT_VARIABLE said ERROR_QUIET)
  string(STRIP "${said}" said)
  get_property(version GLOBAL PROPERTY HEADROOM_CHECK_VERSION)
  if(NOT said STREQUAL "headroom ${version}")
    message(FATAL_ERROR
      "headroom_check: ${HEADROOM_PROGRAM_ON_PATH} says ${said}, and the library is headroom ${version}: "
      "set HEADROOM_PROGRAM to the path of a program of that version")
  endif()
  set(${into} "${HEADROOM_PROGRAM_ON_PATH}" PARENT_SCOPE)
endfunction()

function(headroom_check)
  cmake_parse_arguments(PARSE_ARGV 0 arg STRICT "TARGET;FILE;AS;ON;INCLUDE;AS_OF;RESERVE;FORMAT" RULES)
  foreach(needed IN ITEMS TARGET FILE AS)
    if(NOT arg_${needed})
      message(FATAL_ERROR "headroom_check: ${needed} is missing; expected TARGET, FILE and AS")
    endif()
  endforeach()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "headroom_check: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET ${arg_TARGET})
    message(FATAL_ERROR "headroom_check: there is no target ${arg_TARGET}")
  endif()
  if(NOT arg_AS MATCHES "^[A-Za-z_][A-Za-z_0-9]*(::[A-Za-z_][A-Za-z_0-9]*)*$")
    message(FATAL_ERROR "headroom_check: AS ${arg_AS} is no name of a C++ constant")
  endif()

  cmake_path(ABSOLUTE_PATH arg_FILE NORMALIZE OUTPUT_VARIABLE file)
  get_source_file_property(is_generated "${file}" GENERATED)
  if(NOT is_generated AND NOT EXISTS "${file}")
    message(FATAL_ERROR "headroom_check: there is no file ${file}")
  endif()
  if(arg_INCLUDE)
    cmake_path(ABSOLUTE_PATH arg_INCLUDE NORMALIZE OUTPUT_VARIABLE include)
    if(NOT EXISTS "${include}")
      set(include "${arg_INCLUDE}")
    endif()
  endif()

  _headroom_find_program(program)

  set(arguments "${file}" --name "${arg_AS}")
  foreach(option IN ITEMS "ON;--on" "AS_OF;--as-of" "RESERVE;--reserve" "FORMAT;--as")
    list(GET option 0 name)
    list(GET option 1 word)
    if(arg_${name})
      list(APPEND arguments ${word} "${arg_${name}}")
    endif()
  endforeach()
  if(arg_INCLUDE)
    list(APPEND arguments --include "${include}")
  endif()
  if(arg_RULES)
    list(JOIN arg_RULES "," rules)
    list(APPEND arguments "--rules=${rules}")
  endif()
  if(arg_STRICT)
    list(APPEND arguments --strict)
  endif()

  # Targets that share a file, and ask the same of it, share one header and one object with its assertions: what cannot
  # work is told once, and stops each of them.
  string(SHA1 id "${arguments}")
  string(SUBSTRING "${id}" 0 12 id)
  set(assertions headroom_check_${id})
  if(NOT TARGET ${assertions})
    _headroom_add_assertions(${assertions} ${arg_TARGET} "${file}" "${arg_AS}" "${program}" "${arguments}")
  endif()
  get_target_property(folder ${assertions} HEADROOM_CHECK_FOLDER)
  add_dependencies(${arg_TARGET} ${assertions})
  set_property(TARGET ${arg_TARGET} APPEND PROPERTY COMPILE_DEFINITIONS HEADROOM_ASSERTED_APART)
  target_include_directories(${arg_TARGET} PRIVATE "${folder}")
  # Not target_link_libraries: a target that was linked without keywords takes none.
  set_property(TARGET ${arg_TARGET} APPEND PROPERTY LINK_LIBRARIES headroom::headroom)
endfunction()

# Adds an object library that makes the header of a file and compiles its assertions, as the sources of the target are.
function(_headroom_add_assertions assertions target file constant program arguments)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/headroom_check/${assertions}")
  string(REPLACE "::" "/" path "${constant}")
  set(header "${folder}/${path}.hpp")
  set(source "${folder}/${path}.cpp")
  cmake_path(GET header PARENT_PATH header_folder)
  file(MAKE_DIRECTORY "${header_folder}")
  cmake_path(GET file FILENAME shown)
  add_custom_command(OUTPUT "${header}"
    COMMAND ${program} generate ${arguments} --output "${header}"
    DEPENDS "${file}" ${program}
    COMMENT "Checking ${shown}"
    VERBATIM)
  file(CONFIGURE OUTPUT "${source}" CONTENT "#define HEADROOM_ASSERTED_HERE\n#include \"${path}.hpp\"\n" @ONLY)
  add_library(${assertions} OBJECT EXCLUDE_FROM_ALL "${source}" "${header}")
  set_target_properties(${assertions} PROPERTIES HEADROOM_CHECK_FOLDER "${folder}" UNITY_BUILD OFF)
  target_include_directories(${assertions} PRIVATE "${folder}" $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  target_compile_definitions(${assertions} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  target_compile_options(${assertions} PRIVATE $<TARGET_PROPERTY:${target},COMPILE_OPTIONS>)
  get_target_property(standard ${target} CXX_STANDARD)
  if(standard)
    set_target_properties(${assertions} PROPERTIES CXX_STANDARD ${standard})
  endif()
  target_link_libraries(${assertions} PRIVATE headroom::headroom)
endfunction()
