// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/inference/serving_on_cluster.hpp>
#include <headroom/model/models/meta.hpp>
namespace hr = headroom;

namespace demand_must_reach_reference {  // hidden
inline constexpr hr::cluster held{hr::vms<hr::azure::nd96isr_h100_v5>(1)};
inline constexpr hr::serving_job chat{.model = hr::models::llama3_1_8b, .concurrent_sequences = 16, .context = 4'096};
inline constexpr auto promised = hr::milliseconds(40);
static_assert(hr::must_reach<held, chat, hr::at_least<hr::in::tokens_per_second, 800>>);
static_assert(hr::must_reach<held, chat, hr::at_most_as<hr::in::milliseconds_per_token, promised>>);
}  // hidden
