// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <map>
#include <random>
#include <set>
#include <vector>

#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/plan/shared_layout.hpp>

#include <check.hpp>

TEST_CASE("Nodes, domains and machines are those of a VM and of a rack") {
  constexpr auto vm = hr::shared_kind_of(hr::azure::nd96isr_h100_v5::spec);
  CHECK_CONSTEXPR(vm.value_or({}).node_gpus == 8);
  CHECK_CONSTEXPR(vm.value_or({}).domain_nodes == 1);
  CHECK(hr::shared_kind_of(hr::machine{}).is_unknown());
}

TEST_CASE("Replicas smaller than a node fill nodes, and the rest of them are pods") {
  constexpr hr::shared_kind on{.node_gpus = 8};
  CHECK_CONSTEXPR(hr::option_on(0, on, 7, 2, 1, 0).groups == 1);
  CHECK_CONSTEXPR(hr::option_on(0, on, 7, 2, 1, 0).pods == 3);
  CHECK_CONSTEXPR(hr::option_on(0, on, 7, 3, 1, 0).groups == 3);  // two on each
  CHECK_CONSTEXPR(hr::option_on(0, on, 2, 16, 1, 0).group_nodes == 2);
  CHECK_CONSTEXPR(hr::option_on(0, on, 2, 8, 1, 0).groups == 2);
  CHECK_CONSTEXPR(hr::option_on(0, on, 2, 8, 1, 0).pods == 0);
  // Nine of 12 GPUs are 108, which 14 machines have; what lies in one domain takes whole nodes.
  CHECK(hr::lay_out(on, std::array{hr::option_on(0, on, 9, 12, 1, 0)}).machines == 14);
  CHECK_CONSTEXPR(hr::option_on(0, {.node_gpus = 8, .domain_nodes = 2}, 9, 12, 1, 0).group_nodes == 2);
}

TEST_CASE("Groups of nodes stay in one scale-up domain") {
  // Three groups of 10 of the 18 nodes of a rack need three racks, and three jobs of 4 nodes go beside them.
  constexpr hr::shared_kind rack{.node_gpus = 4, .domain_nodes = 18, .machine_nodes = 18};
  const std::array jobs{hr::shared_option{.groups = 3, .group_nodes = 10}, hr::shared_option{.groups = 3, .group_nodes = 8}};
  CHECK(hr::lay_out(rack, jobs).machines == 3);
  CHECK(hr::lay_out(rack, std::array{hr::shared_option{.groups = 3, .group_nodes = 10}, hr::shared_option{.groups = 1, .group_nodes = 9}}).machines == 4);
  // 40 nodes are two racks and four nodes of a third.
  const hr::shared_layout large = hr::lay_out(rack, std::array{hr::shared_option{.groups = 1, .group_nodes = 40}, hr::shared_option{.groups = 1, .group_nodes = 14}});
  CHECK(large.machines == 3);
  CHECK(large.are_shared);
}

TEST_CASE("No pod or node is given twice" * doctest::test_suite("slow")) {
  std::mt19937 random(3);
  const auto draw = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  for (int round = 0; round < 300; ++round) {
    hr::shared_kind on{.node_gpus = draw(2, 8), .domain_nodes = draw(1, 4)};
    if (draw(0, 1) == 1) on.machine_nodes = on.domain_nodes;
    std::vector<hr::shared_option> jobs;
    for (int j = draw(1, 4); j > 0; --j) jobs.push_back(hr::option_on(0, on, draw(1, 5), draw(1, 20), 1, 1));
    const hr::shared_layout found = hr::lay_out(on, jobs);
    std::map<hr::count, hr::count> used;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      hr::count nodes = 0, pods = 0;
      for (const hr::shared_nodes& each : found.places[i])
        for (hr::count n = each.first; n < each.first + each.nodes; ++n) {
          used[n] += each.pods > 0 ? each.pods * jobs[i].pod_gpus : on.node_gpus;
          (each.pods > 0 ? pods : nodes) += each.pods > 0 ? each.pods : 1;
        }
      CHECK(nodes == jobs[i].groups * jobs[i].group_nodes);
      CHECK(pods == jobs[i].pods);
    }
    std::set<hr::count> machines;
    for (const auto& [node, gpus] : used) {
      CHECK(gpus <= on.node_gpus);
      machines.insert(node / on.machine_nodes);
    }
    CHECK(found.machines == std::ssize(machines));
  }
}

TEST_CASE("A replica takes the GPUs that it asks for, in whole nodes and pods") {
  for (hr::count node = 1; node <= 8; ++node)
    for (hr::count gpus = 0; gpus <= 20; ++gpus)
      for (hr::count replicas = 0; replicas <= 9; ++replicas)
        for (const hr::count domain : {1, 2}) {
          CAPTURE(node);
          CAPTURE(gpus);
          CAPTURE(replicas);
          const hr::shared_option of = hr::option_on(5, {.node_gpus = node, .domain_nodes = domain}, replicas, gpus, 7, 11);
          CHECK(of.kind == 5);
          CHECK(of.seconds == 7);
          CHECK(of.ends_after == 11);
          if (gpus > 0 && gpus <= node) {
            // As many as fit on a node of the job's own, and the others one by one.
            hr::count full = 0, rest = replicas;
            for (; rest >= node / gpus; rest -= node / gpus) ++full;
            CHECK(of.groups == full);
            CHECK(of.group_nodes == (full > 0 ? 1 : 0));
            CHECK(of.pods == rest);
            CHECK(of.pod_gpus == gpus);
          } else if (domain == 1) {
            CHECK(of.groups == replicas);
            CHECK(of.group_nodes * node + of.pod_gpus == gpus);
            CHECK(of.pod_gpus < node);
            CHECK(of.pods == (of.pod_gpus > 0 ? replicas : 0));
          } else {
            CHECK(of.groups == replicas);
            CHECK(of.group_nodes * node >= gpus);
            CHECK((of.group_nodes - 1) * node < gpus);
            CHECK(of.pods == 0);
          }
        }
}

TEST_CASE("Whole domains come first, then what is left of groups, and pods on nodes that they share") {
  // Nodes of two GPUs in racks of four. A group of six has a rack and two nodes of the next, where one of two goes, too; three pods of a GPU
  // take two nodes of a third.
  constexpr hr::shared_kind rack{.node_gpus = 2, .domain_nodes = 4, .machine_nodes = 4};
  const std::array jobs{hr::shared_option{.groups = 1, .group_nodes = 6}, hr::shared_option{.groups = 1, .group_nodes = 2}, hr::shared_option{.pods = 3, .pod_gpus = 1}};
  const hr::shared_layout found = hr::lay_out(rack, jobs);
  using these = std::vector<hr::shared_nodes>;
  CHECK(found.machines == 3);
  CHECK(found.are_shared);
  CHECK(found.places[0] == these{{0, 6, 0}});
  CHECK(found.places[1] == these{{6, 2, 0}});
  CHECK(found.places[2] == these{{8, 1, 2}, {9, 1, 1}});
  CHECK(found.is_proved);
  // Where each node is a machine, no two groups have one.
  constexpr hr::shared_kind loose{.node_gpus = 2, .domain_nodes = 4};
  const hr::shared_layout in_nodes = hr::lay_out(loose, jobs);
  CHECK(in_nodes.machines == 4 + 4 + 2);
  CHECK_FALSE(in_nodes.are_shared);
  // Two groups of two racks each are four racks in a row.
  const hr::shared_layout whole = hr::lay_out(rack, std::array{hr::shared_option{.groups = 2, .group_nodes = 8}, hr::shared_option{.groups = 1, .group_nodes = 4}});
  CHECK(whole.machines == 5);
  CHECK_FALSE(whole.are_shared);
  CHECK(whole.places[0] == these{{0, 16, 0}});
  CHECK(whole.places[1] == these{{16, 4, 0}});
  CHECK(hr::lay_out(rack, {}).machines == 0);
  CHECK(hr::lay_out(rack, std::array{hr::shared_option{.group_nodes = 6}}).machines == 0);  // none of them
}

TEST_CASE("Nodes that follow one another are one row, of as many pods each") {
  using these = std::vector<hr::shared_nodes>;
  const auto rows = [](const these& all) {
    these made;
    for (const hr::shared_nodes& each : all) hr::detail::add_nodes(made, each);
    return made;
  };
  CHECK(rows({{3, 2, 0}, {5, 4, 0}}) == these{{3, 6, 0}});
  CHECK(rows({{3, 2, 0}, {6, 4, 0}}) == these{{3, 2, 0}, {6, 4, 0}});
  CHECK(rows({{3, 2, 0}, {5, 4, 1}}) == these{{3, 2, 0}, {5, 4, 1}});
  CHECK(rows({{3, 2, 1}, {2, 4, 1}}) == these{{3, 2, 1}, {2, 4, 1}});
  CHECK(rows({{3, 2, 1}, {5, 1, 1}, {6, 1, 1}}) == these{{3, 4, 1}});
  // A job of one node has it, where each is a domain.
  const hr::shared_layout one = hr::lay_out({.node_gpus = 8}, std::array{hr::shared_option{.groups = 1, .group_nodes = 1}, hr::shared_option{.groups = 1, .group_nodes = 2}});
  CHECK(one.places[0] == these{{0, 1, 0}});
  CHECK(one.places[1] == these{{1, 2, 0}});
  // And one of a rack of three, behind two: a whole machine, though one node is left.
  const hr::shared_kind rack{.node_gpus = 8, .domain_nodes = 3, .machine_nodes = 3};
  const hr::shared_layout three = hr::lay_out(rack, std::array{hr::shared_option{.groups = 1, .group_nodes = 1}, hr::shared_option{.groups = 1, .group_nodes = 2}, hr::shared_option{.groups = 2, .group_nodes = 1}});
  CHECK(three.machines == 2);
  CHECK_FALSE(three.places[0].empty());
  CHECK(three.places[1].front().nodes == 2);
}

// No node holds three of twelve pods of 340 GPUs and more, which five would have the GPUs for: so many ways to try that the packing gives up.
TEST_CASE("What a packing has not proved is not proved by what it packs beside it") {
  constexpr hr::shared_kind on{.node_gpus = 1'000, .domain_nodes = 18, .machine_nodes = 18};
  std::vector<hr::shared_option> jobs;
  for (hr::count i = 0; i < 12; ++i) jobs.push_back({.pods = 1, .pod_gpus = 340 + i});
  CHECK_FALSE(hr::lay_out(on, jobs).is_proved);
  // That five groups of ten nodes have no room on four racks is proved.
  const hr::shared_option groups{.groups = 5, .group_nodes = 10};
  CHECK(hr::lay_out(on, std::array{groups, hr::shared_option{.pods = 12, .pod_gpus = 1'000}}).is_proved);
  jobs.push_back(groups);
  CHECK(hr::lay_out(on, jobs).machines == 5);
  CHECK_FALSE(hr::lay_out(on, jobs).is_proved);
}

TEST_CASE("A rack is a machine of several nodes, and a board is one node") {
  constexpr hr::shared_kind rack = value_of(hr::shared_kind_of(hr::azure::gb200_nvl72::spec));
  CHECK_CONSTEXPR(rack.node_gpus == 4);
  CHECK_CONSTEXPR(rack.domain_nodes == 18);
  CHECK_CONSTEXPR(rack.machine_nodes == 18);
  constexpr hr::board of_six{.name = "of six", .gpus = 6, .scale_up_domain_gpus = 3};
  constexpr hr::shared_kind board = value_of(hr::shared_kind_of(of_six));
  CHECK_CONSTEXPR(board.node_gpus == 6);
  CHECK_CONSTEXPR(board.domain_nodes == 1);  // never fewer
  CHECK_CONSTEXPR(board.machine_nodes == 1);
  static constexpr hr::vm two_to_a_domain{.name = "two to a domain", .gpus = 4, .scale_up_domain_gpus = 8};
  CHECK_CONSTEXPR(value_of(hr::shared_kind_of(two_to_a_domain)).domain_nodes == 2);
  CHECK_CONSTEXPR(hr::shared_kind_of(hr::vm{.name = "one", .gpus = 1}).is_known());
  CHECK_CONSTEXPR(hr::shared_kind_of(hr::vm{.name = "none", .gpus = 0}).note == "the number of its GPUs is not known");
  CHECK_CONSTEXPR(hr::shared_kind_of(hr::vm{.name = "not known"}).is_unknown());
  CHECK_CONSTEXPR(hr::shared_kind_of(hr::rack{.name = "of not known many", .vm = &two_to_a_domain}).is_unknown());
  CHECK_CONSTEXPR(hr::shared_kind_of(hr::rack{.name = "of none", .vm = &two_to_a_domain, .vms = 0}).is_unknown());
}
