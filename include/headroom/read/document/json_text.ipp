// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <charconv>
#include <headroom/read/document/json_text.hpp>
#include <headroom/read/document/utf8.hpp>
#include <headroom/text/characters.hpp>
#include <optional>

namespace headroom::read {

namespace json_detail {

constexpr std::string_view blanks = " \t\r\n";

std::string_view without_comment_signs(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r*/");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r*/") + 1 - begin);
}
bool has_only_blanks(std::string_view text) { return text.find_first_not_of(" \t\r") == std::string_view::npos; }

class json_reader {
 public:
  json_reader(std::string_view text, const json_terms& terms, tree_maker& into)
      : text_(text), terms_(terms), into_(into) {}

  bool read() {
    if (const std::size_t bad = first_not_utf8(text_); bad < text_.size()) return fail_as_utf8(bad);
    if (!skip_blanks()) return false;
    if (at_ == text_.size()) return fail("the text is empty: expected a JSON value");
    if (!read_value()) return false;
    while (into_.has_open())
      if (!read_inside()) return false;
    if (!skip_blanks()) return false;
    return at_ == text_.size() || fail(concat(found(), " behind the end of the document: expected nothing more"));
  }

 private:
  // ---- places

  int column() const { return static_cast<int>(at_ - line_begin_ - continuations_) + 1; }
  void end_line() {
    line_begin_ = at_;
    continuations_ = 0;
    ++line_;
  }
  void step() {
    const char c = text_[at_++];
    if (c == '\n') end_line();
    else continuations_ += (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
  }

  bool fail(std::string message, refusal why = refusal::not_a_document) {
    return into_.fail({line_, column(), std::move(message), why});
  }
  bool fail_as_utf8(std::size_t bad) {
    while (at_ < bad) step();
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(text_[bad]);
    return fail(concat("the byte 0x", digits[byte >> 4], digits[byte & 15], " is not UTF-8: expected a text in UTF-8"),
                refusal::not_utf8);
  }
  std::string found() const {
    if (at_ == text_.size()) return "the text ends";
    if (text_[at_] == '"') return "a text";
    const std::size_t end = text_.find_first_of(" \t\r\n,:{}[]\"", at_);
    return in_quotes(text_.substr(at_, std::max<std::size_t>(end, at_ + 1) - at_), 40);
  }

  // ---- between values

  bool skip_blanks() {
    while (at_ < text_.size()) {
      if (blanks.find(text_[at_]) != std::string_view::npos) step();
      else if (terms_.allows_comments && text_.substr(at_, 2) == "//") take_comment(std::min(text_.find('\n', at_), text_.size()));
      else if (terms_.allows_comments && text_.substr(at_, 2) == "/*") {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) return fail("a comment that does not end");
        take_comment(end + 2);
      } else {
        break;
      }
    }
    return true;
  }
  // Each line of one.
  void take_comment(std::size_t end) {
    while (at_ < end) {
      const std::size_t eol = std::min(text_.find('\n', at_), text_.size());
      const std::size_t stop = std::min(eol, end);
      const bool stands_alone = has_only_blanks(text_.substr(line_begin_, at_ - line_begin_)) &&
                                has_only_blanks(text_.substr(stop, eol - stop));
      into_.add_comment({line_, into_.kept(without_comment_signs(text_.substr(at_, stop - at_))), stands_alone});
      while (at_ < stop) step();
      if (at_ < end) step();
    }
  }

  bool take(char sign) {
    if (at_ == text_.size() || text_[at_] != sign) return false;
    step();
    return true;
  }

  // ---- values

  // What comes next in the innermost list or map: its end, or a value.
  bool read_inside() {
    const tree* in = into_.innermost();
    const bool is_map = in->is_map();
    if (!skip_blanks()) return false;
    if (take(is_map ? '}' : ']')) return into_.place_value(into_.close());
    if (!in->items.empty()) {
      if (!take(','))
        return fail(concat(found(), is_map ? ": expected ',' or '}' behind a value" : ": expected ',' or ']' behind a value"));
      if (!skip_blanks()) return false;
    }
    return is_map ? read_member() : read_value();
  }
  bool read_member() {
    const int line = line_;
    const int at_column = column();
    if (at_ == text_.size() || text_[at_] != '"') return fail(concat(found(), ": expected a key in double quotes"));
    std::string_view key;
    if (!read_string(key) || !skip_blanks()) return false;
    into_.take_key(key, line, at_column);
    if (!take(':')) return fail(concat(found(), ": expected ':' behind a key"));
    return skip_blanks() && read_value();
  }
  bool read_value() {
    tree* value = into_.make();
    value->line = line_;
    value->column = column();
    const char first = at_ < text_.size() ? text_[at_] : '\0';
    if (first == '{' || first == '[') {
      value->is = first == '{' ? tree::kind::map : tree::kind::list;
      if (!into_.open(value)) return false;
      step();
      return true;
    }
    value->is = tree::kind::text;
    if (first == '"') {
      value->quoted = true;
      if (!read_string(value->text)) return false;
    } else {
      const std::size_t end = std::min(text_.find_first_of(" \t\r\n,:{}[]\"/", at_), text_.size());
      value->text = into_.kept(text_.substr(at_, end - at_));
      if (value->text == "null") value->is = tree::kind::none;
      else if (!value->is_boolean() && !value->is_number())
        return fail(concat(found(), ": expected a JSON value"));
      at_ = end;
    }
    return into_.take_values(1, value->line, value->column) && into_.place_value(value);
  }

  // Most strings have no escapes, and are taken as they are.
  bool read_string(std::string_view& into) {
    step();
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\') {
      if (static_cast<unsigned char>(text_[at_]) < 0x20) return fail("a control character in a string: expected it escaped");
      step();
    }
    if (at_ == text_.size()) return fail("a string that does not end");
    if (text_[at_] == '"') {
      into = into_.kept(text_.substr(begin, at_ - begin));
      step();
      return true;
    }
    std::string written(text_.substr(begin, at_ - begin));
    while (text_[at_] != '"') {
      if (text_[at_] == '\\') {
        if (!read_escape(written)) return false;
      } else if (static_cast<unsigned char>(text_[at_]) < 0x20) {
        return fail("a control character in a string: expected it escaped");
      } else {
        written += text_[at_];
        step();
      }
      if (at_ == text_.size()) return fail("a string that does not end");
    }
    step();
    into = into_.kept(written);
    return true;
  }

  std::optional<std::uint32_t> escaped_at(std::size_t at) const {
    if (at + 6 > text_.size() || text_[at] != '\\' || text_[at + 1] != 'u') return std::nullopt;
    std::uint32_t number = 0;
    const char* begin = text_.data() + at + 2;
    const auto [end, problem] = std::from_chars(begin, begin + 4, number, 16);
    return problem == std::errc{} && end == begin + 4 ? std::optional(number) : std::nullopt;
  }
  bool read_escape(std::string& into) {
    constexpr std::string_view signs = "\"\\/bfnrt";
    constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
    const std::size_t plain = at_ + 1 < text_.size() ? signs.find(text_[at_ + 1]) : std::string_view::npos;
    if (plain != std::string_view::npos) {
      into += meant[plain];
      at_ += 2;
      return true;
    }
    const std::optional<std::uint32_t> high = escaped_at(at_);
    if (!high) return fail("an escape that JSON does not have");
    const bool is_half = *high >= 0xD800U && *high < 0xE000U;
    const std::uint32_t low = is_half ? escaped_at(at_ + 6).value_or(0) : 0;
    const bool is_pair = *high < 0xDC00U && low >= 0xDC00U && low < 0xE000U;
    if (is_half != is_pair) return fail("half of a surrogate pair");
    append_utf8(into, is_pair ? 0x10000U + ((*high - 0xD800U) << 10U) + (low - 0xDC00U) : *high);
    at_ += is_pair ? 12 : 6;
    return true;
  }

  std::string_view text_;
  const json_terms& terms_;
  tree_maker& into_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  std::size_t continuations_ = 0;  // bytes of the line that begin no character
  int line_ = 1;
};

}  // namespace json_detail

bool read_json(std::string_view text, const json_terms& terms, tree_maker& into) {
  return json_detail::json_reader(text, terms, into).read();
}

bool looks_like_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(json_detail::blanks);
  if (first == std::string_view::npos) return false;
  const std::string_view begin = text.substr(first, 2);
  if (begin == "{{" || begin == "{%") return false;  // a template
  return text[first] == '{' || text[first] == '[' || begin == "//" || begin == "/*";
}

bool is_written_as_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(json_detail::blanks);
  if (first == std::string_view::npos) return false;
  if (text[first] == '/') return true;
  const std::size_t second = text.find_first_not_of(json_detail::blanks, first + 1);
  return second != std::string_view::npos && std::string_view("\"{[/").find(text[second]) != std::string_view::npos;
}

}  // namespace headroom::read
