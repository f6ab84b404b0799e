// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/nvidia.hpp>
#include <headroom/time/gemm.hpp>

#include <check.hpp>
#include <time/small_gpu.hpp>

#include <algorithm>
#include <vector>

namespace time_gemm_test {
namespace {

using hr::gemm_shape;
using small_gpu::no_memory_limit;
using small_gpu::round_numbers;

double microseconds_of(const gemm_shape& of, const hr::gpu_rates& on) { return hr::in_microseconds(hr::gemm_time(of, on).time); }

// Every tile of every kind handed to the unit that is free first; the kind that is done first.
double seconds_tile_by_tile(const gemm_shape& of, const hr::gpu_rates& on) {
  double best = 1e30;
  for (const auto& [m, n] : {std::pair{256, 128}, {128, 256}, {128, 128}, {256, 64}, {64, 256}, {128, 64}, {64, 128}, {64, 64}, {16, 64}, {64, 16}}) {
    // Few tiles are cut along k, into as many parts as find a unit, of 512 at least.
    hr::count tiles = 0;
    for (hr::count i = 0; i < of.m; i += m)
      for (hr::count j = 0; j < of.n; j += n) tiles += of.batch;
    hr::count parts = 1;
    while ((parts + 1) * tiles <= on.units && of.k / (parts + 1) >= 512) ++parts;
    const double takes = 2.0 * m * n * static_cast<double>(of.k) / static_cast<double>(parts) / (hr::in_base_units(on.matrix) / static_cast<double>(on.units)) / 0.92 *
                         (1 + 8.0 / m + 8.0 / n);
    std::vector<double> free_at(static_cast<std::size_t>(on.units), 0);
    for (hr::count i = 0; i < tiles * parts; ++i) *std::ranges::min_element(free_at) += takes;
    best = std::min(best, *std::ranges::max_element(free_at));
  }
  return best;
}

}  // namespace

TEST_CASE("a product of one wave by hand") {
  // 64 tiles of 16 x 64 and half a hundred units: 2 x 16 x 64 x 448 operations at 0.92 of 1 TFLOP/s, and 5/8 for their edges
  CHECK(microseconds_of({256, 256, 448}, no_memory_limit) == doctest::Approx(0.917504 * 1.625 / 0.92));
  // one tile of 128 x 64 in 16 parts of 512: with 64 x 16 eight tiles in 12, of 16 x 64 the same
  CHECK(microseconds_of({128, 64, 8'192}, no_memory_limit) == doctest::Approx(2.0 * 64 * 16 * 8'192 / 12 / 1e6 * 1.625 / 0.92));
}

TEST_CASE("a product takes what tiles take that are handed out one by one") {
  for (const gemm_shape& of : {gemm_shape{256, 128, 1'024}, gemm_shape{1'024, 1'024, 512}, gemm_shape{4'096, 1'024, 256},
                               gemm_shape{1'000, 1'192, 64}, gemm_shape{64, 64, 128, 101}, gemm_shape{136, 248, 128, 64}, gemm_shape{8, 1'024, 8'192}}) {
    CAPTURE(of.m);
    CAPTURE(of.batch);
    CHECK(microseconds_of(of, no_memory_limit) == doctest::Approx(seconds_tile_by_tile(of, no_memory_limit) * 1e6));
  }
}

// 49 x (1 / 49) is below 1 in doubles, and as much above it for others.
TEST_CASE("tiles that fill the units of a GPU take one wave, however many units it has" * doctest::test_suite("slow")) {
  for (hr::count units = 1; units <= 64; ++units) {
    hr::gpu_rates on = no_memory_limit;
    on.units = units;
    on.matrix = hr::from_base_units<hr::operation_rate>(1e12 * static_cast<double>(units));
    CAPTURE(units);
    const gemm_shape of{256, 128, 448, units};
    CHECK(microseconds_of(of, on) == doctest::Approx(seconds_tile_by_tile(of, on) * 1e6));
  }
}

TEST_CASE("a tile takes its products and what its edges take, at what a unit issues") {
  for (const double m : {16.0, 64.0, 128.0, 256.0})
    for (const double n : {16.0, 64.0, 128.0, 256.0}) {
      const hr::tile each{m, n};
      CHECK(each.operations == doctest::Approx(2 * m * n * (1 + 8 / m + 8 / n) / 0.92).epsilon(1e-12));
      CHECK(each.per_m == 1 / m);
      CHECK(each.per_n == 1 / n);
    }
}

TEST_CASE("waves are whole, however many") {
  CHECK_CONSTEXPR(hr::detail::whole_up(0) == 0);
  CHECK_CONSTEXPR(hr::detail::whole_up(1) == 1);
  CHECK_CONSTEXPR(hr::detail::whole_up(1.25) == 2);
  CHECK_CONSTEXPR(hr::detail::whole_up(1e30) == 1e30);  // beyond what an integer holds
}

TEST_CASE("few tiles are cut along k, into no part below 512 and none without a unit") {
  for (const hr::count units : {1, 2, 3, 5, 9, 100})
    for (const hr::count k : {64, 448, 512, 1'016, 1'024, 1'536, 4'096}) {
      hr::gpu_rates on = no_memory_limit;
      on.units = units;
      on.matrix = hr::from_base_units<hr::operation_rate>(1e8 * static_cast<double>(units));  // some tiles take a second
      CAPTURE(units);
      CAPTURE(k);
      for (const gemm_shape& of : {gemm_shape{16, 64, k}, gemm_shape{64, 64, k}, gemm_shape{512, 128, k}, gemm_shape{128, 256, k, 3}})
        CHECK(microseconds_of(of, on) == doctest::Approx(seconds_tile_by_tile(of, on) * 1e6).epsilon(1e-9));
    }
}

TEST_CASE("sizes beyond every product give a time, and no error") {
  CHECK(hr::in_seconds(hr::gemm_time({hr::max_count, hr::max_count, hr::max_count, hr::max_count}, round_numbers).time) > 1e30);
}

TEST_CASE("power bounds a large product, and memory a thin one") {
  hr::gpu_rates limited = no_memory_limit;
  limited.sustained_share = 0.5;
  CHECK(microseconds_of({32'768, 32'768, 1'024}, limited) == doctest::Approx(2.0 * 32'768 * 32'768 * 1'024 / 50e12 * 1e6));
  // one row: 2 x 8,192 x 8,192 bytes of weights
  const hr::operation_time thin = hr::gemm_time({1, 8'192, 8'192}, round_numbers);
  CHECK(thin.is_memory_bound());
  CHECK(hr::in_microseconds(thin.memory) == doctest::Approx((134'217'728 + 16'384) / 1e6 + 16'384 * 2 / 1e6));
  CHECK(thin.time >= thin.memory);
  CHECK(hr::in_seconds(thin.time) < 1.5 * hr::in_seconds(thin.memory));
}

TEST_CASE("compute and memory overlap but for what their squares add") {
  CHECK_CONSTEXPR(hr::detail::overlapped(0, 0) == 0);
  CHECK(hr::detail::overlapped(3, 4) == doctest::Approx(5));
  CHECK(hr::detail::overlapped(0.08, 0.06) == doctest::Approx(0.1));
  for (const hr::count k : {64, 1'024, 8'192}) {
    const hr::operation_time both = hr::gemm_time({2'048, 2'048, k}, round_numbers);
    const double compute = hr::in_microseconds(both.compute);
    const double memory = hr::in_microseconds(both.memory);
    CHECK(hr::in_microseconds(both.time) * hr::in_microseconds(both.time) == doctest::Approx(compute * compute + memory * memory));
  }
}

TEST_CASE("rows that are no multiple of 16 bytes are slower: the exception to larger is never faster") {
  CHECK(microseconds_of({1'024, 1'023, 1'024}, no_memory_limit) > microseconds_of({1'024, 1'024, 1'024}, no_memory_limit));
  CHECK(microseconds_of({1'024, 1'023, 1'024}, no_memory_limit) ==
        doctest::Approx(microseconds_of({1'024, 1'024, 1'024}, no_memory_limit) / 0.82));
  // Rows of either operand: 8 numbers of 16 bits, 16 of 8
  hr::gpu_rates on = no_memory_limit;
  const auto slowdown = [&](hr::count n, hr::count k) { return microseconds_of({512, n, k}, on) / microseconds_of({512, 256, 512}, on); };
  CHECK(slowdown(248, 512) == doctest::Approx(1));
  CHECK(slowdown(252, 512) == doctest::Approx(1 / 0.82));
  CHECK(slowdown(256, 508) == doctest::Approx(508.0 / 512 / 0.82));
  CHECK(slowdown(256, 504) == doctest::Approx(504.0 / 512));
  on.format = hr::fp8;
  CHECK(slowdown(248, 512) == doctest::Approx(1 / 0.82));
  CHECK(slowdown(240, 512) == doctest::Approx(1));
}

TEST_CASE("a product takes its launch besides, and none where there is nothing to do") {
  hr::gpu_rates on = no_memory_limit;
  on.launch = hr::microseconds(7);
  const hr::operation_time one = hr::gemm_time({64, 64, 64}, on);
  CHECK(one.launch == hr::microseconds(7));
  CHECK(hr::in_microseconds(one.time) == doctest::Approx(7 + microseconds_of({64, 64, 64}, no_memory_limit)).epsilon(1e-12));
  CHECK(one.time > on.launch);
  for (const gemm_shape& of : {gemm_shape{0, 64, 64}, gemm_shape{64, 0, 64}, gemm_shape{64, 64, 0}, gemm_shape{64, 64, 64, 0}, gemm_shape{}}) {
    CHECK(hr::gemm_time(of, on).time == hr::seconds(0));
    CHECK(hr::gemm_time(of, on).memory == hr::seconds(0));
  }
  CHECK(hr::in_base_units(gemm_shape{.m = 3, .n = 5, .k = 7}.operations()) == 210);
}

TEST_CASE("the share of the peak that is reached has the launch in it") {
  hr::gpu_rates on = round_numbers;
  on.launch = hr::microseconds(7);
  const gemm_shape of{1'024, 512, 2'048};
  CHECK(hr::reached_share(of, on) == doctest::Approx(2.0 * 1'024 * 512 * 2'048 / 100e12 / hr::in_seconds(hr::gemm_time(of, on).time)).epsilon(1e-12));
}

TEST_CASE("a product's operations and bytes") {
  constexpr gemm_shape of{100, 200, 300, 2};
  CHECK_CONSTEXPR(hr::in_base_units(of.operations()) == 2.0 * 100 * 200 * 300 * 2);
  CHECK_CONSTEXPR(hr::bytes_read(of, hr::bf16) == hr::bytes(2 * 2 * 300 * (100 + 200)));
  CHECK_CONSTEXPR(hr::bytes_read(of, hr::fp4) == hr::bytes(300 * (100 + 200)));
  CHECK_CONSTEXPR(hr::bytes_written(of, 4) == hr::bytes(4 * 2 * 100 * 200));
  CHECK_CONSTEXPR(hr::gemm_time({}, round_numbers).time == hr::seconds(0));
}

TEST_CASE("a larger product is never faster, nor a faster GPU slower") {
  for (const hr::count m : {8, 64, 100, 1'000, 4'096, 10'000})
    for (const hr::count k : {64, 512, 4'096}) {
      const gemm_shape of{m, 1'024, k};
      const double now = microseconds_of(of, round_numbers);
      CHECK(microseconds_of({2 * m, 1'024, k}, round_numbers) >= now);
      CHECK(microseconds_of({m, 2'048, k}, round_numbers) >= now);
      CHECK(microseconds_of({m, 1'024, 2 * k}, round_numbers) >= now);
      CHECK(microseconds_of({m, 1'024, k, 2}, round_numbers) >= now);
      hr::gpu_rates faster = round_numbers;
      faster.matrix = hr::from_base_units<hr::operation_rate>(200e12);
      CHECK(microseconds_of(of, faster) <= now);
      faster = round_numbers;
      faster.memory = hr::terabytes_per_second(2);
      CHECK(microseconds_of(of, faster) <= now);
      faster = round_numbers;
      faster.sustained_share = 0.5;
      CHECK(microseconds_of(of, faster) >= now);
    }
}

// At the default limits of every compiler.
TEST_CASE("a hundred products are estimated within one constant expression") {
  constexpr hr::duration sum = [] {
    hr::duration all{};
    for (hr::count i = 1; i <= 100; ++i) all += hr::gemm_time({64 * i, 8'192, 8'192}, round_numbers).time;
    return all;
  }();
  CHECK_CONSTEXPR(sum > hr::seconds(0));
}

// 676 and 671 of 989 TFLOP/s on H100 and H200: tests/validation/microbench_h100.json and microbench_h200.json.
TEST_CASE("a product is estimated within a constant expression") {
  constexpr hr::gpu_rates h100 = value_of(hr::rates_of(hr::nvidia::h100_sxm5::spec, hr::bf16));
  constexpr double share = hr::reached_share({8'192, 8'192, 8'192}, h100);
  CHECK_CONSTEXPR(share > 0.65);
  CHECK_CONSTEXPR(share < 0.71);
}

}  // namespace time_gemm_test
