// SPDX-License-Identifier: BSL-1.0
// expect-error: racks<...> takes a rack: use vms<...> for a VM size
#include <headroom/cluster/cluster.hpp>

#include "machines.hpp"

#ifdef MISTAKE
auto x = hr::racks<here::new_vm>(1);
#else
auto x = hr::vms<here::new_vm>(1);
#endif
