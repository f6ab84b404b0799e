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
    {serving_figure::first_token, "Hopper", true, false, {-0.755, -0.067, 26, "dense models on Hopper"}},
    {serving_figure::first_token, "Hopper", false, true, {-0.366, 0.396, 58, "models with experts on Hopper"}},
    {serving_figure::first_token, "Blackwell", false, true, {-0.519, 0.610, 24, "models with experts on Blackwell"}},
    {serving_figure::first_token, "Blackwell", true, true, {-0.694, 0.394, 108, "no dense model on Blackwell: all servers"}},
    {serving_figure::token, "Hopper", true, false, {-0.105, 0.491, 26, "dense models on Hopper"}},
    {serving_figure::token, "Hopper", false, true, {-0.385, 0.138, 58, "models with experts on Hopper"}},
    {serving_figure::token, "Blackwell", false, true, {-0.166, 0.176, 24, "models with experts on Blackwell"}},
    {serving_figure::token, "Blackwell", true, true, {-0.296, 0.257, 108, "no dense model on Blackwell: all servers"}},
    {serving_figure::throughput, "Ampere", true, false, {-0.113, 0.239, 10, "dense models on Ampere"}},
    {serving_figure::throughput, "Hopper", true, false, {-0.218, 0.088, 60, "dense models on Hopper"}},
    {serving_figure::throughput, "Hopper", false, true, {-0.375, 0.671, 9, "models with experts on Hopper"}},
    {serving_figure::throughput, "Blackwell", true, false, {-0.073, 0.317, 20, "dense models on Blackwell"}},
    {serving_figure::throughput, "Blackwell", false, true, {-0.277, 0.464, 11, "models with experts on Blackwell"}},
    {serving_figure::pools_first_token, "Hopper", false, true, {-0.454, 0.447, 4, "pools of models with experts on Hopper"}},
    {serving_figure::pools_first_token, "Hopper", true, true, {-0.454, 0.621, 7, "no dense model in pools: all pools"}},
    {serving_figure::pools_first_token, "Blackwell", false, true, {0.063, 0.621, 3, "pools of models with experts on Blackwell"}},
    {serving_figure::pools_first_token, "Blackwell", true, true, {-0.454, 0.621, 7, "no dense model in pools: all pools"}},
    {serving_figure::pools_token, "Hopper", false, true, {-0.184, -0.007, 4, "pools of models with experts on Hopper"}},
    {serving_figure::pools_token, "Hopper", true, true, {-0.184, 0.448, 7, "no dense model in pools: all pools"}},
    {serving_figure::pools_token, "Blackwell", false, true, {0.292, 0.448, 3, "pools of models with experts on Blackwell"}},
    {serving_figure::pools_token, "Blackwell", true, true, {-0.184, 0.448, 7, "no dense model in pools: all pools"}},
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
