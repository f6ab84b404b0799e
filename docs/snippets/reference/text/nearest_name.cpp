// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/nearest_name.hpp>
namespace hr = headroom;

namespace nearest_name_reference {  // hidden
constexpr auto meant = [](std::string_view asked) {
  hr::nearest_name nearest(asked);
  nearest.consider("Standard_ND96isr_H100_v5");
  nearest.consider("Standard_ND40rs_v2");
  return nearest.found();
};
static_assert(meant("ND H100 v5") == "Standard_ND96isr_H100_v5");
static_assert(meant("ND40sr-v2") == "Standard_ND40rs_v2");
static_assert(meant("toaster").empty());
}  // hidden
