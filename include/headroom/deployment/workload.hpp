// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/engine.hpp>
#include <headroom/deployment/identity.hpp>
#include <headroom/deployment/launch.hpp>
#include <headroom/deployment/placement.hpp>
#include <headroom/deployment/queueing.hpp>
#include <headroom/deployment/request.hpp>
#include <headroom/deployment/said.hpp>
#include <headroom/deployment/scale.hpp>

// What a deployment runs: how much of it, and where. Each idea of it has a header.
namespace headroom {

// Something that runs: so many replicas, each of so many like pods.
struct workload {
  workload_identity identity{};
  workload_scale scale{};
  pod_resources requests{};  // of one pod
  pod_resources limits{};
  workload_placement placement{};
  workload_launch launch{};
  parallel_sizes parallel{};
  workload_queueing queueing{};
};

// GPUs of one replica: as stated, or pods times GPUs each. Unknown where either is.
constexpr said<count> gpus_of_replica(const workload& w) {
  if (w.scale.gpus.is_known()) return w.scale.gpus;
  const said<count>& each = w.requests.gpus;
  if (each.is_known() && w.scale.pods.is_unresolved()) return w.scale.pods;
  if (!each.is_known() || !w.scale.pods.is_known()) return {unknown, each.line != 0 ? each.line : w.identity.line, each.state};
  return {multiply(w.scale.pods.value, each.value), each.line};
}

// GPUs of one pod or node, for the processes that it starts; unknown where those of several nodes do not divide.
constexpr said<count> gpus_for_processes(const workload& w) {
  if (!w.requests.mig_profile.is_silent()) return {};
  if (w.requests.gpus.is_known()) return w.requests.gpus;
  const bool is_even = w.scale.gpus.is_known() && w.scale.nodes.value_or(0) > 0 && w.scale.gpus.value % w.scale.nodes.value == 0;
  if (!is_even) return {};
  const count each = w.scale.gpus.value / w.scale.nodes.value;
  return w.scale.gpus_per_node.value_or(each) < each ? w.scale.gpus_per_node : said<count>{each, w.scale.gpus.line};
}

// GPUs of one replica of a group: leader and workers together; of a workload in no group its own.
constexpr said<count> gpus_of_group(const workload& w, std::span<const workload> all) {
  if (w.identity.group.empty()) return gpus_of_replica(w);
  said<count> sum{count{0}, 0};
  for (const workload& each : all) {
    if (each.identity.group != w.identity.group || (each.requests.gpus.is_silent() && each.scale.gpus.is_silent())) continue;
    const said<count> its = gpus_of_replica(each);
    if (!its.is_known()) return its;
    sum = {add(sum.value, its.value), sum.line != 0 ? sum.line : its.line};
  }
  return sum;
}

// GPUs of all replicas.
constexpr said<count> gpus_of(const workload& w) {
  const said<count> each = gpus_of_replica(w);
  if (each.is_known() && w.scale.replicas.is_known()) return {multiply(w.scale.replicas.value, each.value), each.line};
  if (w.scale.replicas.is_unresolved()) return w.scale.replicas;
  return each.is_known() ? said<count>{unknown, w.identity.line} : each;
}

}  // namespace headroom
