// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/plan/run_groups.hpp>
namespace hr = headroom;

namespace plan_run_groups_reference {  // hidden
inline constexpr hr::run_site rack = hr::run_site_of(hr::azure::gb300_nvl72::spec);
// Nine stages, in each of which 64 GPUs share the experts: a rack of 72 has room for one group.
inline constexpr hr::parallelism nine_stages{.pipeline = 9, .data = 64, .expert = 64, .expert_tensor = 1};
static_assert(nine_stages.gpus() == 8 * 72 && rack.together(nine_stages) == 64 && rack.machines(nine_stages) == 9);
// Of 24 GPUs three groups fill a rack: no rack ends inside of one.
inline constexpr hr::parallelism by_24{.pipeline = 24, .data = 24, .expert = 24, .expert_tensor = 1};
static_assert(rack.together(by_24) == 24 * 24 && rack.machines(by_24) == 8);
}  // namespace plan_run_groups_reference  // hidden
