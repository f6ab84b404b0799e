// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <headroom/math.hpp>

// What a picture shows, apart from how it is written: report/chart_svg.hpp draws it, report/chart_vega_lite.hpp hands it on.
namespace headroom::report {

// Rows of bars side by side or stacked from left to right, lines over x, or points in a plane.
enum class chart_kind { bars, lines, points };

struct axis {
  std::string title{};  // with the unit: "tokens/s of a GPU"
  bool is_log = false;  // then everything on it is above 0
};

// In bars x is the length of a part and y the number of its row.
struct point {
  double x{};
  double y{};
  std::string text{};  // as a report prints it
};

struct series {
  std::string name{};
  std::vector<point> points{};
};

// A row of bars, with what is said at its end.
struct bar_row {
  std::string name{};
  std::string text{};
};

// What values are held against. In bars a stroke through one row, or through all; in lines a level; in points a factor:
// the line on which y is so many times x.
struct limit {
  static constexpr int every_row = -1;

  std::string name{};
  double at{};
  int row = every_row;
};

struct chart {
  chart_kind kind = chart_kind::bars;
  std::string title{};
  std::string about{};  // a sentence for those who do not see it
  axis x{};
  axis y{};
  std::vector<bar_row> rows{};  // of bars
  std::vector<series> all{};    // bars stack them in this order
  std::vector<limit> limits{};
};

// As short as it can be said with six digits: "1200", "0.05", "1e6" for a million.
inline std::string plain_number(double x) {
  std::array<char, 32> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), x == 0 ? 0 : x, std::chars_format::general, 6);
  std::string number(text.data(), written.ptr);
  if (const std::size_t plus = number.find("e+"); plus != std::string::npos) number.erase(plus + 1, number[plus + 2] == '0' ? 2 : 1);
  return number;
}

// From where to where an axis goes, and what is marked on it.
struct scale {
  double from = 0;
  double to = 1;
  bool is_log = false;
  std::vector<double> marks{};

  // The share of the way at which a value lies.
  double operator()(double value) const;
};

namespace detail {

// The logarithm of a / b.
inline double log_ratio(double a, double b) { return a >= b ? -math::log_of_rest(1 - b / a) : math::log_of_rest(1 - a / b); }

// 1, 2 or 5 times a power of ten, and so many of them that at most `most` reach `length`.
inline double round_step(double length, int most) {
  double step = 1;
  while (step * most < length) step *= 10;
  while (step / 10 * most >= length) step /= 10;
  for (const double finer : {5.0, 2.0})
    if (step / finer * most >= length) return step / finer;
  return step;
}

}  // namespace detail

inline double scale::operator()(double value) const {
  if (!is_log) return (value - from) / (to - from);
  return detail::log_ratio(value, from) / detail::log_ratio(to, from);
}

// From 0 to a round number that is at least `most`, with at most six marks.
inline scale scale_to(double most) {
  if (!(most > 0) || most > 1e300) return {.marks = {0, 1}};
  const double step = detail::round_step(most, 5);
  const double steps = math::ceil(most / step - 1e-9);
  scale made{.to = step * steps};
  for (double i = 0; i <= steps; ++i) made.marks.push_back(step * i);
  return made;
}

// Between 1, 2 or 5 times powers of ten around `least` and `most`, which are above 0, with at most about eight marks.
inline scale log_scale(double least, double most) {
  if (!(least > 0) || !(most >= least) || most > 1e300) return {.from = 1, .to = 10, .is_log = true, .marks = {1, 10}};
  double decade = 1;
  while (decade > least) decade /= 10;
  while (decade * 10 <= least) decade *= 10;
  std::vector<double> rounds;
  std::vector<double> powers;  // of ten
  for (; rounds.empty() || rounds.back() < most || rounds.size() == 1; decade *= 10)
    for (const double times : {1.0, 2.0, 5.0}) {
      const double each = times * decade;
      if (each <= least) rounds.clear();
      if (rounds.size() > 1 && rounds.back() >= most) break;
      rounds.push_back(each);
      if (times == 1.0) powers.push_back(each);
    }
  scale made{.from = rounds.front(), .to = rounds.back(), .is_log = true};
  if (rounds.size() <= 8) {
    made.marks = std::move(rounds);
    return made;
  }
  const std::size_t every = powers.size() / 8 + 1;
  for (std::size_t i = 0; i < powers.size(); ++i)
    if (i % every == 0 && powers[i] >= made.from) made.marks.push_back(powers[i]);
  return made;
}

}  // namespace headroom::report
