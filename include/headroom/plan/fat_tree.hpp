// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

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
  count machines_of_group = 0;   // that share the leaves of all rails
  count links_to_machines = 0;
  count links_to_spines = 0;     // of leaves
  count links_to_cores = 0;      // of spines
  count ports_left = 0;          // of all switches

  constexpr count switches() const { return add(leaves, add(spines, cores)); }
  constexpr count links() const { return add(links_to_machines, add(links_to_spines, links_to_cores)); }
  friend constexpr bool operator==(const fat_tree&, const fat_tree&) = default;
};

namespace detail {

// The least divisor that is no less: links that are spread evenly. The whole where none is.
constexpr count least_divisor(count whole, count least) {
  count divisor = least < 1 ? 1 : least;
  while (divisor < whole && whole % divisor != 0) ++divisor;
  return divisor;
}

}  // namespace detail

// As many machines to a leaf as leave room for its links upward, and as few spines and cores as these can be spread over evenly: each leaf of a
// pod has as many to each of its spines, and each spine as many to each of its cores. Unknown, with the reason as its note, where a term is none or three tiers are too few.
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

  // Upward links never fewer than asked for: as many machines as leave room for theirs.
  const auto upward = [&](count downward) { return ceil_of(multiply(downward, of.up), of.down); };
  count machines = ports / ports_of_rail;
  while (machines > 0 && machines * ports_of_rail + upward(machines * ports_of_rail) > ports) --machines;
  if (machines == 0) return refused("a switch has no room for a machine's ports of one rail and as many upward");
  const count up = upward(machines * ports_of_rail);
  made.tiers = 2;
  made.machines_of_group = machines;
  made.leaves = multiply(ceil_of(of.machines, machines), of.rails);
  made.links_to_spines = multiply(made.leaves, up);
  const auto spines_of = [&](count leaves) { return detail::least_divisor(up, ceil_of(multiply(leaves, up), ports)); };
  if (made.leaves <= ports) {
    made.spines = spines_of(made.leaves);
    return finished();
  }

  // Pods of whole groups, whose spines have as many links upward as downward.
  const count half = ports / 2;
  const count leaves_of_pod = half / of.rails * of.rails;
  if (leaves_of_pod == 0) return refused("a pod has no room for a leaf of each rail");
  const count pods = ceil_of(made.leaves, leaves_of_pod);
  if (pods > ports) return refused("three tiers of such switches are too few");
  made.tiers = 3;
  made.spines = multiply(pods, up);
  made.links_to_cores = multiply(made.spines, half);
  made.cores = multiply(up, detail::least_divisor(half, ceil_of(multiply(pods, half), ports)));
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

// Unknown where a price that counts is.
constexpr figure<money> price_of(const fat_tree& tree, const fabric_prices& at) {
  const auto part = [](count n, const figure<money>& each) -> figure<money> {
    return n == 0 ? figure<money>(money{}) : each.is_known() ? figure<money>(static_cast<double>(n) * *each.known()) : each;
  };
  money sum{};
  for (const figure<money>& each : {part(tree.switches(), at.of_switch), part(transceivers_of(tree, at.copper_to_machines), at.of_transceiver), part(tree.links(), at.of_cable)}) {
    if (!each.is_known()) return figure<money>(unknown).noted("a price of its parts is not known");
    sum = sum + *each.known();
  }
  return sum;
}

}  // namespace headroom
