// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/huge_pages.hpp>

#include <deployment/small_deployments.hpp>

namespace huge_pages_cases {

using namespace small;

constexpr std::array<hr::workload, 1> asking(double pages, double beside) {
  std::array one{pods(1, 8)};
  one[0].requests.huge_pages = {hr::gibibytes(pages), 4};
  one[0].requests.system_memory = {hr::gibibytes(beside), 5};
  return one;
}
constexpr std::array fits = asking(100, 1'800);
constexpr std::array one_too_many = asking(101, 1'800);
constexpr std::array memory_alone = asking(100, 2'000);

}  // namespace huge_pages_cases

TEST_CASE("Huge pages and memory share the machine's memory") {
  using namespace huge_pages_cases;
  CHECK_CONSTEXPR(told("huge_pages", {.workloads = fits}, on_h100) == clean);
  CHECK_CONSTEXPR(told("huge_pages", {.workloads = one_too_many}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("huge_pages", {.workloads = memory_alone}, on_h100) == clean);
  CHECK_CONSTEXPR(told("system_memory", {.workloads = memory_alone}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("huge_pages", {.workloads = one_too_many}) == clean);
  CHECK(cure("huge_pages", {.workloads = one_too_many}, on_h100) == "ask for at most 100 GiB of huge pages");
}

TEST_CASE("Huge pages get what memory and the system leave of a machine") {
  using namespace huge_pages_cases;
  constexpr hr::check_terms keeping{.held = h100, .reserved_memory = hr::gibibytes(1)};
  constexpr std::array none = asking(0, 1'900);
  constexpr std::array all_memory = asking(1, 1'900);
  constexpr std::array alone = [] {
    std::array one = asking(1'901, 0);
    one[0].requests.system_memory = {};
    return one;
  }();
  CHECK_CONSTEXPR(told("huge_pages", {.workloads = none}, on_h100) == clean);
  CHECK_CONSTEXPR(told("huge_pages", {.workloads = all_memory}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("huge_pages", {.workloads = alone}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("huge_pages", {.workloads = fits}, keeping) == one_error);
  CHECK(in_full("huge_pages", {.workloads = fits}, keeping) ==
        "error 4: web asks for 100 GiB of huge pages beside 1,800 GiB of memory a pod; Standard_ND96isr_H100_v5 has 1,900 GiB "
        "| ask for at most 99 GiB of huge pages | 100 GiB 1,800 GiB 1,900 GiB 99 GiB");
}

TEST_CASE("Where the system keeps more than a machine has, there are no huge pages") {
  using namespace huge_pages_cases;
  constexpr hr::check_terms more_kept{.held = h100, .reserved_memory = hr::gibibytes(2'000)};
  constexpr std::array one_gib = [] {
    std::array one = asking(1, 0);
    one[0].requests.system_memory = {};
    return one;
  }();
  CHECK_CONSTEXPR(told("huge_pages", {.workloads = one_gib}, more_kept) == one_error);
  CHECK(cure("huge_pages", {.workloads = one_gib}, more_kept) == "ask for at most 0 B of huge pages");
}

TEST_CASE("A byte of huge pages is memory too, and what is silent or left open asks for none") {
  using namespace huge_pages_cases;
  std::array one = asking(0, 1'900);
  CHECK(told("huge_pages", {.workloads = one}, on_h100) == clean);
  one[0].requests.huge_pages = {hr::bytes(1), 4};
  CHECK(told("huge_pages", {.workloads = one}, on_h100) == one_error);
  one[0].requests.huge_pages = {hr::unknown, 4};
  one[0].requests.huge_pages.value = hr::gibibytes(1);  // which is no figure
  CHECK(told("huge_pages", {.workloads = one}, on_h100) == clean);
  one[0].requests.huge_pages = {};
  CHECK(told("huge_pages", {.workloads = one}, on_h100) == clean);
}
