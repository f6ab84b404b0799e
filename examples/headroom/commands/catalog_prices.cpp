// SPDX-License-Identifier: BSL-1.0
#include "commands/catalog_prices.hpp"

#include <headroom/catalog/prices.hpp>
#include <headroom/cluster/pricing.hpp>
#include <headroom/hardware/figure_order.hpp>

namespace headroom::program {

regional_price lowest_price(const machine& m, const std::vector<std::string_view>& regions) {
  regional_price lowest;
  for (const std::string_view region : regions) {
    const figure<money_rate> here = price_of(m, {.region = region, .published = catalog::prices()});
    if (lowest_first(here, lowest.an_hour)) lowest = {here, region};
  }
  return lowest;
}

}  // namespace headroom::program
