// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <optional>
#include <string>

#include <headroom/read/own/fields.hpp>
#include <headroom/read/own/job_field_makers.hpp>

namespace headroom::read {

namespace {

using namespace making;
using to_serve = serving_request;

constexpr auto all_weights = [] {
  std::array<std::string_view, weight_names.size() + 1> all{};
  for (std::size_t i = 0; i < weight_names.size(); ++i) all[i] = weight_names[i].name;
  all.back() = of_checkpoint_name;
  return all;
}();
constexpr auto all_caches = names_of(cache_names);

// What a name of fewer bits says nothing of, in the model's own 16.
constexpr weight_formats beside(weight_formats named, precision own) {
  if (bits(named.experts.format) >= 16) return named;
  for (weight_format* each : {&named.attention, &named.feed_forward, &named.rest})
    if (bits(each->format) == 16) each->format = own;
  return named;
}

// An engine comes before its settings.
constexpr std::array serving_table{
    job_field<to_serve>{.key = "model", .what = job_form::model, .meaning = model_meaning},
    word<to_serve>(
        "weights", all_weights,
        [](to_serve& of, std::string_view name) {
          of.weights = name;
          if (name == of_checkpoint_name) return;
          const weight_formats held = beside(value_of(weight_names, name), of.own);
          of.job.weights = {held, widest_format(held)};
        },
        "Format of the layers' matrices, or of the experts only; else the checkpoint's, else bf16"),
    word<to_serve>(
        "multiplied_in", precision_names,
        [](to_serve& of, std::string_view name) {
          of.multiplied =
              precisions[static_cast<std::size_t>(std::ranges::find(precision_names, name) - precision_names.begin())];
        },
        "Format that GPUs multiply in; else the widest of the matrices"),
    word<to_serve>(
        "kv_cache", all_caches,
        [](to_serve& of, std::string_view name) {
          of.job.kv_cache = value_of(cache_names, name);
          of.names_cache = true;
        },
        "Format of keys and values; else the checkpoint's, else the 16 bits that the job computes in"),
    number<&to_serve::job, &serving_job::tensor_parallel>("tensor_parallel",
        "GPUs that share each layer. Where neither it nor pipeline parallelism is said, the layout is found"),
    number<&to_serve::job, &serving_job::pipeline_parallel>("pipeline_parallel", "Stages of the layers"),
    number<&to_serve::job, &serving_job::data_parallel>(
        "data_parallel", "Copies of the attention in a replica, over which the routed experts are divided"),
    yes_no<&to_serve::job, &serving_job::expert_parallel>(
        "expert_parallel", "Routed experts whole on GPUs, not each divided"),
    real<&to_serve::job, &serving_job::expert_imbalance>(
        "expert_imbalance", job_form::factor, "Tokens of the fullest GPU's experts over their mean, 1 or more"),
    number<&to_serve::job, &serving_job::concurrent_sequences>(
        "concurrent_sequences", "Sequences that a replica holds at once; else 1 of each data-parallel rank"),
    number<&to_serve::job, &serving_job::context>(
        "context", "Tokens of a sequence, prompt and answer; else the longest that the model allows"),
    real<&to_serve::job, &serving_job::shared_prefix>(
        "shared_prefix", job_form::share, "Share of each sequence that a prefix cache holds once for all, 0 to 1"),
    number<&to_serve::job, &serving_job::replicas>("replicas", "Copies of the whole; else 1"),
    word<phase_names, &to_serve::job, &serving_job::phase>("phase", "What the pool does of a request; else both"),
    number_or_none<&to_serve::job, &serving_job::model, &transformer::vision>("vision_parameters",
        "Weights of the model's vision tower, whole on each GPU of the first stage; else the config.json's, if known"),
    yes_no<&to_serve::job, &serving_job::with_predicting>(
        "with_predicting", "Holds the modules that predict further tokens"),
    job_field<to_serve>{.key = "draft",
                        .what = job_form::model,
                        .meaning = "Draft model of speculative decoding, held beside the model: as model",
                        .take_model =
                            [](to_serve& of, const known_model& draft) {
                              of.draft = std::make_shared<const transformer>(draft.model);
                              of.job.draft = of.draft.get();
                              if (draft.checkpoint.has_value() && bits(widest_format(*draft.checkpoint)) <= 16)
                                of.job.draft_weights = {*draft.checkpoint, widest_format(*draft.checkpoint)};
                            }},
    number_or_none<&to_serve::job, &serving_job::adapters>(
        "adapters", "LoRA adapters resident at once (vLLM's max_loras), of attention and dense networks"),
    number<&to_serve::job, &serving_job::adapter_rank>(
        "adapter_rank", "Largest rank of the adapters (vLLM's max_lora_rank); else 16"),
    number_or_none<&to_serve::job, &serving_job::sequences_on_host>(
        "sequences_on_host", "Sequences beside the concurrent ones whose KV cache is offloaded to the host's memory"),
    number_or_none<&to_serve::job, &serving_job::sequences_on_nvme>("sequences_on_nvme", "The same, to its NVMe disks"),
    word<engine_names, &to_serve::job, &serving_job::engine>("engine", "Serving engine, with its settings; else vLLM"),
    number<&to_serve::job, &serving_job::engine, &serving_engine::month>("engine_month",
        "Month in which the engine was released, such as 202311; else today's. vLLM before 202312 had no CUDA graphs"),
    real<&to_serve::job, &serving_job::engine, &serving_engine::share>(
        "memory_share", job_form::share, "The engine's memory setting, such as vLLM's gpu_memory_utilization"),
    number<&to_serve::job, &serving_job::engine, &serving_engine::page>("page", "Tokens of a page of the engine's KV cache"),
    word<admission_names, &to_serve::job, &serving_job::engine, &serving_engine::admission>("cache_admission",
        "Room in the KV cache that lets a request in: of the whole of it, or of what it has so far; else the engine's own"),
    number<&to_serve::job, &serving_job::engine, &serving_engine::chunk>(
        "prefill_chunk", "Tokens that one step of prefill takes at most; else the engine's own number for the GPU"),
    number_or_none<&to_serve::job, &serving_job::engine, &serving_engine::most_sequences>("most_sequences",
        "Sequences that the engine runs at once and sets memory aside for; else its own number for the GPU"),
    lengths<&to_serve::prompts>("prompt_lengths",
        "Tokens of prompts by quantiles, p50=400,p90=2000,p100=8192, or as a histogram, 1-512=70,512-4096=30"),
    lengths<&to_serve::answers>("answer_lengths", "The same of answers"),
};

// Of the matrices of the layers.
constexpr bool are_held_alike(const weight_formats& of, const weight_formats& other) {
  return is_same(of.attention, other.attention) && is_same(of.feed_forward, other.feed_forward) && is_same(of.experts, other.experts);
}

std::string name_of(const weight_formats& of) {
  for (const named<weight_formats>& each : weight_names)
    if (are_held_alike(of, each.value)) return std::string(each.name);
  if (!is_same(of.attention, of.feed_forward) || !is_same(of.attention, of.experts)) return "in several formats";
  // One format, with scales that reach as far as no name says.
  return std::string(name(of.attention.format)) + " with scales";
}

// What a model leaves out besides its vision tower.
std::string_view all_but_tower(std::string_view leaves_out) {
  constexpr std::string_view before = ", and ";
  const std::size_t at = leaves_out.find("the vision tower");
  if (at == std::string_view::npos) return leaves_out;
  return at < before.size() ? std::string_view{} : leaves_out.substr(0, at - before.size());
}

}  // namespace

std::span<const job_field<serving_request>> serving_fields() { return serving_table; }

constexpr bool is_quantised(const weight_formats& of) { return bits(of.attention.format) < 16 || bits(of.feed_forward.format) < 16 || bits(of.experts.format) < 16; }

void leave_tower_out(transformer& of) {
  of.vision = 0;
  of.without_vision = true;
  if (of.leaves_out.empty()) of.leaves_out = "the vision tower";
}

void settle_tower(transformer& of) {
  if (of.vision == 0) return;
  of.without_vision = false;
  of.leaves_out = all_but_tower(of.leaves_out);
}

std::string_view settle(serving_request& of, const known_model& model) {
  if (of.job.model.vision == 0 && model.model.vision > 0) leave_tower_out(of.job.model);
  settle_tower(of.job.model);
  const std::optional<weight_formats>& checkpoint = model.checkpoint;
  of.found_quantised = !model.unread_quantization.empty() || (checkpoint.has_value() && is_quantised(*checkpoint));
  if (of.weights == of_checkpoint_name) {
    if (!checkpoint.has_value() && model.unread_quantization.empty())
      return "weights as the checkpoint's: their format is not known";
    of.weights.clear();
  }
  if (of.weights.empty()) of.unread = model.unread_quantization;
  // Engines round 32-bit checkpoints to 16 bits.
  if (of.weights.empty() && checkpoint.has_value() && bits(widest_format(*checkpoint)) <= 16) {
    of.job.weights = {*checkpoint, model.widens_all ? of.own : widest_format(*checkpoint)};
    of.of_checkpoint = true;
    of.weights = name_of(*checkpoint);
  }
  if (of.weights.empty()) of.weights = weight_names.front().name;  // what a job has unless told
  of.finds_planned = of.of_checkpoint || (checkpoint.has_value() && is_quantised(*checkpoint) && are_held_alike(of.job.weights.held, *checkpoint));
  if (of.multiplied.has_value()) of.job.weights.computed = *of.multiplied;
  if (!of.names_cache) {
    if (of.unread.empty()) of.unread = model.unread_cache;
    const bool is_fp16 = of.job.weights.computed == fp16 || (of.own == fp16 && bits(of.job.weights.computed) < 16);
    of.job.kv_cache = model.cached.value_or(is_fp16 ? fp16 : bf16);
  }
  return {};
}

}  // namespace headroom::read
