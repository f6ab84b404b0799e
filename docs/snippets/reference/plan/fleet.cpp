// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <headroom/plan/fleet.hpp>
namespace hr = headroom;

namespace plan_fleet_reference {  // hidden
constexpr bool saves() {
  // Requests a second in four parts of the day; a replica answers 9.5 within its limits, and starts in five minutes.
  const std::array load{hr::requests_per_second(12), hr::requests_per_second(40), hr::requests_per_second(75), hr::requests_per_second(50)};
  const auto day = hr::fleet_over_day(load, hr::requests_per_second(9.5), {.part = hr::hours(6),
                                                                          .start_up = hr::minutes(5),
                                                                          .spares = {.replicas = 1},
                                                                          .gpus_of_replica = 4,
                                                                          .gpus_of_machine = 8,
                                                                          .price = hr::dollars_per_hour(98.32)}).value_or({});
  // 75 / 9.5 are 8 replicas, and one to spare: five machines of two. Scaled, it is two, three, five and four of them.
  return day.replicas == 9 && day.machines == 5 && day.machine_hours == 120 && day.saved().value_or(0) > 0.29;
}
static_assert(saves());

// A day that swings three to one around 50 requests a second, with its peak at 20:00.
static_assert(hr::rates_of_day(hr::requests_per_second(50), 3, 24, 20).value_or({})[20] == hr::requests_per_second(75));
}  // namespace plan_fleet_reference  // hidden
