// SPDX-License-Identifier: BSL-1.0
#include "model_config.hpp"

namespace headroom::program {

config_reading read_model_config(std::string_view text) {
  const document from(text);
  return {.error = from.is_good() ? from.error_at(0, "$", "no configuration is read yet") : from.error()};
}

}  // namespace headroom::program
