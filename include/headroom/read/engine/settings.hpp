// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/deployment.hpp>
#include <optional>
#include <string_view>

#include <headroom/read/document.hpp>

// What inference engines and trainers are told by one argument or one key of their settings.
namespace headroom::read {

enum class engine_setting {
  tensor,
  pipeline,
  context,
  data,
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
  memory_share
};

struct engine_argument {
  std::string_view name{};  // with hyphens, without those before it
  engine_setting what = engine_setting::tensor;
  bool has_value = true;
  engine of = engine::unnamed;  // that alone spells it so
};

// The argument of that name, with hyphens or underscores; nullptr where it is none of those that count here.
const engine_argument* find_engine_argument(std::string_view name);

// A word that gives an argument: "--tp=8", "-tp", and of Hydra "++model.tensor_model_parallel_size=8".
struct given_argument {
  const engine_argument* what = nullptr;
  std::optional<std::string_view> value{};
};
given_argument argument_in(std::string_view word);

// Values as they are written; unknown where a text is none.
said<count> size_said(std::string_view text, int line);
said<bool> switch_said(std::string_view text, int line);

// The size that a setting is; nullptr where it is about something else.
said<count>* size_of(engine_setting what, parallel_sizes& in);

// Takes a setting of the model and its memory. A variable stands for what is not known.
void take_model_argument(engine_setting what, std::string_view value, int line, served_model& into);

// vLLM: experts are spread over the tensor- and data-parallel GPUs.
void spread_experts(parallel_sizes& sizes, int line);

// One setting of a configuration ("tensor-parallel-size: 8", "enable_dp_attention: true"). False: not about sizes.
bool take_engine_setting(std::string_view key, std::string_view value, int line, parallel_sizes& into);

// All settings of a map, the expert size included where a switch takes it from the others.
void take_engine_settings(const tree& map, parallel_sizes& into);

// Whether a size is stated, be it by a variable.
bool states_any_size(const parallel_sizes& sizes);

}  // namespace headroom::read
