// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/math.hpp>
#include <headroom/units.hpp>

namespace headroom {

namespace detail {

// Counts are whole, up to rounding: 100 times 1.1 are 110.
constexpr count scaled_count(count n, double factor) {
  const double product = static_cast<double>(n) * factor;
  const double whole = math::round(product);
  return static_cast<count>(math::close(product, whole) ? whole : math::ceil(product));
}

}  // namespace detail

// A demand so many times over: all amounts in total, counts rounded up. What is asked of each GPU, VM or domain stays, and so do limits.
// Unknown, with the reason as its note, where the factor is no amount or a count cannot be counted.
constexpr figure<demand> scaled(const demand& asked, double factor) {
  if (!(factor >= 0 && factor <= 1e300)) return figure<demand>(unknown).noted("a factor of a demand is no amount");
  demand made = asked;
  needs& total = made.total;
  for (count* each : {&total.gpus, &total.vcpus, &total.disk_iops}) {
    if (!(math::absolute(static_cast<double>(*each)) * factor <= static_cast<double>(max_count)))
      return figure<demand>(unknown).noted("a demand asks for more than can be counted");
    *each = detail::scaled_count(*each, factor);
  }
  for (memory* each : {static_cast<memory*>(&total.usable_gpu_memory), static_cast<memory*>(&total.system_memory), static_cast<memory*>(&total.local_storage)})
    *each = scaled(*each, factor);
  for (bandwidth* each : {static_cast<bandwidth*>(&total.memory_bandwidth), static_cast<bandwidth*>(&total.disk_throughput)}) *each = scaled(*each, factor);
  total.peak.rate = scaled(total.peak.rate, factor);
  total.scale_up.one_direction = scaled(total.scale_up.one_direction, factor);
  total.scale_out.one_direction = scaled(total.scale_out.one_direction, factor);
  total.front_end.one_direction = scaled(total.front_end.one_direction, factor);
  return made;
}

}  // namespace headroom
