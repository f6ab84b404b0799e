// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/math.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/model/weights.hpp>
#include <headroom/training/activations.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/states.hpp>
#include <headroom/units.hpp>

// What a rank holds for a moment, or for the framework.
namespace headroom {

namespace detail {

// Tensors of all tokens that sequence parallelism gathers, and of all the sequence that context parallelism does.
constexpr double gathered(const training_job& job, const activation_terms& t) {
  const parallelism& p = job.parallelism;
  double sum = p.sequence && p.tensor > 1 ? 4 * static_cast<double>(job.model.hidden) * t.tokens : 0;
  if (p.context == 1) return sum;
  double widest = 0;
  for (const layer& l : job.model.layers) {
    const attention& a = l.attention;
    if (l.how_many == 0) continue;
    const double expanded =
        static_cast<double>(a.heads) * static_cast<double>(a.head_size + a.value_size()) * t.divided;
    const double grouped = static_cast<double>(heads_on_rank(a.kv_heads, p.tensor)) *
                           static_cast<double>(a.head_size + a.value_size()) * t.tokens;
    // In a ring: two chunks under way, and two of their gradients. Gathered: keys and values repeated for every head
    // in 16 bits, and their gradients in 32. By all-to-all: gradients of queries, keys and values that come back.
    const double queries = static_cast<double>(a.heads) * static_cast<double>(a.head_size) * t.divided;
    const double around = a.is_latent() ? expanded : grouped;
    const double bytes = p.context_exchange == context_exchange::all_to_all ? 2 * (queries + around)
                         : job.framework.gathers_context                    ? 6 * expanded * static_cast<double>(p.context)
                                                                            : 8 * around;
    widest = math::larger(widest, bytes);
  }
  return sum + widest;
}

// Of weights and gradients that are whole only while a layer needs them, and of fixed size. ends: of the embedding and the
// head, which one stage alone has both of.
constexpr double buffers_of(const training_job& job, const rank_parameters& held, double largest_layer, double ends,
                            double residual) {
  const training_framework& f = job.framework;
  double sum = in_bytes(f.communication);
  if (f.weight_sized_gradients && job.adapters.rank == 0) sum += 2 * (held.shapes + held.attention_shapes);
  if (job.sharding == sharding::weights) {
    const double weight = job.formats.products_primary ? bytes_with_scales(job.formats.products) : 2;
    // Frozen weights have no gradients to reduce.
    const double gradient = job.adapters.rank > 0 ? 0 : 2 + f.reduced_gradient_bytes;
    if (f.keeps_whole_stage && job.parallelism.pipeline > 1) {
      sum += held.total() * (weight + (job.adapters.rank > 0 ? 0 : f.reduced_gradient_bytes));
    } else {
      sum += (f.keeps_whole_stage ? 2 * ends : 0) + largest_layer * (weight * f.gathered_layers + gradient);
    }
  }
  if (job.parallelism.pipeline > 1)  // a tensor received and one sent, forward and backward
    sum += 8 * static_cast<double>(job.model.hidden) * residual;
  return sum;
}

// The moment of the head: the inputs of the final norm and of the head, then logits, or their gradient and the
// weight's.
constexpr double head_bytes(const training_job& job, double vocabulary, const activation_terms& t) {
  const auto hidden = static_cast<double>(job.model.hidden);
  // Each module that predicts a further token has logits of its own.
  const double heads = 1 + (job.with_predicting ? static_cast<double>(job.model.predicts.modules) : 0);
  const double logits = heads * vocabulary * t.tokens;
  const bool whole_gradient =
      job.adapters.rank == 0 && (job.framework.weight_sized_gradients || job.sharding == sharding::weights);
  const double at_loss = job.loss.at_loss * logits;
  const double at_gradient = job.loss.at_gradient * logits + (whole_gradient ? 2 * vocabulary * hidden : 0);
  return 2 * hidden * (t.residual + t.tokens) + (at_loss > at_gradient ? at_loss : at_gradient);
}

}  // namespace detail

// Bytes of the logits, and of what the loss and the head's gradient hold with them, on a rank of the last stage.
constexpr double head_bytes(const training_job& job) {
  return detail::head_bytes(job, detail::vocabulary_on_rank(job), detail::terms_of(job));
}

// Bytes of what a layer gathers from other ranks while it runs backward: all tokens of the tensor ranks, keys and
// values of the context ranks.
constexpr double gathered_bytes(const training_job& job) { return detail::gathered(job, detail::terms_of(job)); }

}  // namespace headroom
