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
  count pods = 0;                // of three tiers: leaves that share spines
  count rails_of_pod = 0;
  count groups_of_pod = 0;       // at most; the others have one fewer
  count links_to_machines = 0;
  count links_to_spines = 0;     // of leaves
  count links_to_cores = 0;      // of spines
  count ports_left = 0;          // of all switches
  bool is_fewest = true;         // false: there were too many ways to fill spines and cores with planes to try them all

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

// In which switches are filled, of all that is tried.
struct filling_steps {
  count left = 0;
  bool has_ended = false;  // something was not tried

  constexpr bool allow(count more) { return more < left || !(has_ended = true); }
};

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
  constexpr void add_switch(filling_steps& steps) {
    std::vector<count> next(most_.size(), -1);
    steps.left -= static_cast<count>(most_.size());
    for (std::size_t at = 0; at < most_.size(); ++at)
      if (most_[at] >= 0) fill(at, next, steps);
    most_ = std::move(next);
  }

 private:
  constexpr void fill(std::size_t at, std::vector<count>& next, filling_steps& steps) const {
    const count second = kinds_[1].how_many - static_cast<count>(at / width_), third = kinds_[2].how_many - static_cast<count>(at % width_);
    for (count i = 0; i <= second && i * kinds_[1].ports <= ports_; ++i)
      for (count j = i == 0 ? 1 : 0; j <= third && i * kinds_[1].ports + j * kinds_[2].ports <= ports_; ++j) {
        const count held = most_[at] + (ports_ - i * kinds_[1].ports - j * kinds_[2].ports) / kinds_[0].ports;
        count& most = next[at + static_cast<std::size_t>(i) * width_ + static_cast<std::size_t>(j)];
        if (most < held) most = held;
        --steps.left;
      }
  }

  std::array<planes, 3> kinds_;
  count ports_;
  std::size_t width_;
  std::vector<count> most_;
};

// No fewer switches hold them: for their links, and for all planes that are no smaller than those of a kind.
constexpr count least_switches_for(const std::array<planes, 3>& kinds, count ports) {
  count links = 0, least = 0;
  for (const planes& kind : kinds) {
    if (kind.how_many == 0) break;
    links += kind.how_many * kind.ports;
    count as_large = 0;
    for (const planes& each : kinds) as_large += each.ports >= kind.ports ? each.how_many : 0;
    least = std::max(least, ceil_of(as_large, ports / kind.ports));
  }
  return std::max(least, ceil_of(links, ports));
}

// The fewest switches that hold planes, each whole on one of them so that the links between any two leaves are as many as they have: each number of switches
// with planes of the less numerous kinds is tried. Where steps end it is the fewest so far.
constexpr count switches_for(std::span<const planes> all, count ports, filling_steps& steps) {
  const std::array<planes, 3> kinds = kinds_of(all);
  if (kinds[0].how_many == 0) return 0;
  const count on_one = ports / kinds[0].ports, least = least_switches_for(kinds, ports);
  count fewest = 0;  // each kind on switches of its own
  for (const planes& each : kinds)
    if (each.how_many > 0) fewest += ceil_of(each.how_many, ports / each.ports);
  if (fewest <= least || !steps.allow(multiply(kinds[1].how_many + 1, kinds[2].how_many + 1))) return fewest;
  filled_switches filled(kinds, ports);
  for (count mixed = 0;; ++mixed) {
    if (filled.most() >= 0) fewest = std::min(fewest, mixed + ceil_of(std::max<count>(kinds[0].how_many - filled.most(), 0), on_one));
    if (fewest <= least || mixed + 1 >= fewest || mixed == kinds[1].how_many + kinds[2].how_many || !steps.allow(0)) return fewest;
    filled.add_switch(steps);
  }
}

// So many things in so many parts that differ by one at most: of the larger ones.
struct even_parts {
  count each = 0;
  count how_many = 0;

  constexpr even_parts(count all, count parts) : each(ceil_of(all, parts)), how_many(all % parts == 0 ? parts : all % parts) {}
};

// Leaves by groups: so many links upward of each, and so many more of those of large groups.
struct leaf_links {
  count groups = 0;
  count large = 0;
  count up = 0;
  count more = 0;
};

// The leaves of so many rails of the groups that are dealt out in turn to so many pods. Other rails have as many pods of their own: a column for each such part.
struct dealt_pods {
  count rails = 0;
  count columns = 0;
  count pods = 0;  // of a column

  constexpr count leaves(count groups, count pod) const { return groups > pod ? ceil_of(groups - pod, pods) * rails : 0; }
};

// By `switches_of` planes. A plane has a port downward and one upward for each of a pod's leaves.
template <class SwitchesOf>
constexpr count spines_of(const leaf_links& of, const dealt_pods& in, const SwitchesOf& switches_of) {
  count spines = 0;
  // Pods are alike but for a group more, and one of the large groups more.
  for (count pod = 0, alike = 0; pod < in.pods; pod += alike) {
    const std::array<planes, 2> all{{{of.up, 2 * in.leaves(of.groups, pod)}, {of.more, 2 * in.leaves(of.large, pod)}}};
    alike = in.pods - pod;
    for (const count things : {of.groups, of.large})
      if (const count with_more = things % in.pods; pod < with_more) alike = std::min(alike, with_more - pod);
    spines += alike * switches_of(all);
  }
  return spines * in.columns;
}

// Each port upward of a pod's planes has planes of its own over the pods.
constexpr std::array<planes, 4> core_planes_of(const leaf_links& of, const dealt_pods& in) {
  const count least = in.leaves(of.groups, in.pods - 1), least_large = in.leaves(of.large, in.pods - 1);
  const auto with_more = [&](count things) { return even_parts(things, in.pods).how_many * in.columns; };
  return {{{of.up * least, in.pods * in.columns},
           {of.more * least_large, in.pods * in.columns},
           {of.up * (in.leaves(of.groups, 0) - least), with_more(of.groups)},
           {of.more * (in.leaves(of.large, 0) - least_large), with_more(of.large)}}};
}

// Three tiers of the fewest switches so far: every part of the rails as large as the others, and every number of pods of it. Of as many switches those that
// join the most groups in a pod. `filled`: the switches of planes.
template <class Filled>
constexpr void try_pods(fat_tree& tree, const leaf_links& of, count rails, count ports, const Filled& filled) {
  const auto at_least = [&](std::span<const planes> all) { return least_switches_for(kinds_of(all), ports); };
  for (dealt_pods in{.rails = 1}; in.rails <= std::min(rails, ports / 2); ++in.rails) {
    if (rails % in.rails != 0) continue;
    in.columns = rails / in.rails;
    for (in.pods = ceil_of(of.groups, ports / 2 / in.rails); in.pods <= std::min(of.groups, ports / in.columns); ++in.pods) {
      const count groups = even_parts(of.groups, in.pods).each;
      const auto is_better = [&](count switches) {
        return tree.pods == 0 || switches < tree.spines + tree.cores || (switches == tree.spines + tree.cores && groups > tree.groups_of_pod);
      };
      const std::array<planes, 4> of_cores = core_planes_of(of, in);
      if (!is_better(spines_of(of, in, at_least) + at_least(of_cores))) continue;
      const count spines = spines_of(of, in, filled);
      if (!is_better(spines + at_least(of_cores))) continue;
      const count cores = filled(of_cores);
      if (!is_better(spines + cores)) continue;
      tree.spines = spines;
      tree.cores = cores;
      tree.pods = in.pods * in.columns;
      tree.rails_of_pod = in.rails;
      tree.groups_of_pod = groups;
    }
  }
}

}  // namespace detail

// As many machines to a group as leave its leaves room for their links upward, groups and pods of even sizes, and as few spines and cores as hold
// planes of these links, so that any two leaves have as many links between them as they have upward: of three tiers the fewest over all numbers of pods,
// of all rails or of equal parts of them. Unknown, with the reason as its note, where a term is none or three tiers are too few.
constexpr figure<fat_tree> fat_tree_of(const fat_tree_terms& of, count most_steps = 200'000'000) {
  const auto refused = [](std::string_view why) { return figure<fat_tree>(unknown).noted(why); };
  if (of.machines < 1 || !is_count(of.machines) || of.ports_of_machine < 1 || of.ports_of_machine > 4'096)
    return refused("machines and their ports are counted from 1");
  if (of.rails < 1 || of.ports_of_machine % of.rails != 0) return refused("each rail has as many of a machine's ports");
  if (of.ports_of_switch < 2 || of.ports_of_switch > 4'096) return refused("a switch has 2 to 4,096 ports");
  if (of.down < 1 || of.up < 1 || of.down > 4'096 || of.up > 4'096) return refused("links go down and up");
  const count ports = of.ports_of_switch;
  const count ports_of_rail = of.ports_of_machine / of.rails;

  fat_tree made{.tiers = 1, .leaves = 1, .machines_of_group = of.machines, .links_to_machines = multiply(of.machines, of.ports_of_machine)};
  detail::filling_steps steps{.left = most_steps};
  const auto finished = [&]() -> figure<fat_tree> {
    made.is_fewest = !steps.has_ended;
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
    made.spines = detail::switches_for(all, ports, steps);
    return finished();
  }

  made.tiers = 3;
  made.links_to_cores = made.links_to_spines;
  const detail::leaf_links links{.groups = groups, .large = large.how_many, .up = up, .more = more};
  // What few steps find of each saves most of the steps of all.
  detail::try_pods(made, links, of.rails, ports, [&](std::span<const detail::planes> all) {
    detail::filling_steps few{.left = 1'000};
    return detail::switches_for(all, ports, few);
  });
  detail::try_pods(made, links, of.rails, ports, [&](std::span<const detail::planes> all) { return detail::switches_for(all, ports, steps); });
  if (made.pods == 0) return refused("three tiers of such switches are too few for pods of equally many rails");
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
