// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>

// Elastic Fabric Adapters: the extended resource by which Kubernetes calls them, and how many each size of AWS has.
namespace headroom::catalog {

// AWS, aws-efa-k8s-device-plugin.
inline constexpr std::string_view efa_resource = "vpc.amazonaws.com/efa";

struct efa_interfaces {
  std::string_view size{};
  count most = 0;  // that can be attached
};

// From general knowledge of AWS's pages, not confirmed in a stored document: one for each network card, of which the first of a
// p6-b300.48xlarge takes none.
inline constexpr efa_interfaces efa_interfaces_of_sizes[]{
    {"p3dn.24xlarge", 1}, {"p4d.24xlarge", 4},   {"p4de.24xlarge", 4},    {"p5.48xlarge", 32},
    {"p5e.48xlarge", 32}, {"p5en.48xlarge", 16}, {"p6-b200.48xlarge", 8}, {"p6-b300.48xlarge", 16},
};

// The row of a size; nullptr where no source here says how many it has.
constexpr const efa_interfaces* find_efa_interfaces(std::string_view size) {
  for (const efa_interfaces& each : efa_interfaces_of_sizes)
    if (each.size == size) return &each;
  return nullptr;
}

}  // namespace headroom::catalog
