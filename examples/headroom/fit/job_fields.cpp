// SPDX-License-Identifier: BSL-1.0
#include "fit/job_fields.hpp"

#include "fields.hpp"

namespace headroom::program {

namespace {

using serve = serving_request;
using train = training_request;

template <class Request>
constexpr job_field<Request> word(std::string_view key, std::span<const std::string_view> allowed,
                                  void (*take)(Request&, std::string_view), std::string_view meaning) {
  return {.key = key, .what = job_form::word, .meaning = meaning, .allowed = allowed, .take_word = take};
}
template <class Request>
constexpr job_field<Request> words(std::string_view key, std::span<const std::string_view> allowed,
                                   void (*take)(Request&, std::string_view), std::string_view meaning) {
  return {.key = key, .what = job_form::words, .meaning = meaning, .allowed = allowed, .take_word = take};
}
template <class Request>
constexpr job_field<Request> number(std::string_view key, count& (*of)(Request&), std::string_view meaning) {
  return {.key = key, .what = job_form::count, .meaning = meaning, .number = of};
}
template <class Request>
constexpr job_field<Request> real(std::string_view key, job_form what, double& (*of)(Request&),
                                  std::string_view meaning) {
  return {.key = key, .what = what, .meaning = meaning, .real = of};
}
template <class Request>
constexpr job_field<Request> yes_no(std::string_view key, bool& (*of)(Request&), std::string_view meaning) {
  return {.key = key, .what = job_form::yes_no, .meaning = meaning, .yes = of};
}

constexpr std::string_view model_meaning =
    "Name of a model of the library, or the path of its config.json";

constexpr auto all_weights = names_of(weight_names);
constexpr auto all_caches = names_of(cache_names);
constexpr auto all_phases = names_of(phase_names);
constexpr auto all_engines = names_of(engine_names);
constexpr auto all_training_formats = names_of(training_format_names);
constexpr auto all_optimizers = names_of(optimizer_names);
constexpr auto all_shardings = names_of(sharding_names);
constexpr auto all_recomputations = names_of(recompute_names);
constexpr auto all_losses = names_of(loss_names);
constexpr auto all_frameworks = names_of(framework_names);
constexpr std::array<std::string_view, 4> all_recomputed{"scores", "norms", "activation", "experts"};
constexpr std::array<std::string_view, 3> all_adapted{"attention", "feed_forward", "experts"};
constexpr std::array<std::string_view, 3> all_offloaded{"weights", "gradients", "optimizer"};

// An engine comes before its settings.
constexpr std::array serving_table{
    job_field<serve>{.key = "model", .what = job_form::model, .meaning = model_meaning},
    word<serve>("weights", all_weights,
                [](serve& of, std::string_view name) {
                  of.weights = name;
                  of.job.weights = {value_of(weight_names, name), widest_format(value_of(weight_names, name))};
                },
                "Format of the layers' matrices, or of the experts only; else the checkpoint's, else bf16"),
    word<serve>("multiplied_in", precision_names,
                [](serve& of, std::string_view name) {
                  of.multiplied = precisions[static_cast<std::size_t>(std::ranges::find(precision_names, name) -
                                                                      precision_names.begin())];
                },
                "Format that GPUs multiply in; else the widest of the matrices"),
    word<serve>("kv_cache", all_caches,
                [](serve& of, std::string_view name) { of.job.kv_cache = value_of(cache_names, name); },
                "Format of keys and values; else bf16"),
    number<serve>("tensor_parallel", [](serve& of) -> count& { return of.job.tensor_parallel; },
                  "GPUs that share each layer. Without it and pipeline parallelism: the fewest GPUs that have room"),
    number<serve>("pipeline_parallel", [](serve& of) -> count& { return of.job.pipeline_parallel; },
                  "Stages of the layers"),
    number<serve>("data_parallel", [](serve& of) -> count& { return of.job.data_parallel; },
                  "Copies of the attention in a replica; the routed experts are divided over them"),
    yes_no<serve>("expert_parallel", [](serve& of) -> bool& { return of.job.expert_parallel; },
                  "Routed experts whole on GPUs, not each divided"),
    number<serve>("concurrent_sequences", [](serve& of) -> count& { return of.job.concurrent_sequences; },
                  "Sequences that a replica holds at once; else 1"),
    number<serve>("context", [](serve& of) -> count& { return of.job.context; },
                  "Tokens of a sequence, prompt and answer; else the longest that the model allows"),
    real<serve>("shared_prefix", job_form::share, [](serve& of) -> double& { return of.job.shared_prefix; },
                "Share of each sequence that a prefix cache holds once for all, 0 to 1"),
    number<serve>("replicas", [](serve& of) -> count& { return of.job.replicas; }, "Copies of the whole; else 1"),
    word<serve>("phase", all_phases,
                [](serve& of, std::string_view name) { of.job.phase = value_of(phase_names, name); },
                "What the pool does of a request; else both"),
    yes_no<serve>("with_predicting", [](serve& of) -> bool& { return of.job.with_predicting; },
                  "Holds the modules that predict further tokens"),
    word<serve>("engine", all_engines,
                [](serve& of, std::string_view name) { of.job.engine = value_of(engine_names, name); },
                "Serving engine, with its settings; else vLLM"),
    real<serve>("memory_share", job_form::share, [](serve& of) -> double& { return of.job.engine.share; },
                "The engine's memory setting, such as vLLM's gpu_memory_utilization"),
    number<serve>("page", [](serve& of) -> count& { return of.job.engine.page; },
                  "Tokens of a page of the engine's KV cache"),
    number<serve>("prefill_chunk", [](serve& of) -> count& { return of.job.engine.chunk; },
                  "Tokens that one step of prefill takes at most"),
    number<serve>("most_sequences", [](serve& of) -> count& { return of.job.engine.most_sequences; },
                  "Sequences that the engine sets memory aside for to sample; else the job's"),
};

constexpr std::array training_table{
    job_field<train>{.key = "model", .what = job_form::model, .meaning = model_meaning},
    number<train>("tensor_parallel", [](train& of) -> count& { return of.job.parallelism.tensor; },
                  "GPUs that share each layer"),
    number<train>("pipeline_parallel", [](train& of) -> count& { return of.job.parallelism.pipeline; },
                  "Stages of the layers"),
    number<train>("data_parallel", [](train& of) -> count& { return of.job.parallelism.data; }, "Replicas"),
    number<train>("context_parallel", [](train& of) -> count& { return of.job.parallelism.context; },
                  "GPUs that share each sequence"),
    number<train>("expert_parallel", [](train& of) -> count& { return of.job.parallelism.expert; },
                  "GPUs that share out the routed experts"),
    number<train>("expert_tensor_parallel", [](train& of) -> count& { return of.job.parallelism.expert_tensor; },
                  "GPUs that share each expert; else as tensor_parallel"),
    yes_no<train>("sequence_parallel", [](train& of) -> bool& { return of.job.parallelism.sequence; },
                  "Norms and residuals divided over the tensor-parallel GPUs by tokens"),
    number<train>("virtual_stages", [](train& of) -> count& { return of.job.parallelism.virtual_stages; },
                  "Of each GPU: 1 is 1F1B, more is interleaved"),
    number<train>("first_stage_layers", [](train& of) -> count& { return of.job.parallelism.first_stage_layers; },
                  "Layers of the first stage; else an even share"),
    number<train>("last_stage_layers", [](train& of) -> count& { return of.job.parallelism.last_stage_layers; },
                  "Layers of the last stage; else an even share"),
    number<train>("sequence", [](train& of) -> count& { return of.job.sequence; }, "Tokens of a sequence"),
    number<train>("micro_batch", [](train& of) -> count& { return of.job.micro_batch; }, "Sequences of a micro-batch"),
    number<train>("micro_batches", [](train& of) -> count& { return of.job.micro_batches; },
                  "Micro-batches of a replica in one step"),
    number<train>("global_batch", [](train& of) -> count& { return of.global_batch; },
                  "Sequences of a step, in place of micro_batches"),
    word<train>("formats", all_training_formats,
                [](train& of, std::string_view name) {
                  of.formats = name;
                  of.job.formats = value_of(training_format_names, name);
                },
                "Formats of weights, gradients and products; else bf16_training"),
    word<train>("optimizer", all_optimizers,
                [](train& of, std::string_view name) {
                  of.optimizer = name;
                  of.job.optimizer = value_of(optimizer_names, name);
                },
                "Optimizer; else adam"),
    word<train>("sharding", all_shardings,
                [](train& of, std::string_view name) {
                  of.sharding = name;
                  of.job.sharding = value_of(sharding_names, name);
                },
                "What replicas share out instead of repeating it; else none"),
    number<train>("shards", [](train& of) -> count& { return of.job.shards; },
                  "Replicas that share state among them; else all"),
    word<train>("recompute", all_recomputations,
                [](train& of, std::string_view name) {
                  of.recompute = name;
                  of.job.recompute.kind = value_of(recompute_names, name);
                },
                "What the backward pass computes again; else none"),
    words<train>("recomputed", all_recomputed,
                 [](train& of, std::string_view name) {
                   recomputed_parts& parts = of.job.recompute.parts;
                   if (name.empty()) return void(parts.scores = false);
                   (name == "scores"       ? parts.scores
                    : name == "norms"      ? parts.norms
                    : name == "activation" ? parts.activation
                                           : parts.experts) = true;
                 },
                 "Parts of a layer that selective recomputation computes again; else the scores"),
    number<train>("recompute_layers", [](train& of) -> count& { return of.job.recompute.layers; },
                  "Layers of a stage that are computed again; else all"),
    number<train>("recompute_group", [](train& of) -> count& { return of.job.recompute.group; },
                  "Layers that share one kept input; else 1"),
    number<train>("adapter_rank", [](train& of) -> count& { return of.job.adapters.rank; },
                  "Rank of low-rank adapters; else all weights are trained"),
    words<train>("adapted", all_adapted,
                 [](train& of, std::string_view name) {
                   adapters& parts = of.job.adapters;
                   if (name.empty()) return void(parts.attention = false);
                   (name == "attention"      ? parts.attention
                    : name == "feed_forward" ? parts.feed_forward
                                             : parts.experts) = true;
                 },
                 "Parts of a layer with adapters; else the attention"),
    words<train>("offload", all_offloaded,
                 [](train& of, std::string_view name) {
                   offloading& parts = of.job.offload;
                   if (name.empty()) return;
                   (name == "weights"     ? parts.weights
                    : name == "gradients" ? parts.gradients
                                          : parts.optimizer) = true;
                 },
                 "What waits in the host's memory"),
    real<train>("offload_activations", job_form::share,
                [](train& of) -> double& { return of.job.offload.activations; },
                "Share of the kept activations that wait in the host's memory, 0 to 1"),
    word<train>("loss", all_losses,
                [](train& of, std::string_view name) { of.job.loss = value_of(loss_names, name); },
                "How the cross-entropy is computed; else fused"),
    word<train>("framework", all_frameworks,
                [](train& of, std::string_view name) { of.job.framework = value_of(framework_names, name); },
                "Training framework; else Megatron-LM"),
    real<train>("expert_imbalance", job_form::factor,
                [](train& of) -> double& { return of.job.expert_imbalance; },
                "Tokens of the fullest GPU's experts over their mean, 1 or more"),
    yes_no<train>("dropout", [](train& of) -> bool& { return of.job.dropout; }, "Keeps the masks of dropout"),
    yes_no<train>("scores_materialised", [](train& of) -> bool& { return of.job.scores_materialised; },
                  "Attention without a fused kernel"),
    yes_no<train>("with_predicting", [](train& of) -> bool& { return of.job.with_predicting; },
                  "Trains the modules that predict further tokens"),
};

bool is_same(const weight_format& a, const weight_format& b) {
  return a.format == b.format && a.block_outputs == b.block_outputs && a.block_inputs == b.block_inputs &&
         a.scale_bits == b.scale_bits;
}

std::string_view name_of(const weight_formats& of) {
  for (const named<weight_formats>& each : weight_names)
    if (is_same(of.attention, each.value.attention) && is_same(of.feed_forward, each.value.feed_forward) &&
        is_same(of.experts, each.value.experts))
      return each.name;
  return "several formats";
}

struct short_key {
  std::string_view word{};
  std::string_view serving{};
  std::string_view training{};
};

constexpr std::array short_keys{
    short_key{"tp", "tensor_parallel", "tensor_parallel"},
    short_key{"pp", "pipeline_parallel", "pipeline_parallel"},
    short_key{"dp", "data_parallel", "data_parallel"},
    short_key{"cp", "context_parallel", "context_parallel"},
    short_key{"ep", "expert_parallel", "expert_parallel"},
    short_key{"etp", "expert_tensor_parallel", "expert_tensor_parallel"},
    short_key{"sequences", "concurrent_sequences", "micro_batch"},
    short_key{"batch", "concurrent_sequences", "micro_batch"},
    short_key{"context", "context", "sequence"},
};

}  // namespace

std::span<const job_field<serving_request>> serving_fields() { return serving_table; }
std::span<const job_field<training_request>> training_fields() { return training_table; }

std::string_view whole_key(std::string_view key, bool is_training) {
  for (const short_key& each : short_keys)
    if (each.word == key) return is_training ? each.training : each.serving;
  return key;
}

std::string_view settle(serving_request& of, const std::optional<weight_formats>& checkpoint) {
  if (of.weights.empty() && checkpoint.has_value()) {
    of.job.weights = {*checkpoint, widest_format(*checkpoint)};
    of.of_checkpoint = true;
    of.weights = name_of(*checkpoint);
  }
  if (of.weights.empty()) of.weights = weight_names.front().name;  // what a job has unless told
  if (of.multiplied.has_value()) of.job.weights.computed = *of.multiplied;
  return {};
}

std::string_view settle(training_request& of) {
  if (of.global_batch == 0) return {};
  const count at_once = multiply(of.job.micro_batch, of.job.parallelism.data);
  if (at_once < 1 || of.global_batch % at_once != 0)
    return "micro-batch times data parallelism does not divide the global batch";
  of.job.micro_batches = of.global_batch / at_once;
  return {};
}

}  // namespace headroom::program
