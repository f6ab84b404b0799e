// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_pools.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_serving_pools_reference {  // hidden
// Long prompts and short answers: two workers read for one that writes.
constexpr hr::serving_job llama{.model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 4, .context = 9'216};
constexpr auto pools = hr::pools_of(llama, 2, llama, 1, hr::azure::nd96isr_h200_v5::spec);
constexpr auto found = hr::closed_loop(pools.value_or({}), {.prompt = 8'192, .answer = 1'024, .clients = 64});
static_assert(found.token <= hr::milliseconds(30));
static_assert(pools.value_or({}).gpus() == 12);
}  // namespace inference_serving_pools_reference  // hidden
