// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): operator+(bandwidth_of_a_network, bandwidth_of_another_kind)
// expect-error(clang): deleted operator '+'
// expect-note: unlike networks or directions do not add
#include <headroom/cluster/capacity.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
auto x = hr::scale_up(held) + hr::scale_out(held);
#else
auto x = hr::scale_up(held) + hr::scale_up(held);
#endif
