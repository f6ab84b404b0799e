// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/parameters.hpp>
#include <headroom/read/model_config.hpp>
namespace hr = headroom;

// Parameters of the model that a config.json describes; unknown where it cannot be read.
inline hr::figure<hr::count> parameters_of(std::string_view json) {
  const hr::read::config_reading config = hr::read::read_model_config(json);
  if (!config.error.message.empty()) return hr::unknown;
  return hr::parameters(config.model).known()->total();
}
