// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <headroom/count.hpp>
#include <headroom/parallel/parallelism.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/recipe.hpp>

namespace headroom {

// What plans may choose of a training job besides its layout: each context parallelism with each exchange of it, each way to share out and
// each recipe of formats. What is empty is the job's own. Each is a job by itself, and a plan_kind of it what search() takes. All are by
// reference.
struct job_choices {
  std::span<const count> context{};
  std::span<const headroom::sharding> sharding{};
  std::span<const training_formats> formats{};
  std::span<const headroom::context_exchange> context_exchange{};

  constexpr std::size_t size() const {
    return ways(context.size()) * ways(context_exchange.size()) * ways(sharding.size()) * ways(formats.size());
  }
  // The job with one of so many of them, context parallelism the fastest and formats the slowest.
  constexpr training_job of(const training_job& job, std::size_t which) const {
    training_job made = job;
    const auto take = [&which](const auto& from, auto& to) {
      if (!from.empty()) to = from[which % from.size()];
      which /= ways(from.size());
    };
    take(context, made.parallelism.context);
    take(context_exchange, made.parallelism.context_exchange);
    take(sharding, made.sharding);
    take(formats, made.formats);
    return made;
  }

 private:
  static constexpr std::size_t ways(std::size_t of) { return std::max<std::size_t>(of, 1); }
};

}  // namespace headroom
