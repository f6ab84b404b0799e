// SPDX-License-Identifier: BSL-1.0
// expect-error(g++): operator+(bandwidth_of_a_network, bandwidth_of_another_kind)
// expect-error(clang): deleted operator '+'
// expect-note: unlike networks or directions do not add
#include <headroom/hardware/link.hpp>

namespace hr = headroom;

#ifdef MISTAKE
auto x = hr::scale_up_per_direction(hr::gigabytes_per_second(900)) + hr::bidirectional(hr::scale_up_per_direction(hr::gigabytes_per_second(900)));
#else
auto x = hr::scale_up_per_direction(hr::gigabytes_per_second(900)) + hr::per_direction(hr::bidirectional(hr::scale_up_per_direction(hr::gigabytes_per_second(900))));
#endif
