// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <utility>
#include <vector>

#include <headroom/plan/fat_tree.hpp>

#include <check.hpp>

namespace {

constexpr hr::fat_tree tree(const hr::fat_tree_terms& of) { return hr::fat_tree_of(of).value_or({}); }

// Wires a tree of two tiers link by link, and counts what each switch has: -1 where one is overfull or links are not spread evenly.
hr::count free_ports_of_wired(const hr::fat_tree_terms& of, const hr::fat_tree& made) {
  const auto at = [](hr::count i) { return static_cast<std::size_t>(i); };
  std::vector<hr::count> leaves(at(made.leaves)), spines(at(made.spines));
  for (hr::count machine = 0; machine < of.machines; ++machine)
    for (hr::count port = 0; port < of.ports_of_machine; ++port) ++leaves[at(machine / made.machines_of_group * of.rails + port % of.rails)];
  for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
    const hr::count up = made.links_to_spines / made.leaves;
    if (leaves[leaf] * of.up > up * of.down || up % made.spines != 0) return -1;
    for (hr::count link = 0; link < up; ++link) ++spines[at(link % made.spines)];
    leaves[leaf] += up;
  }
  hr::count left = 0;
  for (const auto* each : {&leaves, &spines})
    for (const hr::count used : *each) {
      if (used > of.ports_of_switch) return -1;
      left += of.ports_of_switch - used;
    }
  return left;
}

}  // namespace

TEST_CASE("A full tree of k-port switches is that of Al-Fares et al., A Scalable, Commodity Data Center Network Architecture, 2008") {
  // k^3/4 hosts, k pods of k/2 and k/2 switches, k^2/4 cores.
  CHECK_CONSTEXPR(tree({.machines = 16, .ports_of_machine = 1, .ports_of_switch = 4}).switches() == 20);
  for (const hr::count k : {4, 8, 16, 48, 64}) {
    const hr::fat_tree full = tree({.machines = k * k * k / 4, .ports_of_machine = 1, .ports_of_switch = k});
    CHECK(full.tiers == 3);
    CHECK(full.leaves == k * k / 2);
    CHECK(full.spines == k * k / 2);
    CHECK(full.cores == k * k / 4);
    CHECK(full.links() == 3 * k * k * k / 4);
    CHECK(full.ports_left == 0);
    CHECK(hr::fat_tree_of({.machines = k * k * k / 4 + 1, .ports_of_machine = 1, .ports_of_switch = k}).note == "three tiers of such switches are too few");
    const hr::fat_tree two = tree({.machines = k * k / 2, .ports_of_machine = 1, .ports_of_switch = k});
    CHECK(two.tiers == 2);
    CHECK(two.leaves == k);
    CHECK(two.spines == k / 2);
    CHECK(two.ports_left == 0);
  }
}

TEST_CASE("Leaves and spines of a rail-optimised tree hold what is wired to them") {
  int wired = 0;
  for (hr::count machines = 1; machines <= 130; machines += 3)
    for (const hr::count rails : {1, 2, 4, 8})
      for (const hr::count ports_of_machine : {8, 16})
        for (const auto& [down, up] : std::vector<std::pair<hr::count, hr::count>>{{1, 1}, {2, 1}, {3, 1}, {7, 5}}) {
          const hr::fat_tree_terms of{.machines = machines, .ports_of_machine = ports_of_machine, .rails = rails, .ports_of_switch = 64, .down = down, .up = up};
          const hr::fat_tree made = tree(of);
          if (made.tiers != 2) continue;
          CAPTURE(machines);
          CAPTURE(rails);
          CHECK(free_ports_of_wired(of, made) == made.ports_left);
          // One spine fewer could not hold the links of the leaves.
          CHECK((made.spines == 1 || made.links_to_spines > (made.spines - 1) * 64 || (made.links_to_spines / made.leaves) % (made.spines - 1) != 0));
          ++wired;
        }
  CHECK(wired > 1'000);
}

TEST_CASE("Spines and cores of three tiers hold what is wired to them") {
  int wired = 0;
  for (const hr::count ports : {8, 16, 32})
    for (const hr::count rails : {1, 2, 4})
      for (hr::count machines = ports; machines <= ports * ports * ports / 4 / rails; machines += 7) {
        const hr::fat_tree made = tree({.machines = machines, .ports_of_machine = rails, .rails = rails, .ports_of_switch = ports});
        if (made.tiers != 3) continue;
        const hr::count up = ports / 2, pods = made.spines / up, leaves_of_pod = up / rails * rails;
        CHECK(pods * leaves_of_pod >= made.leaves);
        CHECK((pods - 1) * leaves_of_pod < made.leaves);
        std::vector<hr::count> cores(static_cast<std::size_t>(made.cores));
        // Spines of the same number in their pods share cores.
        const hr::count shared = made.cores / up;
        CHECK(up % shared == 0);
        for (hr::count spine = 0; spine < made.spines; ++spine)
          for (hr::count link = 0; link < up; ++link) ++cores[static_cast<std::size_t>(spine % up * shared + link % shared)];
        CHECK(*std::ranges::max_element(cores) <= ports);
        CHECK(made.links_to_cores == made.spines * up);
        ++wired;
      }
  CHECK(wired > 500);
}

TEST_CASE("A tree is as small as its machines allow") {
  // One switch where all ports have room; its leaves need no spine.
  CHECK_CONSTEXPR(tree({.machines = 8, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64}) ==
                  hr::fat_tree{.tiers = 1, .leaves = 1, .machines_of_group = 8, .links_to_machines = 64});
  CHECK_CONSTEXPR(tree({.machines = 9, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64}).leaves == 8);
  // 4 groups of 32 machines with 8 rails: 32 leaves, and 16 spines with two links to each.
  CHECK_CONSTEXPR(tree({.machines = 128, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64}) ==
                  hr::fat_tree{.tiers = 2, .leaves = 32, .spines = 16, .machines_of_group = 32, .links_to_machines = 1024, .links_to_spines = 1024});
  // 3 groups need 12 spines, to which 32 links are not spread evenly.
  CHECK_CONSTEXPR(tree({.machines = 96, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64}).spines == 16);
  // 2 to 1: 42 ports downward and 21 upward.
  CHECK_CONSTEXPR(tree({.machines = 126, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64, .down = 2, .up = 1}).machines_of_group == 42);
}

TEST_CASE("A tree that cannot be built says why") {
  CHECK(hr::fat_tree_of({.machines = 0, .ports_of_machine = 1, .ports_of_switch = 64}).note == "machines and their ports are counted from 1");
  CHECK(hr::fat_tree_of({.machines = 1, .ports_of_machine = 8, .rails = 3, .ports_of_switch = 64}).note == "each rail has as many of a machine's ports");
  CHECK(hr::fat_tree_of({.machines = 1, .ports_of_machine = 8, .ports_of_switch = 1}).is_unknown());
  CHECK(hr::fat_tree_of({.machines = 1, .ports_of_machine = 8, .ports_of_switch = 64, .down = 0}).note == "links go down and up");
  CHECK(hr::fat_tree_of({.machines = 2, .ports_of_machine = 64, .ports_of_switch = 64}).note ==
        "a switch has no room for a machine's ports of one rail and as many upward");
  CHECK(hr::fat_tree_of({.machines = 999, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 8}).note == "a pod has no room for a leaf of each rail");
}

TEST_CASE("The bill of a tree is its switches, two transceivers a link and its cables") {
  constexpr hr::fat_tree of = tree({.machines = 128, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64});
  CHECK_CONSTEXPR(hr::transceivers_of(of, false) == 4 * 1024);
  CHECK_CONSTEXPR(hr::transceivers_of(of, true) == 2 * 1024);
  CHECK_CONSTEXPR(hr::price_of(of, {.of_switch = hr::dollars(30'000), .of_transceiver = hr::dollars(1'000), .of_cable = hr::dollars(100)}).value_or({}) ==
                  hr::dollars(48 * 30'000 + 4'096 * 1'000 + 2'048 * 100));
  CHECK(hr::price_of(of, {.of_switch = hr::dollars(30'000), .of_cable = hr::dollars(100)}).note == "a price of its parts is not known");
  // With copper in one switch no transceiver is bought.
  constexpr hr::fat_tree one = tree({.machines = 8, .ports_of_machine = 8, .ports_of_switch = 64});
  CHECK_CONSTEXPR(hr::price_of(one, {.of_switch = hr::dollars(30'000), .of_cable = hr::dollars(100), .copper_to_machines = true}).value_or({}) == hr::dollars(36'400));
}
