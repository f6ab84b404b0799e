// SPDX-License-Identifier: BSL-1.0
#include "check/cpp_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <type_traits>

#include "document.hpp"
#include "suggest.hpp"

namespace headroom::program {

namespace {

std::string as_text(std::string_view value) { return as_literal(value); }
std::string as_text(count value) { return fmt::format("headroom::count{{{}}}", value); }
std::string as_text(bool value) { return value ? "true" : "false"; }
// Bytes are whole, and a double holds them to the last one.
std::string as_text(const memory& value) { return fmt::format("headroom::bytes({:.1f})", in_bytes(value)); }

// The engines and roles in the order of their enumerators.
constexpr std::array<std::string_view, 5> engine_names{"unnamed", "vllm", "sglang", "tensorrt_llm", "megatron"};
constexpr std::array<std::string_view, 3> role_names{"none", "prefill", "decode"};
constexpr std::array<std::string_view, 3> remark_names{"gpus", "nodes", "full_rack"};

template <class T>
constexpr bool is_said = false;
template <class T>
constexpr bool is_said<said<T>> = true;

// Writes ".name = value" for each member that is not as by default.
class initialiser {
 public:
  template <class T>
  void member(std::string_view name, const T& value) {
    if constexpr (is_said<T>) {
      if (value.is_known())
        write(name, fmt::format("{{{}, {}}}", as_text(value.value), value.line));
      else if (value.line != 0) write(name, fmt::format("{{headroom::unknown, {}}}", value.line));
    } else if constexpr (std::is_same_v<T, std::string_view>) {
      if (!value.empty()) write(name, as_text(value));
    } else if constexpr (std::is_same_v<T, pod_resources> || std::is_same_v<T, parallel_sizes>) {
      write_nested(name, value);
    } else if constexpr (std::is_same_v<T, engine>) {
      if (value != T{}) write(name, fmt::format("headroom::engine::{}", engine_names[static_cast<std::size_t>(value)]));
    } else if constexpr (std::is_same_v<T, serving_role>) {
      if (value != T{})
        write(name, fmt::format("headroom::serving_role::{}", role_names[static_cast<std::size_t>(value)]));
    } else if constexpr (std::is_same_v<T, remark::about>) {
      write(name, fmt::format("headroom::remark::about::{}", remark_names[static_cast<std::size_t>(value)]));
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

// The members of each part, in their order.
template <class Visit>
void for_each_member(const pod_resources& of, Visit&& visit) {
  visit("gpus", of.gpus);
  visit("millicpus", of.millicpus);
  visit("system_memory", of.system_memory);
  visit("ephemeral_storage", of.ephemeral_storage);
  visit("huge_pages", of.huge_pages);
  visit("rdma_devices", of.rdma_devices);
  visit("mig_profile", of.mig_profile);
}
template <class Visit>
void for_each_member(const parallel_sizes& of, Visit&& visit) {
  visit("engine", of.engine);
  visit("line", of.line);
  visit("tensor", of.tensor);
  visit("pipeline", of.pipeline);
  visit("context", of.context);
  visit("data", of.data);
  visit("expert", of.expert);
  visit("data_parallel_attention", of.data_parallel_attention);
}
template <class Visit>
void for_each_member(const machine_pool& of, Visit&& visit) {
  visit("name", of.name);
  visit("line", of.line);
  visit("size", of.size);
  visit("gpu_type", of.gpu_type);
  visit("nodes", of.nodes);
  visit("least_nodes", of.least_nodes);
  visit("most_nodes", of.most_nodes);
  visit("most_cores", of.most_cores);
  visit("gpus_per_node", of.gpus_per_node);
  visit("mig_profile", of.mig_profile);
  visit("spot", of.spot);
  visit("one_placement", of.one_placement);
  visit("data_disks", of.data_disks);
  visit("nics", of.nics);
  visit("infiniband", of.infiniband);
  visit("nvlink", of.nvlink);
  visit("premium_storage", of.premium_storage);
  visit("zone", of.zone);
  visit("cpus_per_node", of.cpus_per_node);
  visit("memory_per_node", of.memory_per_node);
}
template <class Visit>
void for_each_member(const workload& of, Visit&& visit) {
  visit("name", of.name);
  visit("kind", of.kind);
  visit("group", of.group);
  visit("line", of.line);
  visit("role", of.role);
  visit("replicas", of.replicas);
  visit("pods", of.pods);
  visit("requests", of.requests);
  visit("limits", of.limits);
  visit("gpus", of.gpus);
  visit("nodes", of.nodes);
  visit("gpus_per_node", of.gpus_per_node);
  visit("parallel", of.parallel);
  visit("pool", of.pool);
  visit("instance_type", of.instance_type);
  visit("gpu_type", of.gpu_type);
  visit("queue", of.queue);
  visit("one_domain", of.one_domain);
  visit("shares_nodes", of.shares_nodes);
  visit("leaves_rest", of.leaves_rest);
  visit("segment_nodes", of.segment_nodes);
}
template <class Visit>
void for_each_member(const quota& of, Visit&& visit) {
  visit("name", of.name);
  visit("resource", of.resource);
  visit("pool", of.pool);
  visit("cohort", of.cohort);
  visit("line", of.line);
  visit("nominal", of.nominal);
  visit("borrowing_limit", of.borrowing_limit);
  visit("memory_nominal", of.memory_nominal);
  visit("lending_limit", of.lending_limit);
}
template <class Visit>
void for_each_member(const topology_block& of, Visit&& visit) {
  visit("name", of.name);
  visit("line", of.line);
  visit("nodes", of.nodes);
  visit("is_size", of.is_size);
  visit("topology", of.topology);
}
template <class Visit>
void for_each_member(const node_claim& of, Visit&& visit) {
  visit("name", of.name);
  visit("kind", of.kind);
  visit("line", of.line);
  visit("nodes", of.nodes);
}
template <class Visit>
void for_each_member(const remark& of, Visit&& visit) {
  visit("what", of.what);
  visit("amount", of.amount);
  visit("line", of.line);
  visit("text", of.text);
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
    else if constexpr (std::is_same_v<type, pod_resources> || std::is_same_v<type, parallel_sizes>)
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
std::string as_initialiser(const topology_block& of) { return initialiser_of(of); }
std::string as_initialiser(const node_claim& of) { return initialiser_of(of); }
std::string as_initialiser(const remark& of) { return initialiser_of(of); }

std::vector<int> lines_of(const headroom::deployment& of) {
  std::set<int> lines{0};
  for (const machine_pool& each : of.pools) collect_lines(each, lines);
  for (const workload& each : of.workloads) collect_lines(each, lines);
  for (const quota& each : of.quotas) collect_lines(each, lines);
  for (const topology_block& each : of.blocks) collect_lines(each, lines);
  for (const node_claim& each : of.claims) collect_lines(each, lines);
  for (const remark& each : of.remarks) collect_lines(each, lines);
  return {lines.begin(), lines.end()};
}

}  // namespace headroom::program
