// SPDX-License-Identifier: BSL-1.0
#include <vector>
#include <headroom/plan/integer_program.hpp>
namespace hr = headroom;

namespace plan_integer_program_reference {  // hidden
// 1,003 GPUs in machines of eight, six and four: 1,004 at least. Of ten machines each there are 180.
constexpr hr::program_optimum fewest(hr::count of_each) {
  const hr::integer_program of{.costs = {8, 6, 4}, .at_most = {of_each, of_each, of_each}, .rows = {{.each = {8, 6, 4}, .amount = 1'003}}};
  return hr::least_point(of, [](const std::vector<hr::count>&) { return hr::point_standing::holds; });
}
static_assert(fewest(1'000).is_proved && fewest(1'000).cost == 1'004);
static_assert(fewest(10).is_proved && !fewest(10).is_found);
}  // namespace plan_integer_program_reference  // hidden
