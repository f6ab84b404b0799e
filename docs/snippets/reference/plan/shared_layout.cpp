// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <headroom/plan/shared_layout.hpp>
namespace hr = headroom;

namespace plan_shared_layout_reference {  // hidden
constexpr bool lies() {
  // Racks of 18 nodes with 4 GPUs each, in one scale-up domain.
  const hr::shared_kind rack{.node_gpus = 4, .domain_nodes = 18, .machine_nodes = 18};
  // A training run on 160 GPUs takes two racks and four nodes of a third; five replicas of 12 GPUs lie beside it.
  const std::array jobs{hr::option_on(0, rack, 1, 160, 0, 0), hr::option_on(0, rack, 5, 12, 0, 0)};
  const hr::shared_layout found = hr::lay_out(rack, jobs);
  // 4 + 5 x 3 nodes are one more than 18: the fifth replica takes a fourth rack.
  return found.machines == 4 && found.are_fewest && found.is_proved;
}
static_assert(lies());
}  // namespace plan_shared_layout_reference  // hidden
