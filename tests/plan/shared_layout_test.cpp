// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <map>
#include <random>
#include <vector>

#include <headroom/catalog/azure/nd.hpp>
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
  CHECK(large.own[0] == 2);
}

TEST_CASE("No pod or node is given twice") {
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
    for (const auto& [node, gpus] : used) CHECK((gpus <= on.node_gpus && node < found.machines * on.machine_nodes));
  }
}
