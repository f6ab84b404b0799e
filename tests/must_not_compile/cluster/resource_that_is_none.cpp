// SPDX-License-Identifier: BSL-1.0
// expect-error: did you mean 'gpu_memory'
#include <headroom/cluster/capacity.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
auto x = hr::gpu_memori(held);
#else
auto x = hr::gpu_memory(held);
#endif
