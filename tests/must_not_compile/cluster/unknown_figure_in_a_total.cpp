// SPDX-License-Identifier: BSL-1.0
// expect-error: no source states this figure of this machine, so the cluster's total is unknown
#include <headroom/cluster/capacity.hpp>

#include "machines.hpp"

inline constexpr auto old = hr::cluster{hr::vms<here::old_vm>(2)};

#ifdef MISTAKE
auto x = hr::vcpu_count(old);
#else
auto x = hr::gpu_count(old);
#endif
