// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace core_limits_page {
// [breaks]
constexpr std::array too_few{
    hr::machine_pool{.name = "gpu", .size = {"Standard_ND96isr_H100_v5", 1}, .most_cores = {48, 2}}};
static_assert(hr::errors_in({.pools = too_few}, {}, "core_limits") == 1);
// [/breaks]
// [passes]
constexpr std::array for_two{
    hr::machine_pool{.name = "gpu", .size = {"Standard_ND96isr_H100_v5", 1}, .most_cores = {192, 2}}};
static_assert(hr::errors_in({.pools = for_two}, {}, "core_limits") == 0);
// [/passes]
}  // namespace core_limits_page
