// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/run_groups.hpp>

#include <array>
#include <numeric>
#include <random>

#include <headroom/catalog/azure.hpp>
#include <headroom/plan/shared_layout.hpp>

#include <check.hpp>
#include <plan/slow_run_groups.hpp>

namespace run_groups_test {
namespace {

using hr::count;

constexpr hr::machine rack{hr::azure::gb300_nvl72::spec}, part_of_rack{hr::azure::nd128isr_gb300_v6::spec}, h100{hr::azure::nd96isr_h100_v5::spec};

// Experts of a run over so many ranks, with tensor parallelism of 1.
constexpr hr::parallelism sharing(count experts, count gpus) { return {.data = gpus, .expert = experts, .expert_tensor = 1}; }
constexpr count machines_of(const hr::machine& on, count experts, count gpus) { return hr::run_site_of(on).machines(sharing(experts, gpus)); }

}  // namespace

TEST_CASE("Groups of 64 GPUs have a rack of 72 each") {
  CHECK_CONSTEXPR(machines_of(rack, 64, 9 * 64) == 9);
  CHECK_CONSTEXPR(hr::run_site_of(rack).together(sharing(64, 9 * 64)) == 64);
  CHECK_CONSTEXPR(machines_of(rack, 64, 64) == 1);
  CHECK_CONSTEXPR(machines_of(rack, 32, 5 * 32) == 3);  // two in a rack
  CHECK_CONSTEXPR(machines_of(rack, 16, 9 * 16) == 3);  // four
  // As many lie in a row where no rack ends inside of one, or where one is more than a rack.
  CHECK_CONSTEXPR(machines_of(rack, 24, 6 * 24) == 2);
  CHECK_CONSTEXPR(machines_of(rack, 128, 9 * 128) == 16);
  CHECK_CONSTEXPR(machines_of(rack, 10, 70) == 1);
  // VMs of racks come one by one; machines of 8 GPUs are domains.
  CHECK_CONSTEXPR(machines_of(part_of_rack, 64, 9 * 64) == 9 * 16);
  CHECK_CONSTEXPR(machines_of(part_of_rack, 10, 80) == 8 * 3);
  CHECK_CONSTEXPR(machines_of(h100, 6, 48) == 8);
  CHECK_CONSTEXPR(machines_of(h100, 3, 48) == 8);
  CHECK_CONSTEXPR(machines_of(h100, 4, 48) == 6);
  CHECK_CONSTEXPR(machines_of(h100, 16, 48) == 6);
}

TEST_CASE("Ranks that share a layer lie together as those that share experts do") {
  const auto together = [](count tensor, count expert, count expert_tensor) {
    return hr::run_site{.machine = 72, .node = 4, .domain = 72}.together({.tensor = tensor, .data = 720, .expert = expert, .expert_tensor = expert_tensor});
  };
  CHECK(together(8, 1, 0) == 8 * 720);   // in a row
  CHECK(together(16, 1, 0) == 16);
  CHECK(together(8, 4, 4) == 16);
  CHECK(together(8, 20, 1) == 40);       // two groups of experts, five of tensor ranks
  CHECK(together(8, 60, 1) == 8 * 720);  // 120 GPUs until both end at once
  CHECK(together(1, 64, 1) == 720);      // of which there are 11.25
}

TEST_CASE("Machines with room for what lies in a domain") {
  CHECK_CONSTEXPR(hr::whole_on_one(72, 72, 48) == 1);
  CHECK_CONSTEXPR(hr::whole_on_one(72, 72, 5) == 14);
  CHECK_CONSTEXPR(hr::whole_on_one(8, 4, 3) == 2);
  CHECK_CONSTEXPR(hr::whole_on_one(4, 72, 3) == 1);
  CHECK_CONSTEXPR(hr::whole_on_one(4, 72, 5) == 0);
  CHECK_CONSTEXPR(hr::whole_on_one(4, 72, 0) == 0);
  CHECK_CONSTEXPR(hr::whole_on_one(0, 1, 1) == 0);
}

TEST_CASE("A machine of which nothing is known is one GPU") {
  CHECK_CONSTEXPR(hr::run_site_of(hr::machine{}).machines(sharing(2, 6)) == 6);
}

TEST_CASE("Machines are those on which groups are laid one by one, and those that jobs beside others take") {
  std::mt19937 random(29);
  const auto draw = [&](count most) { return 1 + static_cast<count>(random() % static_cast<unsigned>(most)); };
  int in_groups = 0, in_rows = 0;
  for (int round = 0; round < 4'000; ++round) {
    const count node = draw(8), domain_nodes = draw(9), parts = draw(3);
    const bool is_loose = random() % 3 == 0;  // a VM of a domain is a machine, else one or several domains are
    const hr::run_site on{.machine = is_loose ? node : node * domain_nodes * parts, .node = node, .domain = node * domain_nodes};
    const count tensor = draw(8), expert = draw(24), expert_tensor = random() % 2 == 0 ? 1 : tensor, times = draw(12);
    const count both = std::lcm(tensor, expert * expert_tensor);
    const hr::parallelism by{.tensor = tensor, .pipeline = draw(3), .data = both / tensor * times, .expert = expert, .expert_tensor = expert_tensor};
    CAPTURE(round);
    const auto [number, together, machines] = slow_run_groups::blocks_of(on, by);
    ++(number > 1 ? in_groups : in_rows);
    CHECK(on.together(by) == together);
    CHECK(on.machines(by) == machines);
    const hr::shared_kind as{.node_gpus = node, .domain_nodes = domain_nodes, .machine_nodes = on.machine / node};
    const std::array jobs{hr::option_on(0, as, number, together, 1, 1)};
    CHECK(hr::lay_out(as, jobs).machines == machines);
  }
  CHECK(in_groups > 500);
  CHECK(in_rows > 500);
}

}  // namespace run_groups_test
