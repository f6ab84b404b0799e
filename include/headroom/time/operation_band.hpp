// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/network/error_band.hpp>
#include <headroom/time/gpu_rates.hpp>

// How far off the time of an operation may be: as error_band of collectives, of measured figures that nothing was fitted to.
namespace headroom {

// headroom validate, family microbench, in times; almost all were measured by us, on H200 and, where it was not fitted to, H100.
inline constexpr error_band matrix_products{-0.140, 0.054, 198, "matrix products"};
inline constexpr error_band grouped_products{-0.352, 0.018, 30, "grouped products"};  // one kernel, PyTorch's
inline constexpr error_band memory_streams{-0.016, 0.029, 12, "streams of memory"};
inline constexpr error_band memory_bound_operations{-0.810, 0.050, 18, "norms, activations, casts, an optimizer"};
inline constexpr error_band attention_forward{-0.097, 0.044, 32, "attention, forward"};
inline constexpr error_band attention_backward{-0.073, 0.093, 24, "attention, backward"};
inline constexpr error_band attention_of_decoding{-0.426, 0.340, 24, "attention of decoding"};  // one kernel, FlashAttention-2

// Without figures where the architecture or the format was not measured.
constexpr error_band band_of(const error_band& operation, const gpu_rates& on) {
  return on.is_measured ? operation : error_band{.of = "nothing like it"};
}

}  // namespace headroom
