// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_prompts.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_serving_prompts_reference {  // hidden
// Of prompts of 2,048 tokens a step of 8,192 reads four.
constexpr hr::serving_job llama{.model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 4, .context = 8'192};
constexpr hr::serving_replica on_h200 = hr::replica_of(llama, hr::azure::nd96isr_h200_v5::spec).value_or({});
constexpr hr::serving_arrivals asked{.rate = hr::requests_per_second(3), .prompt = 2'048, .answer = 512};
static_assert(hr::detail::prompt_reader(on_h200, asked, 2'304).room == 4);
}  // namespace inference_serving_prompts_reference  // hidden
