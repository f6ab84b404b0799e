// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/model/shape.hpp>
#include <headroom/precision.hpp>
#include <headroom/training/job.hpp>
#include <headroom/units.hpp>
#include <optional>

#include "validate/row.hpp"

// Formulas of other tools, as their public sources have them, for the same figures.
namespace headroom::program::validation {

// EleutherAI cookbook, calc/calc_transformer_mem.py, 827ee3b: a hidden size a layer, where keys and values are two.
memory cookbook_cache_per_token(const transformer& of, precision format);

// gpu_poor, llm-inference-calculator and LLM-System-Requirements, November 2026: as many heads of keys and values as
// of queries.
memory full_heads_cache_per_token(const transformer& of, precision format);

// llm-d planner, e50305a: two of each KV head, or the latent and its rotary part.
memory llm_d_cache_per_token(const transformer& of, precision format);

// cli99/llm-analysis, d841e40: embedding and head are one in every model. Of dense models.
double llm_analysis_parameters(const transformer& of);

// NVIDIA/Megatron-LM, megatron/training/theoretical_memory_usage.py: weights and optimizer of the fullest shard, and
// the activations of sequence parallelism with selective recomputation. Of dense models, without context parallelism.
std::optional<memory> megatron_estimate(const training_job& job);

void add_peers_on_parameters(judged& one, const transformer& of);
void add_peers_on_cache(judged& one, const transformer& of, precision format);
void add_peers_on_training(judged& one, const training_job& job);

}  // namespace headroom::program::validation
