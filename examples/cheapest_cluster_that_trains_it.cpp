// SPDX-License-Identifier: BSL-1.0
// The cheapest cluster that trains Llama 3.1 70B on a trillion tokens in 30 days: which machines, how many, how arranged.
#include <array>
#include <cstdio>
#include <headroom/headroom.hpp>
#include <headroom/plan/search.hpp>
#include <headroom/text/to_text.hpp>
#include <range/v3/view/filter.hpp>
#include <string>

namespace hr = headroom;

inline constexpr hr::pricing terms{.region = "eastus", .published = hr::catalog::prices()};

inline constexpr hr::training_job llama{.model = hr::models::llama3_1_70b,
                                        .sequence = 8'192,
                                        .micro_batches = 1'024,  // of one sequence each: the global batch
                                        .formats = hr::bf16_training,
                                        .sharding = hr::sharding::optimizer};

constexpr hr::plan_kind up_to_128(const hr::machine& on) { return hr::plan_kind_of(on, llama, 128, hr::price_of(on, terms)); }
inline constexpr std::array kinds{up_to_128(hr::azure::nd96amsr_a100_v4::spec), up_to_128(hr::azure::nd96isr_h100_v5::spec)};

inline constexpr hr::training_plans space{
    .job = &llama, .kinds = kinds, .with_micro_batches = true, .with_recomputation = true, .with_virtual_stages = true};
inline constexpr hr::plan_objective month{.least = hr::plan_amount::cost, .tokens = 1e12, .deadline = hr::days(30)};

void print(const char* title, const hr::planned<hr::training_plan>& found) {
  const hr::parallelism& p = found.plan.layout;
  const auto paid = hr::rounded_text(found.cost.value_or({}), 4);
  std::printf("%s: %lld x %s, TP %lld x PP %lld of %lld virtual stages x DP %lld, micro-batch %lld, %s again: %.1f days, %s\n", title, static_cast<long long>(found.plan.machines()),
              std::string(found.plan.on->machine.name()).c_str(), static_cast<long long>(p.tensor), static_cast<long long>(p.pipeline),
              static_cast<long long>(p.virtual_stages), static_cast<long long>(p.data), static_cast<long long>(found.plan.micro_batch),
              found.plan.again.kind == hr::recompute::none ? "nothing" : found.plan.again.kind == hr::recompute::full ? "all" : "a part", hr::in_days(found.time), std::string(paid.view()).c_str());
}

int main() {
  const auto cheapest = hr::search(llama, space, month);
  print("cheapest", cheapest.all()[0]);
  print("runner-up", cheapest.all()[1]);

  // Of one kind only, and without stages: predicates of your own.
  auto whole = space | ranges::views::filter([](const hr::training_plan& each) { return each.on == &kinds[1] && each.layout.pipeline == 1; });
  const auto without_stages = hr::search(llama, whole, month);
  if (!without_stages.is_empty()) print("of H100s, without stages", without_stages.all()[0]);

  std::printf("%lld plans, of which bounds left out %lld\n", static_cast<long long>(cheapest.tried()), static_cast<long long>(cheapest.left_out()));
}
