// SPDX-License-Identifier: BSL-1.0
#include "print/json_output.hpp"

namespace headroom::program {

std::string json_text(std::string_view text) { return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); }

void print_json_answer(session& s, std::string_view command, const nlohmann::ordered_json& members) {
  const nlohmann::ordered_json answer = json_answer(command, members);
  s.write_json(answer.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

}  // namespace headroom::program
