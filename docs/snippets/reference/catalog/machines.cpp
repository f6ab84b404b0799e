// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/machines.hpp>
namespace hr = headroom;

namespace catalog_machines_reference {  // hidden
static_assert(*hr::catalog::find("Standard_ND96asr_v4").found->vm()->vcpus.known() == 96);
static_assert(hr::catalog::find("gb300-nvl72").found->name() == "GB300 NVL72");
static_assert(hr::catalog::find("mi300x").found->name() == "Standard_ND96isr_MI300X_v5");
static_assert(hr::catalog::gpus_called("mi300x").one()->name == "MI300X");
static_assert(hr::catalog::gpus_called("h100").size == 4);
static_assert(hr::catalog::find("p5").several.size == 3);

constexpr auto slip = hr::catalog::find("Standard_ND96amsr_v4");
static_assert(slip.found == nullptr && slip.suggestion == "Standard_ND96amsr_A100_v4");
}  // hidden
