// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/cpus.hpp>

#include <deployment/small_deployments.hpp>

namespace cpus_cases {

using namespace small;

constexpr std::array<hr::workload, 1> asking(hr::count millicpus) {
  std::array one{pods(1, 4)};
  one[0].requests.millicpus = {millicpus, 4};
  return one;
}
constexpr std::array a_hundred_and_forty_four = asking(144'000);
constexpr std::array a_hundred_and_thirty = asking(130'000);
constexpr std::array a_hundred_and_twenty_eight = asking(128'000);
constexpr std::array half_more = asking(128'500);
constexpr std::array variable = [] {
  std::array one = asking(1);
  one[0].requests.millicpus = {hr::unknown, 4};
  return one;
}();
constexpr std::array bare_rack = hr::groups_of<hr::azure::gb300_nvl72>();
constexpr std::array eight_h100s = hr::groups_of<hr::nvidia::hgx_h100>();

}  // namespace cpus_cases

TEST_CASE("A hundred and thirty CPUs do not fit a VM of 128 vCPUs, and 128 do") {
  using namespace cpus_cases;
  CHECK_CONSTEXPR(told("cpus", {.workloads = a_hundred_and_thirty}, on_gb300) == one_error);
  CHECK_CONSTEXPR(line_of("cpus", {.workloads = a_hundred_and_thirty}, on_gb300) == 4);
  CHECK_CONSTEXPR(told("cpus", {.workloads = half_more}, on_gb300) == one_error);
  CHECK_CONSTEXPR(told("cpus", {.workloads = a_hundred_and_twenty_eight}, on_gb300) == clean);
  CHECK(words("cpus", {.workloads = half_more}, on_gb300) ==
        "web asks for 128.5 CPUs a pod; Standard_ND128isr_GB300_v6 has 128");
}

TEST_CASE("A bare NVL72 rack gives a task the 144 cores of its two Grace CPUs, and Azure's VM does not") {
  using namespace cpus_cases;
  CHECK_CONSTEXPR(told("cpus", {.workloads = a_hundred_and_forty_four}, {.held = bare_rack}) == clean);
  CHECK_CONSTEXPR(told("cpus", {.workloads = a_hundred_and_forty_four}, on_gb300) == one_error);
}

TEST_CASE("What the system keeps is taken off") {
  using namespace cpus_cases;
  constexpr hr::check_terms reserve{.held = gb300, .reserved_millicpus = 500};
  CHECK_CONSTEXPR(told("cpus", {.workloads = a_hundred_and_twenty_eight}, reserve) == one_error);
  CHECK(words("cpus", {.workloads = a_hundred_and_twenty_eight}, reserve) ==
        "web asks for 128 CPUs a pod; Standard_ND128isr_GB300_v6 has 128, of which the system keeps 0.5");
  CHECK(cure("cpus", {.workloads = a_hundred_and_twenty_eight}, reserve) ==
        "ask for at most 127.5 CPUs, or run it on a larger machine");
}

TEST_CASE("CPUs that no source states, or that a variable asks for, are no error") {
  using namespace cpus_cases;
  CHECK_CONSTEXPR(told("cpus", {.workloads = a_hundred_and_thirty}) == clean);
  CHECK_CONSTEXPR(told("cpus", {.workloads = a_hundred_and_thirty}, {.held = eight_h100s}) == one_unjudged);
  CHECK_CONSTEXPR(told("cpus", {.workloads = variable}, on_gb300) == clean);
}

namespace cpus_cases {

constexpr std::array<hr::machine_pool, 1> counting(hr::count cpus) {
  std::array one{pool_of("Standard_ND96isr_H100_v5", 4)};
  one[0].cpus_per_node = {cpus, 6};
  return one;
}
constexpr std::array counts_96 = counting(96);
constexpr std::array counts_192 = counting(192);

}  // namespace cpus_cases

TEST_CASE("A pool that counts 192 CPUs a node is wrong about a VM of 96 vCPUs") {
  using namespace cpus_cases;
  CHECK_CONSTEXPR(told("cpus", {.pools = counts_192}) == one_error);
  CHECK_CONSTEXPR(line_of("cpus", {.pools = counts_192}) == 6);
  CHECK_CONSTEXPR(told("cpus", {.pools = counts_96}) == clean);
  CHECK(words("cpus", {.pools = counts_192}) == "gpu counts 192 CPUs a node; Standard_ND96isr_H100_v5 has 96");
}

namespace cpus_cases {

constexpr std::array one_millicore = asking(1);
constexpr std::array none_asked = asking(0);
constexpr hr::check_terms all_but_nothing{.held = gb300, .reserved_millicpus = 128'000};
constexpr hr::check_terms beyond_all{.held = gb300, .reserved_millicpus = 130'000};
constexpr hr::check_terms one_kept{.held = gb300, .reserved_millicpus = 1};

}  // namespace cpus_cases

TEST_CASE("The smallest request counts where the system keeps everything, and none does not") {
  using namespace cpus_cases;
  CHECK_CONSTEXPR(told("cpus", {.workloads = one_millicore}, all_but_nothing) == one_error);
  CHECK_CONSTEXPR(told("cpus", {.workloads = one_millicore}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("cpus", {.workloads = none_asked}, all_but_nothing) == clean);
  CHECK(in_full("cpus", {.workloads = one_millicore}, beyond_all) ==
        "error 4: web asks for 0.001 CPUs a pod; Standard_ND128isr_GB300_v6 has 128, of which the system keeps 130 | ask "
        "for at most 0 CPUs, or run it on a larger machine | 0.001 128 130 0");
  CHECK(words("cpus", {.workloads = a_hundred_and_twenty_eight}, one_kept) ==
        "web asks for 128 CPUs a pod; Standard_ND128isr_GB300_v6 has 128, of which the system keeps 0.001");
}
