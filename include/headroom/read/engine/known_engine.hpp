// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/engine.hpp>
#include <span>
#include <string_view>

// What an engine is known by, and what its arguments mean: each of engines/ fills one in.
namespace headroom::read {

enum class engine_setting {
  tensor,
  pipeline,
  context,
  data,
  copies,  // data-parallel, of those that the data size is of
  expert,
  expert_tensor,
  nodes,
  expert_switch,   // vLLM: the expert size is tensor x data
  data_attention,  // a switch
  shared,          // a switch or an address, by which other pods run the rest
  config,          // a file with more settings
  model,
  quantization,
  kv_cache,
  longest_sequence,
  memory_share,
  other  // of the engine, and of nothing that is judged
};

struct engine_argument {
  std::string_view name{};  // with hyphens, without those before it
  engine_setting what = engine_setting::tensor;
  bool has_value = true;
  bool names_engine = false;  // no other program spells it so
};

// A word of a command with the one behind it: whether they start the engine.
using engine_start = bool (*)(std::string_view word, std::string_view program, std::string_view next);

struct known_engine {
  headroom::engine is = headroom::engine::unnamed;
  engine_start starts = nullptr;
  std::span<const std::string_view> images{};         // parts of the names of images
  std::span<const std::string_view> model_formats{};  // as KServe names them, of models that it serves
  std::span<const engine_argument> arguments{};
  engine_start serves = nullptr;  // likewise as a server, on one GPU where it is given no sizes
};

}  // namespace headroom::read
