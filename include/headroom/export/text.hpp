// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <ostream>
#include <string_view>
#include <version>

#include <headroom/export/text_of.hpp>
#include <headroom/units.hpp>

#ifdef __cpp_lib_format
#include <format>
#endif

// The library's values in streams, and in std::format where the standard library has it. Opt-in: includes <ostream>.
namespace headroom {

template <value_with_text Value>
  requires(!printable_quantity<Value>)
std::ostream& operator<<(std::ostream& to, const Value& x) {
  return to << text_of(x);
}

// A quantity of Boost's is found by its units, which are in this namespace.
namespace unit {

// More special than the one of boost/units/io.hpp, so that the two may meet.
template <class Unit>
  requires printable_quantity<any<Unit>>
std::ostream& operator<<(std::ostream& to, const any<Unit>& x) {
  return to << text_of(x);
}

}  // namespace unit

}  // namespace headroom

#ifdef __cpp_lib_format
// What may stand behind the colon is what may for a string: width, alignment, fill.
template <headroom::formatted_value Value>
struct std::formatter<Value, char> : std::formatter<std::string_view, char> {
  template <class Context>
  auto format(const Value& x, Context& to) const {
    return std::formatter<std::string_view, char>::format(headroom::text_of(x), to);
  }
};
#endif
