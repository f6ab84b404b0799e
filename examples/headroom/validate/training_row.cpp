// SPDX-License-Identifier: BSL-1.0
#include "validate/training_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headroom/training/memory.hpp>

#include <headroom/read/own/job_names.hpp>
#include <headroom/read/common/messages.hpp>
#include "validate/benchmarks.hpp"
#include "validate/date.hpp"
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
  const auto* found = entry_called(word, all);
  if (found == nullptr)
    throw refusal(fmt::format("no {} is called {}: expected {}", what, in_quotes(word), one_of(names_of(all))));
  return found->value;
}

// Whether the row's GPU multiplies FP8 operands of any layout, and so needs no transposed copy: those that compute in
// fp4 do, and none before them. Not known without a GPU.
bool multiplies_any_layout(const json& c) {
  return has(c, setting::gpu) && gpu_named(text(c, setting::gpu, "")).fp4.tensor_dense.is_known();
}

training_formats formats_of(const json& c, const training_defaults& by) {
  if (by.holds.weights_in_fp32) return fp32_weights;
  const std::string worded = text(c, setting::formats, by.formats);
  if (worded.empty()) throw refusal("the row does not say in what format the products are");
  const std::vector<std::string> words = words_of(worded);
  const bool has_short_scales = words.size() > 1 && words[0] == "fp8" && words[1] == "mx";
  training_formats formats;
  if (words.front() == "mxfp8" || has_short_scales) formats = mxfp8_training;
  if (words.front() == "nvfp4") formats = nvfp4_training;
  const precision computed = format_named(worded);
  if (computed == fp8 && formats.product_copies == 0) {
    formats = fp8_training;
    if (multiplies_any_layout(c)) formats.product_copies = 1;
  }
  formats.products_primary = by.primary_weights && computed == fp8;
  formats.activation_saved = by.activation_saved && computed == fp8;
  if (bits(computed) >= 16) formats.weights = computed;
  formats.gradients = formats.weights == fp16 ? fp16 : by.gradients;
  if (const std::string sums = text(c, {"gradient_precision"}, ""); !sums.empty())
    formats.gradients = format_named(sums);
  formats.short_gradients = by.short_gradients && bits(formats.gradients) > bits(formats.weights);
  return formats;
}

sharding sharding_of(const json& c, const training_defaults& by) {
  if (whole(c, setting::fully_sharded, 0) > 0) return sharding::weights;
  return has(c, setting::zero) ? zero_stage_in(c, setting::zero) : by.holds.sharding;
}

recomputation recomputation_of(const json& c, const training_defaults& by) {
  const json* parts = find(c, setting::recomputed);
  if (!says_recomputation(c)) return {.kind = by.unless_said};
  const std::string word = text(c, setting::recompute, "selective");
  recomputation again{.kind = word == "selective" ? by.selective : named_in(recompute_names, word, "recomputation")};
  if (parts == nullptr) return again;
  if (!parts->is_array()) throw refusal("the parts that are computed again are no list");
  again.parts.scores = false;
  for (const json& each : *parts)
    again.parts.*named_in(read::recomputed_names, each.is_string() ? each.get<std::string>() : each.dump(),
                          "part of a layer") = true;
  return again;
}

// Of a row that does not say whether it keeps them.
bool keeps_scores(const json& c, const training_defaults& by) {
  if (const auto written = software_date_of(c)) return *written < by.keeps_scores_until;
  return by.keeps_scores_before_fp8 && !gpu_named(text(c, setting::gpu, "")).fp8.tensor_dense.is_known();
}

// Of a row that does not say it; 0: it trains all weights.
count adapter_rank_of(const json& c, const training_defaults& by) {
  if (const training_benchmark* rule = training_benchmark_of(c)) return rule->adapter_rank;
  return has_word(text(c, setting::task, ""), "lora") ? by.adapter_rank : 0;
}

// By whether softmax and loss are one kernel, which is all that rows with Megatron's setting say.
constexpr std::array losses_by_fusion{separate_cross_entropy, fused_cross_entropy};

cross_entropy loss_of(const json& c, const training_defaults& by, bool divides_tensors) {
  if (const std::string word = text(c, setting::loss, ""); !word.empty()) return named_in(loss_names, word, "loss");
  if (has(c, setting::loss_fusion)) return losses_by_fusion[flag(c, setting::loss_fusion)];
  if (flag(c, setting::compiled)) return by.loss_compiled;
  return divides_tensors ? by.loss_over_tensor : by.loss;
}

// DeepSpeed's partition methods: "type:" and the kinds of modules that count where layers are shared out over stages.
void take_stage_layout(const json& c, parallelism& p) {
  if (!has(c, setting::stage_layout)) return;
  const std::string layout = text(c, setting::stage_layout, "");
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

// Of what the row does not say.
void take_optimizer_and_recomputation(const json& c, const training_defaults& by, training_job& job) {
  if (const std::string word = text(c, setting::optimizer, ""); !word.empty())
    job.optimizer = named_in(optimizer_names, word, "optimizer");
  const bool has_latents =
      std::ranges::any_of(job.model.layers, [](const layer& each) { return each.attention.is_latent(); });
  if (by.recomputes_latents && has_latents && !says_recomputation(c))
    job.recompute = {.kind = recompute::selective, .parts = {.scores = false, .expanded_latents = true}};
}

// Where the framework makes the stages even by it.
void even_out_stages(const training_defaults& by, training_job& job) {
  parallelism& p = job.parallelism;
  const count chunks = multiply(p.pipeline, p.virtual_stages);
  const count layers = job.model.layer_count();
  if (p.pipeline == 1 || p.first_stage_layers > 0 || p.last_stage_layers > 0) return;
  const bool come_out_with_ends_only = layers % chunks != 0 && (layers + 2) % chunks == 0;
  if (by.ends_as_layers || (by.ends_make_even && come_out_with_ends_only)) p.embedding_as_layer = p.head_as_layer = true;
}

// A recipe that does not say how often it interleaves: chunks as small as two layers, where layers and micro-batches come out even so.
void interleave(const json& c, training_job& job) {
  parallelism& p = job.parallelism;
  if (p.pipeline == 1 || has(c, "vp") || has(c, setting::schedule) || p.schedule != pipeline_schedule::one_forward_one_backward) return;
  if (job.micro_batches % p.pipeline != 0) return;
  const count layers = job.model.layer_count() + p.embedding_as_layer + p.head_as_layer;
  for (count each = 2; each * p.pipeline <= layers; ++each)
    if (layers % (each * p.pipeline) == 0) {
      p.virtual_stages = layers / (each * p.pipeline);
      return;
    }
}

// What papers and frameworks call a schedule ("1F1B", "Interleaved1F1B", "ZB-H1", "DualPipe"), in small letters and digits alone.
struct schedule_name {
  std::string_view name{};
  pipeline_schedule is = pipeline_schedule::one_forward_one_backward;
};
constexpr std::array schedules_called{schedule_name{"1f1b", pipeline_schedule::one_forward_one_backward},
                                      schedule_name{"zbh1", pipeline_schedule::zero_bubble_h1},
                                      schedule_name{"zerobubbleh1", pipeline_schedule::zero_bubble_h1},
                                      schedule_name{"zbh2", pipeline_schedule::zero_bubble_h2},
                                      schedule_name{"zerobubbleh2", pipeline_schedule::zero_bubble_h2},
                                      schedule_name{"dualpipe", pipeline_schedule::dual_pipe}};

void take_schedule(const json& c, parallelism& p) {
  const std::string said = text(c, setting::schedule, "");
  if (said.empty()) return;
  std::string name = letters_of(said);
  constexpr std::string_view interleaved = "interleaved";
  if (const std::size_t at = name.find(interleaved); at != std::string::npos) {
    name.erase(at, interleaved.size());
    if (!has(c, "vp")) p.virtual_stages = interleaved_stages;
    if (name.empty()) return;  // of 1F1B
  }
  const schedule_name* found = entry_called(name, schedules_called);
  if (found == nullptr) throw refusal(fmt::format("no pipeline schedule is known that is called {}", in_quotes(said)));
  p.schedule = found->is;
}

// A replica's micro-batches: as said, or of the global batch, or else enough to fill the pipeline.
void take_batches(const json& c, const training_defaults& by, training_job& job) {
  job.micro_batch = degree(c, setting::micro_batch, by.micro_batch);
  const count stages = job.parallelism.pipeline;
  if (by.cuts_batch_by_stages && stages > 1) {
    job.micro_batches = stages;
    job.micro_batch = std::max<count>(job.micro_batch / stages, 1);
  } else if (has(c, setting::micro_batches)) {
    job.micro_batches = degree(c, setting::micro_batches);
  } else if (has(c, setting::global_batch)) {
    const count at_once = multiply(job.parallelism.data, job.micro_batch);
    const count all = degree(c, setting::global_batch);
    if (all % at_once != 0) throw refusal(fmt::format("a batch of {} sequences is no whole number of the {} that replicas take at once", all, at_once));
    job.micro_batches = all / at_once;
  } else {
    job.micro_batches = stages > 1 ? multiply(by.micro_batches_of_stage, stages) : 1;
  }
}

}  // namespace

sharding zero_stage_in(const json& c, const names& keys) {
  const count stage = whole(c, keys);
  if (stage > 3) throw refusal("a stage of ZeRO is 0 to 3");
  return static_cast<sharding>(stage);
}

bool says_division(const json& c) {
  return whole(c, setting::gpus, 1) <= 1 || has(c, setting::tensor) || has(c, setting::pipeline) || has(c, setting::data) ||
         has(c, setting::fully_sharded) || has(c, setting::zero);
}

bool says_recomputation(const json& c) {
  return has(c, setting::recompute) || has(c, setting::recomputed);
}

parallelism parallelism_of(const json& c) {
  parallelism p{.tensor = degree(c, setting::tensor, 1),
                .pipeline = degree(c, setting::pipeline, 1),
                .context = degree(c, setting::context_parallel, 1),
                .expert = degree(c, setting::expert, 1),
                .expert_tensor = degree(c, {"etp"}, 0),
                .virtual_stages = degree(c, {"vp"}, 1),
                .first_stage_layers = whole(c, {"first_stage_layers"}, 0),
                .last_stage_layers = whole(c, {"last_stage_layers"}, 0)};
  const count replica = multiply(multiply(p.tensor, p.pipeline), p.context);
  const count gpus = degree(c, setting::gpus, replica);
  if (gpus % replica != 0) throw refusal(fmt::format("{} GPUs are no whole number of replicas of {}", gpus, replica));
  const count shards = whole(c, setting::fully_sharded, 0);
  p.data = degree(c, setting::data, shards > 0 ? shards : gpus / replica);
  if (has(c, setting::data) && has(c, setting::gpus) && multiply(replica, p.data) != gpus)
    throw refusal(fmt::format("{} replicas of {} GPUs are not the {} that the row names", p.data, replica, gpus));
  take_schedule(c, p);
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
                   .scores_materialised = flag(c, setting::scores_kept, by.scores_materialised),
                   .dropout = by.dropout,
                   .framework = by.holds};
  // Of a model cut to its first layers, one stays dense.
  if (has(c, "layers_kept")) job.model = first_layers(job.model, degree(c, {"layers_kept"}), 1);
  const bool divides_tensors = job.parallelism.tensor > 1;
  job.parallelism.sequence = flag(c, {"sequence_parallel"}, by.holds.sequence_with_tensor) && divides_tensors;
  job.loss = loss_of(c, by, divides_tensors);
  take_stage_layout(c, job.parallelism);
  if (by.expert_tensor > 0 && !has(c, "etp") && job.parallelism.expert > 1)
    job.parallelism.expert_tensor = by.expert_tensor;
  take_optimizer_and_recomputation(c, by, job);
  if (!has(c, setting::scores_kept) && keeps_scores(c, by)) job.scores_materialised = job.dropout = true;
  even_out_stages(by, job);
  take_batches(c, by, job);
  if (by.interleaves) interleave(c, job);
  job.adapters.rank = whole(c, setting::adapter_rank, 0);
  if (job.adapters.rank == 0) job.adapters.rank = adapter_rank_of(c, by);
  if (const auto why = contradiction(job); !why.empty()) throw refusal(std::string(why));
  return job;
}

}  // namespace headroom::program::validation
