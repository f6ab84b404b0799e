// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace machine_features_page {
// [breaks]
constexpr std::array t4_pool{
    hr::machine_pool{.name = "gpu", .size = {"Standard_NC16as_T4_v3", 1}, .features = {.infiniband = {true, 2}}}};
static_assert(hr::errors_in({.pools = t4_pool}, {}, "machine_features") == 1);
// [/breaks]
// [passes]
constexpr std::array h100_pool{
    hr::machine_pool{.name = "gpu", .size = {"Standard_ND96isr_H100_v5", 1}, .features = {.infiniband = {true, 2}}}};
static_assert(hr::errors_in({.pools = h100_pool}, {}, "machine_features") == 0);
// [/passes]
}  // namespace machine_features_page
