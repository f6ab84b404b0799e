// SPDX-License-Identifier: BSL-1.0
#include "validate/serving_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <headroom/inference/engine_limits.hpp>
#include <headroom/inference/memory.hpp>

#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/words.hpp>
#include <headroom/read/engine/served_models.hpp>
#include "validate/names.hpp"
#include "validate/serving_defaults.hpp"
#include "validate/settings.hpp"
#include "validate/shapes.hpp"
#include "reading.hpp"

namespace headroom::program::validation {

namespace {

// The memory setting under whatever name: "gpu-memory-utilization", "util", "mem_fraction_static". Null: under none.
const json* memory_setting_in(const json& c) {
  if (!c.is_object()) return nullptr;
  for (const auto& [key, value] : c.items())
    for (const std::string& word : words_of(key))
      if (!value.is_null() && (word.starts_with("util") || word == "fraction")) return &value;
  return nullptr;
}

// A share, or per cent: 95 is 0.95. 0: nothing is said.
double utilisation_of(const json& c) {
  const json* found = memory_setting_in(c);
  if (found == nullptr) return 0;
  const double stated = found->is_number() ? found->get<double>() : 0;
  const double share = stated > 1 ? stated / 100 : stated;
  if (!(share > 0 && share <= 1)) throw refusal("the memory setting is neither a share from 0 to 1 nor per cent");
  return share;
}

serving_engine engine_of(const json& c, const gpu& on) {
  const serving_defaults& by = serving_defaults_of(c);
  serving_engine engine = by.is;
  if (by.limits != nullptr) {
    engine.most_sequences = sequences_of(*by.limits, on);
    engine.chunk = chunk_of(*by.limits, on, whole(c, setting::longest, 0));
  }
  engine.most_sequences = whole(c, setting::sequences, engine.most_sequences);
  engine.chunk = degree(c, setting::chunk, engine.chunk);
  if (const double share = utilisation_of(c); share > 0) engine.share = share;
  if (flag(c, {"enforce_eager", "eager"})) engine.graphs = {};
  return engine;
}

// The words on a row's weights: what it says of them, or else what its model's name does ("Llama-3.1-8B-Instruct-FP8").
std::string words_on_weights(const json& c) {
  if (const std::string stated = text(c, setting::weights, ""); !stated.empty() && stated != "auto") {
    static_cast<void>(format_named(stated));  // refuses what names none
    return stated;
  }
  const std::string name = text(c, {"model"}, "");
  served_model named;
  take_model_name(name, 1, named);
  return named.weight_bits.is_known() ? name : "";
}

// "TP8", "DEP4" (attention data-parallel, experts whole over all GPUs), "TEP4".
void divide_as_worded(json& c) {
  const std::string words = in_small_letters(text(c, {"parallel"}, ""));
  const std::size_t at = words.find_first_of("0123456789");
  if (at == std::string::npos) return;
  const long long gpus = std::strtoll(words.c_str() + at, nullptr, 10);
  const std::string kind = words.substr(0, at);
  c[kind == "dep" ? "dp" : "tp"] = gpus;
  if (kind.ends_with("ep")) c["ep"] = gpus;
}

void divide_as_referred(json& c) {
  const json* by = find(c, {"nvidia_reference_parallelism"});
  if (by == nullptr || !by->is_object() || has(c, "tp")) return;
  const auto take = [&](const char* ours, const names& theirs) {
    if (const json* found = find(*by, theirs)) c[ours] = *found;
  };
  take(flag(*by, {"attention_dp"}) ? "dp" : "tp", {"tp"});
  take("pp", {"pp"});
  take("ep", {"ep"});
  take("max_batch_size", {"max_batch"});
}

// Weights are never wider than their publisher's: a row may name the format of products.
void take_published(const json& c, serving_job& job) {
  const served_weights published = weights_worded(job.model, "", serving_defaults_of(c).formats);
  if (bits(published.held.experts.format) < bits(job.weights.held.experts.format) &&
      bits(published.held.experts.format) < bits(published.held.attention.format))
    job.weights = published;
}

// "auto" is what engines call a cache that nobody chose.
void take_cache(const json& c, serving_job& job) {
  if (text(c, setting::kv_cache, "auto") != "auto" || !serving_defaults_of(c).cache_in_fp8) return;
  if (bits(job.weights.held.attention.format) < 16 && bits(job.weights.computed) < 16) job.kv_cache = fp8;
}

// One number of GPUs and no other divides every layer over all of them.
void divide(serving_job& job, const json& c) {
  job.pipeline_parallel = degree(c, setting::pipeline, 1);
  job.data_parallel = degree(c, {"dp", "data_parallel_size", "data_parallel"}, 1);
  const bool is_divided_otherwise = job.pipeline_parallel > 1 || job.data_parallel > 1;
  job.tensor_parallel = degree(c, setting::tensor, is_divided_otherwise ? 1 : degree(c, setting::gpus, 1));
  job.expert_parallel = degree(c, setting::expert, 1) > 1;
}

}  // namespace

serving_row serving_row_of(const json& row) {
  serving_row read{.config = config_of(row)};
  json& c = read.config;
  divide_as_worded(c);
  divide_as_referred(c);
  serving_job& job = read.job;
  job.model = model_of(c);
  read.gpu = &gpu_named(text(c, setting::gpu, ""));
  const std::string_view unless_said = serving_defaults_of(c).formats;
  job.weights = weights_worded(job.model, words_on_weights(c), unless_said);
  const std::string cache = text(c, setting::kv_cache, "auto");
  job.kv_cache = format_named(cache == "auto" ? unless_said : std::string_view(cache));
  take_published(c, job);
  take_cache(c, job);
  divide(job, c);
  job.concurrent_sequences = std::max(whole(c, setting::batch, 0), job.data_parallel);
  job.engine = engine_of(c, *read.gpu);
  const count stated = whole(c, setting::longest, add(whole(c, setting::input, 0), whole(c, setting::output, 0)));
  const count longest = job.model.context;
  // Rows of whether a model fits say no length: one token does.
  job.context = std::max<count>(longest > 0 ? std::min(stated, longest) : stated, 1);
  return read;
}

bool serving_fits(const json& row) {
  const serving_row read = serving_row_of(row);
  return known(serving_memory(read.job)).needed <= known(usable_memory(*read.gpu));
}

}  // namespace headroom::program::validation
