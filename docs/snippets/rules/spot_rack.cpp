// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace spot_rack_page {
// [breaks]
constexpr std::array spot{
    hr::machine_pool{.name = "gpu", .nodes = {18, 2}, .spot = {true, 3}, .one_placement = {true, 4}}};
static_assert(hr::count_findings({.pools = spot}, {}, hr::finding_severity::warning, "spot_rack") == 1);
// [/breaks]
// [passes]
constexpr std::array on_demand{
    hr::machine_pool{.name = "gpu", .nodes = {18, 2}, .spot = {false, 3}, .one_placement = {true, 4}}};
static_assert(hr::count_findings({.pools = on_demand}, {}, hr::finding_severity::warning, "spot_rack") == 0);
// [/passes]
}  // namespace spot_rack_page
