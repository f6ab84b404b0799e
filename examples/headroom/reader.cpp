// SPDX-License-Identifier: BSL-1.0
#include "reader.hpp"

#include <algorithm>
#include <cstddef>
#include <headroom/count.hpp>
#include <headroom/math.hpp>
#include <headroom/text/to_text.hpp>
#include <utility>

#include "suggest.hpp"

namespace headroom::program {

namespace {

constexpr std::size_t longest_words = 1'000;

}  // namespace

std::string description_of(const node& at) {
  switch (at.kind) {
    case kind::null:
      return "null";
    case kind::boolean:
      return at.yes ? "true" : "false";
    case kind::number:
      return fmt::format("the number {}", at.text.substr(0, 40));
    case kind::text:
      return fmt::format("the text {}", in_quotes(at.text, 40));
    case kind::list:
      return "a list";
    case kind::object:
      break;
  }
  return "an object";
}

std::string expectation_of(form what) {
  const auto with_unit = [](std::string_view name, std::string_view example) {
    return fmt::format("{} as text with its unit, such as \"{}\"", name, example);
  };
  switch (what) {
    case form::text:
      return "text";
    case form::count:
      return fmt::format("a whole number from 0 to {}", to_text(max_count).view());
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

void reader::fail(const node& at, std::string message) const {
  throw failure{from_.error_at(at.offset, at.path(), std::move(message))};
}

int reader::line_of(const node& at) const {
  const bool has_key = at.parent != nullptr && at.parent->kind == kind::object;
  return static_cast<int>(from_.line_at(has_key ? at.key_offset : at.offset));
}

void reader::fail_in_text(const node& at, const parse_error& why) const {
  // The place in the file, unless escapes make it another.
  const bool has_escapes =
      std::ranges::any_of(at.text, [](char c) { return c < ' ' || c == '"' || c == '\\' || c > '~'; });
  const std::size_t inside = has_escapes ? 0 : 1 + why.position;
  throw failure{from_.error_at(at.offset + inside, at.path(), std::string(why.message.view()))};
}

const node& reader::object(const node& at) const {
  if (at.kind != kind::object) fail(at, fmt::format("{}: expected an object", description_of(at)));
  return at;
}

const node& reader::list(const node& at) const {
  if (at.kind != kind::list) fail(at, fmt::format("{}: expected a list", description_of(at)));
  return at;
}

void reader::check_keys(const node& at, std::span<const std::string_view> known) const {
  for (const node* item : object(at).items) {
    if (std::ranges::find(known, item->key) != known.end()) continue;
    const std::string_view meant = nearest(item->key, known);
    std::string message = fmt::format("unknown key {}: ", in_quotes(item->key));
    message += meant.empty() ? fmt::format("expected {}", one_of(known)) : fmt::format("did you mean \"{}\"?", meant);
    throw failure{from_.error_at(item->key_offset, at.path(), std::move(message))};
  }
}

const node& reader::required(const node& at, std::string_view key, std::string_view expected) const {
  const node* found = object(at).find(key);
  if (found != nullptr) return *found;
  text_error error =
      from_.error_at(at.offset, at.path(), fmt::format("the key \"{}\" is missing: expected {}", key, expected));
  error.missing_key = key;
  error.expected = expected;
  throw failure{std::move(error)};
}

std::string_view reader::words(const node& at) const {
  if (at.kind != kind::text) fail(at, fmt::format("{}: expected text", description_of(at)));
  if (at.text.size() > longest_words) fail(at, fmt::format("text of more than {} bytes", longest_words));
  // What a terminal would obey; the two bytes C2 80 to C2 9F are control characters too.
  for (std::size_t i = 0; i < at.text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(at.text[i]);
    const auto next = i + 1 < at.text.size() ? static_cast<unsigned char>(at.text[i + 1]) : 0U;
    if (byte < 0x20 || byte == 0x7F || (byte == 0xC2 && next < 0xA0))
      fail(at, fmt::format("a control character in {}: expected printable text", in_quotes(at.text, 40)));
  }
  return into_.texts.emplace_back(at.text);
}

std::string_view reader::word(const node& at, std::span<const std::string_view> allowed) const {
  const auto found = at.kind == kind::text ? std::ranges::find(allowed, at.text) : allowed.end();
  if (found != allowed.end()) return *found;
  const std::string_view meant = at.kind == kind::text ? nearest(at.text, allowed) : std::string_view{};
  fail(at, meant.empty() ? fmt::format("{}: expected {}", description_of(at), one_of(allowed))
                         : fmt::format("{}: did you mean \"{}\"?", description_of(at), meant));
}

bool reader::yes_or_no(const node& at) const {
  if (at.kind != kind::boolean) fail(at, fmt::format("{}: expected true or false", description_of(at)));
  return at.yes;
}

double reader::percentage(const node& at) const {
  constexpr std::string_view expected = "a discount as text in percent, such as \"25 %\", from \"0 %\" to \"100 %\"";
  std::string_view number = at.text;
  if (at.kind != kind::text || !number.ends_with('%'))
    fail(at, fmt::format("{}: expected {}", description_of(at), expected));
  number.remove_suffix(1);
  while (number.ends_with(' ')) number.remove_suffix(1);
  // A percentage is a number like any other: read it as so many dollars.
  const parsed<money> amount = parse_money("$" + std::string(number.substr(0, 40)));
  if (!amount || number.starts_with(' ') || in_dollars(amount.value) > 100)
    fail(at, fmt::format("{}: expected {}", description_of(at), expected));
  return in_dollars(amount.value) / 100;
}

double reader::number(const node& at, double least, double most) const {
  if (at.kind != kind::number || !(at.number >= least && at.number <= most))
    fail(at, fmt::format("{}: expected a number from {} to {}", description_of(at), least, most));
  return at.number;
}

const known_model& reader::model(const node& at) const {
  const std::string_view name = words(at);
  try {
    return into_.models.emplace_back(models_(name));
  } catch (const input_error& problem) {
    fail(at, problem.what());
  }
}

void reader::read(const node& at, count& into) const {
  const double n = at.number;
  if (at.kind != kind::number || math::floor(n) != n || n < 0 || n > static_cast<double>(max_count))
    fail(at, fmt::format("{}: expected {}", description_of(at), expectation_of(form::count)));
  into = static_cast<count>(n);
}

std::string_view reader::quantity_text(const node& at, form expected) const {
  if (at.kind == kind::number)
    fail(at, fmt::format("{} has no unit: expected {}", description_of(at), expectation_of(expected)));
  if (at.kind != kind::text) fail(at, fmt::format("{}: expected {}", description_of(at), expectation_of(expected)));
  return at.text;
}

}  // namespace headroom::program
