// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/step_constants.hpp>

#include <check.hpp>

TEST_CASE("shares of steps are shares") {
  constexpr const hr::step_constants& c = hr::measured_steps;
  for (const double each : {c.ampere_16_bit, c.hopper_16_bit, c.hopper_8_bit, c.blackwell_16_bit, c.blackwell_8_bit, c.blackwell_4_bit,
                            c.attention, c.tensor_exposed, c.data_exposed, c.shards_exposed, c.context_exposed, c.graphs}) {
    CHECK(each > 0);
    CHECK(each <= 1);
  }
  CHECK(c.traffic >= 1);
}

TEST_CASE("constants of one's own stand beside the measured ones") {
  constexpr hr::step_constants own{.hopper_16_bit = 0.7};
  CHECK_CONSTEXPR(own.hopper_16_bit == 0.7);
  CHECK_CONSTEXPR(own.traffic == hr::measured_steps.traffic);
}
