// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/gpu.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/network/error_band.hpp>
#include <headroom/precision.hpp>

// How far off the times of a server may be: as error_band of collectives, of measured servers that nothing was fitted to.
namespace headroom {

enum class serving_figure { first_token, token, throughput, pools_first_token, pools_token };

// Bands of what was measured, by the architecture that a GPU's begins with, and whether the model has routed experts.
struct serving_band {
  serving_figure figure{};
  std::string_view architecture{};  // empty: of any
  bool of_dense = true;
  bool of_experts = true;
  error_band band{};

  constexpr bool is_of(serving_figure of, std::string_view gpu_architecture, bool experts) const {
    return figure == of && gpu_architecture.starts_with(architecture) && (experts ? of_experts : of_dense);
  }
};

// The rows: headroom validate, families serving_ttft, serving_tpot, serving_throughput, pools_ttft and pools_tpot, not fitted. The nearest first.
inline constexpr serving_band serving_bands[]{
    {serving_figure::first_token, "Hopper", true, false, {-0.754, -0.085, 26, "dense models on Hopper"}},
    {serving_figure::first_token, "Hopper", false, true, {-0.319, 0.437, 58, "models with experts on Hopper"}},
    {serving_figure::first_token, "Blackwell", false, true, {-0.510, 0.506, 24, "models with experts on Blackwell"}},
    {serving_figure::first_token, "Blackwell", true, true, {-0.691, 0.427, 108, "no dense model on Blackwell: all servers"}},
    {serving_figure::token, "Hopper", true, false, {-0.120, 0.493, 26, "dense models on Hopper"}},
    {serving_figure::token, "Hopper", false, true, {-0.386, 0.189, 58, "models with experts on Hopper"}},
    {serving_figure::token, "Blackwell", false, true, {-0.193, 0.188, 24, "models with experts on Blackwell"}},
    {serving_figure::token, "Blackwell", true, true, {-0.286, 0.287, 108, "no dense model on Blackwell: all servers"}},
    {serving_figure::throughput, "Ampere", true, false, {-0.107, 0.215, 10, "dense models on Ampere"}},
    {serving_figure::throughput, "Hopper", true, false, {-0.257, 0.107, 60, "dense models on Hopper"}},
    {serving_figure::throughput, "Hopper", false, true, {-0.358, 0.698, 9, "models with experts on Hopper"}},
    {serving_figure::throughput, "Blackwell", true, false, {-0.057, 0.379, 20, "dense models on Blackwell"}},
    {serving_figure::throughput, "Blackwell", false, true, {-0.254, 0.467, 11, "models with experts on Blackwell"}},
    {serving_figure::pools_first_token, "Hopper", false, true, {-0.475, 0.393, 4, "pools of models with experts on Hopper"}},
    {serving_figure::pools_first_token, "Hopper", true, true, {-0.475, 0.539, 7, "no dense model in pools: all pools"}},
    {serving_figure::pools_first_token, "Blackwell", false, true, {-0.033, 0.539, 3, "pools of models with experts on Blackwell"}},
    {serving_figure::pools_first_token, "Blackwell", true, true, {-0.475, 0.539, 7, "no dense model in pools: all pools"}},
    {serving_figure::pools_token, "Hopper", false, true, {-0.198, -0.032, 4, "pools of models with experts on Hopper"}},
    {serving_figure::pools_token, "Hopper", true, true, {-0.198, 0.325, 7, "no dense model in pools: all pools"}},
    {serving_figure::pools_token, "Blackwell", false, true, {0.213, 0.325, 3, "pools of models with experts on Blackwell"}},
    {serving_figure::pools_token, "Blackwell", true, true, {-0.198, 0.325, 7, "no dense model in pools: all pools"}},
};

// Whether servers were measured that multiply in a format: none does in more than 16 bits.
constexpr bool is_measured_in_servers(precision computed) { return bits(computed) <= 16; }

// The band of the servers that are nearest to a model's on such a GPU, multiplied in such a format; without figures where none was measured on its
// architecture, or in as many bits.
constexpr error_band band_of(serving_figure of, const transformer& model, const gpu& device, precision computed = bf16) {
  if (!is_measured_in_servers(computed)) return {.of = "nothing like it"};
  for (const serving_band& each : serving_bands)
    if (each.is_of(of, device.architecture, has_experts(model))) return each.band;
  return {.of = "nothing like it"};
}

}  // namespace headroom
