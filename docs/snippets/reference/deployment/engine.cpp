// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/engine.hpp>
namespace hr = headroom;

namespace deployment_engine_reference {  // hidden
// Data-parallel copies of vLLM multiply; those of SGLang's attention divide its tensor-parallel GPUs.
constexpr hr::parallel_sizes copies{.engine = hr::engine::vllm, .tensor = {8, 1}, .data = {4, 2}};
static_assert(hr::gpus_of(copies).gpus == 32);
constexpr hr::parallel_sizes attention{
    .engine = hr::engine::sglang, .tensor = {8, 1}, .data = {4, 2}, .data_parallel_attention = {true, 3}};
static_assert(hr::gpus_of(attention).gpus == 8);
}  // namespace deployment_engine_reference // hidden
