// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/step_layer.hpp>
namespace hr = headroom;

namespace training_step_layer_reference {  // hidden
// Of 8 ranks that lie 4 GPUs apart in domains of 8, two share a domain.
constexpr hr::ranks who = hr::detail::spread(8, 4, hr::fabric{.domain_gpus = 8});
static_assert(who.in_domain == 2 && who.domains() == 4);
}  // namespace training_step_layer_reference  // hidden
