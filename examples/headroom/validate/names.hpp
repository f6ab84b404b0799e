// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/gpu.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/precision.hpp>
#include <string_view>

#include "validate/row.hpp"

// The models, formats and GPUs that rows name.
namespace headroom::program::validation {

// The published model that rows call so: by what people call it, or by its name with its publisher's or without.
// Null: there is none.
const transformer* model_named(std::string_view name);

// The models of GPT-2's kind that papers describe in a table, with so many learned positions; refuses others.
bool is_gpt_of_a_paper(std::string_view name);
transformer gpt_of_a_paper(std::string_view name, count positions);

// A number format by what rows call it, "bf16" or "fp8_e4m3"; refuses what is none.
precision format_named(std::string_view name);

// "A100-80GB-SXM" as the catalogue has it; refuses what it has not.
const gpu& gpu_named(std::string_view name);

}  // namespace headroom::program::validation
