// SPDX-License-Identifier: BSL-1.0
#include <headroom/demand/assess.hpp>
#include <headroom/export/text_of.hpp>
#include <string>
namespace hr = headroom;

namespace export_text_of_reference {  // hidden
// "does not fit: GPUs in total: 5,000 needed, 4,688 there"
std::string answer_in_a_line(const hr::dynamic_cluster& held, const hr::demand& asked) {
  return hr::text_of(hr::assess(held.groups(), asked));
}
}  // namespace export_text_of_reference  // hidden
