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

TEST_CASE("The larger of the temporary disk and the NVMe disks holds ephemeral storage, if both are told") {
  using namespace ephemeral_storage_cases;
  const auto on = [](const hr::figure<hr::memory>& temporary, const hr::figure<hr::memory>& nvme, double asked) {
    const hr::vm size{.name = "own", .temporary_storage = temporary, .nvme_storage = nvme};
    const std::array held{hr::group{hr::machine(size), 0}};
    const std::array one = asking(hr::gibibytes(asked));
    return in_full("ephemeral_storage", {.workloads = one}, {.held = held});
  };
  const hr::memory ten = hr::gibibytes(10);
  const hr::memory twenty = hr::gibibytes(20);
  CHECK(on(ten, twenty, 20).empty());
  CHECK(on(twenty, ten, 20).empty());
  CHECK(on(hr::absent, ten, 10).empty());
  CHECK(on(twenty, hr::unknown, 20).empty());
  CHECK(on(hr::absent, hr::absent, 0).empty());
  const std::string cure = " | give the node an OS disk of more than 21 GiB, or ask for at most 20 GiB | 21 GiB 20 GiB";
  CHECK(on(ten, twenty, 21) ==
        "warning 4: web asks for 21 GiB of ephemeral storage a pod; the local disks of own have 20 GiB" + cure);
  CHECK(on(twenty, ten, 21) ==
        "warning 4: web asks for 21 GiB of ephemeral storage a pod; the local disks of own have 20 GiB" + cure);
  CHECK(on(hr::absent, hr::absent, 1).starts_with("warning 4: "));
  CHECK(on(twenty, hr::unknown, 21) ==
        "unknown 4: web asks for 21 GiB of ephemeral storage a pod; no source says what local disks own has |  | 21 GiB");
  CHECK(on(hr::unknown, twenty, 21).starts_with("unknown 4: "));
}

TEST_CASE("A byte of ephemeral storage needs a disk, and the arithmetic names who says what the larger one has") {
  using namespace ephemeral_storage_cases;
  static constexpr hr::source of_nvme{.id = "n", .title = "NVMe"};
  static constexpr hr::source of_temporary{.id = "t", .title = "Temporary"};
  const auto on = [](const hr::figure<hr::memory>& temporary, const hr::figure<hr::memory>& nvme, const hr::memory& asked) {
    const hr::vm size{.name = "own", .temporary_storage = temporary, .nvme_storage = nvme};
    const std::array held{hr::group{hr::machine(size), 0}};
    const std::array one = asking(asked);
    return explained("ephemeral_storage", {.workloads = one}, {.held = held});
  };
  CHECK(on(hr::absent, hr::absent, hr::bytes(0)).empty());
  CHECK(on(hr::absent, hr::absent, hr::bytes(1)) == "ephemeral storage a pod: 1 B\nlocal disks of the machine: 0 B (own)\n");
  hr::figure<hr::memory> temporary = hr::gibibytes(10);
  hr::figure<hr::memory> nvme = hr::gibibytes(20);
  temporary.from = &of_temporary;
  nvme.from = &of_nvme;
  const std::string asked = "ephemeral storage a pod: 21 GiB\nlocal disks of the machine: 20 GiB (own), from ";
  CHECK(on(temporary, nvme, hr::gibibytes(21)) == asked + "\"NVMe\"\n");
  temporary = hr::figure<hr::memory>(hr::gibibytes(20));
  temporary.from = &of_temporary;
  CHECK(on(temporary, hr::gibibytes(10), hr::gibibytes(21)) == asked + "\"Temporary\"\n");
  // The same disks under both names are the temporary ones.
  CHECK(on(temporary, nvme, hr::gibibytes(21)) == asked + "\"Temporary\"\n");
}
