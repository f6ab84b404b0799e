// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <headroom/deployment/rules.hpp>
#include <headroom/version.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "check/print_findings.hpp"
#include "print/json_output.hpp"

namespace headroom::program {

namespace {

using json = nlohmann::ordered_json;

// Bytes that are no UTF-8 (of a file's name) come out replaced.
std::string dumped(const json& value) { return value.dump(2, ' ', false, json::error_handler_t::replace); }

// Where the rule is explained, in the repository: it has no address of its own that a helpUri could be.
std::string page_of(const rule& one) {
  return "Why, examples, and how to let one line be: docs/rules/" + std::string(one.name) + ".md of Headroom";
}

std::string_view sarif_level(finding_severity of) {
  switch (of) {
    case finding_severity::error:
      return "error";
    case finding_severity::warning:
      return "warning";
    case finding_severity::unjudged:
      break;
  }
  return "note";
}

// A path as a reference of a URI: what else would be taken for part of its syntax is escaped.
std::string as_uri(std::string_view path) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (plain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += '%';
      uri += digits[byte >> 4U];
      uri += digits[byte & 15U];
    }
  }
  return uri;
}

// Of a file that was not judged: null.
json json_of(const checked_file& file) {
  if (!file.is_judged()) return nullptr;
  const auto known = [](const std::optional<count>& n) { return n.has_value() ? json(*n) : json(nullptr); };
  const capacity_sums& sums = file.capacity;
  return {{"gpus_used", known(sums.gpus_used)},
          {"gpus_of_largest_job", known(sums.gpus_of_largest_job)},
          {"gpus_held", known(sums.gpus_held)},
          {"nodes", known(sums.nodes)},
          {"may_be_fewer", sums.may_be_fewer || sums.may_use_fewer},
          {"machine", sums.machine.empty() ? json(nullptr) : json(sums.machine)}};
}

json json_of(const need& each) {
  const auto known = [](const std::optional<count>& n) { return n.has_value() ? json(*n) : json(nullptr); };
  json all{{"name", each.name},
           {"kind", each.kind},
           {"line", each.line},
           {"gpus", known(each.gpus)},
           {"nodes", known(each.nodes)},
           {"machine", each.machine.name().empty() ? json(nullptr) : json(each.machine.name())}};
  if (each.is_on_every_node) all["on_every_node"] = true;
  if (each.is_blueprint) all["blueprint"] = true;
  return all;
}

json sarif_result(const checked_file& file, const told_finding& one, const std::vector<rule>& rules) {
  const auto at = std::ranges::find(rules, one.rule, &rule::name);
  json place{{"artifactLocation", {{"uri", as_uri(file.name)}}}};
  if (one.line > 0) place["region"]["startLine"] = one.line;
  if (one.line > 0 && one.column > 0) place["region"]["startColumn"] = one.column;
  json result{{"ruleId", one.rule},
              {"ruleIndex", at - rules.begin()},
              {"level", sarif_level(one.severity)},
              {"message", {{"text", one.cure.empty() ? one.sentence : one.sentence + ". To make it right: " + one.cure}}},
              {"locations", json::array({{{"physicalLocation", std::move(place)}}})}};
  if (!one.silenced_because.empty())
    result["suppressions"] = json::array({{{"kind", one.is_known ? "external" : "inSource"}, {"justification", one.silenced_because}}});
  return result;
}

}  // namespace

void print_json(session& s, std::span<const checked_file> files, const nlohmann::ordered_json& change) {
  json all = json::array();
  for (const checked_file& file : files) {
    json findings = json::array();
    for (const told_finding& one : file.findings) {
      json entry{{"rule", one.rule}, {"severity", name(one.severity)}, {"line", one.line}, {"message", one.sentence}};
      if (one.column > 0) entry["column"] = one.column;
      if (!one.cure.empty()) entry["cure"] = one.cure;
      if (!one.arithmetic.empty()) {
        entry["arithmetic"] = json::array();
        for_each_line(one.arithmetic, [&](std::string_view line, int) { entry["arithmetic"].push_back(line); });
      }
      if (!one.silenced_because.empty()) entry["silenced_because"] = one.silenced_because;
      findings.push_back(std::move(entry));
    }
    json workloads = json::array();
    for (const need& each : file.needs)
      if (!each.is_pool) workloads.push_back(json_of(each));
    all.push_back({{"file", file.name},
                   {"format", file.format.empty() ? json(nullptr) : json(file.format)},
                   {"readable", file.is_readable},
                   {"understood", file.is_understood()},
                   {"read_in_part", file.is_read_in_part},
                   {"documents", file.documents},
                   {"documents_without_capacity", file.documents_without_capacity},
                   {"capacity", json_of(file)},
                   {"workloads", std::move(workloads)},
                   {"findings", std::move(findings)}});
  }
  const auto in_part = std::ranges::count(files, true, &checked_file::is_read_in_part);
  json told{{"files_judged", std::ranges::count_if(files, &checked_file::is_judged)},
            {"files_read_in_part", in_part},
            {"files_unreadable", std::ranges::count(files, false, &checked_file::is_readable) - in_part},
            {"files_not_understood", std::ranges::count(files, false, &checked_file::is_understood)},
            {"files", std::move(all)}};
  if (!change.is_null()) told["against"] = change;
  print_json_answer(s, "check", told);
}

void print_json(session& s, std::span<const checked_file> files) { print_json(s, files, nullptr); }

void print_sarif(session& s, std::span<const checked_file> files) {
  const std::vector<rule> rules = every_rule();
  json told_rules = json::array();
  for (const rule& each : rules)
    told_rules.push_back({{"id", each.name},
                          {"shortDescription", {{"text", each.holds}}},
                          {"help", {{"text", page_of(each)}}},
                          {"defaultConfiguration", {{"level", sarif_level(each.worst)}}}});
  json results = json::array();
  for (const checked_file& file : files)
    for (const told_finding& one : file.findings) results.push_back(sarif_result(file, one, rules));
  json driver{{"name", "headroom"}, {"version", version}, {"rules", std::move(told_rules)}};
  json run{{"tool", {{"driver", std::move(driver)}}},
           {"columnKind", "unicodeCodePoints"},
           {"results", std::move(results)}};
  s.write_json(dumped({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                       {"version", "2.1.0"},
                       {"runs", json::array({std::move(run)})}}) +
               "\n");
}

}  // namespace headroom::program
