// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/gcp.hpp>
namespace hr = headroom;

namespace catalog_gcp_reference {  // hidden
static_assert(*hr::gcp::a2_megagpu_16g::spec.gpus.known() == 16);
}  // hidden
