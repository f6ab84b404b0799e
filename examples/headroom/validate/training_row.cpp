// SPDX-License-Identifier: BSL-1.0
#include "validate/training_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/training/memory.hpp>

#include <headroom/read/own/job_names.hpp>
#include <headroom/read/common/messages.hpp>
#include "validate/names.hpp"
#include "validate/settings.hpp"
#include "validate/shapes.hpp"
#include "validate/training_defaults.hpp"
#include "reading.hpp"

namespace headroom::program::validation {

namespace {

// Of a word that is one of a table's, as the program takes it too.
template <class T, std::size_t N>
T named_in(const std::array<read::named<T>, N>& all, const std::string& word, std::string_view what) {
  const auto found = std::ranges::find(all, std::string_view(word), &read::named<T>::name);
  if (found == all.end())
    throw refusal(fmt::format("no {} is called {}: expected {}", what, in_quotes(word), one_of(names_of(all))));
  return found->value;
}

training_formats formats_of(const json& c, const training_defaults& by) {
  if (by.weights_in_fp32) return fp32_weights;
  const std::string worded = text(c, {"precision", "formats"}, "bf16");
  training_formats formats;
  for (const auto& [word, products] : {std::pair{"mxfp8", mxfp8_training}, std::pair{"nvfp4", nvfp4_training}})
    if (words_of(worded).front() == word) formats = products;
  const precision computed = format_named(worded);
  if (computed == fp8 && formats.product_copies == 0) formats = fp8_training;
  if (bits(computed) >= 16) formats.weights = computed;
  formats.gradients = formats.weights == fp16 ? fp16 : by.gradients;
  if (const std::string sums = text(c, {"gradient_precision"}, ""); !sums.empty())
    formats.gradients = format_named(sums);
  formats.short_gradients = by.short_gradients && bits(formats.gradients) > bits(formats.weights);
  return formats;
}

sharding sharding_of(const json& c, const training_defaults& by) {
  if (find(c, setting::zero) == nullptr) return by.sharding;
  const count stage = whole(c, setting::zero);
  if (stage > 3) throw refusal("a stage of ZeRO is 0 to 3");
  return static_cast<sharding>(stage);
}

recomputation recomputation_of(const json& c, const training_defaults& by) {
  const std::string word = text(c, setting::recompute, "none");
  return {.kind = word == "selective" ? by.selective : named_in(recompute_names, word, "recomputation")};
}

cross_entropy loss_of(const json& c, const training_defaults& by, bool divides_tensors) {
  if (const std::string word = text(c, {"loss"}, ""); !word.empty()) return named_in(loss_names, word, "loss");
  if (has(c, "cross_entropy_fusion"))
    return flag(c, {"cross_entropy_fusion"}) ? fused_cross_entropy : separate_cross_entropy;
  if (flag(c, {"compile"})) return by.loss_compiled;
  return divides_tensors ? by.loss_over_tensor : by.loss;
}

// DeepSpeed's partition methods: "type:" and the kinds of modules that count where layers are shared out over stages.
void take_stage_layout(const json& c, parallelism& p) {
  const std::string layout = text(c, setting::stage_layout, "type:transformer");
  std::string_view kinds = layout;
  if (!kinds.starts_with("type:")) throw refusal(fmt::format("no layout of stages is called {}", in_quotes(layout)));
  for (kinds.remove_prefix(5); !kinds.empty(); kinds.remove_prefix(std::min(kinds.find('|'), kinds.size() - 1) + 1)) {
    const std::string_view kind = kinds.substr(0, kinds.find('|'));
    if (kind == "embedding")
      p.embedding_as_layer = p.head_as_layer = true;
    else if (kind != "transformer")
      throw refusal(fmt::format("no kind of stage module is called {}", in_quotes(kind)));
  }
}

// A replica's micro-batches: as said, or of the global batch, or else enough to fill the pipeline.
void take_batches(const json& c, const training_defaults& by, training_job& job) {
  job.micro_batch = degree(c, setting::micro_batch, 1);
  const count stages = job.parallelism.pipeline;
  if (by.cuts_batch_by_stages && stages > 1) {
    job.micro_batches = stages;
    job.micro_batch = std::max<count>(job.micro_batch / stages, 1);
  } else if (find(c, setting::micro_batches) != nullptr) {
    job.micro_batches = degree(c, setting::micro_batches);
  } else if (find(c, setting::global_batch) != nullptr) {
    const count at_once = multiply(job.parallelism.data, job.micro_batch);
    job.micro_batches = std::max<count>(degree(c, setting::global_batch) / at_once, 1);
  } else {
    job.micro_batches = stages > 1 ? multiply(4, stages) : 1;
  }
}

}  // namespace

parallelism parallelism_of(const json& c) {
  const bool interleaves = text(c, {"schedule"}, "").starts_with("Interleaved");
  parallelism p{.tensor = degree(c, setting::tensor, 1),
                .pipeline = degree(c, setting::pipeline, 1),
                .context = degree(c, setting::context_parallel, 1),
                .expert = degree(c, setting::expert, 1),
                .expert_tensor = degree(c, {"etp"}, 0),
                .virtual_stages = degree(c, {"vp"}, interleaves ? 2 : 1)};
  const count replica = multiply(multiply(p.tensor, p.pipeline), p.context);
  const count rest = std::max<count>(degree(c, setting::gpus, replica) / replica, 1);
  p.data = degree(c, setting::data, rest);
  return p;
}

training_job training_job_of(const json& c) {
  const training_defaults& by = training_defaults_of(c);
  training_job job{.model = model_of(c),
                   .parallelism = parallelism_of(c),
                   .sequence = degree(c, setting::sequence),
                   .formats = formats_of(c, by),
                   .sharding = sharding_of(c, by),
                   .recompute = recomputation_of(c, by),
                   .scores_materialised = by.scores_materialised,
                   .dropout = by.dropout,
                   .framework = by.holds};
  // Of a model cut to its first layers, one stays dense.
  if (has(c, "layers_kept")) job.model = first_layers(job.model, degree(c, {"layers_kept"}), 1);
  const bool divides_tensors = job.parallelism.tensor > 1;
  job.parallelism.sequence = flag(c, {"sequence_parallel"}, by.sequence_with_tensor) && divides_tensors;
  job.loss = loss_of(c, by, divides_tensors);
  take_stage_layout(c, job.parallelism);
  take_batches(c, by, job);
  if (const auto why = contradiction(job); !why.empty()) throw refusal(std::string(why));
  return job;
}

}  // namespace headroom::program::validation
