# The library has two faces over the same headers.
#   headroom::headroom  for users: system headers, so that their warning flags never reach us
#   headroom_dev        for our own tests and programs: every warning is an error

file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.hpp ${PROJECT_SOURCE_DIR}/include/*.ipp)

add_library(headroom INTERFACE)
add_library(headroom::headroom ALIAS headroom)
target_sources(headroom INTERFACE
  FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${headers})
target_compile_features(headroom INTERFACE cxx_std_20)
target_link_libraries(headroom INTERFACE Boost::headers range-v3::range-v3)
set_target_properties(headroom PROPERTIES SYSTEM ON)

# Not linked to headroom: what is a system header once stays one, and would hide our own warnings.
add_library(headroom_dev INTERFACE)
target_include_directories(headroom_dev INTERFACE ${PROJECT_SOURCE_DIR}/include)
target_compile_features(headroom_dev INTERFACE cxx_std_20)
target_link_libraries(headroom_dev INTERFACE Boost::headers range-v3::range-v3)
target_compile_options(headroom_dev INTERFACE
  -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Werror)
