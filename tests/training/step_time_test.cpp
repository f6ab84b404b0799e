// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/step_time.hpp>

#include <check.hpp>
#include <parallel/run_1f1b.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <vector>

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

// Adam reads a gradient of 4 bytes and two moments and a weight of 4 each, and writes the three: 28 in fp32. Of bf16 the weight is a copy, and the other
// is written, too: 30; without a copy of it 4 + 2 x 8 + 2 x 2.
TEST_CASE("the optimizer reads the weights that it changes") {
  constexpr auto optimizing = [](hr::precision weights, const hr::optimizer& by) {
    hr::training_job of = llama();
    of.formats.weights = weights;
    of.formats.gradients = hr::fp32;
    of.optimizer = by;
    return exposed(hr::step_time(of, rates.value_or({})), hr::step_part::optimizer);
  };
  constexpr double copied = optimizing(hr::bf16, hr::adam);
  CHECK(copied > 0);
  CHECK(optimizing(hr::fp32, hr::adam) / copied == doctest::Approx(28.0 / 30).epsilon(1e-9));
  CHECK(optimizing(hr::bf16, hr::adam_without_master) / copied == doctest::Approx(24.0 / 30).epsilon(1e-9));
}

// A host is no slower where a GPU is, of what is computed again, too: what its exchanges gain is not lost to waiting.
TEST_CASE("more bandwidth is never slower beside a slow GPU that computes layers with experts again") {
  hr::training_job of{.model = hr::models::qwen3_235b_a22b, .parallelism = {.data = 64, .context = 2, .expert = 128}, .sequence = 2'048,
                      .micro_batches = 48, .sharding = hr::sharding::optimizer};
  const auto takes = [&](double bandwidth, double slowest) {
    hr::step_rates on = rates.value_or({});
    on.links.scale_out = on.links.scale_out * bandwidth;
    return hr::step_time(of, on, {.slowest_gpu = slowest});
  };
  const double host = exposed(takes(1, 1), hr::step_part::host);
  of.recompute = hr::full_recomputation;
  CHECK(exposed(takes(1, 1), hr::step_part::host) > host);
  CHECK(hr::in_seconds(takes(2, 3).value_or({}).total()) < hr::in_seconds(takes(1, 3).value_or({}).total()));
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
  CHECK(exposed(of(8), hr::step_part::bubble) == doctest::Approx(exposed(of(1), hr::step_part::bubble) / 8).epsilon(0.001));
}

TEST_CASE("schedules leave less of a bubble, as much as their gradients of weights can fill") {
  constexpr auto of = [](hr::pipeline_schedule by, hr::count rank = 0) {
    hr::training_job each = llama(64);
    each.model.layers[0].how_many = 128;
    each.model.vocabulary = 1;
    each.parallelism.schedule = by;
    each.adapters.rank = rank;
    return hr::step_time(each, rates.value_or({}));
  };
  using enum hr::pipeline_schedule;
  const double usually = exposed(of(one_forward_one_backward), hr::step_part::bubble);
  const double h1 = exposed(of(zero_bubble_h1), hr::step_part::bubble);
  const double h2 = exposed(of(zero_bubble_h2), hr::step_part::bubble);
  CHECK(h1 < usually);
  CHECK(h2 == doctest::Approx(h1 - (usually - h1) / 2).epsilon(0.01));  // F + B - 3 W
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

TEST_CASE("what hides exchanges in 1F1B hides them beside all but as many passes as there are stages") {
  constexpr auto of = [](bool overlaps) {
    return hr::step_time(hr::training_job{.model = hr::models::deepseek_v3,
                                          .parallelism = {.pipeline = 16, .data = 64, .expert = 64},
                                          .sequence = 4'096,
                                          .micro_batches = 64,
                                          .sharding = hr::sharding::optimizer},
                         rates.value_or({}), {.overlaps_experts = overlaps});
  };
  const auto beside = of(true).value_or({})[hr::step_part::expert_parallel];
  CHECK(hr::in_seconds(beside.hidden) / hr::in_seconds(beside.hidden + beside.exposed) == doctest::Approx((64 - 16) / 64.0));
  CHECK(of(true).value_or({}).total() < of(false).value_or({}).total());
}

// The stage that exchanges most is not the slowest where its exchanges are hidden: the one with the head is, whatever the network.
TEST_CASE("a faster network never makes DualPipe slower") {
  hr::step_rates on = rates.value_or({});
  const hr::training_job job{.model = hr::models::deepseek_v3,
                             .parallelism = {.pipeline = 16, .data = 64, .expert = 64, .schedule = hr::pipeline_schedule::dual_pipe},
                             .sequence = 4'096,
                             .micro_batches = 64,
                             .sharding = hr::sharding::optimizer};
  hr::duration before = hr::hours(1);
  for (int doubling = 0; doubling < 12; ++doubling, on.links.scale_out = on.links.scale_out * 1.3) {
    const hr::duration step = hr::step_time(job, on, {}, {.host = {}, .host_of_expert = {}, .layer_kernels = 0}).value_or({}).total();
    CHECK(step <= before * (1 + 1e-12));
    before = step;
  }
}

TEST_CASE("layers take the same, counted together or one of them apart") {
  for (const hr::count apart : {1, 2, 125}) {
    const double split = with([&](auto& job, auto&, auto&, auto&) {
      job.model.layers[1] = job.model.layers[0];
      job.model.layers[0].how_many -= apart;
      job.model.layers[1].how_many = apart;
    });
    CHECK(split == doctest::Approx(usual));
  }
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
  CHECK_CONSTEXPR(with([](auto&, auto&, auto& as, auto&) { as.tensor_overlap = hr::tensor_overlap::none; }) >= usual);
  CHECK_CONSTEXPR(with([](auto&, auto&, auto& as, auto&) { as.overlaps_data = false; }) >= usual);
  CHECK_CONSTEXPR(with([](auto&, auto&, auto& as, auto&) { as.balanced_stages = true; }) <= usual);
}

// Whatever goes on beside exchanges, nothing takes longer than it would by itself; and what is not exposed is hidden.
TEST_CASE("no overlap of tensor ranks is slower than none") {
  for (const hr::count tensor : {1, 2, 4, 8, 16})
    for (const bool sequence : {false, true})
      for (const bool again : {false, true}) {
        const auto takes = [&](hr::tensor_overlap by) {
          hr::training_job of = llama();
          of.parallelism.tensor = tensor;
          of.parallelism.sequence = sequence;
          if (again) of.recompute = hr::full_recomputation;
          return hr::step_time(of, rates.value_or({}), {.tensor_overlap = by}).value_or({});
        };
        const hr::step_schedule none = takes(hr::tensor_overlap::none);
        const auto all = [](const hr::step_schedule& of) { return hr::in_seconds(of[hr::step_part::tensor_parallel].exposed + of[hr::step_part::tensor_parallel].hidden); };
        CAPTURE(tensor);
        for (const hr::tensor_overlap by : {hr::tensor_overlap::measured, hr::tensor_overlap::bulk, hr::tensor_overlap::ring}) {
          CHECK(takes(by).total() <= none.total());
          CHECK(all(takes(by)) == doctest::Approx(all(none)));
        }
      }
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

constexpr hr::training_job deepseek(hr::count micro_batches = 32) {
  return {.model = hr::models::deepseek_v3,
          .parallelism = {.pipeline = 16, .data = 64, .expert = 64},
          .sequence = 4'096,
          .micro_batches = micro_batches,
          .sharding = hr::sharding::optimizer};
}

// A hundred estimates in one assertion at the compilers' default limits, memory included.
template <class Job>
constexpr bool a_hundred_are_known(Job job) {
  const hr::rank_layers layers = hr::layers_on_rank(job(1));
  for (hr::count micro_batches = 1; micro_batches <= 100; ++micro_batches) {
    const hr::training_job each = job(micro_batches);
    if (!hr::step_time(each, layers, rates.value_or({})).is_known() || !hr::training_memory(each, layers).is_known()) return false;
  }
  return true;
}
static_assert(a_hundred_are_known(llama));
static_assert(a_hundred_are_known(deepseek));

// ---- Steps of three kinds of layers, put together once more, stage by stage, from the seconds of a layer.

namespace {

hr::step_rates made_up() {
  hr::step_rates on;
  on.wide = {.matrix = hr::from_base_units<hr::operation_rate>(1e15),
             .units = 100,
             .memory = hr::terabytes_per_second(3),
             .launch = hr::microseconds(5),
             .matrix_16_bit = hr::from_base_units<hr::operation_rate>(1e15)};
  on.products = on.wide;
  on.products.format = hr::fp8;
  on.products.matrix *= 2.0;
  on.wide_share = 0.6;
  on.products_share = 0.7;
  on.links = {.machine_gpus = 8, .domain_gpus = 8, .scale_up_share = 0.8, .scale_out_share = 0.9};
  on.links.scale_up.one_direction = hr::gigabytes_per_second(450);
  on.links.scale_out.one_direction = hr::gigabytes_per_second(50);
  on.links.start = hr::microseconds(30);
  return on;
}

// Three dense layers, four with experts that mix tokens alike, a place that is not used, and five of a recurrence.
hr::training_job of_three_kinds(const hr::parallelism& p, hr::count micro_batches) {
  hr::training_job of{.model = {.vocabulary = 2'000, .hidden = 512}, .parallelism = p, .sequence = 1'024, .micro_batches = micro_batches};
  const hr::attention mixing{.heads = 8, .kv_heads = 8, .head_size = 64};
  of.model.layers[0] = {.letter = 'D', .how_many = 3, .attention = mixing, .feed_forward = {.width = 1'000}};
  of.model.layers[1] = {.letter = 'E', .how_many = 4, .attention = mixing, .experts = {.routed = 16, .per_token = 3, .width = 400, .shared_width = 200}};
  of.model.layers[3] = {.letter = 'M', .how_many = 5, .state_space = {.heads = 8, .head_size = 64, .groups = 8, .state_size = 16, .kernel = 4},
                        .feed_forward = {.width = 600}};
  of.model.predicts = {.modules = 2, .order = "EM"};
  return of;
}

constexpr std::array<std::size_t, 4> kinds{0, 1, 3, 4};
constexpr std::array<std::size_t, 2> predicting{1, 3};

struct part_seconds {
  std::array<double, hr::step_part_count> exposed{};
  std::array<double, hr::step_part_count> hidden{};
};

// Of the ranks that hold a stage, those in the scale-up domain of the first of them: one by one, each by its place among all GPUs. Of the two
// ends that DualPipe has of each stage those are counted that lie farthest apart.
hr::count neighbours(const hr::parallelism& p, hr::count copies, hr::count apart, hr::count domain, bool at_both_ends) {
  const bool both_ends = at_both_ends && copies > 1 && p.pipeline > 1 && p.schedule == hr::pipeline_schedule::dual_pipe;
  const hr::count last = (p.pipeline - 1) * p.tensor * p.context * p.data;
  hr::count found = 0;
  for (hr::count i = 0; i < (both_ends ? copies / 2 : copies); ++i) found += (i * apart < domain) + (both_ends && last + i * apart < domain);
  return found;
}

// What replicas exchange of a stage that computes so long for a micro-batch, of which one that is not the last waits for `each`; and the parameters whose
// state a rank has.
struct stage_replicas {
  double waited = 0;
  double meanwhile = 0;
  double each = 0;
  double last = 0;  // of what is waited for, behind the last micro-batch
  double optimized = 0;
};
stage_replicas replicas_of(const hr::training_job& of, const hr::step_settings& as, const hr::step_constants& by, const hr::step_rates& on, const hr::stage_layers& stage,
                           double computed) {
  const hr::parallelism& p = of.parallelism;
  const hr::rank_layers ranks = hr::layers_on_rank(of);
  const bool is_dual = p.pipeline > 1 && p.schedule == hr::pipeline_schedule::dual_pipe;
  const hr::count batches = of.micro_batches / (is_dual ? 2 : 1);
  hr::detail::rank_parameters held;
  for (const std::size_t kind : kinds) held.add(ranks.of_kind[kind], static_cast<double>(stage.of_kind[kind]));
  if (stage.first) held.add(ranks.first, 1);
  if (stage.last) held.add(ranks.last, 1);
  if (stage.last && !stage.first && (of.model.tied || (of.with_predicting && of.model.predicts.modules > 0))) held.others += 2'000.0 * 512 / static_cast<double>(p.tensor);  // the table that both ends have
  const bool is_adapted = of.adapters.rank > 0;
  const double dense = is_adapted ? held.adapters : held.products + held.others;
  const double routed = is_adapted ? held.expert_adapters : held.experts;
  // What is gathered of weights that are shared out: frozen ones, too.
  const double whole_dense = held.products + held.others + (is_adapted ? held.adapters : 0);
  const double whole_routed = held.experts + (is_adapted ? held.expert_adapters : 0);
  const hr::count alike = p.data * p.context * (is_dual ? 2 : 1);
  const hr::count experts_alike = p.tensor * alike / (p.expert * p.experts_tensor());
  const double layers = static_cast<double>(std::max<hr::count>(1, stage.total()));
  stage_replicas made;
  double each = 0, last = 0;
  const auto exchanged = [&](double parameters, double whole, hr::count n, hr::count shared_by, hr::count apart) {
    made.optimized += parameters / static_cast<double>(of.sharding == hr::sharding::none ? 1 : shared_by);
    if (n == 1 || whole <= 0) return;
    if (of.sharding == hr::sharding::none) shared_by = n;
    const hr::count same = n / shared_by;
    const hr::ranks sharing{shared_by, neighbours(p, shared_by, apart, on.links.domain_gpus, same == 1)};
    const hr::ranks others{same, neighbours(p, same, apart * shared_by, on.links.domain_gpus, true)};
    const auto once_over = [&](hr::collective which, double of_all, const hr::ranks& who) {
      return layers * hr::detail::seconds_for(which, of_all / layers, who, on.links);
    };
    const double weight = (of.formats.products_primary ? 1 : 2) * (of.sharding == hr::sharding::weights ? whole : parameters);
    const double gather = once_over(hr::collective::all_gather, weight, sharing);
    const double sum = of.sharding == hr::sharding::none ? once_over(hr::collective::all_reduce, 4 * parameters, sharing)
                                                         : once_over(hr::collective::reduce_scatter, 4 * parameters, sharing);
    const double sum_of_shards = of.sharding == hr::sharding::none ? 0 : once_over(hr::collective::all_reduce, 4 * parameters / static_cast<double>(shared_by), others);
    for (const bool is_last : {false, true}) {
      double& takes = is_last ? last : each;
      const bool is_scattered = is_last || of.sharding >= hr::sharding::gradients;
      if (is_scattered) takes += sum;
      if (is_scattered && (is_last || !as.sums_shards_once)) takes += sum_of_shards;
      if (of.sharding == hr::sharding::weights) takes += 2 * gather;
      else if (is_last && of.sharding != hr::sharding::none) takes += gather;
    }
  };
  const hr::count shared_by = of.shards > 0 ? of.shards : alike;
  const hr::count experts_shared_by = std::max<hr::count>(1, experts_alike * shared_by / alike);
  exchanged(dense, whole_dense, alike, shared_by, p.tensor);
  exchanged(routed, whole_routed, experts_alike, experts_shared_by, p.expert * p.experts_tensor());
  // Both beside one micro-batch.
  const auto hidden = [&](double takes) {
    const double share = 1 - (of.sharding == hr::sharding::weights ? by.exposed : by.data_exposed);
    return as.overlaps_data ? share * std::min(takes, computed) : 0;
  };
  made.each = each - hidden(each);
  for (hr::count batch = 1; batch <= batches; ++batch) {
    const double takes = batch == batches ? last : each;
    made.waited += takes - hidden(takes);
    if (batch == batches) made.last = takes - hidden(takes) - made.each;
    made.meanwhile += hidden(takes);
  }
  return made;
}

part_seconds put_together(const hr::training_job& of, const hr::step_settings& as, const hr::step_constants& by, const hr::step_rates& on) {
  using enum hr::step_part;
  const hr::parallelism& p = of.parallelism;
  const hr::detail::step_terms t = hr::detail::step_terms_of(of, on, as, by);
  const double modules = of.with_predicting ? 2 : 0;
  const double heads = 1 + modules;
  const double products_of_head = of.adapters.rank > 0 ? 2 : 3;
  const double logits = t.tokens * 2'000 / static_cast<double>(p.tensor);
  const double bytes = on.wide.moved_rate();

  hr::detail::step_seconds mean_once, mean_again, once, again;
  double forward = 0, weights = 0, all = 0, most = -1;
  hr::stage_layers slowest;
  const bool is_dual = p.pipeline > 1 && p.schedule == hr::pipeline_schedule::dual_pipe;
  const bool is_1f1b = p.schedule == hr::pipeline_schedule::one_forward_one_backward && p.virtual_stages == 1 && !as.balanced_stages;
  std::vector<passes_1f1b> stages_taken;
  std::vector<double> after;  // what a stage does behind its passes: it exchanges, and Adam's 12 bytes are read and written, a gradient of 4 and a weight of 2
  stage_replicas of_slowest;
  const double batches = static_cast<double>(of.micro_batches);
  const double paired = p.expert == 1 ? 0 : is_dual ? (batches - 1.5 * static_cast<double>(p.pipeline) + 1) / batches : as.overlaps_experts && p.pipeline == 1 ? (batches - 1) / batches : 0;
  double beside_slowest = 0, host_of_slowest = 0, slowest_after = 0;
  for (hr::count stage = 0; stage < p.pipeline; ++stage) {
    const hr::stage_layers held = hr::layers_of_stage(of.model, p, stage);
    const double forward_before = forward;
    hr::detail::step_seconds first_time, second_time;
    double beside = 0, host_beside = 0;
    const auto add = [&](std::size_t kind, double times, double share) {
      const auto layer = hr::detail::layer_seconds_of(of, of.model.layers[kind], on, t, as, by);
      first_time.add(layer.forward, times);
      first_time.add(layer.backward, times);
      second_time.add(layer.again, times * share);
      forward += times * layer.forward.total();
      weights += times * layer.weights;
      const hr::count held_experts = of.model.layers[kind].experts.routed / p.expert;
      const double launches = (as.replays_graphs && held_experts > 0 ? by.graphs : 1) *
                              (hr::in_seconds(by.host) + static_cast<double>(held_experts) * hr::in_seconds(by.host_of_expert));
      // A layer that is computed again or not, in a pair of passes: experts' exchanges beside what computes beside no other, and what a host adds to all of it.
      for (const bool again_too : {false, true}) {
        const double many = times * (again_too ? share : 1 - share);
        std::vector<hr::detail::step_seconds> passes{layer.forward, layer.backward};
        if (again_too) passes.push_back(layer.again);
        double computes = 0, exchanges = 0, other = 0, waits = 0, hides = 0;
        for (const hr::detail::step_seconds& pass : passes) {
          computes += pass.computed();
          exchanges += pass.exchange;
          other += pass.tensor + pass.context;
          waits += pass.host;
          hides += pass.tensor_hidden + pass.context_hidden;
        }
        const bool launched_again = again_too && of.recompute.kind != hr::recompute::selective && of.recompute.kind != hr::recompute::none;
        const double hidden = std::min(exchanges, std::max(0.0, computes - hides));
        const double gpu = computes + exchanges - hidden + other;
        const double pair = std::cbrt(gpu * gpu * gpu + std::pow(launches * (launched_again ? 4.0 / 3 : 1), 3));
        beside += many * paired * hidden;
        host_beside += many * ((1 - paired) * waits + paired * (pair - gpu));
      }
    };
    const double layers = static_cast<double>(held.total());
    const double recomputed = static_cast<double>(of.recompute.layers);
    const double share = of.recompute.kind == hr::recompute::none ? 0 : recomputed > 0 && recomputed < layers ? recomputed / layers : 1;
    for (const std::size_t kind : kinds)
      if (held.of_kind[kind] > 0) add(kind, static_cast<double>(held.of_kind[kind]), share);
    if (held.first) {
      first_time.streamed += 8 * t.tokens * 512 / bytes;
      first_time.tensor += t.tensor_gather;
    }
    if (held.last) {
      const double product = heads * 2 * logits * 512 / (1e15 * 0.6);
      first_time.head += products_of_head * product;
      first_time.streamed += heads * 2 * (6 + 2) * logits / bytes;
      first_time.tensor += heads * 2 * t.tensor_gather;
      forward += product + heads * 2 * 6 * logits / bytes + heads * t.tensor_gather;
      weights += (products_of_head - 2) * product;
      for (const std::size_t kind : predicting) add(kind, modules, of.recompute.kind == hr::recompute::none ? 0 : 1);
    }
    double takes = first_time.total() + second_time.total();
    all += takes;
    takes += host_beside - first_time.host - second_time.host - beside;
    const stage_replicas replicas = replicas_of(of, as, by, on, held, takes);
    after.push_back(replicas.last + (2 * 12 + 4 + 2) * replicas.optimized / bytes);
    if (p.pipeline > 1) takes += replicas.each;
    stages_taken.push_back({forward - forward_before, takes - (forward - forward_before)});
    mean_once.add(first_time, 1 / static_cast<double>(p.pipeline));
    mean_again.add(second_time, 1 / static_cast<double>(p.pipeline));
    if (takes > most) {
      most = takes;
      slowest = held;
      once = first_time;
      again = second_time;
      of_slowest = replicas;
      slowest_after = after.back();
      beside_slowest = beside;
      host_of_slowest = host_beside;
    }
  }
  if (as.balanced_stages) once = mean_once, again = mean_again, host_of_slowest = once.host + again.host;  // in no pairs

  part_seconds made;
  const double late = 1 + by.monthly * as.months;
  const auto put = [&](hr::step_part part, double exposed, double hidden = 0) {
    made.exposed[static_cast<std::size_t>(part)] = late * exposed;
    made.hidden[static_cast<std::size_t>(part)] = late * hidden;
  };
  const double held_stages = is_dual ? 2 : 1;
  const double m = static_cast<double>(of.micro_batches) / held_stages;
  put(projections, m * once.projections);
  put(networks, m * once.networks);
  put(experts, m * once.experts);
  put(head, m * once.head);
  put(attention, m * once.attention);
  put(recurrence, m * once.recurrence);
  put(memory_bound, m * once.streamed);
  put(casts, m * once.casts);
  put(recomputation, m * again.computed());
  put(launches, m * once.launches);
  put(host, m * host_of_slowest);
  put(tensor_parallel, m * (once.tensor + again.tensor), m * (once.tensor_hidden + again.tensor_hidden));
  put(context_parallel, m * (once.context + again.context), m * (once.context_hidden + again.context_hidden));
  put(expert_parallel, m * (once.exchange + again.exchange - beside_slowest), m * beside_slowest);
  const double computed = once.total() + again.total() - once.host - again.host + host_of_slowest - beside_slowest;
  if (p.pipeline > 1) {
    const double stages = static_cast<double>(p.pipeline);
    const double n = stages * held_stages;
    const double f = forward / n, b = (all - forward) / n, w = weights / n;
    const double v = static_cast<double>(p.virtual_stages);
    double idle = (stages - 1 + (v - 1) * std::max(0.0, stages - static_cast<double>(of.micro_batches))) / v * (f + b);
    if (p.schedule == hr::pipeline_schedule::zero_bubble_h1) idle = (stages - 1) * (f + b - 2 * w);
    if (is_dual) idle = (stages / 2 - 1) * (f + 2 * b - 3 * w);
    idle = std::max(0.0, idle);
    if (is_1f1b) {  // the step ends with the last stage
      const std::vector<double> ends = ends_of_1f1b(stages_taken, static_cast<std::size_t>(of.micro_batches));
      double latest = 0;
      for (std::size_t stage = 0; stage < after.size(); ++stage) latest = std::max(latest, ends[stage] + after[stage]);
      idle = latest - slowest_after - m * most;
    }
    put(bubble, idle);
    const double sent = 2 * t.divided * 512 / (p.gpus() <= 8 ? hr::in_bytes_per_second(on.links.scale_up.one_direction) * 0.8 : hr::in_bytes_per_second(on.links.scale_out.one_direction) * 0.9);
    const double sends = 2 * static_cast<double>(of.micro_batches * p.virtual_stages) * sent;
    const bool is_waited_for = p.virtual_stages == 1 && !is_dual;
    const double hides = is_waited_for ? 0 : std::min(sends, m * computed);  // no longer than is computed
    put(hr::step_part::stages, sends - hides, hides);
  }

  if (as.balanced_stages) {
    of_slowest = replicas_of(of, as, by, on, slowest, computed);
    slowest_after = of_slowest.last + (2 * 12 + 4 + 2) * of_slowest.optimized / bytes;
  }
  put(data_parallel, of_slowest.waited, of_slowest.meanwhile);
  const bool is_copied = of.model.tied || (of.with_predicting && of.model.predicts.modules > 0);
  const double table = is_copied && p.pipeline > 1 && !is_dual ? 2'000.0 * 512 / static_cast<double>(p.tensor) : 0;  // that both ends have
  if (table > 0 && of.adapters.rank == 0) {  // a ring of the two ends: two steps, in which each sends half of it
    const double bytes_held = 4 * table / (of.sharding >= hr::sharding::gradients ? static_cast<double>(of.sharing()) : 1);
    const double rate = p.gpus() <= 8 ? hr::in_bytes_per_second(on.links.scale_up.one_direction) * 0.8 : hr::in_bytes_per_second(on.links.scale_out.one_direction) * 0.9;
    const double wire = bytes_held / rate, fill = 2 * hr::in_bytes(hr::ring_chunk) / rate;
    made.exposed[static_cast<std::size_t>(hr::step_part::stages)] += late * (30e-6 + std::min(wire / hr::low_latency_share, wire + fill));
  }
  put(optimizer, slowest_after - of_slowest.last);
  put(every_step, p.gpus() == 1 ? 0 : hr::in_seconds(by.step));
  return made;
}

void check_parts(const hr::training_job& of, const hr::step_settings& as = {}, const hr::step_constants& by = hr::measured_steps, double links = 1) {
  hr::step_rates on = made_up();
  on.links.scale_up.one_direction *= links;
  on.links.scale_out.one_direction *= links;
  const auto found = hr::step_time(of, on, as, by);
  CAPTURE(found.note);
  REQUIRE(found.is_known());
  const part_seconds expected = put_together(of, as, by, on);
  for (std::size_t part = 0; part < hr::step_part_count; ++part) {
    CAPTURE(hr::name(static_cast<hr::step_part>(part)));
    const auto each = found.value_or({})[static_cast<hr::step_part>(part)];
    CHECK(hr::in_seconds(each.exposed) == doctest::Approx(expected.exposed[part]).epsilon(1e-9));
    CHECK(hr::in_seconds(each.hidden) == doctest::Approx(expected.hidden[part]).epsilon(1e-9));
  }
}

}  // namespace

TEST_CASE("a step is its slowest stage, and what it waits for") {
  hr::training_job plain = of_three_kinds({.tensor = 2, .pipeline = 3, .data = 4, .expert = 4, .sequence = true}, 6);
  plain.sharding = hr::sharding::optimizer;
  check_parts(plain);
  plain.with_predicting = false;
  check_parts(plain, {.months = 10});
  plain.recompute = hr::full_recomputation;
  plain.recompute.layers = 2;
  plain.with_predicting = true;
  check_parts(plain, {.overlaps_data = false, .months = 10});
  check_parts(plain, {.balanced_stages = true});
}

TEST_CASE("a step of interleaved stages, of bubbles that gradients fill, and of both ends of a pipeline at once") {
  hr::training_job interleaved = of_three_kinds({.pipeline = 2, .data = 4, .virtual_stages = 3}, 4);
  interleaved.formats = hr::fp8_training;
  interleaved.sharding = hr::sharding::weights;
  interleaved.model.predicts = {};
  interleaved.with_predicting = false;
  check_parts(interleaved);
  for (const hr::count batches : {1, 2, 3, 7}) {  // fewer than stages, and no multiple of them
    hr::training_job few = of_three_kinds({.pipeline = 3, .data = 2, .virtual_stages = 3}, batches);
    few.with_predicting = false;
    check_parts(few);
  }
  hr::training_job filled = of_three_kinds({.tensor = 2, .pipeline = 2, .context = 2, .expert = 2, .schedule = hr::pipeline_schedule::zero_bubble_h1}, 8);
  filled.recompute = {.kind = hr::recompute::alternate_products};
  check_parts(filled);
  // Both ends in one domain of eight GPUs, or in two.
  for (const hr::count pipeline : {2, 4, 6, 8})
    for (const hr::count data : {1, 2, 4})
      for (const hr::sharding shared : {hr::sharding::none, hr::sharding::optimizer, hr::sharding::gradients, hr::sharding::weights}) {
        hr::training_job both = of_three_kinds({.pipeline = pipeline, .data = data, .schedule = hr::pipeline_schedule::dual_pipe}, 24);
        both.sharding = shared;
        CAPTURE(pipeline);
        CAPTURE(data);
        check_parts(both);
        both.model.layers[0].feed_forward.width = 100'000;
        check_parts(both, {.overlaps_data = false});
      }
  hr::training_job dual = of_three_kinds({.pipeline = 4, .data = 4, .expert = 4, .schedule = hr::pipeline_schedule::dual_pipe}, 12);
  dual.sharding = hr::sharding::optimizer;
  dual.recompute = hr::full_recomputation;
  check_parts(dual);
  check_parts(dual, {}, {.host = {}, .layer_kernels = 0});
  dual.recompute.layers = 1;
  check_parts(dual, {.replays_graphs = true});
  check_parts(dual, {}, hr::measured_steps, 0.01);
}

// With one stage each pass but the first and the last has another's beside it.
TEST_CASE("passes in pairs hide exchanges of experts, and wait for a host beside what is left") {
  for (const double links : {0.01, 0.1, 1.0, 100.0})
    for (const hr::recompute again : {hr::recompute::none, hr::recompute::full, hr::recompute::alternate_products, hr::recompute::selective})
      for (const hr::step_constants& by : {hr::measured_steps, hr::step_constants{.host = {}, .host_of_expert = {}}}) {
        hr::training_job of = of_three_kinds({.data = 8, .expert = 8}, 5);
        if (again == hr::recompute::full) of.parallelism = {.tensor = 2, .data = 4, .expert = 4, .sequence = true};
        of.recompute = {.kind = again, .layers = again == hr::recompute::none ? 0 : 5};
        if (again == hr::recompute::selective) of.recompute.parts.experts = true;
        CAPTURE(links);
        check_parts(of, {.overlaps_experts = true}, by, links);
        check_parts(of, {.overlaps_experts = false}, by, links);
      }
}

// The stage that computes longest is another one than that which waits longest for what replicas exchange in every micro-batch.
TEST_CASE("the slowest stage is that of all its time, exchanges with replicas too") {
  for (const hr::sharding shared : {hr::sharding::gradients, hr::sharding::weights})
    for (const double links : {0.01, 0.1, 1.0, 10.0})
      for (const bool overlaps : {false, true})
        for (const hr::parallelism& p : {hr::parallelism{.pipeline = 4, .data = 8, .expert = 8}, hr::parallelism{.pipeline = 3, .data = 8},
                                         hr::parallelism{.pipeline = 2, .data = 8, .virtual_stages = 2},
                                         hr::parallelism{.pipeline = 4, .data = 8, .expert = 2, .schedule = hr::pipeline_schedule::dual_pipe}}) {
          hr::training_job of = of_three_kinds(p, 12);
          of.sharding = shared;
          if (p.virtual_stages > 1) of.with_predicting = false;
          CAPTURE(links);
          check_parts(of, {.overlaps_data = overlaps}, hr::measured_steps, links);
        }
}

// A stage with twice the sequences computes longer and gathers the same, whichever stage others wait for.
TEST_CASE("longer sequences never make a step of shared weights shorter") {
  const auto takes = [](hr::count sequence) {
    return hr::in_seconds(value_of(hr::step_time(hr::training_job{.model = hr::models::gpt_oss_120b,
                                                                  .parallelism = {.tensor = 4, .pipeline = 16, .data = 32, .expert = 8, .expert_tensor = 1, .sequence = true},
                                                                  .sequence = sequence,
                                                                  .micro_batches = 64,
                                                                  .sharding = hr::sharding::weights},
                                                 rates.value_or({}), {.replays_graphs = true}))
                              .total());
  };
  for (hr::count sequence = 512; sequence <= 16'384; sequence *= 2) CHECK(takes(sequence) <= takes(2 * sequence));
}

// Each half of the copies of a stage fills domains from the first of its own GPUs on.
TEST_CASE("both halves of DualPipe's copies have a last domain with what is left of each") {
  const hr::fabric over{.domain_gpus = 8};
  for (hr::count half = 3; half <= 33; ++half)
    for (const hr::count apart : {1, 2, 8}) {
      CAPTURE(half);
      CAPTURE(apart);
      std::map<hr::count, hr::count> in_domain;
      for (hr::count i = 0; i < half; ++i) ++in_domain[i * apart / 8];
      const hr::parallelism p{.tensor = apart, .pipeline = 4, .data = half, .schedule = hr::pipeline_schedule::dual_pipe};
      const hr::ranks who = hr::detail::copies_on(p, 2 * half, apart, over);
      CHECK(who.domains() == static_cast<hr::count>(2 * in_domain.size()));
      CHECK(who.in_domain == in_domain.begin()->second);
      CHECK(who.in_last_domain() == in_domain.rbegin()->second);
    }
}

TEST_CASE("a step of layers that mix tokens alike before and behind others, and of links that nothing hides") {
  hr::training_job apart = of_three_kinds({.tensor = 2, .pipeline = 4, .data = 4, .expert = 4, .schedule = hr::pipeline_schedule::dual_pipe}, 12);
  apart.model.layers[4] = {.letter = 'F', .how_many = 2, .attention = apart.model.layers[0].attention, .feed_forward = {.width = 300}};
  check_parts(apart);
  // Weights that are gathered over the slow network in every micro-batch take longer than all that is computed, again or not.
  hr::training_job gathered = of_three_kinds({.data = 16}, 2);
  gathered.sharding = hr::sharding::weights;
  gathered.recompute = hr::full_recomputation;
  check_parts(gathered, {}, hr::measured_steps, 0.01);
  // And gradients that are shared out: summed in each of three micro-batches, beside computation or longer than it.
  hr::training_job summed = of_three_kinds({.data = 16}, 3);
  summed.sharding = hr::sharding::gradients;
  check_parts(summed);
  check_parts(summed, {.overlaps_data = false});
  check_parts(summed, {}, hr::measured_steps, 0.01);
  hr::training_job sent = of_three_kinds({.pipeline = 4, .data = 16, .expert = 16, .schedule = hr::pipeline_schedule::dual_pipe}, 12);
  check_parts(sent, {}, hr::measured_steps, 0.001);
}

// Experts that are computed again make their stage the slowest, which computes less the first time.
TEST_CASE("the slowest stage is that of all its time, again or not") {
  hr::training_job of = of_three_kinds({.pipeline = 3}, 3);
  of.model.predicts = {};
  of.with_predicting = false;
  of.recompute = {.kind = hr::recompute::selective, .parts = {.norms = true, .experts = true}};
  of.model.layers[1].experts.width = 1'600;
  for (hr::count dense = 1'000; dense <= 16'000; dense += 1'000) {
    of.model.layers[0].feed_forward.width = dense;
    check_parts(of, {}, {.host = {}, .host_of_expert = {}, .layer_kernels = 0});
  }
}

TEST_CASE("of late ranks alone a step waits for these") {
  const hr::step_settings as{.jitter = hr::seconds(0.25)};
  CHECK(hr::in_seconds(value_of(hr::step_time(llama(), rates.value_or({}), as))[hr::step_part::waiting].exposed) == 0.25);
}

// A loop on one GPU waits for nobody at its end: kernels are at work for 94 to 99 % of its steps (docs/accuracy.md, whole steps of one GPU).
TEST_CASE("a step of one GPU ends without a wait, and of two and of two hundred with the same") {
  constexpr auto waited = [](const hr::parallelism& p) {
    hr::training_job of = llama();
    of.parallelism = p;
    return exposed(hr::step_time(of, rates.value_or({})), hr::step_part::every_step);
  };
  CHECK_CONSTEXPR(waited({}) == 0);
  CHECK_CONSTEXPR(waited({.tensor = 2}) == hr::in_seconds(hr::measured_steps.step));
  CHECK_CONSTEXPR(waited({.pipeline = 2}) == hr::in_seconds(hr::measured_steps.step));
  CHECK_CONSTEXPR(waited({.data = 200}) == hr::in_seconds(hr::measured_steps.step));
  check_parts(of_three_kinds({}, 3));
}

TEST_CASE("a step of adapters trains these, and primary weights are gathered in their format") {
  hr::training_job adapted = of_three_kinds({.tensor = 2, .data = 4, .expert = 2, .sequence = true}, 3);
  adapted.adapters = {.rank = 1, .feed_forward = true, .experts = true};
  check_parts(adapted);
  // Of weights that are shared out frozen ones are gathered, too, also of experts that nothing adapts.
  adapted.sharding = hr::sharding::weights;
  check_parts(adapted);
  adapted.adapters.experts = false;
  check_parts(adapted);
  hr::training_job primary = of_three_kinds({.tensor = 2, .data = 8, .expert = 8}, 3);
  primary.formats = hr::training_formats{.products = {.format = hr::fp8}, .product_copies = 1, .products_primary = true};
  primary.sharding = hr::sharding::optimizer;
  primary.shards = 4;
  check_parts(primary);
  primary.shards = 1;
  check_parts(primary);
}

// Of eight replicas two, four or all share state; what they share lies in their scale-up domain, or in several.
TEST_CASE("what is shared out among some replicas is gathered among these, and summed with the others") {
  for (const hr::count shards : {1, 2, 4, 8})
    for (const hr::sharding shared : {hr::sharding::none, hr::sharding::optimizer, hr::sharding::gradients, hr::sharding::weights})
      for (const hr::parallelism& p : {hr::parallelism{.data = 8}, hr::parallelism{.tensor = 2, .data = 8, .expert = 4, .expert_tensor = 1},
                                       hr::parallelism{.data = 4, .context = 2, .expert = 2},
                                       hr::parallelism{.pipeline = 4, .data = 4, .expert = 2, .schedule = hr::pipeline_schedule::dual_pipe}}) {
        hr::training_job of = of_three_kinds(p, 12);
        of.sharding = shared;
        of.shards = shards;
        CAPTURE(shards);
        check_parts(of);
        of.adapters = {.rank = 2, .experts = true};
        check_parts(of, {.overlaps_data = false});
      }
}

// The first and the last stage hold the table that head and embedding are, and sum its gradients, in a domain or between two; DualPipe's ranks hold
// both ends, one stage is both, and frozen tables have no gradients.
TEST_CASE("the ends of a pipeline sum the gradients of a table that both hold") {
  for (const hr::parallelism& p : {hr::parallelism{.pipeline = 3}, hr::parallelism{.tensor = 2, .pipeline = 4, .data = 2, .sequence = true}, hr::parallelism{.pipeline = 2, .data = 4},
                                   hr::parallelism{.pipeline = 2, .data = 4, .virtual_stages = 2}, hr::parallelism{.data = 8},
                                   hr::parallelism{.pipeline = 4, .data = 4, .schedule = hr::pipeline_schedule::dual_pipe}})
    for (const hr::sharding shared : {hr::sharding::none, hr::sharding::optimizer, hr::sharding::gradients, hr::sharding::weights}) {
      hr::training_job of = of_three_kinds(p, 12);
      of.sharding = shared;
      of.model.tied = true;
      of.model.predicts = {};
      of.with_predicting = false;
      check_parts(of, {.months = 10});
      of.model.vocabulary = 2'000;
      of.parallelism.last_stage_layers = p.pipeline > 1 ? 9 - p.pipeline : 0;  // the slowest is the last
      check_parts(of, {.overlaps_data = false});
      of.adapters = {.rank = 2};
      check_parts(of);
    }
}

// As PyTorch's FSDP2 does when all-reduces are asked for with the last micro-batch alone.
TEST_CASE("shards are summed over replicas in each micro-batch or once") {
  for (const hr::count shards : {0, 2, 4})
    for (const hr::sharding shared : {hr::sharding::none, hr::sharding::optimizer, hr::sharding::gradients, hr::sharding::weights})
      for (const hr::parallelism& p : {hr::parallelism{.data = 8}, hr::parallelism{.pipeline = 2, .data = 8, .expert = 2}}) {
        hr::training_job of = of_three_kinds(p, 4);
        of.sharding = shared;
        of.shards = shards;
        CAPTURE(shards);
        check_parts(of, {.sums_shards_once = true});
        check_parts(of, {.overlaps_data = false, .sums_shards_once = true});
        check_parts(of, {.overlaps_data = false});
      }
  hr::training_job of = of_three_kinds({.data = 8}, 4);
  of.sharding = hr::sharding::weights;
  of.shards = 2;
  const auto takes = [&](bool once) { return exposed(hr::step_time(of, made_up(), {.sums_shards_once = once}), hr::step_part::data_parallel); };
  CHECK(takes(true) < takes(false));
}

TEST_CASE("a stage that is slowest is named, and GPUs of one domain need no network besides") {
  hr::training_job of = of_three_kinds({.pipeline = 3}, 3);
  of.model.predicts = {};
  of.with_predicting = false;
  of.parallelism.first_stage_layers = 1;
  of.parallelism.last_stage_layers = 1;
  hr::step_rates on = made_up();
  on.links.scale_out = {};
  CHECK(hr::step_time(of, on).value_or({}).slowest_stage == 1);
  of.parallelism = {.data = 8};
  CHECK(hr::step_time(of, on).is_known());
  of.parallelism = {.data = 9};
  CHECK(!hr::step_time(of, on).is_known());
  on.links.scale_out.one_direction = hr::bytes_per_second(1);
  CHECK(hr::step_time(of, on).is_known());
  // A checkpoint a second that takes half of it.
  const hr::step_settings as{.checkpoint_interval = hr::seconds(1), .checkpoint_stall = hr::seconds(0.5)};
  CHECK(hr::in_seconds(hr::step_time(of, on, as).value_or({}).total()) == doctest::Approx(1.5 * hr::in_seconds(hr::step_time(of, on).value_or({}).total())));
}

// A card on PCIe trains alone, and with others exchanges over what is not modelled.
TEST_CASE("a step of several GPUs has links that are known, and one GPU needs none") {
  hr::gpu card = hr::nvidia::h100_sxm5::spec;
  card.scale_up.per_gpu = hr::absent;
  hr::vm on{.name = "cards", .gpus = 8, .scale_up_domain_gpus = 1};
  on.gpu = &card;
  hr::training_job job{.model = hr::models::llama3_1_8b, .sequence = 2'048};
  const hr::machine linked(hr::azure::nd96isr_h100_v5::spec);
  CHECK(value_of(hr::step_time(job, on)).total() == value_of(hr::step_time(job, linked)).total());
  job.parallelism.data = 2;
  CHECK(hr::step_time(job, on).note == "the GPU has no scale-up network: collectives over PCIe are not modelled");
  CHECK(hr::step_time(job, linked).is_known());
}

// By hand: of a ring of both ends in one domain everything passes over scale-up; a rank runs half of the micro-batches on each of its two stages, and
// so gathers the weights of both half as often. Alone on its machine a pipeline needs no network.
TEST_CASE("both ends of a pipeline exchange over scale-up where one domain has them") {
  hr::training_job of = of_three_kinds({.pipeline = 8, .schedule = hr::pipeline_schedule::dual_pipe}, 16);
  of.model.predicts = {};
  hr::step_rates on = made_up();
  on.links.scale_out = {};
  const hr::step_settings apart{.overlaps_data = false};
  const auto takes = [&](hr::sharding shared) {
    of.sharding = shared;
    return exposed(hr::step_time(of, on, apart), hr::step_part::data_parallel);
  };
  const hr::rank_layers layers = hr::layers_on_rank(of);
  const hr::stage_layers held = hr::layers_of_stage(of.model, of.parallelism, value_of(hr::step_time(of, on, apart)).slowest_stage);
  const double n = static_cast<double>(held.total());
  double parameters = (held.first ? layers.first.total() : 0) + (held.last ? layers.last.total() : 0);
  for (const std::size_t kind : kinds) parameters += static_cast<double>(held.of_kind[kind]) * layers.of_kind[kind].total();
  double experts = static_cast<double>(held.of_kind[1]) * layers.of_kind[1].experts;
  // A ring of two: a start, a step (two of an all-reduce) and half of the bytes (all of them).
  const auto ring = [&](double bytes, double ways) {
    const double rate = 450e9 * 0.8, wire = ways / 2 * bytes / rate, fill = ways * hr::in_bytes(hr::ring_chunk) / rate;
    return 30e-6 + std::min(wire / hr::low_latency_share, wire + fill);
  };
  const auto both = [&](double bytes, double ways) { return n * (ring(bytes * (parameters - experts) / n, ways) + (experts > 0 ? ring(bytes * experts / n, ways) : 0)); };
  CHECK(takes(hr::sharding::none) == doctest::Approx(both(4, 2)));
  CHECK(takes(hr::sharding::weights) == doctest::Approx(8 * (2 * both(2, 1) + both(4, 1))));
}

TEST_CASE("what takes no finite time is no estimate") {
  hr::step_rates still = made_up();
  still.links.scale_up.one_direction = {};
  const hr::training_job of = of_three_kinds({.data = 8}, 1);
  CHECK(hr::step_time(of, made_up()).is_known());
  CHECK(hr::step_time(of, still).note == "what the machine and the settings say makes its time no finite number");
  CHECK(!hr::step_time(of, made_up(), {.jitter = hr::seconds(std::numeric_limits<double>::infinity())}).is_known());
}

TEST_CASE("a step's note is the model's, else that of the machine's rates") {
  const hr::machine mi300x(hr::azure::nd96isr_mi300x_v5::spec);
  hr::training_job of{.model = hr::models::llama3_1_8b, .parallelism = {.data = 8}, .sequence = 1'024};
  const auto found = hr::step_time(of, mi300x);
  CHECK(found.note == "no measured training step on this architecture in this format");
  CHECK(found.basis == hr::basis::estimated);
  CHECK(hr::step_time(of, h100).note.empty());
  of.model.leaves_out = "a part";
  CHECK(!hr::step_time(of, mi300x).note.empty());
  CHECK(hr::step_time(of, mi300x).note == hr::step_time(of, value_of(hr::step_rates_of(mi300x, of.formats))).note);
  of.parallelism.tensor = 7;
  CHECK(hr::step_time(of, mi300x).note == "tensor parallelism does not divide the attention heads");
}

}  // namespace training_step_time_test
