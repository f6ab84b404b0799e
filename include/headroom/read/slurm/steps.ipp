// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/slurm/steps.hpp>

#include <algorithm>
#include <array>
#include <headroom/deployment/rules/parallel_product.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <headroom/read/engine/arguments.hpp>
#include <headroom/read/commands/running.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

// A command that starts a server, with what it says of where that runs.
struct server {
  parallel_sizes sizes{};
  count gpus = 0;
  bool is_on_one_node = false;  // by its step
  bool has_step = false;        // whatever that is
  bool is_of_one_node = false;  // the engine reaches no further without being told how
  said<count> devices{};        // that it may see; unknown where a variable says which
  bool is_behind = false;       // another still runs when it starts
  bool runs_on = false;         // beside the next commands
};

// What an option of "srun" is given: "-N1", "-N 1", "--nodes=1", "--nodes 1".
std::optional<std::string_view> srun_option(const std::vector<command_word>& words, std::size_t at, std::size_t end,
                                            std::string_view name, std::string_view letter) {
  const std::string_view word = words[at].text;
  const std::string_view next = at + 1 < end ? std::string_view(words[at + 1].text) : std::string_view{};
  if (word == name || word == letter) return next;
  if (word.starts_with(letter) && !word.starts_with("--")) return word.substr(letter.size());
  if (word.starts_with(name) && word.substr(name.size()).starts_with('=')) return word.substr(name.size() + 1);
  return std::nullopt;
}

// Whether it is a server that takes a GPU where it is given no sizes (vLLM's and SGLang's default).
bool starts_server(std::span<const command_word> command) {
  for (std::size_t i = 0; i < command.size(); ++i) {
    const std::string_view word = command[i].text;
    const std::string_view name = program_of(word);
    const bool is_serve = i + 1 < command.size() && command[i + 1].text == "serve";
    if (((name == "vllm" || name == "sglang") && is_serve) || word == "vllm.entrypoints.openai.api_server" ||
        word == "sglang.launch_server")
      return true;
  }
  return false;
}

class server_reader {
 public:
  server_reader(const std::vector<command_word>& words, deployment_file& into) : words_(words), into_(into) {}

  // False: of one of them too little is said.
  bool read() {
    constexpr std::array<std::string_view, 2> joined_by{"&&", "||"};
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= words_.size(); ++i) {
      if (i < words_.size() && !words_[i].ends_command) continue;
      const std::string_view end = i < words_.size() ? std::string_view(words_[i].text) : std::string_view{};
      if (i > begin && !take(begin, i, end == "&")) return false;
      // What && and || join is within one step where the step runs a script in quotes.
      if (!is_one_of(end, joined_by) && !(i == begin && i > 0 && is_one_of(words_[i - 1].text, joined_by))) step_ = {};
      begin = i + 1;
    }
    return true;
  }

  std::vector<server> servers{};

 private:
  struct step {
    bool is_srun = false;
    said<count> nodes{};
    said<count> tasks{};
  };

  bool take(std::size_t begin, std::size_t end, bool runs_on) {
    // Which commands run, how often and where: of functions and containers that is not followed, nor of servers in
    // branches and loops.
    constexpr std::array<std::string_view, 11> other{"function",    "xargs", "parallel", "docker", "podman", "apptainer",
                                                     "singularity", "{",     "[",        "[[",     "test"};
    const std::span<const command_word> command{words_.data() + begin, end - begin};
    server one{.devices = visible_devices(command), .runs_on = runs_on};
    for (const std::string_view each : keywords_of(command)) follow(each);
    bool is_timed = false;
    for (std::size_t i = begin; i < end; ++i) {
      const std::string_view word = words_[i].text;
      const std::string_view name = program_of(word);
      if (blocks_ == 0 && is_one_of(name, other)) return false;
      is_timed = is_timed || name == "timeout";
      if (step_.is_srun) take_option(i, end);
      if (name == "srun") step_.is_srun = true;
      if (!word.starts_with("CUDA_VISIBLE_DEVICES=") && word.find("CUDA_VISIBLE_DEVICES") != std::string_view::npos)
        return false;
    }
    if (ends_others(command)) {
      others_run_ = may_have_ended_ = false;
      return true;
    }
    engine_arguments arguments(into_);
    arguments.take(
        {words_.begin() + static_cast<std::ptrdiff_t>(begin), words_.begin() + static_cast<std::ptrdiff_t>(end)});
    if (arguments.shared_line() != 0) return false;
    one.sizes = arguments.sizes();
    const bool is_server = states_any_size(one.sizes) || one.sizes.engine != engine::unnamed;
    if (blocks_ > 0) return !is_server && one.devices.is_silent();
    if (!states_any_size(one.sizes)) {
      const bool takes_one = arguments.config_line() == 0 && starts_server(command) && !step_.is_srun &&
                             one.sizes.serves.memory_thousandths.is_silent() && (runs_on || others_run_);
      if (!takes_one) return one.devices.is_silent() || is_server;
      one.sizes.tensor = {count{1}, one.sizes.line};
    }
    if (others_run_ && may_have_ended_) return false;
    const rules::parallel_gpus taken = rules::gpus_of(one.sizes);
    const engine by = one.sizes.engine;
    if (!taken.is_known || (by != engine::vllm && by != engine::sglang)) return false;
    one.gpus = taken.gpus;
    one.has_step = step_.is_srun;
    one.is_on_one_node =
        step_.is_srun && (step_.nodes.value_or(0) == 1 || (step_.nodes.is_silent() && step_.tasks.value_or(0) == 1));
    // Others find their nodes through Ray, which may be elsewhere.
    one.is_of_one_node = by == engine::sglang;
    one.is_behind = others_run_;
    others_run_ = runs_on;
    may_have_ended_ = runs_on && is_timed;
    servers.push_back(one);
    return true;
  }

  void follow(std::string_view keyword) {
    constexpr std::array<std::string_view, 6> opening{"if", "case", "for", "while", "until", "select"};
    if (is_one_of(keyword, opening)) ++blocks_;
    const bool closes = keyword == "fi" || keyword == "esac" || keyword == "done";
    if (closes && blocks_ > 0) --blocks_;
  }

  void take_option(std::size_t at, std::size_t end) {
    const int line = words_[at].line;
    if (const auto nodes = srun_option(words_, at, end, "--nodes", "-N"); nodes.has_value() && step_.nodes.is_silent())
      step_.nodes = size_said(*nodes, line);
    if (const auto tasks = srun_option(words_, at, end, "--ntasks", "-n"); tasks.has_value() && step_.tasks.is_silent())
      step_.tasks = size_said(*tasks, line);
  }

  const std::vector<command_word>& words_;
  deployment_file& into_;
  step step_{};
  int blocks_ = 0;  // branches and loops that it is in
  bool others_run_ = false;
  bool may_have_ended_ = false;  // those others, after a time
};

// GPUs of each node of the job.
said<count> gpus_of_each_node(const workload& w) {
  if (w.unit == "task" || w.requests.mig_profile.is_known()) return {};
  if (w.requests.gpus.is_known()) return w.requests.gpus;
  if (w.gpus_per_node.is_known()) return w.gpus_per_node;
  return w.nodes.value_or(0) == 1 ? w.gpus : said<count>{};
}

// As a part of the job with so many GPUs.
void tell(const server& one, count gpus, const workload& w, deployment_file& into) {
  workload part{.name = into.keep(std::string(w.name.empty() ? w.kind : w.name) + "/server"),
                .kind = w.kind,
                .line = one.sizes.line,
                .replicas = {count{1}, one.sizes.line},
                .gpus = {gpus, one.sizes.line},
                .nodes = {count{1}, one.sizes.line},
                .gpus_per_node = {gpus, one.sizes.line},
                .parallel = one.sizes};
  part.parallel.serves = {};
  part.pool = w.pool;
  part.instance_type = w.instance_type;
  part.leaves_rest = true;
  into.workloads.push_back(part);
}

}  // namespace

bool take_servers_apart(const std::vector<command_word>& words, workload& w, deployment_file& into) {
  const said<count> each_node = gpus_of_each_node(w);
  server_reader all(words, into);
  if (!each_node.is_known() || !all.read() || all.servers.empty()) return false;
  const bool is_alone = all.servers.size() == 1;
  const bool is_on_one_node = w.nodes.value_or(0) == 1;

  std::vector<const server*> wrong;
  std::size_t beside_others = 0;
  count at_once = 0;
  count most = 0;
  int line = 0;
  for (const server& one : all.servers) {
    if (one.is_on_one_node && one.devices.is_silent()) {
      if (is_alone && is_on_one_node) return false;
      if (one.gpus <= each_node.value) continue;
      if (!one.is_of_one_node) return false;
      wrong.push_back(&one);
      continue;
    }
    if (one.has_step || !is_on_one_node || one.devices.is_unresolved()) return false;
    if (one.devices.is_known()) {
      if (one.gpus > one.devices.value) wrong.push_back(&one);
      continue;
    }
    // Without devices of its own it runs beside others, each of which takes the most of its GPUs' memory.
    if (is_alone || !one.sizes.serves.memory_thousandths.is_silent() || (!one.is_behind && !one.runs_on)) return false;
    at_once = one.is_behind ? add(at_once, one.gpus) : one.gpus;
    if (at_once > most) line = one.sizes.line;
    most = std::max(most, at_once);
    ++beside_others;
  }
  const bool are_of_two_kinds = beside_others > 0 && beside_others < all.servers.size();
  if (are_of_two_kinds || (is_alone && wrong.empty())) return false;

  w.parallel = {};
  if (most > each_node.value) {
    w.gpus = {};
    w.pods = w.nodes;
    w.requests.gpus = {most, line};
    w.gpus_per_node = each_node;
  }
  const workload job = w;  // which moves with the others
  for (const server* one : wrong) tell(*one, one->devices.is_known() ? one->devices.value : each_node.value, job, into);
  return true;
}

}  // namespace headroom::read
