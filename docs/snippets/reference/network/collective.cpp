// SPDX-License-Identifier: BSL-1.0
#include <headroom/network/collective.hpp>
namespace hr = headroom;

static_assert(hr::bus_factor(hr::collective::all_reduce, 8) == 1.75);
// 1 GB on eight GPUs in 10 ms: 100 GB/s, and 175 on the bus
static_assert(hr::in_gigabytes_per_second(
                  hr::bus_bandwidth(hr::collective::all_reduce, hr::gigabytes(1), 8, hr::milliseconds(10))) == 175);
