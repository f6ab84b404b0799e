// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <headroom/export/shared_program.hpp>
#include <string>
#include <vector>
namespace hr = headroom;

namespace export_shared_program_reference {  // hidden
inline std::string for_a_solver() {
  const std::array kinds{hr::shared_kind{.node_gpus = 8, .at_most = 16, .price = 2}};
  const std::vector<std::vector<hr::shared_option>> jobs{{hr::option_on(0, kinds[0], 1, 64, 100, 100), hr::option_on(0, kinds[0], 1, 32, 190, 190)}};
  return hr::shared_in_lp(hr::shared_program_of(kinds, jobs).value_or({}));
}
}  // namespace export_shared_program_reference  // hidden
