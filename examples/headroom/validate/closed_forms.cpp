// SPDX-License-Identifier: BSL-1.0

#include <array>
#include <headroom/training/memory.hpp>
#include <headroom/training/published.hpp>

#include "validate/figures.hpp"
#include "validate/settings.hpp"
#include "validate/shapes.hpp"
#include "validate/training_row.hpp"
#include "reading.hpp"

// Closed forms of papers and tools, each by the name that its rows have for the figure.
namespace headroom::program::validation {

namespace {

// ---- Rajbhandari et al.: 2 + 2 + K bytes of a parameter, shared out by stage. K is the optimizer's.

struct zero_stage {
  std::string_view metric{};
  headroom::sharding stage{};
};
constexpr std::string_view zero_of_a_stage = "model_state_memory_per_device";
constexpr std::array zero_stages{zero_stage{"Pos", sharding::optimizer}, zero_stage{"Pos+g", sharding::gradients},
                                 zero_stage{"Pos+g+p", sharding::weights}};

// An optimizer of K bytes a parameter in fp32: a copy of the weight and as many moments as K leaves.
optimizer optimizer_of(count k) {
  if (k != 4 && k != 8 && k != 12) throw refusal("K is neither 4, 8 nor 12");
  return {.moments = static_cast<int>(k / 4) - 1};
}

// ---- Korthikanti et al.

constexpr count enough_groups = 1'000'000;  // of as many micro-batches as stages: the paper counts a full pipeline

// The paper's jobs keep the scores of attention, and masks of dropout.
training_job korthikanti_job(const json& c) {
  const parallelism p = parallelism_of(c);
  return {.model = model_of(c),
          .parallelism = p,
          .sequence = degree(c, setting::sequence),
          .micro_batch = degree(c, setting::micro_batch, 1),
          .micro_batches = multiply(enough_groups, p.pipeline),
          .optimizer = adam,
          .scores_materialised = true,
          .dropout = true};
}

// The layers alone: matrices without biases, norms, embedding and head, 18 bytes of each: weights 2, gradients 4,
// optimizer 12.
double state_of_layers(const training_job& job) {
  double matrices = 0;
  for_each_weight(job.model, [&](const weight& w) {
    if (w.products > 0 && w.part != weight_part::head)
      matrices += static_cast<double>(w.size()) * static_cast<double>(w.copies);
  });
  const auto ranks = static_cast<double>(multiply(job.parallelism.tensor, job.parallelism.pipeline));
  return state_of(matrices / ranks, 1, job.formats, job.optimizer).total();
}

double kept_by_layers(training_job job, bool sequence_parallel, const recomputation& again) {
  job.parallelism.sequence = sequence_parallel;
  job.recompute = again;
  if (const auto why = contradiction(job); !why.empty()) throw refusal(std::string(why));
  const auto layers = static_cast<double>(layers_of_stage(job.model, job.parallelism, 0).total());
  return layer_activations(job, job.model.layers[0]).total() * layers *
         micro_batches_held(job.parallelism, 0, job.micro_batches);
}

// What is kept with sequence parallelism or not, and computed again or not.
struct way_of_keeping {
  std::string_view metric{};
  bool sequence = false;
  recomputation again{};
  bool is_share = false;  // of what is kept with neither
};
constexpr std::string_view layer_state = "params_grads_optimizer";
constexpr std::string_view reduction = "activation_memory_reduction";
constexpr std::array kept{way_of_keeping{"activations_tp_only", false, no_recomputation},
                          way_of_keeping{"activations_sp_selective", true, selective_recomputation},
                          way_of_keeping{"sequence_parallel_pct", true, no_recomputation, true},
                          way_of_keeping{"selective_recompute_pct", false, selective_recomputation, true},
                          way_of_keeping{"sp_plus_selective_pct", true, selective_recomputation, true},
                          way_of_keeping{"full_recompute_pct", false, full_recomputation, true}};

}  // namespace

bool is_zero_metric(std::string_view metric) {
  return metric == zero_of_a_stage || entry_called(metric, zero_stages, &zero_stage::metric) != nullptr;
}

void find_zero(const json& row, judged& one) {
  const json& c = config_of(row);
  const zero_stage* named = entry_called(one.metric, zero_stages, &zero_stage::metric);
  const sharding stage = named != nullptr ? named->stage : zero_stage_in(c, {"stage", "zero"});
  const state_bytes state =
      state_of(number(c, {"params"}), degree(c, setting::data), fp16_training, optimizer_of(whole(c, {"K"})), stage);
  one.found = in_unit_of(bytes(state.total()), one.unit);
}

void find_deepspeed(const json& row, judged& one) {
  const json& c = config_of(row);
  const std::string offload = text(c, {"offload"}, "none");
  const auto offloads = [&](std::string_view part) { return offload.find(part) != std::string::npos; };
  const deepspeed_question asked{.parameters = number(c, {"params"}),
                                 .largest_layer = number(c, {"largest_layer"}, 0),
                                 .gpus = degree(c, setting::gpus),
                                 .nodes = degree(c, {"nodes"}, 1),
                                 .offload_weights = offloads("param=cpu"),
                                 .offload_optimizer = offloads("opt=cpu") || offloads("optimizer=cpu"),
                                 .initialised_in_parts = flag(c, {"zero_init"})};
  const count stage = whole(c, setting::zero);
  if (stage != 2 && stage != 3) throw refusal("DeepSpeed estimates ZeRO-2 and ZeRO-3");
  const deepspeed_estimate e = stage == 2 ? deepspeed_zero2(asked) : deepspeed_zero3(asked);
  one.found = in_unit_of(one.metric == "per_gpu" ? e.per_gpu : e.per_host, one.unit);
}

bool is_korthikanti_ratio(std::string_view metric) {
  const way_of_keeping* way = entry_called(metric, kept, &way_of_keeping::metric);
  return way != nullptr && way->is_share;
}
bool is_korthikanti_metric(std::string_view metric) {
  return metric == layer_state || metric == reduction || (entry_called(metric, kept, &way_of_keeping::metric) != nullptr && !is_korthikanti_ratio(metric));
}

void find_korthikanti(const json& row, judged& one) {
  const training_job job = korthikanti_job(config_of(row));
  const double all = kept_by_layers(job, false, no_recomputation);
  if (one.metric == layer_state) {
    one.found = in_unit_of(bytes(state_of_layers(job)), one.unit);
  } else if (one.metric == reduction) {
    one.found = all / kept_by_layers(job, true, selective_recomputation);
  } else if (const way_of_keeping* way = entry_called(one.metric, kept, &way_of_keeping::metric)) {
    const double found = kept_by_layers(job, way->sequence, way->again);
    one.found = way->is_share ? in_unit_of_share(found / all, one.unit) : in_unit_of(bytes(found), one.unit);
  }
}

}  // namespace headroom::program::validation
