// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/demand/growth.hpp>
namespace hr = headroom;

namespace demand_growth_reference {  // hidden
inline constexpr auto vms = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(10)};
inline constexpr hr::demand more{.total = {.gpus = 100}};
inline constexpr hr::demand less{.total = {.gpus = 50}};
static_assert(*hr::how_many_more(vms, more)[0].known() == 3);
static_assert(hr::could_give_back(vms, less)[0] == 3);
}  // hidden
