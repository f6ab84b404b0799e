// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/text/unit_names.hpp>
#include <headroom/units.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace headroom::program {

// What a number of a report counts. Bandwidth is in bytes or, of scale-out and front-end, in bits.
// Operations of the integer formats are OPS, of the others FLOPS.
enum class counted { things, memory, byte_rate, bit_rate, operation_rate, integer_rate, power, money_rate, ratio };

template <class T>
inline constexpr counted counted_as = counted::ratio;
template <>
inline constexpr counted counted_as<count> = counted::things;
template <>
inline constexpr counted counted_as<memory> = counted::memory;
template <>
inline constexpr counted counted_as<bandwidth> = counted::byte_rate;
template <network N>
inline constexpr counted counted_as<network_bandwidth<N>> =
    N == network::scale_up ? counted::byte_rate : counted::bit_rate;
template <>
inline constexpr counted counted_as<operation_rate> = counted::operation_rate;
template <>
inline constexpr counted counted_as<power> = counted::power;
template <>
inline constexpr counted counted_as<money_rate> = counted::money_rate;

// What a peak rate in a format counts, and a line of a verdict; the format is asked of peak rates only.
constexpr counted counted_in(precision format) {
  return format == int8 || format == int4 ? counted::integer_rate : counted::operation_rate;
}
counted counted_by(line of, precision format);

// A rate of operations as text, in OPS instead of FLOPS.
std::string in_ops(std::string rate);

// A number of base units as text: exact, or of so many digits.
std::string exact_text(counted what, double base_units, unit_system system);
std::string short_text(counted what, double base_units, unit_system system, int digits = 4);
// A need and a supply in one unit, with the digits that tell them apart.
std::pair<std::string, std::string> side_by_side(counted what, double need, double supply, unit_system system);

// The base unit, as a name for machines: "bytes", "bytes_per_second", "dollars_per_hour".
std::string_view unit_name_of(counted what);
// The number in that unit.
double number_in_unit(counted what, double base_units);

}  // namespace headroom::program
