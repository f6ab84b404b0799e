// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/inference/engine.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/inference/rank_cache.hpp>
#include <headroom/inference/rank_layers.hpp>
#include <headroom/inference/working.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/shape.hpp>
#include <headroom/parallel/stages.hpp>
#include <headroom/units.hpp>

namespace headroom {

// Memory of one rank of a serving job, by part.
struct serving_memory_parts {
  count stage = 0;    // of the pipeline
  memory weights{};   // exact
  memory adapters{};  // exact: of LoRA, at the largest rank
  memory draft{};     // exact: weights of the draft model
  memory kv_cache{};  // exact: of all sequences at their full length, and the draft model's
  memory working{};   // of the step of a prefill chunk, or of sampling: an estimate
  memory outside{};   // outside of tensors: NCCL and workspaces: an estimate
  memory graphs{};    // CUDA graphs: an estimate
  memory needed{};    // of a GPU, as its driver shows it, under the engine's setting
  memory host{};      // beside all this, of the host's memory: the KV cache that is offloaded
  memory nvme{};      // the same, of its NVMe disks

  constexpr memory total() const { return weights + adapters + draft + kv_cache + working + outside + graphs; }
};

namespace detail {

struct serving_bytes {
  double weights = 0;   // with adapters and the draft model
  double adapters = 0;  // of these
  double draft = 0;     // of these
  double cache = 0;
  double working = 0;
  double outside = 0;
  double graphs = 0;
  double host = 0;
  double nvme = 0;
};

// Of a GPU, what CUDA sees, for so much KV cache beside the rest.
constexpr double visible_for(const serving_engine& engine, const serving_bytes& of) {
  const double all = of.weights + of.cache + of.working + of.outside;
  const double with_graphs = all + of.graphs;
  double by_setting = with_graphs;
  switch (engine.setting) {
    case memory_setting::all_of_gpu:
      by_setting = all / engine.share;
      break;
    case memory_setting::static_of_gpu:
      by_setting = (of.weights + of.cache) / engine.share;
      break;
    case memory_setting::rest_of_gpu:
      by_setting = with_graphs - of.cache + of.cache / engine.share;
      break;
  }
  return by_setting > with_graphs ? by_setting : with_graphs;
}

// The same turned round: bytes of KV cache for what CUDA sees. Negative where the rest is too large by itself.
constexpr double cache_for(const serving_engine& engine, const serving_bytes& of, double visible) {
  const double rest = of.weights + of.working + of.outside;
  const double left = visible - rest - of.graphs;
  double by_setting = left;
  switch (engine.setting) {
    case memory_setting::all_of_gpu:
      by_setting = visible * engine.share - rest;
      break;
    case memory_setting::static_of_gpu:
      by_setting = visible * engine.share - of.weights;
      break;
    case memory_setting::rest_of_gpu:
      by_setting = left > 0 ? left * engine.share : left;
      break;
  }
  return by_setting < left ? by_setting : left;
}

constexpr double cache_of_draft(const serving_job& job, const serving_layers& layers, count sequences) {
  const serving_job draft = drafting(job);
  double sum = 0;
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind)
    if (draft.model.layers[kind].how_many > 0)
      sum += static_cast<double>(draft.model.layers[kind].how_many) *
             cache_of_layer(draft, draft.model.layers[kind].attention, layers.of_draft[kind], sequences,
                            draft.tokens());
  return sum;
}

constexpr double cache_of_stage(const serving_job& job, const serving_layers& layers, const stage_layers& held,
                                count sequences) {
  double sum = held.last && job.draft != nullptr ? cache_of_draft(job, layers, sequences) : 0;
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind)
    if (held.of_kind[kind] > 0)
      sum += static_cast<double>(held.of_kind[kind]) *
             cache_of_layer(job, job.model.layers[kind].attention, layers.of_kind[kind], sequences, job.tokens());
  if (!held.last || !job.with_predicting) return sum;
  const auto modules = static_cast<double>(job.model.predicts.modules);
  for (const char letter : job.model.predicts.order)
    if (const std::size_t kind = job.model.place_of(letter); kind < max_layer_kinds)
      sum += modules * cache_of_layer(job, job.model.layers[kind].attention, layers.of_kind[kind], sequences,
                                      job.tokens());
  return sum;
}

// All but the KV cache.
constexpr serving_bytes rest_of_stage(const serving_job& job, const serving_layers& layers, const stage_layers& held) {
  serving_bytes sum;
  double largest = 0;
  for (std::size_t kind = 0; kind < max_layer_kinds; ++kind) {
    if (held.of_kind[kind] == 0) continue;
    sum.weights += static_cast<double>(held.of_kind[kind]) * layers.of_kind[kind].weights;
    sum.adapters += static_cast<double>(held.of_kind[kind]) * layers.of_kind[kind].adapters;
    if (layers.of_kind[kind].working > largest) largest = layers.of_kind[kind].working;
  }
  if (held.first) sum.weights += layers.first;
  if (held.last) sum.weights += layers.last + (held.first ? 0 : layers.copied_head);
  if (held.last) sum.draft = layers.draft;
  sum.weights += sum.adapters + sum.draft;
  sum.working = working_bytes(job, largest, held.last);
  sum.outside = in_bytes(job.gpus_per_replica() > 1 ? job.engine.outside_with_peers : job.engine.outside_tensors);
  sum.graphs = in_bytes(job.engine.graphs);
  return sum;
}

// With the KV cache, and what of it is offloaded: sequences as they are on the GPU, one beside the other.
constexpr serving_bytes all_of_stage(const serving_job& job, const serving_layers& layers, const stage_layers& held) {
  serving_bytes sum = rest_of_stage(job, layers, held);
  sum.cache = cache_of_stage(job, layers, held, sequences_on_rank(job));
  if (job.sequences_on_host == 0 && job.sequences_on_nvme == 0) return sum;
  const double each = cache_of_stage(job, layers, held, 1);
  sum.host = each * static_cast<double>(ceil_of(job.sequences_on_host, job.data_parallel));
  sum.nvme = each * static_cast<double>(ceil_of(job.sequences_on_nvme, job.data_parallel));
  return sum;
}

// Exact parts in which no count of bits is beyond its type, or else unknown.
constexpr figure<serving_memory_parts> to_memory(const serving_job& job, const serving_bytes& of, count stage) {
  constexpr double beyond = static_cast<double>(too_many) / 8;
  return of_model(job.model,
                  serving_memory_parts{.stage = stage,
                                       .weights = bytes(of.weights - of.adapters - of.draft),
                                       .adapters = bytes(of.adapters),
                                       .draft = bytes(of.draft),
                                       .kv_cache = bytes(of.cache),
                                       .working = bytes(of.working),
                                       .outside = bytes(of.outside),
                                       .graphs = bytes(of.graphs),
                                       .needed = bytes(visible_for(job.engine, of)) + kept_by_driver,
                                       .host = bytes(of.host),
                                       .nvme = bytes(of.nvme)},
                  of.weights < beyond && of.cache < beyond && of.host < beyond && of.nvme < beyond);
}

// Calls f(stage, held) for the stages that may be the fullest: of those between the ends, one of each make.
template <class F>
constexpr void for_each_stage(const serving_job& job, F f) {
  const parallelism p = division_of(job);
  const layer_shares shares = shares_of(job.model.layer_count(), p);
  stage_layers before;
  for (count stage = 0; stage < p.pipeline; ++stage) {
    const stage_layers held = layers_of_stage(job.model, p, shares, stage);
    const bool between = stage > 0 && !held.last;
    if (between && stage > 1 && same_layers(held, before)) continue;
    before = held;
    f(stage, held);
  }
}

struct fullest_stage {
  count stage = 0;
  serving_bytes holds{};
  double visible = -1;  // of a GPU
};

constexpr fullest_stage find_fullest_stage(const serving_job& job, const serving_layers& layers) {
  fullest_stage found;
  for_each_stage(job, [&](count stage, const stage_layers& held) {
    const serving_bytes sum = all_of_stage(job, layers, held);
    const double visible = visible_for(job.engine, sum);
    if (visible > found.visible) found = {stage, sum, visible};
  });
  return found;
}

}  // namespace detail

// Memory of a rank of that pipeline stage. Unknown at run time where the job contradicts itself, with the reason as the
// note; in a constant expression that does not compile.
constexpr figure<serving_memory_parts> serving_memory(const serving_job& job, count stage) {
  const serving_layers layers = layers_on_rank(job);
  if (const auto why = detail::contradiction(job, layers); detail::is_refused_serving(why))
    return detail::not_of_model<serving_memory_parts>(why);
  if (const std::string_view why = stage < 0 || stage >= job.pipeline_parallel ? "there is no such stage" : "";
      detail::is_refused_serving(why))
    return detail::not_of_model<serving_memory_parts>(why);
  const stage_layers held = layers_of_stage(job.model, detail::division_of(job), stage);
  return detail::to_memory(job, detail::all_of_stage(job, layers, held), stage);
}

// Memory of the fullest rank of a job, of layers counted before.
constexpr figure<serving_memory_parts> serving_memory(const serving_job& job, const serving_layers& layers) {
  if (const auto why = detail::contradiction(job, layers); detail::is_refused_serving(why))
    return detail::not_of_model<serving_memory_parts>(why);
  const detail::fullest_stage fullest = detail::find_fullest_stage(job, layers);
  return detail::to_memory(job, fullest.holds, fullest.stage);
}

// Memory of the fullest rank of a job.
constexpr figure<serving_memory_parts> serving_memory(const serving_job& job) {
  return serving_memory(job, layers_on_rank(job));
}

}  // namespace headroom
