// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/activations.hpp>
namespace hr = headroom;

namespace training_activations_reference {  // hidden
constexpr hr::training_job job{.model = hr::models::llama3_1_8b, .sequence = 4'096};
constexpr hr::activation_bytes kept = hr::layer_activations(job, job.model.layers[0]);
static_assert(kept.feed_forward == 4'096 * 3 * 14'336.0 * 2);  // gate, up and their product
static_assert(kept.scores == 0);                               // a fused kernel leaves none
}  // namespace training_activations_reference  // hidden
