// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/serving_step.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_serving_step_reference {  // hidden
constexpr hr::serving_load load = hr::serving_load_of(
    {.model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 4, .context = 2'048});
constexpr hr::serving_rates h200 = hr::serving_rates_of(hr::azure::nd96isr_h200_v5::spec, hr::fp8).value_or({});
constexpr hr::serving_terms terms = hr::serving_terms_of(load, h200, hr::time_of("vLLM", hr::measured_servers));
// 64 sequences of 1,500 tokens: reading weights is the most of it.
constexpr hr::serving_step step = hr::step_of(load, {.sequences = 64, .context = 1'500}, terms);
static_assert(step[hr::serving_part::networks].time > step[hr::serving_part::attention].time);
static_assert(step.total() < hr::milliseconds(20));
}  // namespace inference_serving_step_reference  // hidden
