// SPDX-License-Identifier: BSL-1.0
#include "document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "suggest.hpp"
#include "words.hpp"

namespace headroom::program {

namespace {

// Bytes that the parser has taken, so that an event knows where it is: nlohmann's events carry no positions.
class counting_iterator {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  counting_iterator() = default;
  counting_iterator(const char* at, std::size_t* taken) : at_(at), taken_(taken) {}
  reference operator*() const { return *at_; }
  counting_iterator& operator++() {
    ++at_;
    ++*taken_;
    return *this;
  }
  counting_iterator operator++(int) {
    counting_iterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const counting_iterator& a, const counting_iterator& b) { return a.at_ == b.at_; }

 private:
  const char* at_ = nullptr;
  std::size_t* taken_ = nullptr;
};

// nlohmann's sentence without its code and place, and with the text it quotes kept short.
std::string sentence_of(const std::string& what) {
  std::string_view rest = what;
  if (const std::size_t at = rest.find("column "); at != std::string_view::npos)
    if (const std::size_t colon = rest.find(": ", at); colon != std::string_view::npos) rest.remove_prefix(colon + 2);
  if (rest.starts_with("[json"))
    if (const std::size_t end = rest.find("] "); end != std::string_view::npos) rest.remove_prefix(end + 2);

  constexpr std::string_view mark = "last read: '";
  const std::size_t read = rest.find(mark);
  const std::size_t end = read == std::string_view::npos ? read : rest.find("'; expected", read);
  constexpr std::size_t most = 40;
  std::string result(rest);
  if (read != std::string_view::npos) {
    const std::size_t from = read + mark.size();
    const std::size_t to = end == std::string_view::npos ? rest.size() : end;
    if (to > from + most) {
      std::size_t begin = to - most;
      while (begin < to && (static_cast<unsigned char>(rest[begin]) & 0xC0U) == 0x80U) ++begin;
      result = fmt::format("{}...{}", rest.substr(0, from), rest.substr(begin));
    }
  } else if (result.size() > 200) {
    result.resize(200);
  }
  return result;
}

}  // namespace

std::string place_of(std::string_view file, const text_error& error) {
  return fmt::format("{}:{}:{}: {}{}{}", file == "-" ? "standard input" : file, error.line, error.column, error.path,
                     error.path.empty() ? "" : ": ", error.message);
}

std::size_t first_not_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  std::size_t at = 0;
  while (at < text.size()) {
    const unsigned first = byte(at);
    std::size_t more = 0;
    std::uint32_t least = 0;
    if (first >= 0xF0 && first < 0xF5) {
      more = 3;
      least = 0x10000;
    } else if (first >= 0xE0 && first < 0xF0) {
      more = 2;
      least = 0x800;
    } else if (first >= 0xC2 && first < 0xE0) {
      more = 1;
    } else if (first >= 0x80) {
      return at;
    }
    std::uint32_t point = more == 0 ? first : first & (0x3FU >> more);
    for (std::size_t i = 1; i <= more; ++i) {
      if ((byte(at + i) & 0xC0U) != 0x80U) return at;
      point = point << 6 | (byte(at + i) & 0x3FU);
    }
    if (point < least || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return at;
    at += more + 1;
  }
  return at;
}

const node* node::find(std::string_view name) const {
  const auto found = std::ranges::find(items, name, [](const node* item) { return std::string_view(item->key); });
  return found == items.end() ? nullptr : *found;
}

std::string node::path() const {
  if (parent == nullptr) return "$";
  const std::string above = parent->path();
  if (parent->kind == kind::list) return fmt::format("{}[{}]", above, index);
  return is_identifier(key) && key.size() <= 60 ? above + "." + key : fmt::format("{}[{}]", above, in_quotes(key));
}

// Takes the events of nlohmann's parser. Each returns whether to go on.
class document_builder {
 public:
  document_builder(document& of, const std::size_t& taken) : of_(of), taken_(taken) {}

  bool null() { return add(kind::null, token("null")) != nullptr; }
  bool boolean(bool yes) {
    node* added = add(kind::boolean, token(yes ? "true" : "false"));
    if (added != nullptr) added->yes = yes;
    return added != nullptr;
  }
  bool number_integer(std::int64_t value) { return add_number(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) { return add_number(static_cast<double>(value)); }
  bool number_float(double value, const std::string&) { return add_number(value); }
  bool string(std::string& value) {
    node* added = add(kind::text, opening_quote());
    if (added != nullptr) added->text = std::move(value);
    return added != nullptr;
  }
  bool binary(std::vector<std::uint8_t>&) { return false; }  // JSON has none

  bool start_object(std::size_t) { return open(kind::object); }
  bool start_array(std::size_t) { return open(kind::list); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    key_ = std::move(name);
    key_offset_ = opening_quote();
    if (keys_.back().insert(key_).second) return true;
    return fail(key_offset_, open_.back()->path(),
                fmt::format("the key {} is here twice: expected each key once", in_quotes(key_)));
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& problem) {
    const std::size_t offset = std::min(position == 0 ? 0 : position - 1, of_.text_.size());
    return fail(offset, {}, sentence_of(problem.what()));
  }

 private:
  // Where the token that was just read begins. The parser has taken one byte more than a number is long.
  std::size_t token(std::string_view word) const { return taken_ - word.size(); }
  std::size_t opening_quote() const {
    std::size_t at = taken_ - 1;
    while (at-- > 0) {
      if (of_.text_[at] != '"') continue;
      std::size_t slashes = 0;
      while (slashes < at && of_.text_[at - 1 - slashes] == '\\') ++slashes;
      if (slashes % 2 == 0) return at;
    }
    return 0;
  }
  bool add_number(double value) {
    const auto is_part = [](char c) {
      return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
    };
    std::size_t end = std::min(taken_, of_.text_.size());
    while (end > 0 && !is_part(of_.text_[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && is_part(of_.text_[begin - 1])) --begin;
    node* added = add(kind::number, begin);
    if (added == nullptr) return false;
    added->number = value;
    added->text = of_.text_.substr(begin, end - begin);
    return true;
  }

  node* add(kind what, std::size_t offset) {
    const node* in = open_.empty() ? nullptr : open_.back();
    if (of_.nodes_.size() == most_values) {
      fail(offset, in->path(), fmt::format("the file holds more than {} values", most_values));
      return nullptr;
    }
    node& added = of_.nodes_.emplace_back();
    added.kind = what;
    added.offset = offset;
    added.parent = in;
    if (in != nullptr) {
      if (in->kind == kind::object) {
        added.key = std::move(key_);
        added.key_offset = key_offset_;
      }
      added.index = in->items.size();
      open_.back()->items.push_back(&added);
    }
    return &added;
  }
  bool open(kind what) {
    if (open_.size() == most_depth)
      return fail(taken_ - 1, {}, fmt::format("lists and objects nested more than {} deep", most_depth));
    node* added = add(what, taken_ - 1);
    if (added == nullptr) return false;
    open_.push_back(added);
    keys_.emplace_back();
    return true;
  }
  bool close() {
    open_.pop_back();
    keys_.pop_back();
    return true;
  }
  bool fail(std::size_t offset, std::string path, std::string message) {
    of_.error_ = of_.error_at(offset, std::move(path), std::move(message));
    return false;
  }

  document& of_;
  const std::size_t& taken_;
  std::vector<node*> open_;
  std::vector<std::set<std::string>> keys_;
  std::string key_;
  std::size_t key_offset_ = 0;
};

document::document(std::string_view text) : text_(text) {
  if (text_.starts_with(byte_order_mark)) text_.remove_prefix(byte_order_mark.size());
  if (text.size() > most_bytes) {
    error_ = error_at(0, {}, fmt::format("the file is larger than {} bytes", most_bytes));
    return;
  }
  if (const std::size_t bad = first_not_utf8(text_); bad < text_.size()) {
    const unsigned byte = static_cast<unsigned char>(text_[bad]);
    error_ = error_at(bad, {}, fmt::format("the byte 0x{:02X} is not UTF-8: expected a file in UTF-8", byte));
    return;
  }
  if (text_.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    error_ = error_at(0, {}, "the file is empty: expected a JSON object with \"format\": 1");
    return;
  }
  std::size_t taken = 0;
  document_builder events(*this, taken);
  const counting_iterator begin(text_.data(), &taken);
  const counting_iterator end(text_.data() + text_.size(), &taken);
  if (!nlohmann::json::sax_parse(begin, end, &events) && is_good()) error_ = error_at(taken, {}, "not JSON");
}

std::size_t document::line_at(std::size_t offset) const {
  return 1 + static_cast<std::size_t>(std::ranges::count(text_.substr(0, offset), '\n'));
}

text_error document::error_at(std::size_t offset, std::string path, std::string message) const {
  const std::string_view before = text_.substr(0, std::min(offset, text_.size()));
  text_error error;
  error.line = line_at(offset);
  const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  error.column = 1 + static_cast<std::size_t>(std::ranges::count_if(before.substr(start), [](char c) {
                   return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
                 }));
  error.path = std::move(path);
  error.message = std::move(message);
  return error;
}

}  // namespace headroom::program
