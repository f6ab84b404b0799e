// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/model/shape.hpp>
#include <span>
#include <string_view>

#include <headroom/read/model_config/fields.hpp>
#include <headroom/read/model_config/towers.hpp>

namespace headroom::read::configs {

// What the code of one model_type makes of a configuration.
struct architecture {
  std::string_view type{};     // "llama"
  std::string_view classes{};  // that `architectures` may name: "LlamaForCausalLM"; of several, a blank between
  void (*read)(const fields& c, transformer& into) = nullptr;
  bool is_tied = false;  // where tie_word_embeddings is not there
};

// Of text and pictures: a config.json with the language model in text_config, of that type where it does not say.
struct wrapper {
  std::string_view type{};
  std::string_view classes{};
  std::string_view text_type{};
  tower_reader tower = nullptr;  // null: it is not known
  std::string_view text_key = "text_config";
  bool hears = false;  // of sound, too: an audio encoder in audio_config
};

std::span<const architecture> architectures_like_llama();
std::span<const architecture> architectures_like_gpt();
std::span<const architecture> architectures_of_google();
std::span<const architecture> architectures_with_latents();
std::span<const architecture> architectures_of_experts();
std::span<const architecture> architectures_of_some_experts();
std::span<const architecture> architectures_of_hybrids();
std::span<const architecture> further_dense_architectures();
std::span<const architecture> further_architectures_of_experts();
std::span<const architecture> further_architectures_of_hybrids();
std::span<const wrapper> wrappers();

}  // namespace headroom::read::configs
