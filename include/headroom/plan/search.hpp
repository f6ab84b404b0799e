// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>
#include <type_traits>

#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/math.hpp>
#include <headroom/model/operations.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/parallel/layouts.hpp>
#include <headroom/parallel/parallelism.hpp>
#include <headroom/plan/run_groups.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/memory.hpp>
#include <headroom/training/recipe.hpp>
#include <headroom/training/step_rates.hpp>
#include <headroom/training/step_settings.hpp>
#include <headroom/training/step_time.hpp>
#include <headroom/units.hpp>

// Which machines, how many of them and how arranged: the plans that take least of something, of a lazy range of plans.
namespace headroom {

enum class plan_amount { cost, time, gpus, rated_energy };

constexpr std::string_view name(plan_amount of) {
  constexpr std::array<std::string_view, 4> names{"cost", "time", "gpus", "energy"};
  return names[static_cast<std::size_t>(of)];
}

// What is to be least, and what no plan may go beyond; a limit of 0 is none.
struct plan_objective {
  plan_amount least = plan_amount::cost;
  double tokens = 0;  // to be trained on; 0: those of one step
  asked_for<duration> deadline{};
  asked_for<money> budget{};
};

// What a plan takes.
struct plan_amounts {
  duration time{};
  count gpus = 0;
  figure<money> cost{};
  figure<headroom::energy> energy{};
};

constexpr figure<double> amount_of(const plan_amounts& of, plan_amount which) {
  switch (which) {
    case plan_amount::cost: return of.cost.with(in_base_units(of.cost.value_or({})));
    case plan_amount::time: return in_seconds(of.time);
    case plan_amount::gpus: return static_cast<double>(of.gpus);
    case plan_amount::rated_energy: break;
  }
  return of.energy.with(in_base_units(of.energy.value_or({})));
}

// -1: a costs less than b, 1: it costs more; what it costs that is not known is more than any cost.
constexpr int compare_costs(const plan_amounts& a, const plan_amounts& b) {
  if (!a.cost.is_known() || !b.cost.is_known()) return static_cast<int>(b.cost.is_known()) - static_cast<int>(a.cost.is_known());
  const double first = in_base_units(*a.cost.known()), second = in_base_units(*b.cost.known());
  return static_cast<int>(first > second) - static_cast<int>(first < second);
}

template <class Plan>
struct planned : plan_amounts {
  Plan plan{};
};

// The best plans of those that were offered, at most so many, the best first; of equally good ones the cheaper, then those with fewer GPUs, the
// sooner, and those offered first. Constant
// expressions hold it between their slices.
template <class Plan, std::size_t Most = 2>
class best_plans {
 public:
  constexpr best_plans() = default;
  constexpr explicit best_plans(const plan_objective& asked) : asked_(asked) {}

  // Whether a plan that takes no less than this may be among the best.
  constexpr bool may_take(const plan_amounts& least) const {
    if (is_beyond(least)) return false;
    const figure<double> amount = amount_of(least, asked_.least);
    return !amount.is_known() || size_ < Most || *amount.known() * (1 - rounding) < amounts_[Most - 1];
  }

  // Of plans that take and cost as much, the one with more of `also` is better.
  constexpr void take(const Plan& plan, const plan_amounts& takes, double also = 0) {
    ++judged_;
    if (is_beyond(takes)) return void(++beyond_limits_);
    const figure<double> amount = amount_of(takes, asked_.least);
    const bool is_open = in_base_units(asked_.budget) > 0 && !takes.cost.is_known();
    if (!amount.is_known() || is_open) return void(++unknown_);
    std::size_t place = size_;
    const auto is_better_than = [&](std::size_t i) {
      if (*amount.known() != amounts_[i]) return *amount.known() < amounts_[i];
      if (const int order = compare_costs(takes, best_[i]); order != 0) return order < 0;
      if (also != also_[i]) return also > also_[i];
      return takes.gpus != best_[i].gpus ? takes.gpus < best_[i].gpus : takes.time < best_[i].time;
    };
    while (place > 0 && is_better_than(place - 1)) --place;
    if (place == Most) return;
    if (size_ < Most) ++size_;
    for (std::size_t i = size_ - 1; i > place; --i) {
      best_[i] = best_[i - 1];
      amounts_[i] = amounts_[i - 1];
      also_[i] = also_[i - 1];
    }
    best_[place].plan = plan;
    static_cast<plan_amounts&>(best_[place]) = takes;
    amounts_[place] = *amount.known();
    also_[place] = also;
  }

  // Plans that are out before their time is asked for.
  constexpr void leave_out(count plans = 1) { left_out_ = add(left_out_, plans); }
  constexpr void has_no_room(count plans = 1) { without_room_ = add(without_room_, plans); }
  constexpr void is_too_large() { ++judged_, ++beyond_limits_; }  // for the machines that there are
  constexpr void is_not_known(std::string_view because = {}) {
    ++unknown_;
    if (why_.empty()) why_ = because;
  }

  constexpr std::span<const planned<Plan>> all() const { return {best_.data(), size_}; }
  constexpr bool is_empty() const { return size_ == 0; }
  constexpr const plan_objective& asked() const { return asked_; }
  constexpr count judged() const { return judged_; }                // whose time was asked for
  constexpr count left_out() const { return left_out_; }            // that a bound left out
  constexpr count without_room() const { return without_room_; }
  constexpr count beyond_limits() const { return beyond_limits_; }  // of those judged
  constexpr count unknown_ones() const { return unknown_; }         // without a price, or a time
  constexpr std::string_view why_unknown() const { return why_; }   // the first of them; empty: nothing says
  constexpr count tried() const { return add(add(judged_, left_out_), without_room_); }

 private:
  // A bound is summed up in another order than what it bounds.
  static constexpr double rounding = 1e-9;

  constexpr bool is_beyond(const plan_amounts& least) const {
    const double deadline = in_seconds(asked_.deadline);
    const double budget = in_base_units(asked_.budget);
    return (deadline > 0 && in_seconds(least.time) * (1 - rounding) > deadline) ||
           (budget > 0 && in_base_units(least.cost.value_or({})) * (1 - rounding) > budget);
  }

  plan_objective asked_{};
  std::array<planned<Plan>, Most> best_{};
  std::array<double, Most> amounts_{};
  std::array<double, Most> also_{};
  std::size_t size_ = 0;
  count judged_ = 0;
  count left_out_ = 0;
  count without_room_ = 0;
  count beyond_limits_ = 0;
  count unknown_ = 0;
  std::string_view why_{};
};

// A kind of machine with what a job's steps have of it, made once for all plans on it. The job is by reference. Several kinds may be of one
// machine, each of a job that differs in what the plans choose besides (plan/job_choices.hpp).
struct plan_kind {
  const training_job* job = nullptr;  // that its plans arrange; null: the one that is searched for
  headroom::machine machine{};
  figure<money_rate> price{};  // of one
  figure<step_rates> rates{};
  figure<memory> of_gpu{};
  figure<power> gpu_power{};   // rated, of one machine's GPUs
  count gpus = 0;              // of one machine
  headroom::layouts layouts{};
  double least_seconds = 0;    // of a GPU for a token: no plan takes less

  constexpr run_site site() const { return {.machine = gpus, .node = layouts.node, .domain = layouts.domain}; }
};

// One way to train the job.
struct training_plan {
  const plan_kind* on = nullptr;
  headroom::parallelism layout{};
  count micro_batch = 1;
  recomputation again{};

  constexpr count gpus() const { return layout.gpus(); }
  constexpr count machines() const { return on == nullptr || on->gpus < 1 ? 0 : on->site().machines(layout); }
  // Whether these are more than make all GPUs of its range.
  constexpr bool is_too_large() const { return on != nullptr && machines() > ceil_of(on->layouts.most, on->gpus); }
};

// Operations of a token's matrix products in the layers, forward and backward. Experts that take fewer tokens than their mean drop the others.
constexpr figure<double> least_operations_of(const training_job& job, bool with_predicting = false) {
  const figure<operation_parts> forward = forward_operations(job.model, job.sequence, {.with_predicting = with_predicting});
  double products = in_operations(forward.value_or({}).matrices);
  if (job.expert_capacity > 0 && job.expert_capacity < 1)
    for_each_weight(job.model, [&](const weight& w) {
      const bool is_counted = w.part == weight_part::routed_experts && (with_predicting || !w.predicts);
      if (is_counted) products -= (1 - job.expert_capacity) * 2 * static_cast<double>(multiply(w.size(), w.products));
    });
  const double passes = job.adapters.rank > 0 ? 1 : 3;  // of weights that are not trained there are no gradients
  return forward.with(passes * products);
}

namespace detail {

// These products alone, at the rate that they reach inside a step: every step takes longer, however it is arranged.
constexpr double least_seconds_of(const training_job& job, const step_rates& on) {
  const double rate = math::larger(in_base_units(on.products.matrix) * on.products_share, in_base_units(on.wide.matrix) * on.wide_share);
  return rate > 0 ? least_operations_of(job).value_or(0) / rate : 0;
}

}  // namespace detail

// At most so many machines; with even stages alone where the framework has to be told of others, unless the layers come out even over none. The
// job is by reference, and outlives what is made here.
constexpr plan_kind plan_kind_of(const machine& on, const training_job& job, count at_most, const figure<money_rate>& price = unknown,
                                 const step_constants& by = measured_steps) {
  plan_kind made{.job = &job,
                 .machine = on,
                 .price = price,
                 .rates = step_rates_of(on, job.formats, by),
                 .of_gpu = usable_memory_per_gpu(on),
                 .gpu_power = resource::gpu_power::of(on),
                 .gpus = gpus_of(on).value_or(0),
                 .layouts = layouts_on(on, job.model, layout_use::training)};
  made.layouts.most = multiply(at_most, made.gpus);
  made.layouts.rest = job.parallelism;
  made.layouts.global_batch = job.global_batch();
  made.layouts.even_stages = prefers_even_stages(job);
  if (made.rates.is_known()) made.least_seconds = detail::least_seconds_of(job, *made.rates.known());
  return made;
}

// What the backward pass may compute again, in the order in which it is tried.
class recomputation_choices {
 public:
  constexpr void add(const recomputation& each) { all_[size_++] = each; }
  constexpr std::size_t size() const { return size_; }
  constexpr const recomputation& operator[](std::size_t i) const { return all_[i]; }

 private:
  std::array<recomputation, 7> all_{};
  std::size_t size_ = 0;
};

// Of what the framework can be told: nothing; the scores of attention, where they are written out; norms with them; inputs of last feed-forward
// products besides; of latent attention its queries, keys and values besides, as DeepSeek-V3 was trained (arXiv:2412.19437, 3.2.3); every second
// product; whole layers.
constexpr recomputation_choices recomputations_of(const training_job& job) {
  recomputation_choices made;
  made.add(no_recomputation);
  const recomputed_parts& can = job.framework.recomputes;
  recomputation some{.kind = recompute::selective, .parts = {.scores = job.scores_materialised && can.scores}};
  if (some.parts.scores) made.add(some);
  some.parts.norms = can.norms;
  if (some.parts.norms) made.add(some);
  bool has_latents = false;
  for (const layer& each : job.model.layers) {
    if (each.how_many == 0) continue;
    if (can.activation && (each.feed_forward.width > 0 || each.experts.shared_width > 0)) some.parts.activation = true;
    if (can.expert_activation && each.experts.routed > 0) some.parts.expert_activation = true;
    if (can.expanded_latents && each.attention.is_latent()) has_latents = true;
  }
  if (some.parts.activation || some.parts.expert_activation) made.add(some);
  some.parts.expanded_latents = has_latents;
  if (has_latents) made.add(some);
  if (job.framework.recomputes_alternate_products) made.add({.kind = recompute::alternate_products});
  made.add(full_recomputation);
  return made;
}

namespace detail {

// With the embedding and the head as a layer each where the framework has it so, and no stage says its own.
constexpr void count_ends(const training_framework& by, parallelism& p) {
  if (by.ends_as_layers && p.pipeline > 1 && p.first_stage_layers == 0 && p.last_stage_layers == 0) p.embedding_as_layer = p.head_as_layer = true;
}

// The next number of virtual stages into which the layers can be cut evenly; 0: there is none.
constexpr count virtual_stages_above(count virtual_stages, const training_job& of, parallelism by) {
  const count layers = of.model.layer_count();
  count_ends(of.framework, by);
  for (by.virtual_stages = virtual_stages + 1; by.virtual_stages * by.pipeline <= layers + 2; ++by.virtual_stages)
    if (make_stages_even(layers, by)) return by.virtual_stages;
  return 0;
}

}  // namespace detail

// All plans of a job on kinds of machines, one after the other; nothing is stored. Each layout of parallel/layouts.hpp, with micro-batches of
// 1 to 8 sequences, as divide those of a replica, and with each recomputation where these are left open.
struct training_plans {
  const training_job* job = nullptr;
  std::span<const plan_kind> kinds{};
  bool with_micro_batches = false;
  bool with_recomputation = false;
  bool with_virtual_stages = false;  // every number of them that cuts the layers evenly, where there are stages in 1F1B
  std::span<const pipeline_schedule> schedules{};  // to choose from, where there are stages; none: the job's own

  struct iterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = training_plan;
    using difference_type = std::ptrdiff_t;
    using reference = training_plan;
    using pointer = void;

    const training_plans* of = nullptr;
    layouts_of_kinds<plan_kind>::iterator at{};
    recomputation_choices again{};
    std::size_t recomputed = 0;
    std::size_t schedule = 0;
    count micro_batch = 1;
    count virtual_stages = 1;

    constexpr training_plan operator*() const {
      training_plan made{&at.kind(), at.layout(), of->job->micro_batch, of->job->recompute};
      if (of->with_recomputation) made.again = again[recomputed];
      if (of->with_micro_batches) made.micro_batch = micro_batch;
      if (made.layout.pipeline == 1) return made;
      made.layout.schedule = scheduled(schedule);
      if (chooses_virtual_stages(schedule)) made.layout.virtual_stages = virtual_stages;
      return made;
    }
    // Through recomputations, micro-batches, virtual stages, schedules and layouts, the last the slowest.
    constexpr iterator& operator++() {
      if (++recomputed < recomputations()) return *this;
      recomputed = 0;
      if (of->with_micro_batches) {
        micro_batch = micro_batch_above(micro_batch);
        if (micro_batch > 0) return *this;
      }
      micro_batch = 1;
      if (chooses_virtual_stages(schedule)) {
        virtual_stages = virtual_stages_above(virtual_stages);
        if (virtual_stages > 0) return *this;
      }
      virtual_stages = 1;
      if (++schedule < schedules()) return *this;
      schedule = 0;
      ++at;
      return *this;
    }
    constexpr iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    friend constexpr bool operator==(const iterator& a, std::default_sentinel_t end) { return a.at == end; }

    // What is chosen of one layout comes one after the other: whether this is the first, and from it past all of them, with their number.
    constexpr bool begins_layout() const { return recomputed == 0 && schedule == 0 && micro_batch == 1 && virtual_stages == 1; }
    constexpr count pass_layout() {
      count cuts = 0;
      for (std::size_t by = 0; by < schedules(); ++by) {
        ++cuts;
        if (chooses_virtual_stages(by))
          for (count each = virtual_stages_above(1); each > 0; each = virtual_stages_above(each)) ++cuts;
      }
      count micro_batches = 1;
      if (of->with_micro_batches)
        for (count each = micro_batch_above(1); each > 0; each = micro_batch_above(each)) ++micro_batches;
      ++at;
      return cuts * micro_batches * static_cast<count>(recomputations());
    }
    // One that waits for no less of its pipeline and holds no more of the model than any choice of this layout, perhaps none of them.
    constexpr training_plan leanest() const {
      training_plan made = **this;
      for (const pipeline_schedule by : of->schedules)
        if (stages_per_rank(by) > stages_per_rank(made.layout.schedule) || made.layout.schedule == pipeline_schedule::one_forward_one_backward)
          made.layout.schedule = by;
      if (of->with_virtual_stages) made.layout.virtual_stages = (of->job->model.layer_count() + 2) / made.layout.pipeline;  // of a layer each
      if (of->with_micro_batches) made.micro_batch = 1;
      return made;
    }

   private:
    static constexpr count most_micro_batch = 8;

    // The next that divides the sequences of a replica; 0: there is none.
    constexpr count micro_batch_above(count n) const {
      const count batch = of->job->global_batch(), replicas = at.layout().data;
      if (batch % replicas != 0) return 0;
      while (++n <= most_micro_batch)
        if (batch / replicas % n == 0) return n;
      return 0;
    }
    constexpr std::size_t recomputations() const { return of->with_recomputation ? again.size() : 1; }
    constexpr std::size_t schedules() const { return of->schedules.empty() || at.layout().pipeline == 1 ? 1 : of->schedules.size(); }
    constexpr pipeline_schedule scheduled(std::size_t i) const { return of->schedules.empty() ? at.layout().schedule : of->schedules[i]; }
    constexpr bool chooses_virtual_stages(std::size_t by) const {
      return of->with_virtual_stages && of->job->framework.interleaves && at.layout().pipeline > 1 && scheduled(by) == pipeline_schedule::one_forward_one_backward;
    }
    constexpr count virtual_stages_above(count n) const { return detail::virtual_stages_above(n, *of->job, at.layout()); }
  };

  constexpr iterator begin() const {
    return {.of = this, .at = layouts_of_kinds<plan_kind>{kinds}.begin(), .again = kinds.empty() ? recomputation_choices{} : recomputations_of(*job)};
  }
  constexpr std::default_sentinel_t end() const { return {}; }
};

namespace detail {

// Virtual stages take micro-batches by as many as there are stages: as Megatron-LM asks unless it is told otherwise.
constexpr bool may_be_interleaved(const training_job& of) {
  const parallelism& p = of.parallelism;
  return p.virtual_stages == 1 || interleaved_group(p.pipeline, of.micro_batches) == p.pipeline;
}

// What a plan arranges of the job that is searched for.
constexpr const training_job& arranged_by(const training_plan& plan, const training_job& job) {
  return plan.on != nullptr && plan.on->job != nullptr ? *plan.on->job : job;
}

}  // namespace detail

// The job so arranged, with the same global batch and sequence parallelism as its framework has it. Embedding and head count as a layer
// each where the framework has it so, or where stages are equal only so. What cannot be has no micro-batches.
constexpr training_job job_of(const training_job& job, const training_plan& plan) {
  training_job made = detail::arranged_by(plan, job);
  parallelism& p = made.parallelism;
  const bool is_said = p.sequence;
  const training_framework& by = job.framework;
  p = plan.layout;
  detail::count_ends(by, p);
  make_stages_even(job.model.layer_count(), p);
  p.sequence = p.tensor > 1 && (is_said || (by.sequence_with_tensor && made.sequence % multiply(p.tensor, p.context) == 0));
  made.micro_batch = plan.micro_batch;
  made.recompute = plan.again;
  const count at_once = multiply(plan.micro_batch, p.data);
  made.micro_batches = at_once > 0 && job.global_batch() % at_once == 0 ? job.global_batch() / at_once : 0;
  if (!detail::may_be_interleaved(made)) made.micro_batches = 0;
  return made;
}

namespace detail {

constexpr plan_amounts amounts_of(const training_plan& plan, const duration& time, count of_machines) {
  const double machines = static_cast<double>(of_machines);
  const plan_kind& on = *plan.on;
  return {.time = time,
          .gpus = plan.gpus(),
          .cost = on.price.with(dollars(in_base_units(on.price.value_or({})) * machines * in_seconds(time))),
          .energy = on.gpu_power.with(joules(in_watts(on.gpu_power.value_or({})) * machines * in_seconds(time)))};
}

constexpr double steps_of(const training_job& job, const plan_objective& asked) {
  return asked.tokens > 0 ? asked.tokens / (static_cast<double>(job.global_batch()) * static_cast<double>(job.sequence)) : 1;
}

// The slowest stage takes as long as the mean one at least, and a pipeline in 1F1B waits for the mean of its stages as it fills and
// empties: of no more micro-batches than stages, which may differ, for half of it at least; in other schedules perhaps for nothing.
// Where whole layers are computed again, all products of their forward passes are. No fewer machines than its GPUs fill.
constexpr plan_amounts least_amounts_of(const training_job& job, const training_plan& plan, const plan_objective& asked, const step_settings& as = usual_step) {
  const parallelism& p = plan.layout;
  const double batch = static_cast<double>(job.global_batch());
  const double micro_batches = batch / (static_cast<double>(plan.micro_batch) * static_cast<double>(p.data));
  const bool waits = p.schedule == pipeline_schedule::one_forward_one_backward;
  const double share = micro_batches > static_cast<double>(p.pipeline) ? 1 : 0.5;
  const double filled = waits ? 1 + share * static_cast<double>(p.pipeline - 1) / (static_cast<double>(p.virtual_stages) * micro_batches) : 1;
  const bool is_whole = plan.again.kind == recompute::full && plan.again.layers == 0 && !as.stops_early;
  const double passes = is_whole ? job.adapters.rank > 0 ? 2 : 4.0 / 3 : 1;
  const double step = batch * static_cast<double>(job.sequence) * plan.on->least_seconds * passes / static_cast<double>(plan.gpus()) * filled;
  return amounts_of(plan, seconds(step * steps_of(job, asked)), ceil_of(plan.gpus(), plan.on->gpus));
}

// The layers of a rank, kept from plan to plan as long as it holds the same of a job.
class layers_seen {
 public:
  constexpr const rank_layers& of(const training_job& job, const training_job* arranged = nullptr) {
    const parallelism& p = job.parallelism;
    if (arranged_ == arranged && tensor_ == p.tensor && expert_ == p.expert && expert_tensor_ == p.expert_tensor) return layers_;
    layers_ = layers_on_rank(job);
    arranged_ = arranged;
    tensor_ = layers_.contradicts.empty() ? p.tensor : 0;  // another may not contradict itself
    expert_ = p.expert;
    expert_tensor_ = p.expert_tensor;
    return layers_;
  }

 private:
  const training_job* arranged_ = nullptr;
  count tensor_ = 0;
  count expert_ = 0;
  count expert_tensor_ = 0;
  rank_layers layers_{};
};

// Some rank holds the weights, gradients and optimizer state of as many layers as there are in the mean, whatever else.
constexpr memory least_memory_of(const training_job& job, const rank_layers& layers) {
  rank_parameters held;
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind)
    if (job.model.layers[kind].how_many > 0)
      held.add(layers.of_kind[kind], static_cast<double>(job.model.layers[kind].how_many) / static_cast<double>(job.parallelism.pipeline));
  const state_bytes state = state_of_rank(job, held);
  return bytes((state.weights + state.gradients + state.optimizer) * (1 - 1e-9));
}

// Whether no choice of a layout can be among the best: then past all of them. Of views each plan is looked at.
template <std::size_t Most, class Iterator>
constexpr bool pass_over(best_plans<training_plan, Most>& best, const training_job& job, Iterator& at, const step_settings& as, layers_seen& seen) {
  if constexpr (requires { at.begins_layout(); }) {
    if (!at.begins_layout()) return false;
    const training_plan lean = at.leanest();
    if (!lean.on->rates.is_known() || !lean.on->of_gpu.is_known()) return false;
    if (!best.may_take(least_amounts_of(job, lean, best.asked(), as))) return best.leave_out(at.pass_layout()), true;
    training_job tried = arranged_by(lean, job);
    tried.parallelism = lean.layout;
    tried.parallelism.virtual_stages = 1;
    const rank_layers& layers = seen.of(tried, lean.on->job);
    if (!layers.contradicts.empty() || !degrees_contradict(tried.parallelism).empty()) return false;
    if (least_memory_of(tried, layers) + kept_by_driver > *lean.on->of_gpu.known()) return best.has_no_room(at.pass_layout()), true;
  }
  return false;
}

// Whether its memory was asked for: what takes a search its time.
template <std::size_t Most>
constexpr bool look_at(best_plans<training_plan, Most>& best, const training_job& job, const training_plan& plan, const step_settings& as,
                       const step_constants& by, layers_seen& seen) {
  if (!plan.on->rates.is_known() || !plan.on->of_gpu.is_known()) return best.is_not_known(), false;
  if (!best.may_take(least_amounts_of(job, plan, best.asked(), as))) return best.leave_out(), false;
  const training_job tried = job_of(job, plan);
  if (tried.micro_batches < 1) return false;
  const rank_layers& layers = seen.of(tried, plan.on->job);
  if (!contradiction(tried, layers).empty()) return false;
  const figure<rank_memory> taken = training_memory(tried, layers);
  if (!taken.is_known()) return best.is_not_known(taken.note), true;
  if (taken.known()->total() + kept_by_driver > *plan.on->of_gpu.known()) return best.has_no_room(), true;
  if (plan.is_too_large()) return best.is_too_large(), true;
  const figure<step_schedule> step = step_time(tried, layers, *plan.on->rates.known(), as, by);
  if (!step.is_known()) return best.is_not_known(step.note), true;
  best.take(plan, amounts_of(plan, step.known()->total() * steps_of(job, best.asked()), plan.machines()));
  return true;
}

}  // namespace detail

// The best plans of a range: training_plans, or views of them. Plans are left out by sound bounds before their memory and time are asked for,
// so that none that is left out is better than those that are found.
template <std::size_t Most = 2, class Plans>
constexpr best_plans<training_plan, Most> search(const training_job& job, Plans&& space, const plan_objective& asked, const step_settings& as = usual_step,
                                                 const step_constants& by = measured_steps) {
  best_plans<training_plan, Most> best(asked);
  detail::layers_seen seen;
  auto at = space.begin();
  const auto end = space.end();
  while (at != end) {
    if (detail::pass_over(best, job, at, as, seen)) continue;
    detail::look_at(best, job, *at, as, by, seen);
    ++at;
  }
  return best;
}

namespace detail {

// How plans of a kind are looked at in constant expressions: their objective, at most so many a slice, and what looks at one and goes on to the next.
template <class Plan>
struct planning;
template <>
struct planning<training_plan> {
  using objective = plan_objective;
  static constexpr int most_asked = 4;

  static constexpr best_plans<training_plan> start(const plan_objective& asked) { return best_plans<training_plan>(asked); }
  // Past a plan, or a layout of which none is among the best.
  static constexpr bool look(best_plans<training_plan>& best, const training_job& job, training_plans::iterator& at, const plan_objective&) {
    layers_seen seen;
    if (pass_over(best, job, at, usual_step, seen)) return false;
    const bool asked = look_at(best, job, *at, usual_step, measured_steps, seen);
    ++at;
    return asked;
  }
};

// A constant expression may take so many steps, and each slice of a search is one of its own.
template <class Iterator>
struct search_slice {
  using plan = typename Iterator::value_type;
  static constexpr int most_seen = 100;

  Iterator at{};
  best_plans<plan> best;

  template <class Job, class Objective>
  constexpr search_slice next(const Job& job, const Objective& objective) const {
    search_slice made = *this;
    int asked = 0;
    for (int seen = 0; seen < most_seen && asked < planning<plan>::most_asked && !made.is_over(); ++seen)
      if (planning<plan>::look(made.best, job, made.at, objective)) ++asked;
    return made;
  }
  constexpr bool is_over() const { return at == std::default_sentinel; }
};

template <const auto& Space>
using slice_of_space = search_slice<typename std::remove_cvref_t<decltype(Space)>::iterator>;

template <const auto& Job, const auto& Space, const auto& Asked, int N>
inline constexpr slice_of_space<Space> slice_of_search = slice_of_search<Job, Space, Asked, N - 1>.next(Job, Asked);
template <const auto& Job, const auto& Space, const auto& Asked>
inline constexpr slice_of_space<Space> slice_of_search<Job, Space, Asked, 0>{Space.begin(), planning<typename slice_of_space<Space>::plan>::start(Asked)};

// One that is over stays as it is: looking at each of so many only, templates nest less deep.
inline constexpr int slices_at_once = 32;
template <const auto& Job, const auto& Space, const auto& Asked, int N = 0>
constexpr const auto& last_slice() {
  if constexpr (slice_of_search<Job, Space, Asked, N>.is_over()) return slice_of_search<Job, Space, Asked, N>;
  else return last_slice<Job, Space, Asked, N + slices_at_once>();
}

template <const auto& Space>
inline constexpr typename planning<typename slice_of_space<Space>::plan>::objective usual_objective{};

}  // namespace detail

// The best plans of a space at compile time, each slice of the search in a constant of its own. Job, space and objective are constants at
// namespace scope. How large a space compilers take: docs/reference/plan/search.md.
template <const auto& Job, const auto& Space, const auto& Asked = detail::usual_objective<Space>>
inline constexpr auto found_plans = detail::last_slice<Job, Space, Asked>().best;

// Not constexpr: reaching it in a constant expression is the error message.
inline void no_plan_of_the_space_does_the_job_within_the_limits() {}

namespace detail {

template <class Plan>
constexpr planned<Plan> first_of(const best_plans<Plan>& found) {
  if (!found.is_empty()) return found.all().front();
  no_plan_of_the_space_does_the_job_within_the_limits();
  return {};
}

}  // namespace detail

// The first of them: static_assert(cheapest<job, space>.cost <= dollars(10'000)).
template <const auto& Job, const auto& Space, const auto& Asked = detail::usual_objective<Space>>
inline constexpr auto cheapest = detail::first_of(found_plans<Job, Space, Asked>);

// What is not known is within no limit.
constexpr bool operator<=(const figure<money>& found, const money& most) { return found.is_known() && *found.known() <= most; }

}  // namespace headroom
