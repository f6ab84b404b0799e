// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/headroom.hpp>

namespace planner {

// What the team holds; a constant of the project's own.
inline constexpr auto held = headroom::cluster{headroom::vms<headroom::azure::nd96isr_h100_v5>(8)};

}  // namespace planner
