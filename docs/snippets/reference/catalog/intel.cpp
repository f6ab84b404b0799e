// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/intel.hpp>
namespace hr = headroom;

namespace catalog_intel_reference {  // hidden
static_assert(hr::intel::xeon_platinum_8168::spec.maker == hr::maker::intel);
}  // hidden
