# Makes the Debian packages and looks at what they say and hold.
file(REMOVE_RECURSE ${WORK})
execute_process(COMMAND ${CPACK} -G DEB --config ${BUILD}/CPackConfig.cmake -B ${WORK} OUTPUT_QUIET
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND dpkg --print-architecture OUTPUT_VARIABLE here OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)

# package NAME ARCHITECTURE FILE...: it is there, for this architecture, and holds these files.
function(package name architecture)
  set(deb ${WORK}/${name}_${VERSION}_${architecture}.deb)
  if(NOT EXISTS ${deb})
    file(GLOB made RELATIVE ${WORK} ${WORK}/*.deb)
    message(FATAL_ERROR "expected ${deb}, made ${made}")
  endif()
  execute_process(COMMAND dpkg-deb --field ${deb} Package Version Architecture OUTPUT_VARIABLE fields
                  COMMAND_ERROR_IS_FATAL ANY)
  if(NOT fields STREQUAL "Package: ${name}\nVersion: ${VERSION}\nArchitecture: ${architecture}\n")
    message(FATAL_ERROR "${deb} says\n${fields}")
  endif()
  execute_process(COMMAND dpkg-deb --contents ${deb} OUTPUT_VARIABLE contents COMMAND_ERROR_IS_FATAL ANY)
  foreach(file IN LISTS ARGN)
    string(FIND "${contents}" " ./usr/${file}\n" at)
    if(at EQUAL -1)
      message(FATAL_ERROR "${deb} lacks usr/${file}; it holds\n${contents}")
    endif()
  endforeach()
endfunction()

# depends NAME ARCHITECTURE PACKAGE...: those are what it asks for, whatever the versions.
function(depends name architecture)
  execute_process(COMMAND dpkg-deb --field ${WORK}/${name}_${VERSION}_${architecture}.deb Depends
                  OUTPUT_VARIABLE depends COMMAND_ERROR_IS_FATAL ANY)
  foreach(needed IN LISTS ARGN)
    if(NOT depends MATCHES "(^|, )${needed}[ ,\n]")
      message(FATAL_ERROR "${name} does not depend on ${needed}, but on ${depends}")
    endif()
  endforeach()
endfunction()

package(libheadroom-dev all include/headroom/headroom.hpp share/cmake/headroom/headroomConfig.cmake
        share/pkgconfig/headroom.pc share/doc/libheadroom-dev/copyright)
depends(libheadroom-dev all libboost-dev librange-v3-dev)
if(WITH_PROGRAM)
  package(headroom ${here} bin/headroom share/cmake/headroom/headroomProgramTargets.cmake
          share/doc/headroom/copyright)
  depends(headroom ${here} libc6 libfmt9)
endif()
if(WITH_CALL)
  package(libheadroom0 ${here} "lib/libheadroom.so.0 -> libheadroom.so.${VERSION}" lib/libheadroom.so.${VERSION} share/doc/libheadroom0/copyright)
  depends(libheadroom0 ${here} libc6 libfmt9)
  package(libheadroom-call-dev ${here} include/headroom/call.h lib/pkgconfig/headroom-call.pc share/cmake/headroom/headroomCallTargets.cmake)
  depends(libheadroom-call-dev ${here} libheadroom0)
endif()
