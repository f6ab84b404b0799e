// SPDX-License-Identifier: BSL-1.0
#include "plan/packed_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/cluster/resource.hpp>
#include <headroom/deployment/resolve.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/read/deployment.hpp>
#include <string_view>
#include <utility>

#include "check/capacity_sums.hpp"
#include "fit/fit_words.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

constexpr count most_packed = 100'000;  // nodes, and jobs

// The kinds of held machines that a workload may run on, a bit each; nothing where that is not decided.
std::optional<std::uint64_t> kinds_for(const workload& w, const rule_input& in, std::span<const group> held) {
  if (w.placement.instance_type.is_unresolved() || w.placement.gpu_type.is_unresolved()) return std::nullopt;
  const headroom::machine asked = w.placement.instance_type.is_known() ? node_of(w, in).machine : headroom::machine();
  const gpu* of = w.placement.gpu_type.is_known() ? find_gpu(w.placement.gpu_type.value) : nullptr;
  if (w.placement.gpu_type.is_known() && of == nullptr) return std::nullopt;
  std::uint64_t kinds = 0;
  for (std::size_t i = 0; i < held.size(); ++i) {
    const headroom::machine& has = held[i].machine;
    const bool is_named = has.name() == w.placement.instance_type.value_or({}) || (asked.vm() != nullptr && asked.vm() == has.vm());
    if ((!w.placement.instance_type.is_known() || is_named) && (of == nullptr || of == has.gpu())) kinds |= std::uint64_t{1} << i;
  }
  return kinds;
}

// Pods of one replica with the GPUs of each; of a group all its pods, which have equally many.
std::optional<packing_job> pods_of(const workload& w, std::span<const workload> all) {
  const said<count> each = gpus_for_processes(w);
  if (!each.is_known() || each.value < 1) return std::nullopt;
  count gpus = 0;
  for (const workload& one : all) {
    if (&one != &w && (w.identity.group.empty() || one.identity.group != w.identity.group)) continue;
    if (one.requests.gpus.is_silent() && one.scale.gpus.is_silent()) continue;
    const said<count> its = gpus_of_replica(one);
    if (!its.is_known() || gpus_for_processes(one).value_or(0) != each.value) return std::nullopt;
    gpus = add(gpus, its.value);
  }
  if (gpus < 1 || gpus % each.value != 0) return std::nullopt;
  packing_job made{.pods = gpus / each.value, .gpus = each.value, .one_domain = w.placement.one_domain.value_or(false)};
  // Nodes that are stated are as many different ones.
  made.per_node = w.scale.nodes.is_known() ? 1 : w.placement.pods_per_node.value_or(0);
  return made;
}

// GPUs of one node of all those kinds; nothing where they differ.
std::optional<count> node_gpus_of(std::uint64_t kinds, std::span<const group> held) {
  std::optional<count> all;
  for (std::size_t i = 0; i < held.size(); ++i) {
    if ((kinds >> i & 1) == 0) continue;
    const count gpus = gpus_of_node(held[i].machine).value_or(0);
    if (all.value_or(gpus) != gpus) return std::nullopt;
    all = gpus;
  }
  return all.value_or(1);
}

void add_jobs(const workload& w, const rule_input& in, std::span<const group> held, const std::string& path, std::vector<packed_job>& to) {
  packed_job job{.file = path, .name = std::string(subject_of(w)), .line = w.identity.line};
  const auto not_counted = [&](std::string_view why) {
    job.why = why;
    to.push_back(job);
  };
  if (!w.requests.mig_profile.is_silent()) return not_counted("it asks for instances of a GPU, which are not packed");
  const std::optional<packing_job> asks = pods_of(w, in.of.workloads);
  if (!asks.has_value()) return not_counted("its pods and the GPUs of each are not known");
  const std::optional<std::uint64_t> kinds = kinds_for(w, in, held);
  if (!kinds.has_value()) return not_counted("the machines that it may run on are not known");
  const bool is_one = w.scale.replicas.is_silent() && w.scale.most_pods.is_silent();
  if (!w.scale.replicas.is_known() && !is_one) return not_counted("the number of its replicas is not known");
  if (w.scale.array_tasks.is_unresolved()) return not_counted("the number of tasks of its array is not known");
  const count replicas = multiply(w.scale.replicas.value_or(1), w.scale.array_tasks.value_or(1));
  if (replicas > most_packed) return not_counted("it has too many replicas");
  job.asks = *asks;
  job.asks.kinds = *kinds;
  if (w.scale.nodes.is_known() && !w.placement.leaves_rest) {
    const std::optional<count> whole = node_gpus_of(*kinds, held);
    if (!whole.has_value()) return not_counted("it takes whole nodes, whose GPUs differ by machine");
    job.asks.gpus = std::max(job.asks.gpus, *whole);
  }
  const std::string name = job.name;
  for (count i = 1; i <= replicas; ++i) {
    if (replicas > 1) job.name = fmt::format("{} {}", name, i);
    to.push_back(job);
  }
}

}  // namespace

std::vector<packed_job> packed_jobs_of(const io& from, const std::string& path, std::span<const group> held) {
  const file_reading content = read_file(from, path);
  if (!content.error.empty()) throw input_error(fmt::format("{}: {}", path, content.error));
  const deployment_reading found = read_deployment(content.text);
  if (found.error.has_value()) throw input_error(fmt::format("{}:{}: {}", path, found.error->line, found.error->message));
  const counted_deployment counted(found.file->view(path), {.held = held});
  const headroom::deployment& view = counted.value();
  const rule_input in{view, {}};
  std::vector<packed_job> jobs;
  std::vector<std::string_view> groups;
  for (const workload& each : view.workloads) {
    if (is_demand(each) || !may_use_gpus(each)) continue;
    const bool is_of_group = !each.identity.group.empty();
    if (is_of_group && std::ranges::find(groups, each.identity.group) != groups.end()) continue;
    if (is_of_group) groups.push_back(each.identity.group);
    add_jobs(each, in, held, path, jobs);
  }
  for (const uncounted_gpus& each : view.uncounted)
    jobs.push_back({.file = path, .name = std::string(each.name), .line = each.line, .why = "what makes it is of a kind that is not known"});
  if (jobs.empty()) throw input_error(fmt::format("{}: nothing in it asks for GPUs: expected a deployment with jobs", path));
  return jobs;
}

packed_nodes nodes_of(std::span<const group> held) {
  if (held.size() > 64) throw input_error("the cluster has more than 64 kinds of machines");
  packed_nodes made;
  std::size_t domains = 0;
  for (const group& each : held) {
    const headroom::machine& on = each.machine;
    const figure<count> vms = headroom::nodes_of(on);
    const figure<count> gpus = gpus_of_node(on);
    if (!vms.is_known() || !gpus.is_known()) throw input_error(fmt::format("{}: the GPUs of a node are not known", on.name()));
    const count nodes = multiply(each.how_many, *vms.known());
    if (each.how_many < 1 || nodes > most_packed - static_cast<count>(made.nodes.size()))
      throw input_error(fmt::format("{}: expected a number of machines, and {} nodes at most", on.name(), number_text(most_packed)));
    const count domain = resource::scale_up_domain::of(on).value_or(0);
    const auto together = static_cast<std::size_t>(std::max<count>(*gpus.known() > 0 ? domain / *gpus.known() : 1, 1));
    for (std::size_t i = 0; i < static_cast<std::size_t>(nodes); ++i) {
      if (i % together == 0) ++domains;
      made.nodes.push_back({*gpus.known(), domains, made.kinds.size()});
      made.number.push_back(i + 1);
      made.rack.push_back(together > 1 ? i / together + 1 : 0);
    }
    made.kinds.push_back(on);
  }
  return made;
}

}  // namespace headroom::program
