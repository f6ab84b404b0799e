#!/usr/bin/env bash
# The commands of docs/how-to/link-into-a-planner.md, each run: link.sh SOURCES WORK
set -euo pipefail
sources=$1
rm -rf "$2"
mkdir -p "$2"
cd "$2"
ln -s "$sources" headroom
cp headroom/docs/snippets/link/{CMakeLists.txt,planner.cpp} .

PREFIX=$PWD/installed
# [install]
cmake -S headroom -B build/headroom -G Ninja -D CMAKE_CXX_COMPILER=g++-12 -D HEADROOM_TESTING=OFF -D HEADROOM_BUILD_PROGRAM=OFF
cmake --install build/headroom --prefix "$PREFIX"
# [/install]

# [pkg-config]
export PKG_CONFIG_PATH=$PREFIX/share/pkgconfig
g++-12 -std=c++20 $(pkg-config --cflags headroom) planner.cpp -o planner
# [/pkg-config]
./planner

cmake -S . -B build/planner -G Ninja -D CMAKE_CXX_COMPILER=g++-12
cmake --build build/planner
build/planner/planner
