// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/helm_values/values.hpp>

#include <string_view>

#include <headroom/read/helm_values/cluster.hpp>
#include <headroom/read/helm_values/engines.hpp>
#include <headroom/read/recipe/roles.hpp>
#include <headroom/read/common/values.hpp>

namespace headroom::read {

namespace {

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

}  // namespace

bool has_capacity(const tree& values) {
  return !walk(values, {}, [](const tree& map, std::string_view) {
    const bool has = is_nccl_test(map) || is_queue_setup(map) || has_roles(map) || is_engine(map);
    return has ? then::stop : then::look_inside;
  });
}

void read_values(const tree& values, deployment_file& into) {
  walk(values, {}, [&](const tree& map, std::string_view name) {
    if (is_nccl_test(map)) {
      read_nccl_test(map, name, into);
    } else if (has_roles(map)) {
      read_roles(map, name, into);
    } else if (is_engine(map)) {
      read_engine(map, name, into);
    } else {
      if (is_queue_setup(map)) read_queue_setup(map, into);
      return then::look_inside;
    }
    return then::go_on;
  });
}

}  // namespace headroom::read
