// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/integer_program.hpp>
#include <string>
namespace hr = headroom;

namespace export_integer_program_reference {  // hidden
// At least 36 GPUs of machines with 8 at 98 and with 1 at 7, of which there are 16.
inline std::string for_a_solver() {
  return hr::program_in_lp({.steps = {.costs = {98, 7}, .at_most = {hr::max_count, 16}, .rows = {{.each = {8, 1}, .amount = 36}}}, .rows = {"gpus"}, .variables = {"eights", "ones"}});
}
}  // namespace export_integer_program_reference  // hidden
