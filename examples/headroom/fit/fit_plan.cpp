// SPDX-License-Identifier: BSL-1.0
#include "fit/fit_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headroom/demand/assess.hpp>
#include <headroom/model/missing.hpp>
#include <optional>
#include <span>
#include <string>

#include "fit/fit_words.hpp"
#include <headroom/read/own/job_fields.hpp>
#include "fit/pools.hpp"
#include <headroom/read/common/messages.hpp>
#include "reading.hpp"

namespace headroom::program {

namespace {

// ---- sweeps

std::vector<sweep_line> sweep(const planned_job& job, const own_file& of, const fit_request& asked) {
  const swept_key key = swept_over(job, asked.sweep);
  std::vector<sweep_line> lines;
  for (const swept_value& value : key.values) {
    planned_job tried = job;
    sweep_line line{.value = value};
    if (key.is_count()) set(tried, key, value);
    else {
      if (asked.document == nullptr) throw input_error("--sweep: expected one job");
      swept_job again = read_again(*asked.document, {{&key, &value}});
      line.wrong = std::move(again.wrong);
      line.of = std::move(again.of);
      if (line.of != nullptr) tried = line.of->jobs.front();
    }
    if (line.wrong.empty()) line.wrong = settled(tried);
    if (line.wrong.empty() && asked.on.empty()) line.wrong = contradiction(tried);  // there is nothing to find the rest of a layout for
    if (line.wrong.empty()) {
      line.use = use_of(tried);
      for (const asked_machine& each : asked.on) line.on.push_back(judge_on(each, tried, of.terms));
    }
    if (!key.is_doubling || line.wrong.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

// ---- machines by cost

// The least of each kind of machine that does a job, by price where one is known, else by GPUs; the others after it.
void order_by_cost(std::vector<machine_fit>& fits) {
  std::ranges::stable_sort(fits, [](const machine_fit& a, const machine_fit& b) {
    if (a.outcome != b.outcome) return a.outcome < b.outcome;
    if (a.outcome != outcome::fits) return false;
    if (a.is_priced != b.is_priced) return a.is_priced;
    if (a.is_priced && a.price != b.price) return a.price < b.price;
    return a.gpus_held() < b.gpus_held();
  });
}

// ---- pools

std::vector<pools_fit> pools_together(const std::vector<job_fit>& pools, const own_file& of) {
  std::vector<pools_fit> all;
  if (pools.size() != 2 || !pools[0].impossible.empty() || !pools[1].impossible.empty()) return all;
  const auto gpus = [](const planned_job& a, const planned_job& b) { return add(gpus_of(a), gpus_of(b)); };
  for (std::size_t i = 0; i < pools[0].on.size() && i < pools[1].on.size(); ++i) {
    const machine_fit& a = pools[0].on[i];
    const machine_fit& b = pools[1].on[i];
    if (!a.is_possible || !b.is_possible || pools[0].is_smallest) continue;
    const demand for_a = demand_of(a.job).value_or({});
    const demand for_b = demand_of(b.job).value_or({});
    pools_fit fit{.machine = a.machine.name(), .gpus = gpus(a.job, b.job)};
    fit.machines = a.is_held ? a.machines : machines_together(a.machine, for_a, for_b);
    fit.outcome = fit.machines.is_absent() ? outcome::does_not_fit
                  : fit.machines.is_unknown()
                      ? outcome::cannot_be_judged
                      : judge_together(std::array{group{a.machine, *fit.machines.known()}}, for_a, for_b);
    all.push_back(fit);
  }
  const std::optional<cluster_fit>& a = pools[0].cluster;
  const std::optional<cluster_fit>& b = pools[1].cluster;
  if (a.has_value() && b.has_value())
    all.push_back({.machine = "the machines of the file",
                   .outcome = judge_together(of.cluster.groups(), a->asked, b->asked),
                   .gpus = gpus(a->job, b->job)});
  return all;
}

}  // namespace

cluster_fit on_cluster(const planned_job& job, std::span<const group> groups, const pricing& terms) {
  std::optional<planned_job> best;
  outcome best_outcome = outcome::invalid;
  for (const group& each : groups) {
    const planned_job sized = sized_for(job, each.machine).job;
    const outcome found = assess(groups, sized).outcome;
    if (!best.has_value() || found < best_outcome) {
      best = sized;
      best_outcome = found;
    }
    if (!job.sizes_itself()) break;
  }
  cluster_fit fit{.job = best.value_or(job)};
  fit.asked = demand_of(fit.job).value_or({});
  fit.found = judge(groups, fit.asked);
  if (groups.size() == 1) {
    fit.each.push_back(judge_on({groups.front().machine, groups.front().how_many}, job, terms));
    return fit;
  }
  planned_job sized = fit.job;
  sized.said.push_back("tensor_parallel");  // as it is sized for the cluster
  for (const group& each : groups) fit.each.push_back(judge_on({each.machine, each.how_many}, sized, terms));
  return fit;
}

outcome job_fit::outcome() const {
  using enum headroom::outcome;
  if (!impossible.empty()) return cannot_be_judged;
  headroom::outcome worst = fits;
  const auto take = [&](headroom::outcome each) { worst = std::max(worst, each); };
  if (cluster.has_value()) take(cluster->found.verdict.outcome);
  // Of alternatives one is enough.
  headroom::outcome best = invalid;
  const auto may_be = [&](headroom::outcome each) { best = std::min(best, each); };
  if (is_smallest)
    for (const machine_fit& each : on) may_be(each.outcome);
  for (const sweep_line& line : lines)
    for (const machine_fit& each : line.on) may_be(each.outcome);
  if (best != invalid) return std::max(best, worst);
  for (const machine_fit& each : on) take(each.outcome);
  return worst;
}

bool job_fit::is_judged() const {
  const bool sweeps_machines = std::ranges::any_of(lines, [](const sweep_line& line) { return !line.on.empty(); });
  return !impossible.empty() || !on.empty() || cluster.has_value() || sweeps_machines;
}

job_fit fit_of(const planned_job& job, const own_file& of, const fit_request& asked) {
  job_fit fit{.job = job, .impossible = why_not_counted(job), .is_smallest = asked.smallest, .sweep = asked.sweep.key};
  if (!fit.impossible.empty()) return fit;
  const bool is_whole = contradiction(job).empty();  // else its layout is found for machines
  const bool has_machines = !asked.on.empty() || (of.names_machines && !of.cluster.groups().empty());
  if (!is_whole && !has_machines) fit.impossible = fmt::format("with 1 of each degree that it does not say, {}; for machines (--on) the rest of its layout is found", contradiction(job));
  if (!fit.impossible.empty()) return fit;
  if (is_whole) fit.use = use_of(job);
  if (!asked.sweep.key.empty()) {
    fit.lines = sweep(job, of, asked);
    return fit;
  }
  for (const asked_machine& each : asked.on) fit.on.push_back(judge_on(each, job, of.terms));
  if (asked.smallest) order_by_cost(fit.on);
  if (asked.on.empty() && of.names_machines && !of.cluster.groups().empty())
    fit.cluster = on_cluster(job, of.cluster.groups(), of.terms);
  if (fit.cluster.has_value() && !contradiction(fit.cluster->job).empty()) {
    fit.cluster.reset();
    fit.impossible = no_such_layout;
  }
  return fit;
}

deployment_fit fit_of(const own_file& of, const fit_request& asked) {
  deployment_fit all;
  for (const planned_job& each : of.jobs) all.jobs.push_back(fit_of(each, of, asked));
  all.together = pools_together(all.jobs, of);
  return all;
}

std::optional<outcome> deployment_fit::outcome() const {
  std::optional<headroom::outcome> worst;
  const auto take = [&](headroom::outcome each) { worst = std::max(worst.value_or(each), each); };
  for (const job_fit& each : jobs)
    if (each.is_judged()) take(each.outcome());
  for (const pools_fit& each : together) take(each.outcome);
  return worst;
}

}  // namespace headroom::program
