// SPDX-License-Identifier: BSL-1.0
#include <headroom/headroom.hpp>
#include <headroom/plan/smallest_pools.hpp>
namespace hr = headroom;

namespace plan_smallest_pools_reference {  // hidden
inline constexpr hr::serving_job chat{.model = hr::models::llama3_1_8b, .weights = hr::fp8, .concurrent_sequences = 8, .context = 8'192};
constexpr bool keeps_those_that_may_be_best() {
  const hr::serving_kind kind = hr::serving_kind_of(hr::azure::nd96isr_h100_v5::spec, chat, 16);
  hr::smallest_pools found;
  const auto answer = [&](hr::count prefill_workers, hr::count decode_workers, hr::count groups) {
    found.take({.on = &kind, .prefill_workers = prefill_workers, .decode_workers = decode_workers, .groups = groups}, {});
  };
  answer(3, 1, 5);  // five groups of four GPUs
  answer(1, 2, 7);  // seven of three: which is better, the other jobs decide
  answer(1, 1, 5);  // five of two, which have room wherever the others have
  return found.found().size() == 1 && hr::parts_of(found.found()[0].plan)[0] == hr::pool_part{.gpus = 2, .number = 5};
}
static_assert(keeps_those_that_may_be_best());
}  // namespace plan_smallest_pools_reference  // hidden
