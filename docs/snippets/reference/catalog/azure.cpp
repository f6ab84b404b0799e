// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
namespace hr = headroom;

namespace catalog_azure_reference {  // hidden
static_assert(hr::azure::nd40rs_v2::spec.name == "Standard_ND40rs_v2");
}  // hidden
