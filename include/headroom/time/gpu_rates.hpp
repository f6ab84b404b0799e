// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/precision.hpp>
#include <headroom/units.hpp>

// What a GPU does of its peaks: rates of one number format with the named causes that keep work below them. Fill it in by
// hand with what you measured on your own GPU.
namespace headroom {

struct gpu_rates {
  precision format = bf16;
  operation_rate matrix{};     // peak of the tensor units, dense, in this format; of the vector units where it has no tensor units
  count units = 0;             // multiprocessors that tiles are handed out to
  double sustained_share = 1;  // of the peak, where power limits the clock
  double attention_share = 0;  // of the peak, that attention's products reach between exponentials; 0: as others
  bandwidth memory{};          // peak
  double read_share = 1;       // of it that a kernel reads
  double write_share = 1;      // and writes
  duration launch{};           // from one kernel to the next, with its ramp up and down; replayed_launch in a graph
  double operations_per_exponential = 256;  // of the 16-bit tensor peak, while the special units take one exponential
  operation_rate matrix_16_bit{};
  bool is_measured = false;    // whether the shares of this architecture and format were

  // Bytes a second of a kernel: that it reads, that it writes, and of both where it writes as many as it reads.
  constexpr double read_rate() const { return in_bytes_per_second(memory) * read_share; }
  constexpr double write_rate() const { return in_bytes_per_second(memory) * write_share; }
  constexpr double moved_rate() const { return 2 / (1 / read_rate() + 1 / write_rate()); }
  // Operations a second of attention's products.
  constexpr double attention_rate() const { return in_base_units(matrix) * (attention_share > 0 ? attention_share : sustained_share); }
  // Seconds of one exponential.
  constexpr double exponential() const { return operations_per_exponential / in_base_units(matrix_16_bit); }
};

// ---- Fitted constants; the rows are in tests/validation/microbench*.json, the errors in docs/accuracy.md.

// Share of the dense peak that large products reach for minutes.
struct architecture_rates {
  std::string_view architecture{};  // as the catalogue says it
  double share_16_bit = 0;
  double share_8_bit = 0;           // 0: nobody measured it
  double attention_share = 0;       // what large products reach that are short: exponentials are between those of attention
  double read_share = 0;            // 0: nobody measured it
  double operations_per_exponential = 0;  // tensor operations a clock over 16 exponentials; white papers
};

inline constexpr architecture_rates measured_architectures[]{
    // Not measured. 1,024 tensor operations a clock (white papers) over 16 exponentials (CUDA C++ Programming Guide, 7.x)
    {"Volta (GV100)", 0, 0, 0, 0, 64},
    {"Turing (TU104)", 0, 0, 0, 0, 64},
    // 8,192 and 16,384 cubed; BabelStream dot, 1.75 of 2.04 TB/s
    {"Ampere (GA100)", 0.82, 0, 0.82, 0.858, 128},
    // bf16: products of a second on H100 under its limit of 700 W, measured by us; attention: the best shape of ML
    // Engineering; fp8: 8,192 to 32,768 cubed; dot, 3.18 of 3.35 TB/s
    {"Hopper (GH100)", 0.71, 0.693, 0.83, 0.949, 256},
    // the best shapes of ML Engineering, B200, GB200 and B300; memory was not measured
    {"Blackwell", 0.83, 0.83, 0.83, 0, 512},
    {"Blackwell Ultra", 0.83, 0.83, 0.83, 0, 256},
};

// What writing costs more than reading: BabelStream copy on A100 and H100, 1.61 and 2.90 TB/s.
inline constexpr double written_to_read = 0.846;
// From one kernel to the next with its ramp: products of 1,024 cubed on A100 and H100.
inline constexpr duration measured_launch = microseconds(5.65);
// The same in a replayed graph: products of 512 to 8,192 rows on H100, measured by us.
inline constexpr duration replayed_launch = microseconds(3.3);
// Without measured rows: the middle of the measured architectures.
inline constexpr double unmeasured_share = 0.8;
inline constexpr double unmeasured_read_share = 0.9;

// Whether a rate is one to divide by: of zero, what is below one a second or not a number no time comes.
constexpr bool is_rate(double each_second) { return each_second >= 1 && each_second <= 1e30; }

// The 16-bit format that a GPU multiplies in where a job leaves it open: bf16, or fp16 where it has no rate in that, as before Ampere.
constexpr precision sixteen_bit_format(const gpu& device) {
  return !peak_rate(device, bf16).is_known() && peak_rate(device, fp16).is_known() ? fp16 : bf16;
}

// The rates of a GPU of the catalogue in a format: of its tensor units, or of its vector units where the format has no tensor units, as
// fp32 has none on H100. Unknown, with the reason as its note, without a stated peak in the format, a bandwidth or a number of
// units; an estimate, with a note, where the architecture or the format was not measured.
constexpr figure<gpu_rates> rates_of(const gpu& device, precision format) {
  const auto refused = [](std::string_view why) { return figure<gpu_rates>(unknown).noted(why); };
  const figure<operation_rate> peak = peak_rate(device, format);
  if (!peak.is_known()) return refused("the GPU has no tensor units for the format, or their rate is not known");
  if (!device.memory_bandwidth.is_known()) return refused("the memory bandwidth is not known");
  if (!device.multiprocessors.is_known()) return refused("the number of multiprocessors is not known");
  if (!is_rate(in_base_units(*peak.known()))) return refused("the rate of the GPU in the format is no positive number");
  if (!is_rate(in_bytes_per_second(*device.memory_bandwidth.known()))) return refused("the memory bandwidth is no positive number");

  gpu_rates made;
  made.format = format;
  made.matrix = *peak.known();
  made.units = *device.multiprocessors.known();
  made.memory = *device.memory_bandwidth.known();
  made.launch = measured_launch;
  made.matrix_16_bit = peak_rate(device, sixteen_bit_format(device)).value_or(*peak.known());
  made.sustained_share = unmeasured_share;
  made.read_share = unmeasured_read_share;
  bool is_memory_measured = false;
  for (const architecture_rates& each : measured_architectures) {
    if (each.architecture != device.architecture) continue;
    const double share = bits(format) == 16 ? each.share_16_bit : bits(format) == 8 ? each.share_8_bit : 0;
    made.is_measured = share > 0;
    if (made.is_measured) made.sustained_share = share;
    is_memory_measured = each.read_share > 0;
    if (bits(format) <= 16) made.attention_share = each.attention_share;  // in wider formats no attention was measured
    if (is_memory_measured) made.read_share = each.read_share;
    made.operations_per_exponential = each.operations_per_exponential;
  }
  made.write_share = made.read_share * written_to_read;
  figure<gpu_rates> found(made);
  found.basis = made.is_measured && is_memory_measured ? basis::derived : basis::estimated;
  if (!made.is_measured) found.note = "no measured product of this architecture in this format";
  else if (!is_memory_measured) found.note = "no measured memory bandwidth of this architecture";
  return found;
}

}  // namespace headroom
