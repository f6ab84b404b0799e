// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/figure.hpp>
#include <headroom/network/collective.hpp>
#include <headroom/network/fabric.hpp>
#include <headroom/network/measured_links.hpp>
#include <headroom/network/ranks.hpp>
#include <headroom/units.hpp>

// How long a collective takes. The formulas: docs/reference/network/collective_time.md.
namespace headroom {

enum class algorithm { ring, tree, in_network, direct, hierarchical };

constexpr std::string_view name(algorithm how) {
  switch (how) {
    case algorithm::ring: return "ring";
    case algorithm::tree: return "tree";
    case algorithm::in_network: return "in-network";
    case algorithm::direct: return "direct";
    case algorithm::hierarchical: break;
  }
  return "hierarchical";
}

struct collective_time {
  duration time{};
  algorithm how = algorithm::ring;
  duration latency{};  // what of it no bandwidth shortens: start and hops
};

namespace detail {

// Steps in which one becomes so many.
constexpr int doublings(count parts) {
  int steps = 0;
  for (count reached = 1; reached < parts; reached *= 2) ++steps;
  return steps;
}

// What a message takes on its way: either at the rate of small messages, or at the full one behind the first chunk.
constexpr double streamed(double wire, double small_share, double fill) { return math::smaller(wire / small_share, wire + fill); }

constexpr bool is_both_ways(collective which) { return which == collective::all_reduce; }

constexpr collective_time made_of(algorithm how, double start, double hops, double bytes_take) {
  return {seconds(start + hops + bytes_take), how, seconds(start + hops)};
}

// What a ring takes for any message.
struct ring_path {
  double start = 0;
  double hops = 0;
  double per_byte = 0;
  double fill = 0;

  // For a message in so many pieces, one after the other.
  constexpr double takes(double message, double pieces = 1) const {
    return message > 0 ? pieces * (start + hops) + streamed(per_byte * message, low_latency_share, pieces * fill) : 0;
  }
};

// Everything passes every GPU, and every boundary of a domain over the adapters of all its GPUs together: of the domain that has fewest.
constexpr ring_path ring_of(collective which, const lane_rates& l, const fabric& over) {
  const bool crosses = l.domains > 1;
  const double rate = !crosses ? l.up : l.g > 1 ? math::smaller(l.up, l.fewest * l.out) : l.out;
  const double steps = (is_both_ways(which) ? 2 : 1) * (l.n - 1);
  const double crossing = crosses ? steps * l.domains / l.n : 0;
  return {in_seconds(over.start), (steps - crossing) * l.hop_up + crossing * l.hop_out, bus_factor(which, static_cast<count>(l.n)) / rate,
          steps * in_bytes(ring_chunk) / rate};
}

constexpr collective_time ring_time(collective which, double message, const lane_rates& l, const fabric& over) {
  const ring_path path = ring_of(which, l, over);
  return made_of(algorithm::ring, path.start, path.hops, streamed(path.per_byte * message, low_latency_share, path.fill));
}

// What the busiest domain sends of a message up and down a double binary tree over the domains: it has at most two
// children in one tree and none in the other.
constexpr double tree_factor(double domains) { return math::smaller(2, domains / 2); }

constexpr double seconds_out(double bytes, const lane_rates& l) { return l.domains > 1 ? bytes / (l.fewest * l.out) : 0; }

// A chain through each machine, a double binary tree over the machines of a domain and another over the domains.
constexpr collective_time tree_time(collective which, double message, const lane_rates& l, const fabric& over) {
  const double ways = is_both_ways(which) ? 2 : 1;
  const double inside = l.up * tree_share / ways;
  const double across = l.fewest * l.out / (is_both_ways(which) ? tree_factor(l.domains) : 1);
  const double rate = l.domains <= 1 ? inside : l.g > 1 ? math::smaller(inside, across) : across;
  const double up_hops = ways * (l.m - 1 + doublings(l.machines));
  const double out_hops = ways * doublings(static_cast<count>(l.domains));
  const double fill = (up_hops + out_hops) * in_bytes(ring_chunk) / rate;
  return made_of(algorithm::tree, in_seconds(over.start), up_hops * l.hop_up + out_hops * l.hop_out,
                 streamed(1 / rate * message, low_latency_share, fill));  // as ring_path rounds it
}

// The switches of a domain add up what its GPUs hold: a GPU sends its whole message, and its share of the sum once more.
// Between domains, the tree.
constexpr collective_time in_network_time(double message, const lane_rates& l, const fabric& over) {
  const double rate = l.in_network;
  // Most where a domain has fewest GPUs, but one by itself, which has nothing to add up.
  const double inside = (1 + 1 / (l.fewest > 1 ? l.fewest : l.g)) * message / rate;
  const double wire = math::larger(inside, seconds_out(tree_factor(l.domains) * message, l));
  const double out_hops = 2 * doublings(static_cast<count>(l.domains));
  const double fill = in_bytes(in_network_chunk) / rate + seconds_out(out_hops * in_bytes(ring_chunk), l);
  return made_of(algorithm::in_network, in_seconds(over.start), 2 * in_seconds(over.switch_hop) + out_hops * l.hop_out,
                 streamed(wire, in_network_small_share, fill));
}

// Every GPU to every other at once: those of its domain over the switch, the others over its own adapter. In the fullest domain a GPU
// sends most over the switch, in that with the fewest most over its adapter.
constexpr collective_time direct_time(collective which, double message, const lane_rates& l, const fabric& over) {
  const bool crosses = l.domains > 1;
  double inside = (l.g - 1) / l.n * message / l.up;
  double across = crosses ? (l.n - l.fewest) / l.n * message / l.out : 0;
  if (which == collective::send) {
    inside = crosses ? 0 : message / l.up;
    across = crosses ? message / l.out : 0;
  }
  return made_of(algorithm::direct, in_seconds(over.start), crosses ? l.hop_out : l.hop_up, math::larger(inside, across));
}

constexpr collective_time time_by(algorithm how, collective which, double message, const lane_rates& l, const fabric& over) {
  switch (how) {
    case algorithm::tree: return tree_time(which, message, l, over);
    case algorithm::in_network: return in_network_time(message, l, over);
    case algorithm::direct: return direct_time(which, message, l, over);
    case algorithm::ring:
    case algorithm::hierarchical: break;
  }
  return ring_time(which, message, l, over);
}

// A rail has a GPU of each domain: there are as many as the domain with the fewest has GPUs. In a domain with more, those on rails add up and
// hand out for all of it: every link of its ring passes the whole message, and of an all-gather or a reduce-scatter the parts of the
// others besides.
constexpr collective_time hierarchical_time(collective which, double message, const ranks& who, const fabric& over) {
  const lane_rates inside = rates_of({who.in_domain, who.in_domain}, over);
  const lane_rates rail = rates_of({who.domains(), 1}, over);
  const auto ring = [&](collective each, double bytes, const lane_rates& l) { return l.n > 1 ? ring_time(each, bytes, l, over) : collective_time{}; };
  collective_time sum{.how = algorithm::hierarchical};
  const auto then = [&](const collective_time& phase) {
    sum.time += phase.time;
    sum.latency += phase.latency;
  };
  const double rails = static_cast<double>(who.in_last_domain());
  const double passed = who.is_even() ? message : message * inside.n / (inside.n - 1);
  double part = message / rails;
  if (!who.is_even() && which != collective::all_reduce) {
    const double n = static_cast<double>(who.gpus);
    part *= (1 - rails / n) / (1 - 1 / rail.n);  // into or out of the domain with the fewest, all but its own
    then({.time = seconds((inside.n - rails) / rails * message / n / inside.up)});
  }
  if (which != collective::all_gather) then(ring(collective::reduce_scatter, passed, inside));
  then(ring(which, part, rail));
  if (which != collective::reduce_scatter) then(ring(collective::all_gather, passed, inside));
  return sum;
}

}  // namespace detail

// Whether an algorithm can do a collective among these ranks over this fabric.
constexpr bool is_possible(algorithm how, collective which, const ranks& who, const fabric& over) {
  switch (how) {
    case algorithm::ring: return which != collective::all_to_all && which != collective::send;
    case algorithm::tree: return which == collective::all_reduce || which == collective::broadcast;
    case algorithm::in_network: return which == collective::all_reduce && over.in_network_share > 0 && who.in_domain > 1;
    case algorithm::direct: return which == collective::all_to_all || which == collective::send;
    case algorithm::hierarchical: break;
  }
  return which == collective::all_reduce || which == collective::reduce_scatter || which == collective::all_gather;
}

// Whether measured rows of a collective were at hand (docs/accuracy.md).
constexpr bool is_measured(collective which) { return which == collective::all_reduce || which == collective::reduce_scatter; }

namespace detail {

// An estimate wherever the fabric or the collective was not measured, with the reason as its note.
constexpr figure<collective_time> standing_of(const collective_time& found, collective which, const fabric& over) {
  figure<collective_time> all(found);
  all.basis = over.is_measured && is_measured(which) ? basis::derived : basis::estimated;
  if (!over.is_measured) all.note = "not every kind of link was measured";
  else if (!is_measured(which)) all.note = "no measured row of this collective";
  return all;
}

}  // namespace detail

// One algorithm; hierarchical is a reduce-scatter in the domains, the collective along each rail and an all-gather in the
// domains, one after the other. Unknown, with a note, where it is not possible.
constexpr figure<collective_time> time_of(collective which, const memory& message, const ranks& who, const fabric& over, algorithm how) {
  if (const std::string_view why = unserved(who, over); !why.empty()) return figure<collective_time>(unknown).noted(why);
  if (!is_possible(how, which, who, over)) return figure<collective_time>(unknown).noted("the algorithm cannot do this collective here");
  if (who.gpus == 1) return collective_time{.how = how};
  if (how == algorithm::hierarchical)
    return detail::standing_of(detail::hierarchical_time(which, in_bytes(message), who, over), which, over);
  return detail::standing_of(detail::time_by(how, which, in_bytes(message), rates_of(who, over), over), which, over);
}

// The fastest algorithm of those that communication libraries choose from by themselves: all but hierarchical.
constexpr figure<collective_time> time_of(collective which, const memory& message, const ranks& who, const fabric& over) {
  if (const std::string_view why = unserved(who, over); !why.empty()) return figure<collective_time>(unknown).noted(why);
  if (who.gpus == 1) return collective_time{};
  const lane_rates l = rates_of(who, over);
  collective_time best{};
  bool is_found = false;
  for (const algorithm how : {algorithm::ring, algorithm::tree, algorithm::in_network, algorithm::direct}) {
    if (!is_possible(how, which, who, over)) continue;
    const collective_time one = detail::time_by(how, which, in_bytes(message), l, over);
    if (!is_found || one.time < best.time) best = one;
    is_found = true;
  }
  return detail::standing_of(best, which, over);
}

}  // namespace headroom
