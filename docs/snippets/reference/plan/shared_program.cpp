// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <headroom/plan/shared_program.hpp>
#include <vector>
namespace hr = headroom;

namespace plan_shared_program_reference {  // hidden
constexpr bool is_as_searched() {
  // A run on 8 GPUs for 10 seconds or on 16 for 4, beside a pod of 4 GPUs for 10; a machine of 8 costs 3 each second.
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .price = 3}};
  const std::vector<std::vector<hr::shared_option>> jobs{{hr::option_on(0, kinds[0], 1, 8, 10, 10), hr::option_on(0, kinds[0], 2, 8, 4, 4)}, {hr::option_on(0, kinds[0], 1, 4, 10, 0)}};
  const hr::shared_program of = hr::shared_program_of(kinds, jobs).value_or({});
  const auto holds = [](const std::vector<hr::count>&) { return hr::point_standing::holds; };
  const hr::program_optimum found = hr::least_point(of.steps, holds);
  return found.is_proved && found.cost == hr::least_shared(kinds, jobs).value_or({}).best[0].takes.amount && hr::shared_point_at(of, found.point, 2, 0, 1).options[0] == 1;
}
static_assert(is_as_searched());
}  // namespace plan_shared_program_reference  // hidden
