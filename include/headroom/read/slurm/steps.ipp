// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/slurm/steps.hpp>

#include <algorithm>
#include <headroom/deployment/parallel_gpus.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/read/engine/arguments.hpp>
#include <headroom/read/engine/engines.hpp>
#include <headroom/read/slurm/launch.hpp>
#include <headroom/read/slurm/step.hpp>

namespace headroom::read {

namespace {

// A program that is a server, with what the script says of where it runs.
struct server {
  const started_program* program = nullptr;
  parallel_sizes sizes{};
  count gpus = 0;
  bool is_on_one_node = false;  // by its step
  bool has_step = false;        // whatever that is
  bool is_of_one_node = false;  // the engine reaches no further without being told how
  bool is_beside = false;       // another runs at the same time
  count at_once = 0;            // GPUs of all that run when it starts, its own included
};

// Whether it is a server that takes a GPU where it is given no sizes.
bool starts_server(const started_program& program) {
  for (std::size_t i = 0; i < program.words.size(); ++i) {
    const command_word& word = program.words[i];
    const std::string_view next = i + 1 < program.words.size() && program.words[i + 1].is_known() ? program.words[i + 1].text : std::string_view{};
    const auto is_it = [&](const known_engine* each) { return each->serves != nullptr && each->serves(word.text, program_of(word.text), next); };
    if (std::ranges::any_of(known_engines, is_it)) return true;
  }
  return false;
}

class server_reader {
 public:
  server_reader(const started_programs& programs, deployment_file& into) : programs_(programs), into_(into) {}

  // False: of one of them too little is said.
  bool read() {
    for (const started_program& each : programs_.all())
      if (!take(each)) return false;
    return programs_.is_complete() && take_beside();
  }

  std::vector<server> servers{};

 private:
  bool take(const started_program& program) {
    // What these start, how often and where is not followed.
    constexpr std::string_view other[]{"xargs", "parallel", "docker", "podman", "apptainer", "singularity"};
    const bool is_followed = program.container.image != 0 && !program.container.is_detached;
    if (!is_followed && program.has_program(other)) return false;
    engine_arguments arguments(into_);
    server one{.program = &program, .sizes = arguments.take(program)};
    if (arguments.shared_line() != 0) return false;
    const bool is_server = states_any_size(one.sizes) || one.sizes.engine != engine::unnamed;
    if (!program.is_certain()) return !is_server && program.devices.is_silent();
    const job_step step = step_of(program);
    if (!states_any_size(one.sizes)) {
      const bool takes_one = arguments.config_line() == 0 && starts_server(program) && !step.is_srun &&
                             one.sizes.serves.memory_thousandths.is_silent() && runs_beside_any(program);
      if (!takes_one) return program.devices.is_silent() || is_server || is_launch_of_training(program);
      one.sizes.tensor = {count{1}, one.sizes.line};
    }
    const parallel_gpus taken = headroom::gpus_of(one.sizes);
    const engine by = one.sizes.engine;
    if (!taken.is_known || step.is_open || (by != engine::vllm && by != engine::sglang)) return false;
    one.gpus = taken.gpus;
    one.has_step = step.is_srun;
    one.is_on_one_node = step.nodes.value_or(0) == 1 || (step.nodes.is_silent() && step.tasks.value_or(0) == 1);
    // Others find their nodes through Ray, which may be elsewhere.
    one.is_of_one_node = by == engine::sglang;
    servers.push_back(one);
    return true;
  }

  bool runs_beside_any(const started_program& program) const {
    return std::ranges::any_of(programs_.all(), [&](const started_program& each) { return programs_.run_together(each, program); }) ||
           program.is_in_background();
  }

  // False: whether one still runs when another starts is not known.
  bool take_beside() {
    constexpr std::string_view ending[]{"timeout"};
    for (std::size_t i = 0; i < servers.size(); ++i) {
      servers[i].at_once = servers[i].gpus;
      servers[i].is_beside = servers[i].program->is_in_background();
      for (std::size_t j = 0; j < i; ++j) {
        if (!programs_.run_together(*servers[j].program, *servers[i].program)) continue;
        if (servers[j].program->has_program(ending)) return false;
        servers[i].at_once = add(servers[i].at_once, servers[j].gpus);
        servers[i].is_beside = true;
      }
    }
    return true;
  }

  const started_programs& programs_;
  deployment_file& into_;
};

// GPUs of each node of the job.
said<count> gpus_of_each_node(const workload& w) {
  if (w.requests.unit == "task") return {};
  if (w.requests.gpus.is_known()) return w.requests.gpus;
  if (w.scale.gpus_per_node.is_known()) return w.scale.gpus_per_node;
  return w.scale.nodes.value_or(0) == 1 ? w.scale.gpus : said<count>{};
}

// As a part of the job with so many GPUs.
void tell(const server& one, count gpus, const workload& w, deployment_file& into) {
  workload part{.identity = {.name = into.keep(std::string(w.identity.name.empty() ? w.identity.kind : w.identity.name) + "/server"), .kind = w.identity.kind, .line = one.sizes.line},
                .scale = {.replicas = {count{1}, one.sizes.line}, .gpus = {gpus, one.sizes.line}, .nodes = {count{1}, one.sizes.line}, .gpus_per_node = {gpus, one.sizes.line}},
                .parallel = one.sizes,
                .queueing = {.runs_as = w.queueing.runs_as}};
  part.parallel.serves = {};
  part.placement.pool = w.placement.pool;
  part.placement.instance_type = w.placement.instance_type;
  part.placement.leaves_rest = true;
  into.workloads.push_back(part);
}

// Tasks that a step starts; unknown where it does not say, and where the job does not.
said<count> tasks_of_step(const job_step& step, const job_tasks& of_job, const said<count>& nodes_of_job) {
  if (!step.is_srun || step.is_open) return {unknown, 1};
  if (!step.tasks.is_silent()) return step.tasks;
  const said<count>& nodes = step.nodes.is_silent() ? nodes_of_job : step.nodes;
  const said<count>& each = step.tasks_per_node.is_silent() ? of_job.of_node : step.tasks_per_node;
  if (!nodes.is_known() || !each.is_known()) return {unknown, 1};
  return {multiply(nodes.value, each.value), std::max(nodes.line, each.line)};
}

}  // namespace

bool take_servers_of_ranks(const started_programs& programs, const job_tasks& tasks, workload& w, deployment_file& into) {
  constexpr std::string_view starting[]{"trtllm-llmapi-launch"};
  struct ranked {
    parallel_sizes sizes{};
    said<count> tasks{};
  };
  std::vector<ranked> all;
  for (const started_program& each : programs.all()) {
    engine_arguments arguments(into);
    const parallel_sizes sizes = arguments.take(each);
    if (!states_any_size(sizes)) continue;
    const said<count> its = tasks_of_step(step_of(each), tasks, w.scale.nodes);
    if (!each.has_program(starting) || !headroom::gpus_of(sizes).is_known || !its.is_known() || !is_count(its.value)) return false;
    all.push_back({sizes, its});
  }
  if (all.empty()) return false;
  // One over the whole job is judged as the job.
  const bool is_of_job = all.size() == 1 && all.front().tasks.value == multiply(w.scale.nodes.value, tasks.of_node.value);
  const auto is_right = [](const ranked& one) { return headroom::gpus_of(one.sizes).gpus == one.tasks.value; };
  const bool is_whole = is_of_job && is_right(all.front());
  w.parallel = is_whole ? all.front().sizes : parallel_sizes{};
  if (is_whole && w.scale.gpus.is_silent() && w.requests.gpus.is_silent()) w.scale.gpus = all.front().tasks;
  const workload job = w;  // which moves with the others
  for (const ranked& one : all) {
    if (is_right(one)) continue;
    server wrong{.sizes = one.sizes};
    tell(wrong, one.tasks.value, job, into);
    into.workloads.back().scale.nodes = {};
    into.workloads.back().scale.gpus_per_node = {};
  }
  return true;
}

bool take_servers_apart(const started_programs& programs, workload& w, deployment_file& into) {
  const said<count> each_node = gpus_of_each_node(w);
  server_reader all(programs, into);
  if (!each_node.is_known() || !all.read() || all.servers.empty()) return false;
  const bool is_alone = all.servers.size() == 1;
  const bool is_on_one_node = w.scale.nodes.value_or(0) == 1;

  std::vector<const server*> wrong;
  std::size_t beside_others = 0;
  count most = 0;
  int line = 0;
  for (const server& one : all.servers) {
    if (one.is_on_one_node && one.program->devices.is_silent()) {
      if (is_alone && is_on_one_node) return false;
      if (one.gpus <= each_node.value) continue;
      if (!one.is_of_one_node) return false;
      wrong.push_back(&one);
      continue;
    }
    if (one.has_step || !is_on_one_node || one.program->devices.is_unresolved()) return false;
    if (one.program->devices.is_known()) {
      if (one.gpus > one.program->devices.value) wrong.push_back(&one);
      continue;
    }
    // Without devices of its own it runs beside others, each of which takes the most of its GPUs' memory.
    if (is_alone || !one.sizes.serves.memory_thousandths.is_silent() || !one.is_beside) return false;
    if (one.at_once > most) line = one.sizes.line;
    most = std::max(most, one.at_once);
    ++beside_others;
  }
  const bool are_of_two_kinds = beside_others > 0 && beside_others < all.servers.size();
  if (are_of_two_kinds || (is_alone && wrong.empty())) return false;

  w.parallel = {};
  if (most > each_node.value) {
    w.scale.gpus = {};
    w.scale.pods = w.scale.nodes;
    w.requests.gpus = {most, line};
    w.scale.gpus_per_node = each_node;
  }
  const workload job = w;  // which moves with the others
  for (const server* one : wrong) tell(*one, one->program->devices.is_known() ? one->program->devices.value : each_node.value, job, into);
  return true;
}

}  // namespace headroom::read
