// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/parallel/pipeline_schedule.hpp>

namespace headroom {

// How context ranks bring together the tokens that attention sees.
enum class context_exchange {
  ring,       // keys and values go around
  all_to_all  // heads for tokens, and back (DeepSpeed-Ulysses: Jacobs et al., 2023, arXiv:2309.14509)
};

// How a training job is divided over GPUs: tensor x pipeline x context x data of them. Experts are divided anew over
// the tensor x context x data ranks of a pipeline stage.
struct parallelism {
  count tensor = 1;
  count pipeline = 1;
  count data = 1;     // replicas of the rest
  count context = 1;  // parts of each sequence
  count expert = 1;
  count expert_tensor = 0;   // 0: as tensor
  bool sequence = false;     // norms and residuals divided over the tensor ranks by tokens (Korthikanti et al., 2022)
  count virtual_stages = 1;  // of each rank: 1 is 1F1B, more is interleaved 1F1B
  pipeline_schedule schedule = pipeline_schedule::one_forward_one_backward;
  headroom::context_exchange context_exchange = headroom::context_exchange::ring;
  count first_stage_layers = 0;  // 0: an even share
  count last_stage_layers = 0;
  bool embedding_as_layer = false;  // counted as one where the layers are shared out
  bool head_as_layer = false;

  constexpr count gpus() const { return multiply(multiply(tensor, pipeline), multiply(context, data)); }
  // Of one expert: the ranks that hold the same part of all others.
  constexpr count experts_tensor() const { return expert_tensor > 0 ? expert_tensor : tensor; }
  // Of the pipeline's, on each rank; virtual ones aside.
  constexpr count stages_held() const { return pipeline > 1 ? stages_per_rank(schedule) : 1; }
  // Ranks with the same weights, among which ZeRO and Megatron's distributed optimizer share out state.
  constexpr count replicas() const { return multiply(multiply(data, context), stages_held()); }
  constexpr count expert_replicas() const { return multiply(tensor, replicas()) / multiply(expert, experts_tensor()); }
};

namespace detail {

constexpr bool is_positive(count n) { return n >= 1 && n <= max_count; }
constexpr bool divides(count part, count whole) { return whole % part == 0; }
// Heads of keys and values are repeated where there are more ranks than heads.
constexpr bool shares_out(count ranks, count pieces) { return divides(ranks, pieces) || divides(pieces, ranks); }

constexpr std::string_view contradiction(const layer& l, const parallelism& p) {
  const attention& a = l.attention;
  if (!divides(p.tensor, a.heads)) return "tensor parallelism does not divide the attention heads";
  if (!shares_out(p.tensor, a.kv_heads))
    return "tensor parallelism neither divides nor repeats the heads of keys and values";
  if (!divides(p.tensor, l.state_space.heads))
    return "tensor parallelism does not divide the heads of the state-space model";
  if (!divides(p.tensor, l.linear_attention.value_heads))
    return "tensor parallelism does not divide the heads of the linear attention";
  if (!divides(p.tensor, l.short_convolution.width))
    return "tensor parallelism does not divide the width of the short convolution";
  if (l.gated_recurrence.width > 0 && !divides(p.tensor, l.gated_recurrence.blocks))
    return "tensor parallelism does not divide the blocks of a gated recurrence";
  if (!divides(p.tensor, l.feed_forward.width))
    return "tensor parallelism does not divide the feed-forward width";
  if (!l.experts.is_present()) return {};
  if (!divides(p.expert, l.experts.routed)) return "expert parallelism does not divide the experts";
  if (!divides(p.experts_tensor(), l.experts.width))
    return "the experts' tensor parallelism does not divide their width";
  return {};
}

}  // namespace detail

namespace detail {

// Of the layers: heads, widths and experts.
constexpr std::string_view layers_contradict(const transformer& of, const parallelism& p) {
  if (p.pipeline > 1 && (has_weights_beside(of) || shares_caches(of)))
    return "engines do not divide embeddings of each layer, several hidden states or shared caches over pipeline stages";
  for (const layer& each : of.layers)
    if (each.how_many > 0)
      if (const auto words = contradiction(each, p); !words.empty()) return words;
  return {};
}

// Of the heads of a tensor rank, which context ranks may exchange for tokens. Megatron-LM repeats none for it.
constexpr std::string_view exchange_contradicts(const transformer& of, const parallelism& p) {
  if (p.context_exchange != context_exchange::all_to_all) return {};
  for (const layer& each : of.layers) {
    if (each.how_many == 0) continue;
    if (!divides(p.context, ceil_of(each.attention.heads, p.tensor)))
      return "context parallelism by all-to-all does not divide the attention heads of a tensor rank";
    if (!divides(p.context, ceil_of(each.attention.kv_heads, p.tensor)))
      return "context parallelism by all-to-all does not divide the heads of keys and values of a tensor rank";
  }
  return {};
}

// Of the degrees by themselves. Their products are counts from here on.
constexpr std::string_view degrees_contradict(const parallelism& p) {
  if (!(is_positive(p.tensor) && is_positive(p.pipeline) && is_positive(p.data) && is_positive(p.context) && is_positive(p.expert) && is_positive(p.virtual_stages)))
    return "a degree of parallelism is outside 1 to 2^40";
  if (!(is_count(p.expert_tensor) && is_count(p.first_stage_layers) && is_count(p.last_stage_layers)))
    return "a number of the parallelism is outside 0 to 2^40";
  const double gpus = static_cast<double>(p.tensor) * static_cast<double>(p.pipeline) * static_cast<double>(p.context) *
                      static_cast<double>(p.data);
  const double experts = static_cast<double>(p.expert) * static_cast<double>(p.experts_tensor());
  if (gpus > static_cast<double>(max_count) || experts > static_cast<double>(max_count))
    return "there are more than 2^40 GPUs";
  if (!divides(p.expert * p.experts_tensor(), p.tensor * p.data * p.context))
    return "expert parallelism does not divide the ranks of a pipeline stage";
  if (p.virtual_stages > 1 && p.pipeline == 1) return "virtual stages need pipeline parallelism";
  return contradiction(p.schedule, p.pipeline, p.virtual_stages);
}

// Of so many layers over the stages.
constexpr std::string_view stages_contradict(count layers, const parallelism& p) {
  const double stages = static_cast<double>(p.pipeline) * static_cast<double>(p.virtual_stages);
  if (stages > static_cast<double>(layers + p.embedding_as_layer + p.head_as_layer))
    return p.virtual_stages > 1 ? "there are more virtual stages than layers" : "there are more pipeline stages than layers";
  const count named = (p.first_stage_layers > 0) + (p.last_stage_layers > 0 && p.pipeline > 1);
  const count placed = p.first_stage_layers + (p.pipeline > 1 ? p.last_stage_layers : 0);
  if (placed > layers || (named == p.pipeline && placed != layers))
    return "the first and last stage do not hold the model's layers";
  // What is not named holds a layer each, or the embedding or the head that count as one.
  const count ends = (p.embedding_as_layer && p.first_stage_layers == 0) + (p.head_as_layer && p.last_stage_layers == 0);
  const count others = p.pipeline - named;
  if (layers - placed + ends < others) return "the first and last stage leave another without a layer";
  const auto is_short = [&](count held) { return held > 0 && held < p.virtual_stages; };
  if (is_short(p.first_stage_layers) || (p.pipeline > 1 && is_short(p.last_stage_layers)) || layers - placed + ends < multiply(others, p.virtual_stages))
    return "a stage has more virtual stages than layers";
  return {};
}

}  // namespace detail

// Whether all stages whose layers are not named hold equally many, with what counts as one, and the virtual stages of each stage do, too. Of others
// Megatron-LM has to be told layer by layer.
constexpr bool are_stages_even(count layers, const parallelism& p) {
  if (p.pipeline <= 1) return true;
  const bool names_first = p.first_stage_layers > 0;
  const bool names_last = p.last_stage_layers > 0;
  if ((names_first && p.first_stage_layers % p.virtual_stages != 0) || (names_last && p.last_stage_layers % p.virtual_stages != 0)) return false;
  const count among = p.pipeline - names_first - names_last;
  const count rest = layers - p.first_stage_layers - p.last_stage_layers + (p.embedding_as_layer && !names_first) +
                     (p.head_as_layer && !names_last);
  return among < 1 || (rest % among == 0 && rest / among % p.virtual_stages == 0);
}

// Whether they are even, with the embedding and the head as a layer each where they are so only with these: `by` has it then. The layers of no stage are
// named for that.
constexpr bool make_stages_even(count layers, parallelism& by) {
  if (are_stages_even(layers, by)) return true;
  if (by.first_stage_layers > 0 || by.last_stage_layers > 0) return false;
  const bool embedding = by.embedding_as_layer;
  const bool head = by.head_as_layer;
  by.embedding_as_layer = by.head_as_layer = true;
  if (are_stages_even(layers, by)) return true;
  by.embedding_as_layer = embedding;
  by.head_as_layer = head;
  return false;
}

// Whether some number of stages of training holds equally many of so many layers: over two an even number of them, and as those numbers are even, too,
// over none an odd one, such as DeepSeek-V3's 61. With the embedding and the head as a layer each it is the same.
constexpr bool come_out_even(count layers) { return layers % 2 == 0; }

// Why a model cannot be divided so, in words; empty: it can.
constexpr std::string_view contradiction(const transformer& of, const parallelism& p) {
  if (const auto words = detail::degrees_contradict(p); !words.empty()) return words;
  if (const auto words = detail::layers_contradict(of, p); !words.empty()) return words;
  if (const auto words = detail::exchange_contradicts(of, p); !words.empty()) return words;
  return detail::stages_contradict(of.layer_count(), p);
}

}  // namespace headroom
