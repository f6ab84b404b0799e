// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): from 'double' to 'headroom::figure<long int>'
// expect-error(clang): from 'double' to 'figure<
#include <headroom/hardware/vm.hpp>

namespace hr = headroom;

#ifdef MISTAKE
inline constexpr hr::vm own{.name = "own", .gpus = 8.5};
#else
inline constexpr hr::vm own{.name = "own", .gpus = 8};
#endif
