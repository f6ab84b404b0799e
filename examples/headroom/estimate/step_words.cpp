// SPDX-License-Identifier: BSL-1.0
#include "estimate/step_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "fit/fit_words.hpp"
#include "reading.hpp"

namespace headroom::program {

std::string settings_taken(const step_settings& of, bool writes_checkpoints) {
  std::vector<std::string> taken;
  if (of.overlaps_tensor) taken.emplace_back("tensor parallelism exchanges beside matrix products (--no-tensor-overlap)");
  if (of.overlaps_data) taken.emplace_back("gradients and shared-out weights beside computation (--no-data-overlap)");
  if (!of.replays_graphs) taken.emplace_back("no graphs are replayed (--graphs)");
  if (!of.balanced_stages) taken.emplace_back("stages hold what the layers come out to (--balanced-stages)");
  if (of.document == 0) taken.emplace_back("a sequence is one document (--document)");
  if (!(of.months > 0)) taken.emplace_back("the newest measured software (--months)");
  if (!(of.slowest_gpu > 1)) taken.emplace_back("all GPUs are alike fast (--slowest-gpu)");
  if (!(in_seconds(of.jitter) > 0)) taken.emplace_back("no rank is late (--jitter)");
  if (!writes_checkpoints && !(in_seconds(of.checkpoint_interval) > 0)) taken.emplace_back("no checkpoints are written (--checkpoint-interval)");
  return taken.empty() ? std::string() : fmt::format("Of the step: {}.", fmt::join(taken, ", "));
}

binding_part binding_of(const step_schedule& of) {
  struct group {
    std::string_view name;
    std::vector<step_part> parts;
  };
  const std::array groups{
      group{"matrix products", {step_part::projections, step_part::networks, step_part::experts, step_part::head}},
      group{"attention", {step_part::attention, step_part::recurrence}},
      group{"memory bandwidth", {step_part::memory_bound, step_part::casts, step_part::optimizer}},
      group{"what is computed again", {step_part::recomputation}},
      group{"launches and the host", {step_part::launches, step_part::host, step_part::every_step}},
      group{"exchanges", {step_part::tensor_parallel, step_part::context_parallel, step_part::expert_parallel, step_part::stages, step_part::data_parallel}},
      group{"the pipeline bubble", {step_part::bubble}},
      group{"waiting for slow GPUs and late ranks", {step_part::waiting}},
      group{"checkpoints", {step_part::checkpoints}},
  };
  binding_part most;
  for (const group& each : groups) {
    double sum = 0;
    for (const step_part part : each.parts) sum += in_seconds(of[part].exposed);
    const double share = sum / in_seconds(of.total());
    if (share > most.share) most = {each.name, share};
  }
  return most;
}

}  // namespace headroom::program
