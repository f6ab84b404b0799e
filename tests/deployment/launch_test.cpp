// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/launch.hpp>

#include <check.hpp>

TEST_CASE("What a launcher is not told is silent, also how many GPUs a process takes") {
  constexpr hr::workload_launch nothing{};
  constexpr hr::workload_launch eight{.processes = {hr::count{8}, 4}};
  CHECK_CONSTEXPR(nothing.processes.is_silent());
  CHECK_CONSTEXPR(nothing.ranks.is_silent());
  CHECK_CONSTEXPR(eight.gpus_of_process.is_silent());
}
