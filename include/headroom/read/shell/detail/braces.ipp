// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <string>

#include <headroom/read/shell/detail/braces.hpp>
#include <headroom/read/shell/lexer.ipp>

namespace headroom::read::shell::detail {

namespace braces_detail {

constexpr std::size_t most_characters = 2048;
constexpr std::size_t most_words = 512;
constexpr int most_nested = 32;

// A character that is not quoted, or a part that is none.
struct atom {
  char character = '\0';
  const part* whole = nullptr;
  position at{};

  bool is(char c) const { return character == c; }
};
using atoms = std::vector<atom>;

struct number_text {
  std::int64_t is = 0;
  std::size_t width = 0;  // where it begins with 0
};

bool read(std::string_view text, number_text& into) {
  const std::string_view whole = text;
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into.is);
  if (error != std::errc{} || end != text.data() + text.size()) return false;
  const std::string_view digits = whole.substr(whole.starts_with('-') ? 1 : 0);
  if (digits.size() > 1 && digits.starts_with('0')) into.width = text.size();
  return true;
}

std::string padded(std::int64_t n, std::size_t width) {
  std::string text = std::to_string(n);
  if (text.size() < width) text.insert(n < 0 ? 1 : 0, width - text.size(), '0');
  return text;
}

class expansion {
 public:
  bool is_too_much() const { return is_too_much_; }

  std::vector<atoms> expand(const atoms& in, int depth) {
    for (std::size_t i = 0; i < in.size() && !is_too_much_; ++i) {
      const bool is_pair = i == 0 && in.size() > 1 && in[1].is('}');  // "{}", as of find
      if (!in[i].is('{') || is_pair) continue;
      std::vector<std::size_t> cuts{i};  // the braces, and the commas between
      if (!find_end(in, cuts)) continue;
      std::vector<atoms> middles;
      const atoms whole = slice(in, i, cuts.back() + 1);
      if (std::ranges::any_of(whole, [](const atom& each) { return each.is(','); })) {
        for (std::size_t k = 0; k + 1 < cuts.size(); ++k)
          append(middles, slice(in, cuts[k] + 1, cuts[k + 1]), depth);
      } else if (!sequence(in, cuts[0], cuts[1], middles)) {
        middles.push_back(whole);
      }
      return combine(slice(in, 0, i), middles, slice(in, cuts.back() + 1, in.size()), depth);
    }
    return {in};
  }

 private:
  static atoms slice(const atoms& of, std::size_t begin, std::size_t end) {
    return {of.begin() + static_cast<std::ptrdiff_t>(begin), of.begin() + static_cast<std::ptrdiff_t>(end)};
  }

  void append(std::vector<atoms>& to, const atoms& one, int depth) {
    is_too_much_ = is_too_much_ || depth > most_nested;
    if (is_too_much_) return;
    for (atoms& each : expand(one, depth + 1)) to.push_back(std::move(each));
    is_too_much_ = is_too_much_ || to.size() > most_words;
  }

  std::vector<atoms> combine(const atoms& begin, const std::vector<atoms>& middles, const atoms& end, int depth) {
    std::vector<atoms> ends;
    append(ends, end, depth);
    is_too_much_ = is_too_much_ || middles.size() * ends.size() > most_words;
    std::vector<atoms> all;
    if (is_too_much_) return all;
    for (const atoms& middle : middles)
      for (const atoms& last : ends) {
        atoms one = begin;
        one.insert(one.end(), middle.begin(), middle.end());
        one.insert(one.end(), last.begin(), last.end());
        all.push_back(std::move(one));
      }
    return all;
  }

  // A brace closes where a comma or two dots stand between, on its level.
  static bool find_end(const atoms& in, std::vector<std::size_t>& cuts) {
    int depth = 0;
    bool has_dots = false;
    for (std::size_t i = cuts.front() + 1; i < in.size(); ++i) {
      const bool is_level = depth == 0;
      if (in[i].is('{')) ++depth;
      if (is_level && in[i].is(',')) cuts.push_back(i);
      has_dots = has_dots || (is_level && i + 2 < in.size() && in[i].is('.') && in[i + 1].is('.') && !in[i + 2].is('}'));
      if (!in[i].is('}')) continue;
      if (!is_level) --depth;
      if (!is_level || (cuts.size() == 1 && !has_dots)) continue;
      cuts.push_back(i);
      return true;
    }
    return false;
  }

  // "1..8", "1..8..2", "a..e".
  bool sequence(const atoms& in, std::size_t open, std::size_t close, std::vector<atoms>& into) {
    std::string text;
    for (std::size_t i = open + 1; i < close; ++i) {
      if (in[i].whole != nullptr) return false;
      text += in[i].character;
    }
    std::array<std::string_view, 3> parts{};
    std::size_t count = 0;
    for (std::string_view rest = text; count < 3;) {
      const std::size_t dots = count == 2 ? std::string_view::npos : rest.find("..");
      parts[count++] = rest.substr(0, dots);
      if (dots == std::string_view::npos) break;
      rest.remove_prefix(dots + 2);
    }
    number_text from{};
    number_text to{};
    number_text by{};
    if (count < 2 || (count == 3 && (!read(parts[2], by) || by.is == std::numeric_limits<std::int64_t>::min()))) return false;
    const bool are_numbers = read(parts[0], from) && read(parts[1], to);
    const auto is_letter = [](std::string_view one) { return one.size() == 1 && lexer_detail::is_name_start(one[0]) && one != "_"; };
    if (!are_numbers) {
      if (!is_letter(parts[0]) || !is_letter(parts[1])) return false;
      from = {parts[0][0]};
      to = {parts[1][0]};
    }
    // Of any two numbers, how far they are apart.
    const auto distance = [](std::int64_t less, std::int64_t more) { return static_cast<std::uint64_t>(more) - static_cast<std::uint64_t>(less); };
    const bool rises = from.is <= to.is;
    const std::uint64_t step = std::max<std::uint64_t>(1, by.is < 0 ? distance(by.is, 0) : distance(0, by.is));
    const std::uint64_t last = (rises ? distance(from.is, to.is) : distance(to.is, from.is)) / step;
    const std::size_t width = std::max(from.width, to.width);
    if (last >= most_words) {
      is_too_much_ = true;
      return true;
    }
    for (std::uint64_t i = 0; i <= last; ++i) {
      const auto n = static_cast<std::int64_t>(static_cast<std::uint64_t>(from.is) + (rises ? i * step : 0 - i * step));
      atoms one;
      for (const char c : are_numbers ? padded(n, width) : std::string(1, static_cast<char>(n)))
        one.push_back({c, nullptr, in[open].at});
      into.push_back(std::move(one));
    }
    return true;
  }

  bool is_too_much_ = false;
};

word word_of(const atoms& from, const word& of, arena& memory) {
  std::vector<part> parts;
  std::string text;
  const auto flush = [&](position at) {
    if (!text.empty()) parts.push_back({.at = at, .text = memory.keep_text(text)});
    text.clear();
  };
  word result = of;
  result.has_braces = result.has_glob = false;
  position begin = of.at;
  for (const atom& each : from) {
    if (each.whole != nullptr) {
      flush(begin);
      parts.push_back(*each.whole);
      continue;
    }
    if (text.empty()) begin = each.at;
    text += each.character;
    result.has_glob = result.has_glob || each.is('*') || each.is('?') || each.is('[');
  }
  flush(begin);
  result.parts = memory.keep(std::span<const part>(parts));
  return result;
}

}  // namespace braces_detail

std::optional<std::vector<word>> expand_braces(const word& of, arena& memory) {
  braces_detail::atoms all;
  const part* before = nullptr;
  for (const part& each : of.parts) {
    // "$X{1..3}" is "$X1 $X2 $X3".
    const bool is_glued = before != nullptr && before->kind == part_kind::parameter && before->parameter == nullptr;
    if (is_glued && each.kind == part_kind::literal && each.text.starts_with('{')) return std::nullopt;
    before = &each;
    if (each.kind != part_kind::literal) {
      all.push_back({.whole = &each});
      continue;
    }
    for (std::size_t i = 0; i < each.text.size(); ++i)
      all.push_back({each.text[i], nullptr, {each.at.line, each.at.column + static_cast<int>(i)}});
    if (all.size() > braces_detail::most_characters) return std::nullopt;
  }
  braces_detail::expansion expansion;
  const std::vector<braces_detail::atoms> words = expansion.expand(all, 0);
  if (expansion.is_too_much()) return std::nullopt;
  std::vector<word> result;
  for (const braces_detail::atoms& each : words) result.push_back(braces_detail::word_of(each, of, memory));
  return result;
}

}  // namespace headroom::read::shell::detail
