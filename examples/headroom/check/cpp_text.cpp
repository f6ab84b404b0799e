// SPDX-License-Identifier: BSL-1.0
#include "check/cpp_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <type_traits>

#include <headroom/read/document.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/own/fields.hpp>
#include "reading.hpp"

namespace headroom::program {

namespace {

std::string as_text(std::string_view value) { return as_literal(value); }
std::string as_text(count value) { return fmt::format("::headroom::count{{{}}}", value); }
std::string as_text(bool value) { return value ? "true" : "false"; }
// Bytes are whole, and a double holds them to the last one.
std::string as_text(const memory& value) { return fmt::format("::headroom::bytes({:.1f})", in_bytes(value)); }

// In the order of their enumerators.
constexpr std::array<std::string_view, 3> role_names{"none", "prefill", "decode"};
constexpr std::array<std::string_view, 3> limit_names{"name_space", "queue", "pool"};
constexpr std::array<std::string_view, 4> class_names{"service", "job", "demand", "on_every_node"};

template <class T>
constexpr bool is_said = false;
template <class T>
constexpr bool is_said<said<T>> = true;

template <class T>
constexpr bool has_members_of_its_own =
    std::is_same_v<T, pod_resources> || std::is_same_v<T, parallel_sizes> || std::is_same_v<T, served_model> ||
    std::is_same_v<T, for_features<said<bool>>>;

// Writes ".name = value" for each member that is not as by default.
class initialiser {
 public:
  template <class T>
  void member(std::string_view name, const T& value) {
    if constexpr (is_said<T>) {
      if (value.is_known())
        write(name, fmt::format("{{{}, {}}}", as_text(value.value), value.line));
      else if (value.line != 0) write(name, fmt::format("{{::headroom::unknown, {}}}", value.line));
    } else if constexpr (std::is_same_v<T, std::string_view>) {
      if (!value.empty()) write(name, as_text(value));
    } else if constexpr (has_members_of_its_own<T>) {
      write_nested(name, value);
    } else if constexpr (std::is_same_v<T, engine>) {
      if (value != T{}) write(name, fmt::format("::headroom::engine::{}", meaning_of(value).enumerator));
    } else if constexpr (std::is_same_v<T, serving_role>) {
      if (value != T{})
        write(name, fmt::format("::headroom::serving_role::{}", role_names[static_cast<std::size_t>(value)]));
    } else if constexpr (std::is_same_v<T, limited_by>) {
      if (value != T{}) write(name, fmt::format("::headroom::limited_by::{}", limit_names[static_cast<std::size_t>(value)]));
    } else if constexpr (std::is_same_v<T, workload_class>) {
      if (value != T{}) write(name, fmt::format("::headroom::workload_class::{}", class_names[static_cast<std::size_t>(value)]));
    } else {
      if (value != T{}) write(name, fmt::format("{}", value));
    }
  }
  std::string text() const { return "{" + text_ + "}"; }

 private:
  void write(std::string_view name, std::string_view value) {
    fmt::format_to(std::back_inserter(text_), "{}.{} = {}", text_.empty() ? "" : ", ", name, value);
  }
  template <class T>
  void write_nested(std::string_view name, const T& value);

  std::string text_;
};

// The members of each part, in their order. The bindings name all of them: one more in the library does not compile
// until it is here.
template <class Visit>
void for_each_member(const pod_resources& of, Visit&& visit) {
  const auto& [gpus, millicpus, system_memory, ephemeral_storage, huge_pages, rdma_devices, mig_profile,
               mig_instances, gpu_resource, rdma_resource] = of;
  visit("gpus", gpus);
  visit("millicpus", millicpus);
  visit("system_memory", system_memory);
  visit("ephemeral_storage", ephemeral_storage);
  visit("huge_pages", huge_pages);
  visit("rdma_devices", rdma_devices);
  visit("mig_profile", mig_profile);
  visit("mig_instances", mig_instances);
  visit("gpu_resource", gpu_resource);
  visit("rdma_resource", rdma_resource);
}
template <class Visit>
void for_each_member(const parallel_sizes& of, Visit&& visit) {
  const auto& [engine, line, tensor, pipeline, context, data, expert, expert_tensor, data_parallel_attention, left_open,
               serves] = of;
  visit("engine", engine);
  visit("line", line);
  visit("tensor", tensor);
  visit("pipeline", pipeline);
  visit("context", context);
  visit("data", data);
  visit("expert", expert);
  visit("expert_tensor", expert_tensor);
  visit("data_parallel_attention", data_parallel_attention);
  visit("left_open", left_open);
  visit("serves", serves);
}
template <class Visit>
void for_each_member(const served_model& of, Visit&& visit) {
  const auto& [name, called, weight_bits, cache_bits, context, memory_thousandths] = of;
  visit("name", name);
  visit("called", called);
  visit("weight_bits", weight_bits);
  visit("cache_bits", cache_bits);
  visit("context", context);
  visit("memory_thousandths", memory_thousandths);
}
template <class Visit>
void for_each_member(const for_features<said<bool>>& of, Visit&& visit) {
  for (std::size_t i = 0; i < feature_keys.size(); ++i) visit(feature_keys[i], of[static_cast<feature>(i)]);
}
template <class Visit>
void for_each_member(const machine_pool& of, Visit&& visit) {
  const auto& [name, line, size, described, gpu_type, nodes, least_nodes, most_nodes, most_cores, first_cores, gpus_per_node,
               gpus_listed, gpus_listed_on, mig_profile, spot, one_placement, data_disks, nics, features, zone,
               cpus_per_node, memory_per_node] = of;
  visit("name", name);
  visit("line", line);
  visit("size", size);
  static_cast<void>(described);  // a machine of the file's own, which the text would have to describe first
  visit("gpu_type", gpu_type);
  visit("nodes", nodes);
  visit("least_nodes", least_nodes);
  visit("most_nodes", most_nodes);
  visit("most_cores", most_cores);
  visit("first_cores", first_cores);
  visit("gpus_per_node", gpus_per_node);
  visit("gpus_listed", gpus_listed);
  visit("gpus_listed_on", gpus_listed_on);
  visit("mig_profile", mig_profile);
  visit("spot", spot);
  visit("one_placement", one_placement);
  visit("data_disks", data_disks);
  visit("nics", nics);
  visit("features", features);
  visit("zone", zone);
  visit("cpus_per_node", cpus_per_node);
  visit("memory_per_node", memory_per_node);
}
template <class Visit>
void for_each_member(const workload& of, Visit&& visit) {
  const auto& [name, kind, name_space, runs_as, group, line, role, replicas, pods, pods_stated, least_pods, most_pods, requests, limits, unit,
               memory_unit, gpus, nodes, gpus_per_node, parallel, pool, instance_type, gpu_type, queue, one_domain, spot, features, shares_nodes,
               leaves_rest, segment_nodes, pods_per_node, spread_nodes, one_node, launch_nodes, processes,
               gpus_of_actor, ranks, slots, least_admitted] = of;
  visit("name", name);
  visit("kind", kind);
  visit("name_space", name_space);
  visit("runs_as", runs_as);
  visit("group", group);
  visit("line", line);
  visit("role", role);
  visit("replicas", replicas);
  visit("pods", pods);
  visit("pods_stated", pods_stated);
  visit("least_pods", least_pods);
  visit("most_pods", most_pods);
  visit("requests", requests);
  visit("limits", limits);
  visit("unit", unit);
  visit("memory_unit", memory_unit);
  visit("gpus", gpus);
  visit("nodes", nodes);
  visit("gpus_per_node", gpus_per_node);
  visit("parallel", parallel);
  visit("pool", pool);
  visit("instance_type", instance_type);
  visit("gpu_type", gpu_type);
  visit("queue", queue);
  visit("one_domain", one_domain);
  visit("spot", spot);
  visit("features", features);
  visit("shares_nodes", shares_nodes);
  visit("leaves_rest", leaves_rest);
  visit("segment_nodes", segment_nodes);
  visit("pods_per_node", pods_per_node);
  visit("spread_nodes", spread_nodes);
  visit("one_node", one_node);
  visit("launch_nodes", launch_nodes);
  visit("processes", processes);
  visit("gpus_of_actor", gpus_of_actor);
  visit("ranks", ranks);
  visit("slots", slots);
  visit("least_admitted", least_admitted);
}
template <class Visit>
void for_each_member(const quota& of, Visit&& visit) {
  const auto& [name, resource, pool, cohort, line, nominal, borrowing_limit, memory_nominal, lending_limit] = of;
  visit("name", name);
  visit("resource", resource);
  visit("pool", pool);
  visit("cohort", cohort);
  visit("line", line);
  visit("nominal", nominal);
  visit("borrowing_limit", borrowing_limit);
  visit("memory_nominal", memory_nominal);
  visit("lending_limit", lending_limit);
}
template <class Visit>
void for_each_member(const request_limit& of, Visit&& visit) {
  const auto& [name, by, limited, resource, most] = of;
  visit("name", name);
  visit("by", by);
  visit("of", limited);
  visit("resource", resource);
  visit("most", most);
}
template <class Visit>
void for_each_member(const topology_block& of, Visit&& visit) {
  const auto& [name, line, nodes, is_size, topology] = of;
  visit("name", name);
  visit("line", line);
  visit("nodes", nodes);
  visit("is_size", is_size);
  visit("topology", topology);
}
template <class Visit>
void for_each_member(const node_claim& of, Visit&& visit) {
  const auto& [name, kind, line, nodes, is_launch, of_nodes] = of;
  visit("name", name);
  visit("kind", kind);
  visit("line", line);
  visit("nodes", nodes);
  visit("is_launch", is_launch);
  visit("of_nodes", of_nodes);
}
template <class Visit>
void for_each_member(const uncounted_gpus& of, Visit&& visit) {
  const auto& [name, kind, line, gpus, cure] = of;
  visit("name", name);
  visit("kind", kind);
  visit("line", line);
  visit("gpus", gpus);
  visit("cure", cure);
}
template <class Visit>
void for_each_member(const remark& of, Visit&& visit) {
  const auto& [gpus, nodes, racks, is_expected, line, text] = of;
  visit("gpus", gpus);
  visit("nodes", nodes);
  visit("racks", racks);
  visit("is_expected", is_expected);
  visit("line", line);
  visit("text", text);
}

template <class Part>
std::string initialiser_of(const Part& of) {
  initialiser text;
  for_each_member(of, [&](std::string_view name, const auto& value) { text.member(name, value); });
  return text.text();
}

template <class T>
void initialiser::write_nested(std::string_view name, const T& value) {
  const std::string inner = initialiser_of(value);
  if (inner != "{}") write(name, inner);
}

template <class Part>
void collect_lines(const Part& of, std::set<int>& into) {
  for_each_member(of, [&](std::string_view name, const auto& value) {
    using type = std::remove_cvref_t<decltype(value)>;
    if constexpr (is_said<type>) into.insert(value.line);
    else if constexpr (has_members_of_its_own<type>)
      collect_lines(value, into);
    else if constexpr (std::is_same_v<type, int>)
      if (name == "line") into.insert(value);
  });
}

}  // namespace

std::string as_literal(std::string_view text) {
  // Compilers warn of a literal that is not UTF-8.
  const bool is_utf8 = first_not_utf8(text) == text.size();
  std::string literal = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?') {  // no trigraphs either
      literal += '\\';
      literal += c;
    } else if (byte < 0x20 || byte == 0x7F || (byte >= 0x80 && !is_utf8)) {
      literal += fmt::format("\\{:03o}", byte);
    } else {
      literal += c;
    }
  }
  return literal + "\"";
}

std::string as_message(std::string_view words) {
  std::string shown = printable(words);
  if (first_not_utf8(shown) < shown.size())
    std::ranges::replace_if(
        shown, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
  return as_literal(shown);
}

std::string as_initialiser(const machine_pool& of) { return initialiser_of(of); }
std::string as_initialiser(const workload& of) { return initialiser_of(of); }
std::string as_initialiser(const quota& of) { return initialiser_of(of); }
std::string as_initialiser(const request_limit& of) { return initialiser_of(of); }
std::string as_initialiser(const topology_block& of) { return initialiser_of(of); }
std::string as_initialiser(const node_claim& of) { return initialiser_of(of); }
std::string as_initialiser(const uncounted_gpus& of) { return initialiser_of(of); }
std::string as_initialiser(const remark& of) { return initialiser_of(of); }

std::vector<int> lines_of(const headroom::deployment& of) {
  std::set<int> lines{0};
  for (const machine_pool& each : of.pools) collect_lines(each, lines);
  for (const workload& each : of.workloads) collect_lines(each, lines);
  for (const quota& each : of.quotas) collect_lines(each, lines);
  for (const request_limit& each : of.request_limits) collect_lines(each, lines);
  for (const topology_block& each : of.blocks) collect_lines(each, lines);
  for (const node_claim& each : of.claims) collect_lines(each, lines);
  for (const uncounted_gpus& each : of.uncounted) collect_lines(each, lines);
  for (const remark& each : of.remarks) collect_lines(each, lines);
  return {lines.begin(), lines.end()};
}

}  // namespace headroom::program
