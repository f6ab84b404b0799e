// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/own/job_fields.hpp>

#include <array>
#include <headroom/text/same_name.hpp>

namespace headroom::read {

namespace {

// What a key is called for short, or elsewhere, in each kind of job; empty where that has no such key.
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
    // As vLLM, Megatron-LM and DeepSpeed call theirs.
    short_key{"tensor_model_parallel_size", "tensor_parallel", "tensor_parallel"},
    short_key{"pipeline_model_parallel_size", "pipeline_parallel", "pipeline_parallel"},
    short_key{"expert_model_parallel_size", "expert_parallel", "expert_parallel"},
    short_key{"max_model_len", "context", "sequence"},
    short_key{"seq_length", "context", "sequence"},
    short_key{"max_num_seqs", "most_sequences", {}},
    short_key{"max_num_batched_tokens", "prefill_chunk", {}},
    short_key{"gpu_memory_utilization", "memory_share", {}},
    short_key{"block_size", "page", {}},
    short_key{"quantization", "weights", "formats"},
    short_key{"dtype", "weights", "formats"},
    short_key{"lora_rank", "adapter_rank", "adapter_rank"},
    short_key{"max_lora_rank", "adapter_rank", "adapter_rank"},
    short_key{"max_loras", "adapters", {}},
    short_key{"zero_stage", {}, "sharding"},
};

}  // namespace

std::string_view whole_key(std::string_view key, bool is_training) {
  for (const short_key& each : short_keys)
    if (const std::string_view whole = is_training ? each.training : each.serving;
        !whole.empty() && match_of(key, each.word) == name_match::same)
      return whole;
  const auto among = [key](const auto& fields) {
    for (const auto& each : fields)
      if (match_of(key, each.key) == name_match::same) return each.key;
    return key;
  };
  return is_training ? among(training_fields()) : among(serving_fields());
}

}  // namespace headroom::read
