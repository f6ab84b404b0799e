// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/catalog/azure.hpp>
#include <headroom/deployment/check.hpp>
namespace hr = headroom;

namespace queue_quota_page {
// [breaks]
constexpr std::array two_nodes{
    hr::machine_pool{.name = "gpu", .size = {"Standard_ND96isr_H100_v5", 1}, .nodes = {2, 2}}};
constexpr std::array too_much{
    hr::quota{.name = "queue", .resource = "nvidia.com/gpu", .pool = "gpu", .nominal = {24, 9}}};
static_assert(hr::errors_in({.pools = two_nodes, .quotas = too_much}, {}, "queue_quota") == 1);
// [/breaks]
// [passes]
constexpr std::array all_of_it{
    hr::quota{.name = "queue", .resource = "nvidia.com/gpu", .pool = "gpu", .nominal = {16, 9}}};
static_assert(hr::errors_in({.pools = two_nodes, .quotas = all_of_it}, {}, "queue_quota") == 0);
// [/passes]
}  // namespace queue_quota_page
