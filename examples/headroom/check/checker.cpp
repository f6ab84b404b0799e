// SPDX-License-Identifier: BSL-1.0
#include "check/checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/deployment/check.hpp>
#include <headroom/deployment/sentence.hpp>
#include <nlohmann/json.hpp>
#include <utility>

#include "check/planned_jobs.hpp"
#include "check/several_sizes.hpp"
#include "io.hpp"
#include <headroom/read/common/messages.hpp>
#include <headroom/read/unread_text.hpp>
#include "reading.hpp"

namespace headroom::program {

namespace {

told_finding unreadable_as_finding(const reading_error& why) {
  return {.rule = readable_rule.name,
          .severity = finding_severity::error,
          .line = why.line,
          .column = why.column,
          .sentence = why.message};
}

std::string unknown_rule(std::string_view name) {
  const std::string_view meant = nearest(name, rule_names());
  return fmt::format("no rule is called {}{}", in_quotes(name),
                     meant.empty() ? std::string() : fmt::format(": did you mean \"{}\"?", meant));
}

// Comments that silence nothing, because they name no rule or give no reason.
void tell_empty_silences(const deployment_file& file, std::vector<told_finding>& into) {
  const std::vector<std::string_view> names = rule_names();
  for (const silence& each : file.silences) {
    if (std::ranges::find(names, each.rule) == names.end()) {
      into.push_back({.rule = silences_rule.name,
                      .severity = finding_severity::warning,
                      .line = each.comment_line,
                      .sentence = unknown_rule(each.rule)});
    } else if (each.reason.empty()) {
      into.push_back({.rule = silences_rule.name,
                      .severity = finding_severity::warning,
                      .line = each.comment_line,
                      .sentence = fmt::format("the comment does not say why {} is right to be broken", each.rule),
                      .cure = fmt::format("write the reason: \"headroom: ignore {}: REASON\"", each.rule)});
    }
  }
}

void apply_silences(const deployment_file& file, std::vector<told_finding>& findings) {
  for (told_finding& one : findings)
    for (const silence& each : file.silences)
      if (each.covers(one.rule, one.line)) one.silenced_because = each.reason;
}

// JSON records, one to a line, rather than one document.
bool is_of_records(std::string_view text) {
  int records = 0;
  bool is = true;
  for_each_line(text, [&](std::string_view line, int) {
    if (!is || line.find_first_not_of(" \t") == std::string_view::npos) return;
    is = (line.front() == '{' || line.front() == '[') && nlohmann::json::accept(line);
    ++records;
  });
  return is && records > 1;
}

// Whether a file has to be YAML or JSON by its name.
bool is_named_so(std::string_view name) {
  return name.ends_with(".yaml") || name.ends_with(".yml") || name.ends_with(".json");
}

constexpr std::string_view name_its_kind = "name its kind with --as, if it is one that headroom check --help lists";

// Whether a text is of no kind that is known. What does not parse may well be something else, unless its name says that
// it is YAML or JSON.
bool is_not_understood(const reading_error& problem, const deployment_file& file, std::string_view name,
                       const check_options& options) {
  if (problem.why == refusal::unknown_kind || problem.why == refusal::not_rendered) return true;
  return problem.why == refusal::not_a_document && file.format.empty() && options.format == nullptr &&
         (!is_named_so(name) || is_of_records(file.source().text()));
}

// Unless it is one of those that may be of other kinds, and asks for no GPUs.
void tell_not_understood(const reading_error& problem, const deployment_file& file, const check_options& options,
                         checked_file& into) {
  const int request = line_of_gpu_request(file.source());
  if (request == 0 && options.other_kinds_too) return;
  const bool is_text = problem.why == refusal::not_a_document;
  const std::string_view what = is_text ? "of no kind that can be checked" : std::string_view(problem.message);
  std::string cure(problem.help);
  if (problem.why != refusal::not_rendered) cure += fmt::format("{}{}", cure.empty() ? "" : "; else ", name_its_kind);
  into.findings.push_back(
      {.rule = readable_rule.name,
       .severity = options.strict ? finding_severity::error : finding_severity::unjudged,
       .line = request,
       .sentence = fmt::format("{}: {}", what, request > 0 ? "what it says of GPUs is not counted" : "it is not judged"),
       .cure = std::move(cure)});
}

}  // namespace

std::vector<rule> every_rule() {
  std::vector<rule> rules{readable_rule, silences_rule, job_rule};
  for (const rule& each : all_rules()) rules.push_back(each);
  return rules;
}

std::vector<std::string_view> rule_names() {
  std::vector<std::string_view> names;
  for (const rule& each : every_rule()) names.push_back(each.name);
  return names;
}

told_finding told(const finding& of) {
  return {.rule = of.rule,
          .severity = of.severity,
          .line = of.line,
          .sentence = sentence_of(of),
          .cure = cure_of(of),
          .arithmetic = explanation_of(of)};
}

std::string words_of_nothing(count nodes_out_of_service) {
  if (nodes_out_of_service == 0) return "asks for no GPUs and has no machines";
  if (nodes_out_of_service == 1) return "its one node is not ready, or is down or drained";
  return fmt::format("none of its {} nodes is ready: all are down or drained", nodes_out_of_service);
}

bool check_options::wants(std::string_view rule_name) const {
  return (only.empty() || std::ranges::find(only, rule_name) != only.end()) &&
         std::ranges::find(without, rule_name) == without.end();
}

std::vector<told_finding> findings_of(const deployment_file& file, std::string_view name,
                                      const check_options& options) {
  std::vector<told_finding> findings;
  const std::vector<said<std::string_view>> settled = decided_choices(file, name, options);
  for_each_finding(file.view(name), options.terms, [&](const finding& found) {
    const bool is_settled = found.rule == "size_name" && std::ranges::any_of(settled, [&](const auto& each) {
      return each.line == found.line && each.value == found.text;
    });
    if (options.wants(found.rule) && !is_settled) findings.push_back(told(found));
  });
  for (told_finding& each : findings_of_several_sizes(file, name, options)) findings.push_back(std::move(each));
  for (told_finding& each : findings_of_jobs(file, options.terms))
    if (options.wants(each.rule)) findings.push_back(std::move(each));
  const auto tell = [&](std::span<const reading_error> all, finding_severity severity) {
    for (const reading_error& each : all) {
      findings.push_back(unreadable_as_finding(each));
      findings.back().severity = severity;
    }
  };
  if (options.wants(readable_rule.name)) {
    tell(file.noted, finding_severity::warning);
    tell(file.not_followed, finding_severity::unjudged);
  }
  apply_silences(file, findings);
  if (std::ranges::find(options.without, silences_rule.name) == options.without.end()) tell_empty_silences(file, findings);
  if (options.strict)
    for (told_finding& each : findings) each.severity = finding_severity::error;
  std::ranges::stable_sort(findings, {}, &told_finding::line);
  return findings;
}

checked_file check_text(std::string name, std::string text, const check_options& options,
                        std::optional<std::string> beside) {
  checked_file result{.name = std::move(name)};
  deployment_file file(std::move(text));
  file.beside = std::move(beside);
  const std::optional<reading_error> problem = read_source(file, options.format);
  if (problem.has_value() && is_not_understood(*problem, file, result.name, options)) {
    tell_not_understood(*problem, file, options, result);
    return result;
  }
  result.format = file.format;
  if (problem.has_value()) {
    result.is_readable = false;
    if (file.unread.empty()) {
      result.findings.push_back(unreadable_as_finding(*problem));
      return result;
    }
    result.is_read_in_part = !file.holds_nothing();
    result.findings = findings_of(file, result.name, options);
    for (const reading_error& each : file.unread) result.findings.push_back(unreadable_as_finding(each));
    std::ranges::stable_sort(result.findings, {}, &told_finding::line);
    return result;
  }
  result.documents = file.documents;
  result.documents_without_capacity = file.documents_without_capacity;
  result.holds_nothing = file.holds_nothing() && file.not_followed.empty();
  result.nodes_out_of_service = file.nodes_out_of_service;
  result.capacity = capacity_sums_of(file.view(result.name), options.terms);
  if (options.lists_needs) result.needs = needs_of(file.view(result.name), options.terms);
  if (file.planned != nullptr) result.capacity.gpus_used.reset();  // its jobs are no workloads
  if (!options.wants("machine_named")) result.capacity.names_no_machine = false;
  result.findings = findings_of(file, result.name, options);
  return result;
}

checked_file unreadable_file(std::string name, std::string_view why) {
  checked_file result{.name = std::move(name), .is_readable = false};
  result.findings.push_back(unreadable_as_finding({0, 0, std::string(why)}));
  return result;
}

checked_file empty_folder(std::string name, const check_options& options) {
  checked_file result{.name = std::move(name), .holds_nothing = true};
  if (!options.other_kinds_too)
    result.findings.push_back({.rule = readable_rule.name,
                               .severity = options.strict ? finding_severity::error : finding_severity::unjudged,
                               .sentence = "there is no file in it that could be judged",
                               .cure = "name the files themselves"});
  return result;
}

checked_file check_path(const io& from, const std::string& path, const check_options& options, const std::string& beside) {
  file_reading reading = read_file(from, path, most_checked_bytes);
  std::string name = path == "-" ? "standard input" : path;
  if (reading.error.empty()) {
    std::optional<std::string> other;
    if (!beside.empty())
      if (file_reading found = read_file(from, beside, most_checked_bytes); found.error.empty()) other = std::move(found.text);
    return check_text(std::move(name), std::move(reading.text), options, std::move(other));
  }
  return unreadable_file(std::move(name), reading.error);
}

}  // namespace headroom::program
