// SPDX-License-Identifier: BSL-1.0
#pragma once


#include <algorithm>
#include <headroom/deployment/resolve.hpp>
#include <headroom/deployment/parallel_gpus.hpp>
#include <iterator>
#include <string>

#include <headroom/read/engine/arguments.hpp>
#include <headroom/read/slurm/host_list.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/slurm/slurm.hpp>
#include <headroom/read/slurm/gres.hpp>
#include <headroom/read/slurm/launch.hpp>
#include <headroom/read/slurm/options.hpp>
#include <headroom/read/slurm/step.hpp>
#include <headroom/read/slurm/steps.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/shell/detail/names.hpp>

// Batch scripts of Slurm. What one node gets stands in a pod's place where the number of nodes is known; else a task
// does.
namespace headroom::read {

namespace {

said<count> product_or_unknown(const said<count>& a, const said<count>& b) {
  const int line = a.line != 0 ? a.line : b.line;
  if (!a.is_known() || !b.is_known()) return {unknown, line, (a.is_known() ? b : a).state};
  return {multiply(a.value, b.value), line};
}

class job_reader {
 public:
  job_reader(const batch_options& options, deployment_file& into) : options_(options), into_(into) {}

  job_tasks tasks() const {
    const bool is_given = !tasks_.is_silent() || !tasks_per_node_.is_silent();
    const bool by_gpus = !per_task_.is_silent() || options_.find("ntasks-per-gpu") != nullptr;
    job_tasks all{.of_node = !is_given && by_gpus ? said<count>{unknown, options_.line} : tasks_of_a_node(), .have_gpus_each = by_gpus};
    all.all = !tasks_.is_silent() ? tasks_ : tasks_per_node_.is_silent() ? said<count>{} : product_or_unknown(tasks_per_node_, w_.scale.nodes);
    return all;
  }

  workload run() {
    w_.identity.kind = "sbatch";
    w_.queueing.runs_as = workload_class::job;
    w_.identity.line = options_.line;
    w_.scale.replicas = {count{1}, options_.line};
    w_.scale.array_tasks = array_tasks();
    w_.placement.leaves_rest = !is_exclusive();
    if (const ini_pair* name = options_.find("job-name"); name != nullptr && !is_left_open(name->value))
      w_.identity.name = into_.keep(std::string(name->value));
    if (const ini_pair* partition = options_.find("partition")) w_.placement.pool = text(*partition);
    if (const ini_pair* features = options_.find("constraint"))
      w_.placement.instance_type = size_in_features(features->value, features->line, into_);
    tasks_ = number("ntasks");
    tasks_per_node_ = number("ntasks-per-node");
    take_gpus();
    take_nodes();
    hold_sums_together();
    spread();
    // How much of a GPU an instance is, the script does not say: its nodes are not filled or left empty by them.
    if (w_.requests.mig_profile.is_known()) w_.scale.nodes = {};
    w_.placement.segment_nodes = number("segment");
    return w_;
  }

 private:
  bool asks_for_memory_of_node() const {
    const ini_pair* all = options_.find("mem");
    return all != nullptr && (is_left_open(all->value) || in_bytes(slurm_memory(all->value, all->line)) > 0);
  }
  bool is_exclusive() const {
    const ini_pair* exclusive = options_.find("exclusive");
    return exclusive != nullptr && exclusive->value != "user" && exclusive->value != "mcs";
  }
  // Of "0-15:4,20%2", where two of five run at once.
  said<count> array_tasks() const {
    const ini_pair* of = options_.find("array");
    if (of == nullptr) return {};
    if (is_left_open(of->value)) return {unknown, of->line, said_state::left_open};
    const std::string_view all = of->value;
    const std::size_t limit = std::min(all.find('%'), all.size());
    std::optional<count> sum = 0;
    ascii::for_each_part(all.substr(0, limit), [&](std::string_view part) {
      const std::size_t to = std::min(part.find('-'), part.size());
      const std::size_t by = std::min(part.find(':'), part.size());
      const std::optional<count> first = whole_number_in(part.substr(0, to));
      const std::optional<count> last = to < part.size() ? whole_number_in(part.substr(to + 1, by - to - 1)) : first;
      const std::optional<count> step = by < part.size() ? whole_number_in(part.substr(by + 1)) : std::optional<count>(1);
      const bool is_range = first.has_value() && last.has_value() && step.has_value() && *step > 0 && *last >= *first;
      if (!is_range) sum.reset();
      else if (sum.has_value()) sum = add(*sum, (*last - *first) / *step + 1);
    });
    if (limit < all.size()) {
      const std::optional<count> at_once = whole_number_in(all.substr(limit + 1));
      if (at_once.has_value() && sum.has_value()) sum = std::min(*sum, *at_once);
      else sum.reset();
    }
    if (!sum.has_value() || *sum < 1) return {unknown, of->line};
    return {*sum, of->line};
  }
  said<std::string_view> text(const ini_pair& pair) {
    if (is_left_open(pair.value)) return {unknown, pair.line, said_state::left_open};
    return {into_.keep(std::string(pair.value)), pair.line};
  }
  said<count> number(std::string_view name) const {
    const ini_pair* pair = options_.find(name);
    if (pair == nullptr) return {};
    if (is_left_open(pair->value)) return {unknown, pair->line, said_state::left_open};
    const count value = suffixed_count(pair->value, pair->line);
    return {value, pair->line};
  }
  memory memory_in(const ini_pair& pair) const {
    return is_left_open(pair.value) ? memory{} : slurm_memory(pair.value, pair.line);
  }

  void take_gpus() {
    if (const ini_pair* gres = options_.find("gres")) take_per_node(gpus_of_gres(gres->value, gres->line, into_));
    if (const ini_pair* each = options_.find("gpus-per-node"))
      take_per_node(gpus_of_option(each->value, each->line, into_));
    if (const ini_pair* each = options_.find("gpus-per-task"))
      per_task_ = take_type(gpus_of_option(each->value, each->line, into_)).gpus;
    if (const ini_pair* each = options_.find("tres-per-task"); each != nullptr && per_task_.is_silent())
      per_task_ = take_type(gpus_of_gres(each->value, each->line, into_)).gpus;
    if (const ini_pair* all = options_.find("gpus")) {
      const generic_gpus gpus = take_type(gpus_of_option(all->value, all->line, into_));
      total_ = gpus.gpus;
      if (gpus.mig_profile.is_known()) w_.requests.mig_profile = gpus.mig_profile;
    }
    // Tasks that share a GPU.
    const said<count> sharing = number("ntasks-per-gpu");
    if (total_.is_silent() && per_node_.is_silent() && sharing.value_or(0) > 0 && tasks_.is_known())
      total_ = {ceil_of(tasks_.value, sharing.value), sharing.line};
  }
  const generic_gpus& take_type(const generic_gpus& gpus) {
    if (gpus.type.is_known()) w_.placement.gpu_type = gpus.type;
    return gpus;
  }
  void take_per_node(const generic_gpus& gpus) {
    take_type(gpus);
    if (!gpus.gpus.is_silent()) per_node_ = gpus.gpus;
    if (gpus.mig_profile.is_known()) w_.requests.mig_profile = gpus.mig_profile;
  }

  // Slurm refuses a job whose numbers of GPUs contradict each other (gres.c of slurmctld, "gres_per_job is multiple of other
  // specifications").
  void hold_sums_together() {
    const auto refuse = [&](const said<count>& has, const said<count>& each, std::string_view of_each, const said<count>& how_many) {
      if (has.value_or(0) == 0 || each.value_or(0) == 0) return;  // not asked for
      if (has.value % each.value == 0 && (!how_many.is_known() || multiply(each.value, how_many.value) == has.value)) return;
      into_.unread.push_back({has.line, 0,
                              concat(has.value, " GPUs in all do not go with the ", each.value, " of each ", of_each, " in line ", each.line,
                                     how_many.is_known() ? concat(", of which there are ", how_many.value) : std::string())});
    };
    if (options_.find("gpus") != nullptr) {
      // More than its nodes have is told of the GPUs used.
      const said<count> of_nodes = product_or_unknown(per_node_, w_.scale.nodes);
      if (total_.value <= of_nodes.value_or(too_many)) refuse(total_, per_node_, "node", w_.scale.nodes);
      refuse(total_, per_task_, "task", tasks_);
    }
    const said<count> of_tasks = product_or_unknown(per_task_, tasks_per_node_);
    if (per_node_.is_known() && of_tasks.value > per_node_.value)
      into_.unread.push_back({per_task_.line, 0,
                              concat(tasks_per_node_.value, " tasks of ", per_task_.value, " GPUs on each node take more than the ", per_node_.value,
                                     " in line ", per_node_.line)});
  }

  // Without a number of nodes there are as many as the tasks and GPUs need.
  void take_nodes() {
    if (const ini_pair* nodes = options_.find("nodes")) {
      w_.scale.nodes = nodes_in(*nodes);
      return;
    }
    if (const ini_pair* list = options_.find("nodelist")) w_.scale.nodes = hosts_in(*list);
    if (w_.scale.nodes.is_silent() && total_.is_silent() && (tasks_.is_silent() || (tasks_.is_known() && tasks_.value <= 1)))
      w_.scale.nodes = {count{1}, options_.line};
  }
  static said<count> hosts_in(const ini_pair& list) {
    if (is_left_open(list.value)) return {unknown, list.line, said_state::left_open};
    if (list.value.find('/') != std::string_view::npos) return {unknown, list.line, said_state::elsewhere};  // a file's
    const count hosts = host_list(list.value, list.line).size();
    return hosts == 0 ? said<count>{} : said<count>{hosts, list.line};
  }
  static said<count> nodes_in(const ini_pair& pair) {
    // A range, a list or steps of it: Slurm chooses.
    const std::size_t hyphen = pair.value.find('-', 1);
    if (is_left_open(pair.value)) return {unknown, pair.line, said_state::left_open};
    if (pair.value.find_first_of(",:") != std::string_view::npos) return {unknown, pair.line, said_state::chosen};
    const count least = suffixed_count(pair.value.substr(0, hyphen), pair.line);
    if (least < 1) throw unreadable({pair.line, 0, "a job of 0 nodes: expected at least one"});
    const count most = hyphen == std::string_view::npos ? least : suffixed_count(pair.value.substr(hyphen + 1), pair.line);
    if (most < least) throw unreadable({pair.line, 0, concat("from ", least, " to ", most, " nodes: expected more")});
    return most == least ? said<count>{least, pair.line} : said<count>{unknown, pair.line, said_state::chosen};
  }

  // Tasks of the node that has the most: so many at least.
  said<count> tasks_of_a_node() const {
    if (tasks_.is_silent()) return tasks_per_node_.is_silent() ? said<count>{count{1}, options_.line} : tasks_per_node_;
    if (!tasks_.is_known() || !w_.scale.nodes.is_known()) return {unknown, tasks_.line};
    return {ceil_of(tasks_.value, w_.scale.nodes.value), tasks_.line};
  }

  void spread() {
    const said<count> tasks = tasks_of_a_node();
    bool by_tasks = w_.scale.nodes.is_silent() && total_.is_silent() && per_node_.is_silent();
    pod_resources& each = w_.requests;
    w_.requests.unit = by_tasks ? "task" : "node";
    if (by_tasks) {
      w_.scale.pods = tasks_;
      each.gpus = per_task_;
    } else if (!total_.is_silent()) {
      w_.scale.gpus = total_;
      w_.scale.gpus_per_node = per_node_;
    } else if (!per_node_.is_silent()) {
      w_.scale.pods = w_.scale.nodes.is_silent() ? said<count>{unknown, per_node_.line, said_state::chosen} : w_.scale.nodes;
      each.gpus = per_node_;
    } else if (!per_task_.is_silent()) {
      const bool is_even = tasks_.is_silent() || (tasks_.is_known() && w_.scale.nodes.is_known() && w_.scale.nodes.value > 0 &&
                                                  tasks_.value % w_.scale.nodes.value == 0);
      if (is_even) {
        w_.scale.pods = w_.scale.nodes;
        each.gpus = product_or_unknown(per_task_, tasks);
      } else if (tasks_.is_known() && w_.scale.nodes.is_known() && !asks_for_memory_of_node()) {
        // No task is cut: one stands for itself, and the rule finds how many a node takes.
        by_tasks = true;
        w_.scale.pods = tasks_;
        each.gpus = per_task_;
      } else {
        w_.scale.gpus = product_or_unknown(per_task_, tasks_);
      }
    } else {
      w_.scale.pods = w_.scale.nodes;
    }
    const said<count> cpus = cpus_of(by_tasks ? said<count>{count{1}, tasks_.line} : tasks);
    if (cpus.is_known()) each.millicpus = {multiply(cpus.value, 1'000), cpus.line};
    take_memory(cpus);
    for (const said<count>* one : {&each.gpus, &w_.scale.gpus})
      if (one->is_known() && !is_count(one->value))
        throw unreadable({one->line, 0, concat("more than ", max_count, " GPUs")});
  }

  // CPUs of a node with so many tasks, or of one task; silent where the script leaves them to Slurm.
  said<count> cpus_of(const said<count>& tasks) const {
    if (options_.find("overcommit") != nullptr) return {};
    const said<count> of_task = number("cpus-per-task");
    const said<count> of_gpu = number("cpus-per-gpu");
    if (!of_gpu.is_silent()) return gpus_here().is_silent() ? said<count>{} : product_or_unknown(of_gpu, gpus_here());
    if (of_task.is_silent()) return tasks_.is_silent() && tasks_per_node_.is_silent() ? said<count>{} : tasks;
    return product_or_unknown(of_task, tasks);
  }

  // 0 asks for all there is.
  void take_memory(const said<count>& cpus) {
    const auto ask = [&](memory size, int line) {
      if (in_bytes(size) > 0) w_.requests.system_memory = {size, line};
    };
    const auto of_each = [&](const ini_pair& pair, const said<count>& how_many) {
      if (how_many.is_known()) ask(memory_in(pair) * static_cast<double>(how_many.value), pair.line);
    };
    if (const ini_pair* all = options_.find("mem")) {
      ask(memory_in(*all), all->line);
      w_.requests.memory_unit = "node";
    }
    if (const ini_pair* each = options_.find("mem-per-cpu")) of_each(*each, cpus);
    if (const ini_pair* each = options_.find("mem-per-gpu")) of_each(*each, gpus_here());
  }

  // Those of the job where it has one node.
  said<count> gpus_here() const { return w_.requests.gpus.is_silent() && w_.scale.nodes.value == 1 ? total_ : w_.requests.gpus; }

  const batch_options& options_;
  deployment_file& into_;
  workload w_{};
  said<count> tasks_{};
  said<count> tasks_per_node_{};
  said<count> per_node_{};
  said<count> per_task_{};
  said<count> total_{};
};

// ---- the commands

// Of the manual page of sbatch, "OUTPUT ENVIRONMENT VARIABLES": those that say how large the job is.
constexpr std::string_view variables_of_nodes[]{"SLURM_NNODES", "SLURM_JOB_NUM_NODES"};
outer_variables variables_of(const batch_options& options, const workload& w) {
  outer_variables all;
  const auto set = [&](std::string_view name, const said<count>& to) {
    if (to.is_known()) all[std::string(name)] = {std::to_string(to.value), to.line};
    if (to.is_unresolved()) all[std::string(name)] = {std::nullopt, to.line};
  };
  const auto copy = [&](std::string_view option, std::initializer_list<std::string_view> names) {
    const ini_pair* given = options.find(option);
    if (given == nullptr) return;
    const said<count> number = is_left_open(given->value) ? said<count>{unknown, given->line, said_state::left_open} : size_said(given->value, given->line);
    for (const std::string_view name : names) set(name, number);
  };
  copy("ntasks", {"SLURM_NTASKS", "SLURM_NPROCS"});
  copy("ntasks-per-node", {"SLURM_NTASKS_PER_NODE"});
  copy("cpus-per-task", {"SLURM_CPUS_PER_TASK"});
  copy("gpus", {"SLURM_GPUS"});
  copy("gpus-per-node", {"SLURM_GPUS_PER_NODE"});
  copy("gpus-per-task", {"SLURM_GPUS_PER_TASK"});
  for (const std::string_view name : variables_of_nodes) set(name, w.scale.nodes.is_silent() ? said<count>{unknown, w.identity.line, said_state::chosen} : w.scale.nodes);
  if (w.requests.unit == "node") set("SLURM_GPUS_ON_NODE", w.requests.gpus);
  return all;
}

// Whether a script states no nodes and reads how many or which there are: Slurm gives it one, and the command line may say more.
bool leaves_nodes_open(const batch_options& options, const started_programs& programs) {
  constexpr std::string_view stated[]{"nodes", "nodelist", "ntasks"};
  constexpr std::string_view lists[]{"SLURM_JOB_NODELIST", "SLURM_NODELIST"};
  const auto reads = [&](std::string_view name) { return programs.reads(name); };
  const bool states = std::ranges::any_of(stated, [&](std::string_view name) { return options.find(name) != nullptr; });
  return !states && (std::ranges::any_of(variables_of_nodes, reads) || std::ranges::any_of(lists, reads));
}

// Whether what gives the sizes is started on nodes or tasks of its own.
bool is_of_own_step(const started_programs& programs, const said<count>& nodes, deployment_file& into) {
  for (const started_program& each : programs.all()) {
    engine_arguments arguments(into);
    if (states_any_size(arguments.take(each))) return step_of(each).has_own_nodes(nodes);
  }
  return false;
}

// A component of a job and its tasks.
struct component {
  count number = 0;
  job_tasks tasks{};
};

// Of "srun ./a : ./b" the part that a component runs, each the next (Slurm, "Heterogeneous Job Support"). False: it has no parts.
bool take_part(count number, std::vector<command_word>& words) {
  auto begin = std::ranges::find_if(words, [](const command_word& each) { return program_of(each.text) == "srun"; });
  if (begin == words.end()) return false;
  std::vector<command_word> its(words.begin(), ++begin);
  count parts = 0;
  for (bool is_last = false; !is_last; ++parts) {
    const auto end = std::find_if(begin, words.end(), [](const command_word& each) { return each.is(":"); });
    if (parts == number) its.insert(its.end(), begin, end);
    is_last = end == words.end();
    begin = is_last ? end : end + 1;
  }
  if (parts > 1) words = std::move(its);
  return parts > 1;
}

// Whether a component of a heterogeneous job runs a program, of which its part is left: the one that its step names, without a
// name the first. What mpirun starts may run on any.
bool runs(const component& of, started_program& each) {
  const bool is_first = take_part(of.number, each.words) || of.number == 0;
  const job_step step = step_of(each);
  if (!step.is_srun && each.has_program(shell::detail::mpi_starters)) return false;
  return step.component.is_silent() ? is_first : step.component.is_known() && step.component.value == of.number;
}

void take_commands(const batch_options& options, const component& of, bool is_only, workload& w, deployment_file& into) {
  const job_tasks& tasks = of.tasks;
  outer_variables variables = variables_of(options, w);
  // Of which component these are where a script reads them, is not told.
  if (!is_only)
    for (auto& [name, variable] : variables) variable.value.reset();
  started_programs programs(into.source().text(), variables);
  if (!is_only) programs.keep([&](started_program& each) { return runs(of, each); });
  const std::size_t claims_before = into.claims.size();
  take_launch(programs, tasks, w, into);
  for (std::size_t i = claims_before; i < into.claims.size(); ++i) into.claims[i].of_nodes = w.scale.nodes;
  if (take_servers_of_ranks(programs, tasks, w, into) || take_servers_apart(programs, w, into)) return;

  engine_arguments arguments(into);
  arguments.take(programs);
  w.parallel = arguments.sizes();
  parallel_sizes& sizes = w.parallel;
  // A server in a step of some of the nodes leaves the others to the job; one over all, begun on one of them, takes all.
  const parallel_gpus taken = headroom::gpus_of(sizes);
  const said<count> gpus = gpus_of_replica(w);
  if (arguments.leave_rest_of(gpus) || (taken.is_known && taken.gpus < gpus.value_or(0) && is_of_own_step(programs, w.scale.nodes, into))) {
    sizes = {};
    return;
  }
  // A server on each node, or one over all: the sizes do not say.
  const bool is_server = !is_trainer(sizes.engine) && sizes.line != 0;
  const bool is_open = w.scale.nodes.value_or(1) > 1 && arguments.may_be_of_each_node(gpus) && arguments.shared_line() == 0 &&
                       sizes.data.is_silent();
  // One that is told its rank by a number has the others in other jobs.
  const bool is_of_several_jobs = arguments.names_its_rank() && arguments.nodes().value_or(0) > w.scale.nodes.value_or(0);
  if (is_server && (is_open || is_of_several_jobs)) sizes.left_open = "how many nodes run one engine";
  if (taken.is_known && taken.gpus > gpus.value_or(taken.gpus) && leaves_nodes_open(options, programs)) sizes.left_open = "how many nodes it is given";
}

void note_repeated_options(const batch_options& options, deployment_file& into) {
  std::vector<ini_pair> read;
  std::ranges::copy_if(options.given, std::back_inserter(read), has_value, &ini_pair::key);
  note_repeated(read, "option", last_of_slurm, into);
}

// A script that states GPUs nowhere may have those of its nodes, as where they are no generic resource.
void leave_gpus_open(std::vector<workload>& all) {
  const auto states_gpus = [](const workload& w) {
    return !w.scale.gpus.is_silent() || !w.requests.gpus.is_silent() || !w.requests.mig_profile.is_silent();
  };
  if (std::ranges::any_of(all, states_gpus)) return;
  for (workload& each : all) each.requests.gpus = {unknown, each.identity.line, said_state::elsewhere};
}

}  // namespace

bool is_sbatch(const source_text& text) {
  return text.text().starts_with('#') && text.text().find("#SBATCH") != std::string_view::npos &&
         !batch_options_in(text.text()).empty();
}

void read_sbatch(deployment_file& into) {
  const std::vector<batch_options> components = batch_options_in(into.source().text());
  std::vector<component> all;
  for (const batch_options& each : components) {
    note_repeated_options(each, into);
    job_reader job(each, into);
    into.workloads.push_back(job.run());
    all.push_back({static_cast<count>(all.size()), job.tasks()});
  }
  for (const component& each : all) {
    const auto at = static_cast<std::size_t>(each.number);
    take_commands(components[at], each, all.size() == 1, into.workloads[at], into);
    if (all.size() > 1) into.workloads[at].queueing.runs_as = workload_class::part_of_job;
  }
  leave_gpus_open(into.workloads);
}

}  // namespace headroom::read
