// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/inference/job.hpp>
#include <headroom/read/own/job_names.hpp>
#include <headroom/report/rank_use.hpp>
#include <headroom/text/to_text.hpp>
#include <headroom/training/job.hpp>

// A job, how it is divided and what it takes of a GPU, a line each, as `headroom fit` prints them. With export/text.hpp
// or export/fmt.hpp they are streamed and formatted, too. Opt-in.
namespace headroom {

namespace detail {

inline std::string number_text(count n) { return std::string(to_text(n).view()); }
// "8 GPUs", "1 GPU"
inline std::string number_of(count n, std::string_view one) {
  return number_text(n).append(" ").append(one).append(n == 1 ? "" : "s");
}

// "TP 8 x PP 2": the degrees that are more than 1.
struct degrees {
  std::string joined{};

  void put(std::string_view name, count degree) {
    if (degree > 1) joined.append(joined.empty() ? "" : " x ").append(name).append(" ").append(number_text(degree));
  }
  std::string with_experts(count expert) const {
    const std::string all = joined.empty() ? "TP 1" : joined;
    return expert > 1 ? all + ", EP " + number_text(expert) : all;
  }
};

template <class T, std::size_t N, class Same>
std::string_view word_of(const std::array<read::named<T>, N>& all, Same is_same, std::string_view otherwise) {
  for (const read::named<T>& each : all)
    if (is_same(each.value)) return each.name;
  return otherwise;
}

inline std::string weights_text(const weight_formats& held) {
  const auto same_layers = [&](const weight_formats& named) {
    return read::is_same(named.attention, held.attention) && read::is_same(named.feed_forward, held.feed_forward) &&
           read::is_same(named.experts, held.experts);
  };
  return std::string(word_of(read::weight_names, same_layers, "in formats of their own"));
}

}  // namespace detail

// "TP 8 x PP 2, EP 16"
inline std::string split_text(const serving_job& job) {
  detail::degrees all;
  all.put("TP", job.tensor_parallel);
  all.put("PP", job.pipeline_parallel);
  all.put("DP", job.data_parallel);
  return all.with_experts(job.expert_parallel ? multiply(job.tensor_parallel, job.data_parallel) : 1);
}
inline std::string split_text(const training_job& job) {
  const parallelism& p = job.parallelism;
  detail::degrees all;
  all.put("TP", p.tensor);
  all.put("PP", p.pipeline);
  all.put("DP", p.data);
  all.put("CP", p.context);
  return all.with_experts(p.expert);
}

// What a job's formats and the like are called.
struct training_words {
  std::string_view formats{};
  std::string_view optimizer{};
  std::string_view sharding{};
  std::string_view recompute{};
};

namespace detail {

// Of such members as no name of the job format stands for: "formats of its own".
inline training_words words_of(const training_job& job) {
  const auto same_formats = [&](const training_formats& named) {
    const training_formats& of = job.formats;
    return of.weights == named.weights && of.gradients == named.gradients && of.short_gradients == named.short_gradients &&
           read::is_same(of.products, named.products) && of.product_copies == named.product_copies &&
           of.products_primary == named.products_primary && of.products_saved == named.products_saved &&
           of.activation_saved == named.activation_saved;
  };
  const auto same_optimizer = [&](const optimizer& named) {
    const optimizer& of = job.optimizer;
    return of.moments == named.moments && of.first == named.first && of.second == named.second && of.master == named.master &&
           of.master_format == named.master_format && of.gradient_copy == named.gradient_copy && of.block == named.block;
  };
  return {.formats = word_of(read::training_format_names, same_formats, "formats of its own"),
          .optimizer = word_of(read::optimizer_names, same_optimizer, "an optimizer of its own"),
          .sharding = word_of(read::sharding_names, [&](sharding each) { return each == job.sharding; }, "none"),
          .recompute = word_of(read::recompute_names, [&](recompute each) { return each == job.recompute.kind; }, "none")};
}

}  // namespace detail

namespace detail {

// What counts as a layer where the layers are shared out over stages: ", embedding and head as layers".
inline std::string_view ends_text(const parallelism& p) {
  if (p.pipeline <= 1 || !(p.embedding_as_layer || p.head_as_layer)) return "";
  if (!p.embedding_as_layer) return ", head as a layer";
  return p.head_as_layer ? ", embedding and head as layers" : ", embedding as a layer";
}

}  // namespace detail

namespace detail {

// What is held beside the model and its sequences: "; 64 LoRA adapters of rank 32; draft model meta-llama/Llama-3.2-1B".
inline std::string beside_text(const serving_job& of) {
  std::string text;
  if (of.sequences_on_host > 0)
    text += "; KV cache of " + number_text(of.sequences_on_host) + " more offloaded to the host's memory";
  if (of.sequences_on_nvme > 0) text += "; KV cache of " + number_text(of.sequences_on_nvme) + " more offloaded to NVMe";
  if (of.adapters > 0) text += "; " + number_of(of.adapters, "LoRA adapter") + " of rank " + number_text(of.adapter_rank);
  if (of.draft != nullptr) text.append("; draft model ").append(of.draft->name.empty() ? "without a name" : of.draft->name);
  if (of.with_predicting) text += "; modules that predict further tokens";
  return text;
}

}  // namespace detail

// "Served by vLLM: weights fp8, multiplied in fp8; KV cache bf16; 64 sequences of 8,192 tokens; TP 8: 8 GPUs a replica."
inline std::string job_text(const serving_job& of, std::string_view weights, bool with_split = true) {
  std::string line = "Served by ";
  line.append(of.engine.name).append(": weights ").append(weights);
  line.append(", multiplied in ").append(name(of.weights.computed));
  line.append("; KV cache ").append(name(of.kv_cache.keys_and_values)).append("; ");
  line += detail::number_of(of.concurrent_sequences, "sequence") + " of " + detail::number_text(of.tokens()) + " tokens";
  if (of.model.vision > 0) line += "; vision tower of " + detail::number_text(of.model.vision) + " weights";
  if (of.shared_prefix > 0) line += ", " + std::string(rounded_number(of.shared_prefix * 100, 3).view()) + " % shared";
  line += detail::beside_text(of);
  if (of.phase != serving_phase::prefill_and_decode)
    line += of.phase == serving_phase::prefill ? "; prefill only" : "; decode only";
  if (with_split) line += "; " + split_text(of) + ": " + detail::number_of(of.gpus_per_replica(), "GPU") + " a replica";
  if (of.replicas > 1) line += ", " + detail::number_text(of.replicas) + " replicas";
  return line + ".";
}

namespace detail {

// What a job's formats are otherwise than those that they are called after: ", gradients in bf16".
inline std::string otherwise_text(const training_formats& of, std::string_view called) {
  training_formats usual = of;
  for (const read::named<training_formats>& each : read::training_format_names)
    if (each.name == called) usual = each.value;
  std::string text;
  if (of.gradients != usual.gradients) text.append(", gradients in ").append(name(of.gradients));
  if (of.products_primary != usual.products_primary)
    text += of.products_primary ? ", weights in the products' format alone" : ", weights beside those in the products' format";
  if (of.product_copies != usual.product_copies)
    text += of.product_copies == 1 ? ", one copy of a weight in it" : ", " + number_text(of.product_copies) + " copies of a weight in it";
  if (of.activation_saved != usual.activation_saved)
    text += of.activation_saved ? ", inputs of activations kept in it" : ", inputs of activations not kept in it";
  return text;
}

// ", 40 layers", " (norms, activation)": the parts of a layer, the layers and how many of them share an input.
inline std::string again_text(const recomputation& of) {
  std::string text;
  if (of.kind == recompute::selective)
    for (const auto& each : read::recomputed_names)
      if (of.parts.*each.value) text.append(text.empty() ? " (" : ", ").append(each.name);
  if (!text.empty()) text += ")";
  if (of.layers > 0) text += " in " + number_of(of.layers, "layer") + " of a stage";
  if (of.group > 1) text += ", one input kept of " + number_of(of.group, "layer");
  return text;
}

}  // namespace detail

// "Trained with Megatron-LM: bf16_training, adam; sequences of 8,192 tokens, micro-batch 1 x 4, global batch 32;
// TP 8 x DP 8, sequence parallel: 64 GPUs; sharding optimizer; recompute none."
inline std::string job_text(const training_job& of, const training_words& words, bool with_split = true) {
  std::string line = "Trained with ";
  line.append(of.framework.name).append(": ").append(words.formats).append(detail::otherwise_text(of.formats, words.formats));
  line.append(", ").append(words.optimizer);
  line += "; sequences of " + detail::number_text(of.sequence) + " tokens, micro-batch " + detail::number_text(of.micro_batch);
  if (with_split) {
    line += " x " + detail::number_text(of.micro_batches) + ", global batch " + detail::number_text(of.global_batch()) + "; " + split_text(of);
    if (of.parallelism.sequence) line += ", sequence parallel";
    if (of.parallelism.virtual_stages > 1) line += ", " + detail::number_of(of.parallelism.virtual_stages, "virtual stage");
    line += detail::ends_text(of.parallelism);
    line += ": " + detail::number_of(of.parallelism.gpus(), "GPU");
  }
  if (words.sharding != "none") line.append("; sharding ").append(words.sharding);
  line.append("; recompute ").append(words.recompute).append(detail::again_text(of.recompute));
  if (of.expert_capacity > 0) {
    line.append("; experts ").append(of.pads_to_capacity ? "padded to" : "of at most").append(" ");
    line.append(rounded_number(of.expert_capacity).view()).append(" times their mean of tokens, and those beyond dropped");
  }
  if (of.adapters.rank > 0) line += "; adapters of rank " + detail::number_text(of.adapters.rank);
  return line + ".";
}

inline std::string text_of(const serving_job& job) {
  return job_text(job, detail::weights_text(job.weights.held));
}
inline std::string text_of(const training_job& job) { return job_text(job, detail::words_of(job)); }

// "77.5 GiB of a GPU: weights 65.2 GiB, KV cache 10 GiB, ..."; parts of nothing are left out.
inline std::string text_of(const rank_use& use) {
  const auto told = [](const memory& x) { return std::string(rounded_text(x, 4, unit_system::binary).view()); };
  std::string line = told(use.needed) + " of a GPU";
  std::string_view between = ": ";
  for (const rank_part& each : use.parts) {
    const bool is_open = each.standing == part_standing::unmeasured;
    if (!is_open && !(in_bytes(each.amount) > 0)) continue;
    line.append(between).append(each.title).append(" ").append(is_open ? std::string(standing_text(each)) : told(each.amount));
    between = ", ";
  }
  return line;
}

}  // namespace headroom
