# Debian packages: `cpack -G DEB` in the build folder makes libheadroom-dev, headroom, and libheadroom0 with its -dev.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The headroom authors <authors@headroom.invalid>")  # Debian asks for an address, and there is none
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "planning of GPU clusters: what fits, and how much room is left")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian_files.cmake)
set(CPACK_HEADROOM_SOURCES ${PROJECT_SOURCE_DIR})

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_COMPONENTS_ALL dev)

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libheadroom-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libboost-dev (>= 1.74), librange-v3-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION "The header-only C++20 library.")

if(TARGET headroom_program)
  list(APPEND CPACK_COMPONENTS_ALL program)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME headroom)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION utils)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
  set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "The command-line program.")
endif()

if(TARGET headroom_call)
  list(APPEND CPACK_COMPONENTS_ALL call call_dev)
  set(CPACK_DEBIAN_CALL_PACKAGE_NAME libheadroom${PROJECT_VERSION_MAJOR})
  set(CPACK_DEBIAN_CALL_PACKAGE_SECTION libs)
  set(CPACK_DEBIAN_CALL_PACKAGE_SHLIBDEPS ON)
  # Debian's way to have a library found, beside the scripts of CPack that run ldconfig; and which package a program that links it depends
  # on. CPack would write the second, but of each component, and asks for that what each of the headers is: 14 of 18 s.
  file(WRITE ${PROJECT_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
  file(WRITE ${PROJECT_BINARY_DIR}/debian/shlibs
    "libheadroom ${PROJECT_VERSION_MAJOR} libheadroom${PROJECT_VERSION_MAJOR} (= ${PROJECT_VERSION})\n")
  set(CPACK_DEBIAN_CALL_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/triggers ${PROJECT_BINARY_DIR}/debian/shlibs)
  set(CPACK_COMPONENT_CALL_DESCRIPTION "The commands as a function of C: JSON in, JSON out.")
  set(CPACK_DEBIAN_CALL_DEV_PACKAGE_NAME libheadroom-call-dev)
  set(CPACK_DEBIAN_CALL_DEV_PACKAGE_SECTION libdevel)
  set(CPACK_DEBIAN_CALL_DEV_PACKAGE_DEPENDS "libheadroom${PROJECT_VERSION_MAJOR} (= ${PROJECT_VERSION})")
  set(CPACK_COMPONENT_CALL_DEV_DESCRIPTION "The header and the link for libheadroom${PROJECT_VERSION_MAJOR}.")
endif()

include(CPack)
