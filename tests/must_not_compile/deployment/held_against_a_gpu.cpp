// SPDX-License-Identifier: BSL-1.0
// expect-error: what a deployment is held against is neither a machine nor a cluster
#include <headroom/deployment/assertions.hpp>

#include "machines.hpp"

#ifdef MISTAKE
auto groups = hr::held_by<here::new_gpu>();
#else
auto groups = hr::held_by<here::new_vm>();
#endif
