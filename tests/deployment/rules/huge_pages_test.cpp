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
