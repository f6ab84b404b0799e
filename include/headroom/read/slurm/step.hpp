// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/programs.hpp>

namespace headroom::read {

// How "srun" starts a program: once for each task of the job, unless it has options of its own.
struct job_step {
  bool is_srun = false;
  bool is_open = false;        // more options, which are not known
  bool is_placed = false;      // on nodes that it names or leaves out
  said<count> component{};     // of a heterogeneous job; silent: the first
  bool has_own_gpus = false;
  command_word gpus{};           // as its options give them: of all nodes,
  command_word gpus_per_node{};  // of each,
  command_word gres{};           // likewise, by name,
  command_word gpus_per_task{};  // and of each task
  said<count> nodes{};
  said<count> tasks{};
  said<count> tasks_per_node{};
  std::size_t program = 0;  // the word that names what it starts

  // Whether it runs on other nodes than the job has, as far as is known.
  bool has_own_nodes(const said<count>& of_job) const;
  // Tasks of a node that it starts; unknown where it has nodes of its own.
  said<count> tasks_of_node(const said<count>& tasks_of_job, const said<count>& nodes_of_job) const;
};
job_step step_of(const started_program& program);

}  // namespace headroom::read
