// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/racks.hpp>
namespace hr = headroom;

namespace catalog_azure_racks_reference {  // hidden
static_assert(hr::azure::gb300_nvl72::spec.vm == &hr::azure::nd128isr_gb300_v6::spec);
static_assert(*hr::azure::gb300_nvl72::spec.vms.known() == 18);
}  // hidden
