// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/plan/machine_mix.hpp>
namespace hr = headroom;

namespace plan_machine_mix_reference {  // hidden
constexpr hr::machine_mix mix = [] {
  const hr::price prices[]{
      {.machine = "Standard_ND96isr_H100_v5", .on_demand = hr::dollars_per_hour(98), .own = true},
      {.machine = "Standard_NC40ads_H100_v5", .on_demand = hr::dollars_per_hour(7), .own = true}};
  // Sixteen of the small ones are reserved, in pairs; the large ones are as many as we like.
  const hr::mix_kind kinds[]{{.machine = hr::azure::nd96isr_h100_v5::spec},
                             {.machine = hr::azure::nc40ads_h100_v5::spec, .at_most = 16, .step = 2}};
  return hr::least_mix(kinds, {.total = {.gpus = 36}, .prices = {.own = prices}}).value_or({});
}();
static_assert(mix.counts[0] == 3 && mix.counts[1] == 12 && mix.is_proved);

// Of demands for 24 and 4 GPUs each has machines of its own, and there are three large ones.
constexpr hr::machine_mixes mixes = [] {
  const hr::mix_kind kinds[]{{.machine = hr::azure::nd96isr_h100_v5::spec, .at_most = 3}, {.machine = hr::azure::nc40ads_h100_v5::spec}};
  const hr::demand demands[]{{.total = {.gpus = 24}}, {.total = {.gpus = 4}}};
  return hr::least_mixes(kinds, demands, hr::mix_objective::machines).value_or({});
}();
static_assert(mixes.of_each[0][0] == 3 && mixes.of_each[1][1] == 4 && mixes.all.amount == 7);
}  // namespace plan_machine_mix_reference  // hidden
