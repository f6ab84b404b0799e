// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/catalog.hpp>
namespace hr = headroom;

namespace catalog_catalog_reference {  // hidden
static_assert(*hr::azure::nd96asr_v4::spec.gpus.known() == 8);
static_assert(hr::azure::nd96asr_v4::spec.gpu == &hr::nvidia::a100_sxm4_40gb::spec);
}  // hidden
