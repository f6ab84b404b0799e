// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): operator+(one_kind_of_quantity, another_kind_of_quantity)
// expect-error(clang): deleted operator '+'
// expect-note: unlike quantities do not add
#include <headroom/cluster/capacity.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
auto x = hr::gpu_memory(held) + hr::memory_bandwidth(held);
#else
auto x = hr::gpu_memory(held) + hr::system_memory(held);
#endif
