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
constexpr std::array one_without_limit = [] {
  std::array one{pods(1, 1)};
  one[0].limits.gpus = {hr::count{0}, 5};
  return one;
}();
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
constexpr std::array above_pod = [] {
  std::array one = fewer_cpus;
  one[0].limits.of_whole_pod = true;
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
  CHECK_CONSTEXPR(told("limits_match", {.workloads = above_pod}) == one_error);
  CHECK(words("limits_match", {.workloads = above_pod}) ==
        "web asks for 1 of cpu; its pod as a whole has 0.5, which is less");
  CHECK(words("limits_match", {.workloads = less_memory}) ==
        "web requests 64 GiB of memory and has a limit of 32 GiB, which is less");
  CHECK(words("limits_match", {.workloads = without_limit}) ==
        "web requests 4 GPUs and has no limit of them; it needs the same");
  CHECK(words("limits_match", {.workloads = more}) ==
        "web requests 4 GPUs and has a limit of 8; they must be the same");
  CHECK(words("limits_match", {.workloads = one_without_limit}) == "web requests 1 GPU and has no limit of them; it needs the same");
  CHECK(words("limits_match", {.workloads = pages}) ==
        "web requests 1 GiB of huge pages and has a limit of 2 GiB; they must be the same");
}

namespace limits_match_cases {

// A request and a limit of one resource, either of which may be left out; how many errors.
constexpr std::size_t errors(auto request, auto limit) {
  std::array one{pods(1, 0)};
  one[0].requests = request;
  one[0].limits = limit;
  return told("limits_match", {.workloads = one}).errors;
}
using pod = hr::pod_resources;

}  // namespace limits_match_cases

TEST_CASE("Each resource is compared where the file has both a request and a limit") {
  using namespace limits_match_cases;
  constexpr auto n = [](hr::count value) { return hr::said<hr::count>{value, 4}; };
  constexpr auto gib = [](double value) { return hr::said<hr::memory>{hr::gibibytes(value), 4}; };
  CHECK_CONSTEXPR(errors(pod{.gpus = n(4)}, pod{.gpus = n(4)}) == 0);
  CHECK_CONSTEXPR(errors(pod{.gpus = n(4)}, pod{.gpus = n(3)}) == 1);
  CHECK_CONSTEXPR(errors(pod{.gpus = n(4)}, pod{}) == 0);
  CHECK_CONSTEXPR(errors(pod{}, pod{.gpus = n(4)}) == 0);
  CHECK_CONSTEXPR(errors(pod{.millicpus = n(4)}, pod{.millicpus = n(4)}) == 0);
  CHECK_CONSTEXPR(errors(pod{.millicpus = n(4)}, pod{.millicpus = n(3)}) == 1);
  CHECK_CONSTEXPR(errors(pod{.millicpus = n(4)}, pod{}) == 0);
  CHECK_CONSTEXPR(errors(pod{}, pod{.millicpus = n(4)}) == 0);
  CHECK_CONSTEXPR(errors(pod{.system_memory = gib(4)}, pod{.system_memory = gib(4)}) == 0);
  CHECK_CONSTEXPR(errors(pod{.system_memory = gib(4)}, pod{.system_memory = gib(3)}) == 1);
  CHECK_CONSTEXPR(errors(pod{.system_memory = gib(4)}, pod{}) == 0);
  CHECK_CONSTEXPR(errors(pod{.ephemeral_storage = gib(4)}, pod{.ephemeral_storage = gib(5)}) == 0);
  CHECK_CONSTEXPR(errors(pod{.ephemeral_storage = gib(4)}, pod{.ephemeral_storage = gib(3)}) == 1);
  CHECK_CONSTEXPR(errors(pod{.ephemeral_storage = gib(4)}, pod{}) == 0);
  CHECK_CONSTEXPR(errors(pod{.rdma_devices = n(1)}, pod{.rdma_devices = n(1)}) == 0);
  CHECK_CONSTEXPR(errors(pod{.rdma_devices = n(1)}, pod{.rdma_devices = n(8)}) == 1);
  CHECK_CONSTEXPR(errors(pod{.rdma_devices = n(1)}, pod{}) == 0);
  CHECK_CONSTEXPR(errors(pod{}, pod{.rdma_devices = n(1)}) == 0);
  CHECK_CONSTEXPR(errors(pod{.huge_pages = gib(4)}, pod{.huge_pages = gib(4)}) == 0);
  CHECK_CONSTEXPR(errors(pod{.huge_pages = gib(4)}, pod{.huge_pages = gib(3)}) == 1);
  CHECK_CONSTEXPR(errors(pod{.huge_pages = gib(4)}, pod{}) == 0);
  CHECK_CONSTEXPR(errors(pod{}, pod{.huge_pages = gib(4)}) == 0);
  CHECK(in_full("limits_match", {.workloads = fewer_cpus}) ==
        "error 5: web requests 1 of cpu and has a limit of 0.5, which is less | raise the limit to 1, or request at most 0.5 "
        "| 1 0.5");
  CHECK(in_full("limits_match", {.workloads = more}) ==
        "error 9: web requests 4 GPUs and has a limit of 8; they must be the same | give both the same number | 4 8");
}

TEST_CASE("A limit of one is a limit, and differs from a request of more") {
  using namespace limits_match_cases;
  CHECK(words("limits_match", {.workloads = limited(1)}) == "web requests 4 GPUs and has a limit of 1; they must be the same");
  std::array one_byte = pages;
  one_byte[0].limits.huge_pages = {hr::bytes(1), 5};
  CHECK(words("limits_match", {.workloads = one_byte}) == "web requests 1 GiB of huge pages and has a limit of 1 B; they must be the same");
}
