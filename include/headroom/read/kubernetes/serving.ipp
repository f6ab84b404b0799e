// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/kubernetes/shape.hpp>
#include <headroom/read/kubernetes/workloads.hpp>
#include <headroom/read/common/gpu_requests.hpp>

namespace headroom::read {

namespace {

serving_role role_called(std::string_view name) {
  return name == "prefill" ? serving_role::prefill : name == "decode" ? serving_role::decode : serving_role::none;
}

// The one map of a predictor that is a container: "model:", or that of a framework, "triton:".
const tree* container_of_predictor(const tree& predictor) {
  if (const tree* model = predictor.at("model"); model != nullptr && model->is_map()) return model;
  for (const tree* each : predictor.items)
    if (each->at("resources") != nullptr || each->at("storageUri") != nullptr) return each;
  return nullptr;
}

bool asks_for_no_gpus(const workload& w) { return w.requests.gpus.is_silent() && w.requests.mig_profile.is_silent(); }

// The sizes that an operator tells the engine, in place of arguments.
void take_parallelism(const tree* from, workload& into) {
  if (from == nullptr || !from->is_map()) return;
  const auto take = [&](std::string_view key, said<count>& size) {
    if (const said<count> stated = count_said(from->at(key)); !stated.is_silent()) size = stated;
  };
  take("tensor", into.parallel.tensor);
  take("pipeline", into.parallel.pipeline);
  take("data", into.parallel.data);
  if (into.parallel.line == 0) into.parallel.line = from->key_line;
}

// The pods of a replica that has workers beside its leader: one for each part of the data-parallel copies, else for each stage.
said<count> pods_of_parallelism(const tree* sizes, int line) {
  if (sizes == nullptr) return {count{1}, line};
  const said<count> all = count_said(sizes->at("data"));
  const said<count> local = count_said(sizes->at("dataLocal"));
  if (all.is_silent() && local.is_silent()) return count_or(sizes->at("pipeline"), 1, line);
  if (all.is_unresolved() || local.is_unresolved()) return {unknown, all.is_unresolved() ? all.line : local.line};
  const count each = std::max<count>(local.value_or(1), 1);
  return {all.value_or(1) / each, all.is_silent() ? local.line : all.line};
}

// A Deployment, or groups of a leader and workers: an LLMInferenceService itself, and its prefill.
void read_llm_part(const tree& object, const tree& of, std::string_view name, serving_role role, const kubernetes_context& in) {
  const tree* sizes = of.at("parallelism");
  const tree* worker = of.at("worker");
  const tree* scaling = of.at("scaling");
  const int line = of.key_line != 0 ? of.key_line : of.line;
  const auto part = [&](const tree* spec, std::string_view its) {
    pod_workload pod = workload_of_pod({.object = object, .spec = spec}, in);
    workload& w = pod.is;
    w.identity.name = name_of_part(object, its, in);
    w.identity.role = role;
    if (spec != nullptr) w.identity.line = spec->key_line;
    if (scaling != nullptr) take_bounds(w, scaling->at("minReplicas"), scaling->at("maxReplicas"), line);
    else w.scale.replicas = count_or(of.at("replicas"), 1, line);
    // What it leaves out is in the presets that it refers to.
    if (asks_for_no_gpus(w)) w.requests.gpus = {unknown, w.identity.line};
    return pod;
  };
  pod_workload leader = part(of.at("template"), name);
  take_parallelism(sizes, leader.is);
  if (leader.is.parallel.engine == engine::unnamed && leader.is.parallel.line != 0) leader.is.parallel.engine = engine::vllm;
  if (worker == nullptr || !worker->is_map()) return add_workload(std::move(leader), in);
  const said<count> pods = pods_of_parallelism(sizes, line);
  pod_workload rest = part(worker, name.empty() ? std::string_view{"worker"} : in.into.keep(concat(name, "/worker")));
  leader.is.identity.group = in.into.keep(concat(group_of_parts(object, in), ' ', name));
  rest.is.identity.group = leader.is.identity.group;
  rest.is.parallel = {};
  rest.is.scale.pods = pods.is_known() ? said<count>{std::max<count>(pods.value - 1, 0), pods.line} : pods;
  add_workload(std::move(leader), in);
  if (rest.is.scale.pods.is_unresolved() || rest.is.scale.pods.value > 0) add_workload(std::move(rest), in);
}

}  // namespace

// A role is a StatefulSet or Deployment, or groups of a leader and workers with one template: its own, or one of the group's.
void read_roles_of_group(const tree& object, const kubernetes_context& in) {
  for_each_item(object.at("spec", "roles"), [&](const tree& role) {
    const tree* group = role.at("leaderWorkerSet");
    if (group == nullptr) group = role.at("leaderWorkerPattern");
    const std::array<const tree*, 3> places{&role, group, role.at("standalonePattern")};
    const auto found_in_one = [&](std::string_view key) {
      const tree* found = nullptr;
      for (const tree* of : places)
        if (found == nullptr && of != nullptr) found = of->at(key);
      return found;
    };
    const tree* pod_template = found_in_one("template");
    const tree* reference = found_in_one("templateRef");
    if (pod_template == nullptr && reference != nullptr)
      for_each_item(object.at("spec", "roleTemplates"), [&](const tree& each) {
        if (text_of(each.at("name")) == text_of(reference->at("name"))) pod_template = each.at("template");
      });
    pod_workload pod = workload_of_pod(pods_of_template(object, pod_template), in);
    const std::string_view name = text_of(role.at("name"));
    pod.is.identity.name = name_of_part(object, name, in);
    pod.is.identity.line = role.line;
    pod.is.identity.role = role_called(name);
    pod.is.scale.replicas = count_or(role.at("replicas"), 1, role.line);
    if (group != nullptr) pod.is.scale.pods = count_or(group->at("size"), 1, group->line);
    if (pod_template == nullptr && reference != nullptr) pod.is.requests.gpus = {unknown, reference->key_line};
    // What a template leaves to a patch, of the role or of its leader or workers alone, is theirs to say.
    const tree* of_reference = reference == nullptr ? nullptr : reference->at("patch");
    for (const tree* patch : {of_reference, found_in_one("templatePatch"), found_in_one("patchLeaderTemplate"), found_in_one("patchWorkerTemplate"),
                              found_in_one("leaderTemplatePatch"), found_in_one("workerTemplatePatch")}) {
      if (patch == nullptr || patch->at("spec", "containers") == nullptr) continue;
      pod.shared_line = patch->key_line;
      if (gpu_request_in(*patch) != nullptr) pod.is.requests.gpus = {unknown, patch->key_line};
    }
    add_workload(std::move(pod), in);
  });
}

void read_nim(const tree& object, const kubernetes_context& in) {
  const tree* spec = object.at("spec");
  if (spec == nullptr || !spec->is_map()) return;
  pod_workload pod = workload_of_container({.object = object, .spec = spec}, *spec, in);
  workload& w = pod.is;
  const tree* scale = spec->at("scale", "hpa");
  if (scale != nullptr && text_of(spec->at("scale", "enabled")) == "true")
    take_bounds(w, scale->at("minReplicas"), scale->at("maxReplicas"), w.identity.line);
  else
    w.scale.replicas = count_or(spec->at("replicas"), 1, w.identity.line);
  if (const tree* nodes = spec->at("multiNode")) {
    const tree* size = nodes->at("size");
    if (size == nullptr) size = nodes->at("parallelism", "pipeline");
    w.scale.pods = count_or(size, 1, nodes->key_line);
    if (const said<count> each = count_said(nodes->at("gpusPerPod")); !each.is_silent()) w.requests.gpus = each;
    // A pod is one stage: a process for each of its GPUs, which the operator asks for where the object asks for none.
    w.launch.processes = count_said(nodes->at("parallelism", "tensor"));
    if (asks_for_no_gpus(w)) w.requests.gpus = w.launch.processes;
  }
  // By the profile of the model that it finds.
  if (asks_for_no_gpus(w)) w.requests.gpus = {unknown, w.identity.line};
  add_workload(std::move(pod), in);
}

void read_llm_inference_service(const tree& object, const kubernetes_context& in) {
  const tree* spec = object.at("spec");
  if (spec == nullptr || !spec->is_map()) return;
  const tree* prefill = spec->at("prefill");
  const bool is_apart = prefill != nullptr && prefill->is_map();
  read_llm_part(object, *spec, is_apart ? "decode" : "", is_apart ? serving_role::decode : serving_role::none, in);
  if (is_apart) read_llm_part(object, *prefill, "prefill", serving_role::prefill, in);
}

void read_inference_service(const tree& object, const kubernetes_context& in) {
  const tree* predictor = object.at("spec", "predictor");
  if (predictor == nullptr || !predictor->is_map()) return read_by_shape(object, in);
  const tree* container = container_of_predictor(*predictor);
  const tree* runtime = container == nullptr ? nullptr : in.index.serving_runtime(text_of(container->at("runtime")));
  const bool is_own = is_pod_spec(*predictor);
  pod_workload pod =
      is_own ? workload_of_pod({.object = object, .spec = predictor}, in)
      : container != nullptr && (runtime == nullptr || container->at("resources") != nullptr)
          ? workload_of_container({.object = object, .spec = predictor}, *container, in)
          : workload_of_pod({.object = object, .spec = runtime != nullptr ? runtime : predictor}, in);
  workload& w = pod.is;
  take_bounds(w, predictor->at("minReplicas"), predictor->at("maxReplicas"), w.identity.line);
  // Without resources of its own it has those of a runtime that is not here.
  if (!is_own && asks_for_no_gpus(w) && runtime == nullptr &&
      (container == nullptr || container->at("resources") == nullptr))
    w.requests.gpus = {unknown, w.identity.line};
  if (w.parallel.engine == engine::unnamed && container != nullptr)
    w.parallel.engine = engine_of_model_format(text_of(container->at("modelFormat", "name")));
  const tree* workers = predictor->at("workerSpec");
  if (workers == nullptr || !workers->is_map()) return add_workload(std::move(pod), in);
  w.identity.group = group_of_parts(object, in);
  const said<count> stages = count_or(workers->at("pipelineParallelSize"), 1, workers->line);
  const said<count> tensor = count_said(workers->at("tensorParallelSize"));
  // The controller gives the tensor-parallel size to pods that ask for no GPUs.
  if (tensor.is_known() && !w.requests.gpus.is_known()) w.requests.gpus = tensor;
  w.parallel.pipeline = stages;
  w.parallel.tensor = tensor;
  w.parallel.line = workers->key_line;
  pod_workload rest = workload_of_pod({.object = object, .spec = is_pod_spec(*workers) ? workers : nullptr}, in);
  if (rest.is.requests.gpus.is_silent()) rest.is.requests.gpus = w.requests.gpus;
  rest.is.identity.name = name_of_part(object, "worker", in);
  rest.is.identity.line = workers->key_line;
  rest.is.identity.group = w.identity.group;
  rest.is.scale.replicas = w.scale.replicas;
  rest.is.scale.most_pods = w.scale.most_pods;
  rest.is.scale.pods = stages.is_known() ? said<count>{std::max<count>(stages.value - 1, 0), stages.line} : stages;
  rest.is.parallel = {};
  add_workload(std::move(pod), in);
  if (rest.is.scale.pods.is_unresolved() || rest.is.scale.pods.value > 0) add_workload(std::move(rest), in);
}

}  // namespace headroom::read
