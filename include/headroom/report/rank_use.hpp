// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include <headroom/count.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/memory.hpp>
#include <headroom/training/fullest.hpp>
#include <headroom/training/job.hpp>
#include <headroom/units.hpp>

// What the fullest rank of a job takes of its GPU, part by part. At run time.
namespace headroom {

// How sure a part is: it follows from the job by arithmetic, is an estimate, is what a setting keeps free, or nobody
// measured it by itself, which does not make it none.
enum class part_standing { exact, estimate, setting, unmeasured };

constexpr std::string_view name(part_standing of) {
  switch (of) {
    case part_standing::exact:
      return "exact";
    case part_standing::estimate:
      return "estimate";
    case part_standing::setting:
      return "setting";
    case part_standing::unmeasured:
      break;
  }
  return "not measured by itself";
}

// One part of what the fullest rank of a job takes of its GPU. The parts add up to `needed`.
struct rank_part {
  std::string_view key{};
  std::string_view title{};
  memory amount{};
  part_standing standing = part_standing::exact;
  std::string_view only{};  // what keeps a counted part from being exact: "text part only"
  memory least{};           // of an estimate whose spread was measured; with `most`
  memory most{};

  bool is_counted() const { return standing == part_standing::exact; }
  bool is_exact() const { return is_counted() && only.empty(); }
};

// "exact", or what keeps it from that.
constexpr std::string_view standing_text(const rank_part& of) { return of.only.empty() ? name(of.standing) : of.only; }

struct rank_use {
  count stage = 0;
  count stages = 1;
  std::vector<rank_part> parts{};
  memory needed{};             // of a GPU, as its driver shows it
  memory host{};               // of the host's memory
  memory nvme{};               // of its NVMe disks
  memory leanest{};            // what the leanest stage needs of a GPU
  std::string_view because{};  // the part in which the fullest differs most from the leanest; empty: all alike
};

namespace detail {

inline constexpr rank_part of_driver{"driver", "kept by the driver", kept_by_driver, part_standing::estimate};

inline std::string_view largest_difference(const serving_memory_parts& fullest, const serving_memory_parts& leanest) {
  const std::array<rank_part, 3> parts{{{"", "its weights", fullest.weights - leanest.weights},
                                        {"", "its KV cache", fullest.kv_cache - leanest.kv_cache},
                                        {"", "the step that it samples in", fullest.working - leanest.working}}};
  rank_part most;
  for (const rank_part& each : parts)
    if (each.amount > most.amount) most = each;
  return most.title;
}

inline rank_use use_of_serving(const serving_job& job) {
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
                         of_driver},
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

inline rank_part reserved_part(const training_framework& of, const rank_memory& m) {
  rank_part part{"reserved", "held by the allocator", m.reserved, part_standing::estimate};
  if (of.reserved_most <= 0) {
    if (m.reserved <= memory{}) part.standing = part_standing::unmeasured;
    return part;
  }
  part.least = of.reserved_least * m.exact();
  part.most = of.reserved_most * m.exact();
  return part;
}

inline rank_use use_of_training(const training_job& job) {
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
                    of_driver},
          .needed = m.total() + kept_by_driver,
          .host = m.host,
          .leanest = found.leanest.total() + kept_by_driver,
          .because = found.because};
}

// Some kernels for routed experts of 4 bits hold them wider than the checkpoint does: how much is known of MXFP4.
constexpr std::string_view padding_of(const serving_job& job) {
  if (bits(job.weights.held.experts.format) != 4 || !has_experts(job.model)) return {};
  return job.engine.mxfp4_multiple > 0 && is_mxfp4(job.weights.held.experts) ? "with padding" : "without padding";
}

// Weights, and what there is of each, are less than all of them where the model's vision tower is left out.
inline void say_text_only(rank_use& use, const transformer& model) {
  if (!model.without_vision) return;
  for (rank_part& each : use.parts)
    if (each.key == "weights" || each.key == "gradients" || each.key == "optimizer") each.only = "text part only";
}

}  // namespace detail

// Of a job that does not contradict itself.
inline rank_use use_of(const serving_job& job) {
  rank_use use = detail::use_of_serving(job);
  use.parts.front().only = detail::padding_of(job);
  detail::say_text_only(use, job.model);
  return use;
}
inline rank_use use_of(const training_job& job) {
  rank_use use = detail::use_of_training(job);
  detail::say_text_only(use, job.model);
  if (job.adapters.rank == 0) return use;
  for (rank_part& each : use.parts)  // without the adapters' inner ones
    if (each.key == "activations" || each.key == "working") each.only = name(part_standing::estimate);
  return use;
}

}  // namespace headroom
