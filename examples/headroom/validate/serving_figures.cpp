// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headroom/inference/memory.hpp>
#include <headroom/inference/room.hpp>
#include <headroom/model/kv_cache.hpp>

#include <headroom/read/common/messages.hpp>
#include "validate/figures.hpp"
#include "validate/serving_row.hpp"
#include <headroom/read/common/words.hpp>
#include "reading.hpp"

namespace headroom::program::validation {

namespace {

// What engines and their users call parts of an engine's memory: the first entry whose word is in a metric's name says
// which it is. Words of speeds, times and shares come first: "kv_transfer_bandwidth", "cache_hit_tokens".
struct part_word {
  std::string_view word{};
  engine_part part{};
};
constexpr std::array part_words{
    part_word{"per_s_", engine_part::none},
    part_word{"per_sec", engine_part::none},
    part_word{"_time_", engine_part::none},
    part_word{"bandwidth", engine_part::none},
    part_word{"throughput", engine_part::none},
    part_word{"latency", engine_part::none},
    part_word{"second", engine_part::none},
    part_word{"hit", engine_part::none},
    part_word{"rate", engine_part::none},
    part_word{"usage", engine_part::none},
    part_word{"non_torch", engine_part::outside},
    part_word{"nontorch", engine_part::outside},
    part_word{"graph", engine_part::graphs},
    part_word{"activation", engine_part::activation},
    part_word{"torch_peak", engine_part::activation},
    part_word{"peak_torch", engine_part::activation},
    part_word{"kv", engine_part::cache},
    part_word{"cache", engine_part::cache},
    part_word{"weight", engine_part::weights},
    part_word{"model_memory", engine_part::weights},
    part_word{"model_load", engine_part::weights},
    part_word{"model_size", engine_part::weights},
};

}  // namespace

engine_part engine_part_of(std::string_view metric) {
  std::string words = in_small_letters(metric) + "_";  // "_time_" is a name's end, too
  std::ranges::replace_if(
      words, [](char c) { return c == '-' || c == ' '; }, '_');
  const auto found = std::ranges::find_if(
      part_words, [&](const part_word& each) { return words.find(each.word) != std::string::npos; });
  return found == part_words.end() ? engine_part::none : found->part;
}

// Of one GPU, at the moment that the engine's profile run ends.
void find_engine_memory(const json& row, judged& one) {
  const engine_part part = engine_part_of(one.metric);
  if (part == engine_part::graphs)
    throw refusal("memory of CUDA graphs is not judged: one figure stands for all engines");
  if (part == engine_part::none)
    throw refusal(fmt::format("no memory of an engine is called {}", in_quotes(one.metric)));
  const serving_row read = serving_row_of(row);
  const serving_job& job = read.job;
  const serving_memory_parts parts = known(serving_memory(job));
  if (part == engine_part::weights) one.found = in_unit_of(parts.weights, one.unit);
  if (part == engine_part::activation) one.found = in_unit_of(parts.working, one.unit);
  if (part == engine_part::outside) one.found = in_unit_of(parts.outside, one.unit);
  if (part != engine_part::cache) return;

  const double left = in_bytes(known(kv_cache_room(job, known(usable_memory(*read.gpu)))));
  if (!one.unit.starts_with("token")) {
    one.found = in_unit_of(bytes(left), one.unit);
    return;
  }
  // Over all GPUs of the engine.
  const memory token = known(kv_cache_per_token(job.model, job.kv_cache, job.tensor_parallel));
  if (!(in_bytes(token) > 0)) throw refusal("the model has no cache that grows with tokens");
  one.found = left / in_bytes(token) * static_cast<double>(multiply(job.pipeline_parallel, job.data_parallel));
}

}  // namespace headroom::program::validation
