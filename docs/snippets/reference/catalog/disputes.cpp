// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/disputes.hpp>
namespace hr = headroom;

namespace catalog_disputes_reference {  // hidden
static_assert(hr::find_dispute("A1")->taken == "256 GB");
static_assert(hr::find_dispute("A1")->weight == hr::severity::high);
}  // hidden
