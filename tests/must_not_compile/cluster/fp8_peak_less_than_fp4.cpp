// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): operator<(one_kind_of_quantity, another_kind_of_quantity)
// expect-error(clang): deleted operator '<'
// expect-note: unlike quantities do not compare
#include <headroom/cluster/capacity.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::racks<here::new_rack>(2), hr::vms<here::new_vm>(2)};

#ifdef MISTAKE
auto x = hr::peak<hr::fp8>(held) < hr::peak<hr::fp4>(held);
#else
auto x = hr::untyped(hr::peak<hr::fp8>(held)) < hr::untyped(hr::peak<hr::fp4>(held));
#endif
