// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <headroom/plan/replica_covers.hpp>
namespace hr = headroom;

namespace plan_replica_covers_reference {  // hidden
// Two nodes with room for four replicas each that answer 5 requests a second, and nodes with one of 1.5.
constexpr std::size_t ways_to_answer(double requests, std::size_t layouts) {
  const std::array kinds{hr::replica_machine{.at_most = 2}, hr::replica_machine{.at_most = 30}};
  const std::array options{hr::replica_option{.machine = 0, .requests = 5, .gpus = 2, .gpus_of_machine = 8}, hr::replica_option{.machine = 1, .requests = 1.5}};
  return hr::replica_covers(kinds, options, {.requests = requests}, layouts, 100).value_or({}).size();
}
static_assert(ways_to_answer(45, 1) == 1);      // thirty of the slower
static_assert(ways_to_answer(45, 2) == 1 + 8);  // or one to eight of the faster, and as many of the slower as are missing
}  // namespace plan_replica_covers_reference  // hidden
