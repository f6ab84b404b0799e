// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/export/json_values.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "session.hpp"

namespace headroom::program {

// A text as JSON, in quotes. Bytes that are no UTF-8, as of a file's name, come out replaced.
std::string json_text(std::string_view text);

// Prints the members of a command's answer in JSON, its texts likewise.
void print_json_answer(session& s, std::string_view command, const nlohmann::ordered_json& members);

}  // namespace headroom::program
