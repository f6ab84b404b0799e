// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/text/nearest_name.hpp>
#include <headroom/text/same_name.hpp>
#include <headroom/model/models/deepseek.hpp>
#include <headroom/model/models/further.hpp>
#include <headroom/model/models/google.hpp>
#include <headroom/model/models/meta.hpp>
#include <headroom/model/models/nvidia.hpp>
#include <headroom/model/models/openai.hpp>
#include <headroom/model/models/qwen.hpp>
#include <headroom/model/shape.hpp>

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

}  // namespace detail

// A name without its publisher: what people call a model.
constexpr std::string_view without_publisher(std::string_view name) { return name.substr(name.find('/') + 1); }

// A name without this namespace: "llama3_1_8b" of "headroom::models::llama3_1_8b".
constexpr std::string_view without_namespace(std::string_view name) {
  constexpr std::string_view here = "models::";
  const std::string_view inside = in_last_namespace(name);
  return ascii::starts_with(inside, here) ? inside.substr(here.size()) : name;
}

// A name with its letters and numbers set apart, which people join as they like: "llama 3", "Llama-3", "llama3".
struct spelled_apart {
  static constexpr std::size_t most = 96;
  char letters[most]{};
  std::size_t size = 0;

  constexpr explicit spelled_apart(std::string_view name) {
    char before = ' ';
    for (const char c : name) {
      if (size + 2 > most) return;
      if (ascii::is_digit(c) != ascii::is_digit(before)) letters[size++] = ' ';
      letters[size++] = before = c;
    }
  }
  constexpr std::string_view text() const { return {letters, size}; }
};

namespace detail {

// What a model is called, here and by people, where the names of several begin so.
struct usual_name {
  std::string_view plain{};
  const transformer* meant = nullptr;
};
inline constexpr usual_name usual_names[]{usual_name{"kimik2", &kimi_k2}};

}  // namespace detail

// Every model, those whose shape lacks something included: missing() says which.
constexpr const std::array<const transformer*, 49>& all() { return detail::all; }

struct lookup {
  const transformer* found = nullptr;  // of that name, with its publisher's or without
  std::string_view suggestion{};       // the nearest name, where none is meant and one is near; else empty
  named_alike<transformer> several{};  // where none is of that name: those whose names it begins or is part of, if several
};

// Looks up a model by its name: as its publisher spells it, or the same after case, spaces and signs, with or without the
// publisher's. What no publisher stands in front of may leave off the end, where only one goes on: "kimi-k2".
constexpr lookup find(std::string_view name) {
  name = without_namespace(name);
  for (const transformer* each : all())
    if (each->name == name || without_publisher(each->name) == name) return {each, {}};

  const plain_name whole(name);
  for (const detail::usual_name& each : detail::usual_names)
    if (whole.text() == each.plain) return {each.meant, {}};

  const bool has_publisher = name.find('/') != std::string_view::npos;
  const std::string_view own = without_publisher(name);
  const plain_name asked(own);
  const plain_name asked_publisher(name.substr(0, name.find('/')));
  named_alike<transformer> alike;
  for (const transformer* each : all()) {
    const std::string_view its = without_publisher(each->name);
    const std::string_view publisher = each->name.substr(0, each->name.find('/'));
    const std::string_view first_word = publisher.substr(0, publisher.find('-'));  // "Meta-Llama" of meta-llama
    if (has_publisher && asked_publisher.text() != plain_name(publisher).text()) continue;
    const name_match match = headroom::detail::match_of(own, asked, its, plain_name(its), first_word);
    if (match == name_match::same || !has_publisher) alike.consider(*each, match);
  }
  if (alike.one() != nullptr && alike.as >= name_match::begins) return {alike.one(), {}};
  if (alike.size > 1) return {nullptr, {}, alike};

  nearest_name meant(spelled_apart(own).text());
  for (const transformer* each : all())
    meant.consider(spelled_apart(without_publisher(each->name)).text(), each->name);
  return {nullptr, meant.found()};
}

}  // namespace headroom::models
