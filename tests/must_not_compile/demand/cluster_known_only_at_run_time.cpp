// SPDX-License-Identifier: BSL-1.0
// expect-error: dynamic_cluster
// expect-error: structural
#include <headroom/cluster/dynamic_cluster.hpp>
#include <headroom/demand/fits.hpp>

#include "machines.hpp"

const hr::dynamic_cluster held{{here::new_rack::spec, 2}};
inline constexpr hr::demand promise{.total = {.gpus = 8}};

#ifdef MISTAKE
bool f() { return hr::fits<held, promise>; }
#else
bool f() { return hr::assess(held, promise).fits(); }
#endif
