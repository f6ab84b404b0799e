// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/sweep.hpp>

#include <array>
#include <tuple>
namespace hr = headroom;

namespace plan_sweep_reference {  // hidden
// Tensor by pipeline parallelism: the last axis goes fastest.
constexpr hr::sweep layouts{std::array{1, 2, 4, 8}, std::array{1, 3, 5}};
static_assert(layouts.size() == 12);
static_assert(layouts[hr::count{5}] == std::tuple(2, 5));

// The most GPUs of those in the second chunk of five points.
constexpr int most = [] {
  int found = 0;
  for (const auto& [tensor, pipeline] : layouts[hr::chunk_at(1, layouts.size(), 5)])
    if (tensor * pipeline > found) found = tensor * pipeline;
  return found;
}();
static_assert(most == 20);  // 4 * 5
}  // namespace plan_sweep_reference  // hidden
