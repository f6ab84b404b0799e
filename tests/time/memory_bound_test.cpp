// SPDX-License-Identifier: BSL-1.0
#include <headroom/time/memory_bound.hpp>

#include <check.hpp>
#include <time/small_gpu.hpp>

TEST_CASE("memory takes what is read and what is written, each at its rate") {
  // 2 GB at 1 TB/s and 1 GB at half of it
  CHECK(hr::in_milliseconds(hr::memory_time(hr::gigabytes(2), hr::gigabytes(1), small_gpu::round_numbers)) == doctest::Approx(4));
}

TEST_CASE("a kernel that streams takes its launch besides") {
  constexpr hr::gpu_rates with_launch = [] {
    hr::gpu_rates made = small_gpu::round_numbers;
    made.launch = hr::microseconds(5);
    return made;
  }();
  constexpr hr::operation_time norm = hr::streamed(hr::megabytes(10), hr::megabytes(10), with_launch);
  CHECK(hr::in_microseconds(norm.time) == doctest::Approx(35));
  CHECK_CONSTEXPR(norm.is_memory_bound());
  CHECK_CONSTEXPR(norm.launch == hr::microseconds(5));
}

TEST_CASE("memory bounds what it takes longer for than compute") {
  const auto is_bound = [](double compute, double memory) {
    return hr::operation_time{.compute = hr::seconds(compute), .memory = hr::seconds(memory)}.is_memory_bound();
  };
  CHECK(is_bound(2, 3));
  CHECK(!is_bound(3, 3));
  CHECK(!is_bound(3, 2));
}
