// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/parallel/parallelism.hpp>
#include <headroom/plan/run_groups.hpp>
#include <headroom/plan/shared_layout.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

// Where the GPUs of a job lie: on which nodes of a kind, and of which scale-up domains.
namespace headroom::program {

// "1-16", of a rack "3 (VMs 1-4)", of a node "5 (2 GPUs)".
std::string shared_places_text(const std::vector<shared_nodes>& places, const shared_option& of, const shared_kind& on);
nlohmann::ordered_json shared_places_json(const std::vector<shared_nodes>& places, const shared_option& of, const shared_kind& on);

// A job alone on machines of a kind, in so many replicas of so many GPUs; a training run is one, of so many pipeline stages.
struct placed_job {
  shared_kind on{};
  count replicas = 0;
  count gpus = 0;  // of each
  bool are_groups = false;  // of one run, each in a domain
  shared_option option{};
  std::vector<shared_nodes> places{};  // none: the number of the machine's GPUs is not known
};
placed_job placed_alone(const machine& on, count replicas, count gpus);
// A training run, in the groups of plan/run_groups.hpp.
placed_job placed_run(const machine& on, const parallelism& by);

// "18 VMs in each of 7 scale-up domains and 14 VMs in another".
std::string domains_text(const placed_job& of);
// "Placement: 18 machines in one scale-up domain and 14 machines in another; each of 4 pipeline stages has 8 machines in a row." Empty where nothing is known.
std::string placement_text(const placed_job& of, count stages);

}  // namespace headroom::program
