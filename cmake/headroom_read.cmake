# headroom::read, for those who read deployment files: the library and libyaml, where that is there. Debian's has no CMake
# package of its own. Part of the package, too: nothing here names a place of the machine that built it.
if(TARGET headroom::read)
  return()
endif()
find_path(HEADROOM_YAML_INCLUDE yaml.h)
find_library(HEADROOM_YAML_LIBRARY yaml)
mark_as_advanced(HEADROOM_YAML_INCLUDE HEADROOM_YAML_LIBRARY)
if(HEADROOM_YAML_INCLUDE AND HEADROOM_YAML_LIBRARY)
  add_library(headroom_read INTERFACE)
  add_library(headroom::read ALIAS headroom_read)
  target_include_directories(headroom_read SYSTEM INTERFACE ${HEADROOM_YAML_INCLUDE})
  target_link_libraries(headroom_read INTERFACE headroom::headroom ${HEADROOM_YAML_LIBRARY})
endif()
