// SPDX-License-Identifier: BSL-1.0
// expect-error: what a deployment is held against is neither a machine nor a cluster
#include <headroom/deployment/assertions.hpp>

#include "machines.hpp"

namespace {

#ifdef MISTAKE
constexpr int held = 8;
#else
constexpr auto held = hr::cluster{hr::vms<here::new_vm>(8)};
#endif

}  // namespace

auto groups = hr::held_by<held>();
