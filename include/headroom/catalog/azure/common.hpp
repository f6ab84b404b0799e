// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/catalog/sources.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/link.hpp>
#include <headroom/hardware/vm.hpp>
#include <headroom/units.hpp>

// What the records of Azure's sizes are written with.
namespace headroom::azure::detail {

// Gb/s. Azure prints Mb/s, all NICs of the size together.
constexpr figure<front_end_bandwidth> ethernet(double gigabits) {
  return front_end_per_direction(gigabits_per_second(gigabits));
}
constexpr figure<scale_out_bandwidth> infiniband(double gigabits) {
  return scale_out_per_direction(gigabits_per_second(gigabits));
}

constexpr lifecycle retired_on(std::string_view date) {
  return {lifecycle_status::retired, date, &sources::azure_retirements};
}
constexpr lifecycle retirement_on(std::string_view date) {
  return {lifecycle_status::retirement_announced, date, &sources::azure_retirements};
}
inline constexpr lifecycle retired_unconfirmed{lifecycle_status::retired, "", &sources::general_knowledge,
                                               basis::general_knowledge};

}  // namespace headroom::azure::detail
