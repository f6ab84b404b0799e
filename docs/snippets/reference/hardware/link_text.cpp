// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/link_text.hpp>
namespace hr = headroom;

namespace hardware_link_text_reference {  // hidden
static_assert(hr::to_text(hr::scale_out_per_direction(hr::gigabytes_per_second(100))) == "800 Gb/s");
static_assert(hr::to_text(hr::scale_up_per_direction(hr::gigabytes_per_second(900))) == "900 GB/s");
}  // hidden
