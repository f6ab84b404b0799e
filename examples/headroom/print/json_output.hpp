// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/export/json_values.hpp>
#include <nlohmann/json.hpp>
#include <string_view>

#include "session.hpp"

namespace headroom::program {

// Prints the members of a command's answer in JSON. Bytes that are no UTF-8, as of a file's name, come out replaced.
void print_json_answer(session& s, std::string_view command, const nlohmann::ordered_json& members);

}  // namespace headroom::program
