// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include "validate/row.hpp"

// What each family finds of a figure: `find` of its entry in the table of families. Each throws a refusal where the row
// does not say enough.
namespace headroom::program::validation {

void find_parameters(const json& row, judged& one);
void find_cache(const json& row, judged& one);
void find_size(const json& row, judged& one);
void find_fleet(const json& row, judged& one);

// Closed forms of papers and tools: Rajbhandari et al., DeepSpeed's estimators, Korthikanti et al.
bool is_zero_metric(std::string_view metric);
void find_zero(const json& row, judged& one);
void find_deepspeed(const json& row, judged& one);
bool is_korthikanti_metric(std::string_view metric);
bool is_korthikanti_ratio(std::string_view metric);
void find_korthikanti(const json& row, judged& one);

// Memory of a GPU that trains, and whether a job fits on its GPUs.
void find_training_memory(const json& row, judged& one);
void find_fit(const json& row, judged& one);

// Parts of the memory of a serving engine's GPU.
enum class engine_part { none, weights, activation, outside, graphs, cache };
engine_part engine_part_of(std::string_view metric);
void find_engine_memory(const json& row, judged& one);

// Operations that a token takes, by the convention that the row says, as its rates imply them.
bool has_operations(const json& row, std::string_view metric);
void find_operations(const json& row, judged& one);

// Operations of a token by the row's own convention, or by the one it says for its hardware's.
double operations_by_convention(const json& row, std::string_view metric);

// Training steps by what their rows print of them.
bool is_dense_step(const json& row, std::string_view metric);
bool is_recomputation_step(const json& row, std::string_view metric);
bool is_expert_step(const json& row, std::string_view metric);
bool is_benchmark_step(const json& row, std::string_view metric);
bool is_time_to_train(const json& row, std::string_view metric);
void find_step(const json& row, judged& one);

// Servers: throughput; times of one replica and of pools under closed-loop load, and the requests a second that they imply;
// those of rows that may have speculative decoding without a word; single steps; a whole rack.
bool is_serving_throughput(const json& row, std::string_view metric);
bool is_rack_throughput(const json& row, std::string_view metric);
bool is_single_step(const json& row, std::string_view metric);
bool is_replica_token(const json& row, std::string_view metric);
bool is_replica_first_token(const json& row, std::string_view metric);
bool is_vllm_first_token(const json& row, std::string_view metric);
bool is_request_rate(const json& row, std::string_view metric);
bool is_pools_token(const json& row, std::string_view metric);
bool is_pools_first_token(const json& row, std::string_view metric);
bool is_unstated_time(const json& row, std::string_view metric);
void find_serving(const json& row, judged& one);

// Collectives of benchmarks: all-reduce and reduce-scatter from 1 MB and below, and the others.
bool is_large_collective(const json& row, std::string_view metric);
bool is_small_collective(const json& row, std::string_view metric);
bool is_other_collective(const json& row, std::string_view metric);
void find_collective(const json& row, judged& one);

// Dispatch and combine of a mixture of experts: the rate over the link that binds.
bool is_expert_exchange(const json& row, std::string_view metric);
void find_expert_exchange(const json& row, judged& one);

// Single operations of a GPU: matrix products, attention, streams of memory.
bool is_microbenchmark(const json& row, std::string_view metric);
void find_microbenchmark(const json& row, judged& one);

// How often jobs are interrupted, and what checkpoints leave of their time.
void find_reliability(const json& row, judged& one);

// Checkpoints written to a storage, and models read from one.
void find_storage(const json& row, judged& one);

// Power that GPUs and machines are made for.
void find_power(const json& row, judged& one);

}  // namespace headroom::program::validation
