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

inline std::vector<json> of_file(const std::string& name) {
  const json all = json::parse(std::ifstream{HEADROOM_SOURCE_DIR "/tests/validation/" + name});
  return all.at("rows").get<std::vector<json>>();
}

inline json of_file(const std::string& name, std::string_view id) {
  for (const json& each : of_file(name))
    if (each.at("id") == id) return each;
  return {};
}

inline std::vector<judged> judged_in(const std::string& name) {
  std::vector<judged> all;
  for (const json& row : of_file(name))
    for (const judged& one : program::judge(row)) all.push_back(one);
  return all;
}

}  // namespace validation_rows
