// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "session.hpp"
#include "validate/errors.hpp"
#include "validate/judge.hpp"
#include "validate/ranking.hpp"

namespace headroom::program::validation {

// What is printed of rows that were judged.
struct validation_report {
  std::string rows_from{};  // "built in", or the folder
  std::string date{};       // of the rows; empty: not stated
  judgement_of_rows found{};
  std::vector<standing> families{};
  std::vector<peer_standing> peers{};
  std::vector<ranked> rankings{};

  bool holds() const;
};

void print_report(session& run, const validation_report& of, bool each_row);
void print_report_json(session& run, const validation_report& of);

}  // namespace headroom::program::validation
