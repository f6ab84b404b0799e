// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/engine/settings.hpp>

#include <algorithm>
#include <array>

#include <headroom/read/common/key_name.hpp>
#include <headroom/read/common/values.hpp>
#include <headroom/read/engine/served_models.hpp>

namespace headroom::read {

namespace {

// The engines' own pages of arguments: vLLM "vllm serve", SGLang "Server Arguments", TensorRT-LLM "trtllm-serve",
// Megatron-LM arguments.py, torchtitan job_config.py. A context size for decoding is of the tensor-parallel GPUs, and takes none.
constexpr std::array known_arguments{
    engine_argument{"tensor-parallel-size", engine_setting::tensor},
    engine_argument{"tensor-model-parallel-size", engine_setting::tensor, true, engine::megatron},
    engine_argument{"tp-size", engine_setting::tensor},
    engine_argument{"tp", engine_setting::tensor},
    engine_argument{"num-shard", engine_setting::tensor},  // of TGI
    engine_argument{"pipeline-parallel-size", engine_setting::pipeline},
    engine_argument{"pipeline-model-parallel-size", engine_setting::pipeline, true, engine::megatron},
    engine_argument{"pp-size", engine_setting::pipeline},
    engine_argument{"pp", engine_setting::pipeline},
    engine_argument{"context-parallel-size", engine_setting::context},
    engine_argument{"prefill-context-parallel-size", engine_setting::context},
    engine_argument{"cp-size", engine_setting::context},
    engine_argument{"pcp", engine_setting::context},
    engine_argument{"data-parallel-size", engine_setting::data},
    engine_argument{"dp-size", engine_setting::data},
    engine_argument{"dp", engine_setting::data},
    engine_argument{"expert-parallel-size", engine_setting::expert},
    engine_argument{"expert-model-parallel-size", engine_setting::expert},
    engine_argument{"moe-expert-parallel-size", engine_setting::expert},
    engine_argument{"expert-tensor-parallel-size", engine_setting::expert_tensor},
    engine_argument{"ep-size", engine_setting::expert},
    engine_argument{"ep", engine_setting::expert},
    engine_argument{"parallelism.tensor-parallel-degree", engine_setting::tensor, true, engine::torchtitan},
    engine_argument{"parallelism.pipeline-parallel-degree", engine_setting::pipeline, true, engine::torchtitan},
    engine_argument{"parallelism.context-parallel-degree", engine_setting::context, true, engine::torchtitan},
    engine_argument{"nnodes", engine_setting::nodes},
    engine_argument{"enable-expert-parallel", engine_setting::expert_switch, false},
    engine_argument{"enable-dp-attention", engine_setting::data_attention, false},
    engine_argument{"enable-attention-dp", engine_setting::data_attention, false},
    engine_argument{"data-parallel-rank", engine_setting::shared},
    engine_argument{"dpn", engine_setting::shared},
    engine_argument{"data-parallel-start-rank", engine_setting::shared},
    engine_argument{"dpr", engine_setting::shared},
    engine_argument{"data-parallel-address", engine_setting::shared},
    engine_argument{"dpa", engine_setting::shared},
    engine_argument{"data-parallel-external-lb", engine_setting::shared, false},
    engine_argument{"dpe", engine_setting::shared, false},
    engine_argument{"data-parallel-hybrid-lb", engine_setting::shared, false},
    engine_argument{"dph", engine_setting::shared, false},
    engine_argument{"headless", engine_setting::shared, false},
    engine_argument{"node-rank", engine_setting::shared},
    engine_argument{"ray-cluster-size", engine_setting::shared},
    engine_argument{"ray-address", engine_setting::shared},
    engine_argument{"config", engine_setting::config},
    engine_argument{"extra-llm-api-options", engine_setting::config},  // of trtllm-serve
    engine_argument{"extra-engine-args", engine_setting::config},      // of Dynamo
    engine_argument{"model", engine_setting::model},
    engine_argument{"model-path", engine_setting::model},
    engine_argument{"quantization", engine_setting::quantization},
    engine_argument{"torchao-config", engine_setting::quantization},
    engine_argument{"cpu-offload-gb", engine_setting::quantization},
    engine_argument{"hf-overrides", engine_setting::quantization},
    engine_argument{"json-model-override-args", engine_setting::quantization},
    engine_argument{"kv-cache-dtype", engine_setting::kv_cache},
    engine_argument{"max-model-len", engine_setting::longest_sequence},
    engine_argument{"context-length", engine_setting::longest_sequence},
    engine_argument{"gpu-memory-utilization", engine_setting::memory_share},
    engine_argument{"mem-fraction-static", engine_setting::memory_share},
};

}  // namespace

const engine_argument* find_engine_argument(std::string_view name) {
  const auto same = [&](const engine_argument& each) {
    return std::ranges::equal(each.name, name, [](char a, char b) { return a == (b == '_' ? '-' : b); });
  };
  const auto found = std::ranges::find_if(known_arguments, same);
  return found == known_arguments.end() ? nullptr : &*found;
}

given_argument argument_in(std::string_view word) {
  const std::size_t equals = word.find('=');
  std::string_view name = word.substr(0, equals);
  const std::size_t begin = name.find_first_not_of('-');
  if (begin == std::string_view::npos) return {};
  if (begin == 0) {
    // Names of variables are no overrides.
    if (equals == std::string_view::npos || name.find("_parallel_size") == std::string_view::npos) return {};
    name = name.substr(name.find_last_of(".+") + 1);
  } else {
    name.remove_prefix(begin);
    if (begin == 1 && name.size() > 3) return {};
  }
  given_argument one{find_engine_argument(name)};
  if (equals != std::string_view::npos) one.value = word.substr(equals + 1);
  return one;
}

said<count> size_said(std::string_view text, int line) {
  const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  if (!is_number) return {unknown, line};
  return {count_of(text, line), line};
}

namespace {

// "0.9", "0.875": in thousandths.
said<count> thousandths_said(std::string_view text, int line) {
  if (text.starts_with("0.")) text.remove_prefix(1);
  if (!text.starts_with('.') || text.size() < 2 || text.size() > 4 ||
      text.find_first_not_of("0123456789", 1) != std::string_view::npos)
    return {unknown, line};
  count sum = 0;
  for (std::size_t i = 1; i < 4; ++i) sum = 10 * sum + (i < text.size() ? text[i] - '0' : 0);
  return {sum, line};
}

}  // namespace

said<bool> switch_said(std::string_view text, int line) {
  if (text.empty() || text == "true" || text == "True" || text == "1" || text == "yes" || text == "on")
    return {true, line};
  if (text == "false" || text == "False" || text == "0" || text == "no" || text == "off") return {false, line};
  return {unknown, line};
}

void take_model_argument(engine_setting what, std::string_view value, int line, served_model& into) {
  switch (what) {
    case engine_setting::model:
      take_model_name(value, line, into);
      break;
    case engine_setting::quantization:
      into.weight_bits = bits_of_quantization(value, line);
      break;
    case engine_setting::kv_cache:
      into.cache_bits = bits_of_cache(value, line);
      break;
    case engine_setting::longest_sequence:
      into.context = size_said(value, line);
      break;
    case engine_setting::memory_share:
      into.memory_thousandths = thousandths_said(value, line);
      break;
    default:
      break;
  }
}

said<count>* size_of(engine_setting what, parallel_sizes& in) {
  switch (what) {
    case engine_setting::tensor:
      return &in.tensor;
    case engine_setting::pipeline:
      return &in.pipeline;
    case engine_setting::context:
      return &in.context;
    case engine_setting::data:
      return &in.data;
    case engine_setting::expert:
      return &in.expert;
    case engine_setting::expert_tensor:
      return &in.expert_tensor;
    default:
      return nullptr;
  }
}

void spread_experts(parallel_sizes& sizes, int line) {
  if (sizes.tensor.is_unresolved() || sizes.data.is_unresolved())
    sizes.expert = {unknown, line};
  else
    sizes.expert = {multiply(sizes.tensor.value_or(1), sizes.data.value_or(1)), line};
}

bool take_engine_setting(std::string_view key, std::string_view value, int line, parallel_sizes& into) {
  const engine_argument* what = find_engine_argument(key);
  if (what == nullptr) return false;
  if (into.engine == engine::unnamed) into.engine = what->of;
  if (said<count>* size = size_of(what->what, into)) {
    *size = size_said(value, line);
  } else if (what->what == engine_setting::data_attention) {
    into.data_parallel_attention = switch_said(value, line);
  } else {
    take_model_argument(what->what, value, line, into.serves);
    return false;
  }
  if (into.line == 0) into.line = line;
  return true;
}

namespace {

// Lines of a switch that spreads experts.
void take_each_setting(const tree& map, parallel_sizes& into, int& spread) {
  for (const tree* each : map.items) {
    if (!each->is_text()) continue;
    const std::string key = with_hyphens(each->key);
    take_engine_setting(key, each->text, each->line, into);
    const engine_argument* what = find_engine_argument(key);
    if (what != nullptr && what->what == engine_setting::expert_switch)
      spread = switch_said(each->text, each->line).value_or(false) ? each->line : 0;
  }
}

}  // namespace

void take_engine_settings(const tree& map, parallel_sizes& into) {
  int spread = 0;
  take_each_setting(map, into, spread);
  if (spread != 0) spread_experts(into, spread);
}

bool states_any_size(const parallel_sizes& sizes) {
  return sizes.tensor.line != 0 || sizes.pipeline.line != 0 || sizes.context.line != 0 || sizes.data.line != 0 ||
         sizes.expert.line != 0;
}

}  // namespace headroom::read
