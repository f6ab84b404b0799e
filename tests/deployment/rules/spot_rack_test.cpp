// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/spot_rack.hpp>

#include <deployment/small_deployments.hpp>

namespace spot_rack_cases {

using namespace small;

constexpr std::array<hr::machine_pool, 1> held(bool spot, bool together) {
  std::array one{pool(18, 4)};
  one[0].spot = {spot, 19};
  one[0].one_placement = {together, 20};
  return one;
}
constexpr std::array spot_rack = held(true, true);
constexpr std::array spot = held(true, false);
constexpr std::array whole_rack = held(false, true);
constexpr std::array together = [] {
  std::array one{pods(18, 4)};
  one[0].placement.one_domain = {true, 5};
  return one;
}();

constexpr std::array selects_spot = [] {
  std::array one = together;
  one[0].placement.spot = {true, 7};
  return one;
}();
constexpr std::array spot_alone = [] {
  std::array one = selects_spot;
  one[0].placement.one_domain = {};
  return one;
}();

}  // namespace spot_rack_cases

TEST_CASE("Spot machines and a whole rack do not go together") {
  using namespace spot_rack_cases;
  CHECK_CONSTEXPR(told("spot_rack", {.pools = spot_rack}) == one_warning);
  CHECK_CONSTEXPR(told("spot_rack", {.pools = spot}) == clean);
  CHECK_CONSTEXPR(told("spot_rack", {.pools = whole_rack}) == clean);
  CHECK_CONSTEXPR(told("spot_rack", {.pools = spot, .workloads = together}) == one_warning);
  CHECK_CONSTEXPR(told("spot_rack", {.pools = spot_rack, .workloads = together}) == one_warning);
  CHECK_CONSTEXPR(told("spot_rack", {.pools = whole_rack, .workloads = together}) == clean);
  // It selects them by itself, and is told once.
  CHECK_CONSTEXPR(told("spot_rack", {.workloads = selects_spot}) == one_warning);
  CHECK_CONSTEXPR(line_of("spot_rack", {.workloads = selects_spot}) == 7);
  CHECK_CONSTEXPR(told("spot_rack", {.pools = spot, .workloads = selects_spot}) == one_warning);
  CHECK_CONSTEXPR(told("spot_rack", {.workloads = spot_alone}) == clean);
}

namespace spot_rack_cases {

constexpr std::array two_spot_pools = [] {
  std::array<hr::machine_pool, 2> both{held(true, false)[0], held(true, false)[0]};
  both[1].name = "other";
  return both;
}();
constexpr std::array in_the_second = [] {
  std::array one = together;
  one[0].placement.pool = {"other", 8};
  return one;
}();
constexpr std::array apart = [] {
  std::array one = together;
  one[0].placement.one_domain = {false, 5};
  return one;
}();

}  // namespace spot_rack_cases

TEST_CASE("What has to stay together is told of the pool that it runs on") {
  using namespace spot_rack_cases;
  CHECK_CONSTEXPR(told("spot_rack", {.pools = two_spot_pools, .workloads = in_the_second}) == one_warning);
  CHECK_CONSTEXPR(told("spot_rack", {.pools = spot, .workloads = apart}) == clean);
  CHECK(in_full("spot_rack", {.pools = two_spot_pools, .workloads = in_the_second}) ==
        "warning 5: web has to stay together, and other holds spot machines: losing one loses all | hold them on demand or by "
        "reservation, or do without the placement |");
  CHECK(in_full("spot_rack", {.pools = spot_rack}) ==
        "warning 19: gpu has to stay together, and gpu holds spot machines: losing one loses all | hold them on demand or by "
        "reservation, or do without the placement |");
}

TEST_CASE("What does not say that it has to stay together may lie on spot machines") {
  using namespace spot_rack_cases;
  constexpr std::array silent{pods(18, 4)};
  constexpr std::array open = [] {
    std::array one{pods(18, 4)};
    one[0].placement.one_domain = {hr::unknown, 5};
    return one;
  }();
  CHECK_CONSTEXPR(told("spot_rack", {.pools = spot, .workloads = silent}) == clean);
  CHECK_CONSTEXPR(told("spot_rack", {.pools = spot, .workloads = open}) == clean);
  CHECK_CONSTEXPR(told("spot_rack", {.pools = spot_rack, .workloads = silent}) == one_warning);
  std::array unplaced = spot;
  unplaced[0].one_placement = {};
  CHECK(told("spot_rack", {.pools = unplaced}) == clean);
  CHECK(told("spot_rack", {.pools = unplaced, .workloads = together}) == one_warning);
  std::array unsaid = spot_rack;
  unsaid[0].spot = {};
  CHECK(told("spot_rack", {.pools = unsaid, .workloads = together}) == clean);
  std::array on_demand = selects_spot;
  on_demand[0].placement.spot = {};
  CHECK(told("spot_rack", {.workloads = on_demand}) == clean);
}
