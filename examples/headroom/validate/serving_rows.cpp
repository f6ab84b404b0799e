// SPDX-License-Identifier: BSL-1.0
#include "validate/serving_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "check/served_models.hpp"
#include "suggest.hpp"
#include "validate/names.hpp"
#include "validate/shapes.hpp"
#include "words.hpp"

namespace headroom::program::validation {

namespace {

enum class serving_part { weights, activation, non_torch, kv, none };

bool holds(std::string_view text, std::string_view words) { return text.find(words) != std::string_view::npos; }

// What a metric speaks of, by its words.
serving_part part_named(std::string_view metric) {
  const std::string words = in_small_letters(metric);
  if (holds(words, "non_torch") || holds(words, "nontorch") || holds(words, "non-torch")) return serving_part::non_torch;
  if (holds(words, "activation")) return serving_part::activation;
  if (holds(words, "kv") || holds(words, "cache")) return serving_part::kv;
  if (holds(words, "weight") || holds(words, "model_memory") || holds(words, "model_load")) return serving_part::weights;
  return serving_part::none;
}

std::string_view family_of(serving_part part) {
  switch (part) {
    case serving_part::weights:
      return "serving_weights";
    case serving_part::kv:
      return "serving_kv";
    default:
      return "serving_other";
  }
}

double serving_figure(const serving_answer& found, serving_part part, const std::string& unit) {
  switch (part) {
    case serving_part::weights:
      return in_unit_of(found.weights, unit);
    case serving_part::activation:
      return in_unit_of(found.activation_peak, unit);
    case serving_part::non_torch:
      return in_unit_of(found.non_torch, unit);
    case serving_part::kv:
      return unit.starts_with("token") ? found.kv_tokens : in_unit_of(found.kv_left, unit);
    case serving_part::none:
      break;
  }
  throw refusal("no such memory of an engine is known");
}

std::string engine_of(const json& row) {
  const json& c = config_of(row);
  const std::string stated = text(c, {"engine", "framework", "backend", "server"}, "");
  if (!stated.empty()) return stated;
  for (const std::string_view name : {"vLLM", "TensorRT-LLM", "SGLang", "gpt-fast"})
    if (says(row, "citation", name)) return std::string(name);
  return "";
}

}  // namespace

serving_row read_serving_row(const json& row) {
  const json& c = config_of(row);
  const std::string gpu_name = text(c, {"gpu", "device", "accelerator"}, "");
  serving_row read{
      .model = named_model_of(c),
      .gpu = gpu_name.empty() ? nullptr : &gpu_named(gpu_name),
      .engine = engine_of(row),
      .weights = text(c, {"weights", "quantization", "weight_dtype", "dtype", "precision"}, ""),
      .kv_cache = text(c, {"kv_dtype", "kv_cache_dtype", "kv"}, ""),
      .gpus = whole(c, {"gpus", "num_gpus"}, 0),
      .tensor = degree(c, {"tp", "tensor_parallel_size", "tensor_parallel"}, 1),
      .pipeline = degree(c, {"pp", "pipeline_parallel_size", "pipeline_parallel"}, 1),
      .data = degree(c, {"dp", "data_parallel_size", "data_parallel"}, 1),
      .expert = degree(c, {"ep", "expert_parallel_size", "expert_parallel"}, 1),
      .max_model_len = whole(c, {"max_model_len", "max_seq_len", "context", "context_length"}, 0),
      .max_num_seqs = whole(c, {"max_num_seqs", "max_batch_size", "concurrency"}, 0),
      .max_num_batched_tokens = whole(c, {"max_num_batched_tokens", "max_num_tokens"}, 0),
      .gpu_memory_utilization = number(c, {"gpu_memory_utilization", "utilization", "mem_fraction_static"}, 0),
      .eager = flag(c, {"enforce_eager", "eager"}),
      .batch = whole(c, {"batch", "batch_size"}, 0),
      .input_tokens = whole(c, {"isl", "input_tokens", "input_len"}, 0),
      .output_tokens = whole(c, {"osl", "output_tokens", "output_len"}, 0)};
  // A version is text or a number: "0.11.0", 0.17.
  if (const json* version = find(c, {"version", "engine_version", "vllm_version", "release"}))
    read.version = version->is_string() ? version->get<std::string>() : version->dump();
  if (read.weights.empty()) {
    served_model named;  // "Llama-3.1-8B-Instruct-FP8"
    take_model_name(text(c, {"model"}, ""), 1, named);
    if (named.weight_bits.is_known()) read.weights = named.weight_bits.value == 8 ? "fp8" : "int4";
  }
  if (read.gpus == 0) read.gpus = multiply(multiply(read.tensor, read.pipeline), read.data);
  // One number of GPUs and no other: they share every layer.
  const bool divides_otherwise = find(c, {"tp", "tensor_parallel_size", "tensor_parallel"}) != nullptr ||
                                 read.pipeline > 1 || read.data > 1;
  if (!divides_otherwise) read.tensor = read.gpus;
  return read;
}

bool is_serving_row(const json& row) {
  const json& c = config_of(row);
  constexpr std::array settings{"gpu_memory_utilization", "max_model_len", "max_num_seqs", "max_num_batched_tokens",
                                "kv_cache_dtype",         "isl",           "osl",          "engine",
                                "weights"};
  if (std::ranges::any_of(settings, [&](const char* key) { return has(c, key); })) return true;
  for (const std::string_view engine : {"vLLM", "vllm", "TensorRT-LLM", "SGLang", "sglang", "gpt-fast", "MLPerf Inference"})
    if (says(row, "citation", engine) || says(c, "framework", engine)) return true;
  return false;
}

std::vector<judged> judge_serving_memory(const json& row, bool refuse_others) {
  std::vector<judged> all;
  for (const json& each : row.at("measured")) {
    const json* metric = find(each, {"metric"});
    const serving_part part =
        metric != nullptr && metric->is_string() ? part_named(metric->get<std::string>()) : serving_part::none;
    if (part == serving_part::none && !refuse_others) continue;
    judged one = outline(row, family_of(part), "", each);
    try {
      if (!one.refused.empty()) throw refusal(one.refused);
      if (part == serving_part::none)
        throw refusal(fmt::format("no memory of an engine is called {}", in_quotes(one.metric)));
      const serving_answer found = answer(read_serving_row(row));
      if (!found.refused.empty()) throw refusal(found.refused);
      one.found = serving_figure(found, part, one.unit);
    } catch (const refusal& why) {
      one.refused = why.what();
    }
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace headroom::program::validation
