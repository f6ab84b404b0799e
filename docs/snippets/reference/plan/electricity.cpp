// SPDX-License-Identifier: BSL-1.0
#include <headroom/math.hpp>
#include <headroom/plan/electricity.hpp>
namespace hr = headroom;

namespace plan_electricity_reference {  // hidden
// Of machines that draw 10 kW each, 12.5 kW at the meter, 2 MW allow 160: for a day they take $3,840 of electricity.
constexpr hr::electricity_terms terms{.drawn = hr::kilowatts(10), .usage_effectiveness = 1.25, .kilowatt_hour = hr::dollars(0.08)};
static_assert(hr::most_machines_within(terms, hr::megawatts(2)).value_or(0) == 160);
static_assert(hr::power_at_meter(terms, 160).value_or({}) == hr::megawatts(2));
static_assert(hr::math::close(hr::in_dollars(hr::electricity_cost(terms, 160, hr::hours(24)).value_or({})), 3'840));
}  // namespace plan_electricity_reference  // hidden
