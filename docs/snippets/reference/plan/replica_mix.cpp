// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <headroom/plan/replica_mix.hpp>
namespace hr = headroom;

namespace plan_replica_mix_reference {  // hidden
// Two machines at $98 an hour with four replicas each, and four at $7 with one: together they answer 45 requests a second.
constexpr double dollars_an_hour(hr::count small_ones) {
  const std::array kinds{hr::replica_machine{.at_most = 2, .amount = 98}, hr::replica_machine{.at_most = small_ones, .amount = 7}};
  const std::array options{hr::replica_option{.machine = 0, .requests = 5, .gpus = 2, .gpus_of_machine = 8}, hr::replica_option{.machine = 1, .requests = 1.5}};
  return hr::least_replica_mix(kinds, options, {.requests = 45}).value_or({}).amount;
}
static_assert(dollars_an_hour(9) == 2 * 98 + 4 * 7);
static_assert(dollars_an_hour(30) == 30 * 7);
static_assert(dollars_an_hour(2) == 0);  // there is none
}  // namespace plan_replica_mix_reference  // hidden
