// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): use of deleted function
// expect-error(clang): call to deleted function
// expect-note: a count is a whole number
#include <headroom/cluster/cluster.hpp>

#include "machines.hpp"

#ifdef MISTAKE
auto x = hr::boards<here::new_board>(1.0);
#else
auto x = hr::boards<here::new_board>(1);
#endif
