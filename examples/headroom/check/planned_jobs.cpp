// SPDX-License-Identifier: BSL-1.0
#include "check/planned_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headroom/deployment/check.hpp>
#include <headroom/model/missing.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <headroom/read/own/own_file.hpp>
#include "fit/fit_plan.hpp"
#include "fit/fit_words.hpp"
#include "fit/machine_fit.hpp"
#include "fit/pools.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

told_finding told(finding_severity severity, int line, std::string sentence) {
  return {.rule = job_rule.name, .severity = severity, .line = line, .sentence = std::move(sentence), .beyond_constant = true};
}

// What a job came to: what is said of it, and what it asks for where it has room.
struct judged_job {
  std::optional<told_finding> found{};
  std::vector<told_finding> spanning{};  // by the rule of parallel groups and domains
  demand asked{};
};

// The sizes of its parallel groups, for that rule.
workload request_of(const planned_job& job) {
  workload w{.identity = {.name = title_of(job), .line = job.line}};
  const auto size = [&](count ranks) { return said<count>{ranks, job.line}; };
  if (const serving_job* serving = job.serving()) {
    w.scale.gpus = size(serving->gpus_per_replica());
    w.parallel.tensor = size(serving->tensor_parallel);
    if (serving->expert_parallel) w.parallel.expert = size(multiply(serving->tensor_parallel, serving->data_parallel));
  } else {
    const parallelism& by = job.training()->parallelism;
    w.scale.gpus = size(by.gpus() / by.data);
    w.parallel.tensor = size(by.tensor);
    w.parallel.expert = size(by.expert);
  }
  return w;
}

std::vector<told_finding> spanning(const planned_job& job, const group& on) {
  std::vector<told_finding> findings;
  const std::array groups{request_of(job)};
  for_each_finding(
      {.workloads = groups}, {.held = std::span(&on, 1)},
      [&](const finding& found) {
        findings.push_back(program::told(found));
        findings.back().beyond_constant = true;
      },
      "parallel_domain");
  return findings;
}

std::string arithmetic_of(const machine_fit& fit) {
  if (!fit.is_possible || !fit.of_gpu.is_known()) return {};
  return fmt::format("GPUs of the job: {}\nmemory of a GPU that its fullest rank needs: {}\n"
                     "memory of a GPU of {} that jobs can use: {}\n",
                     number_text(gpus_of(fit.job)), gibibytes_text(fit.use.needed), fit.machine.name(),
                     gibibytes_text(*fit.of_gpu.known()));
}

// On machines of one kind, as many as there are or as it takes.
judged_job judge_on_one(const planned_job& job, const group& on, const pricing& terms) {
  const machine_fit fit =
      judge_on({on.machine, on.how_many == 0 ? std::nullopt : std::optional(on.how_many)}, job, terms);
  judged_job judged{.spanning = fit.is_possible ? spanning(fit.job, on) : std::vector<told_finding>()};
  if (fit.is_possible && fit.outcome == outcome::fits) {
    judged.asked = demand_of(fit.job).value_or({});
    return judged;
  }
  const bool is_error = !fit.is_possible || fit.outcome == outcome::does_not_fit;
  std::string machines(on.machine.name());
  if (on.how_many != 0) machines = fmt::format("{} x {}", number_text(on.how_many), on.machine.name());
  told_finding one =
      told(is_error ? finding_severity::error : finding_severity::unjudged, job.line,
           fmt::format("{} {} on {}: {}", title_of(job), is_error ? "does not fit" : "cannot be judged", machines,
                       fit.why.empty() ? "a figure of the machine is missing" : fit.why));
  one.arithmetic = arithmetic_of(fit);
  judged.found = std::move(one);
  return judged;
}

// On several kinds together.
judged_job judge_on_several(const planned_job& job, std::span<const group> on, const pricing& terms) {
  const cluster_fit fit = on_cluster(job, on, terms);
  if (!contradiction(fit.job).empty())
    return {.found = told(finding_severity::error, job.line, fmt::format("{} does not fit on the machines together: {}", title_of(job), no_such_layout))};
  const verdict& found = fit.found.verdict;
  if (found.fits()) {
    judged_job judged{.asked = fit.asked};
    // On one kind of them it may span domains, and need not where it has room on another.
    for (const group_standing& each : found.groups) {
      if (each.outcome != outcome::fits) continue;
      judged.spanning = spanning(fit.job, each.group);
      if (judged.spanning.empty()) break;
    }
    return judged;
  }
  const bool is_error = found.outcome != outcome::cannot_be_judged;
  const std::string why = found.check_count > 0 ? fmt::format("what decides: {}", name(found.binding().line))
                                                : std::string("no machine of them holds it");
  return {.found = told(is_error ? finding_severity::error : finding_severity::unjudged, job.line,
                        fmt::format("{} {} on the machines together: {}", title_of(job),
                                    is_error ? "does not fit" : "cannot be judged", why))};
}

judged_job judge_job(const planned_job& job, std::span<const group> on, const pricing& terms) {
  if (const std::string_view words = contradiction_as_judged(job); !words.empty()) {
    const bool is_missing = !missing(model_of(job)).empty();
    const finding_severity severity = is_missing ? finding_severity::unjudged : finding_severity::error;
    const std::string_view what = is_missing ? "judged" : "run";
    return {.found = told(severity, job.line, fmt::format("{} cannot be {}: {}", title_of(job), what, words))};
  }
  if (on.empty())
    return {.found = told(finding_severity::unjudged, job.line,
                          fmt::format("{} is held against no machine: none is named", title_of(job)))};
  return on.size() == 1 ? judge_on_one(job, on.front(), terms) : judge_on_several(job, on, terms);
}

}  // namespace

std::vector<told_finding> findings_of_jobs(const deployment_file& file, const check_terms& on) {
  std::vector<told_finding> findings;
  if (file.planned == nullptr) return findings;
  const own_file& of = *file.planned;
  std::vector<group> own(of.cluster.begin(), of.cluster.end());
  // Of none there are none, and not as many as it takes.
  std::erase_if(own, [](const group& each) { return each.how_many == 0; });
  const std::span<const group> groups = on.held.empty() ? std::span<const group>(own) : on.held;
  std::vector<demand> asked;
  for (const planned_job& each : of.jobs) {
    judged_job one = judge_job(each, groups, of.terms);
    for (told_finding& spans : one.spanning) findings.push_back(std::move(spans));
    if (one.found.has_value()) {
      one.found->cure = "`headroom fit` says what it takes";
      findings.push_back(std::move(*one.found));
    } else {
      asked.push_back(one.asked);
    }
  }
  // Two pools that each have room, and not both at once.
  const bool are_counted = std::ranges::all_of(groups, [](const group& each) { return each.how_many > 0; });
  if (asked.size() == 2 && are_counted && judge_together(groups, asked[0], asked[1]) == outcome::does_not_fit) {
    findings.push_back(told(finding_severity::error, of.jobs[0].line,
                            fmt::format("{} and {} each fit on the machines, and not both at once", title_of(of.jobs[0]),
                                        title_of(of.jobs[1]))));
    findings.back().cure = "`headroom fit` says what they take together";
  }
  return findings;
}

}  // namespace headroom::program
