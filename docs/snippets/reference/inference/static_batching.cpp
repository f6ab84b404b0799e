// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/inference/static_batching.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_static_batching_reference {  // hidden
constexpr hr::serving_job llama{.model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 4, .context = 4'096};
constexpr hr::serving_replica on_h200 = hr::replica_of(llama, hr::azure::nd96isr_h200_v5::spec).value_or({});
constexpr hr::serving_requests asked{.prompt = 1'024, .answer = 256, .clients = 32};
// The longest of 32 answers has 2.4 times the tokens of the mean, and the others keep their places until it ends.
static_assert(hr::longest_of(32, 256, 0.5) > 2.3 * 256);
static_assert(hr::static_batches(on_h200, asked, 4'096).output < hr::closed_loop(on_h200, asked).output);
}  // namespace inference_static_batching_reference  // hidden
