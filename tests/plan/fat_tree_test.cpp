// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/plan/fat_tree.hpp>

#include <check.hpp>

namespace {

constexpr hr::fat_tree tree(const hr::fat_tree_terms& of) { return hr::fat_tree_of(of).value_or({}); }

std::size_t at(hr::count i) { return static_cast<std::size_t>(i); }

// Links between switches of two tiers, a number for each pair.
using wires = std::vector<std::vector<hr::count>>;

// Planes one by one, each on the first upper switch with room for all of it.
void wire_planes(wires& to, std::vector<hr::count>& used, const std::vector<hr::count>& up, hr::count ports, hr::count times) {
  for (hr::count plane = 0; plane < *std::ranges::max_element(up); ++plane) {
    const auto members = std::ranges::count_if(up, [&](hr::count each) { return each > plane; });
    std::size_t on = 0;
    while (used[on] + times * members > ports) ++on;
    used[on] += times * members;
    for (std::size_t leaf = 0; leaf < up.size(); ++leaf)
      if (up[leaf] > plane) ++to[leaf][on];
  }
}

// Of each size so many planes, each whole on a switch: the fewest, by whatever one switch may hold of what is left.
hr::count fewest_switches(const std::vector<hr::count>& sizes, hr::count ports) {
  std::vector<std::pair<hr::count, hr::count>> kinds;  // size, how many
  for (const hr::count size : sizes) {
    const auto kind = std::ranges::find(kinds, size, &std::pair<hr::count, hr::count>::first);
    if (kind == kinds.end()) kinds.emplace_back(size, 1);
    else ++kind->second;
  }
  std::size_t states = 1;
  for (const auto& each : kinds) states *= at(each.second + 1);
  std::vector<hr::count> fewest(states, 0);
  const std::function<void(std::size_t, std::size_t, std::size_t, std::size_t, hr::count)> fill = [&](std::size_t state, std::size_t left, std::size_t kind, std::size_t after, hr::count room) {
    if (kind == kinds.size()) {
      if (after != state) fewest[state] = std::min(fewest[state], fewest[after] + 1);
      return;
    }
    const auto width = at(kinds[kind].second + 1);
    std::size_t step = 1;
    for (std::size_t i = 0; i < kind; ++i) step *= at(kinds[i].second + 1);
    for (std::size_t i = 0; i <= left % width && static_cast<hr::count>(i) * kinds[kind].first <= room; ++i)
      fill(state, left / width, kind + 1, after - i * step, room - static_cast<hr::count>(i) * kinds[kind].first);
  };
  for (std::size_t state = 1; state < states; ++state) {
    fewest[state] = 1'000'000;
    fill(state, state, 0, state, ports);
  }
  return fewest.back();
}

// The sizes of planes of so many links of each leaf: the leaves that have so many.
std::vector<hr::count> sizes_of(const std::vector<hr::count>& up, hr::count times) {
  std::vector<hr::count> sizes;
  for (hr::count plane = 0; plane < *std::ranges::max_element(up); ++plane) sizes.push_back(times * std::ranges::count_if(up, [&](hr::count each) { return each > plane; }));
  return sizes;
}

// Machines dealt out to groups in turn, and the links downward and upward of each leaf.
std::vector<hr::count> down_of_leaves(const hr::fat_tree_terms& of, const hr::fat_tree& made) {
  std::vector<hr::count> down(at(made.leaves));
  const hr::count groups = made.leaves / of.rails;
  for (hr::count machine = 0; machine < of.machines; ++machine)
    for (hr::count port = 0; port < of.ports_of_machine; ++port) ++down[at(machine % groups * of.rails + port % of.rails)];
  return down;
}

std::vector<hr::count> up_of_leaves(const hr::fat_tree_terms& of, const std::vector<hr::count>& down) {
  std::vector<hr::count> up;
  for (const hr::count each : down) up.push_back((each * of.up + of.down - 1) / of.down);
  return up;
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
    CHECK(hr::fat_tree_of({.machines = k * k * k / 4 + 1, .ports_of_machine = 1, .ports_of_switch = k}).note == "three tiers of such switches are too few for pods of equally many rails");
    const hr::fat_tree two = tree({.machines = k * k / 2, .ports_of_machine = 1, .ports_of_switch = k});
    CHECK(two.tiers == 2);
    CHECK(two.leaves == k);
    CHECK(two.spines == k / 2);
    CHECK(two.ports_left == 0);
  }
}

TEST_CASE("Leaves and spines of a rail-optimised tree hold what is wired to them, and any two leaves reach each other with all they have") {
  int wired = 0;
  for (hr::count machines = 1; machines <= 130; machines += 7)
    for (const hr::count rails : {1, 2, 4, 8})
      for (const hr::count ports_of_machine : {8, 16})
        for (const hr::count ports : {33, 62, 64})
          for (const auto& [down_to, up_from] : std::vector<std::pair<hr::count, hr::count>>{{1, 1}, {2, 1}, {7, 5}}) {
            const hr::fat_tree_terms of{.machines = machines, .ports_of_machine = ports_of_machine, .rails = rails, .ports_of_switch = ports, .down = down_to, .up = up_from};
            const hr::fat_tree made = tree(of);
            if (made.tiers != 2) continue;
            CAPTURE(machines);
            CAPTURE(rails);
            CAPTURE(ports);
            const std::vector<hr::count> down = down_of_leaves(of, made), up = up_of_leaves(of, down);
            wires to(at(made.leaves), std::vector<hr::count>(at(made.leaves) + 200));
            std::vector<hr::count> used(at(made.leaves) + 200);
            wire_planes(to, used, up, ports, 1);
            hr::count spines = 0, links = 0, worst = 0;  // too many on a leaf, or too few to the first one
            for (const hr::count each : used) spines += each > 0;
            for (std::size_t leaf = 0; leaf < down.size(); ++leaf) {
              links += up[leaf];
              worst = std::max(worst, down[leaf] + up[leaf] - ports);
              hr::count shared = 0;
              for (std::size_t on = 0; on < used.size(); ++on) shared += std::min(to[leaf][on], to[0][on]);
              worst = std::max(worst, std::min(up[leaf], up[0]) - shared);
            }
            CHECK(worst == 0);
            CHECK(made.spines <= spines);
            CHECK(made.spines == fewest_switches(sizes_of(up, 1), ports));
            CHECK(made.links_to_spines == links);
            CHECK(made.machines_of_group * of.ports_of_machine / of.rails == *std::ranges::max_element(down));
            CHECK(made.ports_left == (made.leaves + made.spines) * ports - made.links_to_machines - 2 * links);
            ++wired;
          }
  CHECK(wired > 500);
}

namespace {

// Spines and cores of leaves with so many links upward, a group after the other with so many rails: groups dealt out in turn to so many pods of each part of
// the rails. Each plane of a pod has as many links upward as downward, and those of one number of all pods lie in a plane of cores.
struct wired_pods {
  hr::count spines = 0;
  hr::count links = 0;
  hr::count cores = 0;
};

wired_pods wire_pods(const std::vector<hr::count>& up, hr::count rails, hr::count rails_of_pod, hr::count pods, hr::count ports) {
  wired_pods made;
  const auto groups = static_cast<hr::count>(up.size()) / rails;
  const hr::count planes = *std::ranges::max_element(up);
  std::vector<std::vector<hr::count>> upward(at(planes));  // by plane, of each pod
  for (hr::count first_rail = 0; first_rail < rails; first_rail += rails_of_pod)
    for (hr::count pod = 0; pod < pods; ++pod) {
      std::vector<hr::count> own;
      for (hr::count group = pod; group < groups; group += pods)
        for (hr::count rail = first_rail; rail < first_rail + rails_of_pod; ++rail) own.push_back(up[at(group * rails + rail)]);
      made.spines += fewest_switches(sizes_of(own, 2), ports);
      for (hr::count plane = 0; plane < planes; ++plane) {
        upward[at(plane)].push_back(std::ranges::count_if(own, [&](hr::count each) { return each > plane; }));
        made.links += upward[at(plane)].back();
      }
    }
  std::vector<hr::count> sizes;
  for (const std::vector<hr::count>& plane : upward)
    for (hr::count link = 0; link < *std::ranges::max_element(plane); ++link) sizes.push_back(std::ranges::count_if(plane, [&](hr::count each) { return each > link; }));
  made.cores = fewest_switches(sizes, ports);
  return made;
}

}  // namespace

TEST_CASE("No fewer switches do in three tiers, over all numbers of pods and all equal parts of the rails") {
  int wired = 0, refused = 0, of_parts = 0, more_than_least = 0;
  for (const hr::count ports : {6, 8, 9, 12})
    for (const hr::count rails : {1, 2, 3, 4})
      for (const auto& [down_to, up_from] : std::vector<std::pair<hr::count, hr::count>>{{1, 1}, {2, 1}})
        for (hr::count machines = 2; machines <= ports * ports * ports * (down_to + 1) / 8 / rails + 2; machines += ports < 9 ? 1 : 11) {
          const hr::fat_tree_terms of{.machines = machines, .ports_of_machine = rails, .rails = rails, .ports_of_switch = ports, .down = down_to, .up = up_from};
          const hr::count most = ports * down_to / (down_to + up_from), groups = (machines + most - 1) / most;
          if (groups * rails <= ports) continue;  // two tiers
          CAPTURE(ports);
          CAPTURE(rails);
          CAPTURE(machines);
          const std::vector<hr::count> up = up_of_leaves(of, down_of_leaves(of, {.leaves = groups * rails}));
          const hr::fat_tree made = tree(of);
          hr::count fewest = 1'000'000, at_least_pods = 0;
          for (hr::count part = 1; part <= rails; ++part)
            for (hr::count pods = 1; rails % part == 0 && pods <= groups; ++pods) {
              if ((groups + pods - 1) / pods * part * 2 > ports || pods * (rails / part) > ports) continue;
              if (part == rails && at_least_pods == 0) at_least_pods = pods;
              const wired_pods tried = wire_pods(up, rails, part, pods, ports);
              const hr::count switches = groups * rails + tried.spines + tried.cores;
              fewest = std::min(fewest, switches);
              if (made.rails_of_pod != part || made.pods != pods * (rails / part)) continue;
              CHECK(made.switches() == switches);
              CHECK(made.spines == tried.spines);
              CHECK(made.cores == tried.cores);
              CHECK(made.links_to_spines == tried.links);
              CHECK(made.links_to_cores == tried.links);
              CHECK(made.groups_of_pod == (groups + pods - 1) / pods);
            }
          if (fewest == 1'000'000) {
            CHECK(hr::fat_tree_of(of).note == "three tiers of such switches are too few for pods of equally many rails");
            ++refused;
            continue;
          }
          CHECK(made.tiers == 3);
          CHECK(made.leaves == groups * rails);
          CHECK(made.switches() == fewest);
          CHECK(made.is_fewest);
          ++wired;
          of_parts += made.rails_of_pod < rails ? 1 : 0;
          more_than_least += made.rails_of_pod == rails && made.pods > at_least_pods ? 1 : 0;
        }
  CHECK(wired > 300);
  CHECK(refused > 20);
  CHECK(of_parts > 50);
  CHECK(more_than_least > 20);
}

// NVIDIA DGX SuperPOD Reference Architecture: DGX A100 (140 systems of 8 rails on switches of 40 ports: 56 leaf, 80 spine and 28 core switches, the spines in a
// group for each rail), DGX H100 (larger SuperPODs on switches of 64: of 511, 1,023 and 2,047 systems, one of each full number being the manager's place).
TEST_CASE("Trees that NVIDIA built of three tiers are among those tried") {
  constexpr hr::fat_tree a100 = tree({.machines = 140, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 40});
  CHECK_CONSTEXPR(a100.leaves == 56);
  CHECK_CONSTEXPR(a100.switches() <= 56 + 80 + 28);
  const wired_pods published = wire_pods(std::vector<hr::count>(56, 20), 8, 1, 1, 40);
  CHECK(published.spines == 80);
  CHECK(published.cores == 28);
  for (const hr::count units : {16, 32, 64}) {  // of 32 systems
    const hr::fat_tree h100 = tree({.machines = 32 * units, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64});
    CHECK(h100.leaves == 8 * units);
    CHECK(h100.spines == 8 * units);
    CHECK(h100.cores == 4 * units);
  }
}

TEST_CASE("More pods than the fewest, and pods of one rail, take fewer switches or connect more machines") {
  // 9 groups of 32 machines: three pods of three take 96 spines with 48 of 64 ports in use; in 5 pods of two and one all ports are.
  constexpr hr::fat_tree of_288 = tree({.machines = 288, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64});
  CHECK_CONSTEXPR(of_288.switches() == 72 + 72 + 36);
  CHECK_CONSTEXPR(of_288.ports_left == 0);
  // A pod of 20 leaves has two groups of all eight rails, which is 1,600 machines in 40 pods; with one rail it has 20 groups, and all k^3/4 ports are connected.
  constexpr hr::fat_tree of_2000 = tree({.machines = 2'000, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 40});
  CHECK_CONSTEXPR(of_2000.switches() == 5 * 40 * 40 / 4);
  CHECK_CONSTEXPR((of_2000.pods == 40 && of_2000.rails_of_pod == 1 && of_2000.groups_of_pod == 20));
  CHECK(hr::fat_tree_of({.machines = 2'001, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 40}).is_unknown());
  CHECK(tree({.machines = 11'664, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 72}).switches() == 5 * 72 * 72 / 4);
}

TEST_CASE("Where there are too many ways to try them all, the tree is one all the same and says so") {
  constexpr hr::fat_tree_terms of{.machines = 33'333, .ports_of_machine = 8, .ports_of_switch = 512};
  const hr::fat_tree some = hr::fat_tree_of(of, 1'000).value_or({}), more = hr::fat_tree_of(of, 10'000'000).value_or({});
  CHECK_FALSE(some.is_fewest);
  CHECK(some.ports_left >= 0);
  CHECK(more.switches() <= some.switches());
  CHECK(hr::fat_tree_of({.machines = 17'000'003, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 4'096}).value_or({}).ports_left >= 0);
}

TEST_CASE("Leaves that are not full have fewer links upward, and groups are of even sizes") {
  // Ten machines of eight ports on switches of 33: eight leaves with ten links each way, of which a spine holds four of each leaf.
  CHECK_CONSTEXPR(tree({.machines = 10, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 33}) ==
                  hr::fat_tree{.tiers = 2, .leaves = 8, .spines = 3, .machines_of_group = 10, .links_to_machines = 80, .links_to_spines = 80, .ports_left = 11 * 33 - 80 - 160});
  // 33 machines are 17 and 16, not 32 and 1: 33 links upward of each rail.
  CHECK_CONSTEXPR(tree({.machines = 33, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64}).machines_of_group == 17);
  CHECK_CONSTEXPR(tree({.machines = 33, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64}).links_to_spines == 8 * 33);
  // 31 links upward of 16 leaves: four of each fit on a switch of 64.
  CHECK_CONSTEXPR(tree({.machines = 62, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64}).spines == 8);
}

TEST_CASE("Planes of several sizes share switches as they fit best, not the largest first") {
  // 46 machines of four ports in each of two rails are four groups of 8 and two of 7: 28 planes of all twelve leaves, and 4 of the eight large ones. Two spines
  // hold 4 x 12 + 2 x 8 = 64 links, and four 5 x 12 of the 20 planes that are left; the largest first are 5 x 12 five times, 3 x 12 + 3 x 8 and 1 x 8.
  CHECK_CONSTEXPR(tree({.machines = 46, .ports_of_machine = 8, .rails = 2, .ports_of_switch = 64}).spines == 6);
  const auto fewest = [](std::vector<hr::detail::planes> all, hr::count ports) {
    hr::detail::filling_steps steps{.left = 1'000'000};
    return hr::detail::switches_for(all, ports, steps);
  };
  CHECK(fewest({{2, 6}, {4, 4}, {2, 3}}, 10) == 4);  // 6 + 4 twice, 4 + 3 + 3 and 4: 34 links on four switches
  CHECK(fewest({{3, 5}, {3, 3}, {3, 2}}, 10) == 3);  // 5 + 3 + 2 three times; the largest first leave a fourth
  CHECK(fewest({}, 10) == 0);
  CHECK(fewest({{3, 0}, {0, 5}}, 10) == 0);
  for (hr::count ports = 7; ports <= 12; ++ports)
    for (hr::count i = 0; i < 200; ++i) {
      const std::vector<hr::detail::planes> all{{i % 6, 2 + i % 5}, {i / 6 % 5, 1 + i / 5 % 6}, {i / 9 % 4, 1 + i / 7 % 7}, {i % 3, 2 + i % 5}};
      std::vector<hr::count> sizes;
      for (const hr::detail::planes& each : all) sizes.insert(sizes.end(), at(each.how_many), each.ports);
      CAPTURE(ports);
      CAPTURE(i);
      CHECK(fewest(all, ports) == fewest_switches(sizes, ports));
    }
}

TEST_CASE("A tree is as small as its machines allow") {
  // One switch where all ports have room; its leaves need no spine.
  CHECK_CONSTEXPR(tree({.machines = 8, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64}) ==
                  hr::fat_tree{.tiers = 1, .leaves = 1, .machines_of_group = 8, .links_to_machines = 64});
  CHECK_CONSTEXPR(tree({.machines = 9, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64}).leaves == 8);
  // 4 groups of 32 machines with 8 rails: 32 leaves, and 16 spines with two links to each.
  CHECK_CONSTEXPR(tree({.machines = 128, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64}) ==
                  hr::fat_tree{.tiers = 2, .leaves = 32, .spines = 16, .machines_of_group = 32, .links_to_machines = 1024, .links_to_spines = 1024});
  // A spine holds two links of each of 24 leaves.
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
  CHECK(hr::fat_tree_of({.machines = 999, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 8}).note == "three tiers of such switches are too few for pods of equally many rails");
}

TEST_CASE("Limits of a tree are reached, and not passed") {
  constexpr std::string_view machines = "machines and their ports are counted from 1", rails = "each rail has as many of a machine's ports",
                             ports = "a switch has 2 to 4,096 ports", links = "links go down and up";
  const auto note = [](const hr::fat_tree_terms& of) { return hr::fat_tree_of(of).note; };
  CHECK(note({.machines = 1, .ports_of_machine = 1, .ports_of_switch = 2}) == "");
  CHECK(note({.ports_of_machine = 1, .ports_of_switch = 2}) == machines);
  CHECK(note({.machines = hr::max_count + 1, .ports_of_machine = 1, .ports_of_switch = 2}) == machines);
  CHECK(note({.machines = hr::max_count, .ports_of_machine = 1, .ports_of_switch = 4'096}) == "three tiers of such switches are too few for pods of equally many rails");
  CHECK(note({.machines = 1, .ports_of_machine = 0, .ports_of_switch = 2}) == machines);
  CHECK(note({.machines = 1, .ports_of_machine = 4'096, .ports_of_switch = 4'096}) == "");
  CHECK(note({.machines = 1, .ports_of_machine = 4'097, .ports_of_switch = 4'096}) == machines);
  CHECK(note({.machines = 1, .ports_of_machine = 8, .rails = 0, .ports_of_switch = 64}) == rails);
  CHECK(note({.machines = 1, .ports_of_machine = 1, .ports_of_switch = 1}) == ports);
  CHECK(note({.machines = 1, .ports_of_machine = 1, .ports_of_switch = 4'097}) == ports);
  CHECK(note({.machines = 1, .ports_of_machine = 1, .ports_of_switch = 2, .down = 4'096, .up = 4'096}) == "");
  CHECK(note({.machines = 1, .ports_of_machine = 1, .ports_of_switch = 2, .down = 4'097}) == links);
  CHECK(note({.machines = 1, .ports_of_machine = 1, .ports_of_switch = 2, .up = 4'097}) == links);
  CHECK(note({.machines = 1, .ports_of_machine = 1, .ports_of_switch = 2, .down = 1, .up = 0}) == links);
  // A port down and one up is all that a switch of two has: two machines are one switch, three need a second tier.
  CHECK(tree({.machines = 2, .ports_of_machine = 1, .ports_of_switch = 2}).tiers == 1);
  CHECK(note({.machines = 3, .ports_of_machine = 1, .ports_of_switch = 2}) == "three tiers of such switches are too few for pods of equally many rails");
}

TEST_CASE("Machines have one rail and leaves as many links up as down unless it is said") {
  constexpr hr::fat_tree_terms of;
  CHECK_CONSTEXPR((of.machines == 0 && of.ports_of_machine == 0 && of.rails == 1 && of.ports_of_switch == 0 && of.down == 1 && of.up == 1));
}

TEST_CASE("Every switch and every link of a tree is counted, by its tier") {
  constexpr hr::fat_tree of{.leaves = 2, .spines = 3, .cores = 5, .links_to_machines = 7, .links_to_spines = 11, .links_to_cores = 13};
  CHECK_CONSTEXPR(of.switches() == 2 + 3 + 5);
  CHECK_CONSTEXPR(of.links() == 7 + 11 + 13);
  CHECK_CONSTEXPR(hr::transceivers_of(of, false) == 2 * (7 + 11 + 13));
  CHECK_CONSTEXPR(hr::transceivers_of(of, true) == 2 * (11 + 13));
  constexpr hr::fabric_prices at{.of_switch = hr::dollars(17), .of_transceiver = hr::dollars(19), .of_cable = hr::dollars(23), .copper_to_machines = true};
  constexpr auto bill = hr::bill_of(of, at);
  const std::array<std::string_view, 5> names{"leaf switches", "spine switches", "core switches", "transceivers", "links"};
  const std::array<hr::count, 5> how_many{2, 3, 5, 48, 31};
  const std::array<double, 5> prices{17, 17, 17, 19, 23};
  for (std::size_t i = 0; i < bill.size(); ++i) {
    CHECK(bill[i].name == names[i]);
    CHECK(bill[i].how_many == how_many[i]);
    CHECK(value_of(bill[i].each) == hr::dollars(prices[i]));
    CHECK(value_of(bill[i].together()) == hr::dollars(prices[i] * static_cast<double>(how_many[i])));
  }
  CHECK_CONSTEXPR(value_of(hr::price_of(of, at)) == hr::dollars(10 * 17 + 48 * 19 + 31 * 23));
  // Of none the price does not matter; of others it is said why it is not known.
  CHECK_CONSTEXPR(value_of(hr::fabric_part{.each = hr::unknown}.together()) == hr::dollars(0));
  CHECK_CONSTEXPR(hr::fabric_part{.how_many = 1, .each = hr::figure<hr::money>(hr::unknown).noted("no offer")}.together().note == "no offer");
}

TEST_CASE("The bill of a tree is its switches, two transceivers a link and its cables") {
  constexpr hr::fat_tree of = tree({.machines = 128, .ports_of_machine = 8, .rails = 8, .ports_of_switch = 64});
  CHECK_CONSTEXPR(hr::transceivers_of(of, false) == 4 * 1024);
  CHECK_CONSTEXPR(hr::transceivers_of(of, true) == 2 * 1024);
  CHECK_CONSTEXPR(hr::price_of(of, {.of_switch = hr::dollars(30'000), .of_transceiver = hr::dollars(1'000), .of_cable = hr::dollars(100)}).value_or({}) ==
                  hr::dollars(48 * 30'000 + 4'096 * 1'000 + 2'048 * 100));
  constexpr hr::fabric_prices without_optics{.of_switch = hr::dollars(30'000), .of_cable = hr::dollars(100)};
  CHECK(hr::price_of(of, without_optics).note == "a price of its parts is not known");
  CHECK_CONSTEXPR(value_of(hr::bill_of(of, without_optics)[1].together()) == hr::dollars(16 * 30'000));
  CHECK_CONSTEXPR(hr::bill_of(of, without_optics)[3].together().is_unknown());
  // With copper in one switch no transceiver is bought.
  constexpr hr::fat_tree one = tree({.machines = 8, .ports_of_machine = 8, .ports_of_switch = 64});
  CHECK_CONSTEXPR(hr::price_of(one, {.of_switch = hr::dollars(30'000), .of_cable = hr::dollars(100), .copper_to_machines = true}).value_or({}) == hr::dollars(36'400));
}
