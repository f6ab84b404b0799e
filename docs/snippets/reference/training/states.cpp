// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/states.hpp>
namespace hr = headroom;

// 7.5 billion parameters on 64 GPUs (Rajbhandari et al., 2020, figure 1).
constexpr auto shared = [](hr::sharding how) {
  return hr::state_of(7.5e9, 64, hr::fp16_training, hr::adam, how).total();
};
static_assert(shared(hr::sharding::none) == 120e9);
static_assert(shared(hr::sharding::optimizer) == 31.40625e9);
static_assert(shared(hr::sharding::weights) == 1.875e9);
