// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): operator+(figure_of_no_network, bandwidth_of_a_network)
// expect-error(clang): deleted operator '+'
// expect-note: say the network: scale_out_per_direction(x)
#include <headroom/cluster/capacity.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
auto x = hr::gpu_memory(held) + hr::scale_out(held);
#else
auto x = hr::gpu_memory(held) + hr::system_memory(held);
#endif
