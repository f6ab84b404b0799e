// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "check/checker.hpp"
#include "session.hpp"

namespace headroom::program {

struct findings_style {
  bool explain = false;  // each finding's arithmetic, and the day
  std::string_view as_of{};  // empty: the catalogue's
};

// "2 files judged: 2 errors, 2 warnings, 0 unknowns"
std::string words_of_check(std::span<const checked_file> files);

// Calls the function with each finding that is not silenced; with one that an option of the run decides for all files, once.
void for_each_told(std::span<const checked_file> files,
                   const std::function<void(const checked_file&, const told_finding&)>& call);

// For people: file, line, what is wrong, what would make it right.
void print_for_people(session& s, std::span<const checked_file> files, const findings_style& how);

// For programs.
void print_json(session& s, std::span<const checked_file> files);
void print_json(session& s, std::span<const checked_file> files, const nlohmann::ordered_json& change);
void print_sarif(session& s, std::span<const checked_file> files);  // SARIF 2.1.0
void print_github(session& s, std::span<const checked_file> files);  // annotations of GitHub's workflows
void print_markdown(session& s, std::span<const checked_file> files);  // a table, for a comment of CI

}  // namespace headroom::program
