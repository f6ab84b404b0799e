// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/programs.hpp>

namespace headroom::read {

// How "srun" starts a program: once for each task of the job, unless it has options of its own.
struct job_step {
  bool is_srun = false;
  bool is_open = false;        // more options, which are not known
  bool has_own_nodes = false;  // or own tasks
  bool has_own_gpus = false;
  said<count> nodes{};
  said<count> tasks{};
  said<count> tasks_per_node{};
  std::size_t program = 0;  // the word that names what it starts
};
job_step step_of(const started_program& program);

}  // namespace headroom::read
