// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/amd.hpp>
#include <headroom/catalog/machines.hpp>
#include <headroom/time/attention.hpp>
#include <headroom/time/gemm.hpp>
#include <headroom/time/gpu_rates.hpp>
#include <headroom/time/operation_band.hpp>

#include <check.hpp>
#include <documented.hpp>
#include <unsaid.hpp>

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

namespace time_gpu_rates_test {

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

// H100's data sheet has 67 TFLOPS of FP32, of vector units alone, and 67 of FP64's tensor units beside 34 of its vector units.
TEST_CASE("a format without tensor units runs on the vector units, and in more than 16 bits nothing was measured") {
  constexpr hr::figure<hr::gpu_rates> fp32 = hr::rates_of(hr::nvidia::h100_sxm5::spec, hr::fp32);
  CHECK_CONSTEXPR(value_of(fp32).matrix == hr::teraflops(67));
  CHECK_CONSTEXPR(hr::rates_of(hr::nvidia::h100_sxm5::spec, hr::fp64).value_or({}).matrix == hr::teraflops(67));
  CHECK_CONSTEXPR(!value_of(fp32).is_measured);
  CHECK_CONSTEXPR(value_of(fp32).sustained_share == hr::unmeasured_share);
  CHECK_CONSTEXPR(value_of(fp32).attention_share == 0);  // as its other products
  CHECK_CONSTEXPR(value_of(fp32).matrix_16_bit == hr::teraflops(989.5));
  CHECK(fp32.note == "no measured product of this architecture in this format");
  CHECK(fp32.basis == hr::basis::estimated);
}

// V100: 125 TFLOPS on 80 multiprocessors at its boost clock of 1,530 MHz, and T4: 65 on 40 at 1,590 (their white papers); BF16 came with Ampere.
TEST_CASE("GPUs before Ampere compute 16 bits in fp16") {
  CHECK_CONSTEXPR(hr::sixteen_bit_format(hr::nvidia::v100_sxm2_16gb::spec) == hr::fp16);
  CHECK_CONSTEXPR(hr::sixteen_bit_format(hr::nvidia::t4::spec) == hr::fp16);
  CHECK_CONSTEXPR(hr::sixteen_bit_format(hr::nvidia::h100_sxm5::spec) == hr::bf16);
  CHECK(hr::sixteen_bit_format({}) == hr::bf16);  // of neither a rate is known
  struct expected {
    const hr::gpu& of;
    double hertz;
  };
  for (const expected& each : {expected{hr::nvidia::v100_sxm2_16gb::spec, 1.53e9}, expected{hr::nvidia::t4::spec, 1.59e9}}) {
    const hr::figure<hr::gpu_rates> found = hr::rates_of(each.of, hr::fp16);
    const hr::gpu_rates rates = value_of(found);
    CAPTURE(each.of.name);
    CHECK(!rates.is_measured);
    CHECK(rates.sustained_share == hr::unmeasured_share);
    CHECK(rates.read_share == hr::unmeasured_read_share);
    CHECK(rates.matrix_16_bit == rates.matrix);
    // 1,024 operations of tensor cores and 16 exponentials a clock.
    CHECK(hr::in_base_units(rates.matrix) / static_cast<double>(rates.units) / 1'024 == doctest::Approx(each.hertz).epsilon(5e-3));
    CHECK(rates.operations_per_exponential == 1'024 / 16);
    CHECK(found.basis == hr::basis::estimated);
    CHECK(hr::rates_of(each.of, hr::bf16).is_unknown());
  }
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
  // Nothing is divided by what is no rate.
  constexpr double infinite = std::numeric_limits<double>::infinity();
  for (const double none : {0.0, -1.0, 0.25, infinite, -infinite, std::numeric_limits<double>::quiet_NaN(), 1e31}) {
    CAPTURE(none);
    hr::gpu made = hr::nvidia::h100_sxm5::spec;
    made.memory_bandwidth = hr::bytes_per_second(none);
    CHECK(hr::rates_of(made, hr::bf16).note == "the memory bandwidth is no positive number");
    made = hr::nvidia::h100_sxm5::spec;
    made.bf16.tensor_dense = hr::from_base_units<hr::operation_rate>(none);
    CHECK(hr::rates_of(made, hr::bf16).note == "the rate of the GPU in the format is no positive number");
  }
  CHECK_CONSTEXPR(hr::is_rate(1));
  CHECK_CONSTEXPR(hr::is_rate(1e30));
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

// Beside a product and an attention that read and write, and exponentials of one operation of 256 of the 16-bit peak.
TEST_CASE("rates that are filled in by hand lose nothing that nobody named") {
  using rates = hr::gpu_rates;
  constexpr rates plain{.matrix = hr::teraflops(100), .units = 100, .memory = hr::terabytes_per_second(1), .matrix_16_bit = hr::teraflops(100)};
  constexpr auto seconds = [](const rates& on) {
    const hr::operation_time product = hr::gemm_time({.m = 1'024, .n = 1'024, .k = 1'024}, on);
    const hr::operation_time attention = hr::attention_time({.queries = 64, .keys = 64, .heads = 4}, on);
    return hr::in_seconds(product.compute) + hr::in_seconds(product.memory) + hr::in_seconds(attention.compute) + hr::in_seconds(attention.memory);
  };
  CHECK_CONSTEXPR(is_unless_said<&rates::format>(seconds, plain, hr::bf16, hr::fp8));
  CHECK_CONSTEXPR(is_unless_said<&rates::sustained_share>(seconds, plain, 1, 0.5));
  CHECK_CONSTEXPR(is_unless_said<&rates::attention_share>(seconds, plain, 1, 0.5));
  CHECK_CONSTEXPR(is_unless_said<&rates::read_share>(seconds, plain, 1, 0.5));
  CHECK_CONSTEXPR(is_unless_said<&rates::write_share>(seconds, plain, 1, 0.5));
  CHECK_CONSTEXPR(is_unless_said<&rates::operations_per_exponential>(seconds, plain, 256, 128));
  // What has no units never ends, and what nobody measured has the band of nothing.
  const double without_units = seconds({.matrix = hr::teraflops(100), .memory = hr::terabytes_per_second(1), .matrix_16_bit = hr::teraflops(100)});
  CHECK(!(without_units < std::numeric_limits<double>::infinity()));
  constexpr auto likeness = [](const rates& on) { return hr::band_of(hr::matrix_products, on).of; };
  CHECK_CONSTEXPR(is_unless_said<&rates::is_measured>(likeness, plain, false, true));
}

TEST_CASE("nothing sustains more than its peak") {
  for (const hr::architecture_rates& each : hr::measured_architectures)
    for (const double share : {each.share_16_bit, each.share_8_bit, each.attention_share, each.read_share}) {
      CAPTURE(each.architecture);
      CHECK(share >= 0);
      CHECK(share <= 1);
    }
}

TEST_CASE("bytes are read and written at shares of the peak, and moved at the mean of seconds a byte") {
  const hr::gpu_rates mine{.memory = hr::gigabytes_per_second(100), .read_share = 0.75, .write_share = 0.25};
  CHECK(mine.read_rate() == 75e9);
  CHECK(mine.write_rate() == 25e9);
  // A byte read and one written take 1 / 75 + 1 / 25 ns, two bytes in 4 / 75
  CHECK(mine.moved_rate() == doctest::Approx(37.5e9).epsilon(1e-12));
  const hr::gpu_rates special{.operations_per_exponential = 50, .matrix_16_bit = hr::from_base_units<hr::operation_rate>(200)};
  CHECK(special.exponential() == 0.25);
}

TEST_CASE("every rate of a GPU is the catalogue's, or of its architecture, or else of none") {
  const auto near = [](double a, double b) { return a == doctest::Approx(b).epsilon(1e-12).scale(0); };
  const hr::figure<hr::gpu_rates> found = hr::rates_of(hr::nvidia::h100_sxm5::spec, hr::fp8);
  const hr::gpu_rates h100 = value_of(found);
  CHECK(h100.format == hr::fp8);
  CHECK(hr::in_base_units(h100.matrix) == 1'979e12);
  CHECK(hr::in_base_units(h100.matrix_16_bit) == 989.5e12);
  CHECK(h100.units == 132);
  CHECK(h100.launch == hr::microseconds(5.65));
  CHECK(h100.sustained_share == 0.693);
  CHECK(h100.attention_share == 0.83);
  CHECK(h100.read_share == 0.949);
  CHECK(near(h100.write_share, 0.949 * 0.846));
  CHECK(h100.operations_per_exponential == 256);
  CHECK(h100.is_measured);
  CHECK(found.basis == hr::basis::derived);
  CHECK(found.note.empty());

  // Blackwell's products were measured, and its memory was not.
  const hr::figure<hr::gpu_rates> b200 = hr::rates_of(hr::nvidia::b200::spec, hr::bf16);
  CHECK(value_of(b200).is_measured);
  CHECK(value_of(b200).sustained_share == 0.83);
  CHECK(value_of(b200).read_share == 0.9);
  CHECK(near(value_of(b200).write_share, 0.9 * 0.846));
  CHECK(value_of(b200).operations_per_exponential == 512);
  CHECK(b200.basis == hr::basis::estimated);

  // A100's memory was measured, and its products of 8 bits were not.
  const hr::figure<hr::gpu_rates> a100 = hr::rates_of(hr::nvidia::a100_sxm4_80gb::spec, hr::int8);
  CHECK(!value_of(a100).is_measured);
  CHECK(value_of(a100).sustained_share == 0.8);
  CHECK(value_of(a100).read_share == 0.858);
  CHECK(a100.basis == hr::basis::estimated);
  CHECK(a100.note == "no measured product of this architecture in this format");

  const hr::figure<hr::gpu_rates> mi300x = hr::rates_of(hr::amd::mi300x::spec, hr::bf16);
  CHECK(value_of(mi300x).sustained_share == 0.8);
  CHECK(value_of(mi300x).attention_share == 0);
  CHECK(value_of(mi300x).read_share == 0.9);
  CHECK(mi300x.basis == hr::basis::estimated);

  // Of 8 bits alone.
  hr::gpu narrow = hr::nvidia::h100_sxm5::spec;
  narrow.bf16.tensor_dense = narrow.fp16.tensor_dense = hr::unknown;
  CHECK(hr::in_base_units(value_of(hr::rates_of(narrow, hr::fp8)).matrix_16_bit) == 1'979e12);
}

TEST_CASE("the documentation of operations is of these") {
  const auto check = [](std::string_view row, const std::vector<double>& constants) {
    hr_test::check_documented("| constant | value | fitted to", row, constants);
  };
  const auto of = [](std::string_view architecture) {
    return *std::ranges::find(hr::measured_architectures, architecture, &hr::architecture_rates::architecture);
  };
  const hr::architecture_rates ampere = of("Ampere (GA100)"), hopper = of("Hopper (GH100)"), blackwell = of("Blackwell");
  check("from one kernel to the next", {hr::in_microseconds(hr::measured_launch)});
  check("the same in a replayed graph", {hr::in_microseconds(hr::replayed_launch)});
  check("what a tile issues", {hr::issued_share, hr::edge_cost});
  check("unaligned rows", {hr::unaligned_share});
  check("sustained share, Ampere", {ampere.share_16_bit});
  check("sustained share, Hopper 8 bits", {hopper.share_8_bit});
  check("sustained share, Hopper 16 bits", {hopper.share_16_bit});
  check("sustained share, Blackwell", {blackwell.share_16_bit});
  CHECK(blackwell.share_8_bit == blackwell.share_16_bit);
  check("share of attention's products", {ampere.attention_share, hopper.attention_share, blackwell.attention_share});
  check("keys that the edge", {hr::edge_keys, hr::backward_edge_keys, hr::diagonal_keys});
  check("products of the way back", {hr::backward_share});
  check("reading, Ampere", {ampere.read_share, hopper.read_share});
  check("writing to reading", {hr::written_to_read});
}

}  // namespace time_gpu_rates_test
