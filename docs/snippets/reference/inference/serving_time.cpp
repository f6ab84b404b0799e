// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_time.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_serving_time_reference {  // hidden
// Llama 3.1 70B in FP8 on four H200, 64 clients.
constexpr hr::serving_job llama{.model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 4, .context = 2'048};
constexpr auto found = hr::serving_time(llama, {.prompt = 1'024, .answer = 1'024, .clients = 64}, hr::azure::nd96isr_h200_v5::spec);
static_assert(found.value_or({}).token <= hr::milliseconds(20));
static_assert(found.value_or({}).first_token <= hr::milliseconds(500));
static_assert(found.value_or({}).output_per_gpu >= hr::tokens_per_second(800));
}  // namespace inference_serving_time_reference  // hidden
