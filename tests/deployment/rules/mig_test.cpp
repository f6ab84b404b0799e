// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/mig.hpp>

#include <deployment/small_deployments.hpp>

namespace mig_cases {

using namespace small;

constexpr tally of(std::string_view size) {
  std::array one{pool_of(size)};
  one[0].mig_profile = {"1g.10gb", 16};
  return told("mig", {.pools = one});
}
constexpr std::array t4 = [] {
  std::array one{pool_of("Standard_NC16as_T4_v3")};
  one[0].mig_profile = {"1g.5gb", 16};
  return one;
}();
constexpr std::array pod = [] {
  std::array one{pods(1, 1)};
  one[0].requests.mig_profile = {"1g.5gb", 3};
  one[0].instance_type = {"Standard_NC6s_v3", 4};
  return one;
}();

}  // namespace mig_cases

TEST_CASE("A T4 and a V100 cannot be split into MIG instances, and an A100 and an H100 can") {
  using namespace mig_cases;
  CHECK_CONSTEXPR(of("Standard_NC16as_T4_v3") == one_error);
  CHECK_CONSTEXPR(of("Standard_ND96isr_H100_v5") == clean);
  CHECK_CONSTEXPR(of("Standard_ND96asr_v4") == clean);
  CHECK_CONSTEXPR(of("Standard_D2_v4") == clean);
  CHECK_CONSTEXPR(told("mig", {.workloads = pod}) == one_error);
  CHECK(words("mig", {.pools = t4}) == "gpu asks for a MIG instance; a T4 cannot be split into any");
}
