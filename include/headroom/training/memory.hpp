// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/math.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/training/activations.hpp>
#include <headroom/training/buffers.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/rank_layers.hpp>
#include <headroom/parallel/stages.hpp>
#include <headroom/training/states.hpp>
#include <headroom/units.hpp>

namespace headroom {

// Memory of one rank of a pipeline stage at its fullest moment, by part. All ranks of a stage are alike but for the
// imbalance of experts, which is counted for the fullest.
struct rank_memory {
  count stage = 0;
  memory weights{};
  memory gradients{};
  memory optimizer{};
  memory activations{};  // that wait for the backward pass
  memory working{};      // of the layer that runs backward: computed again, and gradients inside it
  memory logits{};       // with the inputs of the head; not at the same moment as `working`
  memory buffers{};      // that the framework keeps by design
  memory reserved{};     // fitted: by the allocator, beyond tensors
  memory overhead{};     // fitted: outside of the allocator: CUDA context, NCCL, workspaces
  memory host{};         // in the host's memory

  constexpr memory state() const { return weights + gradients + optimizer; }
  // All but what is fitted: it follows from the job by arithmetic, where all weights are trained.
  constexpr memory exact() const { return state() + activations + working + logits + buffers; }
  constexpr memory total() const { return exact() + reserved + overhead; }
};

namespace detail {

struct rank_bytes {
  state_bytes state{};
  double activations = 0;
  double offloaded = 0;  // of the activations
  double working = 0;
  double logits = 0;
  double buffers = 0;

  constexpr double total() const { return state.total() + activations - offloaded + working + logits + buffers; }
};

// What a layer's activations come to.
struct layer_bytes {
  double kept = 0;
  double all = 0;  // of layers that are not computed again
  double working = 0;
};

// What every stage of a job is made of, computed once.
struct job_parts {
  activation_terms terms{};
  std::array<layer_bytes, max_layer_kinds> of_kind{};
  double predicting = 0;  // of modules that predict further tokens
  double gathered = 0;
};

constexpr job_parts parts_of(const training_job& job) {
  job_parts parts;
  parts.terms = terms_of(job);
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) {
    const layer& l = job.model.layers[kind];
    if (l.how_many == 0) continue;
    layer_bytes& sum = parts.of_kind[kind];
    sum.working = gradients_in_layer(job, l, parts.terms);
    sum.all = all_of_layer(job, l, parts.terms).total();
    sum.kept = job.recompute.kind == recompute::none ? sum.all : kept_of_layer(job, l, parts.terms).total();
    sum.working += math::larger(0, sum.all * static_cast<double>(job.recompute.group) - sum.kept);
  }
  parts.predicting = kept_of_predicting(job, parts.terms).total();
  parts.gathered = gathered(job, parts.terms);
  return parts;
}

// Of a stage's layers, the share that is computed again.
constexpr double share_again(const training_job& job, count layers) {
  return job.recompute.layers > 0 && job.recompute.layers < layers
             ? static_cast<double>(job.recompute.layers) / static_cast<double>(layers)
             : 1;
}

// Stages of a rank, virtual ones too, that have a neighbour on that side: all, but for the one at the model's end.
constexpr double passed_on(const parallelism& p, bool at_end) {
  return p.pipeline == 1 ? 0 : static_cast<double>(p.virtual_stages * p.stages_held() - (at_end ? 1 : 0));
}

constexpr rank_bytes rank_on(const training_job& job, const rank_layers& layers, const job_parts& parts,
                             const stage_layers& held, count stage) {
  const activation_terms& t = parts.terms;
  const auto hidden = static_cast<double>(job.model.hidden);
  const double again = share_again(job, held.total());
  rank_parameters n;
  double per_micro_batch = 0;
  double largest_layer = 0;
  rank_bytes sum;
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) {
    if (held.of_kind[kind] == 0) continue;
    const auto of_kind = static_cast<double>(held.of_kind[kind]);
    const layer_bytes& each = parts.of_kind[kind];
    n.add(layers.of_kind[kind], of_kind);
    per_micro_batch += of_kind * (again * each.kept + (1 - again) * each.all);
    if (each.working > sum.working) sum.working = each.working;
    if (layers.of_kind[kind].total() > largest_layer) largest_layer = layers.of_kind[kind].total();
  }
  if (held.first) n.add(layers.first, 1);
  if (held.last) n.add(layers.last, 1);
  if (held.last && !held.first) n.add(layers.copied_head, 1);  // the embedding, where the head is tied to it
  if (held.first) per_micro_batch += t.masks * hidden * t.residual;
  if (held.last) per_micro_batch += parts.predicting;
  const double place = 2 * hidden * t.residual;  // of a tensor that stages pass on
  if (job.framework.keeps_stage_outputs) per_micro_batch += place * passed_on(job.parallelism, held.last);

  sum.state = state_of_rank(job, n);
  const double in_flight = micro_batches_held(job.parallelism, stage, job.micro_batches);
  sum.activations = per_micro_batch * in_flight;
  sum.offloaded = sum.activations * job.offload.activations;
  sum.state.host += sum.offloaded;
  const double ends = (held.first ? layers.first.total() : 0) + (held.last ? layers.last.total() : 0);
  sum.buffers = buffers_of(job, n, largest_layer, ends, t.residual);
  if (job.framework.receives_apart) {  // inputs in flight are the activations'
    const double all = static_cast<double>(job.micro_batches) / static_cast<double>(job.parallelism.stages_held());
    sum.buffers += place * (all * passed_on(job.parallelism, held.last) +
                            (all - in_flight) * passed_on(job.parallelism, held.first));
  }
  sum.working += parts.gathered;
  if (!held.last) return sum;
  const double head = head_bytes(job, layers.vocabulary, t);
  if (head > sum.working) {
    sum.logits = head;
    sum.working = 0;
  }
  return sum;
}

// The same by part, of one stage.
constexpr activation_bytes activations_of(const training_job& job, const activation_terms& t, const stage_layers& held,
                                          count stage) {
  activation_bytes sum;
  const double in_flight = micro_batches_held(job.parallelism, stage, job.micro_batches);
  const double again = share_again(job, held.total());
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) {
    if (held.of_kind[kind] == 0) continue;
    const double layers = static_cast<double>(held.of_kind[kind]) * in_flight;
    sum.add(kept_of_layer(job, job.model.layers[kind], t), layers * again);
    if (again < 1) sum.add(all_of_layer(job, job.model.layers[kind], t), layers * (1 - again));
  }
  const double places = static_cast<double>(job.model.hidden) * t.residual * in_flight;
  if (held.first) sum.embedding = t.masks * places;
  if (held.last) sum.add(kept_of_predicting(job, t), in_flight);
  if (job.framework.keeps_stage_outputs) sum.norms += 2 * places * passed_on(job.parallelism, held.last);
  return sum;
}

constexpr rank_memory to_memory(const training_job& job, const rank_bytes& of, count stage) {
  return {.stage = stage,
          .weights = bytes(of.state.weights),
          .gradients = bytes(of.state.gradients),
          .optimizer = bytes(of.state.optimizer),
          .activations = bytes(of.activations - of.offloaded),
          .working = bytes(of.working),
          .logits = bytes(of.logits),
          .buffers = bytes(of.buffers),
          .reserved = job.framework.reserved + job.framework.reserved_share * bytes(of.total()),
          .overhead = job.framework.overhead,
          .host = bytes(of.state.host)};
}

constexpr std::string_view no_stage(const training_job& job, count stage) {
  return stage < 0 || stage >= job.parallelism.pipeline ? "there is no such stage" : std::string_view{};
}

}  // namespace detail

// Memory of a rank of that pipeline stage. Unknown at run time where the job contradicts itself, with the reason as the
// note; in a constant expression that does not compile.
constexpr figure<rank_memory> training_memory(const training_job& job, count stage) {
  const rank_layers layers = layers_on_rank(job);
  if (const auto why = detail::contradiction(job, layers); detail::is_refused_job(why))
    return detail::not_of_model<rank_memory>(why);
  if (const auto why = detail::no_stage(job, stage); detail::is_refused_job(why))
    return detail::not_of_model<rank_memory>(why);
  const stage_layers held = layers_of_stage(job.model, job.parallelism, stage);
  return detail::of_model(
      job.model, detail::to_memory(job, detail::rank_on(job, layers, detail::parts_of(job), held, stage), stage));
}

// Memory of the fullest rank of a job, of layers made before.
constexpr figure<rank_memory> training_memory(const training_job& job, const rank_layers& layers) {
  if (const auto why = detail::contradiction(job, layers); detail::is_refused_job(why))
    return detail::not_of_model<rank_memory>(why);
  const detail::job_parts parts = detail::parts_of(job);
  detail::layer_shares shares = detail::shares_of(layers.layers, job.parallelism);
  shares.only_kind = layers.only_kind;
  const count last = job.parallelism.pipeline - 1;
  detail::rank_bytes fullest;
  count where = 0;
  stage_layers before;
  // Of the same layers as a stage before it, one between the ends holds fewer micro-batches, and no end of the model.
  for (count stage = 0; stage <= last; stage += detail::alike_from(job.model, job.parallelism, shares, stage)) {
    const bool between = stage > 0 && stage < last && job.parallelism.stages_held() == 1;
    const stage_layers held = detail::layers_of_stage(job.model, job.parallelism, shares, stage);
    const bool no_more = between && detail::same_layers(held, before);
    before = held;
    if (no_more) continue;
    const detail::rank_bytes each = detail::rank_on(job, layers, parts, held, stage);
    if (stage > 0 && !(each.total() > fullest.total())) continue;
    fullest = each;
    where = stage;
  }
  return detail::of_model(job.model, detail::to_memory(job, fullest, where));
}

// Memory of the fullest rank of a job.
constexpr figure<rank_memory> training_memory(const training_job& job) {
  return training_memory(job, layers_on_rank(job));
}

// The activations of a rank of that stage by part, those included that wait on the host.
constexpr figure<activation_bytes> training_activations(const training_job& job, count stage) {
  const rank_layers layers = layers_on_rank(job);
  if (const auto why = detail::contradiction(job, layers); detail::is_refused_job(why))
    return detail::not_of_model<activation_bytes>(why);
  if (const auto why = detail::no_stage(job, stage); detail::is_refused_job(why))
    return detail::not_of_model<activation_bytes>(why);
  const stage_layers held = layers_of_stage(job.model, job.parallelism, stage);
  return detail::of_model(job.model, detail::activations_of(job, detail::terms_of(job), held, stage));
}

}  // namespace headroom
