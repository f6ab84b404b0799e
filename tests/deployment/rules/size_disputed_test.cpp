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

TEST_CASE("A disputed size is told of where it is named, with the name that others have") {
  using namespace size_disputed_cases;
  constexpr std::array pod = [] {
    std::array one{pods(1, 8)};
    one[0].placement.instance_type = {"ND6 (as stated)", 7};
    return one;
  }();
  CHECK_CONSTEXPR(told("size_disputed", {.workloads = pod}) == one_warning);
  CHECK_CONSTEXPR(line_of("size_disputed", {.workloads = pod}) == 7);
  CHECK_CONSTEXPR(line_of("size_disputed", {.pools = as_stated}) == 11);
  CHECK(cure("size_disputed", {.pools = as_stated}) == "name the size as its vendor does");
  CHECK(words("size_disputed", {.pools = as_stated}).starts_with("ND6 (as stated) is described by a source that others contradict: "));
}

TEST_CASE("A size that is left open is not judged, whatever else the file says of it, nor is one that nothing names") {
  using namespace size_disputed_cases;
  std::array pools = as_stated;
  pools[0].size.state = hr::said_state::left_open;
  CHECK(told("size_disputed", {.pools = pools}) == clean);
  pools[0].size = {hr::unknown, 11};
  CHECK(told("size_disputed", {.pools = pools}) == clean);
  pools[0].size = {};
  CHECK(told("size_disputed", {.pools = pools}, {.held = as_held}) == clean);
}
