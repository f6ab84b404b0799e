// SPDX-License-Identifier: BSL-1.0
#include "fit/fit_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headroom/cluster/ratios.hpp>
#include <headroom/cluster/resource.hpp>
#include <headroom/export/text_fit.hpp>
#include <headroom/inference/engine_limits.hpp>
#include <headroom/inference/room.hpp>
#include <headroom/inference/working.hpp>
#include <headroom/read/own/job_names.hpp>
#include <headroom/text/to_text.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "print/amount.hpp"
#include "fit/remedy.hpp"

namespace headroom::program {

namespace {

std::string_view weights_taken(const serving_request& request) {
  return request.of_checkpoint ? "weights as the checkpoint's"
                               : "weights in bf16, for want of the checkpoint's own format";
}

// What the engine runs at once where nobody says it.
std::string limit_taken(const planned_job& job, std::span<const machine_fit> on) {
  const engine_limits* limits = limits_of(job.serving()->engine);
  if (limits == nullptr || limits->sequences == 0 || job.says("most_sequences")) return {};
  const std::string_view engine = job.serving()->engine.name;
  if (on.empty()) return fmt::format("{} {} for {}", limits->option, sequences_sampled(*job.serving()), engine);
  const count first = on.front().own_sequences;
  const bool are_alike =
      std::ranges::all_of(on, [&](const machine_fit& each) { return each.own_sequences == first; });
  if (are_alike) return fmt::format("{}'s own {} {}", engine, limits->option, first);
  return fmt::format("{}'s own {}, {} or {} by GPU", engine, limits->option, limits->sequences, limits->sequences_of_large);
}

std::string_view sharding_taken(sharding of) {
  switch (of) {
    case sharding::optimizer:
      return "the optimizer's state shared out over the replicas (distributed optimizer)";
    case sharding::gradients:
      return "gradients and the optimizer's state shared out over the replicas";
    case sharding::weights:
      return "weights, gradients and the optimizer's state shared out over the replicas";
    case sharding::none:
      break;
  }
  return "nothing shared out over the replicas";
}

// "1 machine, 2 of its 8 GPUs: TP 2"
std::string place_of_fit(const machine_fit& fit, count machines) {
  const count takes = gpus_of(fit.job);
  const count all = multiply(machines, gpus_of(fit.machine).value_or(0));
  const std::string gpus = takes == all                       ? so_many(takes, "GPU")
                           : machines == 1 ? fmt::format("{} of its {}", number_text(takes), so_many(all, "GPU"))
                                           : fmt::format("{} of their {}", number_text(takes), so_many(all, "GPU"));
  const count replicas = fit.job.serving() != nullptr ? fit.job.serving()->replicas : 1;
  return fmt::format("{}, {}: {}{}", so_many(machines, "machine"), gpus,
                     replicas > 1 ? fmt::format("{} replicas of ", number_text(replicas)) : std::string(),
                     parallelism_text(fit.job));
}

// What a replica of the layout does hold of its sequences, and how many replicas hold all.
std::string fewer_sequences(const machine_fit& fit) {
  const serving_job* serving = fit.job.serving();
  if (serving == nullptr || serving->concurrent_sequences == 1) return {};
  const figure<count> most = most_sequences_of(fit);
  if (!most.is_known() || *most.known() == 0) return {};
  const count parts = ceil_of(serving->concurrent_sequences, *most.known()), replicas = multiply(serving->replicas, parts);
  return fmt::format(" It has room for {} of the {}. Replicas hold them all: --replicas {} --sequences {}.", number_text(*most.known()),
                     so_many(serving->concurrent_sequences, "sequence"), replicas, ceil_of(serving->concurrent_sequences, parts));
}

std::string why_in_words(const machine_fit& fit) {
  const bool by_memory = fit.standing.outcome == outcome::does_not_fit && fit.standing.why.line == line::usable_gpu_memory;
  if (by_memory) {
    const auto [needed, has] = side_by_side(counted::memory, in_bytes(fit.use.needed), in_bytes(fit.of_gpu.value_or({})), unit_system::binary);
    return fmt::format("{}With {} a GPU needs {} and has {}.{}",
                       fit.has_layout ? "" : "No layout that people run has room on any number of them. ",
                       parallelism_text(fit.job), needed, has, fewer_sequences(fit));
  }
  const bool is_short = fit.is_held && fit.needs.is_known() && fit.standing.outcome == outcome::fits &&
                        fit.needs.value_or(0) > fit.machines.value_or(0);
  if (is_short)
    return fmt::format("It needs {}; {}.", place_of_fit(fit, fit.needs.value_or(0)), there_are(fit.machines.value_or(0)));
  return fmt::format("What decides: {}.", fit.why);
}

// Of an engine that sets memory aside for more sequences than the job has.
std::string when_told(const machine_fit& fit) {
  if (fit.when_told == nullptr || !fit.when_told->needs.is_known()) return {};
  return fmt::format(" {} sets memory aside for {} at once unless told otherwise. With {} or less (here: --most-sequences) it takes {}.",
                     fit.job.serving()->engine.name, so_many(fit.own_sequences, "sequence"), fit.option,
                     place_of_fit(*fit.when_told, fit.when_told->needs.value_or(0)));
}

// What a GPU that multiplies 16 bits in fp16 alone takes of weights that it does not. Weights of 16 bits are multiplied in their own format
// unless the job says another, which is then what is wrong.
std::string way_to_fp16(const planned_job& job) {
  const served_weights& of = job.serving()->weights;
  const bool says = job.says("multiplied_in");
  if (bits(of.computed) < 16)
    return fmt::format(" With weights of 16 bits it computes in fp16: --weights fp16{}. Narrower ones take an engine that has "
                       "kernels to widen them on this GPU.", says ? " --multiplied-in fp16" : "");
  const bool holds_fewer = std::ranges::any_of(std::array{of.held.attention, of.held.feed_forward, of.held.experts},
                                               [](const weight_format& each) { return bits(each.format) < 16; });
  return fmt::format(" In 16 bits it computes in fp16: {}.", says || holds_fewer ? "--multiplied-in fp16" : "--weights fp16");
}

// What the job may say for the machine to compute in it, where it does not compute in the job's format; empty: nothing.
std::string way_to_format(const machine_fit& fit) {
  if (fit.outcome != outcome::does_not_fit || fit.standing.why.line != line::number_format) return {};
  const serving_job* serving = fit.job.serving();
  const bool in_fp16_alone = !multiplies_in(fit.machine, bf16) && multiplies_in(fit.machine, fp16);
  if (serving == nullptr) {
    const training_formats& formats = fit.job.training()->formats;
    if (needs_short_scales(formats) && formats.products.format == fp8 && multiplies_in(fit.machine, fp8))
      return " GPUs that do take the scales of MXFP8; FP8 with one scale a tensor needs no fp4: --formats fp8_training.";
    return in_fp16_alone ? " In 16 bits it computes in fp16: --formats fp16_training." : "";
  }
  if (in_fp16_alone) return way_to_fp16(fit.job);
  const bool widens = multiplies_in(fit.machine, bf16) && bits(serving->weights.computed) < 16;
  return widens ? " An engine that widens the weights as it multiplies needs no such format: --multiplied-in bf16." : "";
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

// What a framework has to be told for the stages of a training job; empty: nothing.
std::string_view uneven_option_of(const planned_job& job) {
  const training_job* run = job.training();
  if (run == nullptr || are_stages_even(run->model.layer_count(), run->parallelism)) return {};
  return run->framework.uneven_option;
}

}  // namespace

// Megatron-LM asks for groups of micro-batches as large as the pipeline, the last one too (megatron/core/pipeline_parallel/schedules.py); PyTorch for rounds of
// equal size (torch/distributed/pipelining/schedules.py, ScheduleInterleaved1F1B). General knowledge: no copy of either is at hand.
std::string interleaving_told(const training_job& job) {
  const parallelism& p = job.parallelism;
  const count group = interleaved_group(p.pipeline, job.micro_batches);
  if (p.virtual_stages == 1 || p.pipeline == 1 || group == p.pipeline) return {};
  const std::string megatron = job.micro_batches < p.pipeline ? std::string("Megatron-LM refuses")
                                                              : fmt::format("Megatron-LM takes with --microbatch-group-size-per-virtual-pipeline-stage {}", group);
  return fmt::format("{} micro-batch{} on {} interleaved stages, which {} and PyTorch {}", number_text(job.micro_batches), job.micro_batches > 1 ? "es" : "",
                     number_text(p.pipeline), megatron, job.micro_batches % group == 0 ? "takes" : "refuses");
}

// Engines run a tensor-parallel group across scale-up domains, over a network that is slower.
std::string cost_of_span(const machine_fit& fit) {
  const figure<count> of_machine = resource::scale_up_domain::of(fit.machine);
  const count tensor = tensor_group_of(fit.job);
  if (fit.outcome != outcome::fits || tensor <= of_machine.value_or(tensor)) return "";
  const count domain = of_machine.value_or(0);
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

std::string number_text(count n) { return std::string(to_text(n).view()); }

std::string gibibytes_text(const memory& x) { return short_text(counted::memory, in_bytes(x), unit_system::binary); }

std::string so_many(count n, std::string_view one) { return so_many(number_text(n), one); }
std::string so_many(std::string_view printed, std::string_view one) { return fmt::format("{} {}{}", printed, one, printed == "1" ? "" : "s"); }
std::string_view inflected(count n, std::string_view of_one, std::string_view of_others) { return n == 1 ? of_one : of_others; }
std::string there_are(count n) { return fmt::format("there {} {}", inflected(n, "is", "are"), number_text(n)); }

std::string parallelism_text(const planned_job& job) {
  return job.serving() != nullptr ? split_text(*job.serving()) : split_text(*job.training());
}

std::string_view title_of(const planned_job& job) { return job.name.empty() ? model_of(job).name : job.name; }

std::string description_of(const planned_job& job, bool with_layout) {
  if (const auto* served = std::get_if<serving_request>(&job.asked))
    return job_text(served->job, served->of_checkpoint ? served->weights + " as published" : served->weights, with_layout);
  const auto& trained = std::get<training_request>(job.asked);
  return job_text(trained.job, {trained.formats, trained.optimizer, trained.sharding, trained.recompute}, with_layout);
}

std::string taken_for_granted(const planned_job& job, std::span<const machine_fit> on, std::string_view layout) {
  std::vector<std::string> taken;
  if (const auto* request = std::get_if<serving_request>(&job.asked)) {
    if (!job.says("weights")) taken.emplace_back(weights_taken(*request));
    if (!job.says("kv_cache")) taken.push_back(fmt::format("KV cache in {}", name(request->job.kv_cache.keys_and_values)));
    if (!job.says("context")) taken.emplace_back("the longest context that the model allows");
    if (!job.says("concurrent_sequences")) taken.emplace_back(request->job.concurrent_sequences > 1 ? "one sequence of each data-parallel rank" : "one sequence");
    if (std::string limit = limit_taken(job, on); !limit.empty()) taken.push_back(std::move(limit));
    if (job.sizes_itself()) taken.emplace_back(layout);
  } else {
    const auto& training = std::get<training_request>(job.asked);
    if (!job.says("formats")) taken.emplace_back(training.formats);
    if (!job.says("optimizer")) taken.emplace_back(training.optimizer);
    if (!job.says("sharding")) taken.emplace_back(sharding_taken(training.job.sharding));
    if (!job.says("scores_materialised")) taken.emplace_back("attention in a fused kernel (flash attention)");
    if (!job.says("sequence_parallel") && training.job.framework.sequence_with_tensor)
      taken.emplace_back("sequence parallelism with tensor parallelism");
    if (!job.says("recompute")) taken.emplace_back("nothing computed again");
    if (!job.says("micro_batch")) taken.emplace_back("micro-batches of one sequence");
    if (!job.says("micro_batches") && !job.says("global_batch")) taken.emplace_back("as many of them as pipeline stages");
    if (job.sizes_itself()) taken.emplace_back(layout);
  }
  return taken.empty() ? std::string() : fmt::format("Not said, and taken: {}.", fmt::join(taken, ", "));
}

std::vector<std::string_view> recomputed_words(const recomputation& of) {
  std::vector<std::string_view> words;
  if (of.kind != recompute::selective) return words;
  for (const auto& each : recomputed_names)
    if (of.parts.*each.value) words.push_back(each.name);
  return words;
}

std::string why_not_counted(const planned_job& job, bool is_searched) {
  const std::string_view open = unread_weights(job);
  if (const std::string_view lacks = is_searched ? contradiction_of_said(job) : contradiction_as_judged(job); !lacks.empty() || open.empty()) return std::string(lacks);
  return fmt::format("the quantization_config is not understood: {}", open);
}

std::string why_no_steps(const planned_job& job, bool is_searched) {
  const std::string why = why_not_counted(job, is_searched);
  return why.empty() ? why : fmt::format("the model lacks what its steps are counted from: {}", why);
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

std::string verdict_of(const machine_fit& fit) {
  std::string text(name(fit.outcome));
  if (fit.option.empty()) return text;
  if (fit.outcome == outcome::fits) return fmt::format("{} with {}", text, fit.option);
  if (fit.when_told == nullptr) return text;
  return fmt::format("{} unless {} is told {}", text, fit.job.serving()->engine.name, fit.option);
}

std::string sentence_of(const machine_fit& fit) {
  if (!fit.is_possible) return fmt::format("There is no such job: {}.", fit.why);
  switch (fit.outcome) {
    case outcome::fits: {
      const std::string own = fit.option.empty() ? ""
                                                 : fmt::format(" {} runs {} at once unless told otherwise.", fit.job.serving()->engine.name,
                                                               so_many(fit.own_sequences, "sequence"));
      return fmt::format("It takes {}. Of a GPU {} are left ({}){}.{}",
                         place_of_fit(fit, fit.needs.is_known() ? *fit.needs.known() : fit.machines.value_or(0)),
                         gibibytes_text(fit.left()), margin_text(fit.of_gpu.value_or({}), fit.use.needed),
                         fit.of_gpu.is_confirmed() ? "" : "; what a GPU has is an estimate", own);
    }
    case outcome::does_not_fit:
      return why_in_words(fit) + when_told(fit);
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
  // What an engine is told, the verdict says itself.
  if (const std::optional<remedy> by = remedy_of(fit); by.has_value() && fit.option.empty()) {
    text += fmt::format(" It {} with {}: on {}, {}", by->is_known ? "fits" : "may fit", options_of(by->changes), so_many(gpus_of(by->job), "GPU"), parallelism_text(by->job));
    const count needs = by->machines.value_or(0);
    const bool is_short = fit.is_held && needs > fit.machines.value_or(0);
    text += is_short ? fmt::format("; that needs {}, {}.", so_many(needs, "machine"), there_are(fit.machines.value_or(0)))
            : by->is_known ? "."
                           : "; whether its GPUs share a scale-up domain no source states.";
  }
  const count sharing = gpus_sharing_experts(fit.job);
  const figure<count> domain = resource::scale_up_domain::of(fit.machine);
  text += cost_of_span(fit);
  if (fit.outcome == outcome::fits && domain.is_known() && sharing > *domain.known())
    text += fmt::format(
        " The experts are shared by {}, and a scale-up domain has {}: what is sent to them takes the "
        "scale-out network.",
        so_many(sharing, "GPU"), number_text(*domain.known()));
  if (const std::string_view uneven = uneven_option_of(fit.job); !uneven.empty())
    text += fmt::format(" {} layers do not come out even over {} stages: {} takes that with {}.",
                        number_text(model_of(fit.job).layer_count()),
                        number_text(multiply(fit.job.training()->parallelism.pipeline, fit.job.training()->parallelism.virtual_stages)),
                        fit.job.training()->framework.name, uneven);
  if (const training_job* run = fit.job.training(); run != nullptr)
    if (const std::string told = interleaving_told(*run); !told.empty()) text += fmt::format(" It has {}.", told);
  if (fit.outcome == outcome::fits && model_of(fit.job).without_vision)
    text += " The vision tower comes on top of that, and is not counted.";
  return text + way_to_format(fit);
}

std::string refusal_of(const machine_fit& fit) {
  std::string text = fit.why + "." + way_to_format(fit);
  text.pop_back();
  return text;
}

}  // namespace headroom::program
