// SPDX-License-Identifier: BSL-1.0
#include "validate/training_defaults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headroom/model/models.hpp>
#include <string>
#include <vector>

#include <headroom/read/common/messages.hpp>
#include "validate/names.hpp"
#include "validate/settings.hpp"
#include "reading.hpp"

namespace headroom::program::validation {

namespace {

// FlashAttention's: it reads logits in 16 bits and writes their gradient beside them.
constexpr cross_entropy flash_cross_entropy{2, 4};

// megatron/training/arguments.py: gradients of bf16 are summed in fp32, those of fp16 in fp16; the recipes of
// Megatron Core turn the distributed optimizer and sequence parallelism on, and its attention is fused. --overlap-grad-reduce,
// --overlap-param-gather and --tp-comm-overlap are off unless they are given (general knowledge).
constexpr training_defaults megatron_lm{.framework = "Megatron-LM", .holds = frameworks::megatron, .interleaves = true, .chooses_micro_batch = true,
                                        .overlaps_unasked = false};

// megatron/core/tensor_parallel/layers.py, LinearWithGradAccumulationAndAsyncCommunication, which came with sequence parallelism
// (Korthikanti et al., arXiv:2205.05198, of May 2022). General knowledge: no copy of it is at hand.
constexpr training_defaults megatron_lm_of_2022 = [] {
  training_defaults since = megatron_lm;
  since.since = {.year = 2022, .month = 5};
  since.overlaps_gradients = true;
  return since;
}();

// A step that is published without its framework: Megatron-LM's, with settings that were looked for, as its README does for its own tables:
// exchanges beside computation (--overlap-grad-reduce, --overlap-param-gather, --tp-comm-overlap). Without a date, too: on GPUs without FP8 it is taken
// to be of the last before 2023, when attention kept its scores (general knowledge).
constexpr training_defaults as_published(training_defaults by) {
  by.framework = framework_not_said;
  by.keeps_scores_before_fp8 = true;
  by.overlaps_unasked = true;
  by.of_undated = by.since > calendar_date{};
  return by;
}

constexpr std::array frameworks_known{
    megatron_lm,
    megatron_lm_of_2022,
    as_published(megatron_lm),
    as_published(megatron_lm_of_2022),
    // nemo/collections/nlp: megatron_amp_O2 with grad_allreduce in bf16; the rest is Megatron Core's.
    training_defaults{.framework = "NeMo", .holds = frameworks::megatron, .gradients = bf16, .interleaves = true},
    // NVIDIA's submissions to MLPerf (mlcommons/training_results, NVIDIA/benchmarks/*/implementations: config_common.sh,
    // conf/): NeMo with FP8 primary weights (fp8_params), gradients in bf16, and from v4.0 SwiGLU's input in FP8
    // (activation_func_fp8_input_store). General knowledge: no copy of them is at hand.
    training_defaults{.framework = framework_of_submissions,
                      .holds = frameworks::megatron,
                      .formats = {},
                      .gradients = bf16,
                      .primary_weights = true,
                      .activation_saved = true,
                      .ends_make_even = true,
                      .loss = in_place_cross_entropy,
                      .loss_over_tensor = in_place_cross_entropy,
                      .loss_compiled = in_place_cross_entropy},
    // scripts/performance of Megatron-Bridge: get_precision_config() takes fp8_param_gather with FP8 of one scale a tensor and with MXFP8,
    // and not with NVFP4; set_*_common_configs() sum gradients in bf16 and take Transformer Engine's loss; recipes
    // choose by model and GPU what is computed again, of models with MLA its up-projections ("mla_up_proj"), and divide
    // experts by expert parallelism alone; graphs of whole layers with experts since 26.06. General knowledge: no copy of them is at hand.
    training_defaults{.framework = "Megatron-Bridge",
                      .holds = frameworks::megatron,
                      .gradients = bf16,
                      .primary_weights = true,
                      .replays_graphs_since = {.year = 2026, .month = 6},
                      .ends_make_even = true,
                      .expert_tensor = 1,
                      .chooses_recomputation = true,
                      .recomputes_latents = true,
                      .interleaves = true,
                      .loss = in_place_cross_entropy,
                      .loss_over_tensor = in_place_cross_entropy,
                      .loss_compiled = in_place_cross_entropy},
    // Of 2021 and 2022, before fused attention: the softmax kernel keeps the scores.
    // deepspeed/runtime/bf16_optimizer.py
    // sums gradients in fp32 and leaves those in bf16 allocated.
    training_defaults{.framework = "Megatron-DeepSpeed",
                      .holds = frameworks::megatron_deepspeed,
                      .short_gradients = true,
                      .scores_materialised = true,
                      .dropout = true},
    training_defaults{.framework = "DeepSpeed",
                      .holds = frameworks::deepspeed,
                      .short_gradients = true,
                      .scores_materialised = true,
                      .dropout = true},
    // llm-foundry of 2023: torch's FSDP of weights in fp32, attention by the first FlashAttention:
    // half as fast as the second (Dao, arXiv:2307.08691, abstract). Its models' loss is fused_crossentropy unless they say another
    // (general knowledge).
    training_defaults{.framework = "FSDP",
                      .holds = frameworks::torchtitan,
                      .overlaps_tensor_unasked = false,
                      .stops_early = true,
                      .attention_of_ampere = 0.5,
                      .loss = flash_cross_entropy,
                      .loss_over_tensor = flash_cross_entropy,
                      .loss_compiled = flash_cross_entropy},
    // A loop of PyTorch's own on one GPU, or on replicas that hold everything: torch.autocast over weights in fp32, whose gradients autograd
    // adds up in fp32; scaled_dot_product_attention takes FlashAttention-2; torch.utils.checkpoint recomputes.
    training_defaults{.framework = "PyTorch autocast",
                      .holds = {.name = "PyTorch autocast", .sharding = sharding::none, .weights_in_fp32 = true},
                      .sums_apart = true,
                      .stops_early = true,
                      .attention_of_ampere = 1,
                      .loss = separate_cross_entropy,
                      .loss_over_tensor = separate_cross_entropy},
    // torchtitan/train.py of 2024: torch's loss by itself, over logits divided by vocabulary with tensor parallelism;
    // models/llama3/infra/parallelize.py: FSDP of weights in fp32, every second product computed again; pipeline.py:
    // layers that do not come out even are in the stages between the first and the last.
    training_defaults{.framework = "torchtitan",
                      .holds = frameworks::torchtitan,
                      .selective = recompute::alternate_products,
                      .ends_make_even = true,
                      .overlaps_tensor_unasked = false,
                      .stops_early = true,
                      .attention_of_ampere = 1,
                      .cuts_batch_by_stages = true,
                      .loss = separate_cross_entropy,
                      .loss_over_tensor = distributed_cross_entropy,
                      .loss_compiled = separate_cross_entropy},
    // components/loss.py of 2025: the loss is compiled where the model is. distributed/pipeline_parallel.py: embedding
    // and head weigh as much as a layer each.
    training_defaults{.framework = "torchtitan",
                      .since = {.year = 2025, .month = 1},
                      .holds = frameworks::torchtitan,
                      .selective = recompute::alternate_products,
                      .ends_as_layers = true,
                      .overlaps_tensor_unasked = false,
                      .stops_early = true,
                      .attention_of_ampere = 1,
                      .cuts_batch_by_stages = true,
                      .loss = separate_cross_entropy,
                      .loss_over_tensor = distributed_cross_entropy},
};

// The framework of a row that names none, where one alone has its settings: "zero" is DeepSpeed's, and beside tensor or
// pipeline parallelism Megatron-DeepSpeed's.
std::string framework_by_settings(const json& c) {
  if (!has(c, setting::zero)) return "";
  const bool is_divided = degree(c, setting::tensor, 1) > 1 || degree(c, setting::pipeline, 1) > 1;
  return is_divided ? "Megatron-DeepSpeed" : "DeepSpeed";
}

bool names_framework(std::string_view text, std::string_view name) {
  return text.starts_with(name) && (text.size() == name.size() || text[name.size()] == ' ');
}

}  // namespace

const training_defaults& training_defaults_of(const json& c) {
  std::string named = text(c, setting::framework, "");
  if (named.empty()) named = framework_by_settings(c);
  if (named.empty()) throw refusal("the row does not name its framework");
  const std::optional<calendar_date> written = software_date_of(c);
  const training_defaults* taken = nullptr;
  for (const training_defaults& each : frameworks_known) {
    if (!names_framework(named, each.framework)) continue;
    const bool is_reached = written.has_value() ? *written >= each.since : each.of_undated;
    const bool is_longer = taken != nullptr && each.framework.size() > taken->framework.size();
    if (taken == nullptr || is_longer || is_reached) taken = &each;
  }
  if (taken == nullptr) throw refusal(fmt::format("how {} trains is not known", in_quotes(named)));
  return *taken;
}

std::string_view framework_of_release(const calendar_date& month) {
  constexpr calendar_date first_of_bridge{.year = 2025, .month = 7};
  return month < first_of_bridge ? "NeMo" : "Megatron-Bridge";
}

std::string_view framework_said(std::string_view text) {
  const std::vector<std::string> said = words_of(text);
  std::string_view found;
  for (const training_defaults& each : frameworks_known) {
    const bool has_all = std::ranges::all_of(words_of(each.framework), [&](const std::string& word) {
      return std::ranges::find(said, word) != said.end();
    });
    if (has_all && each.framework.size() > found.size()) found = each.framework;
  }
  return found;
}

std::string_view framework_of_submission(std::string_view text) {
  const std::string_view said = framework_said(text);
  const bool is_another = std::ranges::any_of(frameworks_known, [&](const training_defaults& each) {
    return each.framework == said && each.holds.name != frameworks::megatron.name;
  });
  return is_another ? said : framework_of_submissions;
}

bool is_of_training(const json& c) {
  const std::string named = text(c, setting::framework, "");
  const bool names_one = std::ranges::any_of(
      frameworks_known, [&](const training_defaults& each) { return names_framework(named, each.framework); });
  return names_one || has(c, setting::sequence) || has(c, setting::micro_batch) || has(c, setting::global_batch) ||
         has(c, setting::zero) || has(c, setting::recompute) || has(c, setting::fully_sharded) || has(c, setting::optimizer);
}

}  // namespace headroom::program::validation
