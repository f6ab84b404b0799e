// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/said.hpp>
#include <headroom/units.hpp>

// What queues, families and namespaces are given.
namespace headroom {

// A quota (Kueue nominal quota, a family's vCPU quota).
struct quota {
  std::string_view name{};
  std::string_view resource{};  // "nvidia.com/gpu", "cpu", "standardNDSH100v5Family"
  std::string_view pool{};
  std::string_view cohort{};
  int line = 0;
  said<count> nominal{};  // in units, or millicores for cpu; limits of memory in bytes
  said<count> borrowing_limit{};
  said<memory> memory_nominal{};
  said<count> lending_limit{};  // most of it that others of the cohort may borrow
};

// The most that all pods of a namespace may ask for at once (ResourceQuota of Kubernetes).
struct namespace_quota {
  std::string_view name{};
  std::string_view name_space{};
  std::string_view resource{};  // "nvidia.com/gpu"
  said<count> most{};
};

}  // namespace headroom
