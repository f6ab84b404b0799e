// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nv.hpp>
namespace hr = headroom;

namespace catalog_azure_nv_reference {  // hidden
static_assert(hr::azure::nv4as_v4::spec.gpu_share == hr::share{1, 8});
}  // hidden
