// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/own/job_fields.hpp>

#include <array>
#include <headroom/text/same_name.hpp>

namespace headroom::read {

namespace {

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
};

}  // namespace

std::string_view whole_key(std::string_view key, bool is_training) {
  for (const short_key& each : short_keys)
    if (match_of(key, each.word) == name_match::same) return is_training ? each.training : each.serving;
  const auto among = [key](const auto& fields) {
    for (const auto& each : fields)
      if (match_of(key, each.key) == name_match::same) return each.key;
    return key;
  };
  return is_training ? among(training_fields()) : among(serving_fields());
}

}  // namespace headroom::read
