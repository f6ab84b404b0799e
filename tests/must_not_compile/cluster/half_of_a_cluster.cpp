// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): use of deleted function
// expect-error(clang): deleted operator '*'
// expect-note: a count is a whole number
#include <headroom/cluster/cluster.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
auto x = 0.5 * held;
#else
auto x = 2 * held;
#endif
