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

// As docs/accuracy.md lists them.
TEST_CASE("constants are those that were fitted") {
  const hr::step_constants c;
  CHECK(c.ampere_16_bit == 0.709);
  CHECK(c.hopper_16_bit == 0.653);
  CHECK(c.hopper_8_bit == 0.749);
  CHECK(c.blackwell_16_bit == 0.50);
  CHECK(c.blackwell_8_bit == 0.594);
  CHECK(c.blackwell_4_bit == 0.470);
  CHECK(c.attention == 0.875);
  CHECK(c.traffic == 2.93);
  CHECK(c.tensor_exposed == 0.437);
  CHECK(c.data_exposed == 0.278);
  CHECK(c.shards_exposed == 0.472);
  CHECK(c.context_exposed == 0.4);
  CHECK(hr::in_seconds(c.host) == doctest::Approx(7.02e-3));
  CHECK(hr::in_seconds(c.host_of_expert) == doctest::Approx(0.199e-3));
  CHECK(c.graphs == 0.406);
  CHECK(hr::in_seconds(c.step) == doctest::Approx(33.4e-3));
  CHECK(c.layer_kernels == 19.5);
  CHECK(c.monthly == 0.00394);
}
