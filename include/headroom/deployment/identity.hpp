// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

// What a workload is called, and where the file has it.
namespace headroom {

enum class serving_role { none, prefill, decode };

struct workload_identity {
  std::string_view name{};
  std::string_view kind{};        // as the file says it: "LeaderWorkerSet", "sbatch", "prefill"
  std::string_view name_space{};  // of Kubernetes; empty: the one that it is applied to
  std::string_view group{};       // workloads of one group make one replica together (leader and workers)
  int line = 0;
  serving_role role = serving_role::none;
};

}  // namespace headroom
