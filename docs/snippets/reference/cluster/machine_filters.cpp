// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/machines.hpp>
#include <headroom/cluster/machine_filters.hpp>

#include <range/v3/algorithm/count_if.hpp>
#include <range/v3/range/primitives.hpp>
#include <range/v3/view/filter.hpp>
namespace hr = headroom;

namespace cluster_machine_filters_reference {  // hidden
static_assert(ranges::count_if(hr::catalog::machines(), hr::has_gpu("MI300X")) == 1);

inline auto large_hopper_machines() {
  return hr::catalog::machines() | ranges::views::filter(hr::has_gpu("H100")) |
         ranges::views::filter(hr::has_at_least(hr::gpu_memory, hr::gibibytes(640))) |
         ranges::views::filter(hr::catalog::may_be_suggested);
}
}  // hidden
