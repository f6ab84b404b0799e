// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string_view>

#include <headroom/count.hpp>
#include <headroom/deployment/engine.hpp>
#include <headroom/deployment/machine_pool.hpp>
#include <headroom/deployment/queueing.hpp>
#include <headroom/deployment/request.hpp>
#include <headroom/deployment/said.hpp>
#include <headroom/deployment/topology.hpp>
#include <headroom/deployment/workload.hpp>

// What a deployment file says, whatever its format: the value that every reader makes and every rule reads, an idea a
// header. Texts and spans refer to storage that outlives it (a reader's, or the constants that headroom_check generates).
namespace headroom {

// The tools that fill in what a file leaves open, where a cure can name what to do.
enum class file_tool { other, terraform, cyclecloud };

// A request for GPUs that no rule can count: what makes it is of a kind that is not known, or of none.
struct uncounted_gpus {
  std::string_view name{};
  std::string_view kind{};
  int line = 0;
  said<count> gpus{};  // as it asks for them, each time that it does
  std::string_view cure{};  // what would have them counted
};

// What words in a file state of it: GPUs and nodes or racks together. Or what a marker expects of it, either of them
// alone as well; a marker that cannot be read expects nothing.
struct remark {
  said<count> gpus{};
  said<count> nodes{};
  said<count> racks{};
  bool is_expected = false;
  int line = 0;
  std::string_view text{};
};

struct deployment {
  std::string_view file{};
  std::string_view format{};  // "kubernetes", "srt-slurm", …
  file_tool tool = file_tool::other;
  std::span<const machine_pool> pools{};
  std::span<const workload> workloads{};
  std::span<const quota> quotas{};
  std::span<const request_limit> request_limits{};
  std::span<const topology_block> blocks{};
  std::span<const node_claim> claims{};
  std::span<const uncounted_gpus> uncounted{};
  std::span<const remark> remarks{};
  int documents = 1;
  int documents_without_capacity = 0;

  // Sums of what the file states; the parts it does not state add nothing.
  constexpr count gpus_used() const {
    count sum = 0;
    for (const workload& each : workloads) sum = add(sum, headroom::gpus_of(each).value_or(0));
    return sum;
  }
  constexpr count gpus_held() const {
    count sum = 0;
    for (const machine_pool& each : pools) sum = add(sum, headroom::gpus_of(each).value_or(0));
    return sum;
  }
  constexpr count nodes_held() const {
    count sum = 0;
    for (const machine_pool& each : pools) sum = add(sum, each.nodes.value_or(0));
    return sum;
  }
};

}  // namespace headroom
