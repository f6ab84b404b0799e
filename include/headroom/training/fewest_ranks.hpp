// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/resource.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/growth.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/training/parallelism.hpp>

namespace headroom::detail {

// Of tensor parallelism that is tried: more than any model has heads, however large a domain is said to be.
inline constexpr count most_tensor_ranks = 65'536;

// The widest that stays inside a scale-up domain of such machines.
constexpr count widest_tensor(const machine& on) {
  const figure<count> domain = resource::scale_up_domain::of(on);
  if (!domain.is_known() || domain.value < 1) return 1;
  return domain.value < most_tensor_ranks ? domain.value : most_tensor_ranks;
}

// The least product of tensor and pipeline parallelism at which a job has room: `divides(tensor)` says whether it can be
// divided so, `has_room(stages)` whether that many stages of it have room, as more have where fewer do. Of equal
// products the most tensor parallelism, which stays inside a scale-up domain. No stages: there is none.
template <class Divides, class HasRoom>
constexpr parallelism fewest_ranks(const machine& on, count layers, Divides divides, HasRoom has_room) {
  const count widest = widest_tensor(on);
  parallelism found{.pipeline = 0};
  count fewest = add(multiply(widest, layers), 1);
  for (count tensor = widest; tensor >= 1; --tensor) {
    if (!divides(tensor)) continue;
    count limit = (fewest - 1) / tensor;
    if (limit > layers) limit = layers;
    if (limit < 1) continue;
    const count stages = 1 + least(limit - 1, [&](count more) { return has_room(1 + more); });
    if (stages > limit) continue;
    found = {.tensor = tensor, .pipeline = stages};
    fewest = multiply(tensor, stages);
  }
  return found;
}

}  // namespace headroom::detail
