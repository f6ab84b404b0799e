// SPDX-License-Identifier: BSL-1.0
#include <headroom/demand/scaled.hpp>
namespace hr = headroom;

namespace demand_scaled_reference {  // hidden
inline constexpr hr::demand now{.total = {.gpus = 100, .usable_gpu_memory = hr::tebibytes(4)}, .at_most = {.vms = hr::count{20}}};
inline constexpr hr::demand later = hr::scaled(now, 1.1).value_or({});
static_assert(later.total.gpus == 110 && later.total.usable_gpu_memory > hr::tebibytes(4.3));
static_assert(later.at_most.vms.value_or(0) == 20);
}  // namespace demand_scaled_reference  // hidden
