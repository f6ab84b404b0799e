// SPDX-License-Identifier: BSL-1.0
#include <array>

#include <headroom/deployment/queues.hpp>
namespace hr = headroom;

namespace deployment_queues_reference {  // hidden
// Each has 8 GPUs; the second lends at most 4 of them to the other queues of their cohort.
constexpr std::array both{hr::quota{.name = "vision", .resource = "nvidia.com/gpu", .cohort = "research", .nominal = {8, 1}},
                          hr::quota{.name = "speech", .resource = "nvidia.com/gpu", .cohort = "research", .nominal = {8, 2}, .lending_limit = {4, 3}}};
constexpr hr::deployment queues{.quotas = both};
static_assert(hr::most_admitted(queues, both[0]) == 12 && hr::most_admitted(queues, both[1]) == 16);
}  // namespace deployment_queues_reference // hidden
