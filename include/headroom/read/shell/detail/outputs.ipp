// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/detail/conditions.ipp>
#include <headroom/read/shell/detail/outputs.hpp>

namespace headroom::read::shell::detail {

namespace outputs_detail {

bool are_known(std::span<const expanded_word> words) {
  return std::ranges::all_of(words, [](const expanded_word& each) {
    return each.text.is_known() && each.optional == nullptr && !each.may_be_several && !each.has_glob;
  });
}

bool echo(std::span<const expanded_word> words, dialect language, value_builder& to) {
  bool ends_line = true;
  if (!words.empty() && starts_with(words[0].text, "-")) {
    if (!words[0].text.is("-n")) return false;
    ends_line = false;
    words = words.subspan(1);
    if (!words.empty() && starts_with(words[0].text, "-")) return false;
  }
  for (const expanded_word& each : words) {
    // What "sh" makes of a backslash depends on which one it is.
    const bool is_read = language == dialect::sh && each.text.text.find('\\') != std::string_view::npos;
    if (each.has_glob || is_read) return false;
  }
  add_joined(to, words, {});
  if (ends_line) to.add("\n", {});
  return true;
}

// "%s", "%d" and line ends, over and over until no argument is left.
bool print_formatted(std::span<const expanded_word> words, std::string& to) {
  if (words.empty() || !are_known(words)) return false;
  const std::string_view format = words[0].text.text;
  words = words.subspan(1);
  if (format.starts_with('-')) return false;
  do {
    const std::size_t before = words.size();
    for (std::size_t i = 0; i < format.size(); ++i) {
      const char c = format[i];
      const char next = i + 1 < format.size() ? format[i + 1] : '\0';
      if (c != '%' && c != '\\') {
        to += c;
        continue;
      }
      ++i;
      std::int64_t n = 0;
      const std::string_view argument = words.empty() ? std::string_view{} : words[0].text.text;
      if (c == '\\' && (next == 'n' || next == 't' || next == '\\')) {
        to += next == 'n' ? '\n' : next == 't' ? '\t' : '\\';
      } else if (c == '%' && next == '%') {
        to += '%';
      } else if (c == '%' && (next == 's' || next == 'd')) {
        if (next == 'd' && !words.empty() && (!conditions_detail::read_decimal(argument, n) || std::to_string(n) != argument)) return false;
        to += next == 's' ? std::string(argument) : std::to_string(n);
        if (!words.empty()) words = words.subspan(1);
      } else {
        return false;
      }
    }
    if (words.size() == before) break;
  } while (!words.empty());
  return true;
}

bool seq(std::span<const expanded_word> words, std::string& to) {
  constexpr std::int64_t most = 512;
  if (words.size() > 3 || !are_known(words)) return false;
  std::int64_t n[3]{1, 1};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t place = words.size() == 1 ? 2 : words.size() == 2 && i == 1 ? 2 : i;
    if (!conditions_detail::read_decimal(words[i].text.text, n[place])) return false;
    if (words[i].text.text.size() > 1 && words[i].text.text[0] == '0') return false;
  }
  const auto [first, step, last] = n;
  if (step == 0 || (last - first) / step > most) return false;
  for (std::int64_t i = first; step > 0 ? i <= last : i >= last; i += step) to += std::to_string(i) + "\n";
  return true;
}

// Numbers and signs of arithmetic.
bool expr(std::span<const expanded_word> words, expander& with, std::string& to) {
  if (!are_known(words)) return false;
  std::string expression;
  for (const expanded_word& each : words) {
    std::int64_t n = 0;
    const std::string_view text = each.text.text;
    const bool is_sign = text.size() == 1 && std::string_view("+-*/%()").find(text[0]) != std::string_view::npos;
    const bool is_number = conditions_detail::read_decimal(text, n) && std::to_string(n) == text;
    if (!is_sign && !is_number) return false;
    expression += std::string(text) + " ";
  }
  const part all[]{{.text = expression}};
  const number result = with.evaluate({.parts = all});
  to = std::to_string(result.is) + "\n";
  return result.is_known() && words.size() != 2;
}

}  // namespace outputs_detail

bool add_output(std::span<const expanded_word> words, dialect language, expander& with, value_builder& to) {
  if (!words[0].text.is_known()) return false;
  const std::string_view name = words[0].text.text;
  const std::span<const expanded_word> arguments = words.subspan(1);
  if (name == "echo") return outputs_detail::echo(arguments, language, to);
  std::string text;
  const bool is_followed = name == "printf" ? outputs_detail::print_formatted(arguments, text)
                           : name == "seq"  ? outputs_detail::seq(arguments, text)
                           : name == "expr" ? outputs_detail::expr(arguments, with, text)
                                            : false;
  if (!is_followed) return false;
  // Each line stands where the command does.
  const std::string_view kept = with.kept(text);
  for (std::size_t at = 0; at < kept.size();) {
    const std::size_t end = std::min(kept.find('\n', at), kept.size()) + 1;
    to.add(kept.substr(at, end - at), words[0].at);
    at = end;
  }
  if (std::ranges::any_of(arguments, [](const expanded_word& each) { return each.text.is_default; })) to.mark_default();
  return true;
}

}  // namespace headroom::read::shell::detail
