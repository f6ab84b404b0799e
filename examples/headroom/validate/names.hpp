// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/gpu.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/precision.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "validate/row.hpp"

// The models, formats and GPUs that rows name.
namespace headroom::program::validation {

// The letters and digits of a text in small letters, a word a run of them: "fp8", "scales" of "FP8 + scales".
std::vector<std::string> words_of(std::string_view text);
bool has_word(std::string_view text, std::string_view word);
// All of them without what stands between: "zbh1" of "ZB-H1".
std::string letters_of(std::string_view text);

// A number format by what rows call it, "bf16" or "fp8_e4m3"; refuses what is none.
precision format_named(std::string_view name);

// The weights of a model as a row words their formats: "fp8", "mxfp4 experts + bf16". Without a format, as its
// publisher holds them, where that is not in 16 bits, else in `otherwise`; refuses where that is empty, too.
served_weights weights_worded(const transformer& model, std::string_view words, std::string_view otherwise = "");

// The published model that rows call so: by what people call it, or by its name with its publisher's or without.
// Null: there is none.
const transformer* model_named(std::string_view name);

// Whether a GPU is on the board that its name in a row says (SXM, PCIe, NVL), which have clocks and links of their own.
bool is_on_named_board(std::string_view name, const gpu& of);

// The GPU of the catalogue that has the most words of a name: "A100-80GB-SXM", "NVIDIA H100 80GB HBM3". The first where
// several have as many. Refuses a name whose family or size of memory no GPU has.
const gpu& gpu_named(std::string_view name);

}  // namespace headroom::program::validation
