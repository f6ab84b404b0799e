// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/deployment.hpp>
#include <optional>
#include <string_view>

#include <headroom/read/document.hpp>
#include <headroom/read/engine/known_engine.hpp>

// What inference engines and trainers are told by one argument or one key of their settings.
namespace headroom::read {

// The argument of that name, with hyphens or underscores; nullptr where it is none of those that count here.
const engine_argument* find_engine_argument(std::string_view name);
// The engine that alone spells it so.
engine engine_named_by(const engine_argument& what);

// A word that gives an argument: "--tp=8", "-tp", and of Hydra "++model.tensor_model_parallel_size=8".
struct given_argument {
  const engine_argument* what = nullptr;
  std::optional<std::string_view> value{};
};
given_argument argument_in(std::string_view word);

// The engine whose settings a map is, by keys that it alone has; unnamed where there is none, or where they are of two.
engine engine_of_settings(const tree& map);

// Values as they are written; unknown where a text is none.
said<count> size_said(std::string_view text, int line);
said<bool> switch_said(std::string_view text, int line);

// The size that a setting is; nullptr where it is about something else.
said<count>* size_of(engine_setting what, parallel_sizes& in);

// Takes a setting of the model and its memory. A variable stands for what is not known.
void take_model_argument(engine_setting what, std::string_view value, int line, served_model& into);

// vLLM: experts are spread over the tensor- and data-parallel GPUs.
void spread_experts(parallel_sizes& sizes, int line);

// All settings of a map ("tensor-parallel-size: 8", "enable_dp_attention: true"), the expert size included where a switch takes it from
// the others.
void take_engine_settings(const tree& map, parallel_sizes& into);

// Whether a size is stated, be it by a variable.
bool states_any_size(const parallel_sizes& sizes);

}  // namespace headroom::read
