// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/kubernetes/workloads.hpp>


#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <headroom/read/kubernetes/selection.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/common/messages.hpp>

namespace headroom::read {

// ---- what they share

std::string_view name_of_part(const tree& object, std::string_view part, const kubernetes_context& in) {
  const std::string_view name = text_of(object.at("metadata", "name"));
  if (part.empty()) return name;
  return name.empty() ? part : in.into.keep(concat(name, '/', part));
}

std::string_view group_of_parts(const tree& object, const kubernetes_context& in) {
  return in.into.keep(
      concat(text_of(object.at("kind")), ' ', text_of(object.at("metadata", "name")), " in line ", object.line));
}

said<count> count_or(const tree* value, count otherwise, int line) {
  const said<count> is = count_said(value);
  return is.is_silent() ? said<count>{otherwise, line} : is;
}

void take_bounds(workload& w, const tree* least, const tree* most, int line) {
  w.scale.least_pods = count_said(least);
  w.scale.most_pods = count_said(most);
  const bool is_fixed = w.scale.most_pods.is_silent() ||
                        (w.scale.most_pods.is_known() && w.scale.most_pods.value <= std::max<count>(w.scale.least_pods.value, 1));
  w.scale.replicas = is_fixed ? count_or(least, 1, line) : number_between(w.scale.least_pods, w.scale.most_pods);
}

pod_source pods_of_template(const tree& object, const tree* pod_template) {
  if (pod_template == nullptr) return {.object = object};
  return {.object = object, .metadata = pod_template->at("metadata"), .spec = pod_template->at("spec")};
}

void add_workload(pod_workload pod, const kubernetes_context& in) {
  settle_parallel_sizes(pod);
  std::vector<workload> all = parts_of(pod, in.into);
  all.insert(all.begin(), pod.is);
  for (const workload& each : all) {
    if (!pod.sizes.empty()) in.into.size_choices.push_back({in.into.workloads.size(), pod.sizes});
    in.into.workloads.push_back(each);
  }
}

namespace {

// Replicas as an autoscaler of the file keeps them, Kubernetes' own or KEDA's ("ScaledObject specification"), else as they are
// stated. Of none that are stated Kubernetes' makes no more ("Implicit maintenance-mode deactivation").
void take_replicas(workload& w, const tree& object, const kubernetes_context& in) {
  w.scale.replicas = count_or(object.at("spec", "replicas"), 1, w.identity.line);
  const tree* scaler = in.index.scaler_of(object);
  const bool is_of_keda = scaler != nullptr && text_of(scaler->at("kind")) == "ScaledObject";
  if (scaler == nullptr || (!is_of_keda && w.scale.replicas.value_or(1) == 0)) return;
  take_bounds(w, scaler->at("spec", is_of_keda ? "minReplicaCount" : "minReplicas"), scaler->at("spec", is_of_keda ? "maxReplicaCount" : "maxReplicas"), scaler->line);
  if (is_of_keda && w.scale.most_pods.is_silent()) w.scale.replicas = {unknown, scaler->line};
}

}  // namespace

// ---- pods that run on and on

void read_pods(const tree& object, const kubernetes_context& in) {
  const bool is_pod = text_of(object.at("kind")) == "Pod";
  pod_source from = pods_of_template(object, is_pod ? &object : object.at("spec", "template"));
  pod_workload pod = workload_of_pod(from, in);
  if (pod.is.queueing.runs_as == workload_class::on_every_node)
    pod.is.scale.replicas = {unknown, 0};  // one for each node
  else if (!is_pod)
    take_replicas(pod.is, object, in);
  add_workload(std::move(pod), in);
}

// ---- jobs

namespace {

// Pods of a job that run at once.
said<count> pods_of_job(const tree* spec, int line) {
  const said<count> parallelism = count_or(spec == nullptr ? nullptr : spec->at("parallelism"), 1, line);
  const said<count> completions = count_said(spec == nullptr ? nullptr : spec->at("completions"));
  return parallelism.is_known() && completions.is_known() && completions.value < parallelism.value ? completions
                                                                                                   : parallelism;
}

// Whether a pod runs an inference engine, which is whole by its parallel sizes.
bool serves(const pod_workload& pod) {
  const parallel_sizes& sizes = pod.is.parallel;
  const bool is_sized = sizes.tensor.line != 0 || sizes.pipeline.line != 0 || sizes.data.line != 0;
  return is_sized && !is_trainer(sizes.engine) && sizes.engine != engine::unnamed;
}

void read_one_job(const tree& object, const tree* spec, const kubernetes_context& in) {
  pod_workload pod = workload_of_pod(pods_of_template(object, spec == nullptr ? nullptr : spec->at("template")), in);
  const said<count> pods = pods_of_job(spec, pod.is.identity.line);
  // Pods with an index work together, unless each has an engine of its own. Others run one by one as well. A queue of
  // Kueue admits all or none.
  const bool indexed = spec != nullptr && text_of(spec->at("completionMode")) == "Indexed";
  const bool own_engines = serves(pod) && pod.shared_line == 0;
  const bool queued = cluster_queue_of(object, in) != nullptr;
  ((indexed && !own_engines) || queued ? pod.is.scale.pods : pod.is.scale.replicas) = pods;
  // Kueue's partial admission, which is of plain jobs.
  if (queued && text_of(object.at("kind")) == "Job")
    pod.is.queueing.least_admitted = count_said(object.at("metadata", "annotations", "kueue.x-k8s.io/job-min-parallelism"));
  if (queued && own_engines && pods.value_or(2) > 1) pod.is.parallel.left_open = "how many pods run one engine";
  add_workload(std::move(pod), in);
}

struct job_part {
  std::string_view name{};
  pod_workload pod{};
  said<count> replicas{};
  said<count> pods{};  // of each
};

said<count> pods_of_part(const job_part& of, int line) {
  if (!of.replicas.is_known()) return of.replicas;
  return of.pods.is_known() ? said<count>{multiply(of.replicas.value, of.pods.value), line} : of.pods;
}

// Parts of a job that run at the same time. They train one model together, unless several serve, each with its sizes,
// or each pod does.
void add_parts(const tree& object, std::vector<job_part> parts, const kubernetes_context& in) {
  const auto serving = std::ranges::count_if(parts, [](const job_part& each) { return serves(each.pod); });
  const bool own_engines =
      std::ranges::any_of(parts, [](const job_part& each) { return serves(each.pod) && each.pod.shared_line == 0; });
  const std::string_view group = group_of_parts(object, in);
  for (job_part& each : parts) {
    workload& w = each.pod.is;
    w.identity.name = name_of_part(object, each.name, in);
    const bool one_replica = each.replicas.is_known() && each.replicas.value == 1;
    if (own_engines) {
      w.scale.replicas = pods_of_part(each, each.pods.line);
    } else if (serving > 1) {
      w.scale.replicas = each.replicas;
      w.scale.pods = each.pods;
    } else {
      w.identity.group = group;
      w.scale.pods = pods_of_part(each, one_replica ? each.pods.line : each.replicas.line);
      if (!one_replica) w.placement.one_domain = {};  // each in one of its own
      // So may each be launched, where it has as many pods by itself.
      if (!one_replica && w.launch.nodes.value_or(0) <= each.pods.value_or(0)) w.launch.nodes = {};
    }
    add_workload(std::move(each.pod), in);
  }
}

void read_job_set(const tree& object, const kubernetes_context& in) {
  const tree* jobs = object.at("spec", "replicatedJobs");
  if (jobs == nullptr || !jobs->is_list()) return;
  const tree* exclusive = object.at("metadata", "annotations", "alpha.jobset.sigs.k8s.io/exclusive-topology");
  std::vector<job_part> parts;
  for (const tree* each : jobs->items) {
    const tree* spec = each->at("template", "spec");
    job_part& part = parts.emplace_back();
    part.name = text_of(each->at("name"));
    part.pod = workload_of_pod(pods_of_template(object, spec == nullptr ? nullptr : spec->at("template")), in);
    part.pod.is.identity.line = each->line;
    part.replicas = count_or(each->at("replicas"), 1, each->line);
    part.pods = pods_of_job(spec, each->line);
    if (is_domain_label(text_of(exclusive))) part.pod.is.placement.one_domain = {true, exclusive->line};
  }
  add_parts(object, std::move(parts), in);
}

void read_volcano_job(const tree& object, const tree& tasks, const kubernetes_context& in) {
  std::vector<job_part> parts;
  count pods = 0;
  for (const tree* each : tasks.items) {
    job_part& part = parts.emplace_back();
    part.name = text_of(each->at("name"));
    part.pod = workload_of_pod(pods_of_template(object, each->at("template")), in);
    part.pod.is.identity.line = each->line;
    part.replicas = {count{1}, each->line};
    part.pods = count_or(each->at("replicas"), 1, each->line);
    pods = add(pods, part.pods.value);
  }
  // The gang: it starts with so many pods and not before. With fewer than all, its queue may hold it back in part.
  const said<count> least = count_said(object.at("spec", "minAvailable"));
  if (least.is_silent() || least.value >= pods)
    for (job_part& each : parts)
      if (each.pod.is.queueing.queue.is_silent()) each.pod.is.queueing.queue = text_said(object.at("spec", "queue"));
  const std::size_t before = in.into.workloads.size();
  add_parts(object, std::move(parts), in);
  for (workload& each : std::span(in.into.workloads).subspan(before))
    if (least.value > pods && !each.identity.group.empty() && each.launch.nodes.is_silent()) each.launch.nodes = least;
}

}  // namespace

void read_jobs(const tree& object, const kubernetes_context& in) {
  const std::string_view kind = text_of(object.at("kind"));
  const tree* tasks = object.at("spec", "tasks");
  if (kind == "JobSet")
    read_job_set(object, in);
  else if (kind == "CronJob")
    read_one_job(object, object.at("spec", "jobTemplate", "spec"), in);
  else if (tasks != nullptr && tasks->is_list())
    read_volcano_job(object, *tasks, in);
  else
    read_one_job(object, object.at("spec"), in);
}

// ---- leader and workers

void read_leader_and_workers(const tree& object, const kubernetes_context& in) {
  const tree* spec = object.at("spec", "leaderWorkerTemplate");
  if (spec == nullptr) return;
  const said<count> size = count_or(spec->at("size"), 1, spec->line);
  const tree* leader = spec->at("leaderTemplate");
  const tree* exclusive = object.at("metadata", "annotations", "leaderworkerset.sigs.k8s.io/exclusive-topology");
  const std::string_view group = group_of_parts(object, in);
  const std::string_view size_text = text_of(spec->at("size"));
  const auto part = [&](const tree* pod_template, std::string_view name, const said<count>& pods) {
    pod_source from = pods_of_template(object, pod_template);
    from.variables["LWS_GROUP_SIZE"] = {std::string(size_text.empty() ? std::string_view{"1"} : size_text), size.line};
    pod_workload pod = workload_of_pod(from, in);
    pod.is.identity.name = name_of_part(object, name, in);
    pod.is.identity.group = group;
    if (pod_template != nullptr) pod.is.identity.line = pod_template->key_line;
    take_replicas(pod.is, object, in);
    pod.is.scale.pods = pods;
    if (is_domain_label(text_of(exclusive))) pod.is.placement.one_domain = {true, exclusive->line};
    add_workload(std::move(pod), in);
  };
  if (leader == nullptr) {
    part(spec->at("workerTemplate"), {}, size);
    return;
  }
  part(leader, "leader", {count{1}, size.line});
  // A group of one has only its leader.
  if (size.is_known() && size.value <= 1) return;
  part(spec->at("workerTemplate"), "worker",
       size.is_known() ? said<count>{size.value - 1, size.line} : said<count>{unknown, size.line});
}

}  // namespace headroom::read
