// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/slurm/gres.hpp>


#include <algorithm>
#include <headroom/catalog/names/size_names.hpp>
#include <headroom/deployment/resolve.hpp>

#include <headroom/read/common/ini_text.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read {

namespace {

bool is_number(std::string_view text) {
  if (!text.empty() && std::string_view("kKmMgGtTpP").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  return is_digits(text);
}

// The text up to one of some characters, which is taken off too.
std::string_view take_up_to(std::string_view& text, std::string_view ends) {
  const std::size_t at = std::min(text.find_first_of(ends), text.size());
  const std::string_view first = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return first;
}

// 1,024 to the power that a suffix stands for; 0: none.
count factor_of(char suffix) {
  const std::size_t at = std::string_view("kmgtp").find(static_cast<char>(suffix | 0x20));
  return at == std::string_view::npos ? 0 : count{1} << (10 * (at + 1));
}

void take_entry(generic_gpus& sum, std::string_view entry, int line, deployment_file& into) {
  std::string_view type;
  count each = 1;
  while (!entry.empty()) {
    const std::string_view part = take_up_to(entry, ":=");
    if (is_number(part))
      each = suffixed_count(part, line);
    else if (part.starts_with('-') || (!type.empty() && !is_same_key(part, "no_consume")))
      throw unreadable({line, 0, concat(in_quotes(part), " is no number of GPUs")});
    else if (!is_same_key(part, "no_consume"))
      type = part;
  }
  if (const std::string_view profile = mig_profile_in(type); !profile.empty()) {
    sum.mig_profile = {into.keep(std::string(profile)), line};
    return;
  }
  const bool is_first = sum.gpus.line == 0;
  sum.gpus = {add(sum.gpus.value_or(0), each), line};
  if (is_first && !type.empty())
    sum.type = {into.keep(std::string(type)), line};
  else if (sum.type.is_known() && sum.type.value != type)
    sum.type = {};
}

generic_gpus gpus_in(std::string_view list, int line, deployment_file& into, bool is_named) {
  generic_gpus sum;
  if (is_left_open(list)) {
    sum.gpus = {unknown, line};
    return sum;
  }
  std::string text;  // without what is in parentheses: the sockets
  int depth = 0;
  for (const char c : list) {
    depth += c == '(' ? 1 : 0;
    if (depth == 0) text += c;
    depth -= c == ')' && depth > 0 ? 1 : 0;
  }
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view entry = without_blanks(take_up_to(rest, ","));
    if (is_named) {
      if (entry.starts_with("gres/")) entry.remove_prefix(5);
      if (!is_same_key(take_up_to(entry, ":="), "gpu")) continue;
    } else if (entry.empty()) {
      continue;
    }
    take_entry(sum, entry, line, into);
  }
  if (!is_count(sum.gpus.value))
    throw unreadable({line, 0, concat("more than ", max_count, " GPUs of a node")});
  // Some of the GPUs are split, and how many that takes is not said.
  if (sum.mig_profile.is_known()) sum.gpus = {};
  return sum;
}

}  // namespace

bool is_left_open(std::string_view value) {
  return value.find('$') != std::string_view::npos || value.find("{{") != std::string_view::npos ||
         value.find("{%") != std::string_view::npos || value.starts_with('<') || value.find('@') != std::string_view::npos ||
         value.find("__") != std::string_view::npos || (value.starts_with('{') && value.ends_with('}')) ||
         (value.size() > 2 && value.starts_with('%') && value.ends_with('%'));
}

generic_gpus gpus_of_gres(std::string_view list, int line, deployment_file& into) {
  return gpus_in(list, line, into, true);
}

generic_gpus gpus_of_option(std::string_view list, int line, deployment_file& into) {
  return gpus_in(list, line, into, false);
}

count suffixed_count(std::string_view text, int line) {
  const count factor = text.empty() ? 0 : factor_of(text.back());
  const count number = count_of(factor == 0 ? text : text.substr(0, text.size() - 1), line);
  const count all = factor == 0 ? number : multiply(number, factor);
  if (!is_count(all))
    throw unreadable({line, 0, concat(in_quotes(text), " is no count: expected at most ", max_count)});
  return all;
}

memory slurm_memory(std::string_view text, int line) {
  std::string_view number = text;
  if (number.size() > 1 && (number.back() == 'B' || number.back() == 'b') && !is_digit(number[number.size() - 2]))
    number.remove_suffix(1);
  const count factor = number.empty() ? 0 : factor_of(number.back());
  if (factor != 0) number.remove_suffix(1);
  if (!is_digits(number))
    throw unreadable({line, 0,
                      concat(in_quotes(text), " is not an amount of memory: expected a number, of MiB or with K, M, G, T or P")});
  // Slurm rounds what is less than a MiB up; here it counts as it is.
  const double unit = factor == 0 ? 1'048'576.0 : static_cast<double>(factor);
  return bytes(static_cast<double>(count_of(number, line)) * unit);
}

std::string_view mig_profile_in(std::string_view type) {
  for (std::size_t dot = type.find("g."); dot != std::string_view::npos; dot = type.find("g.", dot + 1)) {
    std::size_t begin = dot;
    while (begin > 0 && is_digit(type[begin - 1])) --begin;
    std::size_t end = dot + 2;
    while (end < type.size() && is_digit(type[end])) ++end;
    if (begin < dot && end > dot + 2 && is_same_key(type.substr(end, 2), "gb")) return type.substr(begin, end + 2 - begin);
  }
  return {};
}

said<std::string_view> size_in_features(std::string_view features, int line, deployment_file& into) {
  said<std::string_view> found;
  if (is_left_open(features)) return found;
  while (!features.empty()) {
    const std::size_t end = std::min(features.find_first_of(",&|()[]*!"), features.size());
    const std::string_view one = without_blanks(features.substr(0, end));
    features.remove_prefix(std::min(end + 1, features.size()));
    if ((!catalog::is_size_name(one) && find_machine(one, {}) == nullptr) || (found.is_known() && found.value == one)) continue;
    if (found.is_known()) return {};
    found = {into.keep(std::string(one)), line};
  }
  return found;
}

}  // namespace headroom::read
