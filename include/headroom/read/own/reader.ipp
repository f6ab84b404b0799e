// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/own/reader.hpp>

#include <algorithm>
#include <cstddef>
#include <headroom/count.hpp>
#include <headroom/math.hpp>
#include <headroom/text/to_text.hpp>
#include <utility>

#include <headroom/read/common/messages.hpp>

namespace headroom::read {

namespace {

constexpr std::size_t longest_words = 1'000;

}  // namespace

bool is_words(const tree& at) { return at.is_text() && !at.is_number() && !at.is_boolean(); }

std::string description_of(const tree& at) {
  if (at.is == tree::kind::none) return "null";
  if (at.is_list()) return "a list";
  if (at.is_map()) return "an object";
  if (at.is_number()) return concat("the number ", at.text.substr(0, 40));
  return is_words(at) ? concat("the text ", in_quotes(at.text, 40)) : std::string(at.text);
}

std::string expectation_of(form what) {
  const auto with_unit = [](std::string_view name, std::string_view example) {
    return concat(name, " as text with its unit, such as \"", example, "\"");
  };
  switch (what) {
    case form::text:
      return "text";
    case form::count:
      return concat("a whole number from 0 to ", to_text(max_count).view());
    case form::factor:
      return "a number from 1 to 1,000";
    case form::memory:
      return with_unit("an amount of memory", "672 GiB");
    case form::bandwidth:
      return with_unit("a bandwidth", "800 Gb/s");
    case form::rate:
      return with_unit("a rate of operations", "1440 PFLOPS");
    case form::power:
      return with_unit("a power", "142 kW");
    case form::money_rate:
      break;
  }
  return with_unit("money per hour", "$3.40/h");
}

void reader::fail(const tree& at, std::string message) const {
  throw failure{{at.line, at.column, std::move(message), refusal::wrong_value, at.path()}};
}

void reader::fail_but_for(const tree& at, std::string why, std::vector<std::pair<std::string_view, std::string>> keys) const {
  reading_error error{at.line, at.column, concat(why, "; it goes with"), refusal::wrong_value, at.path()};
  for (const auto& [key, value] : keys) error.message += concat(&key == &keys.front().first ? " " : ", ", "\"", key, "\": ", value);
  error.before_keys = std::move(why);
  error.goes_with = std::move(keys);
  throw failure{std::move(error)};
}

void reader::tell(reading_error mistake) const {
  if (mistakes_.size() == most_mistakes) throw too_many{};
  mistakes_.push_back(std::move(mistake));
}

bool reader::was_meant(const tree& at, std::string_view key) const {
  return std::ranges::find(meant_, std::pair(&at, key)) != meant_.end();
}

int reader::line_of(const tree& at) const {
  const bool has_key = at.parent != nullptr && at.parent->is_map();
  return has_key ? at.key_line : at.line;
}

void reader::fail_in_text(const tree& at, const parse_error& why) const {
  // The place in the file, unless escapes make it another.
  const bool has_escapes =
      std::ranges::any_of(at.text, [](char c) { return c < ' ' || c == '"' || c == '\\' || c > '~'; });
  const int inside = has_escapes ? 0 : (at.quoted ? 1 : 0) + static_cast<int>(why.position);
  throw failure{{at.line, at.column + inside, std::string(why.message.view()), refusal::wrong_value, at.path()}};
}

const tree& reader::object(const tree& at) const {
  if (!at.is_map()) fail(at, concat(description_of(at), ": expected an object"));
  return at;
}

const tree& reader::list(const tree& at) const {
  if (!at.is_list()) fail(at, concat(description_of(at), ": expected a list"));
  return at;
}

void reader::check_keys(const tree& at, std::span<const std::string_view> known, std::string_view (*whole)(std::string_view)) const {
  for (const tree* item : object(at).items) {
    if (std::ranges::find(known, item->key) != known.end()) continue;
    const std::string_view called = whole == nullptr ? std::string_view{} : whole(item->key);
    const bool is_known = std::ranges::find(known, called) != known.end();
    const std::string_view near = nearest(item->key, known);
    const std::string_view otherwise = is_known ? called : near.empty() ? shorter_key(item->key, known) : std::string_view{};
    if (const std::string_view meant = otherwise.empty() ? near : otherwise; !meant.empty()) meant_.emplace_back(&at, meant);
    tell({item->key_line, item->key_column,
          concat("unknown key ", in_quotes(item->key), ": ",
                 otherwise.empty() ? expected_of(item->key, known) : concat("did you mean ", in_quotes(otherwise), '?')),
          refusal::wrong_value, at.path()});
  }
}

const tree& reader::required(const tree& at, std::string_view key, std::string_view expected) const {
  const tree* found = object(at).at(key);
  if (found != nullptr) return *found;
  if (was_meant(at, key)) throw failure{{}, true};
  reading_error error{at.line, at.column, concat("the key \"", key, "\" is missing: expected ", expected),
                      refusal::wrong_value, at.path()};
  error.missing_key = key;
  error.expected = expected;
  throw failure{std::move(error)};
}

std::string_view reader::words(const tree& at) const {
  if (!is_words(at)) fail(at, concat(description_of(at), ": expected text"));
  return kept(at, at.text);
}

std::string_view reader::key_words(const tree& at) const { return kept(at, at.key); }

std::string_view reader::kept(const tree& at, std::string_view text) const {
  if (text.size() > longest_words) fail(at, concat("text of more than ", longest_words, " bytes"));
  // What a terminal would obey; the two bytes C2 80 to C2 9F are control characters too.
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    if (byte < 0x20 || byte == 0x7F || (byte == 0xC2 && next < 0xA0))
      fail(at, concat("a control character in ", in_quotes(text, 40), ": expected printable text"));
  }
  return into_.texts.emplace_back(text);
}

std::string_view reader::word(const tree& at, std::span<const std::string_view> allowed) const {
  if (!is_words(at)) fail(at, concat(description_of(at), ": expected ", one_of(allowed)));
  const std::string_view found = word_called(at.text, allowed);
  if (found.empty()) fail(at, concat(description_of(at), ": ", expected_of(at.text, allowed)));
  return found;
}

bool reader::yes_or_no(const tree& at) const {
  if (!at.is_boolean()) fail(at, concat(description_of(at), ": expected true or false"));
  return at.text == "true";
}

double reader::percentage(const tree& at) const {
  constexpr std::string_view expected = "a discount as text in percent, such as \"25 %\", from \"0 %\" to \"100 %\"";
  std::string_view number = at.text;
  if (!is_words(at) || !number.ends_with('%'))
    fail(at, concat(description_of(at), ": expected ", expected));
  number.remove_suffix(1);
  while (number.ends_with(' ')) number.remove_suffix(1);
  // A percentage is a number like any other: read it as so many dollars.
  const parsed<money> amount = parse_money("$" + std::string(number.substr(0, 40)));
  if (!amount || number.starts_with(' ') || in_dollars(amount.value) > 100)
    fail(at, concat(description_of(at), ": expected ", expected));
  return in_dollars(amount.value) / 100;
}

double reader::number(const tree& at, double least, double most) const {
  if (!at.is_number() || !(at.number() >= least && at.number() <= most))
    fail(at, concat(description_of(at), ": expected a number from ", rounded_number(least), " to ", rounded_number(most)));
  return at.number();
}

const known_model& reader::model(const tree& at) const {
  const std::string_view name = words(at);
  try {
    return into_.models.emplace_back(models_(name));
  } catch (const input_error& problem) {
    fail(at, problem.what());
  }
}

count reader::whole_number(const tree& at, count least) const {
  const double n = at.number();
  if (!at.is_number() || math::floor(n) != n || n < static_cast<double>(least) || n > static_cast<double>(max_count))
    fail(at, concat(description_of(at), ": expected a whole number from ", least, " to ", to_text(max_count).view()));
  return static_cast<count>(n);
}

std::string_view reader::quantity_text(const tree& at, form expected) const {
  if (at.is_number())
    fail(at, concat(description_of(at), " has no unit: expected ", expectation_of(expected)));
  if (!is_words(at)) fail(at, concat(description_of(at), ": expected ", expectation_of(expected)));
  return at.text;
}

}  // namespace headroom::read
