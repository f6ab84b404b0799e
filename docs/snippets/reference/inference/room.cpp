// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/inference/room.hpp>
#include <headroom/model/models.hpp>
namespace hr = headroom;

namespace inference_room_reference {  // hidden
using h200 = hr::azure::nd96isr_h200_v5;
constexpr hr::serving_job chat{.model = hr::models::llama3_1_405b,
                               .weights = hr::fp8,
                               .kv_cache = hr::fp8,
                               .tensor_parallel = 8,
                               .concurrent_sequences = 64,
                               .context = 32'768};
static_assert(*hr::largest_context(chat, h200::spec).known() == 39'936);
static_assert(*hr::most_sequences(chat, h200::spec).known() == 78);
static_assert(hr::fewest_gpus(chat, h200::spec).known()->gpus() == 8);
static_assert(*hr::least_quantised(chat, h200::spec).known() == hr::fp8);
}  // namespace inference_room_reference  // hidden
