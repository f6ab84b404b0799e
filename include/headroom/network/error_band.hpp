// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/network/collective.hpp>
#include <headroom/network/collective_time.hpp>
#include <headroom/network/fabric.hpp>
#include <headroom/units.hpp>

// How far off an estimate may be.
namespace headroom {

// Ours over theirs, less one, of measured figures that nothing was fitted to: nine in ten are above the lowest, and nine in ten
// below the highest. Without figures nothing is known of the error.
struct error_band {
  double lowest = 0;
  double highest = 0;
  count figures = 0;
  std::string_view of{};  // what was measured

  constexpr bool is_known() const { return figures > 0; }
  // What a measurement may find where we find so much.
  constexpr duration shortest(const duration& estimate) const { return seconds(in_seconds(estimate) / (1 + highest)); }
  constexpr duration longest(const duration& estimate) const { return seconds(in_seconds(estimate) / (1 + lowest)); }
};

// The rows: headroom validate, families collectives_large and collectives_small, in times. Of the small ones there are four, on two
// kinds of machine: their extremes.
inline constexpr error_band large_collectives{-0.240, 0.025, 48, "all-reduces over 1 MB"};
inline constexpr error_band small_collectives{-0.131, 1.634, 4, "all-reduces below 1 MB"};

// The band of measured links and collectives; else one without figures.
constexpr error_band band_of(collective which, const memory& message, const fabric& over) {
  if (!over.is_measured || !is_measured(which)) return {.of = "nothing like it"};
  return message < megabytes(1) ? small_collectives : large_collectives;
}

}  // namespace headroom
