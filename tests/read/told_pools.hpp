// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/deployment.hpp>

#include <string>
#include <string_view>
#include <type_traits>

namespace headroom::read {

// A value with the line that says it; "?" is not known.
template <class T>
std::string told_value(const said<T>& one) {
  std::string is = "?";
  if (one.is_known()) {
    if constexpr (std::is_same_v<T, bool>) is = one.value ? "yes" : "no";
    else if constexpr (std::is_same_v<T, count>) is = std::to_string(one.value);
    else is = std::string(one.value);
  }
  return is + "@" + std::to_string(one.line);
}

// The same without the line where it is this one.
template <class T>
std::string told_value(const said<T>& one, int line) {
  std::string all = told_value(one);
  return one.line == line ? all.substr(0, all.rfind('@')) : all;
}

// All that the pools of a file say, a line each, with what is silent left out; and which line says it, where that is not the pool's own, or of all.
inline std::string told_pools(const deployment_file& file, bool with_all_lines = false) {
  std::string all;
  for (const machine_pool& p : file.pools) {
    all += std::string(p.name) + "@" + std::to_string(p.line);
    const auto tell = [&](std::string_view name, const auto& one) {
      if (!one.is_silent()) all += " " + std::string(name) + " " + (with_all_lines ? told_value(one) : told_value(one, p.line));
    };
    tell("size", p.size);
    tell("type", p.gpu_type);
    tell("nodes", p.nodes);
    tell("least", p.least_nodes);
    tell("most", p.most_nodes);
    tell("most of all", p.most_nodes_of_all);
    tell("cores", p.most_cores);
    tell("first cores", p.first_cores);
    tell("cores of all", p.most_cores_of_all);
    tell("gpus", p.gpus_per_node);
    tell("mig", p.mig_profile);
    tell("spot", p.spot);
    tell("together", p.one_placement);
    tell("disks", p.data_disks);
    tell("nics", p.nics);
    tell("zone", p.zone);
    tell("premium", p.features.premium_storage);
    tell("infiniband", p.features.infiniband);
    all += "\n";
  }
  for (const quota& q : file.quotas)
    all += "quota " + std::string(q.name) + "@" + std::to_string(q.line) + " of " + std::string(q.resource) + " " + told_value(q.nominal, q.line) + "\n";
  return all;
}

}  // namespace headroom::read
