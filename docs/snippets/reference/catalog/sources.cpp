// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/sources.hpp>
namespace hr = headroom;

namespace catalog_sources_reference {  // hidden
static_assert(hr::sources::azure_nd_a100_v4_2021.date == "2021-05-26");
}  // hidden
