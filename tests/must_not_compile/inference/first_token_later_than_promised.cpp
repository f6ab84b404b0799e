// SPDX-License-Identifier: BSL-1.0
// expect-error: the first token of an answer takes longer on the cluster than is promised
// expect-note(clang): allowed<headroom::in::milliseconds_to_first_token, 5>
// expect-note(clang): there_is<headroom::in::milliseconds_to_first_token, 
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/inference/serving_on_cluster.hpp>
#include <headroom/model/models/meta.hpp>

namespace hr = headroom;

inline constexpr hr::cluster held{hr::vms<hr::azure::nd96isr_h100_v5>(1)};
inline constexpr hr::serving_job chat{.model = hr::models::llama3_1_8b, .tensor_parallel = 1, .concurrent_sequences = 16, .context = 4'096};
#ifdef MISTAKE
inline constexpr auto limit = hr::milliseconds(5);
#else
inline constexpr auto limit = hr::seconds(20);
#endif
static_assert(hr::must_reach<held, chat, hr::at_most_as<hr::in::milliseconds_to_first_token, limit>>);
