// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): a_total_of_counts_is_beyond_its_type
// expect-note(clang): a_total_of_counts_is_beyond_its_type
#include <headroom/cluster/capacity.hpp>

#include "machines.hpp"

struct huge {
  static constexpr hr::vm spec{.name = "huge", .disk_iops = 1LL << 40};
};

#ifdef MISTAKE
constexpr auto x = hr::disk_iops(hr::cluster{hr::vms<huge>(1LL << 40)});
static_assert(x > 0);
#else
constexpr auto x = hr::disk_iops(hr::cluster{hr::vms<huge>(1LL << 20)});
static_assert(x > 0);
#endif
