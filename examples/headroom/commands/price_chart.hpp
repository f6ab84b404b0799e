// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/hardware/figure.hpp>
#include <headroom/report/chart.hpp>
#include <headroom/units.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::program {

// A machine, with its name or its region, and what it costs an hour.
struct priced_machine {
  std::string name{};
  figure<money_rate> an_hour{};
};

// Those without a known price are left out.
report::chart price_chart(std::string_view title, const std::string& unit, const std::vector<priced_machine>& all, int decimals);

}  // namespace headroom::program
