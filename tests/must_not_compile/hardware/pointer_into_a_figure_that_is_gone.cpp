// SPDX-License-Identifier: BSL-1.0
// expect-error: give the figure a name first: known() points into it
#include <headroom/cluster/capacity.hpp>

#include "machines.hpp"

#ifdef MISTAKE
bool f(const hr::machine& m) { return hr::gpu_memory(m).known() != nullptr; }
#else
bool f(const hr::machine& m) {
  const hr::figure<hr::memory> sold = hr::gpu_memory(m);
  return sold.known() != nullptr;
}
#endif
