// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <headroom/catalog/azure.hpp>
#include <headroom/export/mix_program.hpp>
namespace hr = headroom;

namespace export_mix_program_reference {  // hidden
inline std::string for_a_solver() {
  const std::array kinds{hr::mix_kind{.machine = hr::azure::nd96isr_h100_v5::spec}, hr::mix_kind{.machine = hr::azure::nc40ads_h100_v5::spec, .at_most = 16, .step = 2}};
  return hr::mix_in_mps(kinds, {.total = {.gpus = 36}}, hr::mix_objective::gpus).value_or({});
}
}  // namespace export_mix_program_reference  // hidden
