// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace disks_and_nics_page {
// [breaks]
constexpr std::array seventeen{
    hr::machine_pool{.name = "gpu", .size = {"Standard_ND128isr_GB300_v6", 1}, .data_disks = {17, 2}}};
static_assert(hr::errors_in({.pools = seventeen}, {}, "disks_and_nics") == 1);
// [/breaks]
// [passes]
constexpr std::array sixteen{
    hr::machine_pool{.name = "gpu", .size = {"Standard_ND128isr_GB300_v6", 1}, .data_disks = {16, 2}}};
static_assert(hr::errors_in({.pools = sixteen}, {}, "disks_and_nics") == 0);
// [/passes]
}  // namespace disks_and_nics_page
