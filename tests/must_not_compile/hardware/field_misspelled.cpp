// SPDX-License-Identifier: BSL-1.0
// expect-error: 'gpu_count'
// expect-error(g++): has no non-static data member named
// expect-error(clang): does not refer to any field in type
#include <headroom/hardware/vm.hpp>

namespace hr = headroom;

#ifdef MISTAKE
inline constexpr hr::vm own{.name = "own", .gpu_count = 8};
#else
inline constexpr hr::vm own{.name = "own", .gpus = 8};
#endif
