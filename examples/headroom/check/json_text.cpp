// SPDX-License-Identifier: BSL-1.0
#include "check/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

namespace headroom::program {

namespace {

// The number of an escape \uXXXX at a place.
std::optional<std::uint32_t> escaped_at(std::string_view text, std::size_t at) {
  if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') return std::nullopt;
  std::uint32_t number = 0;
  const char* begin = text.data() + at + 2;
  const auto [end, problem] = std::from_chars(begin, begin + 4, number, 16);
  if (problem != std::errc{} || end != begin + 4) return std::nullopt;
  return number;
}

std::string_view without_comment_signs(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r*/");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r*/") + 1 - begin);
}

bool has_only_blanks(std::string_view text) { return text.find_first_not_of(" \t\r") == std::string_view::npos; }

class json_rewriter {
 public:
  explicit json_rewriter(std::string_view from) : from_(from) {}

  json_text written() {
    into_.text.reserve(from_.size());
    while (at_ < from_.size()) {
      if (in_string_) {
        take_in_string();
      } else if (from_.substr(at_, 2) == "//" && may_begin_comment()) {
        take_comment(std::min(from_.find('\n', at_), from_.size()));
      } else if (from_.substr(at_, 2) == "/*") {
        const std::size_t end = from_.find("*/", at_ + 2);
        take_comment(end == std::string_view::npos ? from_.size() : end + 2);
      } else {
        in_string_ = from_[at_] == '"';
        // YAML has no tabs before what begins a list or map.
        if (from_[at_] == '\t') blank_one();
        else take_one();
      }
    }
    return std::move(into_);
  }

 private:
  void take_one() {
    if (from_[at_] == '\n') ++line_;
    into_.text += from_[at_++];
  }
  void blank_one() {
    into_.text += ' ';
    ++at_;
  }

  void take_in_string() {
    const std::uint32_t high = escaped_at(from_, at_).value_or(0);
    const std::uint32_t low = escaped_at(from_, at_ + 6).value_or(0);
    if (high >= 0xD800U && high < 0xDC00U && low >= 0xDC00U && low < 0xE000U) {
      into_.text += fmt::format("\\U{:08X}", 0x10000U + ((high - 0xD800U) << 10U) + (low - 0xDC00U));
      at_ += 12;
      return;
    }
    if (from_[at_] == '\\' && at_ + 1 < from_.size()) take_one();
    else if (from_[at_] == '"') in_string_ = false;
    take_one();
  }

  bool may_begin_comment() const { return at_ == 0 || from_[at_ - 1] != ':'; }

  // Each line of a comment, blank in the text.
  void take_comment(std::size_t end) {
    while (at_ < end) {
      const std::size_t eol = std::min(from_.find('\n', at_), from_.size());
      const std::size_t stop = std::min(eol, end);
      const std::size_t start = at_ == 0 ? 0 : from_.rfind('\n', at_ - 1) + 1;
      into_.comments.push_back(
          {line_, without_comment_signs(from_.substr(at_, stop - at_)),
           has_only_blanks(from_.substr(start, at_ - start)) && has_only_blanks(from_.substr(stop, eol - stop))});
      into_.text.append(stop - at_, ' ');
      at_ = stop;
      if (at_ < end) take_one();
    }
  }

  std::string_view from_;
  json_text into_;
  std::size_t at_ = 0;
  int line_ = 1;
  bool in_string_ = false;
};

}  // namespace

bool looks_like_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  if (text.substr(first, 2) == "{{") return false;  // a template
  return text[first] == '{' || text[first] == '[' || text.substr(first, 2) == "//" || text.substr(first, 2) == "/*";
}

json_text json_as_yaml(std::string_view text) { return json_rewriter(text).written(); }

}  // namespace headroom::program
