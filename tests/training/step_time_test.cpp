// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/step_time.hpp>

#include <check.hpp>

namespace training_step_time_test {
namespace {

constexpr hr::machine h100(hr::azure::nd96isr_h100_v5::spec);
constexpr auto rates = hr::step_rates_of(h100, hr::bf16_training);

constexpr hr::training_job llama(hr::count micro_batches = 32) {
  return {.model = hr::models::llama3_1_405b,
          .parallelism = {.tensor = 8, .pipeline = 16, .data = 8, .sequence = true},
          .sequence = 8'192,
          .micro_batches = micro_batches,
          .sharding = hr::sharding::optimizer};
}
template <class F>
constexpr double with(F change) {
  hr::training_job of = llama();
  hr::step_rates on = rates.value_or({});
  hr::step_settings as;
  hr::step_constants by;
  change(of, on, as, by);
  return hr::in_seconds(hr::step_time(of, on, as, by).value_or({}).total());
}
constexpr double usual = with([](auto&, auto&, auto&, auto&) {});

constexpr double exposed(const hr::figure<hr::step_schedule>& of, hr::step_part part) { return hr::in_seconds(of.value_or({})[part].exposed); }

}  // namespace

TEST_CASE("parts add up to the step, and tokens follow from it") {
  constexpr auto found = hr::step_time(llama(), rates.value_or({}));
  double sum = 0;
  for (std::size_t part = 0; part < hr::step_part_count; ++part) sum += exposed(found, static_cast<hr::step_part>(part));
  CHECK(sum == doctest::Approx(usual));
  CHECK(found.value_or({}).tokens == 32 * 8 * 8'192);
  CHECK(found.value_or({}).gpus == 1'024);
  CHECK(found.value_or({}).tokens_per_second_per_gpu() == doctest::Approx(32.0 * 8 * 8'192 / 1'024 / usual));
  CHECK(found.basis == hr::basis::estimated);
  CHECK(hr::name(hr::step_part::bubble) == "pipeline bubble");
  CHECK(hr::name(hr::step_part::every_step) == "every step");
}

// By hand: a GPU that computes a tenth longer keeps all others waiting a tenth of their computing, and an interval with a checkpoint that
// stalls a twentieth of it takes a twentieth longer.
TEST_CASE("slow GPUs, late ranks and checkpoints are counted where they are given") {
  constexpr auto lost = [](double slowest, double jitter, double interval, double stall) {
    hr::step_settings as;
    as.slowest_gpu = slowest;
    as.jitter = hr::seconds(jitter);
    as.checkpoint_interval = hr::seconds(interval);
    as.checkpoint_stall = hr::seconds(stall);
    return hr::step_time(llama(), rates.value_or({}), as);
  };
  constexpr auto plain = lost(1, 0, 0, 0);
  CHECK_CONSTEXPR(exposed(plain, hr::step_part::waiting) == 0);
  CHECK_CONSTEXPR(exposed(plain, hr::step_part::checkpoints) == 0);
  const double computed = usual - exposed(plain, hr::step_part::launches) - exposed(plain, hr::step_part::host) -
                          exposed(plain, hr::step_part::tensor_parallel) - exposed(plain, hr::step_part::context_parallel) -
                          exposed(plain, hr::step_part::expert_parallel) - exposed(plain, hr::step_part::bubble) - exposed(plain, hr::step_part::stages) -
                          exposed(plain, hr::step_part::data_parallel) - exposed(plain, hr::step_part::every_step);
  const auto total = [](const hr::figure<hr::step_schedule>& of) { return hr::in_seconds(of.value_or({}).total()); };
  CHECK(total(lost(1.1, 0, 0, 0)) == doctest::Approx(usual + 0.1 * computed));
  CHECK(total(lost(1, 0.25, 0, 0)) == doctest::Approx(usual + 0.25));
  CHECK(total(lost(1, 0, 600, 30)) == doctest::Approx(1.05 * usual));
  CHECK(total(lost(1.1, 0.25, 600, 30)) == doctest::Approx(1.05 * (usual + 0.25 + 0.1 * computed)));
  CHECK(exposed(lost(1.1, 0.25, 600, 30), hr::step_part::waiting) == doctest::Approx(0.25 + 0.1 * computed));
  CHECK(hr::name(hr::step_part::checkpoints) == "checkpoints");
}

// A pipeline of alike stages is idle (p - 1) / v of a micro-batch's time.
TEST_CASE("the bubble is what 1F1B and interleaving leave") {
  constexpr auto of = [](hr::count virtual_stages) {
    hr::training_job each = llama();
    each.model.layers[0].how_many = 128;
    each.model.vocabulary = 1;  // ends that weigh nothing
    each.parallelism.virtual_stages = virtual_stages;
    return hr::step_time(each, rates.value_or({}));
  };
  const double computed = hr::in_seconds(of(1).value_or({}).total()) - exposed(of(1), hr::step_part::bubble) - exposed(of(1), hr::step_part::stages) -
                          exposed(of(1), hr::step_part::data_parallel) - exposed(of(1), hr::step_part::optimizer) -
                          exposed(of(1), hr::step_part::every_step);
  CHECK(exposed(of(1), hr::step_part::bubble) == doctest::Approx(15.0 / 32 * computed).epsilon(0.006));  // the first stage looks up embeddings
  CHECK(exposed(of(8), hr::step_part::bubble) == doctest::Approx(exposed(of(1), hr::step_part::bubble) / 8));
}

TEST_CASE("schedules leave less of a bubble, as much as their gradients of weights can fill") {
  constexpr auto of = [](hr::pipeline_schedule by, hr::count rank = 0) {
    hr::training_job each = llama(64);
    each.model.layers[0].how_many = 128;
    each.parallelism.schedule = by;
    each.adapters.rank = rank;
    return hr::step_time(each, rates.value_or({}));
  };
  using enum hr::pipeline_schedule;
  const double usually = exposed(of(one_forward_one_backward), hr::step_part::bubble);
  const double h1 = exposed(of(zero_bubble_h1), hr::step_part::bubble);
  const double h2 = exposed(of(zero_bubble_h2), hr::step_part::bubble);
  CHECK(h1 < usually);
  CHECK(h2 == doctest::Approx(h1 - (usually - h1) / 2));  // F + B - 3 W
  CHECK(h1 > usually / 3);  // a third of the passes' time at most are gradients of weights
  // Frozen weights have none.
  CHECK(exposed(of(zero_bubble_h1, 16), hr::step_part::bubble) == doctest::Approx(exposed(of(one_forward_one_backward, 16), hr::step_part::bubble)).epsilon(0.02));
  // Two stages of half the micro-batches each: the same work.
  CHECK(exposed(of(dual_pipe), hr::step_part::projections) == doctest::Approx(exposed(of(one_forward_one_backward), hr::step_part::projections)));
  CHECK(exposed(of(dual_pipe), hr::step_part::bubble) < h1);
  CHECK(exposed(of(dual_pipe), hr::step_part::stages) == 0);
  hr::training_job odd = llama(31);
  odd.parallelism.schedule = dual_pipe;
  CHECK(!hr::step_time(odd, rates.value_or({})).is_known());
}

TEST_CASE("DualPipe hides the exchanges of experts beside the other pass of a pair") {
  constexpr auto of = [](hr::pipeline_schedule by) {
    return hr::step_time(hr::training_job{.model = hr::models::deepseek_v3,
                                          .parallelism = {.pipeline = 16, .data = 64, .expert = 64, .schedule = by},
                                          .sequence = 4'096,
                                          .micro_batches = 64,
                                          .sharding = hr::sharding::optimizer},
                         rates.value_or({}));
  };
  const auto dual = of(hr::pipeline_schedule::dual_pipe).value_or({})[hr::step_part::expert_parallel];
  CHECK(hr::in_seconds(dual.hidden) / hr::in_seconds(dual.hidden + dual.exposed) == doctest::Approx((64 - 24 + 1) / 64.0));
  CHECK(hr::in_seconds(of(hr::pipeline_schedule::one_forward_one_backward).value_or({})[hr::step_part::expert_parallel].hidden) == 0);
}

TEST_CASE("more of anything is never slower") {
  CHECK_CONSTEXPR(with([](auto&, auto& on, auto&, auto&) { on.links.scale_up_share = 0.99; }) <= usual);
  CHECK_CONSTEXPR(with([](auto&, auto& on, auto&, auto&) { on.links.scale_out_share = 2; }) <= usual);
  CHECK_CONSTEXPR(with([](auto&, auto& on, auto&, auto&) { on.wide.memory *= 2.0; }) <= usual);
  CHECK_CONSTEXPR(with([](auto&, auto& on, auto&, auto&) { on.wide.matrix *= 2.0; }) <= usual);
  CHECK_CONSTEXPR(with([](auto&, auto& on, auto&, auto&) { on.products.matrix *= 2.0; }) <= usual);
  CHECK_CONSTEXPR(with([](auto& of, auto&, auto&, auto&) { of.recompute = hr::full_recomputation; }) >= usual);
  CHECK_CONSTEXPR(with([](auto& of, auto&, auto&, auto&) { of.parallelism.last_stage_layers = 11; }) >= usual);
  CHECK_CONSTEXPR(with([](auto&, auto&, auto& as, auto&) { as.months = 12; }) >= usual);
  CHECK_CONSTEXPR(with([](auto&, auto&, auto& as, auto&) { as.overlaps_tensor = false; }) >= usual);
  CHECK_CONSTEXPR(with([](auto&, auto&, auto& as, auto&) { as.overlaps_data = false; }) >= usual);
  CHECK_CONSTEXPR(with([](auto&, auto&, auto& as, auto&) { as.balanced_stages = true; }) <= usual);
}

TEST_CASE("a longer batch takes longer and makes more tokens a second") {
  double before = 0;
  double tokens = 0;
  for (hr::count micro_batches = 8; micro_batches <= 512; micro_batches *= 2) {
    const auto found = hr::step_time(llama(micro_batches), rates.value_or({}));
    CHECK(hr::in_seconds(found.value_or({}).total()) > before);
    CHECK(found.value_or({}).tokens_per_second() > tokens);
    before = hr::in_seconds(found.value_or({}).total());
    tokens = found.value_or({}).tokens_per_second();
  }
}

TEST_CASE("what goes on beside computation is told and takes nothing") {
  constexpr auto found = hr::step_time(llama(), rates.value_or({}));
  CHECK(hr::in_seconds(found.value_or({})[hr::step_part::tensor_parallel].hidden) > 0);
  CHECK(hr::in_seconds(found.value_or({})[hr::step_part::data_parallel].hidden) > 0);
  CHECK(hr::in_seconds(found.value_or({})[hr::step_part::head].hidden) == 0);
}

TEST_CASE("a job that cannot be, or a machine without its format, is told why") {
  hr::training_job wrong = llama();
  wrong.parallelism.tensor = 7;
  const auto refused = hr::step_time(wrong, rates.value_or({}));
  CHECK(!refused.is_known());
  CHECK(refused.note == "tensor parallelism does not divide the attention heads");
  hr::training_job narrow = llama();
  narrow.formats = hr::nvfp4_training;
  CHECK(!hr::step_time(narrow, h100).is_known());
  // A GPU a machine, and no network between machines.
  const auto alone = hr::step_time(llama(), hr::machine(hr::azure::nc40ads_h100_v5::spec));
  CHECK(!alone.is_known());
  CHECK(alone.note.find("scale-out network") != std::string_view::npos);
}

// A hundred estimates in one assertion at the compilers' default limits, memory included.
constexpr bool a_hundred_are_known() {
  const hr::rank_layers layers = hr::layers_on_rank(llama());
  for (hr::count micro_batches = 1; micro_batches <= 100; ++micro_batches) {
    const hr::training_job each = llama(micro_batches);
    if (!hr::step_time(each, layers, rates.value_or({})).is_known() || !hr::training_memory(each, layers).is_known()) return false;
  }
  return true;
}
static_assert(a_hundred_are_known());

}  // namespace training_step_time_test
