// SPDX-License-Identifier: BSL-1.0
#include <headroom/plan/search.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <random>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/take.hpp>
#include <set>
#include <span>
#include <vector>

#include <headroom/catalog/azure.hpp>
#include <headroom/model/models.hpp>
#include <headroom/plan/job_choices.hpp>

#include <check.hpp>
#include <plan/slow_run_groups.hpp>

namespace plan_search_test {
namespace {

using hr::plan_amount;

constexpr hr::machine h100{hr::azure::nd96isr_h100_v5::spec};
constexpr hr::machine h200{hr::azure::nd96isr_h200_v5::spec};
constexpr hr::machine a100{hr::azure::nd96asr_v4::spec};

inline constexpr hr::training_job small_job{.model = hr::models::llama3_1_8b,
                                            .sequence = 4'096,
                                            .micro_batches = 64,
                                            .formats = hr::bf16_training,
                                            .sharding = hr::sharding::optimizer};
inline constexpr std::array small_kinds{hr::plan_kind_of(h100, small_job, 2, hr::dollars_per_hour(98)),
                                        hr::plan_kind_of(h200, small_job, 1, hr::dollars_per_hour(110))};
inline constexpr hr::training_plans small_space{.job = &small_job, .kinds = small_kinds};

constexpr std::array every_schedule{hr::pipeline_schedule::one_forward_one_backward, hr::pipeline_schedule::zero_bubble_h1,
                                    hr::pipeline_schedule::zero_bubble_h2, hr::pipeline_schedule::dual_pipe};

// Every plan with room, each by itself and with no bound.
struct judged_plan {
  hr::training_plan plan{};
  hr::duration time{};
  double amount = 0;
};
std::vector<judged_plan> all_that_do(const hr::training_job& job, const hr::training_plans& space, const hr::plan_objective& asked) {
  std::vector<judged_plan> all;
  for (const hr::training_plan& each : space) {
    const hr::training_job tried = hr::job_of(job, each);
    if (tried.micro_batches < 1 || !hr::contradiction(tried).empty()) continue;
    const auto taken = hr::training_memory(tried);
    if (!taken.is_known() || taken.known()->total() + hr::kept_by_driver > hr::usable_memory_per_gpu(each.on->machine).value_or({})) continue;
    const auto step = hr::step_time(tried, each.on->machine);
    if (!step.is_known()) continue;
    const hr::duration time = hr::seconds(asked.tokens / step.known()->tokens_per_second());
    const hr::count taken_machines = slow_run_groups::blocks_of(hr::run_site_of(each.on->machine), each.layout).machines;
    if (taken_machines > each.on->layouts.most / each.on->gpus) continue;
    const double machines = static_cast<double>(taken_machines);
    const double dollars = hr::in_dollars_per_hour(each.on->price.value_or({})) * machines * hr::in_hours(time);
    if (hr::in_days(asked.deadline) > 0 && time > asked.deadline) continue;
    if (hr::in_dollars(asked.budget) > 0 && (dollars > hr::in_dollars(asked.budget) || !each.on->price.is_known())) continue;
    if (asked.least == plan_amount::cost && !each.on->price.is_known()) continue;
    const double watts = hr::in_watts(value_of(each.on->machine.gpu()->tdp)) * static_cast<double>(each.on->gpus) * machines;
    const std::array amounts{dollars, hr::in_seconds(time), static_cast<double>(each.gpus()), watts * hr::in_seconds(time)};
    all.push_back({each, time, amounts[static_cast<std::size_t>(asked.least)]});
  }
  std::ranges::stable_sort(all, {}, &judged_plan::amount);
  return all;
}

double in_printed_units(const hr::plan_amounts& of, plan_amount which) { return value_of(hr::amount_of(of, which)); }

}  // namespace

TEST_CASE("A search at compile time finds what it finds at run time") {
  constexpr auto& found = hr::found_plans<small_job, small_space>;
  static_assert(found.all().size() == 2);
  const auto again = hr::search(small_job, small_space, {});
  CHECK(again.tried() == found.tried());
  CHECK(hr::in_dollars(value_of(again.all().front().cost)) == doctest::Approx(hr::in_dollars(value_of(found.all().front().cost))).epsilon(1e-9));
  CHECK(hr::cheapest<small_job, small_space>.cost <= again.all().front().cost.value_or({}) * 1.000001);
  CHECK_FALSE(hr::figure<hr::money>(hr::unknown) <= hr::dollars(1e9));
}

TEST_CASE("Leaving plans out by bounds never loses the best" * doctest::test_suite("slow")) {
  std::mt19937 random(17);
  const auto one_of = [&](const auto& all) { return all[random() % std::size(all)]; };
  hr::count left_out = 0;
  hr::count with_plans = 0;
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    hr::training_job job = small_job;
    job.model = *one_of(std::array{&hr::models::llama3_1_8b, &hr::models::llama3_1_70b, &hr::models::mixtral_8x7b});
    job.sequence = one_of(std::array<hr::count, 3>{1'024, 4'096, 8'192});
    job.micro_batches = one_of(std::array<hr::count, 4>{1, 16, 60, 64});
    job.sharding = one_of(std::array{hr::sharding::none, hr::sharding::optimizer, hr::sharding::weights});
    job.scores_materialised = random() % 4 == 0;
    constexpr std::array<hr::count, 3> contexts{4, 1, 2};
    constexpr std::array exchanges{hr::context_exchange::ring, hr::context_exchange::all_to_all};
    constexpr std::array shardings{hr::sharding::optimizer, hr::sharding::weights};
    constexpr std::array formats{hr::bf16_training, hr::fp32_weights};
    const auto some_of = [&](const auto& all) { return std::span(all).first(random() % 6 == 0 ? all.size() : 0); };
    const hr::job_choices choices{some_of(contexts), some_of(shardings), some_of(formats), some_of(exchanges)};
    std::vector<hr::training_job> jobs;
    for (std::size_t i = 0; i < choices.size(); ++i) jobs.push_back(choices.of(job, i));
    std::vector<hr::plan_kind> kinds;
    for (const hr::machine& on : {h100, a100, h200}) {
      if (random() % 2 == 0) continue;
      const hr::count at_most = 1 + static_cast<hr::count>(random() % 4);
      const auto price = random() % 8 == 0 ? hr::figure<hr::money_rate>(hr::unknown) : hr::dollars_per_hour(20 + static_cast<double>(random() % 100));
      const bool divides_experts = random() % 2 == 0;
      for (const hr::training_job& each : jobs) {
        kinds.push_back(hr::plan_kind_of(on, each, at_most, price));
        kinds.back().layouts.with_narrow_experts = kinds.back().layouts.with_divided_experts = divides_experts;
      }
    }
    const hr::training_plans space{.job = &job,
                                   .kinds = kinds,
                                   .with_micro_batches = random() % 4 == 0,
                                   .with_recomputation = random() % 2 == 0,
                                   .with_virtual_stages = random() % 8 == 0,
                                   .schedules = std::span(every_schedule).first(random() % 4 == 0 ? every_schedule.size() : 0)};
    hr::plan_objective asked{.least = one_of(std::array{plan_amount::cost, plan_amount::time, plan_amount::gpus, plan_amount::rated_energy}), .tokens = 1e9};
    if (random() % 2 == 0) asked.deadline = hr::hours(static_cast<double>(random() % 100) / 2 + 1);
    if (random() % 2 == 0) asked.budget = hr::dollars(static_cast<double>(random() % 100) * 100 + 100);

    const auto found = hr::search(job, space, asked);
    const std::vector<judged_plan> all = all_that_do(job, space, asked);
    REQUIRE(found.all().size() == std::min<std::size_t>(all.size(), 2));
    for (std::size_t i = 0; i < found.all().size(); ++i) {
      const double amount = in_printed_units(found.all()[i], asked.least);
      CHECK(amount == doctest::Approx(all[i].amount).epsilon(1e-6));
    }
    left_out += found.left_out();
    with_plans += all.empty() ? 0 : 1;
  }
  CHECK(left_out > 1'000);
  CHECK(with_plans > 100);
}

// Each framework, schedule and recomputation, with adapters and without, experts that drop tokens, and last products left out.
TEST_CASE("No step takes less than the bound on it" * doctest::test_suite("slow")) {
  std::mt19937 random(23);
  const auto one_of = [&](const auto& all) { return all[random() % std::size(all)]; };
  int seen = 0, again = 0;
  double nearest = 0;
  for (int round = 0; round < 60; ++round) {
    hr::training_job job = small_job;
    job.model = *one_of(std::array{&hr::models::llama3_1_8b, &hr::models::llama3_1_70b, &hr::models::mixtral_8x7b, &hr::models::gpt3_175b});
    job.sequence = one_of(std::array<hr::count, 3>{512, 2'048, 8'192});
    job.micro_batches = one_of(std::array<hr::count, 3>{4, 16, 64});
    job.framework = one_of(std::array{hr::frameworks::megatron, hr::frameworks::torchtitan, hr::frameworks::megatron_deepspeed});
    job.adapters.rank = one_of(std::array<hr::count, 3>{0, 0, 16});
    if (hr::has_experts(job.model)) job.expert_capacity = one_of(std::array{0.0, 0.5, 1.25});
    hr::step_settings as = hr::usual_step;
    as.stops_early = random() % 4 == 0;
    const std::array kinds{hr::plan_kind_of(one_of(std::array{h100, a100}), job, 4)};
    const hr::training_plans space{.job = &job, .kinds = kinds, .with_micro_batches = true, .with_recomputation = true, .with_virtual_stages = true, .schedules = every_schedule};
    for (const hr::training_plan& each : space) {
      if (random() % 8 != 0) continue;
      const hr::training_job made = hr::job_of(job, each);
      if (made.micro_batches < 1 || !hr::contradiction(made).empty()) continue;
      const auto step = hr::step_time(made, value_of(kinds[0].rates), as, hr::measured_steps);
      if (!step.is_known()) continue;
      const double share = hr::in_seconds(hr::detail::least_amounts_of(job, each, {}, as).time) / hr::in_seconds(value_of(step).total());
      CAPTURE(round);
      CHECK(share <= 1 + 1e-9);
      nearest = std::max(nearest, share);
      ++seen;
      again += each.again.kind == hr::recompute::full ? 1 : 0;
    }
  }
  CHECK(seen > 5'000);
  CHECK(again > 500);
  CHECK(nearest > 0.7);
}

// Racks of VMs of four GPUs: groups that share experts and do not divide a rack leave GPUs of it idle, which are paid for.
TEST_CASE("Plans on racks are the best of all, with the machines that groups take which share experts" * doctest::test_suite("slow")) {
  std::mt19937 random(31);
  const auto one_of = [&](const auto& all) { return all[random() % std::size(all)]; };
  int with_plans = 0, on_more = 0, too_large = 0;
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    hr::vm part = hr::azure::nd128isr_gb300_v6::spec;
    hr::rack whole = hr::azure::gb300_nvl72::spec;
    const hr::count vms = 3 + static_cast<hr::count>(random() % 4);
    part.scale_up_domain_gpus = 4 * vms;
    whole.vm = &part;
    whole.vms = vms;
    const hr::machine on = random() % 4 == 0 ? hr::machine(part) : hr::machine(whole);
    hr::training_job job = small_job;
    job.model = *one_of(std::array{&hr::models::mixtral_8x7b, &hr::models::qwen3_30b_a3b});
    job.sequence = one_of(std::array<hr::count, 2>{1'024, 4'096});
    job.micro_batches = one_of(std::array<hr::count, 3>{16, 48, 64});
    const hr::count at_most = (on.rack() == nullptr ? vms : 1) * (1 + static_cast<hr::count>(random() % 5));
    std::array kinds{hr::plan_kind_of(on, job, at_most, hr::dollars_per_hour(100))};
    kinds[0].layouts.with_narrow_experts = kinds[0].layouts.with_divided_experts = true;
    const hr::training_plans space{.job = &job, .kinds = kinds, .with_recomputation = random() % 2 == 0};
    hr::plan_objective asked{.least = one_of(std::array{plan_amount::cost, plan_amount::time, plan_amount::gpus, plan_amount::rated_energy}), .tokens = 1e9};
    if (random() % 2 == 0) asked.deadline = hr::hours(static_cast<double>(random() % 40) / 4 + 1);
    const auto found = hr::search(job, space, asked);
    const std::vector<judged_plan> all = all_that_do(job, space, asked);
    REQUIRE(found.all().size() == std::min<std::size_t>(all.size(), 2));
    for (std::size_t i = 0; i < found.all().size(); ++i)
      CHECK(in_printed_units(found.all()[i], asked.least) == doctest::Approx(all[i].amount).epsilon(1e-6));
    with_plans += all.empty() ? 0 : 1;
    for (const hr::training_plan& each : space) {
      too_large += each.is_too_large() ? 1 : 0;
      on_more += each.machines() > (each.gpus() + kinds[0].gpus - 1) / kinds[0].gpus ? 1 : 0;
    }
  }
  CHECK(with_plans > 100);
  CHECK(on_more > 2'000);
  CHECK(too_large > 200);
}

// 40 GPUs of 8: five stages of 80 layers, which no power of two or three halves of one is.
TEST_CASE("Plans are on any number of machines, in any number of stages that layers come out even over") {
  hr::training_job job = small_job;
  job.model = hr::models::llama3_1_70b;
  const std::array kinds{hr::plan_kind_of(h100, job, 5)};
  const hr::training_plans space{.job = &job, .kinds = kinds};
  std::set<std::array<hr::count, 3>> of_five;
  for (const hr::training_plan& each : space)
    if (each.machines() == 5) of_five.insert({each.layout.tensor, each.layout.pipeline, each.layout.data});
  CHECK(of_five == std::set<std::array<hr::count, 3>>{{1, 5, 8}, {2, 5, 4}, {4, 5, 2}, {8, 5, 1}, {1, 10, 4}, {2, 10, 2}, {4, 10, 1}, {1, 20, 2}, {2, 20, 1}, {1, 40, 1}});
}

// Three recomputations, micro-batches of the divisors up to eight of a replica's 64 sequences or fewer and, of a pipeline, each number of virtual stages that cuts 32 layers evenly, or 34 with the
// embedding and the head: of each layout, each once.
TEST_CASE("What is left open is varied over every layout") {
  const auto cuts_of = [](const hr::training_plan& each) {
    hr::count cuts = 0;
    for (hr::count stages = 1; stages <= 34; ++stages)
      if (stages == 1 || 32 % (stages * each.layout.pipeline) == 0 || 34 % (stages * each.layout.pipeline) == 0) ++cuts;
    return each.layout.pipeline > 1 ? cuts : 1;
  };
  hr::count expected = 0;
  for (const hr::training_plan& each : small_space)
    for (hr::count micro_batch = 1; micro_batch <= 8; ++micro_batch)
      if (64 / each.layout.data % micro_batch == 0) expected += 3 * cuts_of(each);
  const hr::training_plans varied{
      .job = &small_job, .kinds = small_kinds, .with_micro_batches = true, .with_recomputation = true, .with_virtual_stages = true};
  std::set<std::vector<hr::count>> seen;
  hr::count all = 0;
  for (const hr::training_plan& each : varied) {
    const hr::parallelism& p = each.layout;
    seen.insert({static_cast<hr::count>(each.on - small_kinds.data()), p.tensor, p.pipeline, p.data, p.context, p.expert, p.virtual_stages, each.micro_batch,
                 static_cast<hr::count>(each.again.kind)});
    ++all;
  }
  CHECK(static_cast<hr::count>(seen.size()) == expected);
  CHECK(all == expected);
  // Of four schedules one has virtual stages.
  hr::count scheduled = 0;
  for (const hr::training_plan& each : small_space) scheduled += cuts_of(each) + (each.layout.pipeline > 1 ? 3 : 0);
  std::set<std::vector<hr::count>> ways;
  const hr::training_plans in_every_schedule{.job = &small_job, .kinds = small_kinds, .with_virtual_stages = true, .schedules = every_schedule};
  for (const hr::training_plan& each : in_every_schedule) {
    const hr::parallelism& p = each.layout;
    ways.insert({static_cast<hr::count>(each.on - small_kinds.data()), p.tensor, p.pipeline, p.data, p.context, p.expert, p.virtual_stages,
                 static_cast<hr::count>(p.schedule)});
  }
  CHECK(static_cast<hr::count>(ways.size()) == scheduled);
  // Past a layout there are as many as it has.
  hr::count passed = 0;
  for (auto at = in_every_schedule.begin(); at != in_every_schedule.end();) passed += at.pass_layout();
  CHECK(passed == scheduled);
  // The global batch of 64 sequences stays what it is.
  const hr::training_job twos = hr::job_of(small_job, {.on = small_kinds.data(), .layout = {.tensor = 8, .data = 2}, .micro_batch = 2});
  CHECK(twos.micro_batches == 16);
  CHECK(twos.global_batch() == 64);
}

// What DeepSeek-V3 computes again are norms, activations and the latent attention's products (arXiv:2412.19437, 3.2.1 and 3.2.3).
TEST_CASE("Recomputation is of nothing, of what the framework has a name for, and of all") {
  constexpr auto parts_of = [](const hr::training_job& job) {
    std::vector<std::array<bool, 5>> all;
    const hr::recomputation_choices choices = hr::recomputations_of(job);
    for (std::size_t i = 0; i < choices.size(); ++i)
      if (const auto& [kind, parts, layers, group] = choices[i]; kind == hr::recompute::selective)
        all.push_back({parts.scores, parts.norms, parts.activation, parts.expert_activation, parts.expanded_latents});
    CHECK(choices[0].kind == hr::recompute::none);
    CHECK(choices[choices.size() - 1].kind == hr::recompute::full);
    CHECK(choices.size() == all.size() + 2 + job.framework.recomputes_alternate_products);
    return all;
  };
  using every = std::vector<std::array<bool, 5>>;
  hr::training_job job = small_job;
  // Megatron-LM's modules: core_attn, layernorm, moe_act and mla_up_proj; of dense networks' activation it has none.
  CHECK(parts_of(job) == every{{false, true, false, false, false}});
  job.scores_materialised = true;
  CHECK(parts_of(job) == every{{true, false, false, false, false}, {true, true, false, false, false}});
  job.scores_materialised = false;
  job.model = hr::models::mixtral_8x7b;
  CHECK(parts_of(job) == every{{false, true, false, false, false}, {false, true, false, true, false}});
  job.model = hr::models::deepseek_v3;
  CHECK(parts_of(job) == every{{false, true, false, false, false}, {false, true, false, true, false}, {false, true, false, true, true}});
  job.framework.recomputes.activation = true;
  CHECK(parts_of(job) == every{{false, true, false, false, false}, {false, true, true, true, false}, {false, true, true, true, true}});
  job.framework = hr::frameworks::deepspeed;
  CHECK(parts_of(job).empty());
  job.framework = hr::frameworks::torchtitan;
  CHECK(parts_of(job).empty());
  job = small_job;
  job.framework = hr::frameworks::torchtitan;
  CHECK(hr::recomputations_of(job)[1].kind == hr::recompute::alternate_products);
  CHECK_CONSTEXPR(hr::recomputations_of(small_job).size() == 3);
}

// GPT-3 has 96 layers: MLPerf's submissions divide 8 stages into 12 virtual ones of one layer each (MLPerf Training 3.1, NVIDIA).
TEST_CASE("Every number of virtual stages that cuts the layers of a job evenly is tried, with its ends or without, and no other") {
  hr::training_job job = small_job;
  job.model = hr::models::gpt3_175b;
  job.sequence = 2'048;
  job.micro_batches = 256;
  const std::array kinds{hr::plan_kind_of(h100, job, 8)};
  const hr::training_plans space{.job = &job, .kinds = kinds, .with_virtual_stages = true};
  std::set<std::array<hr::count, 4>> tried;
  for (const hr::training_plan& each : space)
    tried.insert({each.layout.tensor, each.layout.pipeline, each.layout.data, each.layout.virtual_stages});
  CHECK(tried.contains({4, 8, 2, 12}));
  hr::count valid = 0;
  for (hr::training_plan each : hr::training_plans{.job = &job, .kinds = kinds})
    for (each.layout.virtual_stages = 1; each.layout.virtual_stages <= 98; ++each.layout.virtual_stages) {
      const hr::training_job made = hr::job_of(job, each);
      if (made.micro_batches < 1 || !hr::contradiction(made).empty()) continue;
      const hr::count stages = each.layout.pipeline * each.layout.virtual_stages;
      if (each.layout.virtual_stages > 1 && 96 % stages != 0 && 98 % stages != 0) {
        CHECK_FALSE(tried.contains({each.layout.tensor, each.layout.pipeline, each.layout.data, each.layout.virtual_stages}));
        continue;
      }
      ++valid;
      CHECK(tried.contains({each.layout.tensor, each.layout.pipeline, each.layout.data, each.layout.virtual_stages}));
    }
  CHECK(valid > 100);
}

TEST_CASE("Views of plans are searched, and predicates of one's own") {
  auto whole = small_space | ranges::views::filter([](const hr::training_plan& each) { return each.layout.tensor == 8; });
  const auto found = hr::search(small_job, whole, {.least = plan_amount::time});
  REQUIRE(found.all().size() == 2);
  CHECK(found.all().front().plan.layout.tensor == 8);
  CHECK(hr::search(small_job, small_space | ranges::views::take(0), {}).is_empty());
}

TEST_CASE("Equally good plans are told apart by what they cost, then by their GPUs and their time") {
  const auto best_of = [](std::initializer_list<hr::plan_amounts> all, plan_amount least) {
    hr::best_plans<int, 1> best({.least = least});
    int number = 0;
    for (const hr::plan_amounts& each : all) best.take(number++, each);
    return best.all().front().plan;
  };
  const auto one = [](double seconds, hr::count gpus, hr::figure<hr::money> cost) { return hr::plan_amounts{.time = hr::seconds(seconds), .gpus = gpus, .cost = cost}; };
  CHECK(best_of({one(1, 8, hr::dollars(9)), one(2, 8, hr::dollars(5))}, plan_amount::gpus) == 1);
  CHECK(best_of({one(2, 8, hr::dollars(5)), one(1, 8, hr::dollars(9))}, plan_amount::gpus) == 0);
  CHECK(best_of({one(1, 8, hr::unknown), one(2, 8, hr::dollars(5))}, plan_amount::gpus) == 1);
  CHECK(best_of({one(1, 16, hr::dollars(5)), one(1, 8, hr::dollars(5))}, plan_amount::time) == 1);
  CHECK(best_of({one(2, 8, hr::dollars(5)), one(1, 8, hr::dollars(5))}, plan_amount::cost) == 1);
  CHECK(best_of({one(1, 8, hr::dollars(5)), one(1, 8, hr::dollars(5))}, plan_amount::cost) == 0);
}

TEST_CASE("What has no price is not ranked by it, and within no budget") {
  const std::array unpriced{hr::plan_kind_of(h100, small_job, 1)};
  const hr::training_plans space{.job = &small_job, .kinds = unpriced};
  const auto by_cost = hr::search(small_job, space, {});
  CHECK(by_cost.is_empty());
  CHECK(by_cost.unknown_ones() > 0);
  CHECK(hr::search(small_job, space, {.least = plan_amount::time, .budget = hr::dollars(1e9)}).is_empty());
  CHECK_FALSE(hr::search(small_job, space, {.least = plan_amount::time}).is_empty());
}

}  // namespace plan_search_test
