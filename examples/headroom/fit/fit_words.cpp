// SPDX-License-Identifier: BSL-1.0
#include "fit/fit_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headroom/cluster/ratios.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/text/to_text.hpp>
#include <utility>
#include <vector>

#include "print/amount.hpp"
#include "fit/default_sequences.hpp"

namespace headroom::program {

namespace {

std::string serving_description(const serving_request& request, const planned_job& job) {
  const serving_job& of = request.job;
  std::string text = fmt::format("Served by {}: weights {}", of.engine.name, request.weights);
  if (request.of_checkpoint) text += " as published";
  text += fmt::format(", multiplied in {}; KV cache {}; {} of {} tokens", name(of.weights.computed),
                      name(of.kv_cache.keys_and_values), so_many(of.concurrent_sequences, "sequence"),
                      number_text(of.tokens()));
  if (of.model.vision > 0) text += fmt::format("; vision tower of {} weights", number_text(of.model.vision));
  if (of.shared_prefix > 0) text += fmt::format(", {} % shared", rounded_number(of.shared_prefix * 100, 3).view());
  if (of.phase != serving_phase::prefill_and_decode)
    text += of.phase == serving_phase::prefill ? "; prefill only" : "; decode only";
  if (!job.sizes_itself()) {
    text += "; " + parallelism_text(job);
    if (of.expert_parallel) text += ", experts whole on GPUs";
    text += fmt::format(": {} a replica", so_many(of.gpus_per_replica(), "GPU"));
  }
  if (of.replicas > 1) text += fmt::format(", {} replicas", number_text(of.replicas));
  return text + ".";
}

std::string training_description(const training_request& request, const planned_job& job) {
  const training_job& of = request.job;
  std::string text =
      fmt::format("Trained with {}: {}, {}; sequences of {} tokens, micro-batch {} x {}, global batch {}",
                  of.framework.name, request.formats, request.optimizer, number_text(of.sequence),
                  number_text(of.micro_batch), number_text(of.micro_batches), number_text(of.global_batch()));
  text += "; " + parallelism_text(job);
  if (of.parallelism.sequence) text += ", sequence parallel";
  text += fmt::format(": {}", so_many(of.parallelism.gpus(), "GPU"));
  if (request.sharding != "none") text += fmt::format("; sharding {}", request.sharding);
  text += fmt::format("; recompute {}", request.recompute);
  if (of.adapters.rank > 0) text += fmt::format("; adapters of rank {}", number_text(of.adapters.rank));
  return text + ".";
}

std::string_view weights_taken(const serving_request& request) {
  return request.of_checkpoint ? "weights as the checkpoint's"
                               : "weights in bf16, for want of the checkpoint's own format";
}

// What a GPU that multiplies 16 bits in fp16 alone takes of weights that it does not.
std::string_view way_to_fp16(const served_weights& of) {
  if (bits(of.computed) < 16)
    return " With weights of 16 bits it computes in fp16: --weights fp16. Narrower ones take an engine that has "
           "kernels to widen them on this GPU.";
  const bool holds_fewer = std::ranges::any_of(std::array{of.held.attention, of.held.feed_forward, of.held.experts},
                                               [](const weight_format& each) { return bits(each.format) < 16; });
  return holds_fewer ? " In 16 bits it computes in fp16: --multiplied-in fp16."
                     : " In 16 bits it computes in fp16: --weights fp16.";
}

// GPUs that a layer's routed experts are shared over, whole or in parts; 1: there are none.
count gpus_sharing_experts(const planned_job& job) {
  if (!has_experts(model_of(job))) return 1;
  if (const serving_job* serving = job.serving()) return multiply(serving->tensor_parallel, serving->data_parallel);
  const parallelism& p = job.training()->parallelism;
  return multiply(p.expert, p.experts_tensor());
}

count tensor_group_of(const planned_job& job) {
  const serving_job* serving = job.serving();
  return serving != nullptr ? serving->tensor_parallel : job.training()->parallelism.tensor;
}

// Engines run a tensor-parallel group across scale-up domains, over a network that is slower.
std::string cost_of_span(const machine_fit& fit, count domain) {
  const count tensor = tensor_group_of(fit.job);
  if (tensor <= domain) return "";
  const std::string group_of = fmt::format(" A tensor-parallel group of {} ", so_many(tensor, "GPU"));
  if (const figure<count> each = gpus_of(fit.machine); tensor <= each.value_or(0))
    return group_of + fmt::format("has no scale-up domain of so many ({}): what it exchanges for every layer goes over the "
                                  "machine's PCIe.", number_text(domain));
  const figure<double> times = scale_up_to_scale_out(std::array{group{fit.machine, 1}});
  const std::string cost =
      times.is_known() ? fmt::format(", of which a GPU has 1/{} of the bandwidth", rounded_number(*times.known(), 3).view()) : "";
  return group_of + fmt::format("spans scale-up domains of {}: what it exchanges for every layer takes the scale-out network{}.",
                                number_text(domain), cost);
}

}  // namespace

std::string number_text(count n) { return std::string(to_text(n).view()); }

std::string gibibytes_text(const memory& x) { return short_text(counted::memory, in_bytes(x), unit_system::binary); }

std::string so_many(count n, std::string_view one) {
  return fmt::format("{} {}{}", number_text(n), one, n == 1 ? "" : "s");
}

std::string parallelism_text(const planned_job& job) {
  std::vector<std::string> degrees;
  const auto add = [&](std::string_view name, count degree) {
    if (degree > 1) degrees.push_back(fmt::format("{} {}", name, number_text(degree)));
  };
  if (const serving_job* serving = job.serving()) {
    add("TP", serving->tensor_parallel);
    add("PP", serving->pipeline_parallel);
    add("DP", serving->data_parallel);
  } else {
    const parallelism& p = job.training()->parallelism;
    add("TP", p.tensor);
    add("PP", p.pipeline);
    add("DP", p.data);
    add("CP", p.context);
  }
  std::string text = degrees.empty() ? std::string("TP 1") : fmt::format("{}", fmt::join(degrees, " x "));
  if (job.training() != nullptr && job.training()->parallelism.expert > 1)
    text += fmt::format(", EP {}", job.training()->parallelism.expert);
  return text;
}

std::string_view title_of(const planned_job& job) { return job.name.empty() ? model_of(job).name : job.name; }

std::string description_of(const planned_job& job) {
  if (const auto* serving = std::get_if<serving_request>(&job.asked)) return serving_description(*serving, job);
  return training_description(std::get<training_request>(job.asked), job);
}

std::string taken_for_granted(const planned_job& job) {
  std::vector<std::string> taken;
  if (const auto* request = std::get_if<serving_request>(&job.asked)) {
    if (!job.says("weights")) taken.emplace_back(weights_taken(*request));
    if (!job.says("kv_cache")) taken.emplace_back("KV cache in bf16");
    if (!job.says("context")) taken.emplace_back("the longest context that the model allows");
    if (!job.says("concurrent_sequences")) taken.emplace_back("one sequence");
    if (std::string told = sequences_taken(job); !told.empty()) taken.push_back(std::move(told));
    if (job.sizes_itself()) taken.emplace_back("the fewest GPUs that have room");
  } else {
    if (!job.says("formats")) taken.emplace_back("bf16_training");
    if (!job.says("optimizer")) taken.emplace_back("adam");
    if (!job.says("micro_batch")) taken.emplace_back("micro-batches of one sequence");
    if (job.sizes_itself()) taken.emplace_back("the fewest GPUs that have room for a replica");
  }
  return taken.empty() ? std::string() : fmt::format("Not said, and taken: {}.", fmt::join(taken, ", "));
}

std::string why_not_counted(const planned_job& job) {
  const std::string_view open = unread_weights(job);
  if (const std::string_view lacks = contradiction(job); !lacks.empty() || open.empty()) return std::string(lacks);
  return fmt::format("the quantization_config is not understood: {}", open);
}

std::string fullest_text(const rank_use& use) {
  if (use.stages == 1) return "One stage: all ranks hold the same.";
  if (use.because.empty()) return fmt::format("All {} stages hold the same.", number_text(use.stages));
  const auto [leanest, fullest] =
      side_by_side(counted::memory, in_bytes(use.leanest), in_bytes(use.needed), unit_system::binary);
  return fmt::format("Stage {} of 0 to {} is the fullest, by {}: {} of a GPU; the leanest needs {}.",
                     number_text(use.stage), number_text(use.stages - 1), use.because, fullest, leanest);
}

std::string margin_text(const memory& has, const memory& needed) {
  if (!(in_bytes(needed) > 0)) return "";
  const double percent = (in_bytes(has) / in_bytes(needed) - 1) * 100;
  return fmt::format("{}{} %", percent > 0 ? "+" : "", rounded_number(percent, 3).view());
}

std::string sentence_of(const machine_fit& fit) {
  const std::string on =
      fit.machines.is_known() && *fit.machines.known() > 0
          ? fmt::format("{} ({})", so_many(*fit.machines.known(), "machine"), so_many(fit.gpus_held(), "GPU"))
          : "any number of machines";
  if (!fit.is_possible) return fmt::format("There is no such job: {}.", fit.why);
  switch (fit.outcome) {
    case outcome::fits:
      return fmt::format("The job fits on {}, {}. Of a GPU {} are left ({}){}.", on, parallelism_text(fit.job),
                         gibibytes_text(fit.left()), margin_text(*fit.of_gpu.known(), fit.use.needed),
                         fit.of_gpu.is_confirmed() ? "" : "; what a GPU has is an estimate");
    case outcome::does_not_fit:
      return fmt::format("The job does not fit on {}. What decides: {}.", on, fit.why);
    case outcome::cannot_be_judged:
      return fmt::format("The job cannot be judged: {}.",
                         fit.why.empty() ? "a figure of the machine is missing" : fit.why);
    case outcome::invalid:
      break;
  }
  return "The job is not valid.";
}

std::string beside_it(const machine_fit& fit) {
  std::string text;
  const count sharing = gpus_sharing_experts(fit.job);
  const figure<count> domain = resource::scale_up_domain::of(fit.machine);
  if (fit.outcome == outcome::fits && domain.is_known()) text += cost_of_span(fit, *domain.known());
  if (fit.outcome == outcome::fits && domain.is_known() && sharing > *domain.known())
    text += fmt::format(
        " The experts are shared by {}, and a scale-up domain has {}: what is sent to them takes the "
        "scale-out network.",
        so_many(sharing, "GPU"), number_text(*domain.known()));
  if (fit.outcome == outcome::fits && model_of(fit.job).without_vision)
    text += " The vision tower comes on top of that, and is not counted.";
  if (fit.outcome != outcome::does_not_fit || fit.standing.why.line != line::number_format) return text;
  const serving_job* serving = fit.job.serving();
  if (serving == nullptr) {
    const training_formats& formats = fit.job.training()->formats;
    if (needs_short_scales(formats) && formats.products.format == fp8 &&
        multiplies_in(fit.machine, fp8))
      text +=
          " GPUs that do take the scales of MXFP8; FP8 with one scale a tensor needs no fp4: --formats fp8_training.";
    return text;
  }
  if (multiplies_in(fit.machine, bf16)) {
    if (bits(serving->weights.computed) < 16)
      text += " An engine that widens the weights as it multiplies needs no such format: --multiplied-in bf16.";
  } else if (multiplies_in(fit.machine, fp16)) {
    text += way_to_fp16(serving->weights);
  }
  return text;
}

}  // namespace headroom::program
