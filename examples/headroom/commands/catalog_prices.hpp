// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <headroom/units.hpp>
#include <string>
#include <string_view>
#include <vector>

// What the machines of the catalogue cost an hour, on demand.
namespace headroom::program {

struct regional_price {
  figure<money_rate> an_hour{};
  std::string_view region{};
};

// The lowest price of a machine in any of these regions.
regional_price lowest_price(const machine& m, const std::vector<std::string_view>& regions);

}  // namespace headroom::program
