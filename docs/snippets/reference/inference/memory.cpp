// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/memory.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_memory_reference {  // hidden
constexpr hr::serving_job chat{.model = hr::models::llama3_1_405b,
                               .weights = hr::fp8,
                               .kv_cache = hr::fp8,
                               .tensor_parallel = 8,
                               .concurrent_sequences = 64,
                               .context = 32'768};
constexpr hr::serving_memory_parts fullest = *hr::serving_memory(chat).known();
static_assert(fullest.kv_cache == hr::bytes(258'048.0 / 8 * 64 * 32'768));
static_assert(fullest.weights > hr::gibibytes(47) && fullest.weights < hr::gibibytes(48));
static_assert(fullest.needed > fullest.total());  // vLLM leaves a tenth of the GPU free
}  // namespace inference_memory_reference  // hidden
