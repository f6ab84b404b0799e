// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/link.hpp>
namespace hr = headroom;

namespace hardware_link_reference {  // hidden
constexpr auto nvlink = hr::scale_up_bidirectional(hr::gigabytes_per_second(1'800));
static_assert(nvlink == hr::scale_up_per_direction(hr::gigabytes_per_second(900)));
static_assert(hr::in_gigabytes_per_second(hr::bidirectional(nvlink)) == 1'800);
static_assert(hr::gigabytes(90) / nvlink == hr::milliseconds(100));
}  // hidden
