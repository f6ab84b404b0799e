// SPDX-License-Identifier: BSL-1.0
#include "validate/analytic_rows.hpp"

#include <fmt/format.h>

#include <headroom/training/memory.hpp>
#include <headroom/training/published.hpp>

#include "suggest.hpp"
#include "validate/names.hpp"
#include "validate/shapes.hpp"
#include "validate/training_rows.hpp"

namespace headroom::program::validation {

namespace {

[[noreturn]] void refuse_metric(const std::string& metric) {
  throw refusal(fmt::format("no figure of this publication is called {}", in_quotes(metric)));
}

// Rajbhandari et al.: 2 + 2 + K bytes of a parameter, shared out by stage. K is 12 of Adam, and 8 of SGD with momentum.
memory zero_memory(const json& c, sharding stage) {
  const double k = number(c, {"K"});
  if (k != 12 && k != 8) throw refusal("K is neither 12 nor 8");
  return bytes(state_of(number(c, {"params"}), degree(c, {"dp"}), fp16_training, k == 12 ? adam : sgd, stage).total());
}

memory zero_figure(const json& c, const std::string& metric) {
  if (metric == "Pos") return zero_memory(c, sharding::optimizer);
  if (metric == "Pos+g") return zero_memory(c, sharding::gradients);
  if (metric == "Pos+g+p") return zero_memory(c, sharding::weights);
  if (metric != "model_state_memory_per_device") refuse_metric(metric);
  const count stage = whole(c, {"stage", "zero"});
  if (stage > 3) throw refusal("a stage of ZeRO is 0 to 3");
  return zero_memory(c, static_cast<sharding>(stage));
}

memory deepspeed_figure(const json& c, const std::string& metric) {
  const std::string offload = text(c, {"offload"}, "none");
  const auto offloads = [&](std::string_view words) { return offload.find(words) != std::string::npos; };
  const deepspeed_question asked{.parameters = number(c, {"params"}),
                                 .largest_layer = number(c, {"largest_layer"}, 0),
                                 .gpus = degree(c, {"gpus"}),
                                 .nodes = degree(c, {"nodes"}, 1),
                                 .offload_weights = offloads("param=cpu"),
                                 .offload_optimizer = offloads("opt=cpu") || offloads("optimizer=cpu"),
                                 .initialised_in_parts = whole(c, {"zero_init"}, 0) == 1};
  const count stage = whole(c, {"zero", "stage"});
  if (stage != 2 && stage != 3) throw refusal("DeepSpeed estimates ZeRO-2 and ZeRO-3");
  const deepspeed_estimate e = stage == 2 ? deepspeed_zero2(asked) : deepspeed_zero3(asked);
  if (metric == "per_gpu") return e.per_gpu;
  if (metric == "per_cpu_node") return e.per_host;
  refuse_metric(metric);
}

constexpr count enough_micro_batches = 1'000'000;  // the paper counts a full pipeline

// The paper's model: by its shape, or by its name; the abstract and figure 7 are about GPT-3.
transformer korthikanti_model(const json& c) {
  if (find(c, {"layers"}) != nullptr)
    return gpt(degree(c, {"layers"}), degree(c, {"hidden"}), degree(c, {"heads"}), degree(c, {"vocab"}, 51'200), 0);
  return gpt_of_a_paper(text(c, {"model"}, "gpt3-175b"), 0);
}

training_job korthikanti_job(const json& c) {
  training_job job{.model = korthikanti_model(c),
                   .parallelism = divided(c),
                   .sequence = degree(c, {"seq"}, 2'048),
                   .micro_batch = degree(c, {"mbs"}, 1),
                   .micro_batches = enough_micro_batches,
                   .optimizer = adam,
                   .scores_materialised = true,
                   .dropout = true};
  if (!has(c, "tp")) job.parallelism.tensor = 8;  // all of the paper's models
  return job;
}

// Korthikanti et al. count the layers alone: matrices without biases, norms, embedding and head, 18 bytes of each:
// weights 2, gradients 4, optimizer 12.
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

double korthikanti_figure(const json& c, const judged& one) {
  const training_job job = korthikanti_job(c);
  const auto kept = [&](bool sequence, const recomputation& again) { return kept_by_layers(job, sequence, again); };
  const double all = kept(false, no_recomputation);
  const std::string& metric = one.metric;
  if (metric == "params_grads_optimizer") return in_unit_of(bytes(state_of_layers(job)), one.unit);
  if (metric == "activations_tp_only") return in_unit_of(bytes(all), one.unit);
  if (metric == "activations_sp_selective")
    return in_unit_of(bytes(kept(true, selective_recomputation)), one.unit);
  if (metric == "sequence_parallel_pct") return 100 * kept(true, no_recomputation) / all;
  if (metric == "selective_recompute_pct") return 100 * kept(false, selective_recomputation) / all;
  if (metric == "sp_plus_selective_pct") return 100 * kept(true, selective_recomputation) / all;
  if (metric == "full_recompute_pct") return 100 * kept(false, full_recomputation) / all;
  if (metric == "activation_memory_reduction") return all / kept(true, selective_recomputation);
  refuse_metric(metric);
}

}  // namespace

std::vector<judged> judge_zero(const json& row) {
  return judge_each(row, "zero", "", [&](judged& one) {
    one.found = in_unit_of(zero_figure(config_of(row), one.metric), one.unit);
  });
}

std::vector<judged> judge_deepspeed(const json& row) {
  return judge_each(row, "deepspeed", "", [&](judged& one) {
    one.found = in_unit_of(deepspeed_figure(config_of(row), one.metric), one.unit);
  });
}

// Figure 7 prints no numbers: its rows were read off the bars.
std::vector<judged> judge_korthikanti(const json& row) {
  const bool read_off = says(row, "citation", "Figure 7");
  return judge_each(row, read_off ? "korthikanti_chart" : "korthikanti", "",
                    [&](judged& one) { one.found = korthikanti_figure(config_of(row), one); });
}

}  // namespace headroom::program::validation
