// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/gpu.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/precision.hpp>
#include <string>
#include <string_view>

#include "validate/row.hpp"

// The models, formats and GPUs that rows speak of.
namespace headroom::program::validation {

// Layers of GPT-2's kind, which Megatron's and MosaicML's models have; learned positions: 0 for none.
transformer gpt(count layers, count hidden, count heads, count vocabulary, count positions);

// The published model that rows call so: by what people call it, or by its name with its publisher's or without.
// Null: there is none.
const transformer* model_named(std::string_view name);

// The models of GPT-2's kind that papers describe in a table, with so many learned positions. Null: there is none.
bool is_gpt_of_a_paper(std::string_view name);
transformer gpt_of_a_paper(std::string_view name, count positions);

// Whether a row gives the numbers of its model's shape itself, and the shape that they describe.
bool describes_shape(const json& config);
transformer described(const json& config);

// A row's model: as it describes it, or else by its name. Refuses one that is neither described nor known.
transformer model_of(const json& config);
// By its name first.
transformer named_model_of(const json& config);

// A number format by what rows call it, "bf16" or "fp8_e4m3"; refuses what is none.
precision format_named(std::string_view name);

// "A100-80GB-SXM" as the catalogue has it; refuses what it has not.
const gpu& gpu_named(std::string_view name);

}  // namespace headroom::program::validation
