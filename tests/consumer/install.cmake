# Installs BUILD to a prefix and moves the prefix: whatever remembers the first place is found out.
file(REMOVE_RECURSE ${PREFIX} ${PREFIX}.before_the_move)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}.before_the_move
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${PREFIX}.before_the_move ${PREFIX})

foreach(file include/headroom/headroom.hpp share/doc/libheadroom-dev/copyright)
  if(NOT EXISTS ${PREFIX}/${file})
    message(FATAL_ERROR "not installed: ${file}")
  endif()
endforeach()

file(GLOB_RECURSE texts ${PREFIX}/share/*.cmake ${PREFIX}/share/*.pc ${PREFIX}/lib/*.pc)
foreach(text IN LISTS texts)
  file(READ ${text} content)
  foreach(place ${BUILD} ${SOURCES})
    string(FIND "${content}" "${place}" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${text} names a folder of the machine that built it: ${place}")
    endif()
  endforeach()
endforeach()
