// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/prices.hpp>
namespace hr = headroom;

namespace catalog_prices_reference {  // hidden
static_assert(hr::catalog::prices().front().machine == "Standard_ND40rs_v2");
static_assert(*hr::catalog::prices().front().on_demand.known() == hr::dollars_per_hour(22.032));
}  // hidden
