// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/operations.hpp>
#include <headroom/model/parameters.hpp>
#include <headroom/model/weight_memory.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model_lookup.hpp"
#include "session.hpp"

// What `headroom model` tells of a model.
namespace headroom::program {

// The names that --weights takes: of number formats, and of formats with scales.
std::vector<std::string_view> weight_format_names();
// Nothing: there is none of that name. "checkpoint" is the model's own.
std::optional<weight_formats> weight_formats_called(std::string_view name, const known_model& of);
std::optional<precision> precision_called(std::string_view name);

struct model_question {
  std::optional<count> context{};  // nothing: as many tokens as the model is made for, or 4,096
  std::string weights = "bf16";
  precision kv_cache = bf16;
  count tensor_parallel = 1;
};

// Of a model whose shape lacks nothing.
struct model_answer {
  count context = 0;
  parameter_counts parameters{};
  parameter_counts active{};
  // Of the modules that predict further tokens, where a checkpoint stores the embedding and the head with each once more:
  // no config.json says whether it does, and engines hold them once.
  count predicting_with_copies = 0;
  operation_parts causal{};  // of one token, forward
  operation_parts full{};
  std::vector<std::pair<std::string, figure<memory>>> weights{};  // the asked format first
  figure<memory> cache_per_token{};
  figure<memory> cache_per_sequence{};
  count parameters_per_rank = 0;  // of the fullest rank of tensor parallelism
};

// Why its weights are not divided over so many ranks of tensor parallelism; empty: they are.
std::string_view why_undivided(const transformer& of, count ranks);

model_answer answer_of(const known_model& of, const model_question& asked);

// In words, one line a kind: "61 x attention of 128 heads over a latent of 512; ...".
std::string layer_text(const layer& of);

void write_model(session& s, const known_model& of, const model_question& asked);
nlohmann::ordered_json model_json(const known_model& of, const model_question& asked);

}  // namespace headroom::program
