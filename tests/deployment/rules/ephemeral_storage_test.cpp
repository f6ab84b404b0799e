// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/ephemeral_storage.hpp>

#include <deployment/small_deployments.hpp>

namespace ephemeral_storage_cases {

using namespace small;

constexpr std::array<hr::workload, 1> asking(const hr::memory& of) {
  std::array one{pods(1, 4)};
  one[0].requests.ephemeral_storage = {of, 4};
  return one;
}
constexpr std::array sixteen_tebibytes = asking(hr::tebibytes(16));
constexpr std::array seventeen_tebibytes = asking(hr::tebibytes(17));
constexpr std::array p5 = hr::groups_of<hr::aws::p5_48xlarge>();

}  // namespace ephemeral_storage_cases

TEST_CASE("More ephemeral storage than the VM's local disks needs a large OS disk: a warning") {
  using namespace ephemeral_storage_cases;
  CHECK_CONSTEXPR(told("ephemeral_storage", {.workloads = sixteen_tebibytes}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("ephemeral_storage", {.workloads = seventeen_tebibytes}, on_gb300) == one_warning);
  CHECK_CONSTEXPR(told("ephemeral_storage", {.workloads = seventeen_tebibytes}) == clean);
  CHECK(words("ephemeral_storage", {.workloads = seventeen_tebibytes}, on_gb300) ==
        "web asks for 17 TiB of ephemeral storage a pod; the local disks of Standard_ND128isr_GB300_v6 have 16 TiB");
}

TEST_CASE("Local disks that no source states are not judged") {
  using namespace ephemeral_storage_cases;
  CHECK_CONSTEXPR(told("ephemeral_storage", {.workloads = seventeen_tebibytes}, {.held = p5}) == one_unjudged);
}
