// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <headroom/headroom.hpp>
#include <headroom/plan/serving_search.hpp>
#include <range/v3/view/filter.hpp>
namespace hr = headroom;

namespace plan_serving_search_reference {  // hidden
inline constexpr hr::serving_job chat{.model = hr::models::llama3_1_70b, .weights = hr::fp8, .concurrent_sequences = 8, .context = 8'192};
inline constexpr std::array kinds{
    hr::serving_kind_of(hr::azure::nd96isr_h100_v5::spec, chat, 16, hr::dollars_per_hour(98)),
    hr::serving_kind_of(hr::azure::nd96isr_h200_v5::spec, chat, 16, hr::dollars_per_hour(110))};
inline constexpr hr::serving_plans space{.job = &chat, .kinds = kinds};
inline constexpr hr::serving_objective twenty{.requests = 20, .each = {.prompt = 1'024, .answer = 512}};

// Twenty requests a second cost less than $100 an hour.
static_assert(hr::cheapest<chat, space, twenty>.cost <= hr::dollars(100));

// At run time, within a limit of 50 ms a token, and of plans on whole machines only.
hr::count replicas_of_whole_machines() {
  auto whole = space | ranges::views::filter([](const hr::serving_plan& each) { return each.layout.gpus() == 8; });
  const auto found = hr::search(chat, whole, {.requests = 20, .each = twenty.each, .token = hr::milliseconds(50)});
  return found.is_empty() ? 0 : found.all().front().plan.replicas;
}
}  // namespace plan_serving_search_reference  // hidden
