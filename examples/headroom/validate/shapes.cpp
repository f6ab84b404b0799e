// SPDX-License-Identifier: BSL-1.0
#include "validate/shapes.hpp"

#include <fmt/format.h>

#include <array>
#include <headroom/catalog/amd.hpp>
#include <headroom/catalog/nvidia.hpp>
#include <headroom/model/models.hpp>
#include <optional>
#include <utility>

#include "suggest.hpp"
#include "words.hpp"

namespace headroom::program::validation {

namespace {

// Without publisher, capitals, signs, and endings that leave the shape as it is: "meta-llama/Llama-3.1-70B-Instruct"
// and "llama3.1_70b" are one.
std::string plain(std::string_view name) {
  constexpr std::array<std::string_view, 20> endings{"instruct", "chat", "hf",    "it",   "base", "fp8",     "bf16",
                                                     "fp16",     "int8", "int4",  "fp4",  "awq",  "dynamic", "nvfp4",
                                                     "mxfp4",    "gptq", "w4a16", "w8a8", "v0.1", "2507"};
  std::string letters = in_small_letters(name.substr(name.rfind('/') + 1));
  for (bool cut = true; cut;) {
    cut = false;
    for (const std::string_view ending : endings)
      if (letters.size() > ending.size() + 1 && letters.ends_with(ending) &&
          !is_of_identifier(letters[letters.size() - ending.size() - 1])) {
        letters.resize(letters.size() - ending.size() - 1);
        cut = true;
      }
  }
  std::erase_if(letters, [](char c) { return c == '-' || c == '_' || c == ' '; });
  return letters.starts_with("metallama") ? letters.substr(4) : letters;
}

struct called {
  std::string_view plain{};
  const transformer* is = nullptr;
};

// What rows call models otherwise than their publishers.
constexpr std::array others{called{"llama38b", &models::llama3_1_8b},
                            called{"llama370b", &models::llama3_1_70b},
                            called{"llama3405b", &models::llama3_1_405b},
                            called{"llama405b", &models::llama3_1_405b},
                            called{"llama3.370b", &models::llama3_1_70b},
                            called{"bloom", &models::bloom_176b},
                            called{"gptj", &models::gpt_j_6b},
                            called{"grok1314b", &models::grok_1},
                            called{"gpt3", &models::gpt3_175b},
                            called{"kimik2", &models::kimi_k2},
                            called{"mixtral", &models::mixtral_8x7b},
                            called{"deepseekr10528", &models::deepseek_r1},
                            called{"deepseekv30324", &models::deepseek_v3},
                            called{"nemotronh56b", &models::nemotron_h_56b},
                            called{"opt", &models::opt_175b}};

struct paper_shape {
  std::string_view name{};
  count layers = 0;
  count hidden = 0;
  count heads = 0;
  count vocabulary = 51'200;
};

// Narayanan et al. 2021, table 1 and section 5.2; Korthikanti et al. 2022, table 3; MosaicML's llm-foundry,
// scripts/train/yamls/pretrain.
constexpr std::array papers{paper_shape{"megatron-1.7b", 24, 2'304, 24},
                            paper_shape{"megatron-3.6b", 30, 3'072, 32},
                            paper_shape{"megatron-18b", 40, 6'144, 48},
                            paper_shape{"megatron-22b", 48, 6'144, 64},
                            paper_shape{"megatron-39b", 48, 8'192, 64},
                            paper_shape{"megatron-145b", 80, 12'288, 96},
                            paper_shape{"gpt3-175b", 96, 12'288, 96},
                            paper_shape{"megatron-530b", 105, 20'480, 128},
                            paper_shape{"megatron-1t", 128, 25'600, 160},
                            paper_shape{"mpt-1b", 24, 2'048, 16, 50'368},
                            paper_shape{"mpt-3b", 32, 2'560, 20, 50'368},
                            paper_shape{"mpt-7b", 32, 4'096, 32, 50'368},
                            paper_shape{"mpt-13b", 40, 5'120, 40, 50'368},
                            paper_shape{"mpt-30b", 48, 7'168, 56, 50'368},
                            paper_shape{"mpt-70b", 80, 8'192, 64, 50'368}};

const paper_shape* of_paper(std::string_view name) {
  for (const paper_shape& each : papers)
    if (each.name == name) return &each;
  return nullptr;
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

const transformer* model_named(std::string_view name) {
  const std::string asked = plain(name);
  for (const called& each : others)
    if (each.plain == asked) return each.is;
  for (const transformer* each : models::all())
    if (plain(each->name) == asked) return each;
  return nullptr;
}

bool is_gpt_of_a_paper(std::string_view name) { return of_paper(name) != nullptr; }

transformer gpt_of_a_paper(std::string_view name, count positions) {
  const paper_shape* const found = of_paper(name);
  if (found == nullptr) throw refusal(fmt::format("no model is called {}", in_quotes(name)));
  return gpt(found->layers, found->hidden, found->heads, found->vocabulary, positions);
}

bool describes_shape(const json& c) {
  return find(c, {"layers", "num_hidden_layers"}) != nullptr && find(c, {"hidden", "hidden_size"}) != nullptr &&
         find(c, {"heads", "num_attention_heads"}) != nullptr && find(c, {"vocab", "vocab_size"}) != nullptr;
}

transformer described(const json& c) {
  const count hidden = whole(c, {"hidden", "hidden_size"});
  const count heads = degree(c, {"heads", "num_attention_heads"});
  const count layers = whole(c, {"layers", "num_hidden_layers"});
  const count vocabulary = whole(c, {"vocab", "vocab_size"});
  const std::string kind = has(c, "kv_lora") || has(c, "kv_lora_rank")  ? "mla_moe"
                           : has(c, "experts") || has(c, "num_experts") ? "moe"
                           : has(c, "ffn") || has(c, "intermediate_size") || has(c, "kv_heads") ? "llama"
                                                                                                : "gpt";
  const std::string arch = text(c, {"arch"}, kind);
  if (arch == "gpt") {
    // BLOOM norms its embedding and learns no positions: 4h outside of the layers in its rows' own formula.
    const bool is_bloom = text(c, {"model"}, "").starts_with("bloom");
    transformer shape = gpt(layers, hidden, heads, vocabulary, is_bloom ? 0 : whole(c, {"seq"}, 0));
    shape.embedding_norm = is_bloom;
    return shape;
  }

  transformer shape{.vocabulary = vocabulary,
                    .hidden = hidden,
                    .tied = flag(c, {"tied", "tie_word_embeddings"})};
  attention heads_of{.heads = heads,
                     .kv_heads = whole(c, {"kv_heads", "num_key_value_heads"}, heads),
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
                .kv_rank = whole(c, {"kv_lora", "kv_lora_rank"}),
                .rotary_head_size = rotary};
  }
  const bool gated = flag(c, {"gated"}, true);
  const feed_forward dense{.width = whole(c, {"ffn", "intermediate_size"}, 0), .gated = gated};
  const count expert_width = whole(c, {"moe_ffn", "moe_intermediate_size"}, 0);
  const experts routed{.routed = whole(c, {"experts", "num_experts", "n_routed_experts"}, 0),
                       .per_token = whole(c, {"topk", "num_experts_per_tok"}, 0),
                       .width = expert_width,
                       .shared_width = multiply(whole(c, {"shared", "n_shared_experts"}, 0), expert_width),
                       .gated = gated,
                       .bias = flag(c, {"moe_bias"}),
                       .router_bias = flag(c, {"router_bias"}),
                       .score_correction = arch.starts_with("mla")};
  const count plain_layers =
      routed.is_present() ? whole(c, {"dense_layers", "first_k_dense_replace"}, 0) : layers;
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

transformer model_of(const json& c) {
  if (describes_shape(c)) return described(c);
  const std::string name = text(c, {"model"}, "");
  if (name.empty()) throw refusal("the row neither names nor describes its model");
  if (const transformer* found = model_named(name)) return *found;
  if (is_gpt_of_a_paper(name)) return gpt_of_a_paper(name, whole(c, {"seq"}, 0));
  throw refusal(fmt::format("no model is called {}, and the row does not describe it", in_quotes(name)));
}

transformer named_model_of(const json& c) {
  const transformer* found = model_named(text(c, {"model"}, ""));
  return found == nullptr ? model_of(c) : *found;
}

precision format_named(std::string_view name) {
  const std::string asked = in_small_letters(name);
  for (const auto& [words, is] : std::initializer_list<std::pair<std::string_view, precision>>{{"bf16", bf16},
                                                                                               {"bfloat16", bf16},
                                                                                               {"fp16", fp16},
                                                                                               {"float16", fp16},
                                                                                               {"half", fp16},
                                                                                               {"fp8", fp8},
                                                                                               {"float8", fp8},
                                                                                               {"int8", int8},
                                                                                               {"fp4", fp4},
                                                                                               {"int4", int4},
                                                                                               {"fp32", fp32},
                                                                                               {"float32", fp32}})
    if (asked.find(words) != std::string::npos) return is;
  throw refusal(fmt::format("no number format is called {}", in_quotes(name)));
}

const gpu& gpu_named(std::string_view name) {
  struct named_gpu {
    std::string_view begins{};
    const gpu* is = nullptr;
  };
  // The longer name first.
  static constexpr std::array all{named_gpu{"A100-80GB-PCIe", &nvidia::a100_pcie_80gb::spec},
                                  named_gpu{"A100-80GB", &nvidia::a100_sxm4_80gb::spec},
                                  named_gpu{"A100-SXM4-80GB", &nvidia::a100_sxm4_80gb::spec},
                                  named_gpu{"A100-40GB", &nvidia::a100_sxm4_40gb::spec},
                                  named_gpu{"A100-SXM4-40GB", &nvidia::a100_sxm4_40gb::spec},
                                  named_gpu{"H100-96GB", &nvidia::h100_sxm5_96gb::spec},
                                  named_gpu{"H100-NVL", &nvidia::h100_nvl::spec},
                                  named_gpu{"H100-PCIe", &nvidia::h100_pcie::spec},
                                  named_gpu{"H100-80GB-PCIe", &nvidia::h100_pcie::spec},
                                  named_gpu{"H100", &nvidia::h100_sxm5::spec},
                                  named_gpu{"H200", &nvidia::h200_sxm5::spec},
                                  named_gpu{"H800", &nvidia::h800_sxm5::spec},
                                  named_gpu{"B200", &nvidia::b200::spec},
                                  named_gpu{"B300", &nvidia::b300::spec},
                                  named_gpu{"GB200", &nvidia::gb200::spec},
                                  named_gpu{"GB300", &nvidia::gb300::spec},
                                  named_gpu{"L40S", &nvidia::l40s::spec},
                                  named_gpu{"MI300X", &amd::mi300x::spec}};
  const std::string asked = in_small_letters(name);
  for (const named_gpu& each : all)
    if (asked.starts_with(in_small_letters(each.begins))) return *each.is;
  if (asked.empty()) throw refusal("the row names no GPU");
  throw refusal(fmt::format("the catalogue has no GPU called {}", in_quotes(name)));
}

}  // namespace headroom::program::validation
