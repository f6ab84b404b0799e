// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/fixed_text.hpp>
namespace hr = headroom;

namespace fixed_text_reference {  // hidden
constexpr hr::text greeting() {
  hr::text words = "64 racks";
  words += ", 10 VMs";
  return words;
}
static_assert(greeting() == "64 racks, 10 VMs");
}  // hidden
