// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/source.hpp>
#include <headroom/math.hpp>
#include <headroom/text/to_text.hpp>

namespace headroom {

// How a printed figure stands to the one computed from parts. The last two are never compared: nothing is printed, or
// two different things are; and the parts are known only as the total divided by their number.
enum class reproduction { reproduces, does_not_reproduce, not_a_check, parts_not_published };

constexpr std::string_view name(reproduction of) {
  switch (of) {
    case reproduction::reproduces:
      return "reproduces";
    case reproduction::does_not_reproduce:
      return "does not reproduce";
    case reproduction::not_a_check:
      return "not a check";
    case reproduction::parts_not_published:
      break;
  }
  return "parts not published";
}

// A figure that somebody printed about a system, held against the same figure computed from the system's parts.
struct headline {
  std::string_view id{};
  std::string_view system{};
  std::string_view says{};   // what is printed, in our words
  std::string_view unit{};   // of the three numbers below
  figure<double> printed{};  // unknown: the parts are printed, the total is not
  double step = 0;           // of the last digit printed; 0 where nothing is compared
  double computed = 0;
  std::string_view formula{};
  reproduction expected = reproduction::reproduces;
  const source* from = nullptr;       // who prints it
  const dispute* conflict = nullptr;  // the disagreement it belongs to
  std::string_view reason{};          // why it does not reproduce, or is not compared

  constexpr bool is_compared() const {
    return expected == reproduction::reproduces || expected == reproduction::does_not_reproduce;
  }

  // The printed figure can be a rounding of the computed one: they differ by at most half a step. The last term is for
  // halves that a double cannot hold.
  constexpr bool is_within_rounding() const {
    return printed.is_known() &&
           math::absolute(*printed.known() - computed) <= step / 2 + 1e-12 * math::absolute(computed);
  }
  constexpr reproduction found() const {
    if (!is_compared()) return expected;
    return is_within_rounding() ? reproduction::reproduces : reproduction::does_not_reproduce;
  }
  // False when a figure that reproduced no longer does, or one that did not now does: the catalogue or the print
  // changed.
  constexpr bool stands_as_expected() const { return found() == expected; }
};

// The numbers as a person would read them: two or three decimals at most, one or two beyond those printed.
constexpr text headline_number(const headline& h, double value) {
  const double shown = h.step > 0 && h.step < 1 ? 1'000 : 100;
  return rounded_number(math::round(value * shown) / shown, 15);
}
constexpr text printed_text(const headline& h) {
  return h.printed.is_known() ? headline_number(h, *h.printed.known()) : text("–");
}
constexpr text computed_text(const headline& h) { return headline_number(h, h.computed); }

}  // namespace headroom
