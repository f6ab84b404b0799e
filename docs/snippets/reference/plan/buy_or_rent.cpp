// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/buy_or_rent.hpp>
namespace hr = headroom;

namespace plan_buy_or_rent_reference {  // hidden
// $240,000 to buy, $2,000 a month to run: at $10 an hour it pays after 46 months.
constexpr hr::ownership_terms owned{.purchase = hr::dollars(240'000),
                                    .drawn = hr::kilowatts(10),
                                    .usage_effectiveness = 1.5,
                                    .kilowatt_hour = hr::dollars(0.1),
                                    .upkeep_a_month = hr::dollars(905)};
static_assert(!hr::buy_or_rent(owned, hr::dollars_per_hour(10), 45).value_or({}).is_buying_cheaper());
static_assert(hr::buy_or_rent(owned, hr::dollars_per_hour(10), 46).value_or({}).is_buying_cheaper());
}  // namespace plan_buy_or_rent_reference  // hidden
