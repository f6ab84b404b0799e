# Makes the Debian packages and looks at what they say and hold.
file(REMOVE_RECURSE ${WORK})
execute_process(COMMAND ${CPACK} -G DEB --config ${BUILD}/CPackConfig.cmake -B ${WORK} -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip OUTPUT_QUIET
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND dpkg --print-architecture OUTPUT_VARIABLE here OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)

# package NAME ARCHITECTURE FILE...: it is there, for this architecture, and holds these files, what each package has, and no others.
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
  string(REGEX MATCHALL "\\./usr/[^\n]*[^/\n]\n" held "${contents}")
  list(TRANSFORM held STRIP)
  list(TRANSFORM held REPLACE "^\\./usr/" "")
  list(TRANSFORM held REPLACE "Targets-[a-z]+\\.cmake$" "Targets-CONFIG.cmake")
  set(expected ${ARGN} share/doc/${name}/copyright share/doc/${name}/changelog.gz share/doc/${name}/NEWS.gz)
  set(lacks ${expected})
  list(REMOVE_ITEM lacks ${held})
  list(REMOVE_ITEM held ${expected})
  if(lacks OR held)
    message(FATAL_ERROR "${deb} lacks: ${lacks}\nand holds besides: ${held}")
  endif()
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

# Headers of the library are all that lie there, but for the one of the shared library.
file(GLOB_RECURSE headers RELATIVE ${SOURCES} ${SOURCES}/include/*)
list(REMOVE_ITEM headers include/headroom/call.h)
package(libheadroom-dev all ${headers}
        share/cmake/headroom/headroomConfig.cmake share/cmake/headroom/headroomConfigVersion.cmake share/cmake/headroom/headroomTargets.cmake
        share/cmake/headroom/headroom_check.cmake share/cmake/headroom/headroom_read.cmake
        share/pkgconfig/headroom.pc share/pkgconfig/headroom-read.pc)
depends(libheadroom-dev all libboost-dev librange-v3-dev)
if(WITH_PROGRAM)
  file(GLOB manual RELATIVE ${BUILD}/said/man ${BUILD}/said/man/*.1)  # of every command, as program/shell asks
  list(TRANSFORM manual PREPEND share/man/man1/)
  list(TRANSFORM manual APPEND .gz)
  package(headroom ${here} bin/headroom ${manual} share/bash-completion/completions/headroom share/zsh/vendor-completions/_headroom
          share/fish/vendor_completions.d/headroom.fish
          share/cmake/headroom/headroomProgramTargets.cmake share/cmake/headroom/headroomProgramTargets-CONFIG.cmake)
  depends(headroom ${here} libc6 libfmt9)
endif()
if(WITH_CALL)
  package(libheadroom0 ${here} "lib/libheadroom.so.0 -> libheadroom.so.${VERSION}" lib/libheadroom.so.${VERSION})
  depends(libheadroom0 ${here} libc6 libfmt9)
  execute_process(COMMAND dpkg-deb --info ${WORK}/libheadroom0_${VERSION}_${here}.deb triggers OUTPUT_VARIABLE triggers
                  COMMAND_ERROR_IS_FATAL ANY)
  if(NOT triggers STREQUAL "activate-noawait ldconfig\n")
    message(FATAL_ERROR "libheadroom0 does not have its place looked up: ${triggers}")
  endif()
  execute_process(COMMAND dpkg-deb --info ${WORK}/libheadroom0_${VERSION}_${here}.deb shlibs OUTPUT_VARIABLE shlibs
                  COMMAND_ERROR_IS_FATAL ANY)
  if(NOT shlibs STREQUAL "libheadroom 0 libheadroom0 (= ${VERSION})\n")
    message(FATAL_ERROR "what links libheadroom0 would depend on: ${shlibs}")
  endif()
  package(libheadroom-call-dev ${here} include/headroom/call.h "lib/libheadroom.so -> libheadroom.so.0" lib/pkgconfig/headroom-call.pc
          share/cmake/headroom/headroomCallTargets.cmake share/cmake/headroom/headroomCallTargets-CONFIG.cmake)
  depends(libheadroom-call-dev ${here} libheadroom0)
endif()
