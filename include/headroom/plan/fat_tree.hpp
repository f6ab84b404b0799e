// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/units.hpp>

// The switches, links and optics of a scale-out network that is to be built: a folded Clos of one to three tiers, optimised for rails.
namespace headroom {

// What is to be connected, and with which switch. A machine's port of each rail goes to a leaf of its own, so that GPUs of the same number
// are one switch away from each other.
struct fat_tree_terms {
  count machines = 0;
  count ports_of_machine = 0;
  count rails = 1;            // of which each has as many of a machine's ports
  count ports_of_switch = 0;  // of the speed of the machines' ports
  // Downward by upward links of a leaf: 2 to 1 halves what all machines can send beyond their leaves at once. Above the leaves nothing is
  // oversubscribed.
  count down = 1;
  count up = 1;
};

struct fat_tree {
  count tiers = 0;
  count leaves = 0;
  count spines = 0;
  count cores = 0;
  count machines_of_group = 0;   // at most, that share the leaves of all rails; the others have one fewer
  count links_to_machines = 0;
  count links_to_spines = 0;     // of leaves
  count links_to_cores = 0;      // of spines
  count ports_left = 0;          // of all switches

  constexpr count switches() const { return add(leaves, add(spines, cores)); }
  constexpr count links() const { return add(links_to_machines, add(links_to_spines, links_to_cores)); }
  friend constexpr bool operator==(const fat_tree&, const fat_tree&) = default;
};

namespace detail {

// Links upward lie in planes: a leaf has one to each plane, the first, the second and so on, and a plane has a port for each leaf that has so many.
struct planes {
  count how_many = 0;
  count ports = 0;
};

// At most three kinds of planes, those of one size together, the most numerous first.
constexpr std::array<planes, 3> kinds_of(std::span<const planes> all) {
  std::array<planes, 3> made{};
  for (const planes& each : all) {
    if (each.how_many == 0 || each.ports == 0) continue;
    auto kind = std::find_if(made.begin(), made.end(), [&](const planes& one) { return one.ports == each.ports || one.how_many == 0; });
    *kind = {add(kind->how_many, each.how_many), each.ports};
  }
  std::sort(made.begin(), made.end(), [](const planes& x, const planes& y) { return x.how_many > y.how_many; });
  return made;
}

// The most planes of the first kind that switches have room for beside so many of the second and the third kind; -1: these have none.
class filled_switches {
 public:
  constexpr filled_switches(const std::array<planes, 3>& kinds, count ports)
      : kinds_(kinds), ports_(ports), width_(static_cast<std::size_t>(kinds[2].how_many) + 1), most_((static_cast<std::size_t>(kinds[1].how_many) + 1) * width_, -1) {
    most_.front() = 0;
  }
  // Beside all of them.
  constexpr count most() const { return most_.back(); }
  // One more switch, with at least one plane of the other kinds.
  constexpr void add_switch() {
    std::vector<count> next(most_.size(), -1);
    for (std::size_t at = 0; at < most_.size(); ++at)
      if (most_[at] >= 0) fill(at, next);
    most_ = std::move(next);
  }

 private:
  constexpr void fill(std::size_t at, std::vector<count>& next) const {
    const count second = kinds_[1].how_many - static_cast<count>(at / width_), third = kinds_[2].how_many - static_cast<count>(at % width_);
    for (count i = 0; i <= second && i * kinds_[1].ports <= ports_; ++i)
      for (count j = i == 0 ? 1 : 0; j <= third && i * kinds_[1].ports + j * kinds_[2].ports <= ports_; ++j) {
        const count held = most_[at] + (ports_ - i * kinds_[1].ports - j * kinds_[2].ports) / kinds_[0].ports;
        count& most = next[at + static_cast<std::size_t>(i) * width_ + static_cast<std::size_t>(j)];
        if (most < held) most = held;
      }
  }

  std::array<planes, 3> kinds_;
  count ports_;
  std::size_t width_;
  std::vector<count> most_;
};

// The fewest switches that hold planes, each whole on one of them so that the links between any two leaves are as many as they have: each number of switches
// with planes of the less numerous kinds is tried.
constexpr count switches_for(std::span<const planes> all, count ports) {
  const std::array<planes, 3> kinds = kinds_of(all);
  if (kinds[0].how_many == 0) return 0;
  const count on_one = ports / kinds[0].ports;
  count links = 0, fewest = too_many;
  for (const planes& each : kinds) links += each.how_many * each.ports;
  const count least = std::max(ceil_of(links, ports), ceil_of(kinds[0].how_many, on_one));
  filled_switches filled(kinds, ports);
  for (count mixed = 0;; ++mixed) {
    if (filled.most() >= 0) fewest = std::min(fewest, mixed + ceil_of(std::max<count>(kinds[0].how_many - filled.most(), 0), on_one));
    if (fewest <= least || mixed + 1 >= fewest || mixed == kinds[1].how_many + kinds[2].how_many) return fewest;
    filled.add_switch();
  }
}

// So many things in so many parts that differ by one at most: of the larger ones.
struct even_parts {
  count each = 0;
  count how_many = 0;

  constexpr even_parts(count all, count parts) : each(ceil_of(all, parts)), how_many(all % parts == 0 ? parts : all % parts) {}
};

}  // namespace detail

// As many machines to a group as leave its leaves room for their links upward, groups and pods of even sizes, and as few spines and cores as hold
// planes of these links, so that any two leaves have as many links between them as they have upward. Unknown, with the reason as its note, where a term
// is none or three tiers are too few.
constexpr figure<fat_tree> fat_tree_of(const fat_tree_terms& of) {
  const auto refused = [](std::string_view why) { return figure<fat_tree>(unknown).noted(why); };
  if (of.machines < 1 || !is_count(of.machines) || of.ports_of_machine < 1 || of.ports_of_machine > 4'096)
    return refused("machines and their ports are counted from 1");
  if (of.rails < 1 || of.ports_of_machine % of.rails != 0) return refused("each rail has as many of a machine's ports");
  if (of.ports_of_switch < 2 || of.ports_of_switch > 4'096) return refused("a switch has 2 to 4,096 ports");
  if (of.down < 1 || of.up < 1 || of.down > 4'096 || of.up > 4'096) return refused("links go down and up");
  const count ports = of.ports_of_switch;
  const count ports_of_rail = of.ports_of_machine / of.rails;

  fat_tree made{.tiers = 1, .leaves = 1, .machines_of_group = of.machines, .links_to_machines = multiply(of.machines, of.ports_of_machine)};
  const auto finished = [&]() -> figure<fat_tree> {
    const count inner = add(made.links_to_spines, made.links_to_cores);
    made.ports_left = multiply(made.switches(), ports) - add(made.links_to_machines, multiply(2, inner));
    return made;
  };
  if (made.links_to_machines <= ports) return finished();

  // Upward links never fewer than asked for.
  const auto upward = [&](count machines) { return ceil_of(multiply(machines * ports_of_rail, of.up), of.down); };
  count most = ports / ports_of_rail;
  while (most > 0 && most * ports_of_rail + upward(most) > ports) --most;
  if (most == 0) return refused("a switch has no room for a machine's ports of one rail and as many upward");
  const count groups = ceil_of(of.machines, most);
  const detail::even_parts large(of.machines, groups);
  const count up_of_large = upward(large.each), up = large.how_many < groups ? upward(large.each - 1) : up_of_large;
  const count more = up_of_large - up;  // planes of the large groups alone
  made.tiers = 2;
  made.machines_of_group = large.each;
  made.leaves = multiply(groups, of.rails);
  made.links_to_spines = add(multiply(made.leaves, up), multiply(large.how_many * of.rails, more));
  if (made.leaves <= ports) {
    const std::array<detail::planes, 2> all{{{up, made.leaves}, {more, large.how_many * of.rails}}};
    made.spines = detail::switches_for(all, ports);
    return finished();
  }

  // Pods of whole groups. A plane has a port downward and one upward for each of a pod's leaves; above, each port has planes of its own over the pods.
  const count groups_of_pod = ports / 2 / of.rails;
  if (groups_of_pod == 0) return refused("a pod has no room for a leaf of each rail");
  const count pods = ceil_of(groups, groups_of_pod);
  if (pods > ports) return refused("three tiers of such switches are too few");
  made.tiers = 3;
  const auto dealt = [&](count all, count pod) { return all > pod ? ceil_of(all - pod, pods) * of.rails : 0; };  // leaves of groups dealt out in turn
  // Pods are alike but for a group more, and one of the large groups more.
  for (count pod = 0, alike = 0; pod < pods; pod += alike) {
    const std::array<detail::planes, 2> all{{{up, 2 * dealt(groups, pod)}, {more, 2 * dealt(large.how_many, pod)}}};
    alike = pods - pod;
    for (const count things : {groups, large.how_many})
      if (const count with_more = things % pods; pod < with_more) alike = std::min(alike, with_more - pod);
    made.spines += alike * detail::switches_for(all, ports);
  }
  made.links_to_cores = made.links_to_spines;
  const count least = dealt(groups, pods - 1), least_large = dealt(large.how_many, pods - 1);
  const std::array<detail::planes, 4> of_pods{{{multiply(up, least), pods},
                                               {multiply(more, least_large), pods},
                                               {multiply(up, dealt(groups, 0) - least), detail::even_parts(groups, pods).how_many},
                                               {multiply(more, dealt(large.how_many, 0) - least_large), detail::even_parts(large.how_many, pods).how_many}}};
  made.cores = detail::switches_for(of_pods, ports);
  return finished();
}

// What its parts cost, and draw. None has a default: a part whose figure is unknown makes the sum unknown.
struct fabric_prices {
  figure<money> of_switch{};
  figure<money> of_transceiver{};  // two to a link
  figure<money> of_cable{};
  bool copper_to_machines = false;  // links to machines need no transceivers
};

constexpr count transceivers_of(const fat_tree& tree, bool copper_to_machines) {
  return multiply(2, tree.links() - (copper_to_machines ? tree.links_to_machines : 0));
}

struct fabric_part {
  std::string_view name{};
  count how_many = 0;
  figure<money> each{};

  constexpr figure<money> together() const { return how_many == 0 ? figure<money>(money{}) : each.is_known() ? figure<money>(static_cast<double>(how_many) * *each.known()) : each; }
};

// Its switches by tier, transceivers and cables, with what they cost.
constexpr std::array<fabric_part, 5> bill_of(const fat_tree& tree, const fabric_prices& at) {
  return {{{"leaf switches", tree.leaves, at.of_switch},
           {"spine switches", tree.spines, at.of_switch},
           {"core switches", tree.cores, at.of_switch},
           {"transceivers", transceivers_of(tree, at.copper_to_machines), at.of_transceiver},
           {"links", tree.links(), at.of_cable}}};
}

// Unknown where a price that counts is.
constexpr figure<money> price_of(const fat_tree& tree, const fabric_prices& at) {
  money sum{};
  for (const fabric_part& each : bill_of(tree, at)) {
    if (!each.together().is_known()) return figure<money>(unknown).noted("a price of its parts is not known");
    sum = sum + *each.together().known();
  }
  return sum;
}

}  // namespace headroom
