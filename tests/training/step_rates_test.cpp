// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <string_view>

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

TEST_CASE("products in 8 bits have a rate of their own beside that in 16 bits, and the same share of it") {
  constexpr auto wide = hr::step_rates_of(h100, hr::bf16_training);
  constexpr auto narrow = hr::step_rates_of(h100, hr::fp8_training);
  REQUIRE(wide.is_known());
  REQUIRE(narrow.is_known());
  CHECK(wide.value_or({}).products_share == hr::measured_steps.hopper);
  CHECK(narrow.value_or({}).products_share == hr::measured_steps.hopper);
  CHECK(narrow.value_or({}).wide_share == hr::measured_steps.hopper);
  CHECK(narrow.value_or({}).products.format == hr::fp8);
  CHECK(wide.basis == hr::basis::estimated);
  CHECK(wide.note.empty());
}

// V100's tensor cores: 125 TFLOPS of FP16 (data sheet).
TEST_CASE("a job in fp16 has the GPU's rate in fp16") {
  constexpr hr::machine v100(hr::azure::nd40rs_v2::spec);
  constexpr auto found = hr::step_rates_of(v100, hr::fp16_training);
  CHECK_CONSTEXPR(found.value_or({}).products.matrix == hr::teraflops(125));
  CHECK_CONSTEXPR(found.value_or({}).wide.matrix == hr::teraflops(125));
  CHECK_CONSTEXPR(!found.value_or({}).is_measured);
  CHECK(found.note == "no measured training step on this architecture in this format");
  CHECK(hr::step_rates_of(v100, hr::bf16_training).is_unknown());
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
  CHECK(hr::detail::clock_under_power(unstated, measured) == 0);
}

// A tile of 256 x 128 issues 92 % and its edges take 8 (1/256 + 1/128) of that: 0.92 / 1.09375 of the peak, at its clock, with any power.
TEST_CASE("no product or attention is above the stated peak's clock") {
  hr::gpu own = hr::nvidia::h100_sxm5::spec;
  hr::vm on{.name = "own", .gpus = 8, .scale_up_domain_gpus = 8};
  on.gpu = &own;
  for (const double watts : {1'400.0, 14'000.0}) {
    own.tdp = hr::watts(watts);
    const hr::step_rates rates = hr::step_rates_of(on, hr::fp8_training).value_or({});
    CHECK(rates.wide_share == doctest::Approx(0.92 / 1.09375));
    CHECK(rates.products_share == doctest::Approx(0.92 / 1.09375));
    CHECK(rates.wide.attention_share == doctest::Approx(0.92 / 1.09375));
  }
  CHECK_CONSTEXPR(hr::detail::at_clock(0.5, 1.5) == 0.75);
  CHECK_CONSTEXPR(hr::detail::at_clock(0.5, 2) == hr::detail::share_at_stated_clock);
  CHECK_CONSTEXPR(hr::detail::at_clock(0.9, 1) == 0.9);  // of your own constants
  CHECK_CONSTEXPR(hr::detail::at_clock(0.9, 2) == 0.9);
  CHECK_CONSTEXPR(hr::detail::at_clock(0.9, 0.5) == 0.45);
}

// A peak that is stated at another clock changes nothing of what power allows: the share falls as the peak rises.
TEST_CASE("the clock that a peak is stated at does not count twice") {
  static constexpr auto measured = hr::detail::in_steps("Hopper (GH100)", hr::measured_steps);
  hr::gpu boosted = hr::nvidia::h100_sxm5::spec;
  boosted.bf16.tensor_dense = boosted.bf16.tensor_dense.value_or({}) * 1.1;
  CHECK(hr::detail::clock_under_power(boosted, measured) * 1.1 == doctest::Approx(hr::detail::clock_under_power(hr::nvidia::h100_sxm5::spec, measured)));
}

TEST_CASE("cards of another chip are not what was measured") {
  CHECK_CONSTEXPR(hr::detail::in_steps("Blackwell Ultra", hr::measured_steps).share(8) == hr::measured_steps.blackwell);
  CHECK_CONSTEXPR(hr::detail::in_steps("Blackwell (GB202)", hr::measured_steps).share(8) == 0);
  CHECK_CONSTEXPR(hr::detail::in_steps("Ampere (GA102)", hr::measured_steps).share(16) == 0);
  CHECK_CONSTEXPR(hr::detail::in_steps("Ampere (GA100)", hr::measured_steps).share(8) == 0);
}

// Data sheets: A100 SXM 400 W, 108 multiprocessors, 312 Tflop/s; H100 SXM 700 W, 132, 989.5; GB200 1,200 W, 152, 2,500.
TEST_CASE("what was measured in steps was measured on these boards") {
  const hr::step_constants by{.ampere = 0.1, .hopper = 0.2, .blackwell = 0.4};
  struct expected {
    std::string_view architecture;
    double wide, narrow, narrowest, watts, units, peak;
  };
  for (const auto& each : {expected{"Ampere (GA100)", 0.1, 0, 0, 400, 108, 312e12}, expected{"Hopper (GH100)", 0.2, 0.2, 0, 700, 132, 989.5e12},
                           expected{"Blackwell", 0.4, 0.4, 0.4, 1'200, 152, 2'500e12}, expected{"Blackwell Ultra", 0.4, 0.4, 0.4, 1'200, 152, 2'500e12},
                           expected{"CDNA 3", 0, 0, 0, 0, 0, 0}}) {
    const auto found = hr::detail::in_steps(each.architecture, by);
    CHECK(found.share(16) == each.wide);
    CHECK(found.share(8) == each.narrow);
    CHECK(found.share(4) == each.narrowest);
    CHECK(found.share(6) == 0);
    CHECK(found.share(32) == 0);
    CHECK(found.watts == each.watts);
    CHECK(found.units == each.units);
    CHECK(found.unit_peak * found.units == doctest::Approx(each.peak));
  }
}

// Data sheets, dense: GB300 2,500, 5,000 and 15,000 Tflop/s in 16, 8 and 4 bits, so that its 4 bits take 15 / 10 of the power: 1.5^(-3/4) = 0.737788.
// GB200 2,500, 5,000 and 10,000.
TEST_CASE("a format that takes more power at a clock is clocked lower") {
  const auto clock = [](const hr::vm& of, hr::precision format) {
    const hr::machine_rates found = hr::machine_rates_of(hr::machine(of), format).value_or({});
    return hr::detail::clock_of_format(found.products, found.wide);
  };
  CHECK(clock(hr::azure::nd128isr_gb300_v6::spec, hr::fp4) == doctest::Approx(0.737788).epsilon(1e-5));
  CHECK(clock(hr::azure::nd128isr_gb300_v6::spec, hr::fp8) == 1);
  CHECK(clock(hr::azure::nd128isr_gb300_v6::spec, hr::bf16) == 1);
  CHECK(clock(hr::azure::nd128isr_ndr_gb200_v6::spec, hr::fp4) == 1);
  hr::gpu_rates products;
  products.format = hr::fp8;
  products.matrix = hr::teraflops(500);
  hr::gpu_rates wide;
  wide.matrix = hr::teraflops(1'000);
  CHECK(hr::detail::clock_of_format(products, wide) == 1);  // less power takes nothing above the clock of 16 bits
  const hr::machine gb300(hr::azure::nd128isr_gb300_v6::spec);
  const auto share = [&](const hr::training_formats& formats) { return hr::step_rates_of(gb300, formats).value_or({}).products_share; };
  CHECK(share(hr::nvfp4_training) == doctest::Approx(0.737788 * share(hr::fp8_training)).epsilon(1e-5));
}

// 2,744 of 5,000 Tflop/s: what cuBLASLt sustains on GB200. Whatever you say of steps, a tile alone takes what it took.
TEST_CASE("a tile of Blackwell takes what products that go on for minutes do") {
  for (const double own : {0.549, 0.3}) {
    const auto found = hr::step_rates_of(hr::machine(hr::azure::nd128isr_ndr_gb200_v6::spec), hr::nvfp4_training, {.blackwell = own}).value_or({});
    CHECK(found.products.sustained_share == doctest::Approx(2'744.0 / 5'000).epsilon(0.001));
    CHECK(found.products_share == doctest::Approx(own));
  }
  CHECK(hr::step_rates_of(h100, hr::fp8_training).value_or({}).products.sustained_share == hr::machine_rates_of(h100, hr::fp8).value_or({}).products.sustained_share);
}

TEST_CASE("shares fall with the clock that the board's power holds") {
  const hr::machine gb300(hr::azure::nd128isr_gb300_v6::spec);
  const double clock = hr::detail::clock_under_power(*gb300.gpu(), hr::detail::in_steps("Blackwell Ultra", hr::measured_steps));
  CHECK(hr::math::absolute(clock - 1) > 0.01);
  const auto found = hr::step_rates_of(gb300, hr::fp8_training).value_or({});
  const auto alone = hr::machine_rates_of(gb300, hr::fp8).value_or({});
  CHECK(found.wide_share == doctest::Approx(hr::measured_steps.blackwell * clock));
  CHECK(found.products_share == doctest::Approx(hr::measured_steps.blackwell * clock));
  // Attention's products reach 0.83 of the peak at 1,200 W, and at more as much as the peak's clock lets them.
  CHECK(clock > 1);
  CHECK(alone.wide.attention_share * clock > 0.92 / 1.09375);
  CHECK(found.wide.attention_share == doctest::Approx(0.92 / 1.09375));
  CHECK(found.is_measured);
  // Of power, multiprocessors or a peak that are not stated, nothing follows.
  const auto measured = hr::detail::in_steps("Blackwell Ultra", hr::measured_steps);
  for (const int left_out : {0, 1, 2}) {
    hr::gpu of = *gb300.gpu();
    if (left_out == 0) of.tdp = hr::unknown;
    if (left_out == 1) of.multiprocessors = hr::unknown;
    if (left_out == 2) of.bf16.tensor_dense = of.fp16.tensor_dense = hr::unknown;
    CHECK(hr::detail::clock_under_power(of, measured) == 0);
  }
  CHECK(hr::detail::clock_under_power(*gb300.gpu(), {}) == 0);
  // A board whose power nobody states is taken to reach what the measured one does.
  CHECK(found.clock == clock);
  hr::gpu unstated = hr::nvidia::h100_sxm5::spec;
  unstated.tdp = hr::unknown;
  hr::vm own{.name = "own", .gpus = 8, .scale_up_domain_gpus = 8};
  own.gpu = &unstated;
  const auto alike = hr::step_rates_of(own, hr::fp8_training).value_or({});
  CHECK(alike.clock == 0);
  CHECK(alike.wide_share == hr::measured_steps.hopper);
  CHECK(alike.products_share == hr::measured_steps.hopper);
}

TEST_CASE("an architecture or a format that was not measured has the usual part of its sustained rate") {
  const auto amd = hr::step_rates_of(mi300x, hr::fp8_training).value_or({});
  CHECK(amd.wide_share == doctest::Approx(0.85 * amd.wide.sustained_share));
  CHECK(amd.products_share == doctest::Approx(0.85 * amd.products.sustained_share));
  CHECK(!amd.is_measured);
  const hr::step_constants without{.hopper = 0};
  const auto half = hr::step_rates_of(h100, hr::fp8_training, without);
  CHECK(!half.value_or({}).is_measured);
  CHECK(half.value_or({}).products_share == doctest::Approx(0.85 * half.value_or({}).products.sustained_share));
  CHECK(!half.note.empty());
  // A100 multiplies in 8 bits, and no step did.
  hr::training_formats of_integers;
  of_integers.products = {.format = hr::int8};
  CHECK(!hr::step_rates_of(a100, of_integers).value_or({}).is_measured);
}

}  // namespace training_step_rates_test
