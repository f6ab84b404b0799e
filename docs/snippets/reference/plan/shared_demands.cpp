// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <headroom/catalog/azure.hpp>
#include <headroom/plan/shared_demands.hpp>
#include <vector>
namespace hr = headroom;

namespace plan_shared_demands_reference {  // hidden
constexpr bool leaves_room() {
  // Ten machines of 8 GPUs are held; what is bought beside them costs 2 each second.
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .held = 10, .at_most = 16, .price = 2}};
  const std::array<hr::machine, 1> machines{hr::azure::nd96isr_h100_v5::spec};
  // A training run on 64 GPUs for 100 seconds or on 32 for 190, beside a demand for 48 GPUs that goes on for 200.
  const std::vector<std::vector<hr::shared_option>> jobs{{hr::option_on(0, kinds[0], 1, 64, 100, 100), hr::option_on(0, kinds[0], 1, 32, 190, 190)}};
  const std::array demands{hr::demand{.total = {.gpus = 48}}};
  const auto found = hr::least_shared_with(kinds, jobs, {.machines = machines, .demands = demands, .seconds = 200}).value_or({});
  // The slower run leaves the six machines of the demand, and nothing is bought.
  return found.is_proved && found.best[0].options[0] == 1 && found.best[0].takes.amount == 0 && found.best[0].of_demands[0][0] == 6;
}
static_assert(leaves_room());
}  // namespace plan_shared_demands_reference  // hidden
