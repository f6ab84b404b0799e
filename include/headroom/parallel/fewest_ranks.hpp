// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/parallel/parallelism.hpp>
#include <headroom/units.hpp>

namespace headroom::detail {

// Stages that there are at least, for what all of them hold together; more than `layers`: no number of them can.
constexpr count stages_for(double all, memory of_gpu, count layers) {
  if (!(all < static_cast<double>(layers) * in_bytes(of_gpu))) return layers + 1;
  const auto stages = static_cast<count>(all / in_bytes(of_gpu));
  return stages < 1 ? 1 : stages;
}

}  // namespace headroom::detail

namespace headroom {

// Of tensor parallelism that is tried: more than any model has heads, however large a domain is said to be.
inline constexpr count most_tensor_ranks = 65'536;

}  // namespace headroom

namespace headroom::detail {

}  // namespace headroom::detail

namespace headroom {

// The widest that stays inside a scale-up domain of such machines.
constexpr count widest_tensor(const machine& on) {
  const figure<count> domain = resource::scale_up_domain::of(on);
  if (!domain.is_known() || *domain.known() < 1) return 1;
  return *domain.known() < most_tensor_ranks ? *domain.known() : most_tensor_ranks;
}

}  // namespace headroom

namespace headroom::detail {

// The least product of tensor and pipeline parallelism at which a job has room: `stages_from(tensor)` is how many stages
// it takes at least, 0 where it cannot be divided so, and `has_room(stages)` whether that many have room. Where so many
// have, more of them need not: layers of several kinds fall differently, and more micro-batches are in flight. Of equal
// products the most tensor parallelism, which stays inside a scale-up domain. No stages: there is none.
template <class StagesFrom, class HasRoom>
constexpr parallelism fewest_ranks(const machine& on, count layers, StagesFrom stages_from, HasRoom has_room) {
  const count widest = widest_tensor(on);
  parallelism found{.pipeline = 0};
  count fewest = add(multiply(widest, layers), 1);
  for (count tensor = widest; tensor >= 1; --tensor) {
    count limit = (fewest - 1) / tensor;
    if (limit > layers) limit = layers;
    count stages = limit < 1 ? 0 : stages_from(tensor);
    if (stages == 0) continue;
    while (stages <= limit && !has_room(stages)) ++stages;
    if (stages > limit) continue;
    found = {.tensor = tensor, .pipeline = stages};
    fewest = multiply(tensor, stages);
  }
  return found;
}

}  // namespace headroom::detail
