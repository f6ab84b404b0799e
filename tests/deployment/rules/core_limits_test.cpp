// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/core_limits.hpp>

#include <deployment/small_deployments.hpp>

namespace core_limits_cases {

using namespace small;

constexpr hr::machine_pool in_cores(std::string_view size, hr::count cores) {
  hr::machine_pool p{.name = "dynamic", .line = 80};
  p.size = {size, 80};
  p.most_cores = {cores, 81};
  return p;
}
constexpr hr::machine_pool in_nodes(std::string_view size, hr::count nodes) {
  hr::machine_pool p{.name = "gpu", .line = 82};
  p.size = {size, 82};
  p.most_nodes = {nodes, 83};
  return p;
}
constexpr std::array side_by_side{in_nodes("Standard_NC24rs_v3", 4), in_cores("Standard_D2_v4", 100)};
constexpr std::array both_known{in_nodes("Standard_NC24rs_v3", 4), in_cores("Standard_ND96isr_H100_v5", 100)};
constexpr std::array only_nodes{in_nodes("Standard_NC24rs_v3", 4)};
constexpr std::array too_few{in_cores("Standard_ND96isr_H100_v5", 48)};
constexpr std::array whole{in_cores("Standard_ND96isr_H100_v5", 192)};

constexpr hr::machine_pool starting(hr::count first, hr::count most) {
  hr::machine_pool p = in_cores("Standard_D2_v4", most);
  p.first_cores = {first, 84};
  return p;
}
constexpr std::array above{starting(1000, 768)};
constexpr std::array within{starting(768, 768)};

}  // namespace core_limits_cases

TEST_CASE("A limit of 100 cores beside limits in nodes is a warning") {
  using namespace core_limits_cases;
  CHECK_CONSTEXPR(told("core_limits", {.pools = side_by_side}) == one_warning);
  CHECK_CONSTEXPR(line_of("core_limits", {.pools = side_by_side}) == 81);
  CHECK_CONSTEXPR(told("core_limits", {.pools = only_nodes}) == clean);
  CHECK_CONSTEXPR(told("core_limits", {.pools = both_known}) == one_warning);
  CHECK(words("core_limits", {.pools = both_known}) ==
        "dynamic is limited to 100 cores, which are 1 node of Standard_ND96isr_H100_v5 with 96 each");
}

TEST_CASE("A limit of 48 cores lets no VM of 96 start, and 192 are two") {
  using namespace core_limits_cases;
  CHECK_CONSTEXPR(told("core_limits", {.pools = too_few}) == one_error);
  CHECK_CONSTEXPR(told("core_limits", {.pools = whole}) == clean);
}

TEST_CASE("A pool does not start with more cores than it may have") {
  using namespace core_limits_cases;
  CHECK_CONSTEXPR(told("core_limits", {.pools = above}) == one_error);
  CHECK_CONSTEXPR(line_of("core_limits", {.pools = above}) == 84);
  CHECK_CONSTEXPR(told("core_limits", {.pools = within}) == clean);
  CHECK(words("core_limits", {.pools = above}) == "dynamic starts with 1,000 cores, more than its most of 768");
}

namespace core_limits_cases {

// An ND96isr_H100_v5 has 96 vCPUs.
constexpr std::array one_vm{in_cores("Standard_ND96isr_H100_v5", 96)};
constexpr std::array nearly_one{in_cores("Standard_ND96isr_H100_v5", 95)};
constexpr std::array nearly_two{in_cores("Standard_ND96isr_H100_v5", 191)};
constexpr std::array one_over{in_cores("Standard_ND96isr_H100_v5", 97)};
constexpr std::array two_beside_nodes{in_nodes("Standard_NC24rs_v3", 4), in_cores("Standard_ND96isr_H100_v5", 192)};
constexpr std::array unlisted{in_cores("Standard_D2_v4", 100)};
constexpr std::array by_variable = [] {
  std::array one = nearly_two;
  one[0].most_cores = {hr::unknown, 81};
  one[0].first_cores = {hr::count{200}, 84};
  return one;
}();
constexpr std::array first_by_variable = [] {
  std::array one = whole;
  one[0].first_cores = {hr::unknown, 84};
  return one;
}();

}  // namespace core_limits_cases

TEST_CASE("Cores beyond the last whole VM are left over, which is a warning") {
  using namespace core_limits_cases;
  CHECK_CONSTEXPR(told("core_limits", {.pools = one_vm}) == clean);
  CHECK_CONSTEXPR(told("core_limits", {.pools = nearly_one}) == one_error);
  CHECK_CONSTEXPR(told("core_limits", {.pools = one_over}) == one_warning);
  CHECK_CONSTEXPR(told("core_limits", {.pools = nearly_two}) == one_warning);
  CHECK_CONSTEXPR(line_of("core_limits", {.pools = nearly_two}) == 81);
  CHECK(words("core_limits", {.pools = nearly_two}) ==
        "dynamic is limited to 191 cores, which are 1 node of Standard_ND96isr_H100_v5 with 96 each");
  CHECK(words("core_limits", {.pools = nearly_one}) ==
        "dynamic is limited to 95 cores; one Standard_ND96isr_H100_v5 has 96, so that none can start");
  CHECK(cure("core_limits", {.pools = nearly_one}) == "allow at least 96 cores");
  CHECK(cure("core_limits", {.pools = one_over}) == "check that 1 node is meant, not 97");
}

TEST_CASE("Whole VMs are still a limit in cores beside limits in nodes") {
  using namespace core_limits_cases;
  CHECK_CONSTEXPR(told("core_limits", {.pools = two_beside_nodes}) == one_warning);
  CHECK(words("core_limits", {.pools = side_by_side}) ==
        "dynamic is limited to 100 cores, where other limits of the file are in nodes");
}

TEST_CASE("A machine without known vCPUs is judged beside limits in nodes only, and a limit by a variable never") {
  using namespace core_limits_cases;
  CHECK_CONSTEXPR(told("core_limits", {.pools = unlisted}) == clean);
  CHECK_CONSTEXPR(told("core_limits", {.pools = by_variable}) == clean);
  CHECK_CONSTEXPR(told("core_limits", {.pools = first_by_variable}) == clean);
}
