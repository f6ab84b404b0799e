// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/amd.hpp>
#include <headroom/catalog/machines.hpp>
#include <headroom/time/gpu_rates.hpp>

#include <check.hpp>

TEST_CASE("a measured GPU has the catalogue's peaks and its architecture's shares") {
  constexpr hr::figure<hr::gpu_rates> a100 = hr::rates_of(hr::nvidia::a100_sxm4_80gb::spec, hr::bf16);
  CHECK_CONSTEXPR(a100.is_known());
  CHECK_CONSTEXPR(a100.basis == hr::basis::derived);
  CHECK_CONSTEXPR(hr::in_base_units(value_of(a100).matrix) == 312e12);
  CHECK_CONSTEXPR(value_of(a100).units == 108);
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(value_of(a100).memory) == 2'039);
  // FP8 on Hopper draws more power for its rate: a smaller share of the peak.
  constexpr hr::gpu_rates h100 = value_of(hr::rates_of(hr::nvidia::h100_sxm5::spec, hr::bf16));
  constexpr hr::gpu_rates h100_fp8 = value_of(hr::rates_of(hr::nvidia::h100_sxm5::spec, hr::fp8));
  CHECK_CONSTEXPR(h100_fp8.sustained_share < h100.sustained_share);
  CHECK_CONSTEXPR(h100.read_share > h100.write_share);
}

// Products of 16,384 cubed on H200, which nothing was fitted to: 684 TFLOP/s, and 6.2 us for those of 1,024 cubed in a graph.
TEST_CASE("what power leaves of long products, and a kernel of a graph") {
  constexpr hr::gpu_rates h200 = value_of(hr::rates_of(hr::nvidia::h200_sxm5::spec, hr::bf16));
  CHECK(h200.sustained_share == doctest::Approx(684.0 / 989.4).epsilon(0.05));
  CHECK_CONSTEXPR(h200.attention_rate() > hr::in_base_units(h200.matrix) * h200.sustained_share);
  CHECK_CONSTEXPR(hr::replayed_launch < hr::measured_launch);
  constexpr hr::gpu_rates mine{.matrix = hr::from_base_units<hr::operation_rate>(100e12), .sustained_share = 0.5};
  CHECK_CONSTEXPR(mine.attention_rate() == 50e12);
}

TEST_CASE("what was not measured is an estimate that says so") {
  CHECK(hr::rates_of(hr::nvidia::b200::spec, hr::fp4).note == "no measured product of this architecture in this format");
  CHECK(hr::rates_of(hr::nvidia::b200::spec, hr::bf16).note == "no measured memory bandwidth of this architecture");
  constexpr hr::figure<hr::gpu_rates> amd = hr::rates_of(hr::amd::mi300x::spec, hr::bf16);
  CHECK_CONSTEXPR(amd.basis == hr::basis::estimated);
  CHECK_CONSTEXPR(!value_of(amd).is_measured);
  CHECK(amd.note == "no measured product of this architecture in this format");
}

TEST_CASE("what cannot be estimated is unknown, with the reason") {
  CHECK(hr::rates_of(hr::nvidia::h100_sxm5::spec, hr::fp4).note == "the GPU has no tensor units for the format, or their rate is not known");
  constexpr hr::gpu own = [] {
    hr::gpu made = hr::nvidia::h100_sxm5::spec;
    made.multiprocessors = hr::unknown;
    return made;
  }();
  CHECK(hr::rates_of(own, hr::bf16).note == "the number of multiprocessors is not known");
  constexpr hr::gpu without = [] {
    hr::gpu made = hr::nvidia::h100_sxm5::spec;
    made.memory_bandwidth = hr::unknown;
    return made;
  }();
  CHECK(hr::rates_of(without, hr::bf16).note == "the memory bandwidth is not known");
}

// A tensor unit's peak is a whole number of operations a clock on every multiprocessor: 2,048 on A100, 4,096 on H100, in
// 16 bits, at clocks that GPUs have.
TEST_CASE("units and peaks give a clock between 1 and 2.5 GHz") {
  for (const hr::gpu* each : hr::catalog::gpus()) {
    const hr::figure<hr::gpu_rates> rates = hr::rates_of(*each, hr::bf16);
    if (!rates.is_known() || !value_of(rates).is_measured) continue;
    const double a_clock = 16 * value_of(rates).operations_per_exponential * (each->architecture == "Blackwell Ultra" ? 2 : 1);
    const double hertz = hr::in_base_units(value_of(rates).matrix) / static_cast<double>(value_of(rates).units) / a_clock;
    CAPTURE(each->name);
    CHECK(hertz > 1e9);
    CHECK(hertz < 2.5e9);
  }
  // A100's boost clock is 1,410 MHz (its white paper).
  constexpr hr::gpu_rates a100 = value_of(hr::rates_of(hr::nvidia::a100_sxm4_80gb::spec, hr::bf16));
  CHECK(312e12 / 108 / (16 * a100.operations_per_exponential) == doctest::Approx(1.41e9).epsilon(1e-3));
}
