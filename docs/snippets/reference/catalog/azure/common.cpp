// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/common.hpp>
namespace hr = headroom;

namespace catalog_azure_common_reference {  // hidden
static_assert(hr::azure::detail::retired_on("2023-09-06").status == hr::lifecycle_status::retired);
}  // hidden
