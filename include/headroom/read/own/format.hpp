// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string_view>

#include <headroom/read/own/own_file.hpp>
#include <headroom/read/document.hpp>
#include <headroom/read/common/models.hpp>

namespace headroom::read {

struct own_reading {
  std::unique_ptr<own_file> read{};  // nullptr: see error
  reading_error error{};
};

// Reads deployment format 1. Depends on the text, and on what finds the models of its jobs, alone; throws nothing but
// std::bad_alloc.
own_reading read_own_file(std::string_view text, const model_finder& models = published_model);

}  // namespace headroom::read
