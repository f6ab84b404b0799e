// SPDX-License-Identifier: BSL-1.0
#include "fit/rank_use.hpp"

#include <algorithm>
#include <array>
#include <headroom/hardware/gpu.hpp>
#include <headroom/inference/memory.hpp>
#include <headroom/training/fullest.hpp>

namespace headroom::program {

namespace {

constexpr rank_part driver{"driver", "kept by the driver", kept_by_driver, part_standing::estimate};

std::string_view largest_difference(const serving_memory_parts& fullest, const serving_memory_parts& leanest) {
  const std::array<rank_part, 3> parts{{{"", "its weights", fullest.weights - leanest.weights},
                                        {"", "its KV cache", fullest.kv_cache - leanest.kv_cache},
                                        {"", "the step that it samples in", fullest.working - leanest.working}}};
  rank_part most;
  for (const rank_part& each : parts)
    if (each.amount > most.amount) most = each;
  return most.title;
}

rank_use use_of_serving(const serving_job& job) {
  const serving_memory_parts fullest = serving_memory(job).value_or({});
  serving_memory_parts leanest = fullest;
  for (count stage = 0; stage < job.pipeline_parallel; ++stage)
    if (const serving_memory_parts each = serving_memory(job, stage).value_or({}); each.needed < leanest.needed)
      leanest = each;
  rank_use use{.stage = fullest.stage,
               .stages = job.pipeline_parallel,
               .parts = {{"weights", "weights", fullest.weights},
                         {"kv_cache", "KV cache", fullest.kv_cache},
                         {"working", "working memory", fullest.working, part_standing::estimate},
                         {"outside", "outside of tensors", fullest.outside, part_standing::estimate},
                         {"graphs", "CUDA graphs", fullest.graphs, part_standing::estimate},
                         driver},
               .needed = fullest.needed,
               .host = fullest.host,
               .nvme = fullest.nvme,
               .leanest = leanest.needed,
               .because = largest_difference(fullest, leanest)};
  const auto put_behind_weights = [&](const rank_part& part) {
    if (part.amount > memory{}) use.parts.insert(use.parts.begin() + 1, part);
  };
  put_behind_weights({"draft", "draft model", fullest.draft});
  put_behind_weights({"adapters", "LoRA adapters", fullest.adapters});
  use.parts.push_back({"kept_free", "kept free by the engine", fullest.needed - fullest.total() - kept_by_driver,
                       part_standing::setting});
  return use;
}

rank_part reserved_part(const training_framework& of, const rank_memory& m) {
  rank_part part{"reserved", "held by the allocator", m.reserved, part_standing::estimate};
  if (of.reserved_most <= 0) return part;
  part.least = of.reserved + of.reserved_least * m.exact();
  part.most = of.reserved + of.reserved_most * m.exact();
  return part;
}

rank_use use_of_training(const training_job& job) {
  const fullest_rank found = find_fullest_rank(job).value_or({});
  const rank_memory& m = found.memory;
  return {.stage = m.stage,
          .stages = job.parallelism.pipeline,
          .parts = {{"weights", "weights", m.weights},
                    {"gradients", "gradients", m.gradients},
                    {"optimizer", "optimizer", m.optimizer},
                    {"activations", "activations", m.activations},
                    {"working", "layer running backward", m.working},
                    {"logits", "logits", m.logits},
                    {"buffers", "framework's buffers", m.buffers},
                    reserved_part(job.framework, m),
                    {"overhead", "CUDA, NCCL, workspaces", m.overhead, part_standing::estimate},
                    driver},
          .needed = m.total() + kept_by_driver,
          .host = m.host,
          .leanest = found.leanest.total() + kept_by_driver,
          .because = found.because};
}

// Some kernels for routed experts of 4 bits hold them wider than the checkpoint does: how much is known of MXFP4.
std::string_view padding_of(const planned_job& job) {
  const serving_job* serving = job.serving();
  if (serving == nullptr || bits(serving->weights.held.experts.format) != 4 ||
      !has_experts(serving->model))
    return {};
  return serving->engine.mxfp4_multiple > 0 && is_mxfp4(serving->weights.held.experts) ? "with padding"
                                                                                       : "without padding";
}

}  // namespace

std::string_view standing_text(const rank_part& of) { return of.only.empty() ? name(of.standing) : of.only; }

rank_use use_of(const planned_job& job) {
  rank_use use = job.serving() != nullptr ? use_of_serving(*job.serving()) : use_of_training(*job.training());
  const bool has_adapters = job.training() != nullptr && job.training()->adapters.rank > 0;
  for (rank_part& each : use.parts) {
    const bool is_weights = each.key == "weights";
    if ((is_weights || each.key == "gradients" || each.key == "optimizer") && model_of(job).without_vision)
      each.only = "text part only";
    else if (is_weights && !padding_of(job).empty())
      each.only = padding_of(job);
    else if (has_adapters && (each.key == "activations" || each.key == "working"))  // without the adapters' inner ones
      each.only = name(part_standing::estimate);
  }
  return use;
}

}  // namespace headroom::program
