// SPDX-License-Identifier: BSL-1.0
// A model of a trillion parameters (Narayanan et al., 2021, table 1: 128 layers, hidden size 25,600, 160 heads, a batch of 3,072 sequences) on
// up to 3,072 GPUs of six kinds: the plan whose step is the shortest, or with "count" only how many plans there are.
#include <headroom/catalog/azure.hpp>
#include <headroom/model/models.hpp>
#include <headroom/plan/search.hpp>

#include <array>
#include <cstdio>
#include <string_view>

namespace hr = headroom;

int main(int argc, char** argv) {
  hr::transformer model = hr::models::gpt3_175b;
  model.name = "1T";
  model.vocabulary = 51'200;
  model.hidden = 25'600;
  hr::layer& layer = model.layers.front();
  layer.how_many = 128;
  layer.attention.heads = layer.attention.kv_heads = layer.attention.head_size = 160;
  layer.feed_forward.width = 4 * model.hidden;
  const hr::training_job job{.model = model, .sequence = 2'048, .micro_batches = 3'072, .formats = hr::bf16_training, .sharding = hr::sharding::optimizer};
  const auto kind = [&](const hr::machine& on, hr::count machines) { return hr::plan_kind_of(on, job, machines); };
  const std::array kinds{kind(hr::azure::nd96amsr_a100_v4::spec, 384), kind(hr::azure::nd96isr_h100_v5::spec, 384),
                         kind(hr::azure::nd96isr_h200_v5::spec, 384),  kind(hr::azure::nd96isr_mi300x_v5::spec, 384),
                         kind(hr::azure::gb200_nvl72::spec, 42),       kind(hr::azure::gb300_nvl72::spec, 42)};
  constexpr std::array schedules{hr::pipeline_schedule::one_forward_one_backward, hr::pipeline_schedule::zero_bubble_h1, hr::pipeline_schedule::zero_bubble_h2,
                                 hr::pipeline_schedule::dual_pipe};
  const hr::training_plans space{
      .job = &job, .kinds = kinds, .with_micro_batches = true, .with_recomputation = true, .with_virtual_stages = true, .schedules = schedules};
  if (argc > 1 && std::string_view(argv[1]) == "count") {
    hr::count plans = 0;
    for (auto at = space.begin(); at != space.end();) plans += at.pass_layout();
    std::printf("%lld\n", static_cast<long long>(plans));
    return 0;
  }
  const auto found = hr::search(job, space, {.least = hr::plan_amount::time});
  if (found.is_empty()) return 1;
  const auto& best = found.all().front();
  const hr::parallelism& by = best.plan.layout;
  std::printf("%g s: %.*s, tp %lld pp %lld dp %lld vp %lld, micro-batch %lld; %lld timed, %lld left out, %lld without room\n", hr::in_seconds(best.time),
              static_cast<int>(best.plan.on->machine.name().size()), best.plan.on->machine.name().data(), static_cast<long long>(by.tensor),
              static_cast<long long>(by.pipeline), static_cast<long long>(by.data), static_cast<long long>(by.virtual_stages),
              static_cast<long long>(best.plan.micro_batch), static_cast<long long>(found.judged()), static_cast<long long>(found.left_out()),
              static_cast<long long>(found.without_room()));
}
