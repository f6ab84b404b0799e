// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/cpu.hpp>
namespace hr = headroom;

namespace hardware_cpu_reference {  // hidden
inline constexpr hr::cpu host{.name = "H1", .cores = 64, .coherent_link_per_direction = hr::absent};
static_assert(*host.cores.known() == 64);
static_assert(host.memory_bandwidth.is_unknown());
}  // hidden
