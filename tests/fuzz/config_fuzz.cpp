// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <headroom/model/missing.hpp>
#include <commands/model_answer.hpp>
#include <headroom/read/model_config.hpp>
#include <reading.hpp>

#include "require.hpp"

namespace program = headroom::program;

// A text is refused with a message that points into it, or is a model whose figures are computed, or refused with what
// is missing.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const program::config_reading read = program::read_model_config(input);
  if (!read.error.message.empty()) {
    const auto lines = static_cast<std::size_t>(std::count(input.begin(), input.end(), '\n')) + 1;
    require(read.error.line >= 1 && std::cmp_less_equal(read.error.line, lines), "an error lies within the text");
    require(read.error.column >= 1 && std::cmp_less_equal(read.error.column, size + 1), "an error lies within the text");
    return 0;
  }
  const headroom::transformer& model = read.model;
  require(model.layer_count() > 0, "a model has layers");
  for (headroom::count place = 0; place < model.layer_count(); ++place)
    require(headroom::layer_at(model, place) != nullptr, "each layer is of a kind");
  const auto parameters = headroom::parameters(model);
  if (headroom::missing(model).empty()) {
    require(parameters.is_known(), "the parameters of a model that lacks nothing are known");
    require(parameters.known()->total() > 0, "a model has parameters");
    require(headroom::active_parameters(model).known()->total() <= parameters.known()->total(),
            "a token uses no more parameters than there are");
  } else {
    require(parameters.is_unknown(), "nothing is counted of a model that lacks something");
  }

  const program::known_model known{.name = "fuzz",
                                   .model = model,
                                   .checkpoint = read.checkpoint,
                                   .unread_quantization = read.unread_quantization,
                                   .texts = read.texts};
  const program::model_question asked{.tensor_parallel = 8};
  program::session printed;
  program::write_model(printed, known, asked);
  require(!printed.out.empty(), "a report says something");
  require(!program::model_json(known, asked).dump().empty(), "a report for machines says something");
  return 0;
}
