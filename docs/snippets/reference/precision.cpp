// SPDX-License-Identifier: BSL-1.0
#include <headroom/precision.hpp>
namespace hr = headroom;

namespace precision_reference {  // hidden
constexpr int bytes_of_a_million(hr::precision format) {
  return hr::visit(format, [](auto known) { return 1'000'000 / 8 * hr::bits(known); });
}
static_assert(bytes_of_a_million(hr::fp8) == 1'000'000);
static_assert(bytes_of_a_million(hr::fp4) == 500'000);
}  // hidden
