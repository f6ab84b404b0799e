// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <headroom/plan/packing.hpp>
namespace hr = headroom;

namespace plan_packing_reference {  // hidden
constexpr bool packs() {
  // Two nodes of 8 GPUs in a rack, and one of 4 elsewhere.
  const std::array nodes{hr::packing_node{4, 0}, hr::packing_node{8, 1}, hr::packing_node{8, 1}};
  // Two pods of 8 that lie together, one of 4, and one of 8 that waits.
  const std::array jobs{hr::packing_job{2, 8, true}, hr::packing_job{1, 4}, hr::packing_job{1, 8}};
  const auto found = hr::pack(nodes, jobs);
  return found->placed == 20 && found->is_proved() && found->waits(2) && found->places[1].front() == 0;
}
static_assert(packs());
}  // namespace plan_packing_reference  // hidden
