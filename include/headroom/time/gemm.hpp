// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include <headroom/count.hpp>
#include <headroom/math.hpp>
#include <headroom/time/gpu_rates.hpp>
#include <headroom/time/memory_bound.hpp>
#include <headroom/units.hpp>

// Matrix products by shape. The formulas: docs/reference/time/gemm.md.
namespace headroom {

// m x k times k x n, so many at once: of a grouped product, one for each expert.
struct gemm_shape {
  count m = 0;
  count n = 0;
  count k = 0;
  count batch = 1;

  constexpr operation_count operations() const {
    return from_base_units<operation_count>(2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) *
                                            static_cast<double>(batch));
  }
};

// Bytes of the operands, and of a result of so many bytes a number.
constexpr memory bytes_read(const gemm_shape& of, precision format) {
  const double each = static_cast<double>(of.m) + static_cast<double>(of.n);
  return bytes(static_cast<double>(of.batch) * each * static_cast<double>(of.k) * bits(format) / 8);
}
constexpr memory bytes_written(const gemm_shape& of, double bytes_each) {
  return bytes(static_cast<double>(of.batch) * static_cast<double>(of.m) * static_cast<double>(of.n) * bytes_each);
}

// ---- Fitted constants, of both architectures together: products of 1,024 to 32,768 cubed, 802,816 x 192 x 768 and 1,024 x 2,145 x
// 1,024 on A100 (fp16) and H100 (fp8), and the best shapes of ML Engineering.

// What a tile reaches of its unit's peak while nothing else limits it, and how the loads of its edges take from that.
inline constexpr double issued_share = 0.92;
inline constexpr double edge_cost = 8;
// Where a row of an operand is no multiple of 16 bytes, it is not loaded in the widest accesses. One shape, on two GPUs.
inline constexpr double unaligned_share = 0.82;

struct tile {
  double m = 0;
  double n = 0;
  double per_m = 1 / m;
  double per_n = 1 / n;
  double operations = 2 * m * n * (1 + edge_cost * (per_m + per_n)) / issued_share;  // for each of k, with what its edges take
};
inline constexpr tile tiles[]{{256, 128}, {128, 256}, {128, 128}, {256, 64}, {64, 256},
                              {128, 64},  {64, 128},  {64, 64},   {16, 64},  {64, 16}};
// Where few tiles leave units idle, each is cut along k into parts of so many at least, and their sums are added up.
inline constexpr count shortest_part = 512;

namespace detail {

// Of what is not negative: math::ceil would make a product a sixth dearer.
constexpr double whole_up(double x) {
  if (!(x < math::whole_from)) return x;
  const auto below = static_cast<double>(static_cast<std::int64_t>(x));
  return below < x ? below + 1 : below;
}

// Seconds on the tensor units: whole tiles, handed out in whole waves, in the tile that is done first. No tile is looked for
// beyond one that is faster than what power allows anyway.
constexpr double tiled_seconds(const gemm_shape& of, const gpu_rates& on, double sustained) {
  const double units = static_cast<double>(on.units);
  const double m = static_cast<double>(of.m);
  const double n = static_cast<double>(of.n);
  const double batch = static_cast<double>(of.batch);
  const double seconds_an_operation = units * static_cast<double>(of.k) / in_base_units(on.matrix);
  const count whole_parts = of.k / shortest_part;
  const double most_parts = static_cast<double>(whole_parts);
  double best = 0;
  for (const tile& each : tiles) {
    const double count_of_tiles = batch * whole_up(m * each.per_m) * whole_up(n * each.per_n);
    double waves = whole_up(count_of_tiles / units);
    if (2 * count_of_tiles <= units && most_parts > 1) waves = 1 / math::smaller(math::floor(units / count_of_tiles), most_parts);
    const double took = waves * each.operations * seconds_an_operation;
    if (took <= sustained) return took;
    if (best == 0 || took < best) best = took;
  }
  return best;
}

// What compute and memory take together: they overlap but for what their squares add. In units of the larger, so that nothing
// underflows.
constexpr double overlapped(double compute, double memory) {
  const double most = math::larger(compute, memory);
  if (!(most > 0)) return 0;
  const double least = math::smaller(compute, memory) / most;
  return most * math::square_root_of_one_to_two(1 + least * least);
}

}  // namespace detail

// One kernel. The result takes bytes_each a number: 2 of 16 bits.
constexpr operation_time gemm_time(const gemm_shape& of, const gpu_rates& on, double bytes_each = 2) {
  const double work = in_base_units(of.operations());
  if (!(work > 0)) return {};
  const double sustained = work / (in_base_units(on.matrix) * on.sustained_share);
  const bool is_aligned = of.k * bits(on.format) % 128 == 0 && of.n * bits(on.format) % 128 == 0;
  const double compute = math::larger(detail::tiled_seconds(of, on, sustained), sustained) / (is_aligned ? 1 : unaligned_share);
  const duration moved = memory_time(bytes_read(of, on.format), bytes_written(of, bytes_each), on);
  return {seconds(detail::overlapped(compute, in_seconds(moved))) + on.launch, seconds(compute), moved, on.launch};
}

// What is reached of the dense peak.
constexpr double reached_share(const gemm_shape& of, const gpu_rates& on) {
  return in_base_units(of.operations()) / in_base_units(on.matrix) / in_seconds(gemm_time(of, on).time);
}

}  // namespace headroom
