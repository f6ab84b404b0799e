// SPDX-License-Identifier: BSL-1.0
// expect-error: racks<...> takes a rack: use vms<...> for a VM size and boards<...> for a board
#include <headroom/cluster/cluster.hpp>

#include "machines.hpp"

#ifdef MISTAKE
auto x = hr::racks<here::new_board>(1);
#else
auto x = hr::boards<here::new_board>(1);
#endif
