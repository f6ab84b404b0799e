// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>

// How much of a workload runs.
namespace headroom {

struct workload_scale {
  said<count> replicas{};
  said<count> pods{};         // of one replica
  said<count> pods_stated{};  // where bounds make it another number that runs
  said<count> least_pods{};   // of an autoscaler
  said<count> most_pods{};
  said<count> gpus{};           // of one replica, where the file gives that and no pods
  said<count> nodes{};          // for all replicas, where the file states them
  said<count> gpus_per_node{};  // where the file states them
  said<count> array_tasks{};    // of a queue's array, as many as may run at once: each is such a workload, and judged alone
};

// With the most that an autoscaler may make of it, where the file says its bounds and no number between them.
constexpr workload_scale at_its_most(workload_scale of) {
  if (!of.most_pods.is_known()) return of;
  said<count>& number = of.replicas.is_silent() ? of.replicas : of.pods;
  if (number.is_silent()) number = of.most_pods;
  return of;
}

// Of replicas, or of pods of each, the number that the file leaves open; silent where it leaves none.
constexpr said<count> number_left_open(const workload_scale& of) {
  if (of.replicas.is_unresolved()) return of.replicas;
  return of.pods.is_unresolved() && !of.gpus.is_known() ? of.pods : said<count>{};
}

}  // namespace headroom
