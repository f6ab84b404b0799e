// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): a_count_must_lie_between_0_and_2_to_the_40
// expect-note(clang): a_count_must_lie_between_0_and_2_to_the_40
#include <headroom/cluster/cluster.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(1LL << 20)};

#ifdef MISTAKE
auto x = (1LL << 30) * held;
#else
auto x = (1LL << 20) * held;
#endif
