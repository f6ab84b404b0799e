// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/limits_match.hpp>

#include <deployment/small_deployments.hpp>

namespace limits_match_cases {

using namespace small;

constexpr std::array<hr::workload, 1> limited(hr::count gpus) {
  std::array one{pods(1, 4)};
  one[0].limits.gpus = {gpus, 9};
  return one;
}
constexpr std::array same = limited(4);
constexpr std::array more = limited(8);
constexpr std::array without_limit = limited(0);
constexpr std::array other_cpus = [] {
  std::array one{pods(1, 4)};
  one[0].requests.millicpus = {hr::count{1'000}, 4};
  one[0].limits.millicpus = {hr::count{2'000}, 5};
  return one;
}();
constexpr std::array pages = [] {
  std::array one{pods(1, 4)};
  one[0].requests.huge_pages = {hr::gibibytes(1), 4};
  one[0].limits.huge_pages = {hr::gibibytes(2), 5};
  return one;
}();
constexpr std::array fewer_cpus = [] {
  std::array one = other_cpus;
  one[0].limits.millicpus.value = 500;
  return one;
}();
constexpr std::array less_memory = [] {
  std::array one{pods(1, 4)};
  one[0].requests.system_memory = {hr::gibibytes(64), 4};
  one[0].limits.system_memory = {hr::gibibytes(32), 5};
  return one;
}();
constexpr std::array no_limit{pods(1, 4)};

}  // namespace limits_match_cases

TEST_CASE("A limit of eight GPUs beside a request of four is refused; CPUs may differ, with no limit below the request") {
  using namespace limits_match_cases;
  CHECK_CONSTEXPR(told("limits_match", {.workloads = more}) == one_error);
  CHECK_CONSTEXPR(line_of("limits_match", {.workloads = more}) == 9);
  CHECK_CONSTEXPR(told("limits_match", {.workloads = pages}) == one_error);
  CHECK_CONSTEXPR(told("limits_match", {.workloads = same}) == clean);
  CHECK_CONSTEXPR(told("limits_match", {.workloads = no_limit}) == clean);
  CHECK_CONSTEXPR(told("limits_match", {.workloads = other_cpus}) == clean);
  CHECK_CONSTEXPR(told("limits_match", {.workloads = fewer_cpus}) == one_error);
  CHECK_CONSTEXPR(line_of("limits_match", {.workloads = fewer_cpus}) == 5);
  CHECK(words("limits_match", {.workloads = fewer_cpus}) ==
        "web requests 1 of cpu and has a limit of 0.5, which is less");
  CHECK(words("limits_match", {.workloads = less_memory}) ==
        "web requests 64 GiB of memory and has a limit of 32 GiB, which is less");
  CHECK(words("limits_match", {.workloads = without_limit}) ==
        "web requests 4 GPUs and has no limit of them; it needs the same");
  CHECK(words("limits_match", {.workloads = more}) ==
        "web requests 4 GPUs and has a limit of 8; they must be the same");
  CHECK(words("limits_match", {.workloads = pages}) ==
        "web requests 1 GiB of huge pages and has a limit of 2 GiB; they must be the same");
}
