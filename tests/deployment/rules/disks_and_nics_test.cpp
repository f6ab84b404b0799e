// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/disks_and_nics.hpp>

#include <deployment/small_deployments.hpp>

namespace disks_and_nics_cases {

using namespace small;

constexpr std::array<hr::machine_pool, 1> with(std::string_view size, hr::count disks, hr::count nics) {
  std::array one{pool_of(size)};
  one[0].data_disks = {disks, 17};
  one[0].nics = {nics, 18};
  return one;
}
constexpr std::array most = with("Standard_ND128isr_GB300_v6", 16, 1);
constexpr std::array one_disk_more = with("Standard_ND128isr_GB300_v6", 17, 1);
constexpr std::array one_nic_more = with("Standard_ND128isr_GB300_v6", 16, 2);
constexpr std::array on_aws = with("p5.48xlarge", 4, 0);
constexpr std::array one_nic_on_aws = with("p5.48xlarge", 0, 1);
constexpr std::array two_nics_on_aws = with("p5.48xlarge", 0, 2);
constexpr std::array elsewhere = with("Standard_D2_v4", 99, 99);

}  // namespace disks_and_nics_cases

TEST_CASE("A VM of sixteen data disks and one NIC takes no more") {
  using namespace disks_and_nics_cases;
  CHECK_CONSTEXPR(told("disks_and_nics", {.pools = most}) == clean);
  CHECK_CONSTEXPR(told("disks_and_nics", {.pools = one_disk_more}) == one_error);
  CHECK_CONSTEXPR(told("disks_and_nics", {.pools = one_nic_more}) == one_error);
  CHECK_CONSTEXPR(told("disks_and_nics", {.pools = on_aws}) == one_unjudged);
  CHECK_CONSTEXPR(told("disks_and_nics", {.pools = elsewhere}) == clean);
  CHECK_CONSTEXPR(told("disks_and_nics", {.pools = one_nic_on_aws}) == clean);
  CHECK_CONSTEXPR(told("disks_and_nics", {.pools = two_nics_on_aws}) == one_unjudged);
  CHECK(words("disks_and_nics", {.pools = one_disk_more}) == "gpu attaches 17 data disks; its machine takes 16");
}

TEST_CASE("A machine that takes no disks at all, or of which no source speaks") {
  using namespace disks_and_nics_cases;
  static constexpr hr::vm diskless{.name = "own", .data_disks = hr::absent, .nics = 3};
  static constexpr std::array held{hr::group{hr::machine(diskless), 0}};
  constexpr hr::check_terms on{.held = held};
  constexpr std::array one_disk = with("own", 1, 3);
  constexpr std::array no_disk = with("own", 0, 4);
  CHECK(in_full("disks_and_nics", {.pools = one_disk}, on) ==
        "error 17: gpu attaches 1 data disks; its machine takes 0 | attach at most 0, or choose a larger size | 1 0");
  CHECK(in_full("disks_and_nics", {.pools = no_disk}, on) ==
        "error 18: gpu attaches 4 NICs; its machine takes 3 | attach at most 3, or choose a larger size | 4 3");
  CHECK(in_full("disks_and_nics", {.pools = on_aws}) ==
        "unknown 17: gpu attaches 4 data disks; no source says how many its machine takes |  | 4");
  CHECK_CONSTEXPR(line_of("disks_and_nics", {.pools = one_nic_more}) == 18);
}

TEST_CASE("NICs and disks of which a file says nothing, or leaves open how many, are none") {
  using namespace disks_and_nics_cases;
  static constexpr hr::vm bare{.name = "own", .data_disks = hr::absent, .nics = hr::absent};
  static constexpr std::array held{hr::group{hr::machine(bare), 0}};
  constexpr hr::check_terms on{.held = held};
  std::array one = with("own", 0, 0);
  CHECK(told("disks_and_nics", {.pools = one}, on) == clean);
  for (const hr::said<hr::count>& number : {hr::said<hr::count>{}, hr::said<hr::count>{hr::unknown, 18}}) {
    one[0].data_disks = one[0].nics = number;
    CHECK(told("disks_and_nics", {.pools = one}, on) == clean);
  }
  one[0].nics = {hr::count{1}, 18};
  CHECK(told("disks_and_nics", {.pools = one}, on) == clean);
  one[0].nics = {hr::count{2}, 18};
  CHECK(told("disks_and_nics", {.pools = one}, on) == one_error);
}
