// SPDX-License-Identifier: BSL-1.0
#pragma once

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
  count m = 0;
  count n = 0;
};
inline constexpr tile tiles[]{{256, 128}, {128, 256}, {128, 128}, {256, 64}, {64, 256},
                              {128, 64},  {64, 128},  {64, 64},   {16, 64},  {64, 16}};
// Where few tiles leave units idle, each is cut along k into parts of so many at least, and their sums are added up.
inline constexpr count shortest_part = 512;

namespace detail {

constexpr double divide_up(count whole, count part) { return static_cast<double>((whole + part - 1) / part); }

// Seconds on the tensor units: whole tiles, handed out in whole waves, in the tile that is done first.
constexpr double tiled_seconds(const gemm_shape& of, const gpu_rates& on) {
  const double units = static_cast<double>(on.units);
  const double k = static_cast<double>(of.k);
  const double unit_rate = in_base_units(on.matrix) / units;
  double best = 0;
  for (const tile& each : tiles) {
    const double m = static_cast<double>(each.m);
    const double n = static_cast<double>(each.n);
    const double count_of_tiles = static_cast<double>(of.batch) * divide_up(of.m, each.m) * divide_up(of.n, each.n);
    const double parts = math::larger(1, math::smaller(math::floor(units / count_of_tiles), math::floor(k / shortest_part)));
    const double waves = math::ceil(count_of_tiles * parts / units);
    const double took = waves * 2 * m * n * k / parts * (1 + edge_cost * (1 / m + 1 / n)) / (unit_rate * issued_share);
    if (best == 0 || took < best) best = took;
  }
  return best;
}

constexpr double square_root(double x) {
  if (!(x > 0)) return 0;
  double root = x < 1 ? 1 : x;
  for (double next = (root + x / root) / 2; next < root; next = (root + x / root) / 2) root = next;
  return root;
}

}  // namespace detail

// One kernel. The result takes bytes_each a number: 2 of 16 bits. Compute and memory overlap but for what their squares add.
constexpr operation_time gemm_time(const gemm_shape& of, const gpu_rates& on, double bytes_each = 2) {
  const double work = in_base_units(of.operations());
  if (!(work > 0)) return {};
  const double sustained = work / (in_base_units(on.matrix) * on.sustained_share);
  const bool is_aligned = of.k * bits(on.format) % 128 == 0 && of.n * bits(on.format) % 128 == 0;
  const double compute = math::larger(detail::tiled_seconds(of, on), sustained) / (is_aligned ? 1 : unaligned_share);
  const duration moved = memory_time(bytes_read(of, on.format), bytes_written(of, bytes_each), on);
  const double moves = in_seconds(moved);
  // In units of the larger, so that nothing underflows.
  const double most = math::larger(compute, moves);
  const double least = math::smaller(compute, moves) / most;
  return {seconds(most * detail::square_root(1 + least * least)) + on.launch, seconds(compute), moved, on.launch};
}

// What is reached of the dense peak.
constexpr double reached_share(const gemm_shape& of, const gpu_rates& on) {
  return in_base_units(of.operations()) / in_base_units(on.matrix) / in_seconds(gemm_time(of, on).time);
}

}  // namespace headroom
