// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace autoscaler_page {
// [breaks]
constexpr std::array upside_down{hr::machine_pool{.name = "gpu", .least_nodes = {4, 2}, .most_nodes = {2, 3}}};
static_assert(hr::errors_in({.pools = upside_down}, {}, "autoscaler") == 1);
// [/breaks]
// [passes]
constexpr std::array in_order{hr::machine_pool{.name = "gpu", .least_nodes = {2, 2}, .most_nodes = {4, 3}}};
static_assert(hr::errors_in({.pools = in_order}, {}, "autoscaler") == 0);
// [/passes]
}  // namespace autoscaler_page
