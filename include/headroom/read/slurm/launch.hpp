// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/engine/programs.hpp>

namespace headroom::read {

// The tasks of a job.
struct job_tasks {
  said<count> of_node{};  // of the one that has the most
  said<count> all{};
  bool have_gpus_each = false;  // the script says how many GPUs one has
};

// Steps of more nodes than there are, the nodes that "torchrun" waits for, and a GPU for each process that it, "srun" or "mpirun" starts.
void take_launch(const started_programs& programs, const job_tasks& tasks, workload& w, deployment_file& into);

}  // namespace headroom::read
