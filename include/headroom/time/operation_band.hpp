// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/network/error_band.hpp>
#include <headroom/time/gpu_rates.hpp>

// How far off the time of an operation may be: as error_band of collectives, of measured figures that nothing was fitted to.
namespace headroom {

// headroom validate, family microbench, in times. Each has few: their extremes.
inline constexpr error_band matrix_products{-0.013, 0.093, 4, "matrix products"};
inline constexpr error_band memory_streams{-0.009, 0.031, 2, "streams of memory"};
inline constexpr error_band attention_forward{-0.052, -0.010, 2, "attention, forward"};

// Without figures where the architecture or the format was not measured.
constexpr error_band band_of(const error_band& operation, const gpu_rates& on) {
  return on.is_measured ? operation : error_band{.of = "nothing like it"};
}

}  // namespace headroom
