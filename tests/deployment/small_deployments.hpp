// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <headroom/catalog/aws.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/catalog/nvidia.hpp>
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/sentence.hpp>

#include <check.hpp>

// Deployments of a few lines for the tests of rules, and what a rule says about them.
namespace small {

// 8 H100, 96 vCPUs, 1,900 GiB; 4 GB300 of a rack of 72, 128 vCPUs, 864 GiB; both as Azure's pages print them.
inline constexpr std::array h100 = hr::groups_of<hr::azure::nd96isr_h100_v5>();
inline constexpr std::array gb300 = hr::groups_of<hr::azure::nd128isr_gb300_v6>();
inline constexpr hr::check_terms on_h100{.held = h100};
inline constexpr hr::check_terms on_gb300{.held = gb300};

struct tally {
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t unjudged = 0;
  friend constexpr bool operator==(const tally&, const tally&) = default;
};
inline constexpr tally clean{};
inline constexpr tally one_error{1, 0, 0};
inline constexpr tally one_warning{0, 1, 0};
inline constexpr tally one_unjudged{0, 0, 1};

// What a rule finds; of all rules, where none is named.
constexpr tally told(std::string_view rule, const hr::deployment& of, const hr::check_terms& on = {}) {
  tally sum;
  hr::for_each_finding(
      of, on,
      [&](const hr::finding& found) {
        if (found.severity == hr::finding_severity::error) ++sum.errors;
        if (found.severity == hr::finding_severity::warning) ++sum.warnings;
        if (found.severity == hr::finding_severity::unjudged) ++sum.unjudged;
      },
      rule);
  return sum;
}

// The line of the first finding; 0 where there is none.
constexpr int line_of(std::string_view rule, const hr::deployment& of, const hr::check_terms& on = {}) {
  int line = 0;
  hr::for_each_finding(
      of, on,
      [&](const hr::finding& found) {
        if (line == 0) line = found.line;
      },
      rule);
  return line;
}

inline std::string words(std::string_view rule, const hr::deployment& of, const hr::check_terms& on = {}) {
  std::string all;
  hr::for_each_finding(
      of, on, [&](const hr::finding& found) { all += (all.empty() ? "" : "\n") + hr::sentence_of(found); }, rule);
  return all;
}

inline std::string cure(std::string_view rule, const hr::deployment& of, const hr::check_terms& on = {}) {
  std::string all;
  hr::for_each_finding(
      of, on, [&](const hr::finding& found) { all += (all.empty() ? "" : "\n") + hr::cure_of(found); }, rule);
  return all;
}

// All of each finding: "error 7: SENTENCE | CURE | the amounts of its terms".
inline std::string in_full(std::string_view rule, const hr::deployment& of, const hr::check_terms& on = {}) {
  std::string all;
  hr::for_each_finding(
      of, on,
      [&](const hr::finding& found) {
        all += (all.empty() ? "" : "\n") + std::string(hr::name(found.severity)) + " " + std::to_string(found.line) + ": " +
               hr::sentence_of(found) + " | " + hr::cure_of(found) + " |";
        for (std::size_t i = 0; i < found.term_count; ++i) all += " " + hr::text_of(found.terms[i]);
      },
      rule);
  return all;
}

// The arithmetic of each finding: what each term is, how much, and where it is from.
inline std::string explained(std::string_view rule, const hr::deployment& of, const hr::check_terms& on = {}) {
  std::string all;
  hr::for_each_finding(
      of, on, [&](const hr::finding& found) { all += hr::explanation_of(found); }, rule);
  return all;
}

// So many pods of so many GPUs.
constexpr hr::workload pods(hr::count how_many, hr::count gpus) {
  hr::workload w{.identity = {.name = "web", .kind = "Deployment", .line = 1}};
  w.scale.replicas = {how_many, 2};
  w.scale.pods = {hr::count{1}, 2};
  w.requests.gpus = {gpus, 3};
  return w;
}

constexpr hr::machine_pool pool(hr::count nodes, hr::count gpus_per_node) {
  hr::machine_pool p{.name = "gpu", .line = 10};
  p.nodes = {nodes, 11};
  p.gpus_per_node = {gpus_per_node, 12};
  return p;
}

constexpr hr::machine_pool pool_of(std::string_view size, hr::count nodes = 1) {
  hr::machine_pool p{.name = "gpu", .line = 10};
  p.size = {size, 11};
  p.nodes = {nodes, 12};
  return p;
}

// A role of a serving recipe.
constexpr hr::workload role(hr::serving_role which, hr::count nodes, hr::count workers, hr::count gpus_each,
                            hr::count per_node) {
  const bool first = which == hr::serving_role::prefill;
  hr::workload w{.identity = {.name = first ? "prefill" : "decode", .kind = first ? "prefill" : "decode", .line = first ? 20 : 30, .role = which}};
  w.scale.nodes = {nodes, w.identity.line + 1};
  w.scale.replicas = {workers, w.identity.line + 2};
  w.scale.gpus = {gpus_each, w.identity.line + 3};
  w.scale.gpus_per_node = {per_node, 40};
  return w;
}
constexpr std::array<hr::workload, 2> recipe(hr::count per_node, hr::count prefill_nodes, hr::count prefill_workers,
                                             hr::count prefill_gpus, hr::count decode_nodes, hr::count decode_workers,
                                             hr::count decode_gpus) {
  return {role(hr::serving_role::prefill, prefill_nodes, prefill_workers, prefill_gpus, per_node),
          role(hr::serving_role::decode, decode_nodes, decode_workers, decode_gpus, per_node)};
}

}  // namespace small
