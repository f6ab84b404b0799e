// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/machines.hpp>
#include <headroom/catalog/prices.hpp>
#include <headroom/cluster/machine_keys.hpp>

#include <range/v3/algorithm/stable_sort.hpp>
#include <range/v3/range/conversion.hpp>

#include <vector>
namespace hr = headroom;

namespace cluster_machine_keys_reference {  // hidden
inline std::vector<hr::machine> by_price_per_gpu(std::string_view region) {
  const hr::pricing terms{.region = region, .published = hr::catalog::prices()};
  auto all = hr::catalog::machines() | ranges::to<std::vector>;
  ranges::stable_sort(all, hr::lowest_first, hr::per_gpu(hr::hourly_price(terms)));
  return all;
}
}  // hidden
