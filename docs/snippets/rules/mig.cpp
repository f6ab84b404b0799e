// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace mig_page {
// [breaks]
constexpr std::array t4_pool{
    hr::machine_pool{.name = "gpu", .size = {"Standard_NC16as_T4_v3", 1}, .mig_profile = {"1g.5gb", 2}}};
static_assert(hr::errors_in({.pools = t4_pool}, {}, "mig") == 1);
// [/breaks]
// [passes]
constexpr std::array a100_pool{
    hr::machine_pool{.name = "gpu", .size = {"Standard_ND96asr_v4", 1}, .mig_profile = {"1g.5gb", 2}}};
static_assert(hr::errors_in({.pools = a100_pool}, {}, "mig") == 0);
// [/passes]
}  // namespace mig_page
