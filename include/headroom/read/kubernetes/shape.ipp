// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/unread_text.hpp>
#include <headroom/read/kubernetes/shape.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <headroom/catalog/names/gpu_labels.hpp>
#include <headroom/catalog/names/gpu_resources.hpp>
#include <headroom/read/common/key_name.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/kubernetes/workloads.hpp>

namespace headroom::read {

namespace {

// "gpus", "numGpus", "nvidia.com/gpu", "gpu_count": keys whose value is a number of GPUs.
bool counts_gpus(std::string_view key) {
  if (catalog::is_of_gpus(key)) return true;
  const std::string name = with_hyphens(key);
  const std::string_view last = std::string_view(name).substr(name.find_last_of('-') + 1);
  return last == "gpu" || last == "gpus" || name == "gpu-count" || name == "gpus-count";
}

class shape_reader {
 public:
  shape_reader(const tree& object, bool is_counted, const kubernetes_context& in)
      : object_(object), is_counted_(is_counted), in_(in) {}

  // `around` is the nearest map that chooses nodes, for a container that is in no pod's spec.
  void read(const tree& value, const tree* metadata, std::string_view name, const tree* around) {
    if (value.is_map()) {
      if (is_pod_spec(value)) return add(workload_of_pod({.object = object_, .metadata = metadata, .spec = &value}, in_), value, name);
      if (value.at("nodeSelector") != nullptr || value.at("affinity") != nullptr) around = &value;
      if (has_gpus(value.at("resources")))
        return add(workload_of_container({.object = object_, .spec = around != nullptr ? around : &value}, value, in_), value, name);
    }
    if (!value.is_map() && !value.is_list()) return;
    const std::string_view own = text_of(value.at("name"));
    const std::size_t before = in_.into.workloads.size();
    const std::size_t told_before = in_.into.uncounted.size();
    const tree* selector = value.at("nodeSelector");
    for (const tree* each : value.items) {
      if (each->is_text()) take_text(*each);
      else if (each != selector)
        read(*each, value.at("metadata"), !own.empty() ? own : value.is_map() && each->key != "spec" && each->key != "template" ? each->key : name, around);
    }
    // Nodes that nothing in it is read to run on may say what does.
    if (selector != nullptr && in_.into.workloads.size() == before) {
      read(*selector, nullptr, name, around);
      for (const tree* each : selector->items)
        if (catalog::is_gpu_label(each->key)) tell_object({unknown, each->line});
    }
    // A list of them, each with what it is.
    const bool is_list_of_gpus = value.is_list() && counts_gpus(value.key) && std::ranges::any_of(value.items, &tree::is_map);
    if (is_list_of_gpus && in_.into.uncounted.size() == told_before) tell_object({unknown, value.key_line});
  }

 private:
  void add(pod_workload pod, const tree& of, std::string_view name) {
    workload& w = pod.is;
    w.identity.name = name_of_part(object_, name, in_);
    if (of.key_line != 0) w.identity.line = of.key_line;
    w.scale.replicas = is_counted_ ? said<count>{count{0}, w.identity.line} : said<count>{unknown, w.identity.line};
    w.scale.pods = {count{1}, w.identity.line};
    if (!is_counted_ && (!w.requests.gpus.is_silent() || !w.requests.mig_profile.is_silent())) {
      const int line = w.requests.gpus.line != 0 ? w.requests.gpus.line : w.requests.mig_profile.line;
      tell(w.identity.name, w.identity.kind, line, w.requests.gpus);
    }
    add_workload(std::move(pod), in_);
  }

  void tell(std::string_view name, std::string_view kind, int line, const said<count>& gpus) {
    in_.into.uncounted.push_back(
        {name, kind, line, gpus, "check the pods that it makes, as `kubectl get pods -o yaml` prints them"});
  }

  void tell_object(const said<count>& gpus) {
    if (!is_counted_) tell(name_of_part(object_, {}, in_), text_of(object_.at("kind")), gpus.line, gpus);
  }

  void take_text(const tree& value) {
    if (const said<count> gpus = gpus_in(value); !gpus.is_silent()) return tell_object(gpus);
    // The manifest of another object, or the values of its chart.
    const std::unique_ptr<const parsed_documents> written = written_in(value);
    if (written != nullptr && std::ranges::any_of(written->roots(), [](const tree* each) { return !each->is_text() && asks_for_gpus(*each); }))
      tell_object({unknown, value.line});
  }

  // A number of GPUs; unknown by the name of a machine, a resource or a class of devices that is GPUs. Silent where it is none.
  static said<count> gpus_in(const tree& value) {
    const bool is_class = value.key == "deviceClassName" && value.text.find("gpu") != std::string_view::npos;
    if (is_class || names_gpus(value.text)) return {unknown, value.line};
    if (!counts_gpus(value.key)) return {};
    const said<count> gpus = number_said(value.text, value.line);
    return gpus.is_known() ? (gpus.value != 0 ? gpus : said<count>{}) : is_unresolved(value.text) ? said<count>{unknown, value.line} : said<count>{};
  }
  static bool asks_for_gpus(const tree& in) {
    if (in.is_text()) return !gpus_in(in).is_silent();
    return std::ranges::any_of(in.items, [](const tree* each) { return asks_for_gpus(*each); });
  }

  const tree& object_;
  bool is_counted_;  // elsewhere: this asks for nothing more
  const kubernetes_context& in_;
};

void read_shapes(const tree& object, bool is_counted, const kubernetes_context& in) {
  if (!object.is_map()) return;
  shape_reader reader(object, is_counted, in);
  for (const tree* each : object.items)
    if (each->key != "metadata" && each->key != "status") reader.read(*each, nullptr, {}, nullptr);
}

}  // namespace

bool is_pod_spec(const tree& map) {
  const tree* containers = map.at("containers");
  return containers != nullptr && containers->is_list() && !containers->items.empty() &&
         std::ranges::all_of(containers->items, [](const tree* each) {
           return each->is_map() && (each->at("name") != nullptr || each->at("image") != nullptr || each->at("resources") != nullptr);
         });
}

void read_by_shape(const tree& object, const kubernetes_context& in) { read_shapes(object, false, in); }

void read_blueprint(const tree& object, const kubernetes_context& in) { read_shapes(object, true, in); }

}  // namespace headroom::read
