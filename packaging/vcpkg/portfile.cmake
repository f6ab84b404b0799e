# Not run. An overlay port: vcpkg install headroom --overlay-ports=packaging
set(SOURCE_PATH ${CMAKE_CURRENT_LIST_DIR}/../..)

vcpkg_cmake_configure(SOURCE_PATH ${SOURCE_PATH} OPTIONS -DHEADROOM_BUILD_PROGRAM=OFF -DHEADROOM_TESTING=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/headroom)
file(REMOVE_RECURSE ${CURRENT_PACKAGES_DIR}/debug)
vcpkg_install_copyright(FILE_LIST ${SOURCE_PATH}/LICENSE)
