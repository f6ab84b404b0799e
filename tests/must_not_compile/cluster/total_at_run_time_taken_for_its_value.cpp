// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): operator<=>(total_and_its_coverage, an_amount)
// expect-error(clang): deleted operator '<=>'
// expect-note: compare its known_part
#include <headroom/cluster/capacity.hpp>
#include <headroom/cluster/dynamic_cluster.hpp>

#include "machines.hpp"

#ifdef MISTAKE
bool f(const hr::dynamic_cluster& c) { return hr::gpu_memory(c) >= hr::petabytes(1); }
#else
bool f(const hr::dynamic_cluster& c) { return hr::gpu_memory(c).known_part >= hr::petabytes(1); }
#endif
