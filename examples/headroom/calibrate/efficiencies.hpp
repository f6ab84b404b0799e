// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <headroom/inference/serving_constants.hpp>
#include <headroom/training/step_constants.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "io.hpp"

// How much longer parts of a step take on one's own machines than by our constants: few factors, each for a physical cause.
namespace headroom::program {

struct efficiency_factor {
  std::string_view key{};
  std::string_view meaning{};
};

inline constexpr std::array<efficiency_factor, 4> training_factors{{
    {"products", "time of matrix products"},
    {"memory", "bytes of memory-bound operations"},
    {"network", "time of collectives that steps wait for"},
    {"fixed", "time of launches, the host and each step"},
}};
inline constexpr std::array<efficiency_factor, 5> serving_factors{{
    {"products", "time of products of experts"},
    {"memory", "bytes of memory-bound operations"},
    {"network", "time that collectives take to start"},
    {"fixed", "time of kernels, the host and each step"},
    {"first_token", "time around a prompt, outside of its steps"},
}};

struct efficiencies {
  std::array<double, training_factors.size()> training{1, 1, 1, 1};
  std::array<double, serving_factors.size()> serving{1, 1, 1, 1, 1};
};

step_constants calibrated(const efficiencies& of, step_constants by = measured_steps);
serving_constants calibrated(const efficiencies& of, serving_constants by = measured_servers);

nlohmann::ordered_json json_of(const efficiencies& of, bool of_training, bool of_serving);
// Of a file that `headroom calibrate` wrote, with factors of such jobs; refuses anything else.
efficiencies efficiencies_of_file(const io& from, const std::string& path, bool of_training);

// Those of --efficiencies in place of the measured ones, in what asks for estimates; no path: as they are.
template <class Constants, class Request>
void take_efficiencies(const io& from, const std::string& path, const Constants& measured, Request& into) {
  if (path.empty()) return;
  into.constants = calibrated(efficiencies_of_file(from, path, std::same_as<Constants, step_constants>), measured);
  into.has_own_constants = true;
}

// The constants, as C++ to paste.
std::string cpp_of(const step_constants& of);
std::string cpp_of(const serving_constants& of);

}  // namespace headroom::program
