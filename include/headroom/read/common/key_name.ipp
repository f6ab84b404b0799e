// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/common/key_name.hpp>

namespace headroom::read {

namespace {

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

}  // namespace

std::string with_hyphens(std::string_view key) {
  std::string name;
  for (std::size_t i = 0; i < key.size(); ++i) {
    if (is_capital(key[i]) && i > 0 && !is_capital(key[i - 1])) name += '-';
    name += key[i] == '_' ? '-' : is_capital(key[i]) ? static_cast<char>(key[i] - 'A' + 'a') : key[i];
  }
  return name;
}

const tree* value_named(const tree& map, std::string_view name) {
  if (const tree* found = map.at(name)) return found;
  const std::string asked = with_hyphens(name);
  for (const tree* each : map.items)
    if (each->key.size() <= asked.size() && with_hyphens(each->key) == asked) return each;
  return nullptr;
}

}  // namespace headroom::read
