// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/step_settings.hpp>

#include <headroom/catalog/azure.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/step_time.hpp>

#include <check.hpp>
#include <unsaid.hpp>

namespace training_step_settings_test {
namespace {

using settings = hr::step_settings;

// Four stages, of which the last has the head, too; experts and dense networks, sequences between tensor ranks and everything computed again:
// each setting changes its time.
constexpr double seconds(const settings& as) {
  constexpr hr::machine h100(hr::azure::nd96isr_h100_v5::spec);
  return hr::in_seconds(hr::step_time({.model = hr::models::llama4_maverick_17b_128e,
                                       .parallelism = {.tensor = 4, .pipeline = 4, .data = 2, .expert = 2, .sequence = true},
                                       .sequence = 8'192,
                                       .micro_batches = 8,
                                       .recompute = {.kind = hr::recompute::full}},
                                      h100, as)
                            .value_or({})
                            .total());
}

template <auto Member>
constexpr bool is_usual(auto value, auto another, const settings& of = {}) {
  return is_unless_said<Member>(seconds, of, value, another);
}

}  // namespace

TEST_CASE("software is the newest, and overlaps what it sends, unless said") {
  CHECK_CONSTEXPR(is_usual<&settings::tensor_overlap>(hr::tensor_overlap::measured, hr::tensor_overlap::none));
  CHECK_CONSTEXPR(is_usual<&settings::tensor_overlap>(hr::tensor_overlap::measured, hr::tensor_overlap::bulk));
  CHECK_CONSTEXPR(is_usual<&settings::tensor_overlap>(hr::tensor_overlap::measured, hr::tensor_overlap::ring));
  CHECK_CONSTEXPR(is_usual<&settings::sums_within>(false, true));
  CHECK_CONSTEXPR(is_usual<&settings::sums_apart>(false, true));
  CHECK_CONSTEXPR(is_usual<&settings::overlaps_data>(true, false));
  CHECK_CONSTEXPR(is_usual<&settings::replays_graphs>(false, true));
  CHECK_CONSTEXPR(is_usual<&settings::balanced_stages>(false, true));
  CHECK_CONSTEXPR(is_usual<&settings::stops_early>(false, true));
  CHECK_CONSTEXPR(is_usual<&settings::months>(0.0, 1.0));
}

TEST_CASE("attention has kernels of its GPU and sees the whole sequence, unless said") {
  CHECK_CONSTEXPR(is_usual<&settings::kernel>(hr::attention_kernel{.instruction_share = 1}, hr::ampere_attention_on_hopper));
  CHECK_CONSTEXPR(is_usual<&settings::document>(0, 1'024));
  CHECK_CONSTEXPR(is_usual<&settings::document>(8'192, 4'096));
}

TEST_CASE("nothing is lost to slow GPUs, late ranks and checkpoints, unless said") {
  CHECK_CONSTEXPR(is_usual<&settings::slowest_gpu>(1, 1.1));
  CHECK_CONSTEXPR(is_usual<&settings::jitter>(hr::seconds(0), hr::seconds(1)));
  CHECK_CONSTEXPR(is_usual<&settings::checkpoint_interval>(hr::seconds(0), hr::seconds(600), {.checkpoint_stall = hr::seconds(30)}));
  CHECK_CONSTEXPR(is_usual<&settings::checkpoint_stall>(hr::seconds(0), hr::seconds(30), {.checkpoint_interval = hr::seconds(600)}));
}

}  // namespace training_step_settings_test
