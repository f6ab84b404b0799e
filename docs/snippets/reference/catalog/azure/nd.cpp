// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
namespace hr = headroom;

namespace catalog_azure_nd_reference {  // hidden
static_assert(*hr::azure::nd40rs_v2::spec.system_memory.known() == hr::gibibytes(672));
static_assert(*hr::azure::nd128isr_gb300_v6::spec.scale_up_domain_gpus.known() == 72);
}  // hidden
