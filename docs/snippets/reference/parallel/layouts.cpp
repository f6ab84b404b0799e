// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/model/models.hpp>
#include <headroom/parallel/layouts.hpp>
namespace hr = headroom;

namespace parallel_layouts_reference {  // hidden
// Of Llama 3.1 70B on machines of eight GPUs: TP 1, 2, 4, 8, then TP 8 with 2, 3, 4, 6, ... stages.
constexpr hr::count layouts_of_24_gpus_or_fewer = [] {
  hr::layouts all =
      hr::layouts_on(hr::azure::nd96isr_h100_v5::spec, hr::models::llama3_1_70b, hr::layout_use::serving);
  all.most = 24;
  hr::count sum = 0;
  for (const hr::parallelism& each : all) sum += each.tensor <= 8 && each.pipeline <= 3 ? 1 : 0;
  return sum;
}();
static_assert(layouts_of_24_gpus_or_fewer == 6);
}  // namespace parallel_layouts_reference  // hidden
