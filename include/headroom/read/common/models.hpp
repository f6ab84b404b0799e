// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <deque>
#include <functional>
#include <headroom/model/shape.hpp>
#include <headroom/model/weight_memory.hpp>
#include <headroom/precision.hpp>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

// The models that files name.
namespace headroom::read {

// What was given and cannot be used, in one message with its place. It ends a run with exit status 2.
struct input_error final : std::runtime_error {
  using runtime_error::runtime_error;
};

// A model, and the formats of its published weights: unknown where its configuration does not say them clearly.
struct known_model {
  std::string name{};
  headroom::transformer model{};
  std::optional<headroom::weight_formats> checkpoint{};
  std::optional<headroom::precision> multiplied{};         // the 16 bits that what is widened is multiplied in
  std::optional<headroom::precision> cached{};             // that the KV cache is quantised to, by the checkpoint
  bool widens_all = false;                                 // of its weights, in whatever format they are held
  std::string_view unread_quantization{};                  // what of a quantization_config leaves them open
  std::string_view unread_cache{};                         // what leaves the format of the KV cache open
  bool is_published = false;                               // in the library; else read from a file
  std::shared_ptr<const std::deque<std::string>> texts{};  // of the model, which refers to them
};

// A model of the library by its name, in any case, with or without its publisher and as the Hub spells it; nullptr where
// it is none.
const transformer* find_published(std::string_view name);

// Says that no model is called so, and which may have been meant. Throws input_error.
[[noreturn]] void fail_as_unknown_model(std::string_view name);

// How the publisher's own checkpoint of a model of the library is held, where it is not in 16 bits.
std::optional<headroom::weight_formats> published_formats(std::string_view name);

// Another name that the Hub has for the shape of a model of the library.
struct model_spelling {
  std::string_view written{};
  std::string_view name{};  // in the library
};
std::span<const model_spelling> model_spellings();

// Finds the model that a deployment file names. Throws input_error.
using model_finder = std::function<known_model(std::string_view)>;

// Of the library only, by its name: for texts that are of no folder.
known_model published_model(std::string_view name);

// The same, and for any other name a model that nothing is known of: for those who ask for no figure of it.
known_model any_model(std::string_view name);

}  // namespace headroom::read
