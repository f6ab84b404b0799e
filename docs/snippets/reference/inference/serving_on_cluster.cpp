// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/inference/serving_on_cluster.hpp>
#include <headroom/model/models/meta.hpp>
namespace hr = headroom;

namespace inference_serving_on_cluster_reference {  // hidden
inline constexpr hr::cluster held{hr::vms<hr::azure::nd96isr_h100_v5>(2)};
inline constexpr hr::serving_job chat{
    .model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 8, .concurrent_sequences = 32, .context = 4'096, .replicas = 2};
static_assert(hr::time_per_token(chat, held) <= hr::milliseconds(25));
static_assert(hr::must_reach<held, chat, hr::at_least<hr::in::tokens_per_second, 3'000>>);

// With requests of one's own, and a promise that stands elsewhere.
inline constexpr hr::serving_requests summaries{.prompt = 3'000, .answer = 200, .clients = 16};
inline constexpr auto promised = hr::seconds(2);
static_assert(hr::must_reach<held, chat, hr::at_most_as<hr::in::milliseconds_to_first_token, promised>, summaries>);
}  // hidden
