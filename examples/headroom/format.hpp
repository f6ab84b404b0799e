// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string_view>

#include "deployment.hpp"
#include "document.hpp"
#include "model_lookup.hpp"

namespace headroom::program {

struct format_reading {
  std::unique_ptr<deployment> read{};  // nullptr: see error
  text_error error{};
};

// Reads deployment format 1. Depends on the text, and on what finds the models of its jobs, alone; throws nothing but
// std::bad_alloc.
format_reading read_deployment(std::string_view text, const model_finder& models = published_model);

}  // namespace headroom::program
