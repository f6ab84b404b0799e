// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/memory.hpp>
#include <headroom/units.hpp>

namespace headroom {

// The fullest rank of a job, and what sets it apart from the leanest stage.
struct fullest_rank {
  rank_memory memory{};
  rank_memory leanest{};
  std::string_view because{};  // the part that differs most; empty where all stages hold the same
};

namespace detail {

constexpr std::string_view largest_difference(const rank_memory& fullest, const rank_memory& leanest) {
  struct part {
    std::string_view words{};
    headroom::memory more{};
  };
  // The working memory and the logits are of the same moment of either.
  const std::array parts{
      part{"its weights and their state", fullest.state() - leanest.state()},
      part{"the activations that wait for the backward pass", fullest.activations - leanest.activations},
      part{"the logits and the layer that runs backward",
           fullest.logits + fullest.working - leanest.logits - leanest.working},
      part{"the framework's buffers", fullest.buffers - leanest.buffers},
  };
  part most;
  for (const part& each : parts)
    if (each.more > most.more) most = each;
  return most.words;
}

}  // namespace detail

// Looks at every stage of the pipeline.
constexpr figure<fullest_rank> find_fullest_rank(const training_job& job) {
  const figure<rank_memory> fullest = training_memory(job);
  if (!fullest.is_known()) return fullest.with(fullest_rank{});
  fullest_rank found{.memory = *fullest.known(), .leanest = *fullest.known()};
  for (count stage = 0; stage < job.parallelism.pipeline; ++stage) {
    const rank_memory each = training_memory(job, stage).value_or({});  // known, as the fullest is
    if (each.total() < found.leanest.total()) found.leanest = each;
  }
  found.because = detail::largest_difference(found.memory, found.leanest);
  return fullest.with(found);
}

}  // namespace headroom
