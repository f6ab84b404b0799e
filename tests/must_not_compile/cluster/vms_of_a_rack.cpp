// SPDX-License-Identifier: BSL-1.0
// expect-error: vms<...> takes a VM size: use racks<...> for a rack
#include <headroom/cluster/cluster.hpp>

#include "machines.hpp"

#ifdef MISTAKE
auto x = hr::vms<here::new_rack>(1);
#else
auto x = hr::racks<here::new_rack>(1);
#endif
