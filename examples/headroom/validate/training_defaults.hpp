// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/model/shape.hpp>
#include <headroom/precision.hpp>
#include <headroom/training/framework.hpp>
#include <headroom/training/optimizer.hpp>
#include <headroom/training/recipe.hpp>
#include <string_view>

#include "validate/date.hpp"
#include "validate/row.hpp"

namespace headroom::program::validation {

// What a framework does unless its job says otherwise, in the versions from one on: the only place that knows. Every
// row of the framework is judged with it.
struct training_defaults {
  std::string_view framework{};  // the words that a row's framework begins with
  calendar_date since{};         // of the software from which on it holds; that of no year: from the first on
  bool of_undated = false;       // what a row is of that says no date, nor a version that is one, where that is not the first listed
  training_framework holds{};    // with what it shares out among replicas, and whether sequences go with tensors

  std::string_view formats = "bf16";  // of products; empty: each job chooses them
  precision gradients = fp32;    // in which they are summed, of weights in bf16; those in fp16 have their own
  bool short_gradients = false;  // which stay beside sums that are longer
  bool primary_weights = false;  // matrices of layers in 8 bits alone, where products are in 8 bits
  bool activation_saved = false;  // inputs of gated activations wait in the products' format, where that is short
  bool scores_materialised = false;
  bool dropout = false;
  bool keeps_scores_before_fp8 = false;  // on GPUs without FP8, of a row without a date
  // Of the row's software. Megatron's attention has kept no scores since its fused kernel of 2023.
  calendar_date keeps_scores_until{.year = 2023, .month = 1};
  calendar_date replays_graphs_since = never;  // of whole layers with experts
  recompute selective = recompute::selective;  // what it calls selective
  recompute unless_said = recompute::none;
  // Embedding and head count as a layer each where the layers come out even over the stages with them only.
  bool ends_make_even = false;
  bool ends_as_layers = false;  // wherever there are several stages
  count expert_tensor = 0;      // of routed experts; 0: as of the rest
  count adapter_rank = 16;      // of a row that trains adapters (general knowledge of NVIDIA's recipes, whose rows alone do)
  // By model and GPU, in recipes of each version: of a row that does not say what is computed again, or waits on the
  // host, it is not known.
  bool chooses_recomputation = false;
  bool recomputes_latents = false;  // of models with MLA: what expands the latents is computed again
  count micro_batch = 1;             // of a row that does not say how large it is
  count micro_batches_of_stage = 4;  // of a row without a batch: enough to fill the pipeline
  bool interleaves = false;         // pipeline stages, of a row that does not say how often
  bool chooses_micro_batch = false;  // of a row that does not say how large it is
  // Where scores are kept: inputs' gradients are exchanged beside the products of weights' gradients, which add to their sums themselves.
  bool overlaps_gradients = false;
  bool sums_apart = false;   // a kernel of its own adds gradients to their sums
  bool overlaps_unasked = true;  // exchanges go on beside computation though nobody asked for it
  bool overlaps_tensor_unasked = true;  // those of tensor parallelism with the others; else where "async_tp" is asked for
  bool stops_early = false;  // full recomputation leaves out a layer's last product (torch.utils.checkpoint)
  // Of fused attention with Ampere's instructions: its rate over FlashAttention-2's; 0: it is made for its GPU.
  double attention_of_ampere = 0;
  bool cuts_batch_by_stages = false;           // a rank's batch into as many micro-batches as there are stages
  cross_entropy loss = fused_cross_entropy;
  cross_entropy loss_over_tensor = fused_cross_entropy;  // with tensor parallelism
  cross_entropy loss_compiled = fused_cross_entropy;     // where the job is compiled
};

// What stands for the framework of a row on a step's time that neither names one nor says what tells it.
inline constexpr std::string_view framework_not_said = "not said";

// Of the framework that a row names, or whose settings it has; refuses a row of neither. Of a framework with several
// entries: the latest that the row's software has reached by its date; where the row says none, one and the same, whatever else it says.
const training_defaults& training_defaults_of(const json& config);

// How often stages are interleaved, of a row that says that they are and not how often: the least that it can be.
inline constexpr count interleaved_stages = 2;

// Of a submission to MLPerf Training on NVIDIA's GPUs, by the software that it lists: NVIDIA's own, whoever ran it, unless that lists another.
inline constexpr std::string_view framework_of_submissions = "NeMo MLPerf";
std::string_view framework_of_submission(std::string_view text);

// What NVIDIA's containers of a month train with.
std::string_view framework_of_release(const calendar_date& month);

// The framework with the longest name whose words a text has; empty: it has those of none.
std::string_view framework_said(std::string_view text);

// Whether a row names a framework that trains, or a setting of training.
bool is_of_training(const json& config);

}  // namespace headroom::program::validation
