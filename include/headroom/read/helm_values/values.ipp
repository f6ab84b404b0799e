// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/helm_values/values.hpp>

#include <string_view>
#include <vector>

#include <headroom/read/helm_values/cluster.hpp>
#include <headroom/read/helm_values/shapes.hpp>
#include <headroom/read/recipe/roles.hpp>
#include <headroom/read/common/values.hpp>

namespace headroom::read {

namespace {

// The first that fits counts.
constexpr values_shape shapes[]{
    {"nccl-test", is_nccl_test, read_nccl_test},
    {"roles with nodes", has_roles, read_roles},
    {"InferenceX", has_workers, read_workers},
    {"vLLM production stack", is_model_spec, read_model_spec},
    {"llm-d", is_llm_d, read_llm_d},
    {"Slinky", is_node_set, read_node_set},
    {"gpu-recipes", is_gpu_workload, read_gpu_workload},
    {"any chart", is_any_part, read_any_part},
    {"kueue-setup", is_queue_setup, read_queue_setup, true},
};

const values_shape* shape_of(const tree& map) {
  for (const values_shape& each : shapes)
    if (each.is(map)) return &each;
  return nullptr;
}

// A part that the chart leaves out.
bool is_off(const tree& map) {
  for (const std::string_view key : {"enabled", "create"})
    if (const std::string_view says = text_of(map.at(key)); says == "false" || says == "False" || says == "no")
      return true;
  return false;
}

// Calls the function with each map that may hold capacity, and what it is called, until it says that it is enough.
// The function says whether to look into the map too.
enum class then { look_inside, go_on, stop };

template <class Function>
bool walk(const tree& in, std::string_view name, Function&& call) {
  if (in.is_map()) {
    if (is_off(in)) return true;
    const then next = call(in, name);
    if (next == then::stop) return false;
    if (next == then::go_on) return true;
  }
  if (!in.is_map() && !in.is_list()) return true;
  for (const tree* each : in.items) {
    const std::string_view own_name = text_of(each->at("name"));
    const std::string_view its_name = in.is_map() ? each->key : own_name.empty() ? name : own_name;
    if (!walk(*each, its_name, call)) return false;
  }
  return true;
}

// The line of a number under a key that speaks of GPUs, in a part that is on; 0 where it has none.
int line_of_gpus(const tree& in) {
  if (in.is_text()) return ascii::contains(in.key, "gpu") && number_said(in.text, in.line).value_or(0) > 0 ? in.line : 0;
  if (in.is_map() && is_off(in)) return 0;
  for (const tree* each : in.items)
    if (const int line = line_of_gpus(*each)) return line;
  return 0;
}

}  // namespace

bool has_capacity(const tree& values) {
  return !walk(values, {}, [](const tree& map, std::string_view) {
    return shape_of(map) != nullptr ? then::stop : then::look_inside;
  });
}

void read_values(const tree& values, deployment_file& into) {
  bool is_of_unknown_chart = true;
  std::vector<uncounted_gpus> unread;  // which a chart that is known has words of its own for
  walk(values, {}, [&](const tree& map, std::string_view name) {
    const values_shape* shape = shape_of(map);
    if (shape == nullptr && has_capacity(map)) return then::look_inside;
    if (shape == nullptr) {
      if (const int line = line_of_gpus(map)) unread.push_back({.name = name, .line = line, .gpus = {unknown, line}, .cure = "check what `helm template` prints"});
      return then::go_on;
    }
    is_of_unknown_chart = is_of_unknown_chart && shape->read == read_any_part;
    shape->read(map, name, into);
    return shape->has_more_inside ? then::look_inside : then::go_on;
  });
  if (is_of_unknown_chart) into.uncounted.insert(into.uncounted.end(), unread.begin(), unread.end());
}

}  // namespace headroom::read
