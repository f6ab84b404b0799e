// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/deployment/deployment.hpp>
#include <headroom/deployment/finding.hpp>
#include <optional>
#include <string>
#include <vector>

namespace headroom::program {

// What a file asks for and holds, in sums over its parts, by the figures that the rules judge by. Nothing where the file
// does not say, or where a figure of a part is missing.
struct capacity_sums {
  std::optional<count> gpus_used{};            // at once, or by the one job there is
  std::optional<count> gpus_of_largest_job{};  // of several, which may wait for each other
  std::optional<count> gpus_held{};
  std::optional<count> nodes{};   // that hold GPUs
  std::string machine{};          // of all of them; empty: none is known, or there are several
  count jobs = 0;                 // that use GPUs
  count templates = 0;            // of pods with GPUs, which something else uses
  bool may_be_fewer = false;      // nodes, and the GPUs held, are the most of an autoscaler
  bool may_use_fewer = false;     // the GPUs used are
  bool names_no_machine = false;  // something of GPUs is held against none

  friend bool operator==(const capacity_sums&, const capacity_sums&) = default;
};

// A deployment with the most that autoscalers may make of what runs, and a pod on each node for what runs on all of them.
struct deployment_at_most {
  std::vector<workload> workloads{};
  headroom::deployment value{};
  bool may_use_fewer = false;

  deployment_at_most(const headroom::deployment& of, const check_terms& on);
};

// By its figures, its machine, or the name of its size.
bool may_hold_gpus(const machine_pool& pool, const check_terms& on);
bool may_use_gpus(const workload& w);

capacity_sums capacity_sums_of(const headroom::deployment& of, const check_terms& on);

// "48 of 48 GPUs used on 6 nodes of Standard_ND96isr_H100_v5"; empty where there is nothing to tell.
std::string words_of(const capacity_sums& sums);

}  // namespace headroom::program
