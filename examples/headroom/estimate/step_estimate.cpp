// SPDX-License-Identifier: BSL-1.0
#include "estimate/step_estimate.hpp"

#include <fmt/format.h>

#include <array>
#include <headroom/cluster/resource.hpp>
#include <headroom/plan/search.hpp>
#include <headroom/training/step_band.hpp>
#include <headroom/training/step_rates.hpp>
#include <iterator>
#include <span>
#include <utility>

#include "estimate/open_plans.hpp"
#include "estimate/step_words.hpp"
#include "fit/fit_words.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

double worth(const timed_layout& of, objective by) {
  if (by == objective::gpus) return of.tokens_per_second / static_cast<double>(of.step.gpus);
  // Machines of one kind cost alike.
  return by == objective::money && of.machines > 0 ? of.tokens_per_second / static_cast<double>(of.machines) : of.tokens_per_second;
}

timed_layout timed(planned_job job, const machine& on, const step_schedule& step) {
  timed_layout made{.job = std::move(job), .step = step, .tokens_per_second = step.tokens_per_second()};
  made.machines = gpus_of(on).value_or(0) > 0 ? machines_taken(made.job, on) : 0;
  return made;
}

// The layouts with room on at most so many machines, the best first.
std::vector<timed_layout> timed_layouts(const planned_job& job, const machine& on, count machines, const step_rates& rates,
                                        const estimate_request& asked, step_estimate& counts) {
  const count most_gpus = multiply(machines, gpus_of(on).value_or(0));
  const memory of_gpu = usable_memory_per_gpu(on).value_or({});
  std::vector<timed_layout> best;
  for_each_layout(job, on, most_gpus, [&](const sized_job& tried, memory needed) {
    ++counts.layouts.tried;
    if (needed > of_gpu || machines_taken(tried.job, on) > machines) return true;
    const figure<step_schedule> step = step_time(*tried.job.training(), rates, asked.settings, asked.constants);
    if (!step.is_known()) {
      counts.layouts.cannot_be_timed(step.note);
      return true;
    }
    ++counts.layouts.with_room;
    keep_best(best, timed(tried.job, on, *step.known()), [&](const timed_layout& each) { return worth(each, asked.by); });
    return true;
  });
  return best;
}

// Whether more than the layout is chosen, as `plan` does: where the layout decides the batch, plans are not of one job.
bool chooses_plans(const planned_job& job) {
  return job.sizes_itself() && std::get<training_request>(job.asked).global_batch != training_request::not_said;
}

// A step may take no more than this one to be as good.
plan_objective no_worse_than(const timed_layout& of, objective by) {
  plan_objective made{.least = by == objective::time ? plan_amount::time : plan_amount::cost};
  if (by == objective::time) made.deadline = of.step.total();
  else made.budget = dollars(static_cast<double>(by == objective::money ? of.machines : of.step.gpus) * in_seconds(of.step.total()));
  return made;
}

// Of each layout the best plan, of those that may be among the best that are kept. What one costs is what makes it worse: the time of machines, which
// cost alike, or of GPUs.
std::vector<timed_layout> timed_plans(const planned_job& job, const asked_machine& on, count machines, const step_rates& rates, const estimate_request& asked,
                                      step_estimate& counts) {
  plan_objective better{.least = asked.by == objective::time ? plan_amount::time : plan_amount::cost};
  std::vector<timed_layout> best;
  std::vector<training_plan> of_layout;
  for (const planned_job& each : with_open_contexts(job)) {
    const training_job& run = *each.training();
    plan_kind kind = open_kind_of(on.machine, each, machines, unknown, asked.constants);
    kind.price = from_base_units<money_rate>(1);
    if (asked.by == objective::gpus) kind.gpus = 1;
    const training_plans space = open_plans_of(each, std::span(&kind, 1));
    for (auto at = space.begin(); at != std::default_sentinel;) {
      of_layout.clear();
      do {
        if (is_as_said(*at, each)) of_layout.push_back(*at);
        ++at;
      } while (at != std::default_sentinel && !at.begins_layout());
      if (of_layout.empty()) continue;
      const best_plans<training_plan, 1> found = search<1>(run, of_layout, better, asked.settings, asked.constants);
      counts.layouts.take(found);
      if (found.is_empty()) continue;
      const training_job arranged = job_of(run, found.all().front().plan);
      keep_best(best, timed(as_arranged(each, arranged), on.machine, step_time(arranged, rates, asked.settings, asked.constants).value_or({})),
                [&](const timed_layout& one) { return worth(one, asked.by); });
      if (best.size() == most_layouts_kept) better = no_worse_than(best.back(), asked.by);
    }
  }
  return best;
}

stated_band band_of_step(const training_job& job, const machine& on, const step_settings& settings) {
  const step_error found = step_band(job, on, settings);
  stated_band made{.errors = found.errors, .why = std::string(found.words.view())};
  if (found.errors.is_known())
    made.measured = fmt::format("steps on {} in {} bits, {}", found.measured.architecture, found.measured.bits, name(found.measured.kind));
  return made;
}

std::vector<doubled_rate> with_twice(const training_job& job, const step_rates& rates, const estimate_request& asked) {
  struct change {
    std::string_view key;
    std::string_view title;
    void (*apply)(step_rates&);
  };
  constexpr std::array changes{
      change{"matrix_rate", "matrix rate",
             [](step_rates& of) {
               of.wide.matrix = scaled(of.wide.matrix, 2);
               of.products.matrix = scaled(of.products.matrix, 2);
             }},
      change{"memory_bandwidth", "memory bandwidth",
             [](step_rates& of) {
               of.wide.memory = scaled(of.wide.memory, 2);
               of.products.memory = scaled(of.products.memory, 2);
             }},
      change{"scale_up_bandwidth", "scale-up bandwidth", [](step_rates& of) { of.links.scale_up = of.links.scale_up * 2; }},
      change{"scale_out_bandwidth", "scale-out bandwidth", [](step_rates& of) { of.links.scale_out = of.links.scale_out * 2; }},
  };
  const figure<step_schedule> as_it_is = step_time(job, rates, asked.settings, asked.constants);
  std::vector<doubled_rate> all;
  for (const change& each : changes) {
    step_rates more = rates;
    each.apply(more);
    const figure<step_schedule> then = step_time(job, more, asked.settings, asked.constants);
    if (then.is_known() && as_it_is.is_known())
      all.push_back({each.key, each.title, then.known()->tokens_per_second() / as_it_is.known()->tokens_per_second()});
  }
  return all;
}

// The best layout of a job that leaves it open; false: there is none, as `why` says.
bool find_layout(step_estimate& made, const asked_machine& on, const planned_job& job, const step_rates& rates, const pricing& terms, const estimate_request& asked) {
  const count machines = on.how_many.value_or(made.fit.machines.value_or(1));
  std::vector<timed_layout> found = chooses_plans(job) ? timed_plans(job, on, machines, rates, asked, made)
                                                       : timed_layouts(job, on.machine, machines, rates, asked, made);
  if (found.empty() && made.layouts.untimed == 0 && made.fit.outcome != outcome::fits) {
    made.why = made.fit.why;
    return false;
  }
  if (found.empty()) {
    made.fit.outcome = outcome::cannot_be_judged;
    made.why = made.layouts.untimed > 0 ? made.layouts.why_untimed : made.layouts.tried > 0 ? "no layout of the range has room for this batch" : std::string(no_such_layout);
    return false;
  }
  take_best(made, std::move(found));
  if (chooses_plans(job)) made.layouts.besides = chosen_besides(job);
  made.fit = judge_on(on, as_said(made.best.job), terms);
  made.why = made.fit.why;
  return made.fit.outcome == outcome::fits;
}

}  // namespace

std::string split_of(const timed_layout& of) { return parallelism_text(of.job); }
count gpus_of(const timed_layout& of) { return gpus_of(of.job); }

step_estimate step_estimate_on(const asked_machine& on, const planned_job& job, const pricing& terms,
                               const estimate_request& asked) {
  step_estimate made{.fit = judge_on(on, job, terms)};
  // What has no room as it is may have some with more of it computed again.
  const bool may_fit = made.fit.outcome == outcome::does_not_fit && chooses_plans(job) && on.how_many.has_value();
  if (made.fit.outcome != outcome::fits && !may_fit) {
    made.why = made.fit.why;
    return made;
  }
  const figure<step_rates> rates = step_rates_of(on.machine, job.training()->formats, asked.constants);
  if (!rates.is_known()) {
    made.fit.outcome = outcome::cannot_be_judged;
    made.why = rates.note;
    return made;
  }
  if (job.sizes_itself()) {
    if (!find_layout(made, on, job, *rates.known(), terms, asked)) return made;
  } else {
    const figure<step_schedule> step = step_time(*made.fit.job.training(), *rates.known(), asked.settings, asked.constants);
    if (!step.is_known()) {
      made.fit.outcome = outcome::cannot_be_judged;
      made.why = step.note;
      return made;
    }
    made.best = timed(made.fit.job, on.machine, *step.known());
  }
  made.is_known = true;
  const figure<money_rate> each = price_of(on.machine, terms);
  made.is_priced = each.is_known() && made.best.machines > 0;
  if (made.is_priced) made.price = scaled(*each.known(), static_cast<double>(made.best.machines));
  made.band = band_of_step(*made.best.job.training(), on.machine, asked.settings);
  if (asked.has_own_constants && made.band.errors.is_known()) made.band.why = "no band with efficiencies of your own: that of ours";
  made.without_effect = without_effect(*made.best.job.training(), *rates.known(), asked.settings, asked.constants);
  made.clock = rates.known()->clock;
  if (asked.with_twice) made.doubled = with_twice(*made.best.job.training(), *rates.known(), asked);
  return made;
}

budget budget_of(const step_estimate& of, double tokens) {
  budget made{.time = seconds(tokens / of.best.tokens_per_second)};
  made.gpu_hours = in_hours(made.time) * static_cast<double>(of.best.step.gpus);
  if (of.is_priced) made.price = dollars(in_base_units(of.price) * in_seconds(made.time));
  const machine& m = of.fit.machine;
  const figure<power> whole = resource::max_power::of(m);
  const figure<power> gpus = m.gpu() == nullptr ? figure<power>{} : per_gpu_of(m, m.gpu()->tdp);
  made.of = whole.is_known() ? "the machines" : "the GPUs alone";
  const figure<power>& drawn = whole.is_known() ? whole : gpus;
  const double units = static_cast<double>(whole.is_known() ? of.best.machines : of.best.step.gpus);
  made.most = drawn.with(joules(in_watts(drawn.value_or({})) * units * in_seconds(made.time)));
  return made;
}

void put_best_first(std::vector<step_estimate>& all, objective by) {
  sort_best_first(all, by, [&](const step_estimate& of) {
    return by == objective::money && of.is_priced ? of.best.tokens_per_second / in_base_units(of.price) : worth(of.best, by);
  });
}

double behind(const timed_layout& best, const timed_layout& other, objective by) { return worth(best, by) / worth(other, by) - 1; }

}  // namespace headroom::program
