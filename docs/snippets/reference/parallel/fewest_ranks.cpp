// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/parallel/fewest_ranks.hpp>
namespace hr = headroom;

namespace training_fewest_ranks_reference {  // hidden
// Twelve ranks or more have room, and tensor parallelism of 4 or 8 divides.
constexpr hr::parallelism fewest = [] {
  hr::count tensor = 0;
  return hr::detail::fewest_ranks(
      hr::azure::nd96isr_h100_v5::spec, 80,
      [&](hr::count degree) {
        tensor = degree;
        return degree % 4 == 0 ? hr::count{1} : hr::count{0};
      },
      [&](hr::count stages) { return tensor * stages >= 12; });
}();
static_assert(fewest.tensor == 4 && fewest.pipeline == 3);
}  // namespace training_fewest_ranks_reference
