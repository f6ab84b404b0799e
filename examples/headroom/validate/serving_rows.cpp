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
#include "validate/training_rows.hpp"
#include "words.hpp"

namespace headroom::program::validation {

namespace {

enum class serving_part { weights, activation, non_torch, graphs, kv, none };

// "gpu-memory-utilization" and "GPU memory utilization" are "gpu_memory_utilization".
std::string plain_key(std::string_view key) {
  std::string letters = in_small_letters(key);
  std::ranges::replace_if(letters, [](char c) { return c == '-' || c == ' '; }, '_');
  return letters;
}

bool holds(std::string_view text, std::string_view words) { return text.find(words) != std::string_view::npos; }

// What a metric speaks of, by its words.
serving_part part_named(std::string_view metric) {
  const std::string words = plain_key(metric);
  const auto has_one = [&](std::initializer_list<std::string_view> all) {
    return std::ranges::any_of(all, [&](std::string_view each) { return holds(words, each); });
  };
  // Of speeds, times and shares, not of memory: "kv_transfer_bandwidth", "model_loading_time", "cache_hit_tokens".
  if (words.ends_with("per_s") || words.ends_with("_time") ||
      has_one({"bandwidth", "throughput", "latency", "per_s_", "per_sec", "second", "hit", "rate", "usage"}))
    return serving_part::none;
  if (has_one({"non_torch", "nontorch"})) return serving_part::non_torch;
  if (has_one({"graph"})) return serving_part::graphs;
  // What vLLM's profile run adds to torch's peak.
  if (has_one({"activation", "torch_peak", "peak_torch"})) return serving_part::activation;
  if (has_one({"kv", "cache"})) return serving_part::kv;
  if (has_one({"weight", "model_memory", "model_load", "model_size"})) return serving_part::weights;
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
    case serving_part::graphs:
      throw refusal("memory of CUDA graphs is not judged: one figure stands for all engines");
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

// The memory setting under whatever key it stands; null: under none.
const json* utilisation_in(const json& c) {
  if (const json* found = find(c, {"gpu_memory_utilization"})) return found;
  if (!c.is_object()) return nullptr;
  for (const auto& [key, value] : c.items()) {
    const std::string words = plain_key(key);
    if (!value.is_null() && (holds(words, "util") || holds(words, "mem_fraction") || holds(words, "memory_fraction")))
      return &value;
  }
  return nullptr;
}

// A share, or per cent: 95 is 0.95. 0: nothing is said.
double utilisation_of(const json& c) {
  const json* found = utilisation_in(c);
  if (found == nullptr) return 0;
  const double stated = found->is_number() ? found->get<double>() : 0;
  const double share = stated > 1 ? stated / 100 : stated;
  if (!(share > 0 && share <= 1)) throw refusal("the memory setting is neither a share from 0 to 1 nor per cent");
  return share;
}

// Whether one of the words of a name is of serving: "vllm_h100.kv".
bool names_serving(const json& row, std::string_view key) {
  const json* found = find(row, {key});
  if (found == nullptr || !found->is_string()) return false;
  const std::string words = in_small_letters(found->get<std::string>());
  constexpr std::array all{"serving", "serve", "inference", "vllm", "sglang", "trtllm", "kv"};
  return std::ranges::any_of(all, [&](std::string_view each) {
    for (std::size_t at = words.find(each); at != std::string::npos; at = words.find(each, at + 1)) {
      const auto is_letter = [&](std::size_t i) { return i < words.size() && words[i] >= 'a' && words[i] <= 'z'; };
      if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + each.size())) return true;
    }
    return false;
  });
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
      .gpu_memory_utilization = utilisation_of(c),
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
    if (named.weight_bits.is_known())
      read.weights = named.weight_bits.value == 16 ? "bf16" : named.weight_bits.value == 8 ? "fp8" : "int4";
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
  constexpr std::array settings{"max_model_len", "max_num_seqs", "max_num_batched_tokens", "kv_cache_dtype", "isl",
                                "osl",           "engine",       "weights"};
  if (utilisation_in(c) != nullptr) return true;
  if (std::ranges::any_of(settings, [&](const char* key) { return has(c, key); })) return true;
  for (const std::string_view engine : {"vLLM", "vllm", "TensorRT-LLM", "SGLang", "sglang", "gpt-fast", "MLPerf Inference"})
    if (says(row, "citation", engine) || says(c, "framework", engine)) return true;
  if (says_training(row)) return false;
  return std::ranges::any_of(std::array{"family", "group", "id"},
                             [&](const char* key) { return names_serving(row, key); });
}

bool is_engine_memory(std::string_view metric) { return part_named(metric) != serving_part::none; }

std::vector<judged> judge_serving_memory(const json& row) {
  std::vector<judged> all;
  const bool is_on_speed = text(row, {"family"}, "") == "inference";
  for (const json& each : row.at("measured")) {
    const json* metric = find(each, {"metric"});
    const serving_part part =
        metric != nullptr && metric->is_string() ? part_named(metric->get<std::string>()) : serving_part::none;
    judged one = outline(row, family_of(part), "", each);
    if (part == serving_part::none && is_on_speed && !is_unit_of_memory(one.unit)) continue;
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
