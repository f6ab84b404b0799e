// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/step_settings.hpp>
namespace hr = headroom;

namespace training_step_settings_reference {  // hidden
// Fine-tuning on packed documents of 700 tokens with software of a year before.
constexpr hr::step_settings packed{.document = 700, .months = 12};
static_assert(packed.tensor_overlap == hr::tensor_overlap::measured);
}  // namespace training_step_settings_reference  // hidden
