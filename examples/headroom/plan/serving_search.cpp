// SPDX-License-Identifier: BSL-1.0
#include "plan/serving_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <headroom/cluster/resource.hpp>
#include <headroom/inference/engine_limits.hpp>
#include <headroom/plan/serving_search.hpp>
#include <range/v3/view/filter.hpp>
#include <set>
#include <span>
#include <utility>

#include "estimate/report_parts.hpp"
#include "estimate/search.hpp"
#include "fit/fit_words.hpp"
#include "plan/service_budget.hpp"

namespace headroom::program {

namespace {

// A replica is no larger: engines are run on some ten nodes at most, and more than a rack.
constexpr count most_replica_gpus = 256;

// Requests a second of one replica: within the limits, or with as many at once as it has room for.
struct replica_load {
  double requests = 0;
  count at_once = 0;  // 0: within the limits
  duration first_token{};
  duration token{};
};
replica_load load_of(const serving_estimate& of) {
  for (const latency_line& each : of.latencies)
    if (each.is_within_limits) {
      if (!each.why.empty()) return {};
      return {in_requests_per_second(each.rate), 0, each.found.first_token.p99, each.found.token.p99};
    }
  const auto most = std::ranges::max_element(of.loads, {}, [](const served_load& each) { return each.at.requests; });
  if (most == of.loads.end()) return {};
  return {in_requests_per_second(most->at.requests), most->clients, most->at.first_token, most->at.token};
}

class fleet_search {
 public:
  fleet_search(const asked_machine& on, const planned_job& job, const pricing& terms, const fleet_request& asked)
      : on_(on), job_(job), terms_(terms), asked_(asked), price_(price_of(on.machine, terms)), gpu_power_(resource::gpu_power::of(on.machine)), compared_(asked.power.compared(on.machine)) {
    made_.machine = on.machine;
    gpus_of_machine_ = gpus_of(on.machine).value_or(0);
    most_gpus_ = most_gpus_on(on, asked);
  }

  machine_fleets run() {
    planned_job one = job_;
    std::get<serving_request>(one.asked).job.replicas = 1;
    const figure<memory> of_gpu = usable_memory_per_gpu(on_.machine);
    if (!of_gpu.is_known() || gpus_of_machine_ < 1) return refused(outcome::cannot_be_judged, "the memory of its GPUs is not known");
    if (one.says("tensor_parallel") && one.says("pipeline_parallel")) look_at(one);
    else look_at_the_best(one);
    if (made_.best.empty()) return refused(standing_, why_);
    made_.standing = outcome::fits;
    return made_;
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

  // The two best layouts of a replica. What the search finds and a machine has no place for, by its host or its fabric, is left out of the next search.
  void look_at_the_best(const planned_job& one) {
    const serving_job& job = *one.serving();
    const serving_kind kind = serving_kind_for(on_, one, price_, asked_);
    if (!kind.rates.is_known()) {
      const machine_fit fit = judge_on(on_, one, terms_);
      return fit.outcome == outcome::fits ? note(outcome::cannot_be_judged, kind.rates.note) : note(fit.outcome, refusal_of(fit));
    }
    const serving_objective asked = serving_objective_of(one, asked_);
    std::vector<parallelism> taken;
    const auto is_open = [&](const serving_plan& each) {
      if (asked_.clock()) {
        made_.is_cut = true;
        return false;
      }
      const parallelism& by = each.layout;
      const bool shares_experts = multiply(by.tensor, by.data) > 1 && has_experts(job.model);
      if (one.says("expert_parallel") && shares_experts && job.expert_parallel != (by.expert > 1)) return false;
      return std::ranges::none_of(taken, [&](const parallelism& other) {
        return other.tensor == by.tensor && other.pipeline == by.pipeline && other.data == by.data && other.expert == by.expert;
      });
    };
    const serving_plans space{.job = &job, .kinds = std::span(&kind, 1)};
    const auto look_at_found = [&](const parallelism& layout) {
      planned_job replica = one;
      std::get<serving_request>(replica.asked).job = job_of(job, {.on = &kind, .layout = layout});
      look_at(as_said(replica));
    };
    // Jobs that share a cluster choose among sizes.
    if (asked_.every_size) {
      const auto size_of = [&](const serving_plan& each) { return job_of(job, each).gpus_per_replica(); };
      std::set<count> sizes;
      for (const serving_plan& each : space)
        if (is_open(each)) sizes.insert(size_of(each));
      serving_objective fewest = asked;
      fewest.least = plan_amount::gpus;
      if (sizes.empty()) note_why({});
      for (const count size : sizes) {
        const auto of_size = [&](const serving_plan& each) { return is_open(each) && size_of(each) == size; };
        const auto search_of_size = [&](const serving_objective& by) {
          auto found = search<1>(job, space | ranges::views::filter(of_size), by, asked_.load.settings, asked_.load.constants);
          made_.tried += found.tried();
          return found;
        };
        auto found = search_of_size(fewest);
        if (found.is_empty()) {
          note_why(found);
          // With replicas elsewhere they may be enough.
          serving_objective of_any = fewest;
          of_any.requests = any_requests;
          of_any.spares = {};
          found = search_of_size(of_any);
        }
        if (!found.is_empty()) look_at_found(found.all().front().plan.layout);
      }
      return;
    }
    while (made_.best.size() < 2) {
      const auto found = search<1>(job, space | ranges::views::filter(is_open), asked, asked_.load.settings, asked_.load.constants);
      if (taken.empty()) made_.tried = found.tried();
      if (found.is_empty()) return note_why(found);
      taken.push_back(found.all().front().plan.layout);
      look_at_found(taken.back());
    }
  }

  void note_why(const best_plans<serving_plan, 1>& found) {
    const bool has_amount = (asked_.least != plan_amount::cost || price_.is_known()) && (asked_.least != plan_amount::rated_energy || compared_.is_known());
    if (made_.is_cut) note(outcome::cannot_be_judged, cut_words);
    else if (found.beyond_limits() > 0 && !asked_.has_budget()) note(outcome::does_not_fit, too_few_machines(on_, asked_));
    else if (found.unknown_ones() == 0) note(outcome::does_not_fit, fmt::format("no layout of a replica has room on {} or fewer GPUs", std::min(most_gpus_, most_replica_gpus)));
    else if (found.why_unknown().empty() && !has_amount) note(outcome::cannot_be_judged, asked_.least == plan_amount::cost ? no_price : compared_.note);
    else if (asked_.has_limits()) note(outcome::does_not_fit, "no request is answered within the limits, however few come");
    else note(outcome::cannot_be_judged, found.why_unknown());
  }

  void look_at(const planned_job& replica) {
    const serving_estimate estimate = serving_estimate_on({on_.machine}, replica, terms_, asked_.load);
    if (!estimate.is_known) return note(estimate.fit.outcome, estimate.why);
    const replica_load load = load_of(estimate);
    if (!(load.requests > 0)) return note(outcome::does_not_fit, "no request is answered within the limits, however few come");
    fleet made{.job = replica,
               .fit = estimate.fit,
               .prompt = estimate.requests.prompt,
               .answer = estimate.requests.answer,
               .of_replica = load.requests,
               .at_once = load.at_once,
               .first_token = load.first_token,
               .token = load.token,
               .throughput = estimate.throughput};
    if (asked_.every_size) keep_by_size(made_.of_each_size, made);
    const double requests = asked_.requests > 0 ? asked_.requests : asked_.tokens / static_cast<double>(estimate.requests.answer);
    const figure<count> needed = replicas_for(requests_per_second(requests), requests_per_second(load.requests));
    if (!needed.is_known()) return note(outcome::does_not_fit, needed.note);
    const figure<count> replicas = with_spares(*needed.known(), asked_.spares);
    if (!replicas.is_known()) return note(outcome::cannot_be_judged, replicas.note);
    const count each = replica.serving()->gpus_per_replica();
    if (multiply(*replicas.known(), each) > most_gpus_) {
      note(outcome::does_not_fit, too_few_machines(on_, asked_));
      return;
    }
    made.requests = requests;
    const servers_in_use used = used_of(made, estimate, *needed.known());
    const count held = with_spares(static_cast<count>(used.number), asked_.spares).value_or(*replicas.known());
    made.spares = held - static_cast<count>(used.number);
    made.token_at_load = used.token;
    made.token_with_more = token_at_load(estimate, load.token, requests / (used.number + 1));
    std::get<serving_request>(made.job.asked).job.replicas = held;
    // More replicas are no other question of memory, only of machines.
    made.fit = judge_on(on_, made.job, terms_);
    if (made.fit.outcome != outcome::fits) return note(made.fit.outcome, refusal_of(made.fit));
    const double machines = static_cast<double>(made.fit.needs.value_or(0));
    made.price = price_.with(scaled(price_.value_or({}), machines));
    if (asked_.has_budget() && !made.price.is_known()) return note(outcome::cannot_be_judged, no_price);
    if (asked_.has_budget() && !is_paid_for(made.fit)) return note(outcome::does_not_fit, beyond_budget_text(*made.price.known(), asked_.budget));
    made.gpu_power = gpu_power_.with(scaled(gpu_power_.value_or({}), machines));
    made.compared = compared_.with(scaled(compared_.value_or({}), machines));
    planned_job with_more = made.job;
    std::get<serving_request>(with_more.asked).job.replicas = add(held, 1);
    if (const machine_fit fit = judge_on({on_.machine}, with_more, terms_); fit.outcome == outcome::fits) made.machines_with_more = fit.needs;
    made.price_with_more = made.machines_with_more.is_known() ? price_.with(scaled(price_.value_or({}), static_cast<double>(*made.machines_with_more.known()))) : figure<money_rate>(unknown);
    add_power(made, on_.machine, asked_.power);
    keep_by_size(made_.by_size, made);
    const figure<double> amount = amount_of(made, asked_.least);
    if (!amount.is_known()) return note(outcome::cannot_be_judged, asked_.least == plan_amount::cost ? no_price : asked_.least == plan_amount::time ? made.token_at_load.note : compared_.note);
    // Of equally good ones the cheaper, and then that which answers more.
    const auto is_better = [&](const fleet& other) { return takes_less(made, other, asked_.least) || (!takes_less(other, made, asked_.least) && made.answered() > other.answered()); };
    made_.best.insert(std::ranges::find_if(made_.best, is_better), made);
    if (made_.best.size() > 2) made_.best.pop_back();
  }

  bool is_paid_for(const machine_fit& fit) const {
    return price_.is_known() && beyond_budget(scaled(*price_.known(), static_cast<double>(fit.needs.value_or(max_count))), asked_.budget) == 0;
  }

  // Of one replica. Those that are needed, or that a budget for least time buys.
  servers_in_use used_of(const fleet& of_one, const serving_estimate& estimate, count needed) const {
    const auto fewest = static_cast<double>(needed);
    if (!asked_.has_limits()) return {fewest, of_one.token};
    const planned_job& job = estimate.best.job;
    const figure<serving_replica> replica = replica_of(*job.serving(), on_.machine, settings_of(asked_.load, estimate.fit.own_sequences, job), asked_.load.constants);
    serving_objective by = serving_objective_of(job, asked_);
    by.requests = of_one.requests;
    by.each = estimate.lengths;
    return least_at_load(replica.value_or({}), by, fewest, [&](double number) {
      const figure<count> held = with_spares(static_cast<count>(number), asked_.spares);
      if (!held.is_known() || multiply(*held.known(), of_one.job.serving()->gpus_per_replica()) > most_gpus_) return false;
      planned_job with = of_one.job;
      std::get<serving_request>(with.asked).job.replicas = *held.known();
      const machine_fit fit = judge_on(on_, with, terms_);
      return fit.outcome == outcome::fits && is_paid_for(fit);
    });
  }

  // Of one replica, of which the estimate is. With limits it answers the most that keep them at these limits, whatever it is.
  figure<duration> token_at_load(const serving_estimate& of, const duration& without_limits, double rate) const {
    if (!asked_.has_limits()) return without_limits;
    const planned_job& job = of.best.job;
    const figure<serving_replica> replica = replica_of(*job.serving(), on_.machine, settings_of(asked_.load, of.fit.own_sequences, job), asked_.load.constants);
    serving_arrivals arrivals = of.lengths;
    arrivals.rate = requests_per_second(rate);
    const figure<serving_latencies> found = open_loop(replica.value_or({}), arrivals);
    return found.with(found.value_or({}).token.p99);
  }

  static void keep_by_size(std::vector<fleet>& to, const fleet& made) {
    const auto place = std::ranges::find(to, made.job.serving()->gpus_per_replica(), [](const fleet& each) { return each.job.serving()->gpus_per_replica(); });
    if (place == to.end()) to.push_back(made);
    else if (made.of_replica > place->of_replica) *place = made;
  }

  asked_machine on_;
  const planned_job& job_;
  const pricing& terms_;
  const fleet_request& asked_;
  figure<money_rate> price_;
  figure<power> gpu_power_;
  figure<power> compared_;
  count gpus_of_machine_ = 0;
  count most_gpus_ = 0;
  machine_fleets made_{};
  outcome standing_ = outcome::invalid;
  std::string why_{};
};

machine_fleets beyond_budget_on(const asked_machine& on, const planned_job& job, const pricing& terms, const fleet_request& asked, machine_fleets within) {
  const figure<money_rate> price = price_of(on.machine, terms);
  machine_fleets made = fleet_search(on, job, terms, without_budget(asked, price)).run();
  const figure<money_rate> its_price = made.standing == outcome::fits ? made.first().price : price;
  return cheapest_beyond(std::move(made), its_price, asked.budget, std::move(within));
}

}  // namespace

fleet_request without_budget(const fleet_request& asked, const figure<money_rate>& price) {
  fleet_request made = asked;
  made.budget = {};
  made.least = price.is_known() ? plan_amount::cost : plan_amount::gpus;
  return made;
}

std::string too_few_machines(const asked_machine& on, const fleet_request& asked) {
  const count most = on.how_many.value_or(asked.most_gpus);
  return fmt::format("more than {} {} needed for so many requests", so_many(most, on.how_many.has_value() ? "machine" : "GPU"), inflected(most, "is", "are"));
}

count most_gpus_on(const asked_machine& on, const fleet_request& asked) {
  return on.how_many.has_value() ? multiply(*on.how_many, gpus_of(on.machine).value_or(0)) : asked.most_gpus;
}

serving_kind serving_kind_for(const asked_machine& on, const planned_job& job, const figure<money_rate>& price, const fleet_request& asked) {
  const serving_job& served = *job.serving();
  const count most_gpus = most_gpus_on(on, asked);
  serving_kind kind = serving_kind_of(on.machine, served, on.how_many.value_or(most_gpus / std::max<count>(gpus_of(on.machine).value_or(1), 1)), price);
  kind.gpu_power = asked.power.compared(on.machine);
  kind.layouts.most = std::min(most_gpus, most_replica_gpus);
  if (job.says("tensor_parallel")) kind.layouts.said_tensor = served.tensor_parallel;
  if (job.says("pipeline_parallel")) kind.layouts.said_pipeline = served.pipeline_parallel;
  if (job.says("data_parallel")) {
    kind.layouts.with_data = false;
    kind.layouts.rest.data = served.data_parallel;
    kind.layouts.most /= std::max<count>(served.data_parallel, 1);
  }
  if (const engine_limits* limits = limits_of(served.engine); limits != nullptr && on.machine.gpu() != nullptr) {
    if (!job.says("prefill_chunk")) kind.chunk = chunk_of(*limits, *on.machine.gpu(), served.tokens());
    if (!job.says("most_sequences")) kind.sequences = sequences_of(*limits, *on.machine.gpu());
  }
  return kind;
}

serving_objective serving_objective_of(const planned_job& job, const fleet_request& asked) {
  const serving_arrivals lengths = lengths_of(asked.load, job);
  const latency_limits limits = asked.load.latency.limits.value_or(latency_limits{});
  return {.least = asked.least,
          .requests = asked.requests > 0 ? asked.requests : asked.tokens / static_cast<double>(lengths.answer),
          .each = lengths,
          .first_token = limits.first_token,
          .token = limits.token,
          .budget = dollars(in_dollars_per_hour(asked.budget)),
          .spares = asked.spares};
}

void add_power(fleet& of, const machine& on, const site_power& asked) {
  const electricity_terms terms = asked.of(on);
  const count machines = of.fit.needs.value_or(0);
  const figure<money> electricity = electricity_cost(terms, machines, hours(1));
  of.drawn = power_at_meter(terms, machines);
  of.electricity = electricity.with(dollars_per_hour(in_dollars(electricity.value_or({}))));
}

figure<double> amount_of(const fleet& of, plan_amount which) {
  switch (which) {
    case plan_amount::cost: return of.price.with(in_base_units(of.price.value_or({})));
    case plan_amount::time: return of.token_at_load.with(in_seconds(of.token_at_load.value_or({})));
    case plan_amount::gpus: return static_cast<double>(of.gpus());
    case plan_amount::rated_energy: break;
  }
  return of.compared.with(in_base_units(of.compared.value_or({})));
}

bool takes_less(const fleet& a, const fleet& b, plan_amount which) {
  const auto is_less = [](double x, double y) { return x < y * (1 - 1e-12); };
  const double its = amount_of(a, which).value_or(0), other = amount_of(b, which).value_or(0);
  if (is_less(its, other) || is_less(other, its)) return its < other;
  return a.price.is_known() && (!b.price.is_known() || is_less(in_base_units(*a.price.known()), in_base_units(*b.price.known())));
}

count fleet::fewest() const { return static_cast<count>(std::max(1.0, std::ceil(requests / of_replica * (1 - 1e-12)))); }

std::vector<machine_fleets> fleets_on(const std::vector<asked_machine>& machines, const planned_job& job, const pricing& terms, const fleet_request& asked,
                                      progress& shown) {
  std::vector<machine_fleets> all;
  for (const asked_machine& each : machines) {
    fleet_request one = asked;
    one.clock = asked.clock.of_first(std::ssize(machines) - std::ssize(all));
    all.push_back(fleet_search(each, job, terms, one).run());
    if (one.has_budget() && all.back().standing != outcome::fits && !all.back().is_cut) all.back() = beyond_budget_on(each, job, terms, one, std::move(all.back()));
    shown.step();
  }
  std::ranges::stable_sort(all, [&](const machine_fleets& a, const machine_fleets& b) {
    if (a.standing != b.standing) return a.standing < b.standing;
    return a.standing == outcome::fits && takes_less(a.first(), b.first(), asked.least);
  });
  return all;
}

}  // namespace headroom::program
