// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <headroom/plan/shared_cluster.hpp>
#include <vector>
namespace hr = headroom;

namespace plan_shared_cluster_reference {  // hidden
constexpr bool shares() {
  // Ten nodes of 8 GPUs are held; what is bought beside them costs 2 each second.
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .held = 10, .at_most = 16, .price = 2}};
  // A training run on 96 GPUs for 100 seconds or on 64 for 150, and three replicas of 4 GPUs for 200 seconds.
  const std::vector<std::vector<hr::shared_option>> jobs{{hr::option_on(0, kinds[0], 1, 96, 100, 100), hr::option_on(0, kinds[0], 1, 64, 150, 150)},
                                                         {hr::option_on(0, kinds[0], 3, 4, 200, 0)}};
  const auto found = hr::least_shared(kinds, jobs).value_or({});
  // The slower one leaves two nodes for the replicas, and nothing is bought; the faster one would take four more for 100 seconds.
  return found.is_proved && found.best[0].options[0] == 1 && found.best[0].takes.amount == 0 && found.best[1].takes.amount == 800;
}
static_assert(shares());
}  // namespace plan_shared_cluster_reference  // hidden
