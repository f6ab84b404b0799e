// SPDX-License-Identifier: BSL-1.0
#include "validate/training_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headroom/training/memory.hpp>
#include <utility>

#include "suggest.hpp"
#include "validate/peers.hpp"
#include "validate/shapes.hpp"

namespace headroom::program::validation {

namespace {

// BigScience's search for BLOOM's topology with Megatron-DeepSpeed: ZeRO-1, all layers computed again, GPT layers. The
// rows print "bf16/fp16" for both halves of the search. Shapes of the search are read as fp16; 70 layers are BLOOM's
// own, which was trained in bf16 (arXiv:2211.05100), and with embedding and head are the 72 that 12 stages share
// evenly.
training_job bloom_job(const json& c) {
  const count layers = degree(c, {"layers"});
  const bool own_shape = layers == 70;
  transformer model = gpt(layers, degree(c, {"hidden"}), degree(c, {"heads"}), degree(c, {"vocab"}), 0);
  model.embedding_norm = true;
  training_job job{.model = model,
                   .parallelism = divided(c),
                   .sequence = degree(c, {"seq"}),
                   .micro_batch = degree(c, {"mbs"}),
                   .formats = own_shape ? bf16_both_gradients : fp16_training,
                   .sharding = sharding::optimizer,
                   .recompute = full_recomputation,
                   .scores_materialised = true,
                   .dropout = true,
                   .framework = frameworks::megatron_deepspeed};
  job.parallelism.embedding_as_layer = own_shape;
  job.parallelism.head_as_layer = own_shape;
  const count at_once = multiply(job.parallelism.data, job.micro_batch);
  // Enough to fill the pipeline where the row does not say.
  job.micro_batches = has(c, "gbs") ? std::max<count>(degree(c, {"gbs"}) / at_once, 1) : 4 * job.parallelism.pipeline;
  return job;
}

// torchtitan: weights in fp32 shared out by FSDP over data and context ranks; of a pipeline, the batch of a rank is cut
// into as many micro-batches as there are stages. From 2025 on the loss is compiled with the model.
training_job torchtitan_job(const json& row, const transformer& model) {
  const json& c = config_of(row);
  training_job job{.model = model,
                   .parallelism = divided(c),
                   .sequence = degree(c, {"seq"}),
                   .micro_batch = degree(c, {"mbs"}, 1),
                   .formats = fp32_weights,
                   .optimizer = adam_without_master,
                   .sharding = sharding::weights,
                   .framework = frameworks::torchtitan};
  if (job.parallelism.pipeline > 1) {
    job.micro_batches = job.parallelism.pipeline;
    job.micro_batch = std::max<count>(job.micro_batch / job.parallelism.pipeline, 1);
  }
  if (says(c, "schedule", "nterleaved")) job.parallelism.virtual_stages = degree(c, {"vp"}, 2);
  job.parallelism.sequence = job.parallelism.tensor > 1;
  const std::string again = text(c, {"recompute"}, "none");
  job.recompute.kind = again == "full"        ? recompute::full
                       : again == "selective" ? recompute::alternate_products
                                              : recompute::none;
  const bool compiled_loss = flag(c, {"compile"}) && says(row, "citation", "_2025");
  job.loss = compiled_loss                ? fused_cross_entropy
             : job.parallelism.tensor > 1 ? distributed_cross_entropy
                                          : separate_cross_entropy;
  return job;
}

std::string_view part_of(const json& row) {
  const json& c = config_of(row);
  if (says(row, "citation", "BigScience")) return "BLOOM prequel";
  if (says(c, "framework", "torchtitan")) return "torchtitan";
  if (says(c, "framework", "Megatron") && !says(c, "framework", "DeepSpeed")) return "Megatron-LM";
  return "other";
}

memory measured_part(const rank_memory& of, const std::string& metric) {
  if (metric == "memory_per_gpu") return of.total();
  // What the allocator holds: without CUDA's context and NCCL.
  if (metric == "peak_memory" || metric == "peak_reserved_memory") return of.exact() + of.reserved;
  // What tensors take: without the allocator's gaps, too.
  if (metric == "peak_allocated_memory") return of.exact();
  throw refusal(fmt::format("no measured memory is called {}", in_quotes(metric)));
}

bool is_measured_memory(const json& figure) {
  constexpr std::array metrics{"memory_per_gpu", "peak_memory", "peak_reserved_memory", "peak_allocated_memory"};
  const json* metric = find(figure, {"metric"});
  return metric != nullptr && std::ranges::any_of(metrics, [&](const char* each) { return *metric == each; });
}

}  // namespace

training_job job_of(const json& row) {
  const json& c = config_of(row);
  const std::string_view part = part_of(row);
  if (part == "BLOOM prequel") return bloom_job(c);
  if (part == "torchtitan") return torchtitan_job(row, named_model_of(c));
  if (part == "Megatron-LM") return megatron_job(c, named_model_of(c));
  if (!has(c, "framework")) throw refusal("the row does not name its framework");
  throw refusal(fmt::format("how {} trains is not known", in_quotes(text(c, {"framework"}, ""))));
}

bool says_training(const json& row) {
  // clang-format off
  constexpr std::array settings{
      "framework", "optimizer", "mbs", "micro_batch", "micro_batch_size", "micro_batch_count", "gbs",
      "global_batch_size", "seq", "seq_len", "sequence_length", "zero", "zero_stage", "fsdp", "recompute",
      "gradient_checkpointing"};
  // clang-format on
  const json& c = config_of(row);
  if (part_of(row) != "other" || std::ranges::any_of(settings, [&](const char* key) { return has(c, key); }))
    return true;
  return std::ranges::any_of(row.at("measured"), [](const json& figure) {
    return says(figure, "metric", "optimizer") || says(figure, "metric", "gradient") || is_measured_memory(figure);
  });
}

transformer first_layers(transformer model, count layers, count dense) {
  model.order = {};
  model.predicts = {};
  if (!model.layers[0].experts.is_present() && model.layers[1].how_many > 0) {
    model.layers[0].how_many = std::min(dense, layers);
    model.layers[1].how_many = layers - model.layers[0].how_many;
  } else {
    model.layers[0].how_many = layers;
  }
  return model;
}

parallelism divided(const json& c) {
  parallelism p{.tensor = degree(c, {"tp", "tensor_parallel_size"}, 1),
                .pipeline = degree(c, {"pp", "pipeline_parallel_size"}, 1),
                .context = degree(c, {"cp", "context_parallel_size"}, 1),
                .expert = degree(c, {"ep", "expert_parallel_size"}, 1),
                .virtual_stages = degree(c, {"vp"}, 1)};
  const count replica = multiply(multiply(p.tensor, p.pipeline), p.context);
  const count rest = std::max<count>(degree(c, {"gpus"}, replica) / replica, 1);
  p.data = degree(c, {"dp", "fsdp"}, rest);
  return p;
}

training_job megatron_job(const json& c, const transformer& model) {
  training_job job{.model = model,
                   .parallelism = divided(c),
                   .sequence = degree(c, {"seq"}),
                   .micro_batch = degree(c, {"mbs"}, 1),
                   .micro_batches = degree(c, {"micro_batch_count"}, 1),
                   .sharding = sharding::optimizer,
                   .framework = frameworks::megatron};
  if (has(c, "layers_kept")) job.model = first_layers(model, degree(c, {"layers_kept"}), 1);
  job.parallelism.sequence = job.parallelism.tensor > 1;
  if (job.model.layers[1].how_many > 0 || job.model.layers[0].experts.is_present())
    job.parallelism.expert_tensor = degree(c, {"etp"}, 1);
  const std::string again = text(c, {"recompute"}, "none");
  if (again == "full") job.recompute = full_recomputation;
  if (again == "selective") job.recompute = selective_recomputation;
  return job;
}

std::vector<judged> judge_training_memory(const json& row, std::string_view family) {
  return judge_each(row, family, part_of(row), [&](judged& one) {
    const training_job job = job_of(row);
    if (const auto why = contradiction(job); !why.empty()) throw refusal(std::string(why));
    one.found = in_unit_of(measured_part(known(training_memory(job)), one.metric), one.unit);
    add_peers_on_training(one, job);
  });
}

std::vector<judged> judge_memory_of_run(json row) {
  json& figures = row.at("measured");
  json of_memory = json::array();
  for (const json& each : figures)
    if (is_measured_memory(each)) of_memory.push_back(each);
  figures = std::move(of_memory);
  std::vector<judged> all = judge_training_memory(row, "training_runs");
  for (judged& one : all) one.same_run = run_told(row, one.metric, one.published);
  return all;
}

std::string run_told(const json& row, std::string_view metric, double value) {
  const auto said = [&](std::string_view key) {
    const json* found = find(row, {key});
    return found == nullptr ? std::string() : found->dump();
  };
  return fmt::format("{} {} {} {} {}", said("citation"), said("confirmed_in"), config_of(row).dump(), metric, value);
}

}  // namespace headroom::program::validation
