// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace machines_held_page {
// [breaks]
constexpr std::array held{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 9}};
constexpr std::array ten{hr::machine_pool{.name = "gpu", .size = {"Standard_ND96isr_H100_v5", 1}, .nodes = {10, 2}}};
static_assert(hr::errors_in({.pools = ten}, {.held = held}, "machines_held") == 1);
// [/breaks]
// [passes]
constexpr std::array nine{hr::machine_pool{.name = "gpu", .size = {"Standard_ND96isr_H100_v5", 1}, .nodes = {9, 2}}};
static_assert(hr::errors_in({.pools = nine}, {.held = held}, "machines_held") == 0);
// [/passes]
}  // namespace machines_held_page
