// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/time/gpu_rates.hpp>
#include <headroom/units.hpp>

// Operations that memory bounds: norms, activations, residuals, casts, the optimizer.
namespace headroom {

// What an operation does, how long it takes, and what of that each limit alone would take.
struct operation_time {
  duration time{};
  duration compute{};
  duration memory{};
  duration launch{};

  constexpr bool is_memory_bound() const { return memory > compute; }
};

// To read and write so many bytes, without the launch.
constexpr duration memory_time(const headroom::memory& read, const headroom::memory& written, const gpu_rates& on) {
  return seconds(in_bytes(read) / on.read_rate() + in_bytes(written) / on.write_rate());
}

// One kernel that reads and writes so many bytes and computes little.
constexpr operation_time streamed(const headroom::memory& read, const headroom::memory& written, const gpu_rates& on) {
  const duration moved = memory_time(read, written, on);
  return {moved + on.launch, {}, moved, on.launch};
}

}  // namespace headroom
