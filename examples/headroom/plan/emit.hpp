// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "plan/pool_fleets.hpp"
#include "plan/serving_search.hpp"
#include "plan/training_search.hpp"
#include "reading.hpp"

// The deployment of a plan as a file that other tools take, and that headroom check judges.
namespace headroom::program {

// The last two are of a demand, for a solver; the others are of a job.
inline constexpr std::array<std::string_view, 7> emit_formats{"kubernetes", "slurm", "vllm", "sglang", "megatron", "lp", "mps"};

constexpr bool is_for_solvers(std::string_view format) { return format == "lp" || format == "mps"; }

struct emission {
  std::string text{};
  std::vector<std::string> gaps{};  // what the user has to fill in, as the text says in its first lines, too
};

// What a deployment of it is called, by its file, or else by its model: small letters, digits and hyphens.
std::string name_deployed(const planned_job& of);

// Throw input_error where the format is none of the job's. With a number what is called alike has other names.
emission emit_training(std::string_view format, const machine_plans& on, const plan_request& asked, std::size_t number = 0);
emission emit_serving(std::string_view format, const planned_job& replicas, const machine& on, std::size_t number = 0);
// Of pools: of Kubernetes one text with the objects of both, of others one of each, prefill first.
std::vector<emission> emit_pools(std::string_view format, const machine_pools& of, std::size_t number = 0);

}  // namespace headroom::program
