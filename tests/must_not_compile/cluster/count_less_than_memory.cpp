// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): operator<=>(one_kind_of_quantity, bare_number)
// expect-error(clang): deleted operator '<=>'
// expect-note: say the unit: gibibytes(16), not 16
#include <headroom/cluster/capacity.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
auto x = hr::gpu_count(held) < hr::gpu_memory(held);
#else
auto x = hr::gpu_count(held) < hr::vcpu_count(held);
#endif
