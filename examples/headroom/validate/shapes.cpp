// SPDX-License-Identifier: BSL-1.0
#include "validate/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include <headroom/read/common/messages.hpp>
#include "validate/names.hpp"
#include "validate/settings.hpp"
#include "reading.hpp"

namespace headroom::program::validation {

namespace {

struct paper_shape {
  std::string_view name{};
  count layers = 0;
  count hidden = 0;
  count heads = 0;
  count vocabulary = 51'200;
};

// Models of GPT-2's kind that papers describe in a table and rows name: Narayanan et al. 2021, table 1 and section 5.2;
// Korthikanti et al. 2022, table 3; MosaicML's llm-foundry, scripts/train/yamls/pretrain.
constexpr std::array papers{
    paper_shape{"megatron-1.7b", 24, 2'304, 24},    paper_shape{"megatron-3.6b", 30, 3'072, 32},
    paper_shape{"megatron-18b", 40, 6'144, 48},     paper_shape{"megatron-22b", 48, 6'144, 64},
    paper_shape{"megatron-39b", 48, 8'192, 64},     paper_shape{"megatron-145b", 80, 12'288, 96},
    paper_shape{"megatron-530b", 105, 20'480, 128}, paper_shape{"megatron-1t", 128, 25'600, 160},
    paper_shape{"mpt-125m", 12, 768, 12, 50'368},   paper_shape{"mpt-350m", 24, 1'024, 16, 50'368},
    paper_shape{"mpt-760m", 24, 1'536, 12, 50'368}, paper_shape{"mpt-1b", 24, 2'048, 16, 50'368},   paper_shape{"mpt-3b", 32, 2'560, 20, 50'368},
    paper_shape{"mpt-7b", 32, 4'096, 32, 50'368},   paper_shape{"mpt-13b", 40, 5'120, 40, 50'368},
    paper_shape{"mpt-30b", 48, 7'168, 56, 50'368},  paper_shape{"mpt-70b", 80, 8'192, 64, 50'368}};

bool describes_shape(const json& c) {
  return has(c, setting::layers) && has(c, setting::hidden) && has(c, setting::heads) && has(c, setting::vocabulary);
}

// Whether a row gives no number of the shape that is another.
bool agrees(const json& c, const transformer& of) {
  const auto is = [&](const names& keys, count n) { return !has(c, keys) || whole(c, keys) == n; };
  return is(setting::layers, of.layer_count()) && is(setting::hidden, of.hidden) &&
         is(setting::heads, of.layers[0].attention.heads) && is(setting::vocabulary, of.vocabulary);
}

// As many as a sequence has tokens, unless the row says another number.
count learned_positions(const json& c) { return has(c, "positions") ? whole(c, {"positions"}) : whole(c, setting::sequence, 0); }

transformer described(const json& c) {
  const count hidden = whole(c, setting::hidden);
  const count heads = degree(c, setting::heads);
  const count layers = whole(c, setting::layers);
  const count vocabulary = whole(c, setting::vocabulary);
  const std::string kind = has(c, setting::kv_rank)                               ? "mla_moe"
                           : has(c, setting::expert_count)                        ? "moe"
                           : has(c, setting::width) || has(c, setting::kv_heads) ? "llama"
                                                                                  : "gpt";
  const std::string arch = text(c, {"arch"}, kind);
  if (arch == "gpt") {
    transformer shape = gpt(layers, hidden, heads, vocabulary, learned_positions(c));
    shape.embedding_norm = flag(c, {"embedding_norm"});
    return shape;
  }

  transformer shape{.vocabulary = vocabulary, .hidden = hidden, .tied = flag(c, {"tied", "tie_word_embeddings"})};
  attention heads_of{.heads = heads,
                     .kv_heads = whole(c, setting::kv_heads, heads),
                     .head_size = whole(c, {"head_dim"}, hidden / heads),
                     .norm = flag(c, {"qk_norm"}) ? query_key_norm::per_head : query_key_norm::none,
                     .query_key_value_bias = flag(c, {"attn_bias"}) || flag(c, {"qkv_bias"}),
                     .output_bias = flag(c, {"attn_bias"}),
                     .sinks = flag(c, {"sinks"})};
  if (arch.starts_with("mla")) {
    const count rotary = whole(c, {"rope", "qk_rope_head_dim"});
    heads_of = {.heads = heads,
                .head_size = add(whole(c, {"nope", "qk_nope_head_dim"}), rotary),
                .value_head_size = whole(c, {"vdim", "v_head_dim"}),
                .query_rank = whole(c, {"q_lora", "q_lora_rank"}, 0),
                .kv_rank = whole(c, setting::kv_rank),
                .rotary_head_size = rotary};
  }
  const bool gated = flag(c, {"gated"}, true);
  const feed_forward dense{.width = whole(c, setting::width, 0), .gated = gated};
  const count expert_width = whole(c, {"moe_ffn", "moe_intermediate_size"}, 0);
  const experts routed{.routed = whole(c, setting::expert_count, 0),
                       .per_token = whole(c, {"topk", "num_experts_per_tok"}, 0),
                       .width = expert_width,
                       .shared_width = multiply(whole(c, {"shared", "n_shared_experts"}, 0), expert_width),
                       .gated = gated,
                       .bias = flag(c, {"moe_bias"}),
                       .router_bias = flag(c, {"router_bias"}),
                       .score_correction = arch.starts_with("mla")};
  const count plain_layers = routed.is_present() ? whole(c, {"dense_layers", "first_k_dense_replace"}, 0) : layers;
  shape.layers[0] = {.letter = 'd', .how_many = plain_layers, .attention = heads_of, .feed_forward = dense};
  if (plain_layers > layers) throw refusal("there are more dense layers than layers");
  const count rest = layers - plain_layers;
  if (rest > 0) shape.layers[1] = {.letter = 'e', .how_many = rest, .attention = heads_of, .experts = routed};
  if (const count windows = whole(c, {"sliding_layers"}, 0); windows > 0) {
    layer& kind_of_all = shape.layers[rest > 0 ? 1 : 0];
    if (windows > kind_of_all.how_many) throw refusal("there are more layers with a window than layers");
    shape.layers[2] = kind_of_all;
    kind_of_all.how_many -= windows;
    shape.layers[2].letter = 's';
    shape.layers[2].how_many = windows;
    shape.layers[2].attention.window = whole(c, {"sliding_window"});
  }
  return shape;
}

}  // namespace

transformer gpt(count layers, count hidden, count heads, count vocabulary, count positions) {
  transformer shape{.vocabulary = vocabulary,
                    .hidden = hidden,
                    .learned_positions = positions,
                    .tied = true,
                    .norm = norm_kind::layer};
  shape.layers[0] = {.how_many = layers,
                     .attention = {.heads = heads,
                                   .kv_heads = heads,
                                   .head_size = heads > 0 ? hidden / heads : 0,
                                   .query_key_value_bias = true,
                                   .output_bias = true},
                     .feed_forward = {.width = multiply(4, hidden), .gated = false, .bias = true}};
  return shape;
}

transformer model_of(const json& c) {
  const std::string name = text(c, {"model"}, "");
  const bool is_described = describes_shape(c);
  if (!(is_described && has(c, "arch")))
    if (const transformer* found = model_named(name); found != nullptr && agrees(c, *found)) return *found;
  if (is_described) return described(c);
  if (const paper_shape* paper = entry_called(name, papers))
    return gpt(paper->layers, paper->hidden, paper->heads, paper->vocabulary, learned_positions(c));
  if (name.empty()) throw refusal("the row neither names nor describes its model");
  throw refusal(fmt::format("no model is called {}, and the row does not describe it", in_quotes(name)));
}

transformer first_layers(transformer model, count layers, count dense) {
  model.order = {};
  model.predicts = {};
  if (!model.layers[0].experts.is_present() && model.layers[1].how_many > 0) {
    model.layers[0].how_many = std::min(dense, layers);
    model.layers[1].how_many = layers - model.layers[0].how_many;
  } else {
    model.layers[0].how_many = layers;
  }
  return model;
}

}  // namespace headroom::program::validation
