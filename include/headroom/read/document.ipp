// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/document.hpp>
#include <headroom/read/document/json_text.hpp>
#include <headroom/read/document/real_text.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/document/utf8.hpp>
#include <headroom/read/document/yaml_text.hpp>
#include <headroom/text/characters.hpp>
#include <limits>

namespace headroom::read {

namespace document_detail {

// Behind the digits at a place; that place itself where there are none.
constexpr std::size_t behind_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && ascii::is_digit(text[at])) ++at;
  return at;
}

constexpr bool is_json_number(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const std::size_t whole = behind_digits(text, at);
  if (whole == at || (text[at] == '0' && whole > at + 1)) return false;
  at = whole;
  if (at < text.size() && text[at] == '.') {
    const std::size_t end = behind_digits(text, at + 1);
    if (end == at + 1) return false;
    at = end;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const std::size_t end = behind_digits(text, at);
    if (end == at) return false;
    at = end;
  }
  return at == text.size();
}

}  // namespace document_detail

reading_error key_here_twice(const repeated_key& key) {
  return {key.line, key.column,
          concat("the key ", in_quotes(key.key), " is here twice, and on line ", key.first_line, ": expected each key once"),
          refusal::key_twice, key.in->path()};
}

reading_error last_of_two_keys(const repeated_key& key) {
  return {key.line, key.column,
          concat("the key ", in_quotes(key.key), " is here again, after line ", key.first_line, ": this value counts, and that one does not"),
          refusal::key_twice, key.in->path()};
}

std::string place_of(std::string_view file, const reading_error& error) {
  const std::string_view name = file == "-" ? std::string_view("standard input") : file;
  const std::string at = error.line == 0 ? std::string() : concat(':', error.line, ':', error.column);
  return concat(name, at, ": ", error.path, error.path.empty() ? "" : ": ", error.message);
}

bool tree::is_number() const { return !quoted && document_detail::is_json_number(text); }

double tree::number() const {
  double value = 0;
  const auto [end, problem] = real_from(text.data(), text.data() + text.size(), value);
  if (problem != std::errc::result_out_of_range) return value;
  const std::size_t exponent = text.find_first_of("eE");
  const bool is_small = exponent != std::string_view::npos && text[exponent + 1] == '-';
  constexpr double beyond = std::numeric_limits<double>::infinity();
  return is_small ? 0 : text.starts_with('-') ? -beyond : beyond;
}

const tree* tree::at(std::string_view name) const {
  if (is != kind::map) return nullptr;
  for (const tree* item : items)
    if (item->key == name) return item;
  return nullptr;
}

std::string tree::path() const {
  if (parent == nullptr) return "$";
  std::string above = parent->path();
  if (parent->is_list()) {
    std::size_t index = 0;
    while (index < parent->items.size() && parent->items[index] != this) ++index;
    return concat(above, '[', index, ']');
  }
  return ascii::is_identifier(key) && key.size() <= 60 ? concat(above, '.', key) : concat(above, '[', in_quotes(key), ']');
}

parsed_documents::parsed_documents(std::string_view text, document_syntax syntax, const document_limits& limits) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  if (text.size() > limits.bytes) {
    error_ = {0, 0, concat("the file is larger than ", limits.bytes >> 20, " MiB"), refusal::too_large};
    return;
  }
  tree_maker maker(*this, limits);
  if (syntax == document_syntax::json) {
    read_json(text, json_terms{}, maker);
    return;
  }
  // A map or list of YAML may begin as JSON does.
  if (looks_like_json(text) && read_json(text, {.allows_comments = true}, maker)) return;
  if (!is_good() && is_written_as_json(text)) return;
  maker.forget_values();
  tree_maker again(*this, limits);
  read_yaml(text, {1, 1}, again);
}

parsed_documents::parsed_documents(std::string_view text, int first_line, int lines_a_line) {
  const document_limits limits;
  tree_maker maker(*this, limits);
  read_yaml(text, {first_line, lines_a_line}, maker);
}

}  // namespace headroom::read
