// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <headroom/headroom.hpp>
#include <headroom/plan/search.hpp>
#include <range/v3/view/filter.hpp>
namespace hr = headroom;

namespace plan_search_reference {  // hidden
inline constexpr hr::training_job job{.model = hr::models::llama3_1_8b,
                                      .sequence = 8'192,
                                      .micro_batches = 128,  // with one replica of one sequence: the global batch
                                      .formats = hr::bf16_training,
                                      .sharding = hr::sharding::optimizer};
inline constexpr std::array kinds{
    hr::plan_kind_of(hr::azure::nd96isr_h100_v5::spec, job, 4, hr::dollars_per_hour(98)),
    hr::plan_kind_of(hr::azure::nd96isr_h200_v5::spec, job, 4, hr::dollars_per_hour(110))};
inline constexpr hr::training_plans space{.job = &job, .kinds = kinds};
inline constexpr hr::plan_objective month{.least = hr::plan_amount::cost, .tokens = 100e9, .deadline = hr::days(30)};

// No plan on at most four machines of a kind trains it for less in thirty days, and it is less than $45,000.
static_assert(hr::cheapest<job, space, month>.cost <= hr::dollars(45'000));

// At run time; views of the plans are searched as well.
hr::count gpus_inside_one_domain() {
  auto without_stages = space | ranges::views::filter([](const hr::training_plan& each) { return each.layout.pipeline == 1; });
  const auto found = hr::search(job, without_stages, month);
  return found.is_empty() ? 0 : found.all().front().gpus;
}
}  // namespace plan_search_reference  // hidden
