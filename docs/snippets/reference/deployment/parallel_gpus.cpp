// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/parallel_gpus.hpp>
namespace hr = headroom;

namespace deployment_parallel_gpus_reference {  // hidden
constexpr hr::parallel_sizes sizes{.engine = hr::engine::vllm, .tensor = {8, 3}, .pipeline = {2, 4}};
static_assert(hr::gpus_of(sizes).gpus == 16);
static_assert(hr::are_taken(hr::gpus_of(sizes), 16));
}  // hidden
