// SPDX-License-Identifier: BSL-1.0
#include "validate/step_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <headroom/cluster/resource.hpp>
#include <headroom/training/memory.hpp>
#include <optional>

#include <headroom/read/common/messages.hpp>
#include <headroom/text/characters.hpp>
#include "validate/benchmarks.hpp"
#include "validate/date.hpp"
#include "validate/figures.hpp"
#include "validate/names.hpp"
#include "validate/settings.hpp"
#include "validate/training_defaults.hpp"
#include "validate/training_row.hpp"
#include "reading.hpp"

namespace headroom::program::validation {

namespace {

// ---- The framework

bool names_framework(const json& c) {
  try {
    training_defaults_of(c);
    return true;
  } catch (const refusal&) {
    return false;
  }
}

// Of a submission, by its words; of a row that names none by the release that it says, or else what is known of such rows.
json with_framework(const json& row) {
  json c = config_of(row);
  if (has(c, setting::round)) c["framework"] = std::string(framework_of_submission(text(c, setting::framework, "")));
  if (has(c, setting::framework) || names_framework(c)) return c;
  const std::string release = worded(c, setting::release);
  const auto month = date_in(release);
  if (const std::string_view said = framework_said(release); !said.empty())
    c["framework"] = std::string(said);
  else
    c["framework"] = std::string(month ? framework_of_release(*month) : framework_not_said);
  return c;
}

// ---- The machines

void take_machine(const json& c, timed_job& made) {
  const std::string named = text(c, setting::gpu, "");
  const gpu& device = gpu_named(named);
  if (!is_on_named_board(named, device)) throw refusal(fmt::format("the catalogue has no GPU of the board of {}", in_quotes(named)));
  made.on = machine_with(device, c);
}

// ---- What is computed again

// Where nobody says: the fewest layers of a stage with which the job fits.
void recompute_until_it_fits(training_job& job, memory of_gpu) {
  const auto fits = [&] { return known(training_memory(job)).total() <= of_gpu; };
  if (fits()) return;
  const training_job plain = job;
  const count layers = ceil_of(job.model.layer_count(), job.parallelism.pipeline);
  job.recompute = full_recomputation;
  count low = 1;
  count high = layers;
  while (low < high) {
    const count middle = (low + high) / 2;
    job.recompute.layers = middle;
    if (fits()) high = middle;
    else low = middle + 1;
  }
  job.recompute.layers = high;
  if (!fits()) job = plain;  // something else than recomputation makes it fit
}

// ---- Micro-batches

// Where nobody says how large: of those that fit, twice as large each, the one that the step is fastest with. Throughputs that are published
// are of settings that were looked for. With what is computed again at least, where nobody says that either.
void take_fastest_micro_batch(timed_job& made, const std::optional<recomputation>& at_least, memory of_gpu) {
  const auto takes = [&](const training_job& job) { return known(step_time(job, made.on.is(), made.settings)).total(); };
  training_job tried = made.job;
  for (duration best = takes(made.job); tried.micro_batches % 2 == 0;) {
    tried.micro_batches /= 2;
    tried.micro_batch *= 2;
    if (!contradiction(tried).empty()) return;
    if (at_least) {
      tried.recompute = *at_least;
      recompute_until_it_fits(tried, of_gpu);
    }
    if (known(training_memory(tried)).total() > of_gpu) return;
    const duration took = takes(tried);
    if (!(took < best)) continue;
    best = took;
    made.job = tried;
  }
}

// ---- Metrics

// From the one that tells a step best to the one that tells it least.
constexpr std::array<std::string_view, 9> step_metrics{"median_step_time",     "median_block_step_time", "iteration_time",
                                                       "tokens_per_s_per_gpu", "tokens_per_s",           "samples_per_s",
                                                       "throughput",           "tflops_per_gpu",         "model_tflops_per_gpu"};

// Samples that a run takes the time of: a forward pass is a third of a step, and half of one that trains adapters. All
// replicas evaluate as long as the one with the most samples.
double samples_timed(const json& c, const training_job& job) {
  const double trained = number(c, {"median_samples_to_target"});
  const training_benchmark* rule = training_benchmark_of(c);
  if (rule == nullptr) return trained;
  const double times = std::max(trained / rule->every - rule->skipped, 0.0);
  const double at_once = static_cast<double>(job.parallelism.data * job.micro_batch);
  const double evaluated = std::ceil(rule->samples / at_once) * at_once;
  return trained + times * evaluated / (job.adapters.rank > 0 ? 2 : 3);
}

}  // namespace

std::string_view step_metric_of(const json& row) {
  return first_measured(row, step_metrics);
}

timed_job timed_job_of(const json& row) {
  const json c = with_framework(row);
  timed_job made;
  // Of weights that are shared out over all GPUs nothing else needs to be said.
  const bool shares_all = training_defaults_of(c).holds.sharding == sharding::weights;
  if (!says_division(c) && !shares_all) throw refusal("the row does not say how the job is divided over its GPUs");
  // A rank's sequences are its batch where nothing cuts or repeats them.
  const bool says_batch = has(c, setting::global_batch) || has(c, setting::micro_batches);
  if (!says_batch && (!has(c, setting::micro_batch) || (degree(c, setting::pipeline, 1) > 1 && !shares_all)))
    throw refusal("the row does not say how large a batch is");
  made.job = training_job_of(c);
  training_job& job = made.job;
  const training_defaults& by = training_defaults_of(c);
  const std::optional<calendar_date> written = software_date_of(c);
  const std::string format = text(c, setting::formats, by.formats);
  if (job.formats.product_copies == 0 && format_named(format) == fp8) job.formats.products = has_word(format, "rowwise") ? fp8_rows : weight_format{.format = fp8};
  if (by.chooses_recomputation) {
    const count chunks = multiply(job.parallelism.pipeline, job.parallelism.virtual_stages);
    made.settings.balanced_stages =
        (job.model.layer_count() + job.parallelism.embedding_as_layer + job.parallelism.head_as_layer) % chunks != 0;
  }
  take_machine(c, made);
  const auto of_gpu = [&] { return known(usable_memory_per_gpu(made.on.is())); };
  const std::optional<recomputation> at_least = says_recomputation(c) ? std::nullopt : std::optional(job.recompute);
  if (at_least) recompute_until_it_fits(job, of_gpu());
  step_settings& as = made.settings;
  if (by.attention_of_ampere > 0) {
    const bool is_newer = gpu_named(text(c, setting::gpu, "")).fp8.tensor_dense.is_known();
    as.kernel = {by.attention_of_ampere * (is_newer ? ampere_attention_on_hopper.instruction_share : 1)};
  }
  as.fuses_norms = !has(c, setting::compiled) || flag(c, setting::compiled);
  as.stops_early = by.stops_early;  // torch.utils.checkpoint, early_stop
  // Megatron's exchanges go on beside computation since 2023; before, one waited for the other.
  const bool overlaps = !job.scores_materialised && flag(c, setting::overlaps, by.overlaps_unasked);
  const bool overlaps_gradients = job.scores_materialised && by.overlaps_gradients;
  const bool overlaps_tensor = by.overlaps_tensor_unasked ? overlaps : flag(c, {"async_tp"});
  as.tensor_overlap = overlaps_gradients ? tensor_overlap::bulk : overlaps_tensor ? tensor_overlap::measured : tensor_overlap::none;
  as.sums_within = overlaps_gradients;
  as.sums_apart = by.sums_apart || (job.scores_materialised && !by.overlaps_gradients);
  as.overlaps_data = overlaps;
  as.replays_graphs = written && *written >= by.replays_graphs_since;
  as.months = written && *written >= by.keeps_scores_until ? months_from(*written, date_in(newest_software).value_or(*written)) : 0;
  made.gpus = degree(c, setting::gpus, job.parallelism.gpus());
  const bool says_micro_batch = has(c, setting::micro_batch) || has(c, setting::micro_batches);
  if (by.chooses_micro_batch && !says_micro_batch) take_fastest_micro_batch(made, at_least, of_gpu());
  return made;
}

double in_metric_of(const json& row, const judged& one, const timed_job& timed, const step_schedule& step) {
  const json& c = config_of(row);
  const double took = in_seconds(step.total());
  const double gpus = static_cast<double>(timed.gpus);
  // Of all GPUs, where replicas of the job's own count are fewer: each row's batch is all of them.
  const double tokens = static_cast<double>(step.tokens);
  const double sequence = static_cast<double>(timed.job.sequence);
  if (one.metric.ends_with("_time")) return in_unit_of(step.total(), one.unit);
  if (one.metric.ends_with("tflops_per_gpu")) return in_unit_of_rate(operations_by_convention(row, one.metric) * tokens / took / gpus, "FLOP", one.unit.empty() ? "TFLOP/s" : one.unit);
  const double a_second = (is_of_gpu(one) ? tokens / gpus : tokens) / took;
  if (one.metric.starts_with("tokens_per_s")) return in_unit_of_rate(a_second, "tokens", one.unit);
  if (one.metric == "samples_per_s" || (one.metric == "throughput" && one.unit.find("samples") != std::string::npos)) return in_unit_of_rate(a_second / sequence, "samples", one.unit);
  if (one.metric == "throughput") return in_unit_of_rate(a_second, "tokens", one.unit);
  if (one.metric.starts_with("time_to_train")) return samples_timed(c, timed.job) * sequence / tokens * in_unit_of(step.total(), one.unit);
  throw refusal(fmt::format("no step is told by {}", in_quotes(one.metric)));
}

}  // namespace headroom::program::validation
