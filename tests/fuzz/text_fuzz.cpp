// SPDX-License-Identifier: BSL-1.0
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <headroom/text/parse.hpp>
#include <headroom/text/to_text.hpp>

#include "require.hpp"

namespace hr = headroom;

namespace {

// Beyond these sizes, in base units, a quantity's text only says that it is beyond them.
bool has_text(hr::count) { return true; }
template <class Quantity>
bool has_text(const Quantity& x) {
  const double size = hr::in_base_units(x);
  return size == 0 || (size >= 1e-30 && size <= 1e35);
}

template <class T>
bool same(const T& a, const T& b) {
  return a == b;
}
// A price is kept to 10^-9 dollars an hour.
bool same(const hr::money_rate& a, const hr::money_rate& b) { return hr::in_dollars_per_hour(a) == hr::in_dollars_per_hour(b); }

// What holds of every reader, whatever the text: an error is said in words and points into the text, and what was read
// reads back the same from its own text.
template <class T, class Print>
void check(std::string_view input, hr::parsed<T> (*parse)(std::string_view), Print print) {
  const hr::parsed<T> first = parse(input);
  if (!first) {
    require(first.error.position <= input.size(), "an error lies within the text");
    for (const char c : first.error.message.view()) require(c == '\t' || (static_cast<unsigned char>(c) >= ' ' && c != '\x7f'), "a message has no control characters");
    return;
  }
  if (!has_text(first.value)) return;
  const hr::text printed = print(first.value);
  const hr::parsed<T> again = parse(printed);
  require(static_cast<bool>(again), "what is printed can be read");
  require(same(again.value, first.value), "what is printed reads back the same");
}

template <class Quantity>
void check_quantity(std::string_view input, hr::parsed<Quantity> (*parse)(std::string_view)) {
  check(input, parse, [](const Quantity& x) { return hr::to_text(x); });
  const hr::parsed<Quantity> read = parse(input);
  if (!read || !has_text(read.value)) return;
  // Readable, in as few digits as asked.
  for (const int digits : {1, 3, 15})
    require(static_cast<bool>(parse(hr::rounded_text(read.value, digits))), "what is printed rounded can be read");
  // Two texts are equal only where a verdict calls the quantities equal.
  const Quantity more = Quantity(read.value * (1 + 1e-9));
  const hr::text_pair pair = hr::compare_texts(read.value, more);
  require((pair.need == pair.supply) == hr::math::close(hr::in_base_units(read.value), hr::in_base_units(more)),
          "texts are equal where quantities are");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  check_quantity(input, hr::parse_memory);
  check_quantity(input, hr::parse_bandwidth);
  check_quantity(input, hr::parse_duration);
  check_quantity(input, hr::parse_power);
  check_quantity(input, hr::parse_energy);
  check_quantity(input, hr::parse_money);
  check_quantity(input, hr::parse_money_rate);
  check_quantity(input, hr::parse_tokens);
  check_quantity(input, hr::parse_token_rate);
  check_quantity(input, hr::parse_operations);
  check_quantity(input, hr::parse_operation_rate);
  check(input, hr::parse_count, [](hr::count n) { return hr::to_text(n); });
  for (const auto counted_in : {hr::data_unit::bits, hr::data_unit::bytes})
    check(input, hr::parse_bandwidth, [counted_in](const hr::bandwidth& x) { return hr::to_text(x, counted_in); });
  for (const auto system : {hr::unit_system::binary, hr::unit_system::decimal})
    check(input, hr::parse_memory, [system](const hr::memory& x) { return hr::to_text(x, system); });
  return 0;
}
