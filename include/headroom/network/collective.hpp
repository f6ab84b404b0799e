// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/units.hpp>

// Collective operations, the bytes that each of them moves, and the two bandwidths that benchmarks print of them.
namespace headroom {

enum class collective { all_reduce, reduce_scatter, all_gather, all_to_all, broadcast, send };

constexpr std::string_view name(collective which) {
  switch (which) {
    case collective::all_reduce: return "all-reduce";
    case collective::reduce_scatter: return "reduce-scatter";
    case collective::all_gather: return "all-gather";
    case collective::all_to_all: return "all-to-all";
    case collective::broadcast: return "broadcast";
    case collective::send: break;
  }
  return "send";
}

// Bytes that each of n GPUs has to send, as a multiple of the message. The message is what nccl-tests calls the size: the
// whole buffer of a GPU; of a reduce-scatter and an all-gather the whole of what is scattered or gathered.
constexpr double bus_factor(collective which, count gpus) {
  if (gpus < 2) return 0;
  const double n = static_cast<double>(gpus);
  switch (which) {
    case collective::all_reduce: return 2 * (n - 1) / n;
    case collective::reduce_scatter:
    case collective::all_gather:
    case collective::all_to_all: return (n - 1) / n;
    case collective::broadcast:
    case collective::send: break;
  }
  return 1;
}

// Message over time ("algbw").
constexpr bandwidth algorithm_bandwidth(const memory& message, const duration& took) {
  return from_base_units<bandwidth>(in_bytes(message) / in_seconds(took));
}

// Bytes that each GPU has to send, over time ("busbw"): comparable with the rate of a link whatever the number of GPUs.
constexpr bandwidth bus_bandwidth(collective which, const memory& message, count gpus, const duration& took) {
  return from_base_units<bandwidth>(bus_factor(which, gpus) * in_bytes(message) / in_seconds(took));
}

// The time that a bus bandwidth stands for.
constexpr duration duration_at(const bandwidth& bus, collective which, const memory& message, count gpus) {
  return seconds(bus_factor(which, gpus) * in_bytes(message) / in_bytes_per_second(bus));
}

}  // namespace headroom
