// SPDX-License-Identifier: BSL-1.0
// expect-error: is not a constant expression
#include <headroom/cluster/cluster.hpp>

#include "machines.hpp"

#ifdef MISTAKE
auto f(int n) { return hr::vms<here::new_vm>(n); }
#else
auto f(int n) { return hr::group{here::new_vm::spec, n}; }
#endif
