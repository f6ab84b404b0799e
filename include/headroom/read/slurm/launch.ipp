// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/slurm/launch.hpp>

#include <algorithm>
#include <string_view>

#include <headroom/read/engine/arguments.hpp>
#include <headroom/read/engine/launch.hpp>
#include <headroom/read/slurm/gres.hpp>
#include <headroom/read/slurm/step.hpp>
#include <headroom/read/shell/detail/names.hpp>

namespace headroom::read {

namespace {

// Whether a program has all GPUs of its node: it is given no devices, or as many as there are.
bool has_all_gpus(const started_program& program, const workload& w) {
  const said<count> gpus = gpus_for_processes(w);
  return program.devices.line == 0 || (program.devices.is_known() && gpus.is_known() && program.devices.value == gpus.value);
}

// Whether a job has all GPUs of its nodes, and does not say how many.
bool is_left_to_machine(const workload& w) {
  return w.requests.gpus.is_silent() && w.scale.gpus.is_silent() && !w.placement.leaves_rest;
}

// A process takes a GPU of its own.
void take_gpus_of_processes(const said<count>& of_node, workload& w) {
  w.requests.gpus = of_node;
  w.scale.pods = w.scale.nodes;
}

void take_training(const training_launch& launch, const said<count>& tasks_of_job, workload& w, deployment_file& into) {
  const job_step by = step_of(*launch.by);
  said<count> tasks = by.tasks_of_node(tasks_of_job, w.scale.nodes);
  // Without "srun", what starts it elsewhere is not in sight.
  if (!by.is_srun && tasks.value_or(2) > 1) tasks = {unknown, w.identity.line};
  // It waits for all of its nodes, and takes no more; of one node it waits for none, and each task runs by itself.
  const bool is_more_nodes = launch.nodes.value_or(0) > w.scale.nodes.value && !by.has_own_nodes(w.scale.nodes);
  const bool is_fewer_nodes = launch.nodes.value_or(1) > 1 && launch.nodes.value < w.scale.nodes.value && by.is_srun;
  if (launch.is_only && tasks.value_or(0) == 1 && (is_more_nodes || is_fewer_nodes))
    into.claims.push_back({.name = launch.name, .kind = launch.name, .line = launch.nodes.line, .nodes = launch.nodes, .is_launch = true});
  if (!launch.processes.is_known() || !tasks.is_known() || launch.are_at_once || !has_all_gpus(*launch.by, w)) return;
  const said<count> processes{multiply(tasks.value, launch.processes.value), launch.processes.line};
  if (!is_count(processes.value)) return;
  const said<count> asked = w.requests.gpus;
  const bool is_open = is_left_to_machine(w);
  const bool is_more = asked.is_known() && asked.value > 0 && processes.value > asked.value;
  if (launch.share_gpus && (is_more || is_open)) return;
  if (!is_open && !is_more) {
    w.launch.processes = processes;
    return;
  }
  take_gpus_of_processes(processes, w);
  if (is_more) w.scale.gpus_per_node = asked;
}

// Tasks that are the processes of training: Megatron-LM's always, those of another script of Python where they are several.
void take_tasks(const started_programs& programs, const said<count>& tasks_of_job, workload& w) {
  said<count> most;
  bool are_of_gpus = true;
  for (const started_program& each : programs.all()) {
    const job_step step = step_of(each);
    if (step.program >= each.words.size() || each.has_program(shell::detail::mpi_starters)) continue;
    deployment_file scratch{std::string()};
    engine_arguments arguments(scratch);
    const engine by = arguments.take(each).engine;
    const auto is_script = [](const command_word& word) { return word.text.ends_with(".py"); };
    if (std::ranges::none_of(each.words, is_script)) continue;
    if ((by != engine::unnamed && !is_trainer(by)) || !has_all_gpus(each, w)) return;
    const said<count> tasks = step.tasks_of_node(tasks_of_job, w.scale.nodes);
    // Others may take the rest beside it.
    const bool have_one_each = step.gpus_per_task.is("1") && !each.is_in_background();
    if (!tasks.is_known() || (step.has_own_gpus && !have_one_each) || (!is_trainer(by) && tasks.value < 2)) return;
    are_of_gpus = are_of_gpus && (is_trainer(by) || have_one_each);
    if (tasks.value > most.value) most = {tasks.value, tasks.line};
  }
  // More tasks than GPUs may share them, but for Megatron-LM's, of which each takes one.
  const count gpus = gpus_for_processes(w).value_or(0);
  const bool is_more = are_of_gpus && gpus > 0 && !share_gpus(programs);
  if (most.value_or(0) < gpus || is_more) w.launch.processes = most;
}

// Processes of a test of collectives that take more GPUs than a node has; on fewer of them it may be meant to run, but where
// mpirun is told how many of them each node has.
void take_collective_tests(const started_programs& programs, const said<count>& tasks_of_job, workload& w) {
  const count gpus = gpus_for_processes(w).value_or(0);
  if (gpus == 0 || share_gpus(programs)) return;
  for (const started_program& each : programs.all()) {
    const said<count> of_process = gpus_of_test_process(each);
    if (!of_process.is_known() || !has_all_gpus(each, w)) continue;
    const mpi_launch mpi = mpi_launch_of(each, programs);
    const said<count> processes = mpi.is_there ? mpi.most_of_a_node(w.scale.nodes) : step_of(each).tasks_of_node(tasks_of_job, w.scale.nodes);
    if (mpi.has_own_places || multiply(processes.value, of_process.value) <= gpus) continue;
    w.launch.processes = {processes.value, of_process.line};
    if (of_process.value > 1) w.launch.gpus_of_process = of_process;
  }
  const mpi_launch most = mpi_launch_in(programs);
  if (w.launch.processes.is_silent() && !most.has_own_places && most.gpus_of_process.value_or(0) == 1 && most.of_each.value_or(gpus) < gpus)
    w.launch.processes = most.of_each;
}

// GPUs of a node that a step over all nodes asks for; silent where it asks for none, or in another way.
said<count> gpus_of_step(const job_step& step, const said<count>& tasks_of_job, const said<count>& nodes, deployment_file& into) {
  const auto read_by = [&](generic_gpus (*read)(std::string_view, int, deployment_file&), const command_word& word) -> said<count> {
    if (word.line == 0) return {};
    try {
      if (word.is_known() && !is_left_open(word.text)) return read(word.text, word.line, into).gpus;
    } catch (const unreadable&) {
      return {unknown, word.line};  // of a step that may not run
    }
    return {unknown, word.line};
  };
  const auto of_option = [&](const command_word& word) { return read_by(gpus_of_option, word); };
  if (step.gpus_per_node.line != 0) return of_option(step.gpus_per_node);
  if (step.gres.line != 0) return read_by(gpus_of_gres, step.gres);
  if (const said<count> each = of_option(step.gpus_per_task); each.is_known()) {
    const said<count> tasks = step.tasks_of_node(tasks_of_job, nodes);
    return tasks.is_known() ? said<count>{multiply(each.value, tasks.value), each.line} : said<count>{};
  }
  const said<count> all = of_option(step.gpus);
  const bool is_even = all.is_known() && nodes.value > 0 && all.value % nodes.value == 0;
  return is_even ? said<count>{all.value / nodes.value, all.line} : said<count>{};
}

// A job that asks for no GPUs has those that its steps ask for, as where they are no generic resource of its own.
void take_gpus_of_steps(const started_programs& programs, const said<count>& tasks_of_job, workload& w, deployment_file& into) {
  if (!w.requests.gpus.is_silent() || !w.scale.gpus.is_silent()) return;
  said<count> most;
  for (const started_program& each : programs.all()) {
    const job_step step = step_of(each);
    if (step.has_own_nodes(w.scale.nodes)) continue;
    const said<count> gpus = gpus_of_step(step, tasks_of_job, w.scale.nodes, into);
    if (gpus.is_known() && is_count(gpus.value) && (most.is_silent() || gpus.value > most.value)) most = gpus;
  }
  if (most.is_silent()) return;
  w.requests.gpus = most;
  w.scale.pods = w.scale.nodes;
}

// What a script's settings say of nodes and GPUs, against those of the job.
void take_trainer(const started_programs& programs, workload& w, deployment_file& into) {
  const trainer_settings is = trainer_settings_in(programs);
  if (is.of == nullptr || !is.of->is_certain()) return;
  const job_step by = step_of(*is.of);
  // One step over all nodes trains on them all; what is started on one of them reaches the others by its own means.
  const bool is_of_all = by.is_srun && !by.has_own_nodes(w.scale.nodes);
  if (is.nodes.is_known() && (is.nodes.value > w.scale.nodes.value || (is_of_all && is.nodes.value < w.scale.nodes.value)))
    into.claims.push_back({.name = "trainer", .kind = "trainer", .line = is.nodes.line, .nodes = is.nodes, .is_launch = true});
  const bool are_of_each_node = is_of_all || is.nodes.value_or(1) == w.scale.nodes.value;
  if (is.processes.value_or(0) > 0 && are_of_each_node && is_left_to_machine(w) && has_all_gpus(*is.of, w)) take_gpus_of_processes(is.processes, w);
  const said<count> gpus = gpus_for_processes(w);
  if (!is.processes.is_known() || !gpus.is_known() || !has_all_gpus(*is.of, w) || by.has_own_gpus) return;
  // Lightning starts none where its devices are not the tasks of a node.
  const bool are_fewer = is.processes.value < w.launch.processes.value_or(max_count);
  if (is.processes.value > gpus.value || (is_of_all && are_fewer)) w.launch.processes = is.processes;
}

// Engines that serve over more nodes than the job has wait for the others.
void take_engines(const started_programs& programs, const workload& w, deployment_file& into) {
  for (const started_program& each : programs.all()) {
    if (std::ranges::none_of(each.words, [](const command_word& word) { return word.text.starts_with("--nnodes"); })) continue;
    deployment_file scratch{std::string()};
    engine_arguments arguments(scratch);
    const engine by = arguments.take(each).engine;
    const bool is_server = by == engine::vllm || by == engine::sglang;
    if (!is_server || arguments.names_its_rank() || !each.is_certain() || is_launch_of_training(each)) continue;
    if (arguments.nodes().value_or(0) > w.scale.nodes.value && !step_of(each).is_placed)
      into.claims.push_back({.name = name(by), .kind = "engine", .line = arguments.nodes().line, .nodes = arguments.nodes(), .is_launch = true});
  }
}

// Steps of more nodes than the job has do not start.
void take_wide_steps(const started_programs& programs, const workload& w, deployment_file& into) {
  for (const started_program& each : programs.all()) {
    const job_step step = step_of(each);
    const bool is_of_job = !step.is_placed && !step.is_open && each.is_certain();
    if (is_of_job && step.nodes.value_or(0) > w.scale.nodes.value)
      into.claims.push_back({.name = "srun", .kind = "srun", .line = step.nodes.line, .nodes = step.nodes, .is_launch = true});
  }
}

}  // namespace

void take_launch(const started_programs& programs, const job_tasks& tasks, workload& w, deployment_file& into) {
  if (!w.scale.nodes.is_known()) return;
  take_wide_steps(programs, w, into);
  take_engines(programs, w, into);
  take_gpus_of_steps(programs, tasks.of_node, w, into);
  const training_launch launch = training_launch_on(gpus_for_processes(w), programs);
  if (launch.by != nullptr)
    take_training(launch, tasks.of_node, w, into);
  else if (!tasks.have_gpus_each)
    take_tasks(programs, tasks.of_node, w);
  take_trainer(programs, w, into);
  take_collective_tests(programs, tasks.of_node, w);
  const mpi_launch mpi = mpi_launch_in(programs);
  if (mpi.nodes.value_or(0) > w.scale.nodes.value)
    into.claims.push_back({.name = "mpirun", .kind = "mpirun", .line = mpi.nodes.line, .nodes = mpi.nodes, .is_launch = true});
  const said<count>& slots = mpi.slots.is_known() ? mpi.slots : tasks.all;
  if (mpi.has_own_places || mpi.are_spread || (mpi.oversubscribes && !mpi.slots.is_known()) || !slots.is_known()) return;
  w.launch.ranks = mpi.processes;
  if (mpi.gpus_of_process.is_known() || w.launch.gpus_of_process.is_silent()) w.launch.gpus_of_process = mpi.gpus_of_process;
  if (w.launch.gpus_of_process.is_silent() && tasks.have_gpus_each) w.launch.gpus_of_process = {unknown, slots.line};
  w.launch.slots = slots;
}

}  // namespace headroom::read
