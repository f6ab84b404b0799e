// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <headroom/hardware/gpu.hpp>
#include <headroom/inference/memory.hpp>
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/weight_memory.hpp>
#include <optional>
#include <string>

#include "fit/job_names.hpp"
#include "model_lookup.hpp"
#include "validate/serving_rows.hpp"
#include "vllm_defaults.hpp"
#include "words.hpp"

// What the library answers to a row of serving memory.
namespace headroom::program::validation {

namespace {

bool has_word(const std::string& text, std::string_view word) { return text.find(word) != std::string::npos; }

// "0.6.3" of a version, or of an engine's name with it: before 0.8?
bool is_old_vllm(const serving_row& asked) {
  const std::string words = asked.version.empty() ? asked.engine : asked.version;
  const std::size_t at = words.find("0.");
  if (at == std::string::npos || at + 2 >= words.size()) return false;
  const bool has_one_digit = at + 3 >= words.size() || words[at + 3] < '0' || words[at + 3] > '9';
  return has_one_digit && words[at + 2] >= '0' && words[at + 2] <= '7';
}

// The engine of a row, with the settings that it has unless told otherwise.
serving_engine engine_of(const serving_row& asked) {
  const std::string name = in_small_letters(asked.engine);
  serving_engine engine = engines::vllm;
  if (has_word(name, "sglang")) engine = engines::sglang;
  if (has_word(name, "tensorrt") || has_word(name, "trt")) engine = engines::tensorrt_llm;
  if (has_word(name, "gpt-fast") || has_word(name, "torch")) engine = engines::pytorch;
  if (engine.name == engines::vllm.name) {
    // 256 sequences and the longest one as tokens of a step before its version 0.8.
    const bool is_large = asked.gpu != nullptr && is_large_to_vllm(*asked.gpu);
    const bool is_old = is_old_vllm(asked);
    engine.most_sequences = vllm_most_sequences(is_large && !is_old);
    engine.chunk = is_old ? std::max(count{2'048}, asked.max_model_len) : is_large ? 8'192 : 2'048;
  }
  if (asked.max_num_seqs > 0) engine.most_sequences = asked.max_num_seqs;
  if (asked.max_num_batched_tokens > 0) engine.chunk = asked.max_num_batched_tokens;
  if (asked.gpu_memory_utilization > 0) engine.share = asked.gpu_memory_utilization;
  if (asked.eager) engine.graphs = {};
  return engine;
}

// The formats that a row words: where it names 16 bits or none, those that the model is published in.
served_weights weights_of(const serving_row& asked) {
  const std::string words = in_small_letters(asked.weights);
  const bool is_short = has_word(words, "8") || has_word(words, "4") || has_word(words, "awq") || has_word(words, "gptq");
  const bool says_16 = has_word(words, "16");
  const std::optional<weight_formats> published = published_formats(asked.model.name);
  const bool has_experts_apart = published && published->experts.format != published->attention.format;
  if (has_experts_apart && (has_word(words, "mxfp4") || !is_short)) return {*published, widest_format(*published)};
  if (has_word(words, "mxfp4")) return mxfp4;
  if (has_word(words, "fp4")) return nvfp4;
  if (has_word(words, "int4") || has_word(words, "w4") || has_word(words, "awq") || has_word(words, "gptq"))
    return int4_groups;
  if (has_word(words, "int8") || has_word(words, "w8a8")) return int8_channels;
  if (published && !has_experts_apart && !says_16) return {*published, widest_format(*published)};
  return has_word(words, "fp8") ? served_weights(fp8) : served_weights(bf16);
}

serving_job job_of(const serving_row& asked) {
  const count stated = asked.max_model_len > 0 ? asked.max_model_len : add(asked.input_tokens, asked.output_tokens);
  const count longest = asked.model.context;
  serving_job job{.model = asked.model,
                  .weights = weights_of(asked),
                  .kv_cache = has_word(in_small_letters(asked.kv_cache), "fp8") ? fp8 : bf16,
                  .tensor_parallel = asked.tensor,
                  .pipeline_parallel = asked.pipeline,
                  .data_parallel = asked.data,
                  .expert_parallel = asked.expert > 1,
                  .concurrent_sequences = std::max(asked.batch, asked.data),
                  .context = longest > 0 && stated > longest ? longest : stated,
                  .engine = engine_of(asked)};
  if (job.tokens() == 0) job.context = 1;
  // Rows of whether a model fits say no length: one token does.
  if (stated == 0) job.context = 1;
  return job;
}

}  // namespace

serving_answer answer(const serving_row& asked) {
  const serving_job job = job_of(asked);
  const figure<serving_memory_parts> parts = serving_memory(job);
  if (!parts.is_known()) return {.refused = std::string(parts.note)};
  serving_answer found{.weights = parts.value.weights,
                       .activation_peak = parts.value.working,
                       .non_torch = parts.value.outside};
  if (asked.gpu == nullptr) return {.refused = "the row names no GPU"};
  const figure<memory> of_gpu = usable_memory(*asked.gpu);
  if (!of_gpu.is_known()) return {.refused = "no source states the memory of the GPU"};
  found.fits = parts.value.needed <= of_gpu.value;
  const headroom::detail::fullest_stage fullest = headroom::detail::find_fullest_stage(job, layers_on_rank(job));
  const double left = headroom::detail::cache_for(job.engine, fullest.holds, in_bytes(of_gpu.value - kept_by_driver));
  found.kv_left = bytes(left);
  const figure<memory> token = kv_cache_per_token(job.model, job.kv_cache, job.tensor_parallel);
  if (token.is_known() && in_bytes(token.value) > 0)
    found.kv_tokens = left / in_bytes(token.value) * static_cast<double>(job.pipeline_parallel * job.data_parallel);
  return found;
}

}  // namespace headroom::program::validation
