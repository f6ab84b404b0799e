// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/figure_order.hpp>
namespace hr = headroom;

namespace hardware_figure_order_reference {  // hidden
constexpr hr::figure<hr::count> eight = 8, four = 4, not_known = hr::unknown;
static_assert(hr::lowest_first(four, eight) && hr::highest_first(eight, four));
static_assert(hr::lowest_first(eight, not_known) && hr::highest_first(eight, not_known));
}  // hidden
