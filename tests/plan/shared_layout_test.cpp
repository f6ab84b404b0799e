// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <random>
#include <set>
#include <vector>

#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/plan/shared_layout.hpp>

#include <check.hpp>
#include <plan/slow_shared_cluster.hpp>
#include <unsaid.hpp>

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
  // Of six the last two leave two GPUs, in which a pod of two has room; one of five leaves three.
  CHECK_CONSTEXPR(hr::option_on(0, on, 6, 3, 1, 0).groups == 2);
  CHECK_CONSTEXPR(hr::option_on(0, on, 6, 3, 1, 0).pods == 2);
  CHECK(hr::lay_out(on, std::array{hr::option_on(0, on, 6, 3, 1, 0), hr::option_on(0, on, 1, 2, 1, 0)}).machines == 3);
  CHECK(hr::lay_out(on, std::array{hr::option_on(0, on, 1, 5, 1, 0), hr::option_on(0, on, 1, 3, 1, 0)}).machines == 1);
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
            // As many as fit on a node of the job's own, and the others one by one: of what does not fill a node the last are others.
            const hr::count last = node % gpus == 0 ? 0 : 1;
            hr::count full = 0, rest = replicas;
            for (; rest - last >= node / gpus; rest -= node / gpus) ++full;
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

TEST_CASE("Ranges of machines are counted once") {
  std::mt19937 random(11);
  const auto draw = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  for (int round = 0; round < 300; ++round) {
    hr::detail::machine_ranges all, other;
    std::set<hr::count> each, of_other;
    for (int i = draw(0, 6); i > 0; --i) {
      const int from = draw(0, 20), to = from + draw(1, 6);
      const bool is_other = draw(0, 2) == 0;
      (is_other ? other : all).add(from, to);
      for (int at = from; at < to; ++at) (is_other ? of_other : each).insert(at);
    }
    all.add(other);
    each.insert(of_other.begin(), of_other.end());
    CHECK(all.size() == std::ssize(each));
    CHECK(all.last() == (each.empty() ? 0 : *each.rbegin() + 1));
    for (const hr::count before : {0, 3, 11, 30}) CHECK(all.size(before) == std::ranges::count_if(each, [&](hr::count one) { return one < before; }));
  }
}

// Each machine is kept until the last job that lies on it ends, and of all numbers of machines at all times that have room it takes least.
TEST_CASE("A layout takes least, by trying all numbers of machines at all times" * doctest::test_suite("slow")) {
  std::mt19937 random(5);
  const auto draw = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  int not_fewest = 0, limited = 0, shared = 0, once = 0, held = 0, not_proved = 0;
  for (int round = 0; round < 1'000; ++round) {
    CAPTURE(round);
    hr::shared_kind on{.node_gpus = draw(2, 9), .domain_nodes = draw(1, 3), .at_most = 5, .price = static_cast<double>(draw(0, 3))};
    if (draw(0, 2) > 0) on.machine_nodes = on.domain_nodes == 1 ? draw(1, 2) : on.domain_nodes;
    if (on.domain_nodes <= on.machine_nodes) on.held = draw(0, 3);
    on.held_price = draw(0, static_cast<int>(on.price));
    shared_options jobs;
    for (int j = draw(1, 4); j > 0; --j) {
      const int replicas = draw(1, 3), gpus = draw(1, 6), seconds = draw(1, 12);  // one after the other: compilers order arguments as they like
      jobs.push_back(hr::option_on(0, on, replicas, gpus, seconds, 0));
    }
    const bool by_time = draw(0, 4) > 0;
    shared_options of_seconds = jobs;
    if (!by_time)
      for (hr::shared_option& each : of_seconds) each.seconds = 1;
    const std::vector<slow_way> ways = slow_ways(on, of_seconds);
    const hr::shared_layout found = hr::lay_out(on, jobs, by_time, on.at_most);
    if (ways.empty()) {
      CHECK(found.machines > on.at_most);
      continue;
    }
    double least = 1e300;
    for (const slow_way& each : ways) least = std::min(least, slow_price(on, each.kept));
    slow_kept kept;
    for (const hr::kept_machines& each : found.kept) kept.emplace_back(by_time ? each.seconds : 1, each.machines);
    REQUIRE(found.machines <= on.at_most);
    if (found.is_proved) CHECK(slow_price(on, kept) == least);
    else CHECK(slow_price(on, kept) >= least);
    not_proved += found.is_proved ? 0 : 1;
    // What is kept is what its places say.
    std::map<hr::count, double> until;
    std::map<hr::count, std::set<std::size_t>> on_machine;
    for (std::size_t i = 0; i < jobs.size(); ++i)
      for (const hr::shared_nodes& each : found.places[i])
        for (hr::count node = each.first; node < each.first + each.nodes; ++node) {
          double& seconds = until[node / on.machine_nodes];
          seconds = std::max(seconds, jobs[i].seconds);
          on_machine[node / on.machine_nodes].insert(i);
        }
    std::map<double, hr::count> of_places, of_kept;
    for (const auto& [machine, seconds] : until) ++of_places[seconds];
    for (const hr::kept_machines& each : found.kept) of_kept[each.seconds] += each.machines;
    CHECK(of_kept == of_places);
    CHECK(found.machines == std::ssize(until));
    CHECK(std::ranges::is_sorted(found.kept, std::ranges::greater_equal(), &hr::kept_machines::seconds));
    CHECK(found.are_shared == std::ranges::any_of(on_machine, [](const auto& each) { return each.second.size() > 1; }));
    if (found.are_fewest) CHECK(found.machines == ways.front().machines);
    not_fewest += found.machines > ways.front().machines ? 1 : 0;
    shared += found.are_shared ? 1 : 0;
    once += by_time ? 0 : 1;
    held += on.held > 0 ? 1 : 0;
    // With one machine less than it takes, the least of those with no more.
    if (found.machines <= ways.front().machines) continue;
    const hr::shared_layout fewer = hr::lay_out(on, jobs, by_time, found.machines - 1);
    double next = 1e300;
    for (const slow_way& each : ways)
      if (each.machines < found.machines) next = std::min(next, slow_price(on, each.kept));
    kept.clear();
    for (const hr::kept_machines& each : fewer.kept) kept.emplace_back(by_time ? each.seconds : 1, each.machines);
    CHECK(fewer.machines < found.machines);
    CHECK((fewer.is_proved ? slow_price(on, kept) == next : slow_price(on, kept) >= next));
    ++limited;
  }
  CHECK((not_fewest > 1 && limited > 1 && shared > 150 && once > 100 && held > 150 && not_proved < 10));
}

// A short job on a held machine and long groups on held and bought ones of two domains: what is bought is kept as long as who lies on it.
TEST_CASE("Of a domain of several machines those that are held are the first, whoever lies on them") {
  const hr::shared_kind on{.node_gpus = 4, .domain_nodes = 3, .held = 4, .price = 1};
  const shared_options jobs{{.groups = 2, .group_nodes = 2, .seconds = 10}, {.groups = 1, .group_nodes = 1, .seconds = 1}};
  const hr::shared_layout found = hr::lay_out(on, jobs);
  CHECK(found.machines == 5);
  CHECK(found.kept == std::vector<hr::kept_machines>{{10, 4}, {10, 1}});
  CHECK_FALSE(found.is_proved);
  std::mt19937 random(13);
  const auto draw = [&](int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); };
  int bought = 0, proved = 0;
  for (int round = 0; round < 1'000; ++round) {
    hr::shared_kind loose{.node_gpus = draw(2, 8), .domain_nodes = draw(2, 4), .held = draw(1, 9), .price = 3};
    shared_options all;
    for (int j = draw(1, 4); j > 0; --j) all.push_back(hr::option_on(0, loose, draw(1, 3), draw(1, 20), draw(1, 4), 0));
    const hr::shared_layout one = hr::lay_out(loose, all);
    std::map<hr::count, double> until;
    for (std::size_t i = 0; i < all.size(); ++i)
      for (const hr::shared_nodes& each : one.places[i])
        for (hr::count node = each.first; node < each.first + each.nodes; ++node) until[node] = std::max(until[node], all[i].seconds);
    double of_places = 0;
    for (const auto& [node, seconds] : until) of_places += node < loose.held ? 0 : 3 * seconds;
    // What is kept longest is held.
    double of_kept = 0;
    hr::count held = loose.held;
    for (const hr::kept_machines& each : one.kept) {
      const hr::count there = std::min(held, each.machines);
      held -= there;
      of_kept += 3 * each.seconds * static_cast<double>(each.machines - there);
    }
    CHECK(of_kept == of_places);
    bought += of_places > 0 ? 1 : 0;
    proved += one.is_proved ? 1 : 0;
  }
  CHECK((bought > 300 && proved > 100));
}

TEST_CASE("Of more times than are told apart the order of the last is not proved") {
  constexpr hr::shared_kind on{.node_gpus = 2, .price = 1};
  const auto of_times = [&](int times) {
    shared_options jobs;
    for (int i = 0; i < times; ++i) jobs.push_back({.pods = 1, .pod_gpus = 1, .seconds = static_cast<double>(100 - i)});
    return hr::lay_out(on, jobs);
  };
  // Two on each, of which the first to be asked for is kept longer: 100 + 98 + ...
  const hr::shared_layout most = of_times(63), more = of_times(64);
  CHECK(most.is_proved);
  CHECK(most.machines == 32);
  CHECK_FALSE(more.is_proved);
  CHECK(more.machines == 32);
  double sum = 0;
  for (const hr::kept_machines& each : most.kept) sum += each.seconds * static_cast<double>(each.machines);
  CHECK(sum == (100 + 38) * 32 / 2);
}

// Fours, threes and fives of eight, of which no four and five share a machine: one more that ends early, or the second kept as long as the threes.
TEST_CASE("A layout that is not the fewest at each time says so, and unless more is said takes least by time on as many as there are") {
  const hr::shared_kind on{.node_gpus = 8, .price = 1};
  const auto pod = [](hr::count gpus, double seconds) { return hr::shared_option{.pods = 1, .pod_gpus = gpus, .seconds = seconds}; };
  const shared_options jobs{pod(4, 10), pod(3, 9), pod(4, 3), pod(5, 3)};
  const hr::shared_layout found = hr::lay_out(on, jobs);
  CHECK(found.kept == std::vector<hr::kept_machines>{{10, 1}, {3, 2}});
  CHECK_FALSE(found.are_fewest);
  CHECK(found.is_proved);
  CHECK(hr::lay_out(on, jobs, false).kept == std::vector<hr::kept_machines>{{10, 1}, {9, 1}});
  CHECK(hr::lay_out(on, jobs, true, 2).kept == std::vector<hr::kept_machines>{{10, 1}, {9, 1}});
  CHECK(hr::lay_out(on, jobs, true, 1).machines == 2);
  // Of boards in pairs the machines follow from the nodes, and which nodes are best is not proved.
  CHECK_FALSE(hr::lay_out({.node_gpus = 8, .machine_nodes = 2, .price = 1}, jobs).is_proved);
  CHECK(hr::lay_out({.node_gpus = 8, .machine_nodes = 2, .price = 1}, shared_options{pod(4, 10), pod(3, 9), pod(4, 3)}).is_proved);
  const auto amount = [&](const hr::shared_option& one) { return hr::lay_out({.node_gpus = 8, .price = 1}, shared_options{one}).machines; };
  CHECK(is_unless_said<&hr::shared_option::group_nodes>(amount, hr::shared_option{.groups = 1, .pods = 1, .pod_gpus = 1}, 0, 1));
}

TEST_CASE("More than can be packed has no place") {
  const hr::shared_kind on{.node_gpus = 8, .domain_nodes = 2, .machine_nodes = 2};
  const hr::shared_option half{.groups = hr::max_count / 2, .group_nodes = 1};
  const hr::shared_layout found = hr::lay_out(on, shared_options{half, half, half});
  CHECK_FALSE(found.is_proved);
  CHECK(found.machines == hr::too_many);
  CHECK(found.places == std::vector<std::vector<hr::shared_nodes>>(3));
  CHECK(hr::lay_out({.node_gpus = 8}, shared_options{{.pods = hr::max_count, .pod_gpus = 8}, {.pods = 1, .pod_gpus = 1}}).machines == hr::too_many);
}
