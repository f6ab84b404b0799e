// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/rack.hpp>
namespace hr = headroom;

namespace hardware_rack_reference {  // hidden
inline constexpr hr::vm tray{.name = "tray", .gpus = 4, .scale_up_domain_gpus = 32};
struct our_rack {
  static constexpr hr::rack spec{.name = "our rack", .vm = &tray, .vms = 8, .max_power = hr::kilowatts(60)};
};
static_assert(hr::RackType<our_rack> && !hr::VmType<our_rack>);
}  // hidden
