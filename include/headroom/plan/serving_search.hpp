// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>

#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/growth.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/inference/engine_limits.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/memory.hpp>
#include <headroom/inference/room.hpp>
#include <headroom/inference/serving_constants.hpp>
#include <headroom/inference/serving_queue.hpp>
#include <headroom/inference/serving_rates.hpp>
#include <headroom/inference/serving_settings.hpp>
#include <headroom/inference/serving_throughput.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/inference/working.hpp>
#include <headroom/math.hpp>
#include <headroom/model/operations.hpp>
#include <headroom/parallel/layouts.hpp>
#include <headroom/parallel/parallelism.hpp>
#include <headroom/plan/run_groups.hpp>
#include <headroom/plan/search.hpp>
#include <headroom/plan/spares.hpp>
#include <headroom/units.hpp>

// Which machines answer so many requests a second, how many replicas on them and how arranged: as search.hpp, of jobs that serve.
namespace headroom {

// Amounts are of an hour, and the time is that of a token: the mean, or with limits what 99 in 100 keep where the requests come that are asked for.
// A limit of 0 is none.
struct serving_objective {
  plan_amount least = plan_amount::cost;
  double requests = 1;                // a second, of all replicas
  serving_arrivals each{};            // how long they are; its rate is not read
  asked_for<duration> first_token{};  // that 99 in 100 requests may wait; without limits a replica has as many requests at once as it has room for
  asked_for<duration> token{};        // likewise, for the mean of their others
  asked_for<money> budget{};          // of an hour
  fleet_spares spares{};              // held beside the replicas that are needed

  constexpr bool has_limits() const { return first_token > duration{} || token > duration{}; }
  // Whether a plan may have more replicas than are needed: with limits each then has fewer requests at once, and the budget says how many more.
  constexpr bool buys_more() const { return least == plan_amount::time && has_limits() && budget > money{}; }
};

// A kind of machine with what a job's steps have of it, made once for all plans on it. Of the job it keeps the model's address.
struct serving_kind {
  headroom::machine machine{};
  figure<money_rate> price{};  // of one
  figure<serving_rates> rates{};
  figure<memory> of_gpu{};
  figure<power> gpu_power{};   // rated, of one machine's GPUs
  count gpus = 0;              // of one machine
  count domain = 1;            // GPUs that its scale-up network joins
  count at_most = 0;           // machines
  headroom::layouts layouts{};
  double least_seconds = 0;    // of a GPU for a token of an answer: no plan takes less
  // What the engine does on these GPUs unless it is told otherwise; 0: as the job says.
  count chunk = 0;             // tokens of prompts that a step reads
  count sequences = 0;         // at once

  // GPUs of one machine that its scale-up network joins.
  constexpr count domain_of_one() const { return domain < gpus ? domain : gpus; }
  constexpr run_site site() const { return {.machine = gpus, .node = layouts.node, .domain = domain}; }
};

// A replica's layout, and what a search found of it.
struct serving_plan {
  const serving_kind* on = nullptr;
  parallelism layout{};
  count replicas = 1;
  count spares = 0;            // of them
  double requests = 0;         // a second that each answers
  duration first_token{};      // with limits the 99th percentile of so many, else the mean
  duration token{};

  constexpr count gpus() const { return multiply(layout.gpus(), replicas); }
  // A replica that a domain has room for lies in one, as its time takes it. Of larger ones the tensor-parallel ranks do.
  constexpr count machines() const {
    if (on == nullptr) return 0;
    if (layout.gpus() <= on->domain) return on->site().machines_for(replicas, layout.gpus());
    const count domain = on->domain_of_one();
    const count taken = layout.tensor <= domain ? on->gpus / domain * (domain / layout.tensor * layout.tensor) : on->gpus;
    return ceil_of(gpus(), taken);
  }
};

// At most so many machines. The job is by reference, and outlives what is made here.
constexpr serving_kind serving_kind_of(const machine& on, const serving_job& job, count at_most, const figure<money_rate>& price = unknown) {
  serving_kind made{.machine = on,
                    .price = price,
                    .rates = serving_rates_of(on, job.weights),
                    .of_gpu = usable_memory_per_gpu(on),
                    .gpu_power = resource::gpu_power::of(on),
                    .gpus = gpus_of(on).value_or(0),
                    .domain = resource::scale_up_domain::of(on).value_or(1),
                    .at_most = at_most,
                    .layouts = layouts_on(on, job)};
  made.layouts.most = multiply(at_most, made.gpus);
  if (const serving_rates* rates = made.rates.known()) {
    made.least_seconds =
        in_operations(forward_operations(job.model, 1).value_or({}).matrices) / math::larger(in_base_units(rates->wide.matrix), in_base_units(rates->products.matrix));
  }
  return made;
}

// The layouts of a replica on kinds of machines, one after the other; nothing is stored.
struct serving_plans {
  const serving_job* job = nullptr;
  std::span<const serving_kind> kinds{};

  struct iterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = serving_plan;
    using difference_type = std::ptrdiff_t;
    using reference = serving_plan;
    using pointer = void;

    layouts_of_kinds<serving_kind>::iterator at{};

    constexpr serving_plan operator*() const { return {.on = &at.kind(), .layout = at.layout()}; }
    constexpr iterator& operator++() {
      ++at;
      return *this;
    }
    constexpr iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    friend constexpr bool operator==(const iterator& a, std::default_sentinel_t end) { return a.at == end; }
  };

  constexpr iterator begin() const { return {layouts_of_kinds<serving_kind>{kinds}.begin()}; }
  constexpr std::default_sentinel_t end() const { return {}; }
};

// The job so arranged, its engine as on those GPUs.
constexpr serving_job job_of(const serving_job& job, const serving_plan& plan) {
  serving_job made = job;
  divide(made, plan.layout);
  made.expert_parallel = made.expert_parallel || job.expert_parallel;
  made.replicas = plan.replicas;
  // The load says how many there are at once: a job that says fewer than ranks is no reason to leave ranks out.
  if (made.concurrent_sequences < made.data_parallel) made.concurrent_sequences = made.data_parallel;
  if (plan.on->chunk > 0) made.engine.chunk = plan.on->chunk;
  const engine_limits* limits = limits_of(job.engine);
  if (plan.on->sequences == 0 || limits == nullptr) return made;
  made.engine.most_sequences = 0;
  const count wanted = sequences_sampled(made);
  if (limits->sets_aside) made.engine.most_sequences = wanted > plan.on->sequences ? wanted : plan.on->sequences;
  return made;
}

namespace detail {

constexpr plan_amounts amounts_of(const serving_plan& plan, const duration& token) {
  const auto machines = static_cast<double>(plan.machines());
  const serving_kind& on = *plan.on;
  return {.time = token,
          .gpus = plan.gpus(),
          .cost = on.price.with(dollars(in_dollars_per_hour(on.price.value_or({})) * machines)),
          .energy = on.gpu_power.with(watts(in_watts(on.gpu_power.value_or({})) * machines) * hours(1))};
}

// Replicas that so many requests a second need where each answers so many.
constexpr double needed_for(const serving_objective& asked, double of_each) { return math::larger(1, math::ceil(asked.requests / of_each * (1 - 1e-12))); }

// With their spares: the more are in use, the more there are. More than there can be, where no number is enough.
constexpr double held_for(const serving_objective& asked, double in_use) {
  if (!asked.spares.are_asked() || !(in_use <= 1e7)) return in_use;
  return static_cast<double>(with_spares(static_cast<count>(in_use), asked.spares).value_or(max_count));
}
constexpr double replicas_for(const serving_objective& asked, double of_each) { return held_for(asked, needed_for(asked, of_each)); }

constexpr count count_of(double servers) { return servers < static_cast<double>(max_count) ? static_cast<count>(servers) : max_count; }

// What 99 in 100 tokens take of so many servers, replicas or groups of pools, which share out the requests that are asked for. With the most within the limits
// they take the limit itself, of every plan.
template <class Server>
constexpr figure<duration> token_at_load(const Server& one, const serving_objective& asked, double servers) {
  serving_arrivals load = asked.each;
  load.rate = requests_per_second(asked.requests / servers);
  const figure<serving_latencies> found = open_loop(one, load);
  return found.with(found.value_or({}).token.p99);
}

}  // namespace detail

// Servers that share out the requests, and what 99 in 100 tokens then take.
struct servers_in_use {
  double number = 0;
  figure<duration> token{};
};

// Further than so many above those that are needed only the most is looked at.
inline constexpr count most_bought_more = 1'000;

// As many as are needed, or where more are bought the number whose tokens take least time; of equal ones the fewest. `may_be` says of how many
// there is room within the budget.
template <class Server, class MayBe>
constexpr servers_in_use least_at_load(const Server& one, const serving_objective& asked, double needed, MayBe&& may_be) {
  servers_in_use made{needed, detail::token_at_load(one, asked, needed)};
  if (!asked.buys_more() || !(needed <= 1e7)) return made;
  const auto fewest = static_cast<count>(needed);
  const count more = detail::least(10'000'000, [&](count beyond) { return !may_be(static_cast<double>(fewest + beyond + 1)); });
  const auto consider = [&](count beyond) {
    const auto number = static_cast<double>(fewest + beyond);
    const figure<duration> token = detail::token_at_load(one, asked, number);
    if (token.is_known() && (!made.token.is_known() || *token.known() < *made.token.known())) made = {number, token};
  };
  for (count beyond = 1; beyond <= more && beyond <= most_bought_more; ++beyond) consider(beyond);
  if (more > most_bought_more) consider(more);
  return made;
}

namespace detail {

// No dearer than the budget, as best_plans has it. Of what has no price no more is bought.
constexpr bool is_within_budget(const serving_objective& asked, const plan_amounts& takes) {
  return takes.cost.is_known() && best_plans<int, 1>({.budget = asked.budget}).may_take({.cost = takes.cost});
}

// With no fewer replicas than so many. A token takes no time that could be told without asking.
constexpr plan_amounts least_amounts_of(serving_plan plan, double replicas) {
  plan.replicas = count_of(replicas);
  return amounts_of(plan, duration{});
}

// Replicas that the matrix products of answers take at the peak, the prompts for nothing.
constexpr double least_replicas_of(const serving_plan& plan, const serving_objective& asked) {
  const double busy = plan.on->least_seconds * static_cast<double>(requests_of_mean(asked.each).answer - 1);
  return busy > 0 ? replicas_for(asked, static_cast<double>(plan.layout.gpus()) / busy * (1 + 1e-9)) : 1;
}

// Whether its time was asked for: what takes a search its time.
template <std::size_t Most>
constexpr bool look_at(best_plans<serving_plan, Most>& best, const serving_job& job, serving_plan plan, const serving_objective& asked,
                       const serving_settings& as, const serving_constants& by) {
  const serving_kind& on = *plan.on;
  if (!on.rates.is_known()) return best.is_not_known(on.rates.note), false;
  if (!on.of_gpu.is_known()) return best.is_not_known("the memory of its GPUs is not known"), false;
  const double least = least_replicas_of(plan, asked);
  if (!best.may_take(least_amounts_of(plan, least))) return best.leave_out(), false;
  const serving_job tried = job_of(job, plan);
  if (!contradiction(tried).empty()) return false;
  const figure<serving_memory_parts> taken = serving_memory(tried);
  if (!taken.is_known()) return best.is_not_known(taken.note), false;
  if (taken.known()->needed > *on.of_gpu.known()) return best.has_no_room(), false;
  const figure<serving_replica> replica = replica_of(tried, *on.rates.known(), *on.of_gpu.known(), with_own_sequences(as, on.sequences, tried), by);
  if (!replica.is_known()) return best.is_not_known(replica.note), true;

  if (asked.has_limits()) {
    // What it answers at all costs little to ask, and is no less than what it answers within limits.
    if (const double at_all = in_requests_per_second(most_requests(*replica.known(), asked.each)); at_all > 0 && !best.may_take(least_amounts_of(plan, replicas_for(asked, at_all))))
      return best.leave_out(), true;
    constexpr duration no_limit = hours(1e6);
    const figure<serving_latencies> within = most_requests_within(*replica.known(), asked.each, asked.first_token > duration{} ? asked.first_token : no_limit,
                                                                  asked.token > duration{} ? asked.token : no_limit);
    if (!within.is_known()) return best.is_not_known(within.note), true;
    plan.requests = in_requests_per_second(within.known()->requests);
    plan.first_token = within.known()->first_token.p99;
    plan.token = within.known()->token.p99;
  } else {
    serving_requests load = requests_of_mean(asked.each);
    load.clients = static_cast<count>(math::larger(1, most_throughput(*replica.known(), load).sequences));
    const serving_result found = closed_loop(*replica.known(), load);
    plan.requests = in_requests_per_second(found.requests);
    plan.first_token = found.first_token;
    plan.token = found.token;
  }
  if (!(plan.requests > 0 && in_seconds(plan.token) < 1e30)) return best.is_not_known("no request is answered within the limits, however few come"), true;
  const auto with = [&](double in_use) {
    serving_plan made = plan;
    const double replicas = held_for(asked, in_use);
    made.replicas = count_of(replicas);
    made.spares = count_of(replicas - in_use);
    return made;
  };
  const double needed = needed_for(asked, plan.requests);
  if (with(needed).machines() > on.at_most) return best.is_too_large(), true;
  servers_in_use used{needed, plan.token};
  if (asked.has_limits())
    used = least_at_load(*replica.known(), asked, needed, [&](double in_use) {
      const serving_plan more = with(in_use);
      return more.machines() <= on.at_most && is_within_budget(asked, amounts_of(more, duration{}));
    });
  if (!used.token.is_known()) return best.is_not_known(used.token.note), true;
  plan = with(used.number);
  best.take(plan, amounts_of(plan, *used.token.known()), plan.requests * static_cast<double>(plan.replicas));
  return true;
}

template <>
struct planning<serving_plan> {
  using objective = serving_objective;
  static constexpr int most_asked = 1;

  static constexpr best_plans<serving_plan> start(const serving_objective& asked) {
    return best_plans<serving_plan>({.least = asked.least, .budget = asked.budget});
  }
  static constexpr bool look(best_plans<serving_plan>& best, const serving_job& job, serving_plans::iterator& at, const serving_objective& asked) {
    const bool is_asked = look_at(best, job, *at, asked, usual_serving, measured_servers);
    ++at;
    return is_asked;
  }
};

}  // namespace detail

// The best plans of a range: serving_plans, or views of them; of equally good ones that which answers more requests. Plans are left out by
// sound bounds: a replica's GPUs, products at the peak, and the requests that it answers without limits.
template <std::size_t Most = 2, class Plans>
constexpr best_plans<serving_plan, Most> search(const serving_job& job, Plans&& space, const serving_objective& asked, const serving_settings& as = usual_serving,
                                                const serving_constants& by = measured_servers) {
  best_plans<serving_plan, Most> best({.least = asked.least, .budget = asked.budget});
  for (const serving_plan& each : space) detail::look_at(best, job, each, asked, as, by);
  return best;
}

}  // namespace headroom
