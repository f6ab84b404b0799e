// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/deployment/deployment.hpp>
#include <string_view>

namespace headroom::read {

// The published model that a name or a path ends with, and the bits of its weights where the name tells them:
// "meta-llama/Llama-3.1-405B-Instruct-FP8", "/models/gpt-oss-120b". Nothing where what follows the model's name says
// more than how it was tuned or quantised.
void take_model_name(std::string_view name, int line, served_model& into);

// A word of a model's name that says how it was tuned or quantised, or when: "instruct", "fp8", "2507".
bool leaves_shape_as_it_is(std::string_view word);

// Of vLLM's and SGLang's --quantization and --kv-cache-dtype; silent where the word is not known.
said<count> bits_of_quantization(std::string_view word, int line);
said<count> bits_of_cache(std::string_view word, int line);

// The figures of one beside its name.
inline constexpr said<count> served_model::*figures_served[]{&served_model::weight_bits, &served_model::cache_bits, &served_model::context,
                                                             &served_model::memory_thousandths};

// What arguments leave out of a model, settings say.
void fill_from(const served_model& settings, served_model& arguments);

}  // namespace headroom::read
