// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/source.hpp>
#include <headroom/units.hpp>

namespace headroom {

// What one machine costs an hour, somewhere, on some day. A price without region and date is no price to buy by.
struct price {
  std::string_view machine{};  // name of the VM size, rack or board
  std::string_view region{};   // as the cloud spells it
  figure<money_rate> on_demand{};
  figure<money_rate> spot{};
  std::string_view date{};  // ISO; empty: the source bears none
  const source* from = nullptr;
  bool own = false;  // the user's, not the catalogue's
};

}  // namespace headroom
