// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nc.hpp>
namespace hr = headroom;

namespace catalog_azure_nc_reference {  // hidden
static_assert(*hr::azure::nc80adis_h100_v5::spec.gpus.known() == 2);
}  // hidden
