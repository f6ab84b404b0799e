// SPDX-License-Identifier: BSL-1.0
#include "check/cpp_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <type_traits>

#include <headroom/read/document.hpp>
#include <headroom/read/document/utf8.hpp>
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
constexpr std::array<std::string_view, 7> state_names{"silent", "known", "unresolved", "left_open", "chosen", "elsewhere", "run_time"};
constexpr std::array<std::string_view, 6> class_names{"service", "job", "demand", "on_every_node", "blueprint", "part_of_job"};

template <class T>
constexpr bool is_said = false;
template <class T>
constexpr bool is_said<said<T>> = true;

// The members of each part. That none is left out is counted below.
template <class Visit>
constexpr void for_each_member(const pod_resources& of, Visit&& visit) {
  visit("gpus", of.gpus);
  visit("millicpus", of.millicpus);
  visit("system_memory", of.system_memory);
  visit("ephemeral_storage", of.ephemeral_storage);
  visit("huge_pages", of.huge_pages);
  visit("rdma_devices", of.rdma_devices);
  visit("mig_profile", of.mig_profile);
  visit("mig_instances", of.mig_instances);
  visit("all_gpus", of.all_gpus);
  visit("of_whole_pod", of.of_whole_pod);
  visit("gpu_resource", of.gpu_resource);
  visit("rdma_resource", of.rdma_resource);
  visit("unit", of.unit);
  visit("memory_unit", of.memory_unit);
}
template <class Visit>
constexpr void for_each_member(const parallel_sizes& of, Visit&& visit) {
  visit("engine", of.engine);
  visit("line", of.line);
  visit("tensor", of.tensor);
  visit("pipeline", of.pipeline);
  visit("context", of.context);
  visit("data", of.data);
  visit("expert", of.expert);
  visit("expert_tensor", of.expert_tensor);
  visit("data_parallel_attention", of.data_parallel_attention);
  visit("left_open", of.left_open);
  visit("serves", of.serves);
}
template <class Visit>
constexpr void for_each_member(const served_model& of, Visit&& visit) {
  visit("name", of.name);
  visit("called", of.called);
  visit("weight_bits", of.weight_bits);
  visit("cache_bits", of.cache_bits);
  visit("context", of.context);
  visit("memory_thousandths", of.memory_thousandths);
}
template <class Visit>
constexpr void for_each_member(const for_features<said<bool>>& of, Visit&& visit) {
  for (std::size_t i = 0; i < feature_keys.size(); ++i) visit(feature_keys[i], of[static_cast<feature>(i)]);
}
template <class Visit>
constexpr void for_each_member(const machine_pool& of, Visit&& visit) {
  visit("name", of.name);
  visit("line", of.line);
  visit("size", of.size);
  visit("described", of.described);
  visit("gpu_type", of.gpu_type);
  visit("nodes", of.nodes);
  visit("least_nodes", of.least_nodes);
  visit("most_nodes", of.most_nodes);
  visit("most_cores", of.most_cores);
  visit("first_cores", of.first_cores);
  visit("most_cores_of_all", of.most_cores_of_all);
  visit("most_nodes_of_all", of.most_nodes_of_all);
  visit("gpus_per_node", of.gpus_per_node);
  visit("gpus_listed", of.gpus_listed);
  visit("gpus_listed_on", of.gpus_listed_on);
  visit("mig_profile", of.mig_profile);
  visit("spot", of.spot);
  visit("one_placement", of.one_placement);
  visit("data_disks", of.data_disks);
  visit("nics", of.nics);
  visit("features", of.features);
  visit("zone", of.zone);
  visit("cpus_per_node", of.cpus_per_node);
  visit("memory_per_node", of.memory_per_node);
  visit("millicpus_given", of.millicpus_given);
  visit("memory_given", of.memory_given);
}
template <class Visit>
constexpr void for_each_member(const workload_identity& of, Visit&& visit) {
  visit("name", of.name);
  visit("kind", of.kind);
  visit("name_space", of.name_space);
  visit("group", of.group);
  visit("line", of.line);
  visit("role", of.role);
}
template <class Visit>
constexpr void for_each_member(const workload_scale& of, Visit&& visit) {
  visit("replicas", of.replicas);
  visit("pods", of.pods);
  visit("pods_stated", of.pods_stated);
  visit("least_pods", of.least_pods);
  visit("most_pods", of.most_pods);
  visit("gpus", of.gpus);
  visit("nodes", of.nodes);
  visit("gpus_per_node", of.gpus_per_node);
  visit("array_tasks", of.array_tasks);
}
template <class Visit>
constexpr void for_each_member(const workload_placement& of, Visit&& visit) {
  visit("pool", of.pool);
  visit("instance_type", of.instance_type);
  visit("gpu_type", of.gpu_type);
  visit("spot", of.spot);
  visit("features", of.features);
  visit("one_domain", of.one_domain);
  visit("one_node", of.one_node);
  visit("segment_nodes", of.segment_nodes);
  visit("pods_per_node", of.pods_per_node);
  visit("spread_nodes", of.spread_nodes);
  visit("shares_nodes", of.shares_nodes);
  visit("leaves_rest", of.leaves_rest);
}
template <class Visit>
constexpr void for_each_member(const workload_launch& of, Visit&& visit) {
  visit("nodes", of.nodes);
  visit("processes", of.processes);
  visit("gpus_of_process", of.gpus_of_process);
  visit("gpus_of_actor", of.gpus_of_actor);
  visit("gpus_of_actors", of.gpus_of_actors);
  visit("ranks", of.ranks);
  visit("slots", of.slots);
}
template <class Visit>
constexpr void for_each_member(const workload_queueing& of, Visit&& visit) {
  visit("runs_as", of.runs_as);
  visit("queue", of.queue);
  visit("least_admitted", of.least_admitted);
  visit("may_be_pushed_out", of.may_be_pushed_out);
}
template <class Visit>
constexpr void for_each_member(const workload& of, Visit&& visit) {
  visit("identity", of.identity);
  visit("scale", of.scale);
  visit("requests", of.requests);
  visit("limits", of.limits);
  visit("placement", of.placement);
  visit("launch", of.launch);
  visit("parallel", of.parallel);
  visit("queueing", of.queueing);
}
template <class Visit>
constexpr void for_each_member(const quota& of, Visit&& visit) {
  visit("name", of.name);
  visit("resource", of.resource);
  visit("pool", of.pool);
  visit("cohort", of.cohort);
  visit("line", of.line);
  visit("nominal", of.nominal);
  visit("borrowing_limit", of.borrowing_limit);
  visit("lending_limit", of.lending_limit);
}
template <class Visit>
constexpr void for_each_member(const request_limit& of, Visit&& visit) {
  visit("name", of.name);
  visit("by", of.by);
  visit("of", of.of);
  visit("within", of.within);
  visit("resource", of.resource);
  visit("most", of.most);
  visit("given", of.given);
}
template <class Visit>
constexpr void for_each_member(const topology_block& of, Visit&& visit) {
  visit("name", of.name);
  visit("line", of.line);
  visit("nodes", of.nodes);
  visit("is_size", of.is_size);
  visit("topology", of.topology);
}
template <class Visit>
constexpr void for_each_member(const node_claim& of, Visit&& visit) {
  visit("name", of.name);
  visit("kind", of.kind);
  visit("line", of.line);
  visit("nodes", of.nodes);
  visit("is_launch", of.is_launch);
  visit("of_nodes", of.of_nodes);
}
template <class Visit>
constexpr void for_each_member(const uncounted_gpus& of, Visit&& visit) {
  visit("name", of.name);
  visit("kind", of.kind);
  visit("line", of.line);
  visit("gpus", of.gpus);
  visit("cure", of.cure);
}
template <class Visit>
constexpr void for_each_member(const remark& of, Visit&& visit) {
  visit("gpus", of.gpus);
  visit("nodes", of.nodes);
  visit("racks", of.racks);
  visit("is_expected", of.is_expected);
  visit("line", of.line);
  visit("text", of.text);
}

template <class T>
concept has_members_of_its_own = requires(const T& of) { for_each_member(of, [](std::string_view, const auto&) {}); };

// Writes ".name = value" for each member that is not as by default.
class initialiser {
 public:
  template <class T>
  void member(std::string_view name, const T& value) {
    if constexpr (std::is_pointer_v<T>) {
      // A machine of the file's own, which the text would have to describe first.
    } else if constexpr (is_said<T>) {
      if (value.is_known())
        write(name, fmt::format("{{{}, {}}}", as_text(value.value), value.line));
      else if (value.line != 0)
        write(name, value.state == said_state::unresolved
                        ? fmt::format("{{::headroom::unknown, {}}}", value.line)
                        : fmt::format("{{::headroom::unknown, {}, ::headroom::said_state::{}}}", value.line, state_names[static_cast<std::size_t>(value.state)]));
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

// How many members a part has: as many as it can be made of.
struct anything {
  template <class T>
  operator T() const;
};
template <class Part, class... Given>
consteval std::size_t members_of() {
  if constexpr (requires { Part{Given{}..., anything{}}; })
    return members_of<Part, Given..., anything>();
  else
    return sizeof...(Given);
}
template <class... Parts>
consteval bool are_visited_in_full() {
  const auto visited = [](const auto& part) {
    std::size_t all = 0;
    for_each_member(part, [&](std::string_view, const auto&) { ++all; });
    return all;
  };
  return ((visited(Parts{}) == members_of<Parts>()) && ...);
}
static_assert(are_visited_in_full<pod_resources, parallel_sizes, served_model, machine_pool, workload_identity, workload_scale,
                                  workload_placement, workload_launch, workload_queueing, workload, quota, request_limit,
                                  topology_block, node_claim, uncounted_gpus, remark>(),
              "a member is missing in for_each_member");

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
