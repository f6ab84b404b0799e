// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): dereferencing a null pointer
// expect-error(clang): must be initialized by a constant expression
// expect-note(clang): null pointer
#include "machines.hpp"

constexpr hr::vm size{.name = "own", .gpus = 8};
#ifdef MISTAKE
inline constexpr hr::count vcpus = *size.vcpus.known();
#else
inline constexpr hr::count gpus = *size.gpus.known();
#endif
