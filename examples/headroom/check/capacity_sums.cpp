// SPDX-License-Identifier: BSL-1.0
#include "check/capacity_sums.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/deployment/balance.hpp>
#include <headroom/deployment/nodes.hpp>
#include <headroom/deployment/resolve.hpp>
#include <set>
#include <string_view>
#include <utility>

#include "fit/fit_words.hpp"

namespace headroom::program {

namespace {

// A sum of which nothing is left where a part is unknown, or where there is none.
class sum_of_parts {
 public:
  void add(const said<count>& part) {
    any_ = true;
    known_ = known_ && part.is_known();
    sum_ = headroom::add(sum_, part.value_or(0));
  }
  bool any() const { return any_; }
  std::optional<count> value() const { return any_ && known_ ? std::optional(sum_) : std::nullopt; }

 private:
  count sum_ = 0;
  bool any_ = false;
  bool known_ = true;
};

struct held_sums {
  sum_of_parts gpus{};
  sum_of_parts nodes{};
};

// Copies of a job's pods may take turns: all of them, or one.
void sum_used(const rule_input& in, capacity_sums& into, bool one_of_each) {
  gpu_balance at_once;
  bool any = false;
  bool any_at_once = false;
  bool jobs_are_known = true;
  count largest = 0;
  std::set<std::string_view> groups;
  for (const workload& w : in.of.workloads) {
    any = any || (!is_demand(w) && !is_blueprint(w));
    if (is_blueprint(w) && may_ask_for_gpus(w)) ++into.templates;
    if (!may_use_gpus(w)) continue;
    if (!is_queued(w)) {
      any_at_once = true;
      add_used(at_once, w);
      continue;
    }
    if (!w.identity.group.empty() && !groups.insert(w.identity.group).second) continue;  // the same job
    const said<count> copy = gpus_of_group(w, in.of.workloads);
    const said<count> copies = w.scale.replicas.is_unresolved() ? w.scale.replicas : said<count>{one_of_each ? 1 : w.scale.replicas.value_or(1), copy.line};
    const said<count> job = copy.is_known() && copies.is_known() ? said<count>{multiply(copy.value, copies.value), copy.line} : said<count>{};
    jobs_are_known = jobs_are_known && job.is_known();
    largest = std::max(largest, job.value_or(0));
    ++into.jobs;
  }
  if (into.jobs > 0 && jobs_are_known) into.gpus_of_largest_job = largest;
  if (into.jobs == 1 && !any_at_once) into.gpus_used = std::exchange(into.gpus_of_largest_job, std::nullopt);
  else if (any_at_once ? at_once.used_is_complete : into.jobs == 0 && any)
    into.gpus_used = at_once.used;
}

held_sums held_by_pools(const rule_input& in, capacity_sums& into) {
  held_sums sums;
  for (const machine_pool& each : in.of.pools) {
    if (!may_hold_gpus(each, in.on)) continue;
    sums.gpus.add(most_gpus_of(each, in.on));
    const said<count> most = most_nodes_of(each, in.on);
    sums.nodes.add(most);
    const bool is_fixed = each.least_nodes.is_known() && most.is_known() && each.least_nodes.value == most.value;
    into.may_be_fewer = into.may_be_fewer || (!is_fixed && !(each.most_nodes.is_silent() && each.most_cores.is_silent()));
  }
  return sums;
}

// By the nodes that they state.
held_sums held_by_workloads(const rule_input& in) {
  held_sums sums;
  for_each_balance(in, [&](const gpu_balance& b) {
    if (b.used == 0 && b.used_is_complete) return;
    sums.gpus.add(b.held_is_known && !b.leaves_rest ? said<count>{b.held, b.line} : said<count>{});
    sums.nodes.add(b.held_is_known ? said<count>{b.nodes, b.line} : said<count>{});
  });
  if (!sums.nodes.any()) return sums;
  for (const workload& w : in.of.workloads)
    if (may_use_gpus(w) && !has_role(w) && w.scale.nodes.is_silent()) sums.nodes.add({});
  return sums;
}

// By the machines of the check.
held_sums held_by_terms(const check_terms& on) {
  held_sums sums;
  if (on.held.empty()) return sums;
  sums.gpus.add(gpus_held(on));
  sums.nodes.add(nodes_held(on));
  return sums;
}

void name_machine(const rule_input& in, capacity_sums& into) {
  bool is_one = true;
  const auto take = [&](const node& n, bool says_gpus) {
    into.names_no_machine = into.names_no_machine || (n.naming == naming::none && says_gpus);
    is_one = is_one && n.is_known() && (into.machine.empty() || into.machine == n.name);
    into.machine = n.name;
  };
  for (const machine_pool& each : in.of.pools)
    if (may_hold_gpus(each, in.on)) take(node_of(each, in.on), !each.gpus_per_node.is_silent());
  for (const workload& each : in.of.workloads)
    if (may_use_gpus(each)) take(node_of(each, in), true);
  if (!is_one) into.machine.clear();
}

}  // namespace

deployment_at_most::deployment_at_most(const headroom::deployment& of, const check_terms& on) : workloads(of.workloads.begin(), of.workloads.end()), value(of) {
  for (workload& each : workloads) {
    const bool was_known = headroom::gpus_of(each).is_known();
    each.scale = at_its_most(each.scale);
    if (each.queueing.runs_as == workload_class::on_every_node)
      if (const said<count> nodes = nodes_of_all(each, {of, on}); nodes.is_known()) each.scale.replicas = nodes;
    may_use_fewer = may_use_fewer || (!was_known && each.scale.most_pods.is_known() && headroom::gpus_of(each).value_or(0) > 0);
  }
  value.workloads = workloads;
}

bool may_hold_gpus(const machine_pool& pool, const check_terms& on) {
  const said<count> each = gpus_per_node_of(pool, on);
  if (each.is_known()) return each.value > 0;
  const node n = node_of(pool, on);
  const bool is_named_otherwise = n.naming == naming::unlisted && !catalog::is_gpu_size_name(n.name);
  return !gpus_of(n).is_absent() && !(each.is_silent() && is_named_otherwise);
}

bool may_use_gpus(const workload& w) {
  return !is_demand(w) && !is_blueprint(w) && may_ask_for_gpus(w);
}

capacity_sums capacity_sums_of(const headroom::deployment& of, const check_terms& on) {
  const counted_deployment counted(of, on);
  const deployment_at_most most(counted.value(), on);
  const rule_input in{most.value, on};
  capacity_sums sums{.may_use_fewer = most.may_use_fewer};
  sum_used(in, sums, false);
  name_machine(in, sums);
  held_sums held = held_by_pools(in, sums);
  if (!held.nodes.any() && sums.jobs <= 1) held = held_by_workloads(in);
  if (!held.nodes.any() && (sums.jobs > 0 || sums.gpus_used.value_or(0) > 0)) held = held_by_terms(on);
  sums.gpus_held = held.gpus.value();
  sums.nodes = held.nodes.value();
  if (!sums.nodes.has_value()) sums.gpus_held.reset();
  if (std::max(sums.gpus_used, sums.gpus_of_largest_job) > sums.gpus_held.value_or(too_many)) {
    capacity_sums of_one_copy;
    sum_used(in, of_one_copy, true);
    sums.gpus_used = of_one_copy.gpus_used;
    sums.gpus_of_largest_job = of_one_copy.gpus_of_largest_job;
  }
  return sums;
}

std::string words_of(const capacity_sums& sums) {
  const auto gpus = [&](count used) {
    return sums.gpus_held.has_value() ? fmt::format("{} of {}", number_text(used), so_many(*sums.gpus_held, "GPU"))
                                      : so_many(used, "GPU");
  };
  std::string words;
  if (sums.gpus_used.has_value()) words = fmt::format("{}{} used", sums.may_use_fewer ? "at most " : "", gpus(*sums.gpus_used));
  else if (!sums.gpus_of_largest_job.has_value() && sums.gpus_held.has_value())
    words = so_many(*sums.gpus_held, "GPU") + " held";
  if (sums.gpus_of_largest_job.has_value())
    words += fmt::format("{}{} used by {}", words.empty() ? "" : ", and ", gpus(*sums.gpus_of_largest_job),
                         sums.jobs == 1 ? "a job" : "the largest of " + so_many(sums.jobs, "job"));
  const std::string_view machine = sums.machine;
  if (!words.empty() && sums.nodes.has_value())
    words += fmt::format(" on {}{}{}{}", sums.may_be_fewer ? "at most " : "", so_many(*sums.nodes, "node"),
                         machine.empty() ? "" : " of ", machine);
  else if (!words.empty() && !machine.empty())
    words += fmt::format(" on {}", machine);
  if (words.empty() && sums.templates > 0)
    words = fmt::format("{}, which others make pods from: nothing runs by itself", so_many(sums.templates, "template"));
  if (sums.names_no_machine)
    words += fmt::format("{}sizes are not judged, as no machine is named: --on names one", words.empty() ? "" : "; ");
  return words;
}

}  // namespace headroom::program
