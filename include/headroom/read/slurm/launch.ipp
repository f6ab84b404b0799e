// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/slurm/launch.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <headroom/read/engine/settings.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

// How "srun" starts what it starts: once for each task of the job, unless it has options of its own.
struct step {
  bool is_srun = false;
  bool has_own_nodes = false;  // or own tasks
  said<count> tasks{};         // of a node, by its own option
};

// "--nproc-per-node=8" and "--nproc_per_node 8" of torchrun's commands; unknown where two differ.
struct launch {
  said<count> nodes{};
  said<count> processes{};
  step by{};
  int commands = 0;
};

said<count> number_said(std::string_view value, int line) {
  return value.size() < 10 ? size_said(value, line) : said<count>{unknown, line};
}

void take_option_of_srun(const std::vector<command_word>& words, std::size_t at, step& into) {
  constexpr std::array<std::string_view, 8> own{"--nodes", "--ntasks", "--nodelist", "--relative",
                                                "--exclude", "--nodefile", "--het-group", "--ntasks-per-gpu"};
  constexpr std::string_view own_letters = "Nnwrx";
  const std::string_view word = words[at].text;
  const std::string_view name = word.substr(0, word.find('='));
  if (name == "--ntasks-per-node") {
    const bool has_value = name.size() < word.size();
    const std::string_view value = has_value                ? word.substr(name.size() + 1)
                                   : at + 1 < words.size() ? std::string_view(words[at + 1].text)
                                                            : std::string_view{};
    into.tasks = number_said(value, words[at].line);
  }
  const bool is_letter = word.size() > 1 && word[0] == '-' && own_letters.find(word[1]) != std::string_view::npos;
  into.has_own_nodes = into.has_own_nodes || is_letter || is_one_of(name, own);
}

constexpr std::array<std::string_view, 2> joining{"&&", "||"};

launch launch_in(const std::vector<command_word>& words) {
  launch found;
  bool is_launch = false;
  step by;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i].text;
    if (words[i].ends_command) {
      is_launch = false;
      by = {};
      continue;
    }
    const std::string_view name = program_of(word);
    if (name == "torchrun" || word == "torch.distributed.run" || word == "torch.distributed.launch") {
      is_launch = true;
      found.by = by;
      ++found.commands;
    }
    if (by.is_srun && !is_launch) take_option_of_srun(words, i, by);
    by.is_srun = by.is_srun || name == "srun";
    if (!is_launch || !word.starts_with("--n")) continue;
    std::string argument(word.substr(2, word.find('=') == std::string_view::npos ? word.npos : word.find('=') - 2));
    std::ranges::replace(argument, '_', '-');
    said<count>* into = argument == "nnodes" ? &found.nodes : argument == "nproc-per-node" ? &found.processes : nullptr;
    if (into == nullptr) continue;
    if (const std::size_t equals = word.find('='); equals != std::string_view::npos)
      *into = number_said(word.substr(equals + 1), words[i].line);
    else if (i + 1 < words.size() && !words[i + 1].ends_command)
      *into = number_said(words[i + 1].text, words[i].line);
  }
  return found;
}

}  // namespace

bool is_of_own_step(const std::vector<command_word>& words, int line) {
  step by;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i].text;
    if (words[i].ends_command) {
      // What && and || join is within one step where the step runs a script in quotes; a line goes on behind them.
      const bool is_joined = is_one_of(word, joining) || (i > 0 && is_one_of(words[i - 1].text, joining));
      if (!is_joined) by = {};
      continue;
    }
    if (by.has_own_nodes && words[i].line == line) return true;
    if (by.is_srun) take_option_of_srun(words, i, by);
    by.is_srun = by.is_srun || program_of(word) == "srun";
  }
  return false;
}

void take_launch(const std::vector<command_word>& words, const said<count>& tasks_of_job, workload& w,
                 deployment_file& into) {
  const launch torchrun = launch_in(words);
  if (torchrun.commands != 1 || !w.nodes.is_known()) return;
  const step& by = torchrun.by;
  said<count> tasks = by.tasks.is_silent() ? tasks_of_job : by.tasks;
  if ((!by.is_srun && tasks.value_or(2) > 1) || by.has_own_nodes) tasks = {unknown, w.line};
  // It waits for all of its nodes, and takes no more; of one node it waits for none, and each task runs by itself.
  // Without "srun", what starts it elsewhere is not in sight.
  const bool is_more_nodes = torchrun.nodes.value_or(0) > w.nodes.value && !by.has_own_nodes;
  const bool is_fewer = torchrun.nodes.value_or(1) > 1 && torchrun.nodes.value < w.nodes.value && by.is_srun;
  if (tasks.value_or(0) == 1 && (is_more_nodes || is_fewer))
    into.claims.push_back(
        {.name = "torchrun", .kind = "torchrun", .line = torchrun.nodes.line, .nodes = torchrun.nodes});
  if (!torchrun.processes.is_known() || !tasks.is_known() || w.unit == "task") return;
  const said<count> processes{multiply(tasks.value, torchrun.processes.value), torchrun.processes.line};
  if (!is_count(processes.value)) return;
  const said<count> asked = w.requests.gpus;
  const bool is_left_to_machine = asked.is_silent() && w.gpus.is_silent() &&
                                  w.requests.mig_profile.is_silent() && !w.leaves_rest;
  const bool is_more = asked.is_known() && asked.value > 0 && processes.value > asked.value;
  if (!is_left_to_machine && !is_more) return;
  // A process takes a GPU of its own.
  w.requests.gpus = processes;
  w.pods = w.nodes;
  if (is_more) w.gpus_per_node = asked;
}

}  // namespace headroom::read
