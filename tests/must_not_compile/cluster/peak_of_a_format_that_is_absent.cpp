// SPDX-License-Identifier: BSL-1.0
// expect-error: this machine's hardware has no such unit, so the cluster has no such total
#include <headroom/cluster/capacity.hpp>

#include "machines.hpp"

inline constexpr auto old = hr::cluster{hr::vms<here::old_vm>(2)};

#ifdef MISTAKE
auto x = hr::peak<hr::fp4>(old);
#else
auto x = hr::gpu_memory(old);
#endif
