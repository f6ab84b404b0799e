// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/launch.hpp>

#include <algorithm>
#include <array>
#include <headroom/count.hpp>
#include <span>

#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/common/words.hpp>
#include <headroom/read/engine/arguments.hpp>
#include <headroom/read/engine/settings.hpp>
#include <headroom/read/shell/detail/names.hpp>

namespace headroom::read {

namespace launch_detail {

// An option with a value, whatever stands between: "--nproc_per_node=8", "--nproc-per-node 8", "-np 8".
struct option {
  std::string name{};  // with hyphens, without those in front
  const command_word* word = nullptr;
  const command_word* next = nullptr;

  bool is_joined() const { return word->text.find('=') != std::string_view::npos; }
  // Nothing where it is not known.
  std::optional<std::string_view> value() const {
    if (is_joined()) return word->is_known() ? std::optional(word->text.substr(word->text.find('=') + 1)) : std::nullopt;
    return next != nullptr && next->is_known() && word->is_known() ? std::optional(next->text) : std::nullopt;
  }
  said<count> number() const {
    const std::optional<std::string_view> text = value();
    if (!text.has_value() || text->size() >= 10) return {unknown, word->line, said_state::run_time};
    return size_said(*text, is_joined() ? word->line : std::max(word->line, next->line));
  }
};

option option_at(std::span<const command_word> words, std::size_t at) {
  const command_word& word = words[at];
  if (!word.text.starts_with('-') || word.known == 0) return {};
  option one{std::string(word.text.substr(0, word.text.find('='))), &word, at + 1 < words.size() ? &words[at + 1] : nullptr};
  one.name.erase(0, std::min(one.name.find_first_not_of('-'), one.name.size()));
  std::ranges::replace(one.name, '_', '-');
  return one;
}

// The launchers, and how they call what they are told: their own manuals. Where processes are those of all nodes,
// "of_all" is set.
struct launcher {
  std::string_view name{};
  std::string_view nodes{};
  std::string_view processes{};
  bool of_all = false;
  std::string_view command{};  // the word behind the name, where the program has other commands too
  std::string_view hosts{};    // that names a hostfile
  std::string_view rank = "node-rank";
  std::string_view variable{};  // of the processes of a node; with neither it starts one
};
constexpr std::array launchers{
    launcher{"torchrun", "nnodes", "nproc-per-node", false, {}, {}, "node-rank", "PET_NPROC_PER_NODE"},
    launcher{"torch.distributed.run", "nnodes", "nproc-per-node", false, {}, {}, "node-rank", "PET_NPROC_PER_NODE"},
    launcher{"torch.distributed.launch", "nnodes", "nproc-per-node", false, {}, {}, "node-rank", "PET_NPROC_PER_NODE"},
    launcher{"accelerate", "num-machines", "num-processes", true, {}, {}, "machine-rank"},
    launcher{"accelerate.commands.launch", "num-machines", "num-processes", true, {}, {}, "machine-rank"},
    launcher{"deepspeed", "num-nodes", "num-gpus", false, {}, "hostfile"},
    launcher{"tune", "nnodes", "nproc-per-node", false, "run"},  // of torchtune
    launcher{"composer", {}, "nproc"},                           // of MosaicML
    launcher{"launch_triton_server.py", {}, "world-size"},       // of Triton's backend for TensorRT-LLM
};

// The launcher that a word names; nullptr where it names none.
const launcher* launcher_at(std::span<const command_word> words, std::size_t at) {
  const auto* named = std::ranges::find(launchers, program_named_by(words[at]), &launcher::name);
  if (named == launchers.end()) return nullptr;
  const bool is_command = named->command.empty() || (at + 1 < words.size() && words[at + 1].is(named->command));
  return is_command ? named : nullptr;
}

// The hosts of a hostfile, of Open MPI and DeepSpeed: "node-1 slots=8". Nothing where one says no number.
struct host_slots {
  count nodes = 0;
  count slots = 0;  // of all
  count most = 0;   // of one, in a hostfile
  bool is_known = true;
};
host_slots slots_in(std::string_view text) {
  constexpr std::string_view key = "slots=";
  host_slots all;
  for_each_line(text, [&](std::string_view line, int) {
    const std::string_view words = without_blanks(line.substr(0, line.find('#')));
    if (words.empty()) return;
    const std::size_t at = words.find(key);
    const std::string_view value = at == std::string_view::npos ? std::string_view{} : words.substr(at + key.size());
    const said<count> slots = size_said(value.substr(0, value.find_first_of(" \t")), 0);
    all.is_known = all.is_known && slots.is_known();
    all.nodes = add(all.nodes, 1);
    all.slots = add(all.slots, slots.value_or(0));
    all.most = std::max(all.most, slots.value_or(0));
  });
  all.is_known = all.is_known && all.nodes > 0;
  return all;
}
// Those of the file that an option names, where the script writes it.
host_slots slots_of(const option& one, const started_programs& all) {
  const std::optional<std::string_view> file = one.value();
  const std::optional<std::string_view> text = file.has_value() ? all.text_written_to(*file) : std::nullopt;
  return text.has_value() ? slots_in(*text) : host_slots{.is_known = false};
}
// Those of a list of Open MPI's, "node-1:8,node-2:8". Nothing where one says no number.
host_slots slots_listed(const option& one) {
  host_slots all;
  for_each_part(one.value().value_or(std::string_view{}), [&](std::string_view host) {
    const std::size_t colon = host.rfind(':');
    const said<count> slots = colon == std::string_view::npos ? said<count>{} : size_said(host.substr(colon + 1), one.word->line);
    all.is_known = all.is_known && slots.is_known();
    all.nodes = add(all.nodes, 1);
    all.slots = add(all.slots, slots.value_or(0));
  });
  all.is_known = all.is_known && all.nodes > 0;
  return all;
}

training_launch launch_of(const started_program& program, const started_programs& all) {
  training_launch found;
  const launcher* by = nullptr;
  bool is_in_sight = true;  // all that it is told
  for (std::size_t i = 0; i < program.words.size(); ++i) {
    const command_word& word = program.words[i];
    if (by == nullptr) {
      by = launcher_at(program.words, i);
      if (by == nullptr) continue;
      found.by = &program;
      found.name = by->name;
      continue;
    }
    if (word.text.ends_with(".py")) break;  // what is behind is for the script
    is_in_sight = is_in_sight && word.known > 0;
    const option one = option_at(program.words, i);
    if (one.name.empty()) continue;
    if (one.name == by->nodes) found.nodes = one.number();
    if (one.name == by->processes) found.processes = one.number();
    if (one.name == by->rank) found.names_its_rank = one.number().is_known();
    if (const host_slots these = one.name == by->hosts ? slots_of(one, all) : host_slots{.is_known = false}; these.is_known) {
      if (found.nodes.is_silent()) found.nodes = {these.nodes, word.line};
      if (found.processes.is_silent()) found.processes = {these.most, word.line};
    }
  }
  if (by != nullptr && by->of_all) {
    const count nodes = found.nodes.is_silent() ? 1 : found.nodes.value_or(0);
    const bool is_even = nodes > 0 && found.processes.is_known() && found.processes.value % nodes == 0;
    found.processes = is_even ? said<count>{found.processes.value / nodes, found.processes.line} : said<count>{unknown, found.processes.line};
  }
  // PyTorch, "torchrun (Elastic Launch)": --nproc-per-node is 1 where neither the command nor the variable gives it.
  const bool is_left_out = by != nullptr && !by->variable.empty() && found.processes.is_silent() && is_in_sight;
  if (is_left_out && shell::find_variable(program.variables, by->variable) == nullptr) found.processes_left_out = {count{1}, program.words.front().line};
  return found;
}

}  // namespace launch_detail

namespace launch_detail {

// Launches of one training that another one, or each, is begun of through ssh on a node of its own.
bool are_parts(const training_launch& a, const training_launch& b) {
  constexpr std::string_view elsewhere[]{"ssh"};
  const bool are_alike = a.nodes.is_known() && b.nodes.is_known() && a.nodes.value == b.nodes.value && a.processes.is_known() &&
                         b.processes.is_known() && a.processes.value == b.processes.value;
  return are_alike && a.nodes.value > 1 && (a.by->has_program(elsewhere) || b.by->has_program(elsewhere));
}

}  // namespace launch_detail

training_launch training_launch_in(const started_programs& all) {
  std::vector<training_launch> found;
  training_launch most;
  for (const started_program& each : all.all()) {
    const training_launch one = launch_detail::launch_of(each, all);
    if (one.by == nullptr) continue;
    for (const training_launch& other : found)
      most.are_at_once = most.are_at_once || (!launch_detail::are_parts(other, one) && all.run_together(*other.by, each));
    found.push_back(one);
    const bool is_open = !one.processes.is_known();
    if (most.by == nullptr || is_open || (most.processes.is_known() && one.processes.value > most.processes.value)) {
      most.name = one.name;
      most.by = one.by;
      most.nodes = one.nodes;
      most.processes = one.processes;
      most.processes_left_out = one.processes_left_out;
      most.names_its_rank = one.names_its_rank;
    }
    most.are_at_once = most.are_at_once || (!launch_detail::are_parts(one, one) && all.is_repeated(each));
  }
  most.share_gpus = share_gpus(all);
  if (found.size() > 1) most.processes_left_out = {};
  // Those that run one behind the other and wait for as many nodes are judged as one.
  most.is_only = !most.are_at_once && std::ranges::all_of(found, [&](const training_launch& each) {
    return found.size() == 1 || (each.nodes.is_known() && each.nodes.value == most.nodes.value);
  });
  return most;
}

training_launch training_launch_on(const said<count>& gpus, const started_programs& all) {
  training_launch launch = training_launch_in(all);
  if (launch.processes_left_out.is_silent() || gpus.value_or(0) < 2 || launch.by->is_in_background()) return launch;
  deployment_file scratch{std::string()};
  engine_arguments arguments(scratch);
  const bool is_alone = std::ranges::none_of(all.all(), [&](const started_program& each) {
    return &each != launch.by && arguments.take(each).engine != engine::unnamed;
  });
  if (is_alone) launch.processes = launch.processes_left_out;
  return launch;
}

namespace launch_detail {

// Settings of Lightning's trainer, which is NeMo's too; of verl's; and of NeMo-RL's cluster.
struct trainer {
  std::string_view nodes{};
  std::string_view processes{};
};
constexpr std::array trainers{
    trainer{"trainer.num_nodes", "trainer.devices"},
    trainer{"trainer.nnodes", "trainer.n_gpus_per_node"},
    trainer{"cluster.num_nodes", "cluster.gpus_per_node"},
};

// The value of a setting as Hydra takes it, "+trainer.devices=8", or as Lightning's command line does, "--trainer.devices 8".
said<count> setting_said(std::span<const command_word> words, std::size_t at, std::string_view key) {
  const command_word& word = words[at];
  const std::size_t begin = std::min(word.text.find_first_not_of("+-"), word.text.size());
  const std::string_view text = word.text.substr(begin);
  if (text == key && word.is_known() && word.text.starts_with("--")) {
    if (at + 1 == words.size()) return {unknown, word.line};
    const command_word& value = words[at + 1];
    const int line = std::max(word.line, value.line);
    return value.is_known() ? size_said(value.text, line) : said<count>{unknown, line, said_state::run_time};
  }
  if (!text.starts_with(key) || !text.substr(key.size()).starts_with('=') || word.known <= begin + key.size()) return {};
  return word.is_known() ? size_said(text.substr(key.size() + 1), word.line) : said<count>{unknown, word.line, said_state::run_time};
}

}  // namespace launch_detail

trainer_settings trainer_settings_in(const started_programs& all) {
  trainer_settings found;
  for (const started_program& each : all.all()) {
    trainer_settings one;
    for (std::size_t i = 0; i < each.words.size(); ++i)
      for (const launch_detail::trainer& by : launch_detail::trainers) {
        const said<count> nodes = launch_detail::setting_said(each.words, i, by.nodes);
        const said<count> processes = launch_detail::setting_said(each.words, i, by.processes);
        if (!nodes.is_silent()) one.nodes = nodes;
        if (!processes.is_silent()) one.processes = processes;
      }
    if (one.nodes.is_silent() && one.processes.is_silent()) continue;
    if (found.of != nullptr) return {};  // which of them it is, or whether both run
    found = one;
    found.of = &each;
  }
  return found;
}

bool is_launch_of_training(const started_program& one) {
  for (std::size_t i = 0; i < one.words.size(); ++i)
    if (launch_detail::launcher_at(one.words, i) != nullptr) return true;
  return false;
}

namespace launch_detail {

// Open MPI's, MPICH's and Intel's manuals: options with two values, and those with none.
constexpr std::string_view with_two_values[]{"mca", "gmca", "omca", "pmixmca", "prtemca", "genv", "env"};
constexpr std::string_view with_no_value[]{
    "allow-run-as-root", "oversubscribe", "nooversubscribe", "tag-output", "timestamp-output", "display-map", "display-allocation",
    "display-topo", "report-bindings", "bind-to-core", "bind-to-socket", "bycore", "bynode", "byslot", "pernode", "nolocal",
    "quiet", "q", "verbose", "v", "l", "prefix-output", "genvall", "genvnone"};

// Words behind an option that are its values.
std::size_t values_of(const option& one) {
  if (one.word->text.find('=') != std::string_view::npos || is_one_of(one.name, with_no_value)) return 0;
  return is_one_of(one.name, with_two_values) ? 2 : 1;
}

// Whether it says how the processes are spread over the nodes.
bool says_processes_of_each(const option& one) {
  constexpr std::string_view options[]{"npernode", "N", "ppn", "perhost", "map-by", "bynode", "pernode"};
  return is_one_of(one.name, options);
}

// Processes of each node: "ppr:8:node", and the number of "-npernode 8". With more of them than nodes for these Open MPI
// refuses; others begin again with the first node.
said<count> processes_of_each(const option& one) {
  if (one.name == "npernode" || one.name == "N") return one.number();
  if (one.name == "pernode") return {count{1}, one.word->line};
  if (one.name != "map-by") return {};
  if (one.next == nullptr || !one.next->is_known()) return {};
  std::string_view text = one.next->text;
  if (!text.starts_with("ppr:")) return {};
  text.remove_prefix(4);
  const std::size_t colon = text.find(':');
  const bool is_of_node = text.substr(colon + 1).substr(0, 4) == "node" && colon < 10;
  return is_of_node ? size_said(text.substr(0, colon), one.next->line) : said<count>{};
}

// Whether more processes may start than there are slots; those of each node are a bound all the same.
bool oversubscribes(const option& one) {
  if (one.name == "oversubscribe") return true;
  return one.name == "map-by" && one.next != nullptr && one.next->is_known() && ascii::contains(one.next->text, "oversubscribe");
}

}  // namespace launch_detail

said<count> gpus_of_test_process(const started_program& one) {
  // nccl-tests, README: the programs, those built with "NAME_SUFFIX=_mpi" too, "-t,--nthreads" and "-g,--ngpus <GPUs per thread>", each 1 where it is left out.
  constexpr std::string_view tests[]{"all_gather_perf", "all_reduce_perf", "alltoall_perf",       "broadcast_perf", "gather_perf",
                                                   "hypercube_perf",  "reduce_perf",     "reduce_scatter_perf", "scatter_perf",   "sendrecv_perf"};
  said<count> gpus;
  for (std::size_t i = 0; i < one.words.size(); ++i) {
    if (gpus.is_silent()) {
      std::string_view name = program_of(one.words[i].text);
      if (name.ends_with("_mpi")) name.remove_suffix(4);
      if (is_one_of(name, tests)) gpus = {count{1}, one.words[i].line};
      continue;
    }
    if (one.words[i].is_several) return {unknown, one.words[i].line};
    const launch_detail::option option = launch_detail::option_at(one.words, i);
    if (option.name != "g" && option.name != "ngpus" && option.name != "t" && option.name != "nthreads") continue;
    const said<count> number = option.number();
    if (!number.is_known()) return number;
    gpus = {multiply(gpus.value, number.value), number.line};
  }
  return gpus;
}

mpi_launch mpi_launch_of(const started_program& program, const started_programs& all) {
  constexpr std::string_view processes[]{"np", "n", "c", "-np"};
  // Likewise: where it starts them, and how many in one place.
  constexpr std::string_view lists[]{"host", "H"};
  constexpr std::string_view places[]{"hosts", "f", "rankfile", "app", "configfile", "launch-agent"};
  constexpr std::string_view hostfiles[]{"hostfile", "machinefile"};
  // The one that Kubeflow's MPI operator writes, of the slots that its job says.
  constexpr std::string_view hostfile_of_operator = "/etc/mpi/hostfile";
  mpi_launch found;
  std::size_t starts = program.words.size();
  launch_detail::host_slots hosts{.is_known = false};
  int line_of_hosts = 0;
  for (std::size_t i = 0; i < program.words.size(); ++i) {
    const command_word& word = program.words[i];
    if (!found.is_there) {
      found.is_there = is_one_of(program_of(word.text), shell::detail::mpi_starters);
      continue;
    }
    // Options of its own may be in it.
    if (word.is_several) found.has_own_places = true;
    const launch_detail::option one = launch_detail::option_at(program.words, i);
    if (one.word == nullptr) {
      if (word.is_several) continue;
      starts = i;
      break;  // the name of the program, which ends the options
    }
    const bool is_mapped = one.name == "map-by" && !(one.next != nullptr && one.next->is_known());
    if (is_one_of(one.name, places) || is_mapped) found.has_own_places = true;
    if (launch_detail::oversubscribes(one)) found.oversubscribes = true;
    const bool is_list = is_one_of(one.name, lists);
    if (is_list || is_one_of(one.name, hostfiles)) {
      const launch_detail::host_slots these = is_list ? launch_detail::slots_listed(one) : launch_detail::slots_of(one, all);
      // Of two the one is a choice among the hosts of the other.
      if (these.is_known && hosts.is_known) found.has_own_places = true;
      if (these.is_known) {
        hosts = these;
        line_of_hosts = word.line;
      } else if (is_list || one.next == nullptr || !one.next->is(hostfile_of_operator)) {
        found.has_own_places = true;
      }
    }
    if (launch_detail::says_processes_of_each(one)) found.are_spread = true;
    if (is_one_of(one.name, processes) && found.processes.is_silent()) found.processes = one.number();
    if (found.of_each.is_silent()) found.of_each = launch_detail::processes_of_each(one);
    for (std::size_t left = launch_detail::values_of(one); left > 0 && i + 1 < program.words.size(); --left)
      if (!program.words[i + 1].is_several && !program.words[i + 1].text.starts_with('-')) ++i;
  }
  if (!found.is_there) return {};
  found.gpus_of_process = gpus_of_test_process(program);
  // A script of a shell, or a launcher, may start a process for each GPU of its own.
  const auto program_words = std::span(program.words).subspan(starts);
  const bool is_in_sight = !program_words.empty() && program_words.front().is_known() && !shell::detail::is_shell(program_of(program_words.front().text)) &&
                           !program_words.front().text.ends_with(".sh") && !is_launch_of_training(program);
  if (found.gpus_of_process.is_silent() && !is_in_sight) found.gpus_of_process = {unknown, program.words.front().line};
  if (hosts.is_known && found.processes.is_silent() && !found.are_spread) found.processes = {hosts.slots, line_of_hosts};
  if (hosts.is_known) found.slots = found.slots_on({hosts.nodes, found.processes.line}, {hosts.slots, found.processes.line});
  if (found.of_each.value_or(0) > 0 && found.processes.is_known())
    found.nodes = {ceil_of(found.processes.value, found.of_each.value), found.processes.line};
  return found;
}

mpi_launch mpi_launch_in(const started_programs& all) {
  mpi_launch most;
  std::vector<const started_program*> launches;
  for (const started_program& program : all.all()) {
    mpi_launch found = mpi_launch_of(program, all);
    if (!found.is_there) continue;
    // Of several that run one behind the other the largest; nothing of those that run together, or place what they start.
    const bool run_together = all.is_repeated(program) || std::ranges::any_of(launches, [&](const started_program* other) {
      return all.run_together(*other, program);
    });
    if (run_together || (!launches.empty() && !(found.processes.is_known() && most.processes.is_known()))) return {};
    found.has_own_places = found.has_own_places || most.has_own_places;
    found.are_spread = found.are_spread || most.are_spread;
    found.oversubscribes = found.oversubscribes || most.oversubscribes;
    const bool is_most = launches.empty() || found.processes.value > most.processes.value;
    launches.push_back(&program);
    if (is_most) {
      most = found;
      continue;
    }
    most.has_own_places = found.has_own_places;
    most.are_spread = found.are_spread;
    most.oversubscribes = found.oversubscribes;
  }
  return most;
}

bool share_gpus(const started_programs& all) {
  // NVIDIA's Multi-Process Service, by its manual: the programs that start it, and its variables.
  constexpr std::string_view starting[]{"nvidia-cuda-mps-control", "nvidia-cuda-mps-server"};
  return std::ranges::any_of(all.all(), [&](const started_program& each) {
    return each.has_program(starting) ||
           std::ranges::any_of(each.words, [](const command_word& word) { return word.text.starts_with(variables_of_mps); });
  });
}

namespace launch_detail {

// Variables that say how many have to meet, and which of them one is: of torchrun and of "env://" PyTorch's documentation, of MaxText
// its own, of JAX as Kubeflow's trainer sets them.
struct meeting {
  std::string_view size{};
  std::string_view rank{};
  bool is_of_launcher = false;
  bool is_of_processes = false;  // of all pods, each of which takes a GPU at least
};
constexpr std::array meetings{
    meeting{"PET_NNODES", "PET_NODE_RANK", true},
    meeting{"NNODES", "NODE_RANK"},
    meeting{"WORLD_SIZE", "RANK", false, true},
    meeting{"JAX_NUM_PROCESSES", "JAX_PROCESS_ID", false, true},
};

// Pods that have to meet, by the variables of each, with so many GPUs; silent where none says it, or one is told which it is.
said<count> pods_to_meet(const outer_variables& set, bool has_launcher, count gpus) {
  for (const meeting& each : meetings) {
    const auto size = set.find(each.size);
    if (size == set.end() || each.is_of_launcher != has_launcher) continue;
    const said<count> number = size_said(size->second.value.value_or("$"), size->second.line);
    if (!number.is_known()) continue;
    const auto rank = set.find(each.rank);
    if (rank != set.end() && rank->second.value.has_value()) return {};
    return {each.is_of_processes ? ceil_of(number.value, gpus) : number.value, number.line};
  }
  return {};
}

}  // namespace launch_detail

void take_processes(const started_programs& all, const outer_variables& set, bool are_all_set, const said<count>& gpus, workload& into) {
  const bool is_in_sight = are_all_set && std::ranges::none_of(launch_detail::launchers, [&](const auto& each) { return set.contains(each.variable); });
  const training_launch launch = is_in_sight ? training_launch_on(gpus, all) : training_launch_in(all);
  const bool is_one = launch.by != nullptr && !launch.are_at_once && launch.by->devices.is_silent();
  const bool may_have_gpus = gpus.is_unresolved() || gpus.value_or(0) > 0;
  if (is_one && may_have_gpus && !launch.processes.is_silent()) into.launch.processes = launch.processes;
  const trainer_settings trainer = trainer_settings_in(all);
  const bool is_by_itself = launch.by == nullptr && trainer.of != nullptr && trainer.of->is_certain() && trainer.of->devices.is_silent();
  if (is_by_itself && gpus.value_or(0) > 0 && trainer.processes.is_known()) into.launch.processes = trainer.processes;
  if (is_by_itself && trainer.nodes.is_known() && into.launch.nodes.is_silent()) into.launch.nodes = trainer.nodes;
  if (share_gpus(all) && into.launch.processes.value_or(0) > gpus.value_or(0)) into.launch.processes = {};
  const mpi_launch mpi = mpi_launch_in(all);
  said<count>& waits_for = into.launch.nodes;
  if (waits_for.is_silent() && launch.is_only && !launch.names_its_rank) waits_for = launch.nodes;
  if (waits_for.is_silent() && gpus.value_or(0) > 0 && !mpi.is_there && !share_gpus(all))
    waits_for = launch_detail::pods_to_meet(set, launch.by != nullptr, gpus.value);
  if (mpi.has_own_places || !into.launch.ranks.is_silent()) return;
  into.launch.ranks = mpi.processes;
  into.launch.gpus_of_process = mpi.gpus_of_process;
  into.launch.slots = mpi.slots;
}

said<count> mpi_launch::most_of_a_node(const said<count>& on) const {
  if (!of_each.is_silent() || has_own_places || gpus_of_process.value_or(1) == 1) return of_each;
  if (!processes.is_known() || on.value_or(0) <= 0) return {};
  return {ceil_of(processes.value, on.value), processes.line};
}

said<count> mpi_launch::slots_on(const said<count>& on, const said<count>& stated) const {
  const bool is_bound = of_each.value_or(0) > 0 && on.is_known();
  const said<count> bound = is_bound ? said<count>{multiply(on.value, of_each.value), stated.line} : said<count>{};
  if (oversubscribes) return bound;
  return is_bound && bound.value < stated.value ? bound : stated;
}

}  // namespace headroom::read
