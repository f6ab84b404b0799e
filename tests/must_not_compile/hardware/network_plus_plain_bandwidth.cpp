// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): operator+(bandwidth_of_a_network, figure_of_no_network)
// expect-error(clang): deleted operator '+'
// expect-note: say the network: scale_out_per_direction(x)
#include <headroom/hardware/link.hpp>

namespace hr = headroom;

#ifdef MISTAKE
auto x = hr::scale_out_per_direction(hr::gigabits_per_second(400)) + hr::gigabits_per_second(400);
#else
auto x = hr::scale_out_per_direction(hr::gigabits_per_second(400)) + hr::scale_out_per_direction(hr::gigabits_per_second(400));
#endif
