// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/ng.hpp>
namespace hr = headroom;

namespace catalog_azure_ng_reference {  // hidden
static_assert(hr::azure::ng8ads_v620_v1::spec.gpu_share == hr::share{1, 4});
}  // hidden
