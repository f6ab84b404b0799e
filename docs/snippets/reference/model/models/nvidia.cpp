// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/nvidia.hpp>
namespace hr = headroom;

namespace model_models_nvidia_reference {  // hidden
static_assert(hr::models::nemotron_3_nano_30b_a3b.kind('M')->state_space.state_size == 128);
}  // hidden
