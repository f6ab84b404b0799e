// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/units.hpp>
#include <string>

#include "plan/shared_jobs.hpp"

// The GPUs of machines that jobs share, and their rated power: of each machine once, and of a job that of its own GPUs.
namespace headroom::program {

count gpus_of_way(const job_way& way);

// Machines that it would take alone; of a mix 0, each part has its own.
count machines_of_way(const job_way& way);

// GPUs of a kind of machine that jobs and demands have.
count gpus_on(const shared_answer& of, const shared_choice& choice, std::size_t kind);

// GPUs of the machines that are kept: of a step that is bought, all.
count gpus_taken(const shared_machine& of, const shared_layout& use);

// The rated power of so many GPUs of a machine; unknown where that of the machine is.
figure<power> rated_power(const shared_machine& on, count gpus);

// The share that so many GPUs are of the machines which a job, or a part of it, would take alone.
double share_of_own_machines(count gpus, count machines, const machine& on);

// The rated power of all GPUs of the machines that are kept, and of those that nobody has; unknown where one machine's is.
struct rated_gpus {
  figure<power> all{};
  figure<power> free{};
};
rated_gpus rated_gpus_of(const shared_answer& of, const shared_choice& choice);

// The same in words; empty where it is not known.
std::string rated_gpus_text(const rated_gpus& of);

}  // namespace headroom::program
