// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <iterator>
#include <span>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/memory.hpp>
#include <headroom/inference/serving_constants.hpp>
#include <headroom/inference/serving_pools.hpp>
#include <headroom/inference/serving_pools_queue.hpp>
#include <headroom/inference/serving_queue.hpp>
#include <headroom/inference/serving_settings.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/math.hpp>
#include <headroom/network/fabric.hpp>
#include <headroom/parallel/layouts.hpp>
#include <headroom/parallel/parallelism.hpp>
#include <headroom/plan/search.hpp>
#include <headroom/plan/serving_search.hpp>
#include <headroom/units.hpp>

// Which machines answer so many requests a second in pools of prefill and decode, in which ratio and how each is arranged: as
// serving_search.hpp, of disaggregated serving.
namespace headroom {

namespace detail {

template <class Amount>
constexpr figure<Amount> of_machines(const figure<Amount>& one, count machines, const figure<Amount>& other, count others) {
  if (!other.is_known()) return other;
  return one.with(one.value_or({}) * static_cast<double>(machines) + *other.known() * static_cast<double>(others));
}

}  // namespace detail

// Groups of workers of both pools, and what a search found of them.
struct pool_plan {
  const serving_kind* on = nullptr;
  const serving_kind* decode_on = nullptr;  // its decode workers; null: as the others
  parallelism prefill{};
  parallelism decode{};
  count prefill_workers = 1;  // of a group
  count decode_workers = 1;
  count groups = 1;
  count spares = 0;           // of the groups
  double requests = 0;        // a second that each group answers
  count clients = 0;          // that a group then has, in the mean
  duration first_token{};     // with limits the 99th percentile, else the mean
  duration token{};

  constexpr count groups_in_use() const { return groups - spares; }
  constexpr count prefill_gpus() const { return multiply(groups, multiply(prefill_workers, prefill.gpus())); }
  constexpr count decode_gpus() const { return multiply(groups, multiply(decode_workers, decode.gpus())); }
  constexpr count gpus() const { return add(prefill_gpus(), decode_gpus()); }
  constexpr count group_gpus() const { return add(multiply(prefill_workers, prefill.gpus()), multiply(decode_workers, decode.gpus())); }
  constexpr const serving_kind* decodes_on() const { return decode_on != nullptr ? decode_on : on; }
  constexpr bool is_on_one_kind() const { return decodes_on() == on; }
  // As the time of its transfers has it.
  constexpr bool lies_in_one_domain() const { return on != nullptr && is_on_one_kind() && group_gpus() <= on->domain; }
  // Of each kind.
  constexpr count prefill_machines() const { return serving_plan{.on = on, .layout = prefill, .replicas = multiply(groups, prefill_workers)}.machines(); }
  constexpr count decode_machines() const { return serving_plan{.on = decodes_on(), .layout = decode, .replicas = multiply(groups, decode_workers)}.machines(); }
  // On one kind a group that a domain of one machine has room for lies in one. Others share machines where workers of both fill parts of one, of
  // which the larger is a multiple of the smaller; else each pool has its own.
  constexpr count machines() const {
    if (on == nullptr) return 0;
    if (!is_on_one_kind()) return add(prefill_machines(), decode_machines());
    const count of_one = prefill.gpus(), of_other = decode.gpus();
    const count larger = of_one > of_other ? of_one : of_other;
    const count domain = on->domain_of_one();
    if (lies_in_one_domain()) return on->site().machines_for(groups, group_gpus());
    if (larger <= domain && domain % larger == 0 && larger % (of_one > of_other ? of_other : of_one) == 0) return ceil_of(gpus(), on->gpus);
    return add(prefill_machines(), decode_machines());
  }
  // An hour of all machines, and their GPUs' rated power.
  constexpr figure<money_rate> price() const { return detail::of_machines(on->price, machines() - others(), decodes_on()->price, others()); }
  constexpr figure<power> gpu_power() const { return detail::of_machines(on->gpu_power, machines() - others(), decodes_on()->gpu_power, others()); }
  // For the machines that there are.
  constexpr bool is_too_large() const {
    if (is_on_one_kind()) return on != nullptr && machines() > on->at_most;
    return prefill_machines() > on->at_most || decode_machines() > decode_on->at_most;
  }

 private:
  constexpr count others() const { return is_on_one_kind() ? 0 : decode_machines(); }
};

// The layouts of a prefill worker with those of a decode worker on kinds of machines, each in ratios of 1 to `most_workers` of one for 1 to as
// many of the other, in lowest terms. Nothing is stored.
struct pool_plans {
  const serving_job* job = nullptr;
  std::span<const serving_kind> kinds{};
  std::span<const serving_kind> decode_kinds{};  // of decode workers, each with each of the others; none: both are on one kind
  count most_workers = 8;

  struct iterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = pool_plan;
    using difference_type = std::ptrdiff_t;
    using reference = pool_plan;
    using pointer = void;

    const pool_plans* of = nullptr;
    layouts_of_kinds<serving_kind>::iterator prefill{};
    layouts_of_kinds<serving_kind>::iterator decode{};
    count prefill_workers = 1;
    count decode_workers = 1;

    constexpr pool_plan operator*() const {
      return {.on = &prefill.kind(), .decode_on = &decode.kind(), .prefill = prefill.layout(), .decode = decode.layout(), .prefill_workers = prefill_workers, .decode_workers = decode_workers};
    }
    constexpr iterator& operator++() {
      do {
        if (++decode_workers <= of->most_workers) continue;
        decode_workers = 1;
        if (++prefill_workers <= of->most_workers) continue;
        prefill_workers = 1;
        ++decode;
        if (decode != std::default_sentinel) continue;
        ++prefill;
        if (prefill != std::default_sentinel) decode = of->decoding_with(prefill.kind());
      } while (greatest_common_divisor(prefill_workers, decode_workers) > 1);
      return *this;
    }
    constexpr iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    friend constexpr bool operator==(const iterator& a, std::default_sentinel_t end) { return a.prefill == end; }
  };

  constexpr iterator begin() const {
    iterator first{.of = this, .prefill = layouts_of_kinds<serving_kind>{kinds}.begin()};
    if (first.prefill != std::default_sentinel) first.decode = decoding_with(first.prefill.kind());
    if (first.decode == std::default_sentinel) first.prefill = {};  // none has a layout
    return first;
  }
  constexpr std::default_sentinel_t end() const { return {}; }

 private:
  constexpr layouts_of_kinds<serving_kind>::iterator decoding_with(const serving_kind& prefill) const {
    return layouts_of_kinds<serving_kind>{decode_kinds.empty() ? std::span(&prefill, 1) : decode_kinds}.begin();
  }
};

// The job of a worker: a prefill worker reads a prompt on each data-parallel rank.
constexpr serving_job prefill_job_of(const serving_job& job, const pool_plan& plan) {
  serving_job made = job_of(job, serving_plan{.on = plan.on, .layout = plan.prefill, .replicas = multiply(plan.groups, plan.prefill_workers)});
  made.phase = serving_phase::prefill;
  made.concurrent_sequences = plan.prefill.data;
  return made;
}
constexpr serving_job decode_job_of(const serving_job& job, const pool_plan& plan) {
  serving_job made = job_of(job, serving_plan{.on = plan.decodes_on(), .layout = plan.decode, .replicas = multiply(plan.groups, plan.decode_workers)});
  made.phase = serving_phase::decode;
  return made;
}

// One group of a plan. Unknown, with the reason as its note, where a worker cannot be.
constexpr figure<serving_pools> group_of(const serving_job& job, const pool_plan& plan, const serving_settings& as = usual_serving,
                                         const serving_constants& by = measured_servers) {
  for (const serving_kind* on : {plan.on, plan.decodes_on()}) {
    if (!on->rates.is_known()) return figure<serving_pools>(unknown).noted(on->rates.note);
    if (!on->of_gpu.is_known()) return figure<serving_pools>(unknown).noted("the memory of its GPUs is not known");
  }
  const serving_kind &on = *plan.on, &decode_on = *plan.decodes_on();
  const serving_job decode = decode_job_of(job, plan);
  return pools_of({prefill_job_of(job, plan), plan.prefill_workers, *on.rates.known(), *on.of_gpu.known()},
                  {decode, plan.decode_workers, *decode_on.rates.known(), *decode_on.of_gpu.known()}, plan.is_on_one_kind(),
                  with_own_sequences(as, decode_on.sequences, decode), by);
}

// A group's requests a second with the times that they then take: within limits the most of which 99 in 100 keep both, else those of as many
// clients as decoders hold at once. Unknown, with the reason as its note, where there are none.
struct group_answers {
  double requests = 0;
  count clients = 0;
  duration first_token{};  // with limits the 99th percentile, else the mean
  duration token{};
};
constexpr figure<group_answers> answers_of(const serving_pools& of, const serving_objective& asked) {
  if (asked.has_limits()) {
    constexpr duration no_limit = hours(1e6);
    const figure<serving_latencies> within = most_requests_within(of, asked.each, asked.first_token > duration{} ? asked.first_token : no_limit,
                                                                  asked.token > duration{} ? asked.token : no_limit);
    if (!within.is_known()) return figure<group_answers>(unknown).noted(within.note);
    const serving_latencies& at = *within.known();
    const double clients = math::smaller(at.requests * at.request.mean, static_cast<double>(max_count));
    return group_answers{in_requests_per_second(at.requests), static_cast<count>(math::round(clients)), at.first_token.p99, at.token.p99};
  }
  serving_requests load = requests_of_mean(asked.each);
  load.clients = 1;
  const double most = closed_loop(of, load).most_sequences;
  if (!(most >= 1)) return figure<group_answers>(unknown).noted("memory has no room for a request of such a length");
  load.clients = most < static_cast<double>(max_count) ? static_cast<count>(most) : max_count;
  const serving_result found = closed_loop(of, load);
  return group_answers{in_requests_per_second(found.requests), load.clients, found.first_token, found.token};
}

namespace detail {

// A worker in a layout, kept from plan to plan as long as it is the same.
class workers_seen {
 public:
  constexpr const figure<serving_replica>& of(const serving_job& job, const serving_kind& on, const parallelism& layout, const serving_settings& as,
                                              const serving_constants& by) {
    if (on_ == &on && layout.tensor == layout_.tensor && layout.pipeline == layout_.pipeline && layout.data == layout_.data && layout.expert == layout_.expert)
      return worker_;
    on_ = &on;
    layout_ = layout;
    worker_ = made_of(job, on, as, by);
    return worker_;
  }

 private:
  // Absent: it cannot be, or has no room.
  static constexpr figure<serving_replica> made_of(const serving_job& job, const serving_kind& on, const serving_settings& as, const serving_constants& by) {
    if (!contradiction(job).empty()) return absent;
    const figure<serving_memory_parts> taken = serving_memory(job);
    if (!taken.is_known()) return figure<serving_replica>(unknown).noted(taken.note);
    if (taken.known()->needed > *on.of_gpu.known()) return absent;
    return replica_of(job, *on.rates.known(), *on.of_gpu.known(), as, by);
  }

  const serving_kind* on_ = nullptr;
  parallelism layout_{};
  figure<serving_replica> worker_{};
};

struct pools_seen {
  workers_seen prefill{};
  workers_seen decode{};
};

// No group answers more: its prefill workers read one prompt after the other, and the matrix products of its answers take their time at the
// peak. That of a steady state which is found in steps is right to a thousandth.
constexpr double most_requests_of(const pool_plan& plan, const serving_replica& prefill, const serving_arrivals& arrivals) {
  const serving_requests each = requests_of_mean(arrivals);
  if (each.answer < 2) return static_cast<double>(max_count);
  const auto further = static_cast<double>(each.answer - 1);
  const auto alone = [&](count tokens) { return reading(prefill, tokens, 0, 0, 0).alone; };
  double mean = 0;  // of prompts of all lengths; that of the mean length may be longer
  for_each_standing_prompt(with_moments(arrivals), [&](count tokens, double share) { mean += share * alone(tokens); });
  const double occupied = math::smaller(mean, alone(each.prompt)) / batches_at_once(prefill);
  const double read = static_cast<double>(plan.prefill_workers) / occupied * (further + 1) / further;
  const double written = static_cast<double>(multiply(plan.decode_workers, plan.decode.gpus())) / (plan.decodes_on()->least_seconds * further);
  return math::smaller(read, written) * 1.001;
}

constexpr plan_amounts amounts_of(const pool_plan& plan) {
  const figure<money_rate> price = plan.price();
  const figure<power> rated = plan.gpu_power();
  return {.time = plan.token,
          .gpus = plan.gpus(),
          .cost = price.with(dollars(in_dollars_per_hour(price.value_or({})))),
          .energy = rated.with(rated.value_or({}) * hours(1))};
}

// With their spares.
constexpr void use_groups(pool_plan& plan, const serving_objective& asked, double in_use) {
  const double groups = held_for(asked, in_use);
  plan.groups = count_of(groups);
  plan.spares = count_of(groups - in_use);
}
constexpr void take_groups(pool_plan& plan, const serving_objective& asked, double of_each) { use_groups(plan, asked, needed_for(asked, of_each)); }

// By best_plans, or smallest_pools of plan/smallest_pools.hpp.
template <class Best>
constexpr bool may_be_taken(const Best& best, const pool_plan& plan) {
  if constexpr (requires { best.may_take(plan); }) return best.may_take(plan);
  else return best.may_take(amounts_of(plan));
}

template <class Best>
constexpr bool look_at(Best& best, const serving_job& job, pool_plan plan, const serving_objective& asked, const serving_settings& as,
                       const serving_constants& by, pools_seen& seen) {
  const serving_kind &on = *plan.on, &decode_on = *plan.decodes_on();
  for (const serving_kind* each : {&on, &decode_on}) {
    if (!each->rates.is_known()) return best.is_not_known(each->rates.note), false;
    if (!each->of_gpu.is_known()) return best.is_not_known("the memory of its GPUs is not known"), false;
  }
  const figure<fabric> links = fabric_of(on.machine), decode_links = plan.is_on_one_kind() ? links : fabric_of(decode_on.machine);
  if (!links.is_known()) return best.is_not_known(links.note), false;
  if (!decode_links.is_known()) return best.is_not_known(decode_links.note), false;
  if (!may_be_taken(best, plan)) return best.leave_out(), false;
  const figure<serving_replica>& prefill = seen.prefill.of(prefill_job_of(job, plan), on, plan.prefill, usual_serving, by);
  if (prefill.is_absent()) return best.has_no_room(), false;
  if (!prefill.is_known()) return best.is_not_known(prefill.note), false;
  take_groups(plan, asked, most_requests_of(plan, *prefill.known(), asked.each));
  if (!may_be_taken(best, plan)) return best.leave_out(), false;
  const serving_job decodes = decode_job_of(job, plan);
  const figure<serving_replica>& decode = seen.decode.of(decodes, decode_on, plan.decode, with_own_sequences(as, decode_on.sequences, decodes), by);
  if (decode.is_absent()) return best.has_no_room(), false;
  if (!decode.is_known()) return best.is_not_known(decode.note), false;

  plan.groups = 1;
  const serving_pools group = joined(*prefill.known(), plan.prefill_workers, *decode.known(), plan.decode_workers, *links.known(), *decode_links.known(), plan.is_on_one_kind());
  if (const std::string_view why = why_not_moved(group, *decode_links.known(), plan.is_on_one_kind()); !why.empty()) return best.is_not_known(why), false;
  const figure<group_answers> answers = answers_of(group, asked);
  if (!answers.is_known()) return best.is_not_known(asked.has_limits() ? "no request is answered within the limits, however few come" : answers.note), true;
  plan.requests = answers.known()->requests;
  plan.clients = answers.known()->clients;
  plan.first_token = answers.known()->first_token;
  plan.token = answers.known()->token;
  const double needed = needed_for(asked, plan.requests);
  use_groups(plan, asked, needed);
  if (plan.is_too_large()) return best.is_too_large(), true;
  servers_in_use used{needed, plan.token};
  if (asked.has_limits())
    used = least_at_load(group, asked, needed, [&](double in_use) {
      pool_plan more = plan;
      use_groups(more, asked, in_use);
      return !more.is_too_large() && is_within_budget(asked, amounts_of(more));
    });
  if (!used.token.is_known()) return best.is_not_known(used.token.note), true;
  use_groups(plan, asked, used.number);
  plan_amounts takes = amounts_of(plan);
  takes.time = *used.token.known();
  best.take(plan, takes, plan.requests * static_cast<double>(plan.groups));
  return true;
}

template <>
struct planning<pool_plan> {
  using objective = serving_objective;
  static constexpr int most_asked = 1;

  static constexpr best_plans<pool_plan> start(const serving_objective& asked) { return best_plans<pool_plan>({.least = asked.least, .budget = asked.budget}); }
  static constexpr bool look(best_plans<pool_plan>& best, const serving_job& job, pool_plans::iterator& at, const serving_objective& asked) {
    pools_seen seen;
    const bool is_asked = look_at(best, job, *at, asked, usual_serving, measured_servers, seen);
    ++at;
    return is_asked;
  }
};

}  // namespace detail

// The best plans of a range: pool_plans, or views of them; of equally good ones that which answers more requests. Plans are left out by sound
// bounds: one group's GPUs, prompts read one after the other, and products at the peak.
template <std::size_t Most = 2, class Plans>
constexpr best_plans<pool_plan, Most> search_pools(const serving_job& job, Plans&& space, const serving_objective& asked, const serving_settings& as = usual_serving,
                                                   const serving_constants& by = measured_servers) {
  best_plans<pool_plan, Most> best({.least = asked.least, .budget = asked.budget});
  detail::pools_seen seen;
  for (const pool_plan& each : space) detail::look_at(best, job, each, asked, as, by, seen);
  return best;
}

}  // namespace headroom
