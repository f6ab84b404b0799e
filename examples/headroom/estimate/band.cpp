// SPDX-License-Identifier: BSL-1.0
#include "estimate/band.hpp"

#include <fmt/format.h>

#include <headroom/count.hpp>
#include <headroom/text/to_text.hpp>

#include "fit/fit_words.hpp"

namespace headroom::program {

band_ends of_figure(const stated_band& of) { return {1 / (1 + of.errors.highest), 1 / (1 + of.errors.lowest)}; }
band_ends of_inverse(const stated_band& of) { return {1 + of.errors.lowest, 1 + of.errors.highest}; }

std::string range_text(double value, const band_ends& ends, int digits) {
  return fmt::format("{} to {}", rounded_number(value * ends.least, digits).view(), rounded_number(value * ends.most, digits).view());
}

std::string band_text(const stated_band& of) {
  if (!of.errors.is_known()) return fmt::format("How far off it may be is not known: {}.", of.why);
  const auto percent = [](double share) { return fmt::format("{}{} %", share > 0 ? "+" : "", rounded_number(share * 100, 2).view()); };
  constexpr count enough = 10;  // of fewer figures the band has the extremes
  return fmt::format("The band is that of {} measured {}, which nothing was fitted to: {} our estimates were {} to {} off.{}", number_text(of.errors.figures),
                     of.measured, of.errors.figures < enough ? "in all of them" : "in 8 of 10", percent(of.errors.lowest), percent(of.errors.highest),
                     of.why.empty() ? std::string() : fmt::format(" There is {}.", of.why));
}

nlohmann::ordered_json band_json(const stated_band& of) {
  nlohmann::ordered_json result{{"figures", of.errors.figures}, {"measured", of.measured}};
  const bool is_known = of.errors.is_known();
  result["lowest_error"] = is_known ? nlohmann::ordered_json(of.errors.lowest) : nlohmann::ordered_json(nullptr);
  result["highest_error"] = is_known ? nlohmann::ordered_json(of.errors.highest) : nlohmann::ordered_json(nullptr);
  if (!of.why.empty()) result["why"] = of.why;
  return result;
}

}  // namespace headroom::program
