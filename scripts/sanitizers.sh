# The build with sanitizers, in one place: the tests run in it, and the fuzz targets that it holds. Sourced by the other scripts.
sanitizers_build=build/sanitizers
sanitizers_options=(
  -D CMAKE_CXX_COMPILER=clang++-19 -D HEADROOM_RUN_ONLY=ON -D HEADROOM_FUZZ=ON -D HEADROOM_PROGRAM_OPTIONS=-O0 -D HEADROOM_PROGRAM_PIECES=1
  # No Python loads a library with sanitizers in it.
  -D HEADROOM_BUILD_CALL=OFF
  # Takes half as long as GNU's linker for programs of a hundred megabytes. Half a million addresses in them would else be moved in
  # each of thousands of runs.
  -D "CMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld -no-pie" -D CMAKE_SHARED_LINKER_FLAGS=-fuse-ld=lld
  -D CMAKE_CXX_FLAGS="-O0 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -fsanitize-ignorelist=$PWD/scripts/sanitizers.ignore")
