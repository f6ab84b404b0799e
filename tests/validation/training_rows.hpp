// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <functional>
#include <headroom/catalog/nvidia.hpp>
#include <headroom/training/memory.hpp>
#include <headroom/training/published.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <validation/rows.hpp>
#include <vector>

// From a row of published training memory to a job, and from our answer to the row's own figure.
namespace validation_rows {

// One published number and ours.
struct judged {
  std::string id;
  std::string family;  // rows that are judged together
  std::string metric;
  double published = 0;
  double found = 0;
  double step = 0;         // a unit in the last place as printed
  std::string refused;     // why it is not judged; empty: it is
  bool confirmed = false;  // whether the row was compared with its source

  double error() const { return found / published - 1; }
};

namespace training {

using hr::count;

// A unit in the last place of a number as it was printed.
inline double last_place(const json& value) {
  const std::string text = value.dump();
  const auto point = text.find('.');
  return point == std::string::npos || text.ends_with(".0") ? 1 : std::pow(10.0, -double(text.size() - point - 1));
}

inline bool has(const json& config, const char* key) { return config.contains(key); }
inline bool says(const json& row, const char* key, std::string_view words) {
  const auto found = row.find(key);
  return found != row.end() && found->is_string() && found->get<std::string>().find(words) != std::string::npos;
}

// The first layers of a model: "layers_kept" of them, with so many dense ones before those with experts.
inline hr::transformer first_layers(hr::transformer model, count layers, count dense) {
  model.order = {};
  model.predicts = {};
  if (!model.layers[0].experts.is_present() && model.layers[1].how_many > 0) {
    model.layers[0].how_many = dense;
    model.layers[1].how_many = layers - dense;
  } else {
    model.layers[0].how_many = layers;
  }
  return model;
}

// Replicas are what is left of the GPUs where a row does not say.
inline hr::parallelism divided(const json& c) {
  const count tensor = c.value("tp", count{1});
  const count pipeline = c.value("pp", count{1});
  const count context = c.value("cp", count{1});
  const count replica = tensor * pipeline * context;
  const count rest = replica > 0 ? c.value("gpus", replica) / replica : 1;
  return {.tensor = tensor,
          .pipeline = pipeline,
          .data = c.value("dp", c.value("fsdp", rest)),
          .context = context,
          .expert = c.value("ep", count{1}),
          .virtual_stages = c.value("vp", count{1})};
}

// BigScience's search for BLOOM's topology with Megatron-DeepSpeed: ZeRO-1, all layers computed again, GPT layers. The
// rows print "bf16/fp16" for both halves of the search. Shapes of the search are read as fp16; 70 layers are BLOOM's
// own, which was trained in bf16 (arXiv:2211.05100), and with embedding and head are the 72 that 12 stages share
// evenly.
inline hr::training_job bloom_job(const json& c) {
  const bool own_shape = c.at("layers") == 70;
  hr::transformer model = gpt(c.at("layers"), c.at("hidden"), c.at("heads"), c.at("vocab"), 0);
  model.embedding_norm = true;
  hr::training_job job{.model = model,
                       .parallelism = divided(c),
                       .sequence = c.at("seq"),
                       .micro_batch = c.at("mbs"),
                       .formats = own_shape ? hr::bf16_both_gradients : hr::fp16_training,
                       .sharding = hr::sharding::optimizer,
                       .recompute = hr::full_recomputation,
                       .scores_materialised = true,
                       .dropout = true,
                       .framework = hr::frameworks::megatron_deepspeed};
  job.parallelism.embedding_as_layer = own_shape;
  job.parallelism.head_as_layer = own_shape;
  job.micro_batches = has(c, "gbs") ? c.at("gbs").get<count>() / (job.parallelism.data * job.micro_batch)
                                    : 4 * job.parallelism.pipeline;  // enough to fill the pipeline
  return job;
}

// Megatron-LM's core: distributed optimizer, sequence parallelism with tensor parallelism, fused kernels.
inline hr::training_job megatron_job(const json& c, const hr::transformer& model) {
  hr::training_job job{.model = model,
                       .parallelism = divided(c),
                       .sequence = c.at("seq"),
                       .micro_batch = c.value("mbs", count{1}),
                       .micro_batches = c.value("micro_batch_count", count{1}),
                       .sharding = hr::sharding::optimizer,
                       .framework = hr::frameworks::megatron};
  if (has(c, "layers_kept")) job.model = first_layers(model, c.at("layers_kept"), 1);
  job.parallelism.sequence = job.parallelism.tensor > 1;
  if (job.model.layers[1].how_many > 0 || job.model.layers[0].experts.is_present())
    job.parallelism.expert_tensor = c.value("etp", count{1});
  const std::string again = c.value("recompute", "none");
  if (again == "full") job.recompute = hr::full_recomputation;
  if (again == "selective") job.recompute = hr::selective_recomputation;
  return job;
}

// torchtitan: weights in fp32 shared out by FSDP over data and context ranks; of a pipeline, the batch of a rank is cut
// into as many micro-batches as there are stages. From 2025 on the loss is compiled with the model.
inline hr::training_job torchtitan_job(const json& row, const hr::transformer& model) {
  const json& c = row.at("config");
  hr::training_job job{.model = model,
                       .parallelism = divided(c),
                       .sequence = c.at("seq"),
                       .micro_batch = c.value("mbs", count{1}),
                       .formats = hr::fp32_weights,
                       .optimizer = hr::adam_without_master,
                       .sharding = hr::sharding::weights,
                       .framework = hr::frameworks::torchtitan};
  if (job.parallelism.pipeline > 1) {
    job.micro_batches = job.parallelism.pipeline;
    job.micro_batch = job.micro_batch / job.parallelism.pipeline;
  }
  if (says(c, "schedule", "nterleaved")) job.parallelism.virtual_stages = c.value("vp", count{2});
  job.parallelism.sequence = job.parallelism.tensor > 1;
  const std::string again = c.value("recompute", "none");
  job.recompute.kind = again == "full"        ? hr::recompute::full
                       : again == "selective" ? hr::recompute::alternate_products
                                              : hr::recompute::none;
  const bool compiled_loss = c.value("compile", false) && says(row, "citation", "_2025");
  job.loss = compiled_loss                ? hr::fused_cross_entropy
             : job.parallelism.tensor > 1 ? hr::distributed_cross_entropy
                                          : hr::separate_cross_entropy;
  return job;
}

inline const hr::transformer* model_of(const json& c) {
  if (!has(c, "model")) return nullptr;
  const std::string name = c.at("model");
  namespace published = hr::models;
  static const std::map<std::string, const hr::transformer*> more{{"deepseek-v2", &published::deepseek_v2},
                                                                  {"gpt3-175b", &published::gpt3_175b},
                                                                  {"opt-175b", &published::opt_175b},
                                                                  {"mixtral-8x7b", &published::mixtral_8x7b},
                                                                  {"mixtral-8x22b", &published::mixtral_8x22b},
                                                                  {"nemotron4-340b", &published::nemotron4_340b},
                                                                  {"nemotron-h-56b", &published::nemotron_h_56b},
                                                                  {"grok1-314b", &published::grok_1},
                                                                  {"qwen3-32b", &published::qwen3_32b},
                                                                  {"qwen3-8b", &published::qwen3_8b}};
  if (const auto found = more.find(name); found != more.end()) return found->second;
  return named(name);
}

// Rajbhandari et al.: 2 + 2 + 12 bytes of a parameter, shared out by stage.
inline double zero_gigabytes(const json& c, hr::sharding stage) {
  const hr::optimizer adam = c.at("K") == 12 ? hr::adam : hr::sgd;
  return hr::state_of(c.at("params").get<double>(), c.at("dp").get<count>(), hr::fp16_training, adam, stage).total() /
         1e9;
}

inline std::optional<double> zero_figure(const json& c, const std::string& metric) {
  using hr::sharding;
  if (metric == "Pos") return zero_gigabytes(c, sharding::optimizer);
  if (metric == "Pos+g") return zero_gigabytes(c, sharding::gradients);
  if (metric == "Pos+g+p") return zero_gigabytes(c, sharding::weights);
  if (metric == "model_state_memory_per_device")
    return zero_gigabytes(c, static_cast<sharding>(c.at("stage").get<int>()));
  return {};
}

inline std::optional<double> deepspeed_figure(const json& c, const std::string& metric) {
  const std::string offload = c.at("offload");
  const bool weights = offload.find("param=cpu") != std::string::npos;
  const bool optimizer =
      offload.find("opt=cpu") != std::string::npos || offload.find("optimizer=cpu") != std::string::npos;
  const hr::deepspeed_question asked{.parameters = c.at("params"),
                                     .largest_layer = c.value("largest_layer", 0.0),
                                     .gpus = c.at("gpus"),
                                     .nodes = c.at("nodes"),
                                     .offload_weights = weights,
                                     .offload_optimizer = optimizer,
                                     .initialised_in_parts = c.value("zero_init", 0) == 1};
  const hr::deepspeed_estimate e = c.at("zero") == 2 ? hr::deepspeed_zero2(asked) : hr::deepspeed_zero3(asked);
  if (metric == "per_gpu") return hr::in_gibibytes(e.per_gpu);
  if (metric == "per_cpu_node") return hr::in_gibibytes(e.per_host);
  return {};
}

// Korthikanti et al. count the layers alone: matrices without biases, norms, embedding and head, 18 bytes of each.
inline std::optional<double> korthikanti_figure(const json& c, const std::string& metric) {
  static const std::map<std::string, std::array<count, 3>> shapes{{"megatron-22b", {48, 6'144, 64}},
                                                                  {"gpt3-175b", {96, 12'288, 96}},
                                                                  {"megatron-1t", {128, 25'600, 160}},
                                                                  {"megatron-530b", {105, 20'480, 128}}};
  const std::string name = c.value("model", "");
  std::array<count, 3> shape{c.value("layers", count{0}), c.value("hidden", count{0}), c.value("heads", count{0})};
  if (shape[0] == 0) {
    const auto found = shapes.find(name.empty() ? "gpt3-175b" : name);
    if (found == shapes.end()) return {};
    shape = found->second;
  }
  hr::training_job job{.model = gpt(shape[0], shape[1], shape[2], 51'200, 0),
                       .parallelism = divided(c),
                       .sequence = c.value("seq", count{2'048}),
                       .micro_batch = c.value("mbs", count{1}),
                       .micro_batches = 1'000'000,
                       .optimizer = hr::adam,
                       .scores_materialised = true,
                       .dropout = true};
  if (name.empty()) job.parallelism.tensor = 8;
  // The paper's 18 bytes: weights 2, gradients 4, optimizer 12.
  if (metric == "params_grads_optimizer") {
    double matrices = 0;
    hr::for_each_weight(job.model, [&](const hr::weight& w) {
      if (w.products > 0 && w.part != hr::weight_part::head) matrices += static_cast<double>(w.size() * w.copies);
    });
    const auto ranks = static_cast<double>(job.parallelism.tensor * job.parallelism.pipeline);
    return hr::state_of(matrices / ranks, 1, job.formats, job.optimizer).total() / 1024 / 1024 / 1024;
  }
  const auto kept = [&](bool sequence, const hr::recomputation& again) {
    job.parallelism.sequence = sequence;
    job.recompute = again;
    const auto layers = static_cast<double>(hr::layers_of_stage(job.model, job.parallelism, 0).total());
    return hr::layer_activations(job, job.model.layers[0]).total() * layers *
           hr::micro_batches_held(job.parallelism, 0, job.micro_batches);
  };
  const double all = kept(false, hr::no_recomputation);
  constexpr double gibi = 1024.0 * 1024 * 1024;
  if (metric == "activations_tp_only") return all / gibi;
  if (metric == "activations_sp_selective") return kept(true, hr::selective_recomputation) / gibi;
  if (metric == "sequence_parallel_pct") return 100 * kept(true, hr::no_recomputation) / all;
  if (metric == "selective_recompute_pct") return 100 * kept(false, hr::selective_recomputation) / all;
  if (metric == "sp_plus_selective_pct") return 100 * kept(true, hr::selective_recomputation) / all;
  if (metric == "full_recompute_pct") return 100 * kept(false, hr::full_recomputation) / all;
  if (metric == "activation_memory_reduction") return all / kept(true, hr::selective_recomputation);
  return {};
}

// The job of a row on measured memory, where the row gives enough of it.
inline std::optional<hr::training_job> job_of(const json& row) {
  const json& c = row.at("config");
  if (says(row, "citation", "BigScience") && has(c, "hidden") && has(c, "mbs")) return bloom_job(c);
  const hr::transformer* model = model_of(c);
  if (model == nullptr || !has(c, "seq")) return {};
  if (says(c, "framework", "torchtitan")) return torchtitan_job(row, *model);
  if (says(c, "framework", "Megatron-LM")) return megatron_job(c, *model);
  return {};
}

// What the driver shows of a GPU's memory, by the name that rows have for it.
inline hr::memory driver_memory(const json& c) {
  const std::string gpu = c.value("gpu", "");
  if (gpu.starts_with("A100-80GB")) return hr::nvidia::a100_sxm4_80gb::spec.driver_memory.value;
  if (gpu.starts_with("H100-80GB")) return hr::nvidia::h100_sxm5::spec.driver_memory.value;
  return {};
}

// Training jobs that ran, or did not. Megatron's 530B model with DeepSpeed's ZeRO-3 (Narayanan et al., 2021,
// section 5.2): no model parallelism, all layers computed again. DGX Cloud's recipes: NeMo sums gradients in bf16.
inline std::optional<hr::training_job> fit_job(const json& c) {
  const std::string name = c.value("model", "");
  if (c.value("zero", 0) == 3 && name == "megatron-530b")
    return hr::training_job{.model = gpt(105, 20'480, 128, 51'200, 2'048),
                            .parallelism = {.data = c.at("gpus")},
                            .sequence = 2'048,
                            .micro_batch = c.at("mbs"),
                            .formats = hr::fp16_training,
                            .sharding = hr::sharding::weights,
                            .recompute = hr::full_recomputation,
                            .scores_materialised = true,
                            .dropout = true,
                            .framework = hr::frameworks::deepspeed};
  const hr::transformer* model = model_of(c);
  if (model == nullptr || !has(c, "tp") || !has(c, "seq")) return {};
  hr::training_job job = megatron_job(c, *model);
  job.formats = hr::bf16_gradients;
  job.micro_batches = 4 * job.parallelism.pipeline;  // enough to fill the pipeline
  return job;
}

inline std::optional<double> fit_figure(const json& c) {
  const std::optional<hr::training_job> job = fit_job(c);
  if (!job || !(driver_memory(c) > hr::bytes(0))) return {};
  const hr::figure<hr::rank_memory> found = hr::training_memory(*job);
  if (!found.is_known()) return {};
  return found.value.total() <= driver_memory(c) ? 1 : 0;
}

inline std::string family_of(const json& row) {
  const json& c = row.at("config");
  for (const json& each : row.at("measured"))
    if (each.at("metric") == "fits") return fit_job(c) ? "training runs, or runs out of memory" : "";
  if (has(c, "K")) return "ZeRO, as printed";
  if (has(c, "offload")) return "DeepSpeed's estimates, as printed";
  if (says(row, "citation", "Korthikanti"))
    return says(row, "citation", "Figure 7") ? "Korthikanti et al., read off a chart"
                                             : "Korthikanti et al., as printed";
  if (says(row, "citation", "BigScience")) return "BLOOM prequel, measured";
  if (says(c, "framework", "torchtitan")) return "torchtitan, measured";
  if (says(c, "framework", "Megatron-LM")) return "Megatron-LM on B200, measured";
  return "";
}

inline std::optional<double> figure_of(const json& row, const std::string& metric) {
  const json& c = row.at("config");
  if (metric == "fits") return fit_figure(c);
  if (has(c, "K")) return zero_figure(c, metric);
  if (has(c, "offload")) return deepspeed_figure(c, metric);
  if (says(row, "citation", "Korthikanti")) return korthikanti_figure(c, metric);
  const std::optional<hr::training_job> job = job_of(row);
  if (!job) return {};
  const hr::figure<hr::rank_memory> found = hr::training_memory(*job);
  if (!found.is_known()) return {};
  if (metric == "memory_per_gpu") return hr::in_gigabytes(found.value.total());
  // What the allocator holds: without CUDA's context and NCCL.
  if (metric == "peak_memory") return hr::in_gibibytes(found.value.exact() + found.value.reserved);
  // What tensors take: without the allocator's gaps, too.
  if (metric == "peak_allocated_memory") return hr::in_gibibytes(found.value.exact());
  return {};
}

}  // namespace training

// Every number of a row on training memory, judged or refused. Empty: the row is of another family.
inline std::vector<judged> judge_training(const json& row) {
  std::vector<judged> all;
  const std::string family = training::family_of(row);
  if (family.empty()) return all;
  for (const json& each : row.at("measured")) {
    judged one{.id = row.at("id"),
               .family = family,
               .metric = each.at("metric"),
               .refused = {},
               .confirmed = row.value("confirmed", false)};
    if (each.at("value").is_number()) {
      one.published = each.at("value");
      one.step = training::last_place(each.at("value"));
    }
    if (!row.value("suspect", json()).is_null() && row.value("suspect", json()) != false)
      one.refused = "marked suspect";
    const std::optional<double> found = training::figure_of(row, one.metric);
    if (!found && one.refused.empty()) one.refused = "the row does not give the job";
    one.found = found.value_or(0);
    all.push_back(one);
  }
  return all;
}

}  // namespace validation_rows
