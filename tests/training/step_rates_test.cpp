// SPDX-License-Identifier: BSL-1.0
#include <algorithm>

#include <headroom/catalog/azure.hpp>
#include <headroom/catalog/amd.hpp>
#include <headroom/catalog/nvidia.hpp>
#include <headroom/training/step_rates.hpp>

#include <check.hpp>

namespace training_step_rates_test {
namespace {

constexpr hr::machine a100(hr::azure::nd96asr_v4::spec);
constexpr hr::machine h100(hr::azure::nd96isr_h100_v5::spec);
constexpr hr::machine mi300x(hr::azure::nd96isr_mi300x_v5::spec);

}  // namespace

TEST_CASE("products in 16 bits have one rate, and in 8 bits another beside it") {
  constexpr auto wide = hr::step_rates_of(h100, hr::bf16_training);
  constexpr auto narrow = hr::step_rates_of(h100, hr::fp8_training);
  REQUIRE(wide.is_known());
  REQUIRE(narrow.is_known());
  CHECK(wide.value_or({}).products_share == hr::measured_steps.hopper_16_bit);
  CHECK(narrow.value_or({}).products_share == hr::measured_steps.hopper_8_bit);
  CHECK(narrow.value_or({}).wide_share == hr::measured_steps.hopper_16_bit);
  CHECK(narrow.value_or({}).products.format == hr::fp8);
  CHECK(wide.basis == hr::basis::estimated);
  CHECK(wide.note.empty());
}

TEST_CASE("a format that the GPU lacks is refused") {
  const auto found = hr::step_rates_of(h100, hr::nvfp4_training);
  CHECK(!found.is_known());
  CHECK(found.note == "the GPU has no tensor units for the format, or their rate is not known");
  CHECK(!hr::step_rates_of(hr::machine(), hr::bf16_training).is_known());
}

TEST_CASE("an architecture without a measured step says so") {
  const auto found = hr::step_rates_of(mi300x, hr::bf16_training);
  REQUIRE(found.is_known());
  CHECK(!found.value_or({}).is_measured);
  CHECK(found.note == "no measured training step on this architecture in this format");
  // Of its sustained rate it reaches as much as those that were measured.
  const auto share = [](const hr::machine& on) {
    const hr::step_rates made = hr::step_rates_of(on, hr::bf16_training).value_or({});
    return made.wide_share / made.wide.sustained_share;
  };
  CHECK(share(mi300x) > 0.9 * std::min(share(h100), share(a100)));
  CHECK(share(mi300x) < 1.1 * std::max(share(h100), share(a100)));
}

// 500 W instead of 700: (5/7)^(3/4).
TEST_CASE("a board of less power clocks lower") {
  static constexpr auto measured = hr::detail::in_steps("Hopper (GH100)", hr::measured_steps);
  constexpr auto clock = [](double watts) {
    hr::gpu of = hr::nvidia::h100_sxm5::spec;
    of.tdp = hr::watts(watts);
    return hr::detail::clock_under_power(of, measured);
  };
  CHECK(clock(500) == doctest::Approx(0.776970).epsilon(1e-5));
  CHECK(clock(700) == doctest::Approx(1));
  hr::gpu unstated = hr::nvidia::h100_sxm5::spec;
  unstated.tdp = hr::unknown;
  CHECK(hr::detail::clock_under_power(unstated, measured) == 1);
}

// A peak that is stated at another clock changes nothing of what power allows: the share falls as the peak rises.
TEST_CASE("the clock that a peak is stated at does not count twice") {
  static constexpr auto measured = hr::detail::in_steps("Hopper (GH100)", hr::measured_steps);
  hr::gpu boosted = hr::nvidia::h100_sxm5::spec;
  boosted.bf16.tensor_dense = boosted.bf16.tensor_dense.value_or({}) * 1.1;
  CHECK(hr::detail::clock_under_power(boosted, measured) * 1.1 == doctest::Approx(hr::detail::clock_under_power(hr::nvidia::h100_sxm5::spec, measured)));
}

TEST_CASE("cards of another chip are not what was measured") {
  CHECK_CONSTEXPR(hr::detail::in_steps("Blackwell Ultra", hr::measured_steps).share(8) == hr::measured_steps.blackwell_8_bit);
  CHECK_CONSTEXPR(hr::detail::in_steps("Blackwell (GB202)", hr::measured_steps).share(8) == 0);
  CHECK_CONSTEXPR(hr::detail::in_steps("Ampere (GA102)", hr::measured_steps).share(16) == 0);
  CHECK_CONSTEXPR(hr::detail::in_steps("Ampere (GA100)", hr::measured_steps).share(8) == 0);
}

}  // namespace training_step_rates_test
