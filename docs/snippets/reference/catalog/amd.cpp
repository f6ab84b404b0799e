// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/amd.hpp>
namespace hr = headroom;

namespace catalog_amd_reference {  // hidden
static_assert(*hr::amd::mi300x::spec.memory_as_sold.known() == hr::nameplate_gigabytes(192));
}  // hidden
