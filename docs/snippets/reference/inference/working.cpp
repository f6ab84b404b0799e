// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/working.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_working_reference {  // hidden
constexpr hr::serving_job job{.model = hr::models::llama3_1_8b, .concurrent_sequences = 64, .context = 4'096};
static_assert(hr::detail::tokens_of_step(job) == 8'192);  // vLLM's chunk
// The network: what goes in, its gate, and their product.
constexpr double numbers = hr::detail::working_numbers(job.model.layers[0], job.model.hidden, job);
static_assert(numbers == 3 * 14'336);
static_assert(hr::detail::working_bytes(job, numbers, false) == 2 * 8'192.0 * (2 * 4'096 + 3 * 14'336));
}  // namespace inference_working_reference  // hidden
