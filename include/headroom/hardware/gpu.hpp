// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string_view>

#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/precision.hpp>
#include <headroom/units.hpp>

namespace headroom {

enum class maker { nvidia, amd, intel, own };

constexpr std::string_view name(maker who) {
  switch (who) {
    case maker::nvidia: return "NVIDIA";
    case maker::amd: return "AMD";
    case maker::intel: return "Intel";
    case maker::own: break;
  }
  return "own";
}

// What a maker's name may be followed by, before a GPU's: "NVIDIA Tesla V100", "AMD Instinct MI300X". Empty: nothing.
constexpr std::string_view brand(maker who) {
  switch (who) {
    case maker::nvidia: return "Tesla";
    case maker::amd: return "Instinct";
    case maker::intel:
    case maker::own: break;
  }
  return {};
}

// The peak rates of one format: of the vector units, and of the tensor (matrix) units dense and with 2:4 sparsity.
struct format_rates {
  figure<operation_rate> vector{};
  figure<operation_rate> tensor_dense{};
  figure<operation_rate> tensor_sparse{};
};

inline constexpr format_rates no_rates{absent, absent, absent};

// A format that only the vector units know, and one that only the tensor units know.
constexpr format_rates vector_only(const figure<operation_rate>& rate) { return {rate, absent, absent}; }
constexpr format_rates tensor_only(const figure<operation_rate>& dense_rate, const figure<operation_rate>& sparse_rate) {
  return {absent, dense_rate, sparse_rate};
}

struct gpu {
  std::string_view name{};
  headroom::maker maker = headroom::maker::own;
  std::string_view architecture{};
  std::string_view form_factor{};
  std::string_view memory_type{};
  const source* from = nullptr;  // of every figure that names no other

  // Three of the four memories; the fourth, what a job can use, is usable_memory().
  figure<memory> physical_memory{};  // the stacks (288)
  figure<memory> memory_as_sold{};   // the data sheet (279)
  figure<memory> driver_memory{};    // what the driver shows (284,208 MiB)
  figure<bandwidth> memory_bandwidth{};
  scale_up_link scale_up{};
  pcie_link pcie{};
  figure<power> tdp{};
  figure<count> multiprocessors{};  // NVIDIA's streaming multiprocessors, AMD's compute units
  figure<count> mig_instances{};  // most instances one GPU is split into; absent where it cannot be split

  format_rates fp64{}, fp32{}, tf32{}, fp16{}, bf16{}, fp8{}, fp6{}, fp4{}, int8{}, int4{};

  std::string_view note{};

  constexpr const format_rates& rates(precision format) const {
    switch (format) {
      case precision::fp64: return fp64;
      case precision::fp32: return fp32;
      case precision::tf32: return tf32;
      case precision::fp16: return fp16;
      case precision::bf16: return bf16;
      case precision::fp8: return fp8;
      case precision::fp6: return fp6;
      case precision::fp4: return fp4;
      case precision::int8: return int8;
      case precision::int4: break;
    }
    return int4;
  }
};

// Peak rate of a format: of the tensor units, or of the vector units where the format has no tensor unit.
constexpr figure<operation_rate> peak_rate(const gpu& device, precision format, sparsity zeros = dense) {
  const format_rates& rates = device.rates(format);
  if (zeros == sparse) return rates.tensor_sparse;
  return rates.tensor_dense.is_absent() ? rates.vector : rates.tensor_dense;
}

constexpr figure<operation_rate> vector_peak_rate(const gpu& device, precision format) { return device.rates(format).vector; }

// The smallest share of its memory as sold that a published driver figure shows: 46,068 MiB of a 48 GB L40S.
inline constexpr double smallest_driver_share = 46'068.0 / (48.0 * 1'024.0);

// Memory that jobs can use: what the driver shows. Where no driver figure is published, the memory as sold times the
// smallest published share, marked as an estimate.
constexpr figure<memory> usable_memory(const gpu& device) {
  if (!device.driver_memory.is_unknown()) return device.driver_memory;
  if (!device.memory_as_sold.is_known()) return device.memory_as_sold;
  figure<memory> estimate = device.memory_as_sold.with(bytes(in_bytes(*device.memory_as_sold.known()) * smallest_driver_share));
  estimate.basis = basis::estimated;
  return estimate;
}

// What the driver keeps of the memory that it shows: of an H100's 81,559 MiB, CUDA and thus vLLM see 79.18 GiB.
inline constexpr memory kept_by_driver = mebibytes(81'559) - gibibytes(79.18);

}  // namespace headroom
