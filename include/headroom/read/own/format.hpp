// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <headroom/read/own/own_file.hpp>
#include <headroom/read/document.hpp>
#include <headroom/read/common/models.hpp>

namespace headroom::read {

struct own_reading {
  std::unique_ptr<own_file> read{};  // nullptr: see error
  reading_error error{};             // the first of all
  std::vector<reading_error> errors{};
};

// Of a file with mistakes, each on a line of its own: "my.json:3:25: $.machines[0].size: what is wrong".
std::string places_of(std::string_view file, const own_reading& reading);

// Reads deployment format 1, in JSON or YAML. Depends on the text, and on what finds the models of its jobs, alone; throws nothing but
// std::bad_alloc. What jobs say of their layout has to go by itself, unless the rest of it is to be searched.
own_reading read_own_file(std::string_view text, const model_finder& models = published_model, bool searches_layouts = false);

}  // namespace headroom::read
