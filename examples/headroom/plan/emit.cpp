// SPDX-License-Identifier: BSL-1.0
#include "plan/emit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <headroom/catalog/names/gpu_resources.hpp>
#include <headroom/inference/engine_limits.hpp>
#include <headroom/plan/launch.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/models.hpp>
#include <headroom/read/own/job_names.hpp>
#include <headroom/text/characters.hpp>
#include <span>
#include <utility>

#include "fit/fit_words.hpp"
#include "plan/placement.hpp"

namespace headroom::program {

namespace {

// Where one launch runs: a training job, or one replica.
struct launch_site {
  std::string name{};  // as Kubernetes and Slurm take it
  std::string title{};
  headroom::machine machine{};
  count nodes = 1;
  count gpus = 0;      // of one node
  bool fills = false;  // whole nodes
  bool needs_domain = false;  // nodes that one scale-up domain spans
  count launches = 1;
};

std::string_view called(const planned_job& of) { return of.name.empty() ? std::string_view(model_of(of).name) : std::string_view(of.name); }

std::string name_of_title(std::string_view title) {
  std::string made;
  for (const char c : title.substr(title.rfind('/') + 1)) {
    if (ascii::is_letter(c) || ascii::is_digit(c)) made += ascii::small_letter(c);
    else if (!made.empty() && made.back() != '-') made += '-';
    if (made.size() == 40) break;
  }
  while (!made.empty() && made.back() == '-') made.pop_back();
  if (made.empty() || ascii::is_digit(made.front())) made.insert(0, "m");
  return made;
}

// On the nodes of its places; without them on as many as its GPUs fill.
launch_site site_of(const machine& on, std::string_view title, count gpus, count launches, std::size_t number, std::span<const shared_nodes> places = {}) {
  const figure<count> of_node = gpus_of_node(on);
  const bool is_divided = on.vm() != nullptr && on.vm()->gpu_share != share{};
  if (!of_node.is_known() || *of_node.known() < 1 || is_divided) throw input_error(fmt::format("--emit: {} has no whole GPUs that a deployment could ask for", on.name()));
  launch_site made{.title = std::string(title), .machine = on, .nodes = ceil_of(gpus, *of_node.known()), .launches = launches};
  if (!places.empty()) made.nodes = 0;
  for (const shared_nodes& each : places) made.nodes += each.nodes;
  if (gpus % made.nodes != 0) throw input_error(fmt::format("--emit: {} are not equally many on each of {}", so_many(gpus, "GPU"), so_many(made.nodes, "node")));
  made.gpus = gpus / made.nodes;
  made.fills = made.gpus == *of_node.known();
  made.needs_domain = made.nodes > 1 && on.vm() != nullptr && on.vm()->scale_up_domain_gpus.value_or(0) > *of_node.known();
  made.name = name_of_title(title);
  if (number > 0) made.name += fmt::format("-{}", number);
  return made;
}

// "data-path": "DATA_PATH"
std::string variable_of(std::string_view name) {
  std::string made(name);
  std::ranges::transform(made, made.begin(), [](char c) { return c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
  return made;
}

// What an engine is started with, and what of it is left to the user.
struct launch {
  launch_arguments told{};
  std::vector<launch_gap> beside{};  // by the names of variables
  std::string model{};               // empty: none has to be named
  std::string where{};               // that nodes have to lie together; empty: nothing of it
  bool is_contained = false;         // in a container, whose image is left to the user, too

  std::vector<std::string> gaps() const {
    std::vector<std::string> all;
    if (is_contained) all.emplace_back("image: the image of the container");
    if (!where.empty()) all.push_back(where);
    for (const launch_gap& each : beside) all.push_back(fmt::format("{}: {}", each.name, each.what));
    for (const launch_gap& each : told.gaps()) all.push_back(each.name.empty() ? std::string(each.what) : fmt::format("{}: {}", variable_of(each.name), each.what));
    return all;
  }
};

// As they are placed, where that is more than in a row.
std::string together(const launch_site& site, const placed_job& placed = {}) {
  if (!site.needs_domain) return {};
  const std::string where = placed.are_groups ? fmt::format(", {}, so that each group of {} lies in one", domains_text(placed), so_many(placed.gpus, "GPU")) : "";
  return fmt::format("that nodes lie together in scale-up domains{} (a ComputeDomain of Kubernetes, block topology of Slurm)", where);
}

// Of those that a hub would know; else the user says where it is.
bool is_hub_name(std::string_view name) {
  const bool is_plain = std::ranges::all_of(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view("-._/").find(c) != std::string_view::npos; });
  return is_plain && std::ranges::count(name, '/') == 1 && name.front() != '/' && name.back() != '/' && name.front() != '-' && name.front() != '.';
}

std::span<const std::string_view> words_of(const launch_argument& of) {
  const auto end = std::ranges::find_if(of.words, [](std::string_view each) { return each.empty(); });
  return {of.words.begin(), end};
}

std::string value_text(const launch& in, const launch_argument& of) {
  if (of.says_stages) return std::string(in.told.stages());
  if (!of.text.empty()) return std::string(of.text);
  if (const auto words = words_of(of); !words.empty()) return fmt::format("{}", fmt::join(words, " "));
  return of.share > 0 ? fmt::format("{}", of.share) : fmt::format("{}", of.number);
}

std::string heading_of(const launch_site& site, const std::vector<std::string>& gaps) {
  std::string text = fmt::format("# {} on {}, as headroom plan has it.\n", site.title, site.machine.name());
  if (gaps.empty()) return text;
  text += "# To be filled in, as the plan does not know it:\n";
  for (const std::string& each : gaps) text += fmt::format("#   {}\n", each);
  return text;
}

// ---- a script for Slurm

std::string directives_of(const launch_site& site, bool with_launches) {
  std::string text = fmt::format("#SBATCH --job-name={}\n#SBATCH --nodes={}\n#SBATCH --ntasks-per-node=1\n#SBATCH --gpus-per-node={}\n", site.name, site.nodes, site.gpus);
  if (site.fills) text += "#SBATCH --exclusive\n";
  if (with_launches && site.launches > 1) text += fmt::format("#SBATCH --array=0-{}\n", site.launches - 1);
  return text + "set -euo pipefail\n\n";
}

std::string bash_arguments(const launch& of, std::string_view more) {
  std::string text = "ARGUMENTS=(\n";
  for (const launch_argument& each : of.told.all())
    text += each.is_switch() ? fmt::format("  --{}\n", each.name) : fmt::format("  --{0} {2}{1}{2}\n", each.name, value_text(of, each), each.says_stages ? "'" : "");
  for (const launch_gap& each : of.told.gaps())
    if (!each.name.empty()) text += fmt::format("  --{} \"${{{}:?{}}}\"\n", each.name, variable_of(each.name), each.what);
  return text + std::string(more) + ")\n";
}

constexpr std::string_view first_host = "FIRST_HOST=$(scontrol show hostnames \"$SLURM_JOB_NODELIST\" | head -n 1)\n";

// Launches that share a machine have GPUs of their own there, and by the first of them ports of their own (SLURM_JOB_GPUS of man sbatch, which needs no
// other launch to be known); a hundred of them, as engines take further ones above (PortArgs of sglang/srt/server_args.py).
constexpr std::string_view own_ports = "FIRST_GPU=${SLURM_JOB_GPUS:-0}\nPORT_OFFSET=$((100 * ${FIRST_GPU%%[,-]*}))\n";

// A port as the shell has it.
std::string port_of(const launch_site& site, count first) { return site.fills ? fmt::format("{}", first) : fmt::format("$(({} + PORT_OFFSET))", first); }

std::string megatron_script(const launch_site& site, const launch& of) {
  return fmt::format(
      "#!/bin/bash\n{}{}PRETRAIN=${{PRETRAIN:?{}}}\n{}{}{}srun torchrun --nnodes {} --nproc-per-node {} --rdzv-id \"$SLURM_JOB_ID\" --rdzv-backend c10d "
      "--rdzv-endpoint \"$FIRST_HOST:{}\" \\\n  \"$PRETRAIN\" \"${{ARGUMENTS[@]}}\"\n",
      heading_of(site, of.gaps()), directives_of(site, false), of.beside.front().what, first_host, site.fills ? "" : own_ports, bash_arguments(of, ""), site.nodes, site.gpus, port_of(site, 29'500));
}

// The words that start an engine, before its arguments.
std::string starting(bool is_vllm, std::string_view model) {
  return is_vllm ? fmt::format("vllm serve {}", model) : fmt::format("python3 -m sglang.launch_server --model-path {}", model);
}

std::string serving_script(const launch_site& site, const launch& of, bool is_vllm, bool with_launches) {
  const std::string model = of.beside.empty() ? of.model : "\"$MODEL\"";
  std::string text = "#!/bin/bash\n" + heading_of(site, of.gaps()) + directives_of(site, with_launches);
  if (!of.beside.empty()) text += fmt::format("export MODEL=${{MODEL:?{}}}\n", of.beside.front().what);
  if (site.nodes > 1) text += first_host;
  std::string more;
  if (!site.fills) {
    text += own_ports;
    more = fmt::format("  --port \"{}\"\n", port_of(site, 8'000));
  }
  if (site.nodes == 1) return text + bash_arguments(of, more) + fmt::format("{} \"${{ARGUMENTS[@]}}\"\n", starting(is_vllm, model));
  more += fmt::format("  --nnodes {}\n", site.nodes);
  more += is_vllm ? "  --master-addr \"$FIRST_HOST\"\n" : fmt::format("  --dist-init-addr \"$FIRST_HOST:{}\"\n", port_of(site, 29'500));
  // The defaults of vllm/config/parallel.py.
  if (is_vllm && !site.fills) more += fmt::format("  --master-port \"{}\"\n  --data-parallel-rpc-port \"{}\"\n", port_of(site, 29'501), port_of(site, 29'550));
  text += bash_arguments(of, more);
  const std::string_view headless = is_vllm ? "if [ \"$SLURM_NODEID\" != 0 ]; then set -- \"$@\" --headless; fi; " : "";
  return text + fmt::format("srun bash -c '{}{} --node-rank \"$SLURM_NODEID\" \"$@\"' node \"${{ARGUMENTS[@]}}\"\n", headless, starting(is_vllm, model));
}

// ---- objects of Kubernetes

constexpr std::string_view to_fill_in = "TO-BE-FILLED-IN";

std::string indented(std::string_view text, std::size_t by) {
  std::string made;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    made += std::string(by, ' ') + std::string(text.substr(0, end));
    text.remove_prefix(end);
  }
  return made;
}

std::vector<std::string> yaml_arguments(const launch& of) {
  std::vector<std::string> all;
  for (const launch_argument& each : of.told.all()) {
    const auto words = words_of(each);
    all.push_back(each.is_switch() || !words.empty() ? fmt::format("--{}", each.name) : fmt::format("--{}={}", each.name, value_text(of, each)));
    all.insert(all.end(), words.begin(), words.end());
  }
  for (const launch_gap& each : of.told.gaps())
    if (!each.name.empty()) all.push_back(fmt::format("--{}=$({})", each.name, variable_of(each.name)));
  return all;
}

// What a node's plugin calls whole GPUs of that maker, where it is one name.
std::string_view resource_of(const machine& of) {
  const auto is_of_maker = [&](const catalog::gpu_resource& each) { return of.gpu() != nullptr && each.maker == of.gpu()->maker; };
  if (std::ranges::count_if(catalog::gpu_resources, is_of_maker) != 1) throw input_error(fmt::format("--emit kubernetes: the GPUs of {} have no one resource in Kubernetes", of.name()));
  return std::ranges::find_if(catalog::gpu_resources, is_of_maker)->name;
}

// The spec of a pod, whose container starts with these words.
std::string pod_spec(const launch_site& site, const launch& of, std::string_view container, std::string_view command, const std::vector<std::string>& arguments) {
  std::string text;
  // "MACHINE@REGION" is a size in that region.
  if (const vm* size = site.machine.vm(); size != nullptr) text += fmt::format("nodeSelector:\n  node.kubernetes.io/instance-type: {}\n", size->name.substr(0, size->name.find('@')));
  text += fmt::format("containers:\n  - name: {}\n    image: {}\n    command: [{}]\n    args:\n", container, to_fill_in, command);
  for (const std::string& each : arguments) text += fmt::format("      - {}\n", each);
  std::string variables;
  for (const launch_gap& each : of.beside)
    variables += fmt::format("      - name: {}\n        value: {}\n", each.name, to_fill_in);
  for (const launch_gap& each : of.told.gaps())
    if (!each.name.empty()) variables += fmt::format("      - name: {}\n        value: {}\n", variable_of(each.name), to_fill_in);
  if (!variables.empty()) text += "    env:\n" + variables;
  text += fmt::format("    resources:\n      limits:\n        {}: {}\n", resource_of(site.machine), site.gpus);
  // A container has 64 MiB of shared memory unless it is given more, which the processes of several GPUs exchange over.
  if (site.gpus > 1)
    text += "    volumeMounts:\n      - name: shared-memory\n        mountPath: /dev/shm\nvolumes:\n  - name: shared-memory\n    emptyDir:\n      medium: Memory\n";
  return text;
}

std::string head_of(const launch_site& site, const launch& of, std::string_view api, std::string_view kind) {
  return heading_of(site, of.gaps()) + fmt::format("apiVersion: {}\nkind: {}\nmetadata:\n  name: {}\nspec:\n", api, kind, site.name);
}

std::string job_set(const launch_site& site, const launch& of) {
  std::vector<std::string> words{fmt::format("--nnodes={}", site.nodes), fmt::format("--nproc-per-node={}", site.gpus), "--node-rank=$(JOB_COMPLETION_INDEX)",
                                 fmt::format("--master-addr={0}-workers-0-0.{0}", site.name), "--master-port=29500", "$(PRETRAIN)"};
  for (std::string& each : yaml_arguments(of)) words.push_back(std::move(each));
  return head_of(site, of, "jobset.x-k8s.io/v1alpha2", "JobSet") +
         fmt::format("  replicatedJobs:\n    - name: workers\n      replicas: 1\n      template:\n        spec:\n          parallelism: {0}\n          completions: {0}\n"
                     "          completionMode: Indexed\n          backoffLimit: 0\n          template:\n            spec:\n              restartPolicy: Never\n",
                     site.nodes) +
         indented(pod_spec(site, of, "trainer", "torchrun", words), 14);
}

std::string serving_objects(const launch_site& site, const launch& of, bool is_vllm) {
  const std::string model = of.beside.empty() ? of.model : "$(MODEL)";
  const std::string_view container = is_vllm ? "vllm" : "sglang";
  std::string command = starting(is_vllm, model);
  for (std::size_t at = 0; (at = command.find(' ', at)) != std::string::npos; at += 2) command.replace(at, 1, ", ");
  const std::vector<std::string> words = yaml_arguments(of);
  if (site.nodes == 1)
    return head_of(site, of, "apps/v1", "Deployment") +
           fmt::format("  replicas: {0}\n  selector:\n    matchLabels:\n      app: {1}\n  template:\n    metadata:\n      labels:\n        app: {1}\n    spec:\n", site.launches,
                       site.name) +
           indented(pod_spec(site, of, container, command, words), 6);
  const auto of_node = [&](bool is_leader) {
    std::vector<std::string> all = words;
    all.push_back(fmt::format("--nnodes={}", site.nodes));
    all.push_back(is_leader ? "--node-rank=0" : "--node-rank=$(LWS_WORKER_INDEX)");
    all.push_back(is_vllm ? "--master-addr=$(LWS_LEADER_ADDRESS)" : "--dist-init-addr=$(LWS_LEADER_ADDRESS):29500");
    if (is_vllm && !is_leader) all.emplace_back("--headless");
    return indented(pod_spec(site, of, container, command, all), 8);
  };
  return head_of(site, of, "leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet") +
         fmt::format("  replicas: {}\n  leaderWorkerTemplate:\n    size: {}\n    leaderTemplate:\n      spec:\n{}    workerTemplate:\n      spec:\n{}", site.launches, site.nodes,
                     of_node(true), of_node(false));
}

}  // namespace

std::string name_deployed(const planned_job& of) { return name_of_title(called(of)); }

emission emit_training(std::string_view format, const machine_plans& on, const plan_request& asked, std::size_t number) {
  const training_job planned = on.arranged(on.first());
  if (planned.framework.name != frameworks::megatron.name)
    throw input_error(fmt::format("--emit: expected a job of {}: the arguments of {} are not known", frameworks::megatron.name, planned.framework.name));
  if (format == "vllm" || format == "sglang") throw input_error(fmt::format("--emit {} is of a job that serves: expected kubernetes, slurm or megatron", format));
  launch of{.told = megatron_launch(planned, asked.asked.tokens), .beside = {{"PRETRAIN", "the path of pretrain_gpt.py of Megatron-LM"}}};
  const placed_job placed = placed_run(on.machine, planned.parallelism);
  const launch_site site = site_of(on.machine, called(on.jobs->at(on.first().job)), planned.parallelism.gpus(), 1, number, placed.places);
  of.where = together(site, placed);
  of.is_contained = format == "kubernetes";
  return {of.is_contained ? job_set(site, of) : megatron_script(site, of), of.gaps()};
}

namespace {

// Rates are those of an engine that is not told; to take memory for more than it runs by itself it has to be.
bool tells_sequences(const planned_job& of, const machine& on) {
  const serving_job& job = *of.serving();
  const engine_limits* limits = limits_of(job.engine);
  if (of.says("most_sequences") || limits == nullptr || on.gpu() == nullptr) return true;
  const count own = sequences_of(*limits, *on.gpu());
  return own > 0 && ceil_of(job.concurrent_sequences, job.data_parallel) > own;
}

// As the job says it; unless it is said, it is as the engine does by itself.
bool widens_weights(const serving_request& of) {
  const weight_formats& held = of.job.weights.held;
  return of.multiplied.has_value() && bits(*of.multiplied) >= 16 && std::min(bits(held.attention.format), bits(held.experts.format)) < 16;
}

}  // namespace

emission emit_serving(std::string_view format, const planned_job& replicas, const machine& on, std::size_t number) {
  const serving_job& job = *replicas.serving();
  const bool is_vllm = job.engine.name == engines::vllm.name;
  const std::string_view own = is_vllm ? "vllm" : "sglang";
  if (!is_vllm && job.engine.name != engines::sglang.name)
    throw input_error(fmt::format("--emit: expected a job of vLLM or SGLang: the arguments of {} are not known", job.engine.name));
  if (format != "kubernetes" && format != "slurm" && format != own) throw input_error(fmt::format("--emit {}: the job is of {}: expected kubernetes, slurm or {}", format, job.engine.name, own));
  const auto& request = std::get<serving_request>(replicas.asked);
  launch of{.told = (is_vllm ? vllm_launch : sglang_launch)(job, {request.finds_planned, request.found_quantised}, tells_sequences(replicas, on)), .model = std::string(job.model.name)};
  if (widens_weights(request))
    of.told.leave_open({"", "that short weights are multiplied in a wider format, which an engine does by itself only where the GPU has no products of them", true});
  if (!is_hub_name(of.model)) of.beside.push_back({"MODEL", "the model, by its name or path"});
  launch_site site = site_of(on, called(replicas), job.gpus_per_replica(), job.replicas, number);
  if (job.phase != serving_phase::prefill_and_decode) site.name += fmt::format("-{}", name_of(phase_names, job.phase));
  of.where = together(site);
  of.is_contained = format == "kubernetes";
  return {of.is_contained ? serving_objects(site, of, is_vllm) : serving_script(site, of, is_vllm, format == "slurm"), of.gaps()};
}

std::vector<emission> emit_pools(std::string_view format, const machine_pools& of, std::size_t number) {
  std::vector<emission> both{emit_serving(format, of.prefill.job, of.machine, number), emit_serving(format, of.decode.job, of.decodes_on(), number)};
  if (format != "kubernetes") return both;
  emission& first = both.front();
  first.text += "---\n" + both.back().text;
  for (const std::string& each : both.back().gaps)
    if (std::ranges::find(first.gaps, each) == first.gaps.end()) first.gaps.push_back(each);
  both.pop_back();
  return both;
}

}  // namespace headroom::program
