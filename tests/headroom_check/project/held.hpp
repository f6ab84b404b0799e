// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/headroom.hpp>

namespace planner {

namespace hr = headroom;

inline constexpr auto held = hr::cluster{hr::vms<hr::azure::nd128isr_gb300_v6>(4)};
inline constexpr auto too_few = hr::cluster{hr::vms<hr::azure::nd128isr_gb300_v6>(3)};
inline constexpr hr::vm own_size{.name = "own size", .gpu = &hr::nvidia::gb300::spec, .gpus = 4, .vcpus = 100};

}  // namespace planner
