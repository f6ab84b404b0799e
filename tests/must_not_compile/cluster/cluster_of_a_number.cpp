// SPDX-License-Identifier: BSL-1.0
// expect-error: a cluster is made of counted machines
#include <headroom/cluster/cluster.hpp>

#include "machines.hpp"

#ifdef MISTAKE
auto x = hr::cluster{8};
#else
auto x = hr::cluster{hr::vms<here::new_vm>(8)};
#endif
