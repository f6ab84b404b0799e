// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/size_disputed.hpp>

#include <deployment/small_deployments.hpp>

namespace size_disputed_cases {

using namespace small;

constexpr std::array as_stated{pool_of("ND6 (as stated)")};
constexpr std::array as_held{hr::group{hr::machine(hr::azure::as_stated::ng8::spec), 0}};
constexpr std::array vendor{pool_of("Standard_ND40rs_v2")};  // has disputed figures, and is there

}  // namespace size_disputed_cases

TEST_CASE("A size that only a disputed note describes is a warning, and one with disputed figures is not") {
  using namespace size_disputed_cases;
  CHECK_CONSTEXPR(told("size_disputed", {.pools = as_stated}) == one_warning);
  CHECK_CONSTEXPR(told("size_disputed", {.pools = vendor}) == clean);
  CHECK_CONSTEXPR(told("size_disputed", {.pools = vendor}, {.held = as_held}) == clean);
}
