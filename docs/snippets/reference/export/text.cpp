// SPDX-License-Identifier: BSL-1.0
#include <headroom/cluster/capacity.hpp>
#include <headroom/export/text.hpp>
#include <iostream>
namespace hr = headroom;

namespace export_text_reference {  // hidden
// 64 x GB300 NVL72: at most 142 kW each
void write(const hr::dynamic_cluster& held, const hr::figure<hr::power>& each) {
  std::cout << held << ": at most " << each << " each\n";
}
}  // namespace export_text_reference  // hidden
