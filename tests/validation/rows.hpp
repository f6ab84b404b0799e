// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <validate/judge.hpp>
#include <validate/names.hpp>

#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// The committed rows, and what the program finds of them.
namespace validation_rows {

namespace hr = headroom;
namespace program = headroom::program::validation;
using program::judged;
using program::json;

// Read and judged once: most tests look at the same rows.
inline const std::vector<json>& of_file(const std::string& name) {
  static std::map<std::string, std::vector<json>> files;
  const auto [at, is_new] = files.try_emplace(name);
  if (is_new) at->second = json::parse(std::ifstream{HEADROOM_SOURCE_DIR "/tests/validation/" + name}).at("rows").get<std::vector<json>>();
  return at->second;
}

inline json of_file(const std::string& name, std::string_view id) {
  for (const json& each : of_file(name))
    if (each.at("id") == id) return each;
  return {};
}

inline const std::vector<judged>& judged_in(const std::string& name) {
  static std::map<std::string, std::vector<judged>> files;
  const auto [at, is_new] = files.try_emplace(name);
  if (is_new)
    for (const json& row : of_file(name))
      for (const judged& one : program::judge(row)) at->second.push_back(one);
  return at->second;
}

}  // namespace validation_rows
