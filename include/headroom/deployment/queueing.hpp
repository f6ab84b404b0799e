// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>
#include <headroom/units.hpp>

// What queues, families and namespaces are given, and how a workload waits for it.
namespace headroom {

// How a workload runs beside others: on and on; in its turn, as jobs of a queue do; not at all, where it is a demand
// of the machines together for at least so much; on every node, to serve what runs there; not by itself, as a template that
// others are made from; or as a part of a job whose parts start together.
enum class workload_class { service, job, demand, on_every_node, blueprint, part_of_job };

struct workload_queueing {
  workload_class runs_as = workload_class::service;
  said<std::string_view> queue{};  // where it is queued, beside the pool it runs on
  said<count> least_admitted{};    // pods that a queue may start it with, where fewer will do (Kueue)
  said<bool> may_be_pushed_out{};  // by what others can count on; else it starts only within what its queue is given (KAI)
};

// A quota (Kueue nominal quota, a family's vCPU quota).
struct quota {
  std::string_view name{};
  std::string_view resource{};  // "nvidia.com/gpu", "cpu", "standardNDSH100v5Family"
  std::string_view pool{};
  std::string_view cohort{};
  int line = 0;
  said<count> nominal{};  // as all three: in units, millicores for cpu, bytes of memory and ephemeral storage
  said<count> borrowing_limit{};
  said<count> lending_limit{};  // most of it that others of the cohort may borrow
};

// What pods that have one limit together have in common: their namespace, or the queue or pool that they name.
enum class limited_by { name_space, queue, pool };

// The most that such pods may ask for at once: a ResourceQuota of Kubernetes, the capability of a Volcano queue, the limits
// of a Karpenter node pool and of a KAI queue, which has those of the queues in it as well.
struct request_limit {
  std::string_view name{};
  limited_by by = limited_by::name_space;
  std::string_view of{};        // the name of that
  std::string_view within{};    // the queue that this one is in, where it is in one
  std::string_view resource{};  // "nvidia.com/gpu", "cpu", "memory"
  said<count> most{};           // in units, millicores or bytes; silent where there is no limit
  said<count> given{};          // what it can count on, of what may be shared out
};

}  // namespace headroom
