// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/requires_cpp20.hpp>

#include <string>
#include <string_view>

#include <headroom/read/model_config/fields.hpp>

namespace headroom::read::configs {

// Whether no count depends on a field of that name, whatever its value.
bool has_no_count(std::string_view name);

// Whether some architecture reads a field of that name or none need: of an unknown architecture, the others are what is
// not understood.
bool is_known_field(std::string_view name);

// The first field, in quotes, that nobody has asked for, that a count may depend on and that is switched on; empty where
// there is none.
std::string first_not_understood(const fields& c);

// Fails at that field.
void refuse_what_is_not_understood(const fields& c);

}  // namespace headroom::read::configs
