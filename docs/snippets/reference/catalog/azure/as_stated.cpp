// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/as_stated.hpp>
namespace hr = headroom;

namespace catalog_azure_as_stated_reference {  // hidden
static_assert(hr::azure::as_stated::nd6::spec.status.status == hr::lifecycle_status::as_stated);
static_assert(!hr::azure::as_stated::nd6::spec.disputes.empty());
}  // hidden
