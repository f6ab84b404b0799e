// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/machine_named.hpp>

#include <deployment/small_deployments.hpp>

namespace machine_named_cases {

using namespace small;

constexpr std::array two = [] {
  std::array both{pods(1, 4), pods(1, 4)};
  both[1].line = 20;
  return both;
}();
constexpr std::array no_gpus{pods(1, 0)};
constexpr std::array named = [] {
  std::array one{pods(1, 4)};
  one[0].instance_type = {"Standard_ND128isr_GB300_v6", 5};
  return one;
}();
constexpr std::array several{hr::group{hr::machine(hr::azure::nd96isr_h100_v5::spec), 1},
                             hr::group{hr::machine(hr::azure::nd128isr_gb300_v6::spec), 1}};

}  // namespace machine_named_cases

TEST_CASE("Pods with GPUs and no machine are told of once a file") {
  using namespace machine_named_cases;
  CHECK_CONSTEXPR(told("machine_named", {.workloads = two}) == one_unjudged);
  CHECK_CONSTEXPR(told("machine_named", {.workloads = two}, {.held = several}) == one_unjudged);
  CHECK_CONSTEXPR(told("machine_named", {.workloads = two}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("machine_named", {.workloads = named}) == clean);
  CHECK_CONSTEXPR(told("machine_named", {.workloads = no_gpus}) == clean);
}
