// SPDX-License-Identifier: BSL-1.0
#include <cstdio>

#include "deploy/llama_405b.hpp"

// The file is a constant like any other.
static_assert(deploy::llama_405b.gpus_used() <= headroom::gpu_count(planner::held));

int main() {
  std::printf("uses %lld of %lld GPUs\n", static_cast<long long>(deploy::llama_405b.gpus_used()),
              static_cast<long long>(headroom::gpu_count(planner::held)));
}
