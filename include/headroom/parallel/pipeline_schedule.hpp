// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>

#include <headroom/count.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/units.hpp>

namespace headroom {

// In what order the ranks of a pipeline run the passes of their micro-batches.
enum class pipeline_schedule {
  one_forward_one_backward,  // 1F1B; with virtual stages, interleaved (Narayanan et al., 2021)
  zero_bubble_h1,            // gradients of weights fill the end, in 1F1B's memory (Qi et al., 2023, arXiv:2401.10241)
  zero_bubble_h2,            // more micro-batches ahead fill the start, too: the same source
  dual_pipe                  // micro-batches from both ends, each rank with two stages (DeepSeek-V3, 2024, arXiv:2412.19437)
};

// What one micro-batch takes on a stage.
struct stage_passes {
  asked_for<duration> forward{};
  asked_for<duration> backward{};  // all of it, with what is computed again
  asked_for<duration> weights{};   // of the backward pass, the gradients of weights: what no other stage waits for
};

// Stages of the model that each rank holds.
constexpr count stages_per_rank(pipeline_schedule by) { return by == pipeline_schedule::dual_pipe ? 2 : 1; }

// Of interleaved 1F1B, micro-batches that pass a virtual stage one after the other, before the first of them is at the next one: as many as there are
// stages, or the fewest more that leave no smaller group at the end. Fewer micro-batches than that are one group.
constexpr count interleaved_group(count stages, count micro_batches) {
  if (micro_batches < 2 * stages) return micro_batches;
  count group = stages;
  for (count rest = micro_batches % group; rest > 0 && rest < stages; rest = micro_batches % group)
    group += ceil_of(rest, micro_batches / group);  // any sooner leaves a rest that is too small, too
  return group;
}

// How long a rank is idle in a step, of so many alike stages. Of F, B and W as above:
//   1F1B     (p - 1) / v (F + B)             Narayanan et al., 2021, section 2.2
//            and (v - 1) (p - m) / v (F + B) more where m micro-batches are fewer than the stages: each virtual stage but one waits for the last
//   ZB-H1    (p - 1) (F + B - 2 W)           Qi et al., 2023, table 2, with its B our B - W
//   ZB-H2    (p - 1) (F + B - 3 W)           the same
//   DualPipe (p / 2 - 1) (F + 2 B - 3 W)     DeepSeek-V3, 2024, table 2, a forward pass beside a backward one taking F + B
// Never below zero.
constexpr duration pipeline_bubble(pipeline_schedule by, count stages, count virtual_stages, count micro_batches, const stage_passes& each) {
  if (stages <= 1) return {};
  // In numbers: they ask less of the compiler than quantities.
  const double forward = in_seconds(each.forward);
  const double backward = in_seconds(each.backward);
  const double weights = in_seconds(each.weights);
  const double others = static_cast<double>(stages - 1);
  const double chunk = (forward + backward) / static_cast<double>(virtual_stages);
  double idle = others * chunk;
  if (micro_batches < stages) idle += static_cast<double>((virtual_stages - 1) * (stages - micro_batches)) * chunk;
  if (by == pipeline_schedule::zero_bubble_h1) idle = others * (forward + backward - 2 * weights);
  if (by == pipeline_schedule::zero_bubble_h2) idle = others * (forward + backward - 3 * weights);
  if (by == pipeline_schedule::dual_pipe) idle = (static_cast<double>(stages) / 2 - 1) * (forward + 2 * backward - 3 * weights);
  return seconds(idle > 0 ? idle : 0);
}

// Of the passes of the rank that overlaps fewest, the share that DualPipe runs in pairs, a forward beside a backward one, so that each
// hides the other's exchanges: m - 3 p / 2 + 1 of m, by its order of steps. Zero with other schedules.
constexpr double paired_share(pipeline_schedule by, count stages, count micro_batches) {
  if (by != pipeline_schedule::dual_pipe || stages <= 1) return 0;
  const double paired = static_cast<double>(micro_batches) - 1.5 * static_cast<double>(stages) + 1;
  return paired > 0 ? paired / static_cast<double>(micro_batches) : 0;
}

// The same of 1F1B that pairs a micro-batch's backward pass with the next one's forward pass: all but those that fill the pipeline, and one.
constexpr double paired_share_of_1f1b(count stages, count virtual_stages, count micro_batches) {
  const double passes = static_cast<double>(micro_batches) * static_cast<double>(virtual_stages);
  const double others = static_cast<double>(stages - 1);
  const double filling =
      virtual_stages > 1 ? 2 * others + static_cast<double>(virtual_stages - 1) * static_cast<double>(interleaved_group(stages, micro_batches)) : others;
  return passes > filling + 1 ? (passes - filling - 1) / passes : 0;
}

// Why a schedule cannot run so many stages, in words; empty: it can.
constexpr std::string_view contradiction(pipeline_schedule by, count stages, count virtual_stages) {
  if (by == pipeline_schedule::one_forward_one_backward || stages <= 1) return {};
  if (virtual_stages > 1) return "virtual stages are interleaved in 1F1B, and another schedule is named";
  if (by == pipeline_schedule::dual_pipe && stages % 2 != 0) return "DualPipe needs an even number of pipeline stages";
  return {};
}

// The same of its micro-batches: other numbers would leave it more idle than the formulas say.
constexpr std::string_view micro_batches_contradict(pipeline_schedule by, count stages, count micro_batches) {
  if (stages <= 1) return {};
  if (by == pipeline_schedule::zero_bubble_h1 && micro_batches < stages)
    return "the zero-bubble schedule H1 needs as many micro-batches as pipeline stages";
  if (by == pipeline_schedule::zero_bubble_h2 && micro_batches < 2 * stages - 1)
    return "the zero-bubble schedule H2 needs twice as many micro-batches as pipeline stages, less one";
  if (by == pipeline_schedule::dual_pipe && (micro_batches < 2 * stages || micro_batches % 2 != 0))
    return "DualPipe needs an even number of micro-batches, and twice as many as pipeline stages";
  return {};
}

}  // namespace headroom
