// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/gpu_requests.hpp>
#include <headroom/read/kubernetes/shape.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/kubernetes/workloads.hpp>

namespace headroom::read {

namespace {

// Devices of claims, whatever has them.
bool names_claims(const tree& map) {
  const tree* claims = map.at("resourceClaims");
  return claims != nullptr && claims->is_list() && std::ranges::any_of(claims->items, [](const tree* each) {
           return each->at("resourceClaimName") != nullptr || each->at("resourceClaimTemplateName") != nullptr;
         });
}

class shape_reader {
 public:
  shape_reader(const tree& object, bool is_counted, const kubernetes_context& in)
      : object_(object), is_counted_(is_counted), in_(in) {}

  // `around` is the nearest map that chooses nodes, for a container that is in no pod's spec.
  void read(const tree& value, const tree* metadata, std::string_view name, const tree* around) {
    if (value.is_map()) {
      if (value.at("headGroupSpec", "template") != nullptr) return add_ray_cluster(value);
      if (is_pod_spec(value) || names_claims(value))
        return add(workload_of_pod({.object = object_, .metadata = metadata, .spec = &value}, in_), value, name);
      if (value.at("nodeSelector") != nullptr || value.at("affinity") != nullptr) around = &value;
      if (has_gpus(value.at("resources")))
        return add(workload_of_container({.object = object_, .spec = around != nullptr ? around : &value}, value, in_), value, name);
    }
    look_at(value);
    if (value.is_text()) return;
    const std::string_view own = text_of(value.at("name"));
    const std::size_t before = in_.into.workloads.size();
    const auto chooses_nodes = [](const tree& each) { return each.key == "nodeSelector" || each.key == "affinity"; };
    for (const tree* each : value.items)
      if (!chooses_nodes(*each))
        read(*each, value.at("metadata"), !own.empty() ? own : value.is_map() && each->key != "spec" && each->key != "template" ? each->key : name, around);
    // Nodes that nothing in it is read to run on may say what does.
    for (const tree* each : value.items)
      if (chooses_nodes(*each) && in_.into.workloads.size() == before) leave_open(gpu_request_in(*each));
  }

  // Outside of pods and containers: each number of GPUs, or else once that it asks for some.
  void look_at(const tree& value) {
    if (!is_gpu_request(value)) {
      if (names_a_gpu(value)) leave_open(&value);
      return;
    }
    const said<count> gpus = value.is_text() ? gpus_asked_by(value) : said<count>{};
    if (gpus.is_known()) tell_object(gpus);
    else leave_open(&value);
  }

  void tell_what_is_open() {
    if (!tells_ && open_line_ != 0) tell_object({unknown, open_line_});
  }

 private:
  void add(pod_workload pod, const tree& of, std::string_view name) {
    workload& w = pod.is;
    w.identity.name = name_of_part(object_, name, in_);
    if (of.key_line != 0) w.identity.line = of.key_line;
    w.scale.pods = {count{1}, w.identity.line};
    if (const tree* containers = of.at("containers"); !leave_replicas_open(w) && containers != nullptr)
      leave_open(gpu_request_in(*containers));  // what its controller gives to "--nproc_per_node=8"
    add_workload(std::move(pod), in_);
  }

  // Its pods run one engine together, however many clusters there are.
  void add_ray_cluster(const tree& cluster) {
    std::vector<workload>& all = in_.into.workloads;
    const std::size_t before = all.size();
    read_ray_cluster(object_, cluster, in_);
    bool is_told = false;
    for (std::size_t i = before; i < all.size(); ++i)
      if (all[i].scale.replicas.value != 0) is_told = leave_replicas_open(all[i]) || is_told;
    if (!is_told) leave_open(gpu_request_in(cluster));
  }

  // Whether it tells of GPUs that are not counted.
  bool leave_replicas_open(workload& w) {
    w.scale.replicas = is_counted_ ? said<count>{count{0}, w.identity.line} : said<count>{unknown, w.identity.line};
    const int line = w.requests.gpus.line != 0 ? w.requests.gpus.line : w.requests.mig_profile.line;
    if (is_counted_ || line == 0) return false;
    tell(w.identity.name, w.identity.kind, line, w.requests.gpus);
    return true;
  }

  void tell(std::string_view name, std::string_view kind, int line, const said<count>& gpus) {
    tells_ = true;
    in_.into.uncounted.push_back(
        {name, kind, line, gpus, "check the pods that it makes, as `kubectl get pods -o yaml` prints them"});
  }

  void tell_object(const said<count>& gpus) {
    if (!is_counted_) tell(name_of_part(object_, {}, in_), text_of(object_.at("kind")), gpus.line, gpus);
  }

  void leave_open(const tree* request) {
    if (open_line_ == 0 && request != nullptr) open_line_ = line_of_gpu_request(*request);
  }

  const tree& object_;
  bool is_counted_;  // elsewhere: this asks for nothing more
  const kubernetes_context& in_;
  bool tells_ = false;
  int open_line_ = 0;  // of what asks for GPUs and does not say how many
};

void read_shapes(const tree& object, bool is_counted, const kubernetes_context& in) {
  if (!object.is_map()) return;
  shape_reader reader(object, is_counted, in);
  for (const tree* each : object.items)
    if (each->key != "metadata" && each->key != "status") reader.read(*each, nullptr, {}, nullptr);
  // What operators are told; one is a copy of the object.
  if (const tree* annotations = object.at("metadata", "annotations"))
    for (const tree* each : annotations->items)
      if (each->key != "kubectl.kubernetes.io/last-applied-configuration") reader.look_at(*each);
  reader.tell_what_is_open();
}

}  // namespace

bool is_pod_spec(const tree& map) {
  const tree* containers = map.at("containers");
  return containers != nullptr && containers->is_list() && !containers->items.empty() &&
         std::ranges::all_of(containers->items, [](const tree* each) {
           return each->at("name") != nullptr || each->at("image") != nullptr || each->at("resources") != nullptr;
         });
}

void read_by_shape(const tree& object, const kubernetes_context& in) { read_shapes(object, false, in); }

void read_blueprint(const tree& object, const kubernetes_context& in) { read_shapes(object, true, in); }

}  // namespace headroom::read
