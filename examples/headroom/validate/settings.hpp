// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "validate/row.hpp"

// What rows call the settings of a job: each in one place.
namespace headroom::program::validation::setting {

inline constexpr names layers{"layers", "num_hidden_layers"};
inline constexpr names hidden{"hidden", "hidden_size"};
inline constexpr names heads{"heads", "num_attention_heads"};
inline constexpr names vocabulary{"vocab", "vocab_size"};
inline constexpr names kv_heads{"kv_heads", "num_key_value_heads"};
inline constexpr names width{"ffn", "intermediate_size"};
inline constexpr names expert_count{"experts", "num_experts", "n_routed_experts"};
inline constexpr names kv_rank{"kv_lora", "kv_lora_rank"};

inline constexpr names gpu{"gpu", "device", "accelerator"};
inline constexpr names gpus{"gpus", "num_gpus", "accelerators"};
inline constexpr names tensor{"tp", "tensor_parallel_size", "tensor_parallel"};
inline constexpr names pipeline{"pp", "pipeline_parallel_size", "pipeline_parallel"};
inline constexpr names context_parallel{"cp", "context_parallel_size"};
inline constexpr names expert{"ep", "expert_parallel_size", "expert_parallel"};
inline constexpr names data{"dp", "data_parallel_size", "data_parallel"};
inline constexpr names fully_sharded{"fsdp"};  // ranks that weights are shared out over; 0: they are not

inline constexpr names head_size{"head_dim", "head_size"};
inline constexpr names best_shape{"best_shape", "shape"};
inline constexpr names kernel{"kernel"};

inline constexpr names exchanged_tokens{"tokens"};  // of each GPU
inline constexpr names chosen_experts{"topk", "experts_per_token"};

inline constexpr names nodes{"nodes", "machines"};
inline constexpr names collective{"collective", "operation"};
inline constexpr names algorithm{"algo", "algorithm"};
inline constexpr names message{"bytes", "message_bytes", "payload"};
inline constexpr names adapter{"nic_per_gpu_gbps"};    // of each GPU, Gb/s
inline constexpr names adapters{"nic_total_gbps"};     // of a machine
inline constexpr names fabric{"fabric"};               // in words

inline constexpr names framework{"framework", "engine", "backend", "server"};
inline constexpr names release{"release"};  // of a container
inline constexpr names date{"date", "measured"};  // of the software, or else of the measurement: "2025-06"
inline constexpr names round{"mlperf"};     // of MLPerf: "v5.0"
inline constexpr names version{"version", "engine_version", "vllm_version", "release"};

inline constexpr names compiled{"compile"};  // by PyTorch

inline constexpr names sequence{"seq", "seq_len", "sequence_length"};
inline constexpr names micro_batch{"mbs", "micro_batch", "micro_batch_size"};
inline constexpr names micro_batches{"micro_batch_count", "ga"};
inline constexpr names global_batch{"gbs", "global_batch_size"};
inline constexpr names formats{"precision", "formats"};  // of products and what goes with them, in words
inline constexpr names zero{"zero", "zero_stage"};
inline constexpr names schedule{"schedule", "pipeline_schedule"};
inline constexpr names stage_layout{"stage_layout", "pp_partition"};
inline constexpr names recompute{"recompute", "gradient_checkpointing"};
inline constexpr names recomputed{"recomputed"};
inline constexpr names optimizer{"optimizer"};
inline constexpr names loss{"loss"};  // in words: "fused"
inline constexpr names loss_fusion{"cross_entropy_fusion"};  // what rows of others say instead: true or false
inline constexpr names scores_kept{"scores_kept"};  // of attention, for the way back
inline constexpr names overlaps{"overlaps"};        // exchanges go on beside computation
inline constexpr names adapter_rank{"adapter_rank", "lora_rank"};
inline constexpr names task{"task", "phase"};  // in words: "pretrain", "SFT", "LoRA"

inline constexpr names weights{"weights", "quantization", "weight_dtype", "dtype", "precision"};
inline constexpr names kv_cache{"kv_dtype", "kv_cache_dtype", "kv"};
inline constexpr names longest{"max_model_len", "max_seq_len", "context", "context_length"};
inline constexpr names sequences{"max_num_seqs", "max_batch_size", "concurrency"};
inline constexpr names chunk{"max_num_batched_tokens", "max_num_tokens"};
inline constexpr names batch{"batch", "batch_size"};
inline constexpr names input{"isl", "input_tokens", "input_len"};
inline constexpr names mean_input{"isl", "input_tokens", "input_len", "mean_isl", "mean_isl_general_knowledge"};
inline constexpr names mean_output{"osl", "output_tokens", "output_len", "mean_osl", "max_osl"};
inline constexpr names answer_spread{"answer_spread"};  // standard deviation over mean; else that of serving_requests
inline constexpr names clients{"clients"};    // of a replica, each with one request at a time
inline constexpr names scenario{"scenario"};  // of MLPerf Inference
inline constexpr names output{"osl", "output_tokens", "output_len"};

}  // namespace headroom::program::validation::setting
