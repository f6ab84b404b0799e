// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <deque>
#include <headroom/model/shape.hpp>
#include <headroom/model/weight_memory.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <headroom/read/document.hpp>

namespace headroom::read {

struct config_reading {
  headroom::transformer model{};
  std::optional<headroom::weight_formats> checkpoint{};  // nothing: not said, or not clearly
  std::optional<headroom::precision> multiplied{};       // the 16 bits that what is widened is multiplied in
  std::optional<headroom::precision> cached{};           // that the KV cache is quantised to
  bool widens_all = false;                               // of its weights, in whatever format they are held
  bool names_quantization = false;                       // has a quantization_config
  std::string_view unread_quantization{};                // what of a quantization_config leaves them open
  std::string_view unread_cache{};                       // what leaves the format of the KV cache open
  std::shared_ptr<std::deque<std::string>> texts{};      // of the model, which refers to them
  reading_error error{};                                    // with a message where it cannot be read
};

// A config.json of the Hub, as it is. What transformers takes for a field that is not there is taken here; a field that
// is not understood, and that a count may depend on, is an error that names it. Depends on the text alone; throws nothing but std::bad_alloc.
config_reading read_model_config(std::string_view text);

// The same, of a model that a hf_quant_config.json beside it says how it is quantised: not read where the config.json
// has a quantization_config.
config_reading read_model_config(std::string_view text, std::string_view hf_quant_config);

// The values of model_type that are known: "bloom, cohere, ..."
std::string known_architectures();

}  // namespace headroom::read
