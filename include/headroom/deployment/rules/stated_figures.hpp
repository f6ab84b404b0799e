// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string_view>

#include <headroom/deployment/balance.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/rule.hpp>
#include <headroom/deployment/rules/claims.hpp>
#include <headroom/deployment/rules/queue_quota.hpp>
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

  constexpr void have(const said<count>& one) {
    if (one.is_known()) {
      any = any || one.value > 0;
      matches = matches || one.value == asked;
    } else {
      all_known = false;
    }
  }
};

// Machines that the file says to choose and not how many, beside what runs on them (a flavor): what runs adds up.
constexpr bool is_chosen_only(const machine_pool& pool, const deployment& d) {
  return !d.workloads.empty() && most_nodes_of(pool).is_silent() && pool.least_nodes.is_silent();
}

// Whether so many GPUs are what the words speak of, or lie on so many nodes: where it is not known how many a node has,
// on any number that divides them.
constexpr bool may_be_about(const said<count>& gpus, const said<count>& each, bool of_nodes, count asked) {
  if (!of_nodes) return gpus.value == asked;
  return each.is_known() ? gpus.value == multiply(asked, each.value) : asked > 0 && gpus.value % asked == 0;
}

// Words may be about what queues are given: one of them, all of a flavor, or all.
constexpr void have_quotas(const rule_input& in, bool of_nodes, sums& s) {
  said<count> all{count{0}, 0};
  said<count> each_of_all{};
  const auto have = [&](const said<count>& gpus, const said<count>& each) {
    s.all_known = s.all_known && gpus.is_known();
    s.matches = s.matches || (gpus.is_known() && may_be_about(gpus, each, of_nodes, s.asked));
  };
  for (const quota& q : in.of.quotas) {
    if (resource_of(q) != queue_resource::gpus || q.nominal.is_silent()) continue;
    const machine_pool* pool = pool_of_quota(q, in.of);
    const said<count> each = pool != nullptr ? gpus_per_node_of(*pool, in.on) : said<count>{};
    said<count> of_flavor{count{0}, 0};
    for (const quota& other : in.of.quotas)
      if (draw_on_the_same(other, q)) of_flavor.value = add(of_flavor.value, other.nominal.value_or(0));
    have(q.nominal, each);
    have(of_flavor, each);
    const bool is_alike = all.line == 0 || (each.is_known() && each_of_all.value_or(0) == each.value);
    each_of_all = is_alike ? each : said<count>{};
    all = {add(all.value, q.nominal.value_or(0)), q.nominal.line};
  }
  if (all.line != 0) have(all, each_of_all);
}

constexpr sums gpu_sums(const rule_input& in, count asked) {
  sums s{.asked = asked};
  count used = 0;
  count held = 0;
  for (const workload& w : in.of.workloads) {
    if (!headroom::detail::asks_for_gpus(w) && gpus_of_replica(w).is_unresolved() && w.requests.gpus.is_silent() &&
        w.gpus.is_silent())
      continue;
    const said<count> all = headroom::gpus_of(w);
    s.have(all);
    s.have(gpus_of_replica(w));
    if (!w.group.empty()) s.have(gpus_of_group(w, in.of.workloads));
    if (w.requests.gpus.is_known()) s.have(w.requests.gpus);
    const said<count> each = gpus_per_node_of(w, in);
    if (w.nodes.is_known() && each.is_known()) s.have({multiply(w.nodes.value, each.value), w.line});
    if (each.is_known()) s.have(each);
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
    if (each.is_silent() && on.naming == naming::unlisted && !headroom::detail::is_named_like_gpus(on.name)) continue;
    s.have(most);
    if (pool.nodes.is_known() && each.is_known()) s.have({multiply(pool.nodes.value, each.value), pool.line});
    if (each.is_known()) s.have(each);
    held = add(held, most.value_or(0));
  }
  for_each_balance(in, [&](const gpu_balance& b) {
    if (b.held_is_known) s.have({b.held, b.line});
    if (b.used_is_complete) s.have({b.used, b.line});
  });
  have_quotas(in, false, s);
  s.have({used, 0});
  s.have({held, 0});
  s.total = used > 0 ? used : held;
  return s;
}

constexpr said<count> pods_of_group(const workload& w, std::span<const workload> all) {
  said<count> sum{count{0}, w.line};
  for (const workload& each : all) {
    if (each.group != w.group) continue;
    if (!each.pods.is_known()) return {unknown, each.line};
    sum.value = add(sum.value, each.pods.value);
  }
  return sum;
}

constexpr sums node_sums(const rule_input& in, count asked) {
  sums s{.asked = asked};
  count stated = 0;
  count held = 0;
  for (const workload& w : in.of.workloads) {
    if (w.nodes.is_silent() && !headroom::detail::asks_for_gpus(w)) continue;
    const said<count> its = nodes_of(w, in);
    s.have(its);
    if (w.pods.is_known()) s.have(w.pods);
    const said<count> each = gpus_per_node_of(w, in);
    const said<count> replica = gpus_of_replica(w);
    if (each.is_known() && replica.is_known()) s.have({ceil_of(replica.value, each.value), replica.line});
    if (!w.group.empty()) s.have(pods_of_group(w, in.of.workloads));
    stated = add(stated, its.value_or(0));
  }
  for (const machine_pool& pool : in.of.pools) {
    if (is_chosen_only(pool, in.of)) continue;
    s.have(most_nodes_of(pool));
    if (pool.nodes.is_known()) s.have(pool.nodes);
    if (pool.least_nodes.is_known()) s.have(pool.least_nodes);
    held = add(held, most_nodes_of(pool).value_or(0));
  }
  for (const node_claim& each : in.of.claims)
    if (each.nodes.is_known()) s.have(each.nodes);
  count in_blocks = 0;
  count of_topology = 0;
  count largest_topology = 0;
  std::string_view topology;
  for (const topology_block& each : in.of.blocks) {
    if (each.nodes.is_known()) s.have(each.nodes);
    if (each.is_size) continue;
    if (each.topology != topology) {
      s.have({of_topology, 0});
      topology = each.topology;
      of_topology = 0;
    }
    of_topology = add(of_topology, each.nodes.value_or(0));
    largest_topology = largest_topology > of_topology ? largest_topology : of_topology;
    in_blocks = add(in_blocks, each.nodes.value_or(0));
  }
  s.have({of_topology, 0});
  have_quotas(in, true, s);
  s.have({in_blocks, 0});
  s.have({stated, 0});
  s.have({held, 0});
  s.total = stated > 0 ? stated : held > 0 ? held : largest_topology;  // several may be of the same nodes
  return s;
}

// What a remark about a full rack is about: the pool or workload whose line is nearest.
struct rack_part {
  node on{};
  std::string_view subject{};
  said<count> nodes{};
  said<count> gpus_per_node{};
  int distance = -1;
};

constexpr rack_part nearest_to(int line, const rule_input& in) {
  rack_part found;
  const auto offer = [&](int at, const rack_part& part) {
    const int away = at < line ? line - at : at - line;
    if (found.distance >= 0 && found.distance <= away) return;
    found = part;
    found.distance = away;
  };
  for (const workload& w : in.of.workloads)
    offer(w.line, {node_of(w, in), subject_of(w), nodes_of(w, in), gpus_per_node_of(w, in)});
  for (const machine_pool& pool : in.of.pools)
    offer(pool.line, {node_of(pool, in.on), subject_of(pool), pool.nodes, gpus_per_node_of(pool, in.on)});
  return found;
}

constexpr void full_rack_stated(const remark& r, const rule_input& in, finding_sink& to) {
  // Roles fill a rack together.
  const gpu_balance roles = headroom::detail::balance_of_roles(in);
  rack_part part = nearest_to(r.line, in);
  if (roles.held_is_known) part.nodes = {roles.nodes, roles.line};
  const count rack = nodes_per_domain(part.on, part.gpus_per_node);
  if (rack <= 1 || part.nodes.value_or(0) % rack == 0) return;
  const count each = part.gpus_per_node.value;
  to(finding{.rule = "stated_figures",
             .severity = finding_severity::warning,
             .line = r.line,
             .sentence = "\"{t}\" speaks of a full rack; {s} has {0} nodes, and a rack has {1} ({2} of {3} GPUs)",
             .cure = "use whole racks of {1} nodes, or change the words",
             .subject = part.subject,
             .text = r.text}
         .with(counted_term("nodes", part.nodes.value))
         .with(published(counted_term("nodes of a rack", rack), domain_gpus_of(part.on), part.on))
         .with(counted_term("GPUs", multiply(part.nodes.value, each)))
         .with(counted_term("GPUs of a rack", multiply(rack, each))));
}

}  // namespace detail

// Figures in comments, names and descriptions are among the sums of the file: of all of it, of a part, of one replica
// or of one node, or among what queues are given. Not judged where a sum is not known.
constexpr void stated_figures(const rule_input& in, finding_sink& to) {
  for (const remark& r : in.of.remarks) {
    if (r.what == remark::about::full_rack) {
      detail::full_rack_stated(r, in, to);
      continue;
    }
    const bool about_gpus = r.what == remark::about::gpus;
    const detail::sums s = about_gpus ? detail::gpu_sums(in, r.amount) : detail::node_sums(in, r.amount);
    if (s.matches || !s.all_known || !s.any) continue;
    to(finding{.rule = "stated_figures",
               .severity = finding_severity::warning,
               .line = r.line,
               .sentence = about_gpus ? "\"{t}\" speaks of {0} GPUs; the file adds up to {1}"
                                      : "\"{t}\" speaks of {0} nodes; the file adds up to {1}",
               .cure = "change the words, or the figures",
               .subject = in.of.file,
               .text = r.text}
           .with(counted_term(about_gpus ? "GPUs, in words" : "nodes, in words", r.amount))
           .with(counted_term(about_gpus ? "GPUs of the file" : "nodes of the file", s.total)));
  }
}

}  // namespace headroom::rules
