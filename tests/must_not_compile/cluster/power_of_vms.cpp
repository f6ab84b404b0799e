// SPDX-License-Identifier: BSL-1.0
// expect-error: no source states this figure of this machine, so the cluster's total is unknown
#include <headroom/cluster/capacity.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
auto x = hr::max_power(held);
#else
auto x = hr::max_power(hr::cluster{hr::racks<here::new_rack>(2)});
#endif
