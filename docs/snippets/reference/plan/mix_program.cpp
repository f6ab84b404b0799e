// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/plan/mix_program.hpp>
namespace hr = headroom;

namespace plan_mix_program_reference {  // hidden
// 36 GPUs: 8 x0 + 2 x1 >= 36, where x1 are pairs of the small ones.
constexpr double gpus_of_a_pair = [] {
  const hr::mix_kind kinds[]{{.machine = hr::azure::nd96isr_h100_v5::spec}, {.machine = hr::azure::nc40ads_h100_v5::spec, .at_most = 16, .step = 2}};
  const hr::mix_program of = hr::mix_program_of(kinds, {.total = {.gpus = 36}}, hr::mix_objective::gpus).value_or({});
  return of.steps.rows[0].each[1];
}();
static_assert(gpus_of_a_pair == 2);
}  // namespace plan_mix_program_reference  // hidden
