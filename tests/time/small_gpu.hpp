// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/time/gpu_rates.hpp>

// A GPU of round numbers: 100 units of 1 TFLOP/s each, and memory of 1 TB/s that is read in full and written at half.
namespace small_gpu {

namespace hr = headroom;

constexpr hr::gpu_rates round_numbers{.format = hr::bf16,
                                      .matrix = hr::from_base_units<hr::operation_rate>(100e12),
                                      .units = 100,
                                      .memory = hr::terabytes_per_second(1),
                                      .write_share = 0.5,
                                      .operations_per_exponential = 100,
                                      .matrix_16_bit = hr::from_base_units<hr::operation_rate>(100e12),
                                      .is_measured = true};

// The same with all the memory bandwidth that a product could want.
constexpr hr::gpu_rates no_memory_limit = [] {
  hr::gpu_rates made = round_numbers;
  made.memory = hr::petabytes_per_second(1e6);
  return made;
}();

}  // namespace small_gpu
