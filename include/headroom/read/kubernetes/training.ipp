// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <span>

#include <headroom/read/kubernetes/serve.hpp>
#include <headroom/read/kubernetes/workloads.hpp>
#include <headroom/read/common/values.hpp>

namespace headroom::read {

namespace {

// What the operator tells "torchrun", which has none of its own: a number, "auto" or "gpu".
void take_processes(const tree* of_node, workload& into) {
  if (of_node != nullptr && of_node->is_text() && into.launch.processes.is_silent()) into.launch.processes = size_said(of_node->text, of_node->line);
}

// An actor has to lie in one pod: it is held against the largest; all of them against those of the cluster. Not where pods tell Ray another number of GPUs.
void place_actors(const gpus_of_replicas& actors, const tree& cluster, std::span<workload> pods) {
  bool is_told = cluster.at("headGroupSpec", "rayStartParams", "num-gpus") != nullptr;
  for_each_item(cluster.at("workerGroupSpecs"),
                [&](const tree& each) { is_told = is_told || each.at("rayStartParams", "num-gpus") != nullptr; });
  if (is_told || !actors.most.is_known()) return;
  workload* largest = nullptr;
  for (workload& each : pods) {
    if (each.requests.gpus.is_unresolved() || !each.requests.mig_profile.is_silent()) return;
    if (each.requests.gpus.is_known() && (largest == nullptr || each.requests.gpus.value > largest->requests.gpus.value)) largest = &each;
  }
  if (largest == nullptr) return;
  largest->launch.gpus_of_actor = actors.most;
  largest->launch.gpus_of_actors = actors.all;
}

}  // namespace

// The head, and groups of workers; together they are what a model runs on.
void read_ray_cluster(const tree& object, const tree& cluster, const kubernetes_context& in) {
  const std::string_view group = group_of_parts(object, in);
  const std::size_t before = in.into.workloads.size();
  const bool autoscales = bool_said(cluster.at("enableInTreeAutoscaling")).value_or(false);
  parallel_sizes entrypoint;
  if (const tree* command = object.at("spec", "entrypoint"); command != nullptr && command->is_text()) {
    engine_arguments all(in.into);
    all.take(started_programs(command, nullptr, in.into.source(), {}));
    entrypoint = all.sizes();
  }
  const auto part = [&](const tree& of, std::string_view name, const workload_scale& number) {
    pod_workload pod = workload_of_pod(pods_of_template(object, of.at("template")), in);
    pod.is.identity.name = name_of_part(object, name, in);
    pod.is.identity.line = of.key_line != 0 ? of.key_line : of.line;
    pod.is.identity.group = group;
    pod.is.scale.pods = number.pods;
    pod.is.scale.pods_stated = number.pods_stated;
    pod.is.scale.least_pods = number.least_pods;
    pod.is.scale.most_pods = number.most_pods;
    // As many of Ray's workers as it is told of GPUs have one each; none keeps them off a head.
    const tree* told = of.at("rayStartParams", "num-gpus");
    if (count_said(told).value_or(0) > 0 && pod.is.requests.gpus.value_or(0) > 0) take_processes(told, pod.is);
    if (name == "head" && entrypoint.line != 0) pod.is.parallel = entrypoint;
    add_workload(std::move(pod), in);
  };
  if (const tree* head = cluster.at("headGroupSpec")) part(*head, "head", {.pods = {count{1}, head->key_line}});
  for_each_item(cluster.at("workerGroupSpecs"), [&](const tree& each) {
    const said<count> hosts = count_or(each.at("numOfHosts"), 1, each.line);
    const auto pods_of = [&](const said<count>& replicas) -> said<count> {
      if (!replicas.is_known() || !hosts.is_known())
        return replicas.is_silent() ? replicas : said<count>{unknown, replicas.line};
      return {multiply(replicas.value, hosts.value), replicas.line};
    };
    const said<count> stated = pods_of(count_said(each.at("replicas")));
    const said<count> least = pods_of(count_said(each.at("minReplicas")));
    const said<count> most = pods_of(count_said(each.at("maxReplicas")));
    // Without an own number there are at least that many; an autoscaler chooses. The operator keeps to the bounds.
    said<count> pods = !stated.is_silent() ? stated : !least.is_silent() ? least : said<count>{count{0}, each.line};
    if (pods.is_known() && pods.value < least.value) pods = least;
    if (pods.is_known() && most.is_known() && pods.value > most.value) pods = most;
    if (autoscales && (!most.is_known() || !pods.is_known() || most.value != pods.value)) pods = number_between(pods, most);
    const std::string_view name = text_of(each.at("groupName"));
    part(each, name.empty() ? std::string_view{"worker"} : name,
         {.pods = pods, .pods_stated = stated, .least_pods = least, .most_pods = most});
  });
  const std::span group_of_pods = std::span(in.into.workloads).subspan(before);
  gpus_of_replicas actors{.most = whole_gpus_of(object.at("spec", "entrypointNumGpus"))};
  if (const tree* config = object.at("spec", "serveConfigV2")) {
    take_serve_config(*config, in.into.source(), group_of_pods);
    const gpus_of_replicas served = gpus_of_replicas_in(*config, in.into.source());
    actors.all = served.all;
    if (served.most.value_or(0) > actors.most.value_or(0)) actors.most = served.most;
  }
  place_actors(actors, cluster, group_of_pods);
}

namespace {

// What a TrainJob says of its trainer in place of the runtime.
void take_trainer(const tree& object, const tree& trainer, const tree* of_runtime, pod_workload& pod, const kubernetes_context& in) {
  workload& w = pod.is;
  if (const said<count> nodes = count_said(trainer.at("numNodes")); !nodes.is_silent()) w.scale.pods = nodes;
  if (const tree* each = trainer.at("resourcesPerNode")) {
    const resource_lists lists = resources_of_container(each, in.index.defaults(namespace_of(object)));
    w.requests = pod_resources_of(lists.requests);
    w.limits = pod_resources_of(lists.limits);
  }
  take_processes(trainer.at("numProcPerNode"), w);
  // An image alone leaves the runtime's command.
  const engine of_image = engine_of_image(text_of(trainer.at("image")));
  if (w.parallel.engine == engine::unnamed) w.parallel.engine = of_image;
  const tree* command = trainer.at("command");
  const tree* args = trainer.at("args");
  if (command == nullptr && args == nullptr) return;
  engine_arguments engine(in.into);
  outer_variables variables;
  if (of_runtime != nullptr) {  // each of which stays where the trainer does not say it
    take_variables(of_runtime->at("env"), variables);
    if (command == nullptr) command = of_runtime->at("command");
    if (args == nullptr) args = of_runtime->at("args");
  }
  take_variables(trainer.at("env"), variables);
  const started_programs programs(command, args, in.into.source(), variables);
  engine.take(programs);
  // What "torchrun" is told by its arguments comes before what the operator tells it.
  w.launch.nodes = {};
  take_processes(programs, variables, false, w.requests.gpus, w);
  w.parallel = engine.sizes();
  if (w.launch.nodes.is_silent()) w.launch.nodes = engine.nodes();
  if (w.parallel.engine == engine::unnamed) w.parallel.engine = of_image;
}

// The job of a runtime's that trains, by its label; the only one, where it is alone.
bool is_trainer(const tree& job, std::size_t jobs) {
  const tree* step = job.at("template", "metadata", "labels", "trainer.kubeflow.org/trainjob-ancestor-step");
  return step == nullptr ? jobs == 1 : text_of(step) == "trainer";
}

// The container that a trainer is said of: "node", or the only one.
const tree* trainer_of_runtime(const tree* spec) {
  const tree* all = spec == nullptr ? nullptr : spec->at("template", "spec", "containers");
  if (all == nullptr || !all->is_list()) return nullptr;
  for (const tree* each : all->items)
    if (all->items.size() == 1 || text_of(each->at("name")) == "node") return each;
  return nullptr;
}

// The jobs of a runtime: those of a TrainJob, or, where there is none, as many as it asks for itself, which is none.
void read_jobs_of_runtime(const tree& object, const tree& runtime, const tree* trainer, bool runs,
                          const kubernetes_context& in) {
  const tree* jobs = runtime.at("template", "spec", "replicatedJobs");
  if (jobs == nullptr || !jobs->is_list()) return;
  const std::string_view group = jobs->items.size() > 1 ? group_of_parts(object, in) : std::string_view{};
  for (const tree* each : jobs->items) {
    const tree* spec = each->at("template", "spec");
    pod_workload pod = workload_of_pod(pods_of_template(object, spec == nullptr ? nullptr : spec->at("template")), in);
    workload& w = pod.is;
    w.identity.name = name_of_part(object, text_of(each->at("name")), in);
    if (!runs) w.identity.line = each->line;
    w.identity.group = group;
    w.scale.pods = count_or(spec == nullptr ? nullptr : spec->at("parallelism"), 1, w.identity.line);
    if (is_trainer(*each, jobs->items.size())) {
      if (const said<count> nodes = count_said(runtime.at("mlPolicy", "numNodes")); !nodes.is_silent()) w.scale.pods = nodes;
      if (trainer != nullptr) take_trainer(object, *trainer, trainer_of_runtime(spec), pod, in);
      if (runs || !in.index.has_train_job(text_of(object.at("metadata", "name")))) take_processes(runtime.at("mlPolicy", "torch", "numProcPerNode"), w);
    }
    if (!runs) w.scale.replicas = {count{0}, w.identity.line};
    add_workload(std::move(pod), in);
  }
}

void read_train_job(const tree& object, const kubernetes_context& in) {
  const tree* trainer = object.at("spec", "trainer");
  if (const tree* runtime = in.index.training_runtime(text_of(object.at("spec", "runtimeRef", "name"))))
    return read_jobs_of_runtime(object, *runtime, trainer, true, in);
  pod_workload pod = workload_of_pod({.object = object}, in);
  // What is left out is in the runtime that it refers to.
  pod.is.scale.pods = {unknown, trainer == nullptr ? pod.is.identity.line : trainer->line};
  if (trainer != nullptr) take_trainer(object, *trainer, nullptr, pod, in);
  if (pod.is.requests.gpus.is_silent()) pod.is.requests.gpus = {unknown, pod.is.scale.pods.line};
  add_workload(std::move(pod), in);
}

// Places for the processes of "mpirun" in an MPIJob; silent in other jobs.
struct mpi_workers {
  said<count> pods{};
  said<count> slots{};  // of all
  said<count> slots_of_each{};
};
mpi_workers workers_of(const tree& spec, const tree& roles) {
  const tree* worker = roles.at("Worker");
  if (roles.key != "mpiReplicaSpecs" || worker == nullptr) return {};
  const said<count> each = count_or(spec.at("slotsPerWorker"), 1, spec.line);
  said<count> workers = count_or(worker->at("replicas"), 1, worker->line);
  if (!each.is_known() || !workers.is_known()) return {{unknown, each.line}, {unknown, each.line}, {unknown, each.line}};
  if (text_of(spec.at("runLauncherAsWorker")) == "true") workers.value = add(workers.value, count{1});
  return {workers, {multiply(each.value, workers.value), each.line}, each};
}

}  // namespace

void read_ray(const tree& object, const kubernetes_context& in) {
  const tree* spec = object.at("spec");
  if (spec == nullptr) return;
  for (const std::string_view key : {"rayClusterSpec", "rayClusterConfig"})
    if (const tree* cluster = spec->at(key)) {
      read_ray_cluster(object, *cluster, in);
      return;
    }
  if (spec->at("headGroupSpec") != nullptr) read_ray_cluster(object, *spec, in);
}

void read_training_runtime(const tree& object, const kubernetes_context& in) {
  if (const tree* spec = object.at("spec")) read_jobs_of_runtime(object, *spec, nullptr, false, in);
}

void read_training(const tree& object, const kubernetes_context& in) {
  if (text_of(object.at("kind")) == "TrainJob") {
    read_train_job(object, in);
    return;
  }
  const tree* spec = object.at("spec");
  if (spec == nullptr) return;
  const std::string_view group = group_of_parts(object, in);
  // pytorchReplicaSpecs, mpiReplicaSpecs, …: a map of roles.
  for (const tree* roles : spec->items) {
    if (!roles->key.ends_with("ReplicaSpecs") || !roles->is_map()) continue;
    const mpi_workers workers = workers_of(*spec, *roles);
    std::vector<pod_workload> pods;
    said<count> ranks_of_each;
    said<count> gpus_of_rank;  // of a test of collectives
    for (const tree* each : roles->items) {
      pod_workload pod = workload_of_pod(pods_of_template(object, each->at("template")), in);
      pod.is.identity.name = name_of_part(object, each->key, in);
      pod.is.identity.line = each->key_line;
      pod.is.identity.group = group;
      pod.is.scale.pods = count_or(each->at("replicas"), 1, each->key_line);
      if (!pod.is.launch.ranks.is_silent() && pod.is.launch.slots.is_silent()) pod.is.launch.slots = pod.mpi.slots_on(workers.pods, workers.slots);
      // Without a number it starts one for each slot.
      if (pod.mpi.is_there && pod.is.launch.ranks.is_silent() && !pod.mpi.has_own_places && !pod.mpi.are_spread)
        pod.is.launch.ranks = pod.is.launch.slots = workers.slots;
      if (pod.is.requests.gpus.value_or(0) > 0) take_processes(spec->at("nprocPerNode"), pod.is);
      if (const tree* elastic = spec->at("elasticPolicy"); elastic != nullptr && each->key == "Worker") {
        pod.is.scale.pods_stated = count_said(each->at("replicas"));
        pod.is.scale.least_pods = count_said(elastic->at("minReplicas"));
        pod.is.scale.most_pods = count_said(elastic->at("maxReplicas"));
      }
      if (!workers.slots.is_silent() && ranks_of_each.is_silent()) {
        gpus_of_rank = pod.mpi.gpus_of_process;
        ranks_of_each = pod.mpi.most_of_a_node(workers.pods);
        // Those of a test take a GPU each, and fill the slots of one worker before those of the next.
        const bool fills_slots = gpus_of_rank.is_known() && !pod.mpi.are_spread && !pod.mpi.has_own_places;
        if (ranks_of_each.is_silent() && fills_slots)
          ranks_of_each = {std::min(pod.mpi.processes.value, workers.slots_of_each.value), workers.slots_of_each.line};
      }
      pods.push_back(std::move(pod));
    }
    const bool share = std::ranges::any_of(pods, &pod_workload::shares_gpus);
    for (pod_workload& each : pods) {
      // A rank takes a GPU, unless they share them; with fewer of them than GPUs each may take several.
      const count gpus = each.is.requests.gpus.value_or(0);
      if (!share && gpus > 0 && multiply(ranks_of_each.value, gpus_of_rank.value_or(1)) > gpus && each.is.launch.processes.is_silent()) {
        each.is.launch.processes = ranks_of_each;
        if (gpus_of_rank.value > 1) each.is.launch.gpus_of_process = gpus_of_rank;
      }
      add_workload(std::move(each), in);
    }
  }
}

}  // namespace headroom::read
