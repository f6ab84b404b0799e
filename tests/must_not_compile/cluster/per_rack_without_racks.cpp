// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): the_cluster_has_none_of_these_to_divide_by
// expect-note(clang): the_cluster_has_none_of_these_to_divide_by
#include <headroom/cluster/capacity.hpp>

#include "machines.hpp"

inline constexpr auto old = hr::cluster{hr::vms<here::old_vm>(2)};

#ifdef MISTAKE
constexpr auto x = hr::per_rack(hr::gpu_memory, old);
static_assert(x > hr::bytes(0));
#else
constexpr auto x = hr::per_vm(hr::gpu_memory, old);
static_assert(x > hr::bytes(0));
#endif
