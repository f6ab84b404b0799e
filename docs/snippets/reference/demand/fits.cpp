// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/demand/fits.hpp>
namespace hr = headroom;

namespace demand_fits_reference {  // hidden
inline constexpr hr::demand small{.total = {.gpus = 16}};

static_assert(hr::must_fit<hr::cluster{hr::vms<hr::azure::nd96asr_v4>(2)}, small>);
static_assert(!hr::fits<hr::cluster{hr::vms<hr::azure::nd96asr_v4>(1)}, small>);
}  // hidden
