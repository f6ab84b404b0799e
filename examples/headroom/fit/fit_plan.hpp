// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/group.hpp>
#include <headroom/cluster/pricing.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/read/own/own_file.hpp>
#include "fit/machine_fit.hpp"
#include <headroom/read/own/planned_job.hpp>
#include "fit/rank_use.hpp"
#include "fit/swept.hpp"
#include "judgement.hpp"
#include "reading.hpp"

namespace headroom::program {

// One value of what is swept over: the job with it, on each machine or on none.
struct sweep_line {
  swept_value value{};
  std::string wrong{};  // why there is no such job
  rank_use use{};       // where there are no machines
  std::shared_ptr<const own_file> of{};  // that the job was read from again, if it was
  std::vector<machine_fit> on{};
};

// A job held against the machines of a file.
struct cluster_fit {
  planned_job job{};
  demand asked{};
  judgement found{};
  std::vector<machine_fit> each{};  // on each group by itself
};

// The job on several kinds together; where it sizes itself, sized for the kind on which it comes out best.
cluster_fit on_cluster(const planned_job& job, std::span<const group> groups, const pricing& terms);

// All that was asked about one job.
struct job_fit {
  planned_job job{};
  std::string impossible{};  // why nothing can be counted: its model lacks a part, or the format of its weights is open
  rank_use use{};
  std::vector<machine_fit> on{};
  std::optional<cluster_fit> cluster{};
  bool is_smallest = false;  // `on` is what has room, the least first
  std::string sweep{};       // the key that is swept over
  std::vector<sweep_line> lines{};

  headroom::outcome outcome() const;
  bool is_judged() const;
};

// Two pools on machines of one kind.
struct pools_fit {
  std::string_view machine{};
  headroom::outcome outcome = outcome::cannot_be_judged;
  count gpus = 0;
  figure<count> machines{};  // that both take, or that there are
};

// What is asked about the jobs of a deployment.
struct fit_request {
  std::vector<asked_machine> on{};
  bool smallest = false;
  sweep_request sweep{};
  const job_document* document = nullptr;  // of the one job, to sweep over what is no count
};

// The fits of one job. Throws input_error where nothing is called so that is to be swept over.
job_fit fit_of(const planned_job& job, const own_file& of, const fit_request& asked);

// The fits of all jobs of a deployment, and of two pools together.
struct deployment_fit {
  std::vector<job_fit> jobs{};
  std::vector<pools_fit> together{};

  // The worst; nothing: there is nothing to judge.
  std::optional<headroom::outcome> outcome() const;
};
deployment_fit fit_of(const own_file& of, const fit_request& asked);

}  // namespace headroom::program
