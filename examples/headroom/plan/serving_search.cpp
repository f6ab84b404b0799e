// SPDX-License-Identifier: BSL-1.0
#include "plan/serving_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <headroom/cluster/resource.hpp>
#include <utility>

#include "estimate/report_parts.hpp"
#include "estimate/search.hpp"
#include "fit/sized_job.hpp"

namespace headroom::program {

namespace {

// A replica is no larger: engines are run on some ten nodes at most, and more than a rack.
constexpr count most_replica_gpus = 256;

// Requests a second of one replica: within the limits, or with as many at once as it has room for.
struct replica_load {
  double requests = 0;
  duration first_token{};
  duration token{};
};
replica_load load_of(const serving_estimate& of) {
  for (const latency_line& each : of.latencies)
    if (each.is_within_limits) {
      if (!each.why.empty()) return {};
      return {each.rate, each.found.first_token.p99, each.found.token.p99};
    }
  const auto most = std::ranges::max_element(of.loads, {}, [](const served_load& each) { return each.at.requests_per_second; });
  if (most == of.loads.end()) return {};
  return {most->at.requests_per_second, most->at.first_token, most->at.token};
}

class fleet_search {
 public:
  fleet_search(const asked_machine& on, const planned_job& job, const pricing& terms, const fleet_request& asked)
      : on_(on), job_(job), terms_(terms), asked_(asked), price_(price_of(on.machine, terms)), gpu_power_(resource::gpu_power::of(on.machine)) {
    made_.machine = on.machine;
    gpus_of_machine_ = gpus_of(on.machine).value_or(0);
    most_gpus_ = on.how_many.has_value() ? multiply(*on.how_many, gpus_of_machine_) : asked.most_gpus;
  }

  machine_fleets run() {
    planned_job one = job_;
    std::get<serving_request>(one.asked).job.replicas = 1;
    const figure<memory> of_gpu = usable_memory_per_gpu(on_.machine);
    if (!of_gpu.is_known() || gpus_of_machine_ < 1) return refused(outcome::cannot_be_judged, "the memory of its GPUs is not known");
    if (!one.sizes_itself()) {
      look_at(one);
    } else {
      for_each_layout(one, on_.machine, std::min(most_gpus_, most_replica_gpus), [&](const sized_job& tried, memory needed) {
        ++made_.tried;
        if (needed <= *of_gpu.known()) look_at(as_said(tried.job));
        return true;
      });
    }
    if (!made_.best.empty()) {
      made_.standing = outcome::fits;
      return made_;
    }
    if (why_.empty()) return refused(outcome::does_not_fit, fmt::format("no layout of a replica has room on {} or fewer GPUs", std::min(most_gpus_, most_replica_gpus)));
    return refused(standing_, why_);
  }

 private:
  machine_fleets refused(outcome standing, std::string_view why) {
    made_.standing = standing;
    made_.why = why;
    return made_;
  }
  void note(outcome standing, std::string_view why) {
    if (why_.empty() || standing < standing_) {
      standing_ = standing;
      why_ = why;
    }
  }

  void look_at(const planned_job& replica) {
    const serving_estimate estimate = serving_estimate_on({on_.machine}, replica, terms_, asked_.load);
    if (!estimate.is_known) return note(estimate.fit.outcome, estimate.why);
    const replica_load load = load_of(estimate);
    if (!(load.requests > 0)) return note(outcome::does_not_fit, "not one request a second is answered within the limits");
    const double requests = asked_.requests > 0 ? asked_.requests : asked_.tokens / static_cast<double>(estimate.requests.answer);
    const double replicas = std::ceil(requests / load.requests * (1 - 1e-12));
    const count each = replica.serving()->gpus_per_replica();
    if (!(replicas * static_cast<double>(each) <= static_cast<double>(most_gpus_))) {
      note(outcome::does_not_fit, fmt::format("more than {} GPUs are needed for so many requests", most_gpus_));
      return;
    }
    fleet made{.job = replica,
               .prompt = estimate.requests.prompt,
               .answer = estimate.requests.answer,
               .of_replica = load.requests,
               .requests = requests,
               .first_token = load.first_token,
               .token = load.token,
               .throughput = estimate.throughput};
    std::get<serving_request>(made.job.asked).job.replicas = static_cast<count>(replicas);
    // More replicas are no other question of memory, only of machines.
    made.fit = judge_on(on_, made.job, terms_);
    if (made.fit.outcome != outcome::fits) return note(made.fit.outcome, made.fit.why);
    const double machines = static_cast<double>(made.fit.needs.value_or(0));
    made.price = price_.with(scaled(price_.value_or({}), machines));
    made.gpu_power = gpu_power_.with(scaled(gpu_power_.value_or({}), machines));
    const figure<double> amount = amount_of(made, asked_.least);
    if (!amount.is_known()) return note(outcome::cannot_be_judged, asked_.least == plan_amount::cost ? no_price : "the rated power of its GPUs is not known");
    // Of equally good ones that which answers more.
    const auto is_better = [&](const fleet& other) {
      const double its = amount_of(other, asked_.least).value_or(0);
      return *amount.known() < its * (1 - 1e-12) || (*amount.known() <= its * (1 + 1e-12) && made.answered() > other.answered());
    };
    made_.best.insert(std::ranges::find_if(made_.best, is_better), made);
    if (made_.best.size() > 2) made_.best.pop_back();
  }

  asked_machine on_;
  const planned_job& job_;
  const pricing& terms_;
  const fleet_request& asked_;
  figure<money_rate> price_;
  figure<power> gpu_power_;
  count gpus_of_machine_ = 0;
  count most_gpus_ = 0;
  machine_fleets made_{};
  outcome standing_ = outcome::invalid;
  std::string why_{};
};

}  // namespace

figure<double> amount_of(const fleet& of, plan_amount which) {
  switch (which) {
    case plan_amount::cost: return of.price.with(in_base_units(of.price.value_or({})));
    case plan_amount::time: return in_seconds(of.token);
    case plan_amount::gpus: return static_cast<double>(of.gpus());
    case plan_amount::rated_energy: break;
  }
  return of.gpu_power.with(in_base_units(of.gpu_power.value_or({})));
}

std::vector<machine_fleets> fleets_on(const std::vector<asked_machine>& machines, const planned_job& job, const pricing& terms, const fleet_request& asked) {
  std::vector<machine_fleets> all;
  for (const asked_machine& each : machines) all.push_back(fleet_search(each, job, terms, asked).run());
  std::ranges::stable_sort(all, [&](const machine_fleets& a, const machine_fleets& b) {
    if (a.standing != b.standing) return a.standing < b.standing;
    return a.standing == outcome::fits && amount_of(a.first(), asked.least).value_or(0) < amount_of(b.first(), asked.least).value_or(0);
  });
  return all;
}

}  // namespace headroom::program
