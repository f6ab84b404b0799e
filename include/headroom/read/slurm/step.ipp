// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/slurm/step.hpp>

#include <algorithm>
#include <headroom/count.hpp>
#include <string>
#include <string_view>

#include <headroom/read/common/words.hpp>
#include <headroom/read/engine/settings.hpp>

namespace headroom::read {

namespace step_detail {

// The manual page of srun: options that count here, and those without a value.
enum class meaning { other, nodes, tasks, tasks_per_node, place, job, component, gpus, gpus_per_node, gres, gpus_per_task, other_gpus };
struct srun_option {
  std::string_view name{};
  meaning what = meaning::other;
  char letter = '\0';
};
// "pack-group" is of older versions.
constexpr srun_option counted[]{
    {"nodes", meaning::nodes, 'N'}, {"ntasks", meaning::tasks, 'n'}, {"ntasks-per-node", meaning::tasks_per_node},
    {"tasks-per-node", meaning::tasks_per_node}, {"nodelist", meaning::place, 'w'}, {"relative", meaning::place, 'r'},
    {"exclude", meaning::place, 'x'}, {"nodefile", meaning::place}, {"het-group", meaning::component},
    {"ntasks-per-gpu", meaning::place}, {"pack-group", meaning::component}, {"jobid", meaning::job},
    {"gpus", meaning::gpus, 'G'}, {"gpus-per-task", meaning::gpus_per_task}, {"gpus-per-node", meaning::gpus_per_node},
    {"gres", meaning::gres}, {"tres-per-task", meaning::other_gpus}};
constexpr std::string_view switches_by_letter = "EHhIKlkOQsuVvXZ";
constexpr std::string_view switches[]{
    "contiguous", "disable-status", "exact", "exclusive", "external", "help", "hold", "immediate", "interactive", "kill-on-bad-exit",
    "label", "multi-prog", "no-allocate", "no-kill", "no-container-mount-home", "no-container-entrypoint", "no-container-remap-root",
    "container-mount-home", "container-remap-root", "container-entrypoint", "container-writable", "container-readonly", "overcommit",
    "overlap", "oversubscribe", "preserve-env", "propagate", "pty", "quiet", "quit-on-interrupt", "spread-job", "unbuffered",
    "use-min-nodes", "verbose"};

void take(meaning what, const command_word& value, int line, job_step& into) {
  const said<count> number = value.is_known() && value.text.size() < 10 ? size_said(value.text, line) : said<count>{unknown, line, said_state::run_time};
  // A number is another job's; a script finds its own in SLURM_JOB_ID.
  into.is_placed = into.is_placed || what == meaning::place || (what == meaning::job && number.is_known());
  into.has_own_gpus = into.has_own_gpus || what >= meaning::gpus;
  const auto keep = [&](command_word& as) {
    as = value;
    as.line = line;
  };
  if (what == meaning::gpus) keep(into.gpus);
  if (what == meaning::gpus_per_node) keep(into.gpus_per_node);
  if (what == meaning::gres) keep(into.gres);
  if (what == meaning::gpus_per_task) keep(into.gpus_per_task);
  if (what == meaning::component) into.component = number;
  if (what == meaning::nodes) into.nodes = number;
  if (what == meaning::tasks) into.tasks = number;
  if (what == meaning::tasks_per_node) into.tasks_per_node = number;
}

// What a word that is one of several texts may be, or that may not be there, in front of the program.
enum class choice { open, option, program };
choice choice_of(const command_word& word) {
  if (word.open->may_be.empty()) return choice::open;
  const auto is_program = [](std::string_view text) { return !text.empty() && !text.starts_with('-'); };
  // Or nothing; one with a value of its own may be one that counts.
  const auto is_option = [](std::string_view text) {
    if (text.find_first_of(" \t\n") != std::string_view::npos) return false;
    const std::string_view name = text.starts_with("--") ? text.substr(2, text.find('=') - 2) : std::string_view{};
    return text.empty() || (!name.empty() && std::ranges::find(counted, name, &srun_option::name) == std::ranges::end(counted));
  };
  if (std::ranges::all_of(word.open->may_be, is_program)) return choice::program;
  return std::ranges::all_of(word.open->may_be, is_option) ? choice::option : choice::open;
}

}  // namespace step_detail

bool job_step::has_own_nodes(const said<count>& of_job) const {
  if (!is_srun) return false;
  if (is_placed || is_open) return true;
  // Fewer tasks than there are nodes need no more of them.
  if (nodes.is_silent()) return !tasks.is_silent() && (!of_job.is_known() || tasks.value < of_job.value);
  return !nodes.is_known() || nodes.value != of_job.value;
}

said<count> job_step::tasks_of_node(const said<count>& tasks_of_job, const said<count>& nodes_of_job) const {
  if (!is_srun) return tasks_of_job;
  if (has_own_nodes(nodes_of_job)) return {unknown, tasks_of_job.line};
  if (!tasks_per_node.is_silent()) return tasks_per_node;
  if (tasks.is_silent()) return tasks_of_job;
  if (!tasks.is_known() || nodes_of_job.value < 1) return {unknown, tasks.line};
  return {ceil_of(tasks.value, nodes_of_job.value), tasks.line};
}

job_step step_of(const started_program& program) {
  job_step step;
  const std::vector<command_word>& words = program.words;
  std::size_t i = 0;
  while (i < words.size() && program_of(words[i].text) != "srun") ++i;
  step.is_srun = i < words.size();
  for (++i; i < words.size(); ++i) {
    const command_word& word = words[i];
    const std::string_view text = word.text;
    const bool has_gap = word.again >= word.known;
    const bool is_choice = !word.is_known() && !word.open->may_be.empty() && (word.text.empty() || !has_gap);
    if (word.is_several || is_choice) {
      const step_detail::choice is = step_detail::choice_of(word);
      if (is == step_detail::choice::program) break;
      step.is_open = step.is_open || is == step_detail::choice::open;
      continue;
    }
    if (!text.starts_with('-') || word.known == 0 || (text == "-" && !has_gap)) break;
    if (text == "--" && !has_gap) {
      ++i;
      break;
    }
    const bool is_long = text.starts_with("--");
    const std::size_t equals = text.find('=');
    // Of one whose name is not known all may be said.
    if (has_gap && (is_long ? equals >= word.known : word.known < 2)) {
      step.is_open = true;
      continue;
    }
    const std::string_view name = is_long ? text.substr(2, equals == std::string_view::npos ? equals : equals - 2) : text.substr(1);
    const bool is_joined = is_long ? equals != std::string_view::npos : text.size() > 2 || has_gap;
    const bool is_switch = is_long ? is_one_of(name, step_detail::switches) : step_detail::switches_by_letter.find(name) != std::string_view::npos;
    const auto same = [&](const step_detail::srun_option& each) { return is_long ? each.name == name : each.letter == name[0]; };
    const auto* found = std::ranges::find_if(step_detail::counted, same);
    command_word value = word;
    if (is_joined) {
      value.text = text.substr(is_long ? equals + 1 : 2);
      if (!is_long && value.text.starts_with('=')) value.text.remove_prefix(1);
    } else if (!is_switch && i + 1 < words.size()) {
      value = words[++i];
    }
    if (found != std::ranges::end(step_detail::counted)) step_detail::take(found->what, value, std::max(word.line, value.line), step);
  }
  step.program = i;
  return step;
}

}  // namespace headroom::read
