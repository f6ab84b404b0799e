// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/network/collective_time.hpp>

// A fabric of round numbers: 100 GB/s in a domain of eight, 10 GB/s a GPU between domains, all of both reached; hops of 1
// and 10 us, nothing at the start.
namespace small_fabric {

namespace hr = headroom;

constexpr hr::fabric round_numbers{.machine_gpus = 8,
                                   .domain_gpus = 8,
                                   .scale_up = hr::scale_up_per_direction(hr::gigabytes_per_second(100)),
                                   .scale_out = hr::scale_out_per_direction(hr::gigabytes_per_second(10)),
                                   .scale_up_hop = hr::microseconds(1),
                                   .scale_out_hop = hr::microseconds(10),
                                   .is_measured = true};

constexpr double microseconds_of(hr::collective which, double bytes, const hr::ranks& who, const hr::fabric& over, hr::algorithm how) {
  return hr::in_microseconds(hr::time_of(which, hr::bytes(bytes), who, over, how).known()->time);
}

// Seconds of a GB more once a message is large: what the bandwidth alone says.
constexpr double seconds_a_gigabyte(hr::collective which, const hr::ranks& who, const hr::fabric& over, hr::algorithm how) {
  return (microseconds_of(which, 65e9, who, over, how) - microseconds_of(which, 64e9, who, over, how)) / 1e6;
}

}  // namespace small_fabric
