// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/model/weights.hpp>

namespace headroom {

// Parameters of a model by part.
struct parameter_counts {
  count embedding = 0;     // of tokens and learned positions
  count attention = 0;     // with biases, sinks and indexers
  count state_space = 0;   // Mamba, and linear attention
  count feed_forward = 0;  // of dense layers
  count experts = 0;       // routed and shared, with their routers
  count norms = 0;
  count head = 0;  // 0 where it is the embedding
  count vision = 0;
  count predicting = 0;  // of modules that predict further tokens (MTP)

  // Of the model without the modules that predict further tokens, as publishers count it.
  constexpr count total() const {
    count sum = 0;
    for (const count part : {embedding, attention, state_space, feed_forward, experts, norms, head, vision})
      sum = add(sum, part);
    return sum;
  }
  constexpr count with_predicting() const { return add(total(), predicting); }

  constexpr void operator+=(const parameter_counts& more) {
    embedding = add(embedding, more.embedding);
    attention = add(attention, more.attention);
    state_space = add(state_space, more.state_space);
    feed_forward = add(feed_forward, more.feed_forward);
    experts = add(experts, more.experts);
    norms = add(norms, more.norms);
    head = add(head, more.head);
    vision = add(vision, more.vision);
    predicting = add(predicting, more.predicting);
  }
};

namespace detail {

constexpr count& part_of(parameter_counts& sum, const weight& w) {
  if (w.predicts) return sum.predicting;
  switch (w.part) {
    case weight_part::embedding:
      return sum.embedding;
    case weight_part::attention:
      return sum.attention;
    case weight_part::state_space:
      return sum.state_space;
    case weight_part::feed_forward:
      return sum.feed_forward;
    case weight_part::routed_experts:
    case weight_part::shared_experts:
    case weight_part::router:
      return sum.experts;
    case weight_part::norms:
      return sum.norms;
    case weight_part::head:
      return sum.head;
    case weight_part::joint:
      return sum.predicting;
    case weight_part::vision:
      break;
  }
  return sum.vision;
}

constexpr figure<parameter_counts> parameters(const transformer& of, count weight::*copies) {
  if (const auto why = missing(of); detail::is_refused(why)) return not_of_model<parameter_counts>(why);
  parameter_counts sum;
  for_each_weight(of, [&](const weight& w) {
    count& part = part_of(sum, w);
    part = add(part, multiply(w.size(), w.*copies));
  });
  return of_model(of, sum, sum.with_predicting() != too_many);
}

}  // namespace detail

// Every parameter of a model. Unknown at run time where its shape lacks something, with what it lacks as the note; in a
// constant expression that does not compile.
constexpr figure<parameter_counts> parameters(const transformer& of) { return detail::parameters(of, &weight::copies); }

// The parameters that one token uses: of routed experts, those it is sent to. Embedding, head and vision tower count
// in full, as publishers count them.
constexpr figure<parameter_counts> active_parameters(const transformer& of) {
  return detail::parameters(of, &weight::active);
}

}  // namespace headroom
