// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/names/efa_interfaces.hpp>
namespace hr = headroom;

namespace catalog_names_efa_interfaces_reference {  // hidden
static_assert(hr::catalog::find_efa_interfaces("p5en.48xlarge")->most == 16);
static_assert(hr::catalog::find_efa_interfaces("Standard_ND96isr_H100_v5") == nullptr);
}  // hidden
