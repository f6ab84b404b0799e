// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include <headroom/deployment/balance.hpp>
#include <headroom/deployment/queues.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>
#include <headroom/deployment/rules/claims.hpp>
#include <headroom/deployment/rules/rack_size.hpp>

namespace headroom::rules {

namespace detail {

// Whether a stated number is one of those that the file adds up to, in whole or in part, and whether all are known.
struct sums {
  count asked = 0;
  bool matches = false;
  bool all_known = true;
  bool any = false;
  count total = 0;  // what a reader would expect it to be
  count held = 0;   // the same of the machines

  // Whether the number is what all of the file adds up to, and no part.
  constexpr bool is_all() const { return asked == total || asked == held; }
  constexpr void have(count one) {
    any = any || one > 0;
    matches = matches || one == asked;
  }
  constexpr void have(const said<count>& one) {
    if (one.is_known()) have(one.value);
    else all_known = false;
  }
};

// Machines that the file says to choose and not how many, beside what runs on them (a flavor): what runs adds up.
constexpr bool is_chosen_only(const machine_pool& pool, const deployment& d) {
  return !d.workloads.empty() && most_nodes_of(pool).is_silent() && pool.least_nodes.is_silent();
}

// Whether so many GPUs are what the words speak of, or lie on so many nodes: where it is not known how many a node has,
// on any number that divides them.
constexpr bool may_be_about(count gpus, const said<count>& each, bool of_nodes, count asked) {
  if (!of_nodes) return gpus == asked;
  return each.is_known() ? gpus == multiply(asked, each.value) : gpus > 0 && asked > 0 && gpus % asked == 0;
}

// Words may be about what queues are given: one of them, all of a flavor, or all.
constexpr void have_quotas(const rule_input& in, bool of_nodes, sums& s) {
  count all = 0;
  said<count> each_of_all{};
  const auto have = [&](count gpus, const said<count>& each) {
    s.matches = s.matches || may_be_about(gpus, each, of_nodes, s.asked);
  };
  for (const quota& q : in.of.quotas) {
    if (resource_of(q) != queue_resource::gpus || q.nominal.is_silent()) continue;
    const machine_pool* pool = pool_of_quota(q, in.of);
    const said<count> each = pool != nullptr ? gpus_per_node_of(*pool, in.on) : said<count>{};
    count of_flavor = 0;
    for (const quota& other : in.of.quotas)
      if (draw_on_the_same(other, q)) of_flavor = add(of_flavor, other.nominal.value_or(0));
    s.all_known = s.all_known && q.nominal.is_known();
    have(q.nominal.value_or(0), each);
    have(of_flavor, each);
    const bool is_alike = all == 0 || each_of_all.value_or(0) == each.value;
    each_of_all = is_alike ? each : said<count>{};
    all = add(all, q.nominal.value_or(0));
  }
  if (all > 0) have(all, each_of_all);
}

constexpr sums gpu_sums(const rule_input& in, count asked) {
  sums s{.asked = asked};
  count used = 0;
  count held = 0;
  for (const workload& w : in.of.workloads) {
    if (w.requests.gpus.is_silent() && w.scale.gpus.is_silent()) continue;
    const said<count> all = headroom::gpus_of(w);
    s.have(all);
    s.have(gpus_of_replica(w));
    if (!w.identity.group.empty()) s.have(gpus_of_group(w, in.of.workloads));
    if (w.requests.gpus.is_known()) s.have(w.requests.gpus.value);
    const said<count> each = gpus_per_node_of(w, in);
    if (w.scale.nodes.is_known() && each.is_known()) s.have(multiply(w.scale.nodes.value, each.value));
    if (each.is_known()) s.have(each.value);
    used = add(used, all.value_or(0));
  }
  for (const machine_pool& pool : in.of.pools) {
    const said<count> each = gpus_per_node_of(pool, in.on);
    if (is_chosen_only(pool, in.of)) {
      s.matches = s.matches || (each.is_known() && each.value == asked);
      continue;
    }
    const said<count> most = most_gpus_of(pool, in.on);
    if (each.is_known() && each.value == 0) continue;
    const node on = node_of(pool, in.on);
    // A size that has no GPUs by its name adds none.
    if (each.is_silent() && on.naming == naming::unlisted && !catalog::is_gpu_size_name(on.name)) continue;
    s.have(most);
    if (pool.nodes.is_known() && each.is_known()) s.have(multiply(pool.nodes.value, each.value));
    if (each.is_known()) s.have(each.value);
    held = add(held, most.value_or(0));
  }
  for_each_balance(in, [&](const gpu_balance& b) {
    if (b.held_is_known) s.have(b.held);
    if (b.used_is_complete) s.have(b.used);
  });
  have_quotas(in, false, s);
  s.have(used);
  s.have(held);
  s.total = used > 0 ? used : held;
  s.held = held;
  return s;
}

constexpr said<count> pods_of_group(const workload& w, std::span<const workload> all) {
  said<count> sum{count{0}, w.identity.line};
  for (const workload& each : all) {
    if (each.identity.group != w.identity.group) continue;
    if (!each.scale.pods.is_known()) return {unknown, each.identity.line};
    sum.value = add(sum.value, each.scale.pods.value);
  }
  return sum;
}

constexpr sums node_sums(const rule_input& in, count asked) {
  sums s{.asked = asked};
  count stated = 0;
  count held = 0;
  for (const workload& w : in.of.workloads) {
    if (w.scale.nodes.is_silent() && !asks_for_gpus(w)) continue;
    const said<count> its = nodes_of(w, in);
    s.have(its);
    if (w.scale.pods.is_known()) s.have(w.scale.pods.value);
    const said<count> each = gpus_per_node_of(w, in);
    const said<count> replica = gpus_of_replica(w);
    if (each.is_known() && replica.is_known()) s.have(ceil_of(replica.value, each.value));
    if (!w.identity.group.empty()) s.have(pods_of_group(w, in.of.workloads));
    stated = add(stated, its.value_or(0));
  }
  for (const machine_pool& pool : in.of.pools) {
    if (is_chosen_only(pool, in.of)) continue;
    s.have(most_nodes_of(pool));
    if (pool.nodes.is_known()) s.have(pool.nodes.value);
    if (pool.least_nodes.is_known()) s.have(pool.least_nodes.value);
    held = add(held, most_nodes_of(pool).value_or(0));
  }
  for (const node_claim& each : in.of.claims)
    if (each.nodes.is_known()) s.have(each.nodes.value);
  count in_blocks = 0;
  count of_topology = 0;
  count largest_topology = 0;
  std::string_view topology;
  for (const topology_block& each : in.of.blocks) {
    if (each.nodes.is_known()) s.have(each.nodes.value);
    if (each.is_size) continue;
    if (each.topology != topology) {
      s.have(of_topology);
      topology = each.topology;
      of_topology = 0;
    }
    of_topology = add(of_topology, each.nodes.value_or(0));
    largest_topology = std::max(largest_topology, of_topology);
    in_blocks = add(in_blocks, each.nodes.value_or(0));
  }
  s.have(of_topology);
  have_quotas(in, true, s);
  s.have(in_blocks);
  s.have(stated);
  s.have(held);
  s.total = stated > 0 ? stated : held > 0 ? held : largest_topology;  // several may be of the same nodes
  s.held = held > 0 ? held : in_blocks;
  return s;
}

// GPUs of a node and nodes of a rack of the kind that has most of them, of those that the file or its reader names.
struct largest_node {
  node on{};
  count gpus = 0;
  count of_rack = 0;
};

constexpr largest_node largest_node_of(const rule_input& in) {
  largest_node most;
  bool all_known = true;
  const auto have = [&](const node& on, const said<count>& gpus) {
    all_known = all_known && gpus.is_known();
    if (gpus.value > most.gpus) most = {on, gpus.value, nodes_per_domain(on, gpus)};
  };
  for (const workload& w : in.of.workloads)
    if (asks_for_gpus(w)) have(node_of(w, in), gpus_per_node_of(w, in));
  for (const machine_pool& pool : in.of.pools) have(node_of(pool, in.on), gpus_per_node_of(pool, in.on));
  return all_known ? most : largest_node{};
}

// Figures of one statement that cannot all be so on the machine. Whether there are such.
constexpr bool contradicts_itself(const remark& r, const largest_node& most, finding_sink& to) {
  if (most.gpus == 0) return false;
  const finding about{.rule = "stated_figures",
                      .severity = r.is_expected ? finding_severity::error : finding_severity::warning,
                      .line = r.line,
                      .cure = "change the words",
                      .subject = most.on.name.empty() ? std::string_view("the file") : most.on.name,
                      .text = r.text};
  if (r.racks.is_known() && most.of_rack > 1) {
    const count nodes = multiply(r.racks.value, most.of_rack);
    const count gpus = multiply(nodes, most.gpus);
    if (r.nodes.value_or(nodes) == nodes && r.gpus.value_or(gpus) == gpus) return false;
    finding of = about;
    of.sentence = "\"{t}\" contradicts itself: a rack of {s} has {0} {0|node|nodes} and {1} {1|GPU|GPUs}";
    to(of.with(nodes_term("nodes of a rack", most.of_rack))
           .with(gpus_term("GPUs of a rack", multiply(most.of_rack, most.gpus))));
    return true;
  }
  if (!r.nodes.is_known() || !r.gpus.is_known()) return false;
  const count gpus = multiply(r.nodes.value, most.gpus);
  if (r.gpus.value <= gpus) return false;
  finding of = about;
  of.sentence = "\"{t}\" contradicts itself: a node of {s} has {0} {0|GPU|GPUs}, and all of these nodes {1}";
  to(of.with(gpus_term("GPUs of a node", most.gpus)).with(gpus_term("GPUs of the nodes, in words", gpus)));
  return true;
}

// One of the figures against what the file adds up to.
constexpr void against_sums(const remark& r, bool of_gpus, const rule_input& in, finding_sink& to) {
  const said<count>& figure = of_gpus ? r.gpus : r.nodes;
  if (!figure.is_known()) return;
  const sums s = of_gpus ? gpu_sums(in, figure.value) : node_sums(in, figure.value);
  // Words may be of a part; a marker is of all of it, and has been asked for.
  if (r.is_expected ? s.all_known && s.is_all() : s.matches || !s.all_known || !s.any) return;
  finding of{.rule = "stated_figures",
             .severity = r.is_expected ? finding_severity::error : finding_severity::warning,
             .line = r.line,
             .sentence = of_gpus ? "\"{t}\" speaks of {0} {0|GPU|GPUs}; the file adds up to {1}"
                                 : "\"{t}\" speaks of {0} {0|node|nodes}; the file adds up to {1}",
             .cure = "change the words, or the figures",
             .subject = in.of.file,
             .text = r.text};
  if (!s.all_known) {  // of a marker
    of.severity = finding_severity::unjudged;
    of.sentence = of_gpus ? "\"{t}\": not all GPUs of the file are known" : "\"{t}\": not all nodes of the file are known";
    of.cure = "state the rest, or the machine";
  }
  const term::unit unit = of_gpus ? term::unit::gpus : term::unit::nodes;
  of.with(counted_term(of_gpus ? "GPUs, in words" : "nodes, in words", figure.value, {}, unit));
  if (s.all_known) of.with(counted_term(of_gpus ? "GPUs of the file" : "nodes of the file", s.total, {}, unit));
  to(of);
}

}  // namespace detail

// GPUs and nodes or racks that words state together do not contradict each other on the machine, and are among the sums
// of the file: of all of it, of a part, of one replica or of one node, or among what queues are given. Not judged where
// a sum is not known. What a marker expects is what all of the file adds up to.
constexpr void stated_figures(const rule_input& in, finding_sink& to) {
  if (in.of.remarks.empty()) return;
  const detail::largest_node most = detail::largest_node_of(in);
  for (const remark& r : in.of.remarks) {
    if (r.is_expected && !r.gpus.is_known() && !r.nodes.is_known()) {
      to(finding{.rule = "stated_figures",
                 .line = r.line,
                 .sentence = "\"{t}\" is no marker: expected numbers of GPUs, of nodes or of both",
                 .cure = "write it as \"headroom: expect 48 GPUs, 9 nodes\"",
                 .subject = in.of.file,
                 .text = r.text});
      continue;
    }
    if (detail::contradicts_itself(r, most, to)) continue;
    detail::against_sums(r, true, in, to);
    detail::against_sums(r, false, in, to);
  }
}

}  // namespace headroom::rules
