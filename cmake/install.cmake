# A component a package: `dev` is the library, `program` the command-line program, `call` the shared library that C and Python
# call, `call_dev` what one compiles against it with.
# Nothing of `dev` depends on the architecture, so all of it lies under include/ and share/.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(config_dir ${CMAKE_INSTALL_DATADIR}/cmake/headroom)

install(TARGETS headroom EXPORT headroomTargets FILE_SET HEADERS COMPONENT dev)
install(EXPORT headroomTargets NAMESPACE headroom:: DESTINATION ${config_dir} COMPONENT dev)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/headroomConfig.cmake.in
  ${PROJECT_BINARY_DIR}/headroomConfig.cmake INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/headroomConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/headroomConfig.cmake ${PROJECT_BINARY_DIR}/headroomConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/headroom_check.cmake ${PROJECT_SOURCE_DIR}/cmake/headroom_read.cmake
  DESTINATION ${config_dir} COMPONENT dev)

# From the folder of headroom.pc up to the prefix, so that the package may be moved.
set(pkgconfig_dir ${CMAKE_INSTALL_DATADIR}/pkgconfig)
file(RELATIVE_PATH prefix_from_pkgconfig /prefix/${pkgconfig_dir} /prefix)
configure_file(${PROJECT_SOURCE_DIR}/cmake/headroom.pc.in ${PROJECT_BINARY_DIR}/headroom.pc @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/cmake/headroom-read.pc.in ${PROJECT_BINARY_DIR}/headroom-read.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/headroom.pc ${PROJECT_BINARY_DIR}/headroom-read.pc DESTINATION ${pkgconfig_dir} COMPONENT dev)

# Where Debian looks for the licence of a package.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libheadroom-dev COMPONENT dev)

if(TARGET headroom_program)
  install(TARGETS headroom_program EXPORT headroomProgramTargets COMPONENT program)
  install(EXPORT headroomProgramTargets NAMESPACE headroom:: DESTINATION ${config_dir} COMPONENT program)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/headroom COMPONENT program)

  # What shells and man read is what the program says of itself.
  if(NOT CMAKE_CROSSCOMPILING)
    set(said ${PROJECT_BINARY_DIR}/said)
    install(DIRECTORY ${said}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
    install(FILES ${said}/headroom DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
    install(FILES ${said}/_headroom DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
    install(FILES ${said}/headroom.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
  endif()
endif()

if(TARGET headroom_call)
  install(TARGETS headroom_call EXPORT headroomCallTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT call NAMELINK_COMPONENT call_dev
    FILE_SET HEADERS COMPONENT call_dev)
  install(EXPORT headroomCallTargets NAMESPACE headroom:: DESTINATION ${config_dir} COMPONENT call_dev)
  set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  file(RELATIVE_PATH prefix_from_pkgconfig /prefix/${pkgconfig_dir} /prefix)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/headroom-call.pc.in ${PROJECT_BINARY_DIR}/headroom-call.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/headroom-call.pc DESTINATION ${pkgconfig_dir} COMPONENT call_dev)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libheadroom${PROJECT_VERSION_MAJOR} COMPONENT call)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libheadroom-call-dev COMPONENT call_dev)
endif()
