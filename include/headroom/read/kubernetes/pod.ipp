// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/kubernetes/pod.hpp>

#include <algorithm>
#include <headroom/deployment/parallel_gpus.hpp>
#include <utility>

#include <headroom/read/engine/launch.hpp>
#include <headroom/read/kubernetes/config_maps.hpp>
#include <headroom/read/kubernetes/object_kinds.hpp>
#include <headroom/read/kubernetes/placement.hpp>
#include <headroom/read/kubernetes/quantity.hpp>
#include <headroom/read/kubernetes/selection.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/common/messages.hpp>

namespace headroom::read {

namespace {

constexpr std::string_view channel_class = "compute-domain-default-channel.nvidia.com";

// What an expression of CEL holds a value to, as "device.driver == 'gpu.nvidia.com'" does; nothing where it leaves a choice.
std::string_view held_to(std::string_view expression, std::string_view value) {
  const std::size_t at = expression.find(value);
  if (at == std::string_view::npos || expression.find("||") != std::string_view::npos) return {};
  std::string_view rest = without_blanks(expression.substr(at + value.size()));
  if (!rest.starts_with("==")) return {};
  rest = without_blanks(rest.substr(2));
  const std::size_t end = rest.empty() ? std::string_view::npos : rest.find(rest.front(), 1);
  return end != std::string_view::npos && (rest.front() == '"' || rest.front() == '\'') ? rest.substr(1, end - 1) : std::string_view{};
}

// The class of a driver that a class of the file's own selects devices of; the class itself where the file has none so called.
std::string_view class_of_driver(std::string_view name, const kubernetes_context& in) {
  const tree* own = in.index.device_class(name);
  std::string_view driver;
  std::string_view type;
  std::string_view expression;
  if (own != nullptr)
    for_each_item(own->at("selectors"), [&](const tree& each) {
      expression = text_of(each.at("cel", "expression"));
      if (const std::string_view is = held_to(expression, "device.driver"); !is.empty()) driver = is;
      if (const std::string_view is = held_to(expression, "].type"); !is.empty()) type = is;
    });
  if (driver == "gpu.nvidia.com" && type == "mig") return "mig.nvidia.com";
  // What it leaves open may be of GPUs all the same.
  return !driver.empty() ? driver : expression.find("gpu") != std::string_view::npos ? expression : name;
}

// Devices that one claim asks for.
struct claimed {
  said<count> gpus{};
  said<std::string_view> mig_profile{};
  bool all_gpus = false;  // of its node
  bool is_channel = false;
};

claimed devices_of(const tree& claim, const kubernetes_context& in) {
  claimed all;
  for_each_item(claim.at("devices", "requests"), [&](const tree& each) {
    const tree* exactly = each.at("exactly");
    const tree& request = exactly == nullptr ? each : *exactly;
    if (bool_said(request.at("adminAccess")).value_or(false)) return;  // looks at devices that others have
    const std::string_view device = class_of_driver(text_of(request.at("deviceClassName")), in);
    if (each.at("firstAvailable") != nullptr) all.gpus = {unknown, each.line};
    if (device == channel_class) all.is_channel = true;
    if (device == "mig.nvidia.com") all.mig_profile = {std::string_view{"any"}, each.line};
    if (device != "gpu.nvidia.com" && device != "gpu.amd.com") {
      // A class of the cluster's own, whose devices may be some of these.
      if (device.find("gpu") != std::string_view::npos && all.gpus.is_silent()) all.gpus = {unknown, each.line};
      return;
    }
    said<count> number = count_said(request.at("count"));
    if (number.is_silent()) number = {count{1}, request.at("deviceClassName")->line};
    // As many as the node has of those that are selected.
    if (text_of(request.at("allocationMode")) == "All") {
      number = {unknown, each.line};
      all.all_gpus = all.gpus.is_silent() && request.at("selectors") == nullptr;
    }
    const bool both = all.gpus.is_known() && number.is_known();
    all.gpus = both                   ? said<count>{add(all.gpus.value, number.value), number.line}
               : all.gpus.is_silent() ? number
                                      : said<count>{unknown, number.line};
  });
  return all;
}

void add_gpus(pod_resources& to, const said<count>& more) {
  if (more.is_silent()) return;
  const bool adds = to.gpus.is_known() && more.is_known();
  to.gpus = adds                  ? said<count>{add(to.gpus.value, more.value), more.line}
            : to.gpus.is_silent() ? more
                                  : said<count>{unknown, more.line};
}

void take_claims(workload& into, const tree* spec, const kubernetes_context& in) {
  for_each_item(spec->at("resourceClaims"), [&](const tree& each) {
    const tree* made_from = each.at("resourceClaimTemplateName");
    const tree* shared = each.at("resourceClaimName");
    const tree* name = made_from != nullptr ? made_from : shared;
    if (name == nullptr) return;
    // Each pod has a channel of its own, and a node has one.
    const auto take_channel = [&] {
      into.placement.one_domain = {true, name->line};
      if (made_from != nullptr) into.placement.pods_per_node = {count{1}, name->line};
    };
    if (made_from != nullptr && in.index.is_channel_of_domain(text_of(name))) return take_channel();
    const tree* claim = made_from != nullptr ? in.index.claim_template(text_of(name)) : in.index.claim(text_of(name));
    if (claim == nullptr) {
      // In another file: devices of some kind.
      if (into.requests.gpus.is_silent()) into.requests.gpus = {unknown, name->line};
      return;
    }
    const claimed devices = devices_of(*claim, in);
    if (devices.is_channel) take_channel();
    if (into.requests.mig_profile.is_silent()) into.requests.mig_profile = devices.mig_profile;
    // Pods that name the same claim share its devices.
    const bool is_shared = made_from == nullptr && !in.index.is_of_one_pod(text_of(name));
    const said<count> gpus = is_shared && !devices.gpus.is_silent() ? said<count>{unknown, name->line} : devices.gpus;
    if (into.limits.gpus.is_known()) add_gpus(into.limits, gpus);
    if (devices.all_gpus && !is_shared && into.requests.gpus.is_silent()) {
      into.requests.all_gpus = true;
      into.placement.pods_per_node = {count{1}, name->line};
    }
    add_gpus(into.requests, gpus);
  });
}

outer_variables variables_of(const tree& container, const pod_source& from, const kubernetes_context& in) {
  outer_variables variables = from.variables;
  take_variables(container.at("env"), variables);
  take_config_variables(container, in.index, variables);
  return variables;
}

// What a container starts, with the scripts and the files of ConfigMaps in sight.
struct container_programs {
  container_programs(const tree& container, const pod_source& from, const kubernetes_context& in)
      : variables(variables_of(container, from, in)),
        all(container.at("command"), container.at("args"), in.into.source(), variables, nullptr, files_mounted(*from.spec, container, in.index)) {}

  outer_variables variables;
  started_programs all;
};

// The engine of a container: by its command, scripts of ConfigMaps that this starts, and settings mounted or set.
engine_arguments engine_of_programs(const container_programs& programs, const tree& container, const kubernetes_context& in) {
  engine_arguments engine(in.into);
  engine.take(programs.all);
  engine.take_variables_of(engine_of_image(text_of(container.at("image"))), programs.variables);
  return engine;
}

struct container_engine {
  std::string_view container{};
  parallel_sizes sizes{};
  said<count> gpus{};  // of the container
  said<count> nodes{};
  int shared_line = 0;
};

said<count> gpus_of_container(const tree& container) {
  return pod_resources_of(resources_of_container(container.at("resources")).requests).gpus;
}

// The one container that names claims of its pod, where no container asks for GPUs in another way; nullptr where there is none such.
const tree* only_claimant(const tree& spec) {
  const tree* found = nullptr;
  int claimants = 0;
  for_each_item(spec.at("containers"), [&](const tree& each) {
    if (each.at("resources", "claims") == nullptr) return;
    found = &each;
    ++claimants;
  });
  if (claimants != 1) return nullptr;
  bool have_gpus = false;
  for_each_item(spec.at("containers"), [&](const tree& each) { have_gpus = have_gpus || !gpus_of_container(each).is_silent(); });
  return have_gpus ? nullptr : found;
}

// The parallel sizes of a pod are those of its one engine. Of several containers with GPUs each engine has its own.
void take_engine(pod_workload& into, const pod_source& from, const kubernetes_context& in) {
  int with_gpus = 0;
  std::vector<container_engine> engines;
  parallel_sizes image_only;
  for_each_item(from.spec->at("initContainers"), [&](const tree& each) {
    with_gpus += is_sidecar(each) && gpus_of_container(each).value_or(0) > 0 ? 1 : 0;
  });
  const tree* claimant = only_claimant(*from.spec);
  const bool are_all_set = kind_of(from.object).pods == pods_are::as_they_stand;
  for_each_item(from.spec->at("containers"), [&](const tree& each) {
    const said<count> gpus = &each == claimant ? into.is.requests.gpus : gpus_of_container(each);
    with_gpus += gpus.is_unresolved() || gpus.value > 0 ? 1 : 0;
    const container_programs programs(each, from, in);
    const engine_arguments engine = engine_of_programs(programs, each, in);
    take_processes(programs.all, programs.variables, are_all_set, gpus, into.is);
    into.shares_gpus = into.shares_gpus || share_gpus(programs.all);
    if (into.mpi.processes.is_silent()) into.mpi = mpi_launch_in(programs.all);
    for_each_item(each.at("env"), [&](const tree& variable) {
      into.shares_gpus = into.shares_gpus || text_of(variable.at("name")).starts_with(variables_of_mps);
    });
    if (into.is.launch.nodes.is_silent() && !engine.names_its_rank()) into.is.launch.nodes = engine.nodes();
    const parallel_sizes sizes = engine.sizes();
    if (!states_any_size(sizes)) {
      if (image_only.engine == engine::unnamed) image_only = sizes;
      return;
    }
    if (engine.leave_rest_of(gpus)) return;
    engines.push_back({text_of(each.at("name")), sizes, gpus, engine.nodes(), engine.shared_line()});
  });
  if (with_gpus > 1 || (into.shares_gpus && into.is.launch.processes.value_or(0) > into.is.requests.gpus.value_or(0))) into.is.launch.processes = {};
  if (engines.empty()) {
    into.is.parallel = image_only;
    return;
  }
  const container_engine& first = engines.front();
  if (engines.size() == 1 && with_gpus <= 1) {
    into.is.parallel = first.sizes;
    into.engine_nodes = first.nodes;
    into.shared_line = first.shared_line;
    return;
  }
  const auto is_own = [](const container_engine& each) { return each.gpus.value_or(0) > 0 && each.shared_line == 0; };
  if (std::ranges::all_of(engines, is_own)) {
    for (const container_engine& each : engines)
      into.parts.push_back({each.container, {.scale = {.gpus = each.gpus}, .parallel = each.sizes}});
    return;
  }
  into.is.parallel = first.sizes;
  into.is.parallel.left_open = std::ranges::any_of(engines, [](const auto& each) { return each.shared_line != 0; })
                                   ? "how many pods run one engine"
                                   : "how many GPUs the engine's container has";
}

// A container, or a pod without a name of its own, whose limits are below what it requests. Whether there are any.
bool take_low_limits(std::string_view name, const resource_lists& lists, pod_workload& into, bool of_whole_pod = false) {
  resource_list requests;
  resource_list limits;
  for (const resource_amount& limit : lists.limits.amounts()) {
    const said<count>* asked = lists.requests.find(limit.name);
    const bool is_lent = limit.name == "cpu" || limit.name == "memory" || limit.name == "ephemeral-storage";
    if (!is_lent || asked == nullptr || !limit.amount.is_known() || asked->value <= limit.amount.value) continue;
    requests.set(limit.name, *asked);
    limits.set(limit.name, limit.amount);
  }
  if (limits.is_empty()) return false;
  container_part& part = into.parts.emplace_back(container_part{name, {.requests = pod_resources_of(requests), .limits = pod_resources_of(limits)}});
  part.is.limits.of_whole_pod = of_whole_pod;
  return true;
}

// Kubernetes refuses pods with such limits, be they a container's or the pod's. Of pod-level resources its containers request
// together no more than the pod, and none has a higher limit (Kubernetes, KEP-2837, "Pod Level Resource Specifications").
void take_low_limits(pod_workload& into, const pod_source& from, const kubernetes_context& in) {
  const resource_lists& defaults = in.index.defaults(namespace_of(from.object));
  for (const std::string_view key : {"initContainers", "containers"})
    for_each_item(from.spec->at(key), [&](const tree& each) {
      take_low_limits(text_of(each.at("name")), resources_of_container(each.at("resources"), defaults), into);
    });
  const tree* of_pod = from.spec->at("resources");
  if (of_pod == nullptr) return;
  resource_lists whole{resource_list(of_pod->at("requests")), resource_list(of_pod->at("limits"))};
  take_low_limits({}, whole, into);
  whole.requests.fill_from(whole.limits);
  if (take_low_limits("containers", {resources_of_containers(*from.spec, defaults).requests, whole.requests}, into, true)) return;
  for_each_item(from.spec->at("containers"), [&](const tree& each) {
    take_low_limits(text_of(each.at("name")), {resource_list(each.at("resources", "limits")), whole.limits}, into, true);
  });
}

// Whether a pod asks for something that a group of a queue's resources covers; "pods" are what each is one of.
bool is_covered(const resource_list& asked, const tree& group) {
  bool is = false;
  for_each_item(group.at("coveredResources"), [&](const tree& each) {
    is = is || text_of(&each) == "pods" || asked.find(text_of(&each)) != nullptr;
  });
  return is;
}

const tree* kueue_label_of(const tree& object) {
  constexpr std::string_view label = "kueue.x-k8s.io/queue-name";
  const tree* name = object.at("metadata", "labels", label);
  return name != nullptr ? name : object.at("metadata", "annotations", label);
}

// A label of an object, or of its pods.
const tree* label_of(const pod_source& from, std::string_view label) {
  const tree* value = from.object.at("metadata", "labels", label);
  return value == nullptr && from.metadata != nullptr ? from.metadata->at("labels", label) : value;
}

// KAI's documentation, "Priority and Preemption": pods say so themselves, or are of a class of priority, of which those from 100
// on are not pushed out; its own are known by their names.
said<bool> may_be_pushed_out(const pod_source& from, const kubernetes_context& in) {
  if (const tree* own = label_of(from, "kai.scheduler/preemptibility")) {
    if (text_of(own) == "non-preemptible") return {false, own->line};
    return text_of(own) == "preemptible" ? said<bool>{true, own->line} : said<bool>{};
  }
  const tree* name = label_of(from, "priorityClassName");
  if (name == nullptr && from.spec != nullptr) name = from.spec->at("priorityClassName");
  if (name == nullptr) return {};
  if (const tree* priority = in.index.priority_class(text_of(name))) {
    const said<count> value = count_said(priority->at("value"));
    return value.is_known() ? said<bool>{value.value < 100, name->line} : said<bool>{};
  }
  constexpr std::pair<std::string_view, bool> own[]{{"train", true}, {"build-preemptible", true}, {"build", false}, {"inference", false}};
  for (const auto& [priority, is_pushed_out] : own)
    if (text_of(name) == priority) return {is_pushed_out, name->line};
  return {};
}

// The queue of Kueue that an object is in, by its label; silent where the file does not have the queue.
void put_queue(workload& into, const tree& object, const resource_list& asked, const kubernetes_context& in) {
  const tree* name = kueue_label_of(object);
  const tree* queue = cluster_queue_of(object, in);
  if (queue == nullptr) return;
  into.queueing.queue = {text_of(queue->at("metadata", "name")), name->line};
  // It runs on the machines of the queue's flavor, where there is one of what it asks for.
  std::string_view flavor;
  bool is_only = true;
  for_each_item(queue->at("spec", "resourceGroups"), [&](const tree& group) {
    if (!is_covered(asked, group)) return;
    for_each_item(group.at("flavors"), [&](const tree& each) {
      const std::string_view its = text_of(each.at("name"));
      is_only = flavor.empty();
      flavor = its;
    });
  });
  if (is_only && !flavor.empty()) into.placement.pool = {flavor, name->line};
}

// Devices of which nothing is known: those that are no GPUs, and those that no plugin has.
void tell_devices(const resource_list& asked, const kubernetes_context& in) {
  for (const resource_amount& each : asked.amounts()) {
    if (each.amount.value_or(1) == 0) continue;
    const auto tell = [&](std::string_view why) { in.into.not_followed.push_back({each.amount.line, 0, concat(each.name, why), refusal::none}); };
    if (catalog::is_other_accelerator(each.name)) tell(" are no GPUs: what runs on them is not judged");
    const bool is_called_so = each.name.ends_with("/gpu") && catalog::find_gpu_resource(each.name) == nullptr;  // by another's plugin
    if (const catalog::gpu_resource* meant = catalog::gpu_resource_meant_by(each.name))
      tell(concat(" is no resource that is known, and its GPUs are not counted: did you mean ", meant->name, '?'));
    else if (is_called_so)
      tell(" is no resource that is known, and its GPUs are not counted");
  }
}

// A part of a GPU that annotations ask a scheduler for: "gpu-fraction: '0.5'", "gpu-memory: 2000" (KAI, "GPU Sharing").
void take_share(workload& into, const tree* metadata) {
  const tree* annotations = metadata == nullptr ? nullptr : metadata->at("annotations");
  if (annotations == nullptr || !into.requests.gpus.is_silent() || !into.requests.mig_profile.is_silent()) return;
  for (const tree* each : annotations->items) {
    const bool is_number = each->text.find_first_not_of("0123456789.") == std::string_view::npos;
    if (is_number && each->text.find_first_of("123456789") != std::string_view::npos && ascii::contains(each->key, "gpu"))
      into.requests.mig_profile = {unknown, each->line};
  }
}

}  // namespace

const tree* cluster_queue_of(const tree& object, const kubernetes_context& in) {
  const tree* name = kueue_label_of(object);
  return name == nullptr ? nullptr : in.index.cluster_queue(text_of(name));
}

pod_workload workload_of_pod(const pod_source& from, const kubernetes_context& in) {
  pod_workload pod;
  workload& w = pod.is;
  const tree* name = from.object.at("metadata", "name");
  if (name == nullptr) name = from.object.at("metadata", "generateName");
  const tree* kind = from.object.at("kind");
  w.identity.name = text_of(name);
  w.identity.kind = text_of(kind);
  w.identity.name_space = text_of(from.object.at("metadata", "namespace"));
  w.queueing.runs_as = kind_of(from.object).runs_as;
  w.identity.line = name != nullptr ? name->line : from.object.line;
  w.scale.pods = {count{1}, w.identity.line};
  w.scale.replicas = {count{1}, w.identity.line};
  w.placement.one_domain = required_topology_said(from.metadata, is_domain_label);
  if (from.spec == nullptr) return pod;

  const resource_lists resources = resources_of_pod(from.spec, in.index.defaults(namespace_of(from.object)));
  w.queueing.queue = text_said(label_of(from, "kai.scheduler/queue"));
  if (!w.queueing.queue.is_silent()) w.queueing.may_be_pushed_out = may_be_pushed_out(from, in);
  put_queue(w, from.object, resources.requests, in);
  tell_devices(resources.requests, in);
  w.requests = pod_resources_of(resources.requests);
  w.limits = limits_of_containers(resources.limits);
  take_share(w, from.metadata != nullptr ? from.metadata : from.object.at("metadata"));
  take_claims(w, from.spec, in);
  take_engine(pod, from, in);
  take_low_limits(pod, from, in);
  take_placement(w, from.metadata, from.spec);

  node_selection selection = selection_of_pod(from.spec);
  if (const tree* pool = in.index.node_pool_selected_by(from.spec->at("nodeSelector"))) {
    node_selection nodes = selection_of_node_pool(*pool);
    selection.pool = {text_of(pool->at("metadata", "name")), from.spec->at("nodeSelector")->line};
    if (selection.instance_type.is_silent()) {
      selection.instance_type = nodes.instance_type;
      selection.instance_types = std::move(nodes.instance_types);
    }
  }
  w.placement.instance_type = selection.instance_type;
  if (w.placement.instance_type.is_unresolved()) {
    pod.sizes = selection.instance_types;
    w.placement.instance_type.value = in.into.keep(in_words(pod.sizes));
  }
  w.placement.gpu_type = selection.gpu_type;
  if (w.requests.gpus.value_or(0) > 0) w.scale.gpus_per_node = selection.gpus_of_node;
  w.placement.spot = selection.spot;
  if (w.placement.one_domain.is_silent()) w.placement.one_domain = selection.one_domain;
  if (w.placement.pool.is_silent()) {
    if (const tree* flavor = in.index.flavor_selected_by(from.spec->at("nodeSelector")))
      w.placement.pool = {text_of(flavor->at("metadata", "name")), from.spec->at("nodeSelector")->line};
    else
      w.placement.pool = selection.pool;
  }
  // A flavor is of those that are queued for it.
  if (w.placement.pool.is_silent() && in.index.has_flavors()) w.placement.pool = {unknown, w.identity.line};
  return pod;
}

pod_workload workload_of_container(const pod_source& from, const tree& container, const kubernetes_context& in) {
  pod_workload pod = workload_of_pod(from, in);
  const resource_lists lists = resources_of_container(container.at("resources"), in.index.defaults(namespace_of(from.object)));
  pod.is.requests = pod_resources_of(lists.requests);
  pod.is.limits = pod_resources_of(lists.limits);
  const engine_arguments said = engine_of_programs(container_programs(container, from, in), container, in);
  pod.is.parallel = said.sizes();
  const tree* image = container.at("image");
  const tree* name = image == nullptr || image->is_text() ? image : image->at("repository");
  if (pod.is.parallel.engine == engine::unnamed) pod.is.parallel.engine = engine_of_image(text_of(name));
  pod.engine_nodes = said.nodes();
  pod.shared_line = said.shared_line();
  return pod;
}

void settle_parallel_sizes(pod_workload& of) {
  workload& w = of.is;
  // Engines of several containers in pods that work together may be of each pod or of all.
  if (!w.identity.group.empty()) {
    const auto has_engine = [](const container_part& each) { return each.is.parallel.line != 0; };
    const auto found = std::ranges::find_if(of.parts, has_engine);
    if (found != of.parts.end()) {
      w.parallel = found->is.parallel;
      w.parallel.left_open = "how many pods run one engine";
    }
    std::erase_if(of.parts, has_engine);
  }
  if (of.shared_line == 0 || of.engine_nodes.value == 1 || !w.identity.group.empty() || w.scale.pods.value != 1) return;
  if (w.requests.gpus.is_known() && headroom::gpus_of(w.parallel).gpus == w.requests.gpus.value) return;
  // Pods of a StatefulSet are numbered, so that as many as the engine spans can be one replica.
  const count nodes = of.engine_nodes.value;
  if (w.identity.kind == "StatefulSet" && nodes > 1 && w.scale.replicas.is_known() && w.scale.replicas.value % nodes == 0) {
    w.scale.pods = {nodes, of.engine_nodes.line};
    w.scale.replicas.value /= nodes;
    return;
  }
  w.parallel.left_open = "how many pods run one engine";
}

std::vector<workload> parts_of(const pod_workload& of, deployment_file& keeping) {
  std::vector<workload> parts;
  for (const container_part& each : of.parts) {
    workload& part = parts.emplace_back(each.is);
    const workload& pod = of.is;
    part.identity.name = each.name.empty() ? pod.identity.name : keeping.keep(concat(pod.identity.name, '/', each.name));
    part.identity.line = pod.identity.line;
    part.scale.replicas = {count{0}, pod.identity.line};  // the pod's are counted already
    part.placement.pool = pod.placement.pool;
    part.placement.instance_type = pod.placement.instance_type;
    part.placement.gpu_type = pod.placement.gpu_type;
  }
  return parts;
}

}  // namespace headroom::read
