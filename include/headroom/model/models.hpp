// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/model/models/deepseek.hpp>
#include <headroom/model/models/further.hpp>
#include <headroom/model/models/google.hpp>
#include <headroom/model/models/meta.hpp>
#include <headroom/model/models/nvidia.hpp>
#include <headroom/model/models/openai.hpp>
#include <headroom/model/models/qwen.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/plain_name.hpp>

// The published models, for programs that choose at run time.
namespace headroom::models {

namespace detail {

inline constexpr std::array<const transformer*, 49> all{
    &deepseek_v2,
    &deepseek_v3,
    &deepseek_r1,
    &deepseek_v3_2,
    &deepseek_v4_flash,
    &deepseek_v4_pro,
    &bloom_176b,
    &gpt_j_6b,
    &falcon_180b,
    &grok_1,
    &mistral_7b,
    &mixtral_8x7b,
    &mixtral_8x22b,
    &kimi_k2,
    &kimi_k2_5,
    &minimax_m2_5,
    &minimax_m3,
    &mimo_v2_flash,
    &glm_5,
    &glm_5_1,
    &glm_5_2,
    &palm_540b,
    &gemma_4_26b_a4b,
    &llama2_7b,
    &llama2_13b,
    &llama2_70b,
    &llama3_1_8b,
    &llama3_1_70b,
    &llama3_1_405b,
    &llama4_scout_17b_16e,
    &llama4_maverick_17b_128e,
    &opt_175b,
    &nemotron4_340b,
    &nemotron_h_56b,
    &llama3_3_nemotron_super_49b_v1,
    &nemotron_3_nano_30b_a3b,
    &nemotron_3_super_120b_a12b,
    &nemotron_3_ultra_550b_a55b,
    &gpt3_175b,
    &gpt_oss_20b,
    &gpt_oss_120b,
    &qwen3_0_6b,
    &qwen3_1_7b,
    &qwen3_8b,
    &qwen3_32b,
    &qwen3_30b_a3b,
    &qwen3_235b_a22b,
    &qwen3_coder_480b_a35b,
    &qwen3_5_397b_a17b,
};

using headroom::detail::distance;
using headroom::detail::plain_name;

// Whether all letters of a name stand in another in their order: a shortened name.
constexpr bool shortens(const plain_name& a, const plain_name& whole) {
  std::size_t place = 0;
  for (std::size_t i = 0; i < whole.size && place < a.size; ++i) place += whole.letters[i] == a.letters[place];
  return a.size > 3 && place == a.size;
}

// A name without its publisher: what people call a model.
constexpr std::string_view without_publisher(std::string_view name) { return name.substr(name.find('/') + 1); }

}  // namespace detail

// Every model, those whose shape lacks something included: missing() says which.
constexpr const std::array<const transformer*, 49>& all() { return detail::all; }

struct lookup {
  const transformer* found = nullptr;  // by its exact name, with its publisher's or without
  std::string_view suggestion{};       // the nearest name, where none is exact and one is near; else empty
};

// Looks up a model by its name as its publisher spells it.
constexpr lookup find(std::string_view name) {
  for (const transformer* each : all())
    if (each->name == name || detail::without_publisher(each->name) == name) return {each, {}};

  const detail::plain_name asked(detail::without_publisher(name));
  if (asked.size == 0) return {};
  std::string_view nearest;
  std::size_t least = asked.size / 3 + 1;  // further off, a suggestion is a guess
  bool shortened = false;
  for (const transformer* each : all()) {
    const detail::plain_name candidate(detail::without_publisher(each->name));
    // A shortened name decides: the shortest that it shortens is meant.
    if (detail::shortens(asked, candidate)) {
      if (!shortened || candidate.size < least) {
        nearest = each->name;
        least = candidate.size;
      }
      shortened = true;
    }
    const std::size_t longer = candidate.size > asked.size ? candidate.size - asked.size : asked.size - candidate.size;
    if (shortened || longer >= least) continue;
    if (const std::size_t away = detail::distance(asked, candidate); away < least) {
      nearest = each->name;
      least = away;
    }
  }
  return {nullptr, nearest};
}

}  // namespace headroom::models
