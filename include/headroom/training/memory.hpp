// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/training/activations.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/stages.hpp>
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
  activation_bytes by_part{};  // of the activations

  constexpr memory state() const { return weights + gradients + optimizer; }
  // All but what is fitted: it follows from the job by arithmetic.
  constexpr memory exact() const { return state() + activations + working + logits + buffers; }
  constexpr memory total() const { return exact() + reserved + overhead; }
};

namespace detail {

struct rank_bytes {
  state_bytes state{};
  activation_bytes activations{};
  double kept = 0;  // of the activations, on the GPU
  double working = 0;
  double logits = 0;
  double buffers = 0;

  constexpr double total() const { return state.total() + kept + working + logits + buffers; }
};

// What every stage of a job is made of, computed once.
struct job_parts {
  activation_terms terms{};
  std::array<rank_parameters, max_layer_kinds> parameters{};
  std::array<activation_bytes, max_layer_kinds> kept{};
  std::array<activation_bytes, max_layer_kinds> all{};  // where layers are computed again
  std::array<double, max_layer_kinds> working{};
  rank_parameters first{};
  rank_parameters last{};
};

constexpr job_parts parts_of(const training_job& job) {
  job_parts parts;
  parts.terms = terms_of(job);
  const bool again = job.recompute.kind != recompute::none;
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) {
    const layer& l = job.model.layers[kind];
    if (l.how_many == 0) continue;
    parts.parameters[kind] = layer_on_rank(job, l);
    parts.kept[kind] = kept_of_layer(job, l, parts.terms);
    parts.working[kind] = gradients_in_layer(job, l, parts.terms);
    if (!again) continue;
    parts.all[kind] = all_of_layer(job, l, parts.terms);
    const double once_more = parts.all[kind].total() * static_cast<double>(job.recompute.group) - parts.kept[kind].total();
    if (once_more > 0) parts.working[kind] += once_more;
  }
  parts.first = first_on_rank(job);
  parts.last = last_on_rank(job);
  return parts;
}

// Tensors of all tokens that sequence parallelism gathers, and of all the sequence that context parallelism does.
constexpr double gathered(const training_job& job, const activation_terms& t) {
  const parallelism& p = job.parallelism;
  double sum = p.sequence && p.tensor > 1 ? 4 * static_cast<double>(job.model.hidden) * t.tokens : 0;
  if (p.context == 1) return sum;
  double widest = 0;
  for (const layer& l : job.model.layers) {
    const attention& a = l.attention;
    if (l.how_many == 0 || a.heads == 0) continue;
    const double expanded = static_cast<double>(a.heads) * static_cast<double>(a.head_size + a.value_size()) * t.divided;
    const double grouped = static_cast<double>(heads_on_rank(a.kv_heads, p.tensor)) *
                           static_cast<double>(a.head_size + a.value_size()) * t.tokens;
    // In a ring: two chunks under way, and two of their gradients. Gathered: keys and values repeated for every head
    // in 16 bits, and their gradients in 32.
    const double bytes = job.framework.gathers_context ? 6 * expanded * static_cast<double>(p.context)
                                                       : 8 * (a.is_latent() ? expanded : grouped);
    if (bytes > widest) widest = bytes;
  }
  return sum + widest;
}

// Of weights and gradients that are whole only while a layer needs them, and of fixed size.
constexpr double buffers_of(const training_job& job, const rank_parameters& held, double largest_layer,
                            const rank_parameters& ends) {
  const training_framework& f = job.framework;
  double sum = in_bytes(f.communication);
  if (f.weight_sized_gradients && job.adapters.rank == 0) sum += 2 * held.shapes;
  if (job.sharding == sharding::weights) {
    if (f.keeps_whole_stage && job.parallelism.pipeline > 1) {
      sum += held.total() * (2 + f.reduced_gradient_bytes);
    } else {
      const double root = f.keeps_whole_stage ? ends.total() : 0;
      sum += 2 * root + largest_layer * (2 * f.gathered_layers + 2 + f.reduced_gradient_bytes);
    }
  }
  if (job.parallelism.pipeline > 1)  // a tensor received and one sent, forward and backward
    sum += 8 * static_cast<double>(job.model.hidden) * terms_of(job).residual;
  return sum;
}

constexpr rank_bytes rank_on(const training_job& job, const job_parts& parts, count stage) {
  const stage_layers held = layers_of_stage(job.model, job.parallelism, stage);
  const activation_terms& t = parts.terms;
  const auto hidden = static_cast<double>(job.model.hidden);
  const double in_flight = micro_batches_held(job.parallelism, stage, job.micro_batches);

  rank_parameters n;
  rank_parameters ends;
  activation_bytes per_micro_batch;
  double working = 0;
  double largest_layer = 0;
  const count layers = held.total();
  // Of the stage's layers, the share that is computed again.
  const double again = job.recompute.layers > 0 && job.recompute.layers < layers
                           ? static_cast<double>(job.recompute.layers) / static_cast<double>(layers)
                           : 1;
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) {
    const auto of_kind = static_cast<double>(held.of_kind[kind]);
    if (of_kind == 0) continue;
    n.add(parts.parameters[kind], of_kind);
    per_micro_batch.add(parts.kept[kind], of_kind * again);
    if (again < 1) per_micro_batch.add(parts.all[kind], of_kind * (1 - again));
    if (parts.working[kind] > working) working = parts.working[kind];
    if (parts.parameters[kind].total() > largest_layer) largest_layer = parts.parameters[kind].total();
  }
  if (held.first) ends.add(parts.first, 1);
  if (held.last) ends.add(parts.last, 1);
  n.add(ends, 1);
  if (held.first) per_micro_batch.embedding = t.masks * hidden * t.residual;

  rank_bytes sum;
  sum.state = state_of_rank(job, n);
  sum.activations.add(per_micro_batch, in_flight);
  if (job.framework.keeps_stage_outputs && !held.last) sum.activations.norms += 2 * hidden * t.residual * in_flight;
  sum.kept = sum.activations.total() * (1 - job.offload.activations);
  sum.state.host += sum.activations.total() * job.offload.activations;
  sum.buffers = buffers_of(job, n, largest_layer, ends);
  sum.working = working + gathered(job, t);
  if (held.last) {
    // The moment of the head: the final norm's input and the head's, then logits, or their gradient and the weight's.
    const double logits = vocabulary_on_rank(job) * t.tokens;
    const double at_loss = job.loss.at_loss * logits;
    const double weight = job.framework.weight_sized_gradients || job.sharding == sharding::weights ? 2 * vocabulary_on_rank(job) * hidden : 0;
    const double at_gradient = job.loss.at_gradient * logits + weight;
    const double inputs = 2 * hidden * (t.residual + t.tokens);
    const double head = inputs + (at_loss > at_gradient ? at_loss : at_gradient);
    (head > sum.working ? sum.logits : sum.working) = head > sum.working ? head : sum.working;
    if (sum.logits > 0) sum.working = 0;
  }
  return sum;
}

constexpr rank_memory to_memory(const training_job& job, const rank_bytes& of, count stage) {
  return {.stage = stage,
          .weights = bytes(of.state.weights),
          .gradients = bytes(of.state.gradients),
          .optimizer = bytes(of.state.optimizer),
          .activations = bytes(of.kept),
          .working = bytes(of.working),
          .logits = bytes(of.logits),
          .buffers = bytes(of.buffers),
          .reserved = job.framework.reserved,
          .overhead = job.framework.overhead,
          .host = bytes(of.state.host),
          .by_part = of.activations};
}

template <class T>
constexpr figure<T> not_of_job(std::string_view why) {
  the_training_job_contradicts_itself();
  return figure<T>(unknown).noted(why);
}

}  // namespace detail

// Memory of a rank of that pipeline stage. Unknown at run time where the job contradicts itself, with the reason as the
// note; in a constant expression that does not compile.
constexpr figure<rank_memory> training_memory(const training_job& job, count stage) {
  if (const auto why = contradiction(job); !why.empty()) return detail::not_of_job<rank_memory>(why);
  if (stage < 0 || stage >= job.parallelism.pipeline) return detail::not_of_job<rank_memory>("there is no such stage");
  return detail::of_model(job.model, detail::to_memory(job, detail::rank_on(job, detail::parts_of(job), stage), stage));
}

// Memory of the fullest rank of a job.
constexpr figure<rank_memory> training_memory(const training_job& job) {
  if (const auto why = contradiction(job); !why.empty()) return detail::not_of_job<rank_memory>(why);
  const detail::job_parts parts = detail::parts_of(job);
  detail::rank_bytes fullest = detail::rank_on(job, parts, 0);
  count where = 0;
  for (count stage = 1; stage < job.parallelism.pipeline; ++stage) {
    const detail::rank_bytes each = detail::rank_on(job, parts, stage);
    if (!(each.total() > fullest.total())) continue;
    fullest = each;
    where = stage;
  }
  return detail::of_model(job.model, detail::to_memory(job, fullest, where));
}

}  // namespace headroom
