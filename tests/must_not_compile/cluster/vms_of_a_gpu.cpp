// SPDX-License-Identifier: BSL-1.0
// expect-error: vms<...> takes a VM size
#include <headroom/cluster/cluster.hpp>

#include "machines.hpp"

#ifdef MISTAKE
auto x = hr::vms<here::new_gpu>(1);
#else
auto x = hr::vms<here::new_vm>(1);
#endif
