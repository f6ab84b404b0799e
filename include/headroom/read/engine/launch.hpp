// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/deployment.hpp>

#include <headroom/read/engine/programs.hpp>

// Programs that start others, once for each GPU.
namespace headroom::read {

// What the launchers of training start: "torchrun --nnodes=2 --nproc-per-node=8", accelerate, deepspeed.
struct training_launch {
  std::string_view name{};               // of the launcher
  const started_program* by = nullptr;  // the one that starts the most; nullptr where there is none
  bool is_only = false;  // it, or several one behind the other that wait for as many nodes
  bool are_at_once = false;  // several run at the same time
  bool share_gpus = false;   // on purpose
  bool names_its_rank = false;  // which of the nodes it is: the others are started by commands of their own
  said<count> nodes{};
  said<count> processes{};  // of a node; unknown where one of several does not say it
  said<count> processes_left_out{};  // that it starts where nothing else says it
};
training_launch training_launch_in(const started_programs& all);
// The same of so many GPUs: what it starts where nothing says it, unless an engine takes the GPUs beside it or in its turn.
training_launch training_launch_on(const said<count>& gpus, const started_programs& all);
// Whether one of these launchers is among its words.
bool is_launch_of_training(const started_program& one);

// The nodes that a script's settings say it trains on, and the processes of each: "trainer.num_nodes=4 trainer.devices=8".
struct trainer_settings {
  const started_program* of = nullptr;  // nullptr where none says so
  said<count> nodes{};
  said<count> processes{};  // of a node, each of which takes a GPU
};
trainer_settings trainer_settings_in(const started_programs& all);

// What "mpirun" starts, which has a slot for each where nothing else is said.
struct mpi_launch {
  bool is_there = false;
  said<count> processes{};
  said<count> nodes{};            // that these need, where it says how many start on each
  said<count> of_each{};          // processes of each node
  said<count> slots{};            // of a hostfile that the script writes, or of the hosts that it lists
  bool are_spread = false;        // as it says itself
  bool has_own_places = false;    // hosts
  bool oversubscribes = false;    // there may be more processes than slots
  said<count> gpus_of_process{};  // that each takes, where it is a test of collectives; unknown where it may start others

  // Places on so many nodes with so many slots in all: no more than it starts on each, whatever their slots. Silent where
  // nothing bounds them.
  said<count> slots_on(const said<count>& on, const said<count>& stated) const;
  // Processes of the node with most of them: as it says, else no fewer than where so many nodes have as many each. Of those
  // that take a GPU each slots say how many there may be.
  said<count> most_of_a_node(const said<count>& on) const;
};
// What one program starts; nothing where it is not mpirun.
mpi_launch mpi_launch_of(const started_program& one, const started_programs& all);
// Of several that run one behind the other, the one with most processes. Silent where there is none, and where some run
// together or one does not say its number.
mpi_launch mpi_launch_in(const started_programs& all);

// GPUs that one process of NVIDIA's nccl-tests takes, or of AMD's rccl-tests; silent where it is none of them.
said<count> gpus_of_test_process(const started_program& one);

// Variables by which processes find the service through which they share a GPU.
inline constexpr std::string_view variables_of_mps = "CUDA_MPS_";
// Whether a script has processes share GPUs on purpose.
bool share_gpus(const started_programs& all);

// What is started in one pod or node with so many GPUs: a process for each of these, what mpirun starts, and how many pods have
// to meet. Variables set outside of the commands say that, where these do not; whether they are all, or something that is not in
// sight sets launchers' own.
void take_processes(const started_programs& all, const outer_variables& set, bool are_all_set, const said<count>& gpus, workload& into);

}  // namespace headroom::read
