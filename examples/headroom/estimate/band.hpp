// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/network/error_band.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

// How far off an estimate may be, in words and for machines.
namespace headroom::program {

struct stated_band {
  error_band errors{};     // ours over theirs, less one
  std::string measured{};  // "steps on Hopper (GH100) in 16 bits, dense"
  std::string why{};       // it is of something else than the estimate, or there is none; empty: it is of just this
};

// What a measurement may find where we find 1.
struct band_ends {
  double least = 1;
  double most = 1;
};
band_ends of_figure(const stated_band& of);
// Of what is inverse to the figure that the band is of: tokens a second, where it is of a time.
band_ends of_inverse(const stated_band& of);

// "28.1 to 33.9", of so many digits; empty where nothing is known of the error.
std::string range_text(double value, const band_ends& ends, int digits = 3);

// Of how many figures it is and of what, or why nothing is known.
std::string band_text(const stated_band& of);

nlohmann::ordered_json band_json(const stated_band& of);

}  // namespace headroom::program
