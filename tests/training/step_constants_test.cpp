// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/step_constants.hpp>

#include <check.hpp>
#include <documented.hpp>

#include <string_view>
#include <vector>

TEST_CASE("shares of steps are shares") {
  constexpr const hr::step_constants& c = hr::measured_steps;
  for (const double each : {c.ampere, c.hopper, c.blackwell, c.attention, c.exposed, c.data_exposed, c.graphs}) {
    CHECK(each > 0);
    CHECK(each <= 1);
  }
  CHECK(c.traffic >= 1);
}

TEST_CASE("the documentation of constants is of these") {
  const hr::step_constants c;
  const auto ms = [](const auto& of) { return hr::in_milliseconds(of); };
  const auto check_documented = [](std::string_view row, const std::vector<double>& constants) {
    hr_test::check_documented("| constant | value | why", row, constants);
  };
  check_documented("share of the peak in steps", {c.ampere, c.hopper, c.blackwell});
  check_documented("attention", {c.attention});
  check_documented("bytes of memory-bound operations", {c.traffic});
  check_documented("exposed", {c.exposed, c.data_exposed});
  check_documented("host of a layer", {ms(c.host), ms(c.host_of_expert), c.graphs});
  check_documented("every step on several GPUs", {ms(c.step), c.layer_kernels});
  check_documented("software", {100 * c.monthly});
}
