// SPDX-License-Identifier: BSL-1.0
// expect-error: from 'const char
// expect-error: figure<
#include <headroom/hardware/vm.hpp>

namespace hr = headroom;

#ifdef MISTAKE
inline constexpr hr::vm own{.name = "own", .gpus = "8"};
#else
inline constexpr hr::vm own{.name = "own", .gpus = 8};
#endif
