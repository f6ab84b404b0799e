// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fstream>
#include <headroom/model/models.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

// Rows of published figures, and the shape that a row's own numbers describe.
namespace validation_rows {

namespace hr = headroom;
using nlohmann::json;

inline std::vector<json> of_file(const std::string& name) {
  const json all = json::parse(std::ifstream{HEADROOM_SOURCE_DIR "/tests/validation/" + name});
  return all.at("rows").get<std::vector<json>>();
}

inline double measured(const json& row, std::string_view metric, double otherwise = 0) {
  for (const json& each : row.at("measured"))
    if (each.at("metric") == metric) return each.at("value").get<double>();
  return otherwise;
}

// What the rows call the published models.
inline const hr::transformer* named(const std::string& name) {
  namespace published = hr::models;
  static const std::map<std::string, const hr::transformer*> names{
      {"llama2-7b", &published::llama2_7b},         {"llama2-13b", &published::llama2_13b},
      {"llama2-70b", &published::llama2_70b},       {"llama3-8b", &published::llama3_1_8b},
      {"llama3-70b", &published::llama3_1_70b},     {"llama3.1-405b", &published::llama3_1_405b},
      {"qwen3-30b-a3b", &published::qwen3_30b_a3b}, {"qwen3-235b-a22b", &published::qwen3_235b_a22b},
      {"gpt-oss-20b", &published::gpt_oss_20b},     {"gpt-oss-120b", &published::gpt_oss_120b},
      {"deepseek-v3", &published::deepseek_v3},     {"kimi-k2", &published::kimi_k2},
      {"bloom-176b", &published::bloom_176b},       {"palm-540b", &published::palm_540b}};
  const auto found = names.find(name);
  return found == names.end() ? nullptr : found->second;
}

// Layers of GPT-2's kind, which Megatron's and MosaicML's models have; positions learned where the row gives a
// sequence.
inline hr::transformer gpt(hr::count layers, hr::count hidden, hr::count heads, hr::count vocabulary,
                           hr::count positions) {
  hr::transformer shape{.vocabulary = vocabulary,
                        .hidden = hidden,
                        .learned_positions = positions,
                        .tied = true,
                        .norm = hr::norm_kind::layer};
  shape.layers[0] = {.how_many = layers,
                     .attention = {.heads = heads,
                                   .kv_heads = heads,
                                   .head_size = hidden / heads,
                                   .query_key_value_bias = true,
                                   .output_bias = true},
                     .feed_forward = {.width = 4 * hidden, .gated = false, .bias = true}};
  return shape;
}

// A row that gives the numbers of its shape.
inline hr::transformer described(const json& c) {
  const auto number = [&](const char* key, hr::count otherwise = 0) { return c.value(key, otherwise); };
  const auto is = [&](const char* key) { return c.value(key, false); };
  const std::string arch = c.value("arch", "gpt");
  const hr::count hidden = number("hidden");
  const hr::count heads = number("heads");
  if (arch == "gpt") return gpt(number("layers"), hidden, heads, number("vocab"), number("seq"));

  hr::transformer shape{.vocabulary = number("vocab"), .hidden = hidden};
  hr::attention attention{.heads = heads,
                          .kv_heads = number("kv_heads", heads),
                          .head_size = number("head_dim", hidden / heads),
                          .norm = is("qk_norm") ? hr::query_key_norm::per_head : hr::query_key_norm::none,
                          .query_key_value_bias = is("attn_bias") || is("qkv_bias"),
                          .output_bias = is("attn_bias"),
                          .sinks = is("sinks")};
  if (arch == "mla_moe")
    attention = {.heads = heads,
                 .head_size = number("nope") + number("rope"),
                 .value_head_size = number("vdim"),
                 .query_rank = number("q_lora"),
                 .kv_rank = number("kv_lora"),
                 .rotary_head_size = number("rope")};
  const hr::feed_forward dense{.width = number("ffn"), .gated = is("gated")};
  const hr::experts experts{.routed = number("experts"),
                            .per_token = number("topk"),
                            .width = number("moe_ffn"),
                            .shared_width = number("shared") * number("moe_ffn"),
                            .gated = is("gated"),
                            .bias = is("moe_bias"),
                            .router_bias = is("router_bias"),
                            .score_correction = arch == "mla_moe"};
  const hr::count dense_layers = arch == "llama" ? number("layers") : number("dense_layers");
  shape.layers[0] = {.letter = 'd', .how_many = dense_layers, .attention = attention, .feed_forward = dense};
  const hr::count rest = number("layers") - dense_layers;
  if (rest > 0) shape.layers[1] = {.letter = 'e', .how_many = rest, .attention = attention, .experts = experts};
  if (const hr::count windows = number("sliding_layers"); windows > 0) {
    shape.layers[2] = shape.layers[1];
    shape.layers[1].how_many -= windows;
    shape.layers[2].letter = 's';
    shape.layers[2].how_many = windows;
    shape.layers[2].attention.window = number("sliding_window");
  }
  return shape;
}

}  // namespace validation_rows
