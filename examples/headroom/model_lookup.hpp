// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/models.hpp>
#include <string>
#include <string_view>

#include "io.hpp"
#include "reading.hpp"

namespace headroom::program {

// A model of the library by its name, in any case, with or without its publisher and as the Hub spells it, or else the
// config.json at a path, or in the folder there. Throws input_error.
known_model model_named_or_read(const io& from, std::string_view name_or_path);

// One of the library, or the config.json at a path from the folder that a file is in.
model_finder models_beside(const io& from, const std::string& file);

}  // namespace headroom::program
