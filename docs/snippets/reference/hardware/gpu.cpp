// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/gpu.hpp>
namespace hr = headroom;

namespace hardware_gpu_reference {  // hidden
inline constexpr hr::gpu accelerator{.name = "A1",
                                     .memory_as_sold = hr::nameplate_gigabytes(96),
                                     .memory_bandwidth = hr::terabytes_per_second(4),
                                     .fp32 = hr::vector_only(hr::teraflops(60)),
                                     .fp8 = hr::tensor_only(hr::petaflops(1), hr::absent),
                                     .fp4 = hr::no_rates};

static_assert(*hr::peak_rate(accelerator, hr::fp32).known() == hr::teraflops(60));
static_assert(hr::peak_rate(accelerator, hr::fp4).is_absent());
static_assert(hr::peak_rate(accelerator, hr::fp64).is_unknown());
static_assert(hr::usable_memory(accelerator).basis == hr::basis::estimated);
}  // hidden
