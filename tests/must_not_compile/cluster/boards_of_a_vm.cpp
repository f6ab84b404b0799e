// SPDX-License-Identifier: BSL-1.0
// expect-error: boards<...> takes a board: use vms<...> for a VM size
#include <headroom/cluster/cluster.hpp>

#include "machines.hpp"

#ifdef MISTAKE
auto x = hr::boards<here::new_vm>(1);
#else
auto x = hr::vms<here::new_vm>(1);
#endif
