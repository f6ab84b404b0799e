// SPDX-License-Identifier: BSL-1.0
#include <headroom/demand/assess.hpp>
#include <headroom/demand/scaled.hpp>

#include <limits>

#include <check.hpp>
#include <cluster/small_machines.hpp>
#include <headroom/cluster/dynamic_cluster.hpp>

namespace scaled_cases {

constexpr hr::demand half_more(const hr::demand& of, double factor = 1.5) { return hr::scaled(of, factor).value_or({}); }

}  // namespace scaled_cases

TEST_CASE("A demand so many times over is so much more of all that it asks in total") {
  using namespace scaled_cases;
  constexpr hr::demand asked{.total = {.gpus = 10,
                                       .usable_gpu_memory = hr::gibibytes(20),
                                       .memory_bandwidth = hr::terabytes_per_second(4),
                                       .peak = hr::petaflops<hr::fp8>(2),
                                       .scale_up = hr::scale_up_per_direction(hr::gigabytes_per_second(6)),
                                       .scale_out = hr::scale_out_per_direction(hr::gigabytes_per_second(8)),
                                       .front_end = hr::front_end_per_direction(hr::gigabytes_per_second(10)),
                                       .vcpus = 12,
                                       .system_memory = hr::gibibytes(14),
                                       .local_storage = hr::gibibytes(16),
                                       .disk_iops = 18,
                                       .disk_throughput = hr::gigabytes_per_second(20)}};
  constexpr hr::demand made = half_more(asked);
  // Each line that there is, so that a need that is added is not forgotten.
  for (const hr::line each : hr::detail::need_lines)
    CHECK(hr::detail::need_of(made.total, each) == doctest::Approx(1.5 * hr::detail::need_of(asked.total, each)));
  const hr::demand twice = half_more(asked, 2);
  for (const hr::line each : hr::detail::need_lines) CHECK(hr::detail::need_of(twice.total, each) == 2 * hr::detail::need_of(asked.total, each));
  CHECK_CONSTEXPR(made.total.gpus == 15);
  CHECK_CONSTEXPR(hr::in_gibibytes(made.total.usable_gpu_memory) == 30);
  CHECK_CONSTEXPR(made.total.peak.format == hr::fp8);
}

TEST_CASE("Counts are rounded up, but for what is rounding only") {
  constexpr auto gpus = [](hr::count n, double factor) { return hr::scaled(hr::demand{.total = {.gpus = n}}, factor).value_or({}).total.gpus; };
  CHECK_CONSTEXPR(gpus(100, 1.1) == 110);  // 110.00000000000001 in floating point
  CHECK_CONSTEXPR(gpus(100, 1.101) == 111);
  CHECK_CONSTEXPR(gpus(1, 0.001) == 1);
  CHECK_CONSTEXPR(gpus(7, 0) == 0);
  CHECK_CONSTEXPR(gpus(hr::max_count, 1) == hr::max_count);
  for (hr::count n = 1; n < 3'000; ++n)
    for (const hr::count percent : {101, 105, 107, 110, 129, 250}) CHECK(gpus(n, static_cast<double>(percent) / 100) == (n * percent + 99) / 100);
}

TEST_CASE("What is asked of each, and limits, stay") {
  using namespace scaled_cases;
  constexpr hr::demand made = half_more({.per_gpu = {.usable_gpu_memory = hr::gibibytes(60)}, .at_most = {.vms = hr::count{4}}});
  CHECK_CONSTEXPR(hr::in_gibibytes(made.per_gpu.usable_gpu_memory) == 60);
  CHECK_CONSTEXPR(made.at_most.vms.value_or(0) == 4);
}

TEST_CASE("A factor that is no amount, and a count beyond counting, are refused") {
  CHECK_CONSTEXPR(hr::scaled(hr::demand{}, -1).is_unknown());
  CHECK(hr::scaled(hr::demand{}, std::numeric_limits<double>::quiet_NaN()).note == "a factor of a demand is no amount");
  CHECK(hr::scaled(hr::demand{}, std::numeric_limits<double>::infinity()).note == "a factor of a demand is no amount");
  CHECK(hr::scaled(hr::demand{}, 1.5e300).note == "a factor of a demand is no amount");
  CHECK(hr::scaled(hr::demand{}, 1e300).is_known());
  CHECK(hr::scaled(hr::demand{}, 0).is_known());
  CHECK(hr::scaled(hr::demand{.total = {.gpus = hr::max_count}}, 1.01).note == "a demand asks for more than can be counted");
  // What was no demand stays none.
  CHECK(hr::assess(hr::dynamic_cluster{}, hr::scaled(hr::demand{.total = {.gpus = -1}}, 2).value_or({})).outcome == hr::outcome::invalid);
}
