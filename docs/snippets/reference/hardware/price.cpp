// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/price.hpp>
namespace hr = headroom;

namespace hardware_price_reference {  // hidden
inline constexpr hr::price agreed{.machine = "Standard_ND96asr_v4",
                                  .region = "eastus",
                                  .on_demand = hr::dollars_per_hour(19.5),
                                  .date = "2026-10-01",
                                  .own = true};
static_assert(agreed.spot.is_unknown());
}  // hidden
