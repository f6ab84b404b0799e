// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/gpu.hpp>
#include <headroom/units.hpp>

namespace headroom {

struct cpu {
  std::string_view name{};
  headroom::maker maker = headroom::maker::own;
  const source* from = nullptr;

  figure<count> cores{};  // of one CPU
  figure<memory> memory_as_sold{};
  figure<bandwidth> memory_bandwidth{};
  // To the GPUs beside it, where the memory is coherent with theirs (NVLink-C2C); absent on PCIe hosts.
  figure<bandwidth> coherent_link_per_direction{};
  std::string_view note{};
};

}  // namespace headroom
