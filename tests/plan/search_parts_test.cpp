// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <headroom/catalog/azure.hpp>
#include <headroom/model/models.hpp>
#include <headroom/plan/search.hpp>

#include <check.hpp>

namespace plan_search_parts_test {
namespace {

using hr::count;

constexpr hr::machine h100{hr::azure::nd96isr_h100_v5::spec};

// The layers of Llama 3.1 8B (arXiv:2407.21783, table 3): 32 of 4,096 with 32 heads of 128, of which 8 have keys and values, and 14,336 in
// the middle of the network.
constexpr double layer_matrices = 2.0 * 4'096 * 4'096 + 2.0 * 4'096 * 1'024 + 3.0 * 4'096 * 14'336;
constexpr double layer_norms = 2 * 4'096;
constexpr hr::training_job job{.model = hr::models::llama3_1_8b,
                               .parallelism = {.data = 3},
                               .sequence = 4'096,
                               .micro_batch = 2,
                               .micro_batches = 20,
                               .formats = hr::bf16_training,
                               .sharding = hr::sharding::optimizer};

constexpr bool is(double found, double expected) { return hr::math::close(found, expected); }

// The first of seven choices of a layout.
struct one_layout {
  hr::training_plan plan{};

  bool begins_layout() const { return true; }
  hr::training_plan leanest() const { return plan; }
  count pass_layout() const { return 7; }
};

// A kind by hand, each number of its own.
constexpr hr::plan_kind by_hand{.price = hr::dollars_per_hour(36), .gpu_power = hr::watts(11), .gpus = 8, .least_seconds = 1e-3};

}  // namespace

TEST_CASE("No plan takes less than its layers' products, forward and twice backward") {
  constexpr double operations = 2 * 32 * layer_matrices;  // of a token, forward
  const auto seconds = [](hr::training_job of, double products, double products_share, double wide, double wide_share) {
    hr::step_rates on;
    on.products.matrix = hr::untyped(hr::teraflops<hr::bf16>(products));
    on.wide.matrix = hr::untyped(hr::teraflops<hr::bf16>(wide));
    on.products_share = products_share;
    on.wide_share = wide_share;
    return hr::detail::least_seconds_of(of, on);
  };
  CHECK(is(seconds(job, 7, 0.5, 3, 0.75), 3 * operations / 3.5e12));
  CHECK(is(seconds(job, 3, 0.5, 7, 0.25), 3 * operations / 1.75e12));
  CHECK(seconds(job, 0, 0.5, 0, 0.25) == 0);
  // Weights that are not trained have no gradients of their own, and none of what is below them.
  hr::training_job adapted = job;
  adapted.adapters.rank = 1;
  CHECK(is(seconds(adapted, 7, 0.5, 3, 0.75), operations / 3.5e12));
  // Mixtral 8x7B (arXiv:2401.04088, table 1): two experts of 14,336 for each token, of which a capacity below the mean drops what is beyond it.
  hr::training_job routed = job;
  routed.model = hr::models::mixtral_8x7b;
  constexpr double expert_matrices = 3.0 * 4'096 * 14'336;
  constexpr double others = 2.0 * 32 * (2.0 * 4'096 * 4'096 + 2.0 * 4'096 * 1'024 + 4'096 * 8);
  for (const double capacity : {0.0, 0.25, 0.75, 1.0, 1.5}) {
    routed.expert_capacity = capacity;
    const double taken = capacity == 0 || capacity > 1 ? 1 : capacity;
    CHECK(is(seconds(routed, 7, 0.5, 3, 0.75), 3 * (others + taken * 2.0 * 32 * 2 * expert_matrices) / 3.5e12));
    CHECK(is(value_of(hr::least_operations_of(routed)), 3 * (others + taken * 2.0 * 32 * 2 * expert_matrices)));
  }
}

// By each plan's own time, whatever the bound says: the products of tokens that are dropped are in none.
TEST_CASE("The bound leaves out no best plan of experts that drop tokens") {
  hr::training_job routed{.model = hr::models::mixtral_8x7b, .sequence = 8'192, .micro_batches = 32, .formats = hr::bf16_training, .sharding = hr::sharding::weights};
  for (const double capacity : {0.1, 0.25, 0.5}) {
    routed.expert_capacity = capacity;
    const hr::plan_kind on = hr::plan_kind_of(h100, routed, 4);
    const hr::training_plans space{.job = &routed, .kinds = {&on, 1}, .with_micro_batches = true, .with_recomputation = true};
    double least = 1e30;
    for (const hr::training_plan& each : space) {
      const hr::training_job tried = hr::job_of(routed, each);
      if (tried.micro_batches < 1 || !hr::contradiction(tried).empty()) continue;
      const auto room = hr::training_memory(tried);
      if (!room.is_known() || room.known()->total() + hr::kept_by_driver > value_of(on.of_gpu)) continue;
      const auto step = hr::step_time(tried, value_of(on.rates));
      if (!step.is_known()) continue;
      const double takes = hr::in_seconds(step.known()->total());
      CHECK(takes >= hr::in_seconds(hr::detail::least_amounts_of(routed, each, {}).time));
      least = std::min(least, takes);
    }
    CHECK(hr::in_seconds(hr::search(routed, space, {.least = hr::plan_amount::time}).all().front().time) == least);
  }
}

TEST_CASE("A kind has what all plans on its machine have in common") {
  hr::training_job in_parts = job;
  in_parts.parallelism.context = 3;
  constexpr hr::plan_kind of = hr::plan_kind_of(h100, job, 5, hr::dollars_per_hour(98));
  CHECK_CONSTEXPR(of.gpus == 8);
  CHECK_CONSTEXPR(of.layouts.most == 40);
  CHECK_CONSTEXPR(value_of(of.price) == hr::dollars_per_hour(98));
  CHECK_CONSTEXPR(of.layouts.even_stages);  // Megatron-LM has to be told of others
  CHECK(hr::plan_kind_of(h100, in_parts, 5).layouts.even_stages);
  // Three times the products of a token, forward, at less than the 989.5 Tflop/s of an H100's data sheet.
  CHECK(hr::plan_kind_of(h100, in_parts, 5).least_seconds > 3 * 2 * 32 * layer_matrices / 989.5e12);
  CHECK(hr::plan_kind_of(h100, in_parts, 5).least_seconds < 2 * 3 * 2 * 32 * layer_matrices / 989.5e12);
  CHECK(hr::in_watts(value_of(of.gpu_power)) == doctest::Approx(8 * 700).epsilon(1e-12).scale(0));
  CHECK(value_of(of.of_gpu) == value_of(hr::usable_memory_per_gpu(h100)));
  CHECK(of.layouts.rest.data == 3);
  CHECK(hr::plan_kind_of(h100, in_parts, 5).layouts.most == 40);
  CHECK(hr::plan_kind_of(h100, in_parts, 5).layouts.rest.context == 3);
  CHECK(hr::plan_kind_of(h100, in_parts, 5).price.is_unknown());
  hr::training_job told = job;
  told.framework = hr::frameworks::deepspeed;
  CHECK_FALSE(hr::plan_kind_of(h100, told, 5).layouts.even_stages);
  // DeepSeek-V3's 61 layers come out even over no stages, and it was trained in 16 (arXiv:2412.19437, 3.1).
  told = job;
  told.model = hr::models::deepseek_v3;
  CHECK_FALSE(hr::plan_kind_of(h100, told, 5).layouts.even_stages);
  CHECK(hr::plan_kind_of(hr::machine{}, job, 5).least_seconds == 0);
}

TEST_CASE("A plan has the GPUs of its layout, on whole machines") {
  constexpr hr::training_plan nineteen{.on = &by_hand, .layout = {.tensor = 19}};
  CHECK_CONSTEXPR(nineteen.gpus() == 19);
  CHECK_CONSTEXPR(nineteen.machines() == 3);
  CHECK_CONSTEXPR(hr::training_plan{.layout = {.tensor = 19}}.machines() == 0);
  CHECK_CONSTEXPR(!hr::training_plan{.layout = {.tensor = 19}}.is_too_large());
  // A rack of 72 has room for one group of 64.
  const auto on_racks = [](count groups, count racks) {
    const hr::plan_kind rack{.gpus = 72, .layouts = {.node = 4, .domain = 72, .most = 72 * racks}};
    const hr::training_plan plan{.on = &rack, .layout = {.data = 64 * groups, .expert = 64, .expert_tensor = 1}};
    return std::pair(plan.machines(), plan.is_too_large());
  };
  CHECK(on_racks(9, 9) == std::pair<count, bool>(9, false));
  CHECK(on_racks(9, 8) == std::pair<count, bool>(9, true));
  CHECK(on_racks(1, 1) == std::pair<count, bool>(1, false));
}

// Divisors of the layers, with the ends as the job has them or with both.
TEST_CASE("The next number of virtual stages is the next that cuts the layers evenly") {
  for (count layers = 1; layers <= 50; ++layers)
    for (count pipeline = 2; pipeline <= 6; ++pipeline)
      for (int ends = 0; ends < 4; ++ends) {
        const hr::parallelism p{.pipeline = pipeline, .embedding_as_layer = (ends & 1) != 0, .head_as_layer = (ends & 2) != 0};
        std::set<count> all;
        for (const count cut : {layers + ends % 2 + ends / 2, layers + 2})
          for (count stage = 1; stage <= cut; ++stage)
            if (cut % stage == 0 && cut / stage % pipeline == 0) all.insert(cut / stage / pipeline);
        hr::training_job of = job;
        of.model.layers[0].how_many = layers;
        for (count from = 1; from <= 13; ++from) {
          const auto next = all.upper_bound(from);
          CHECK(hr::detail::virtual_stages_above(from, of, p) == (next == all.end() ? 0 : *next));
        }
      }
}

TEST_CASE("A job is arranged as a plan says, its batch as it was") {
  const auto made = [](const hr::training_plan& plan, auto change) {
    hr::training_job of = job;
    change(of);
    return hr::job_of(of, plan);
  };
  const auto as_it_is = [](hr::training_job&) {};
  // 120 sequences: three replicas in parts of two had 20 of them.
  constexpr hr::recomputation again{.kind = hr::recompute::selective, .parts = {.norms = true}};
  const hr::training_job of = made({.on = &by_hand, .layout = {.tensor = 4, .pipeline = 2, .data = 5}, .micro_batch = 3, .again = again}, as_it_is);
  CHECK(of.micro_batches == 8);
  CHECK(of.micro_batch == 3);
  CHECK(of.global_batch() == 120);
  CHECK(of.recompute.kind == hr::recompute::selective);
  CHECK(of.parallelism.tensor == 4);
  CHECK(of.parallelism.pipeline == 2);
  CHECK(of.parallelism.data == 5);
  CHECK_FALSE(of.parallelism.embedding_as_layer);
  CHECK(made({.layout = {.data = 7}}, as_it_is).micro_batches == 0);
  CHECK(made({.layout = {.data = 5}, .micro_batch = 7}, as_it_is).micro_batches == 0);
  CHECK(made({.layout = {.data = 120}}, as_it_is).micro_batches == 1);
  CHECK(made({.layout = {.data = 0}}, as_it_is).micro_batches == 0);

  // Sequence parallelism goes with tensor parallelism where the framework has it so and the sequence can be divided, or where the job says it.
  const auto is_by_sequence = [&](count tensor, count context, auto change) { return made({.layout = {.tensor = tensor, .context = context}}, change).parallelism.sequence; };
  const auto says_it = [](hr::training_job& j) { j.parallelism.sequence = true; };
  const auto of_deepspeed = [](hr::training_job& j) { j.framework = hr::frameworks::deepspeed; };
  CHECK(is_by_sequence(2, 1, as_it_is));
  CHECK_FALSE(is_by_sequence(1, 1, as_it_is));
  CHECK_FALSE(is_by_sequence(1, 1, says_it));
  CHECK_FALSE(is_by_sequence(3, 1, as_it_is));
  CHECK_FALSE(is_by_sequence(2, 3, as_it_is));
  CHECK(is_by_sequence(3, 1, says_it));
  CHECK_FALSE(is_by_sequence(2, 1, of_deepspeed));

  // 32 layers are cut into stages of equal size by 2, 4, 8 ..., and 34 with the embedding and the head by 17.
  const auto has_ends = [&](count pipeline, count virtual_stages, auto change) {
    const hr::parallelism p = made({.layout = {.pipeline = pipeline, .virtual_stages = virtual_stages}}, change).parallelism;
    CHECK(p.embedding_as_layer == p.head_as_layer);
    return p.head_as_layer;
  };
  const auto of_torchtitan = [](hr::training_job& j) { j.framework = hr::frameworks::torchtitan; };
  CHECK_FALSE(has_ends(2, 1, as_it_is));
  CHECK(has_ends(17, 1, as_it_is));
  CHECK(has_ends(2, 17, as_it_is));
  CHECK_FALSE(has_ends(3, 1, as_it_is));
  CHECK(has_ends(2, 1, of_torchtitan));
  CHECK_FALSE(has_ends(1, 1, of_torchtitan));
  CHECK_FALSE(made({.layout = {.pipeline = 17, .first_stage_layers = 1}}, as_it_is).parallelism.head_as_layer);
  CHECK_FALSE(made({.layout = {.pipeline = 17, .last_stage_layers = 1}}, as_it_is).parallelism.head_as_layer);

  // In virtual stages micro-batches come in as many as there are stages.
  const auto micro_batches = [&](count pipeline, count virtual_stages, count data) {
    return made({.layout = {.pipeline = pipeline, .data = data, .virtual_stages = virtual_stages}}, as_it_is).micro_batches;
  };
  CHECK(micro_batches(4, 2, 3) == 40);
  CHECK(micro_batches(4, 2, 20) == 0);  // six
  CHECK(micro_batches(4, 1, 20) == 6);
  CHECK(micro_batches(4, 3, 3) == 40);  // twelve virtual stages of 32 layers, which Megatron-LM is told of one by one
  CHECK(micro_batches(2, 17, 3) == 40);
  // Stages of 4, 8, 8 and 12 layers are each in two parts or in four, and stages of 5, 10, 10 and 7 in none.
  const auto of_named = [&](count first, count last) {
    std::vector<count> cuts;
    const hr::parallelism p{.pipeline = 4, .data = 3, .first_stage_layers = first, .last_stage_layers = last};
    for (count each = 1; each > 0; each = hr::detail::virtual_stages_above(each, job, p)) {
      hr::training_plan plan{.layout = p};
      plan.layout.virtual_stages = each;
      if (made(plan, as_it_is).micro_batches > 0) cuts.push_back(each);
    }
    return cuts;
  };
  CHECK(of_named(4, 12) == std::vector<count>{1, 2, 4});
  CHECK(of_named(5, 7) == std::vector<count>{1});
  // A framework that counts the ends as layers has 34 of them: one stage of each of 17 by itself.
  CHECK(hr::detail::virtual_stages_above(1, job, {.pipeline = 2}) == 2);
  hr::training_job with_ends = job;
  with_ends.framework = hr::frameworks::torchtitan;
  CHECK(hr::detail::virtual_stages_above(1, with_ends, {.pipeline = 2}) == 17);
}

TEST_CASE("What a plan takes is of whole machines over all of its time") {
  constexpr hr::training_plan nine{.on = &by_hand, .layout = {.tensor = 9}};
  constexpr hr::plan_amounts of = hr::detail::amounts_of(nine, hr::seconds(500), nine.machines());
  CHECK_CONSTEXPR(of.time == hr::seconds(500));
  CHECK_CONSTEXPR(of.gpus == 9);
  CHECK_CONSTEXPR(is(hr::in_dollars(value_of(of.cost)), 2 * 500 * 0.01));
  CHECK_CONSTEXPR(is(hr::in_joules(value_of(of.energy)), 2 * 500 * 11));
  hr::plan_kind unpriced = by_hand;
  unpriced.price = hr::figure<hr::money_rate>(hr::unknown).noted("no offer");
  unpriced.gpu_power = hr::figure<hr::power>(hr::unknown).noted("no watts");
  CHECK(hr::detail::amounts_of({.on = &unpriced}, hr::seconds(1), 1).cost.note == "no offer");
  CHECK(hr::detail::amounts_of({.on = &unpriced}, hr::seconds(1), 1).energy.note == "no watts");
  // 120 sequences of 4,096 tokens are a step.
  CHECK(is(hr::detail::steps_of(job, {.tokens = 4.9152e8}), 1'000));
  CHECK(hr::detail::steps_of(job, {}) == 1);
}

TEST_CASE("The least that a plan takes is its products, and the filling of its pipeline") {
  const auto seconds = [](const hr::parallelism& p, count micro_batch, double tokens = 0) {
    return hr::in_seconds(hr::detail::least_amounts_of(job, {.on = &by_hand, .layout = p, .micro_batch = micro_batch}, {.tokens = tokens}).time);
  };
  constexpr double one = 120 * 4'096 * 1e-3;  // of all tokens of a step on one GPU
  CHECK(is(seconds({.tensor = 2, .data = 3}, 1), one / 6));
  // Five stages wait for four of the 20 micro-batches of 2 of each replica; in three virtual ones a third of it.
  CHECK(is(seconds({.pipeline = 5, .data = 3}, 2), one / 15 * (1 + 4.0 / 20)));
  CHECK(is(seconds({.pipeline = 5, .data = 3, .virtual_stages = 3}, 2), one / 15 * (1 + 4.0 / 60)));
  CHECK(is(seconds({.pipeline = 5, .data = 3, .schedule = hr::pipeline_schedule::zero_bubble_h1}, 2), one / 15));
  CHECK(is(seconds({.tensor = 2, .data = 3}, 1, 4.9152e7), one / 6 * 100));
  // Forward and backward are three products, of which one is computed again: of adapters, whose weights have no gradients, one of the one that is counted. Not where
  // only some layers are, or their last product is left out, or parts of layers.
  const auto computing = [&](const hr::recomputation& again, const hr::training_job& of, bool stops_early = false) {
    hr::step_settings as = hr::usual_step;
    as.stops_early = stops_early;
    return hr::in_seconds(hr::detail::least_amounts_of(of, {.on = &by_hand, .layout = {.pipeline = 5, .data = 3}, .micro_batch = 2, .again = again}, {}, as).time) / (one / 15 * (1 + 4.0 / 20));
  };
  hr::training_job adapted = job;
  adapted.adapters.rank = 4;
  CHECK(is(computing(hr::full_recomputation, job), 4.0 / 3));
  CHECK(is(computing(hr::full_recomputation, adapted), 2));
  CHECK(is(computing(hr::full_recomputation, job, true), 1));
  CHECK(is(computing({.kind = hr::recompute::full, .layers = 3}, job), 1));
  CHECK(is(computing({.kind = hr::recompute::alternate_products}, job), 1));
  CHECK(is(computing({.kind = hr::recompute::selective, .parts = {.norms = true, .activation = true}}, job), 1));
}

// Weights in 16 bits, gradients in 32, and 12 bytes of the optimizer shared out among the replicas.
TEST_CASE("Some rank holds the mean of all layers") {
  hr::training_job of = job;
  of.parallelism = {.tensor = 2, .pipeline = 4, .data = 3};
  const double parameters = 32 / 4 * (layer_matrices / 2 + layer_norms);
  const double least = hr::in_bytes(hr::detail::least_memory_of(of, hr::layers_on_rank(of)));
  CHECK(least == doctest::Approx(parameters * (2 + 4 + 12.0 / 3)).epsilon(2e-9).scale(0));
  CHECK(least < parameters * (2 + 4 + 12.0 / 3));
  // The fullest rank holds no less, nor does that of a model with layers of several kinds.
  for (const hr::transformer* model : {&hr::models::llama3_1_8b, &hr::models::deepseek_v3, &hr::models::mixtral_8x7b}) {
    of.model = *model;
    of.parallelism.pipeline = 1;
    const hr::rank_memory fullest = value_of(hr::training_memory(of));
    CHECK(hr::detail::least_memory_of(of, hr::layers_on_rank(of)) < fullest.state());
    CHECK(hr::in_bytes(hr::detail::least_memory_of(of, hr::layers_on_rank(of))) > 0.8 * hr::in_bytes(fullest.state()));
  }
}

TEST_CASE("Layers that are kept from plan to plan are those of the plan") {
  hr::detail::layers_seen seen;
  const auto check = [&](const hr::parallelism& p) {
    hr::training_job of = job;
    of.model = hr::models::mixtral_8x7b;
    of.parallelism = p;
    const hr::rank_layers &kept = seen.of(of), anew = hr::layers_on_rank(of);
    CHECK(kept.contradicts == anew.contradicts);
    CHECK(kept.of_kind[0].total() == anew.of_kind[0].total());
    CHECK(kept.vocabulary == anew.vocabulary);
  };
  for (const hr::parallelism& p : std::array<hr::parallelism, 10>{{{.tensor = 2, .data = 4},
                                                                  {.tensor = 2, .data = 4},
                                                                  {.tensor = 4, .data = 4},
                                                                  {.tensor = 4, .data = 4, .expert = 2},
                                                                  {.tensor = 4, .data = 4, .expert = 2, .expert_tensor = 2},
                                                                  {.tensor = 3},
                                                                  {.tensor = 3},
                                                                  {.tensor = 1},
                                                                  {.tensor = 4, .data = 4, .expert = 3},
                                                                  {.tensor = 4, .data = 4, .expert = 2, .expert_tensor = 2}}})
    check(p);
}

// What is kept is told by a job of another model, for which nothing is made anew.
TEST_CASE("Layers are kept as long as a rank has the same share of them") {
  for (const hr::parallelism& p : std::array<hr::parallelism, 3>{{{.tensor = 2}, {.tensor = 4, .data = 4, .expert = 2}, {.tensor = 4, .data = 4, .expert = 2, .expert_tensor = 2}}}) {
    hr::detail::layers_seen seen;
    hr::training_job of = job;
    of.model = hr::models::mixtral_8x7b;
    of.parallelism = p;
    const double kept = seen.of(of).of_kind[0].total();
    of.model = hr::models::llama3_1_8b;
    CHECK(hr::layers_on_rank(of).of_kind[0].total() != kept);
    CHECK(seen.of(of).of_kind[0].total() == kept);
    const double of_another = seen.of(of, &of).of_kind[0].total();
    CHECK(of_another != kept);  // of another job they are made anew
    of.model = hr::models::mixtral_8x7b;
    CHECK(seen.of(of, &of).of_kind[0].total() == of_another);
    CHECK(seen.of(of).of_kind[0].total() == kept);
  }
}

// All choices of a layout follow one another, and none takes less than the leanest.
TEST_CASE("Past a layout are all of its choices, and the leanest takes no more than any") {
  hr::training_job of = job;
  of.scores_materialised = true;
  const std::array kinds{hr::plan_kind_of(h100, of, 2), hr::plan_kind_of(h100, of, 1)};
  constexpr std::array schedules{hr::pipeline_schedule::one_forward_one_backward, hr::pipeline_schedule::zero_bubble_h1, hr::pipeline_schedule::dual_pipe};
  constexpr std::array last_waits{hr::pipeline_schedule::zero_bubble_h1, hr::pipeline_schedule::one_forward_one_backward};
  for (int open = 0; open < 16; ++open) {
    CAPTURE(open);
    const std::span<const hr::pipeline_schedule> of_these = (open & 1) != 0 ? std::span<const hr::pipeline_schedule>(schedules) : std::span<const hr::pipeline_schedule>(last_waits);
    const hr::training_plans space{.job = &of,
                                   .kinds = kinds,
                                   .with_micro_batches = (open & 1) != 0,
                                   .with_recomputation = (open & 2) != 0,
                                   .with_virtual_stages = (open & 4) != 0,
                                   .schedules = of_these.first((open & 8) != 0 ? of_these.size() : 0)};
    count layouts = 0, worse = 0;
    for (auto at = space.begin(); at != space.end();) {
      CHECK(at.begins_layout());
      ++layouts;
      auto past = at;
      const count choices = past.pass_layout();
      const hr::training_plan lean = at.leanest();
      const double least = hr::in_seconds(hr::detail::least_amounts_of(of, lean, {}).time);
      double found = least;
      for (count i = 0; i < choices; ++i, ++at) {
        if (i > 0 && at.begins_layout()) ++worse;
        const hr::training_plan each = *at;
        const double takes = hr::in_seconds(hr::detail::least_amounts_of(of, each, {}).time);
        found = i == 0 ? takes : std::min(found, takes);
        if (takes < least * (1 - 1e-12)) ++worse;
        if (hr::stages_per_rank(each.layout.schedule) > hr::stages_per_rank(lean.layout.schedule) && each.layout.pipeline > 1) ++worse;
        if (each.micro_batch < lean.micro_batch || each.layout.gpus() != lean.layout.gpus() || each.on != lean.on) ++worse;
      }
      // The 32 layers are cut into single ones by powers of two.
      if ((open & 4) != 0 && std::has_single_bit(static_cast<std::size_t>(lean.layout.pipeline))) CHECK(is(found, least));
      CHECK((at == space.end()) == (past == space.end()));
      if (at != space.end()) CHECK((*at).layout.gpus() == (*past).layout.gpus());
    }
    CHECK(worse == 0);
    count in_all = 0;
    for (const hr::plan_kind& each : kinds)
      for ([[maybe_unused]] const hr::parallelism& layout : each.layouts) ++in_all;
    CHECK(layouts == in_all);
  }
  const hr::training_plans of_none{.job = &of};
  CHECK(of_none.begin() == of_none.end());
  // As it was before, and then the next.
  const hr::training_plans space{.job = &of, .kinds = kinds, .with_micro_batches = true};
  auto at = space.begin();
  CHECK((*at++).micro_batch == 1);
  CHECK((*at).micro_batch == 2);
}

// Of 100 sequences 1, 2, 4 and 5 divide those of one replica; two have 50 each, of which 4 is no divisor.
TEST_CASE("Micro-batches are those up to eight that divide the sequences of a replica") {
  const auto of_replicas = [](count batch, count replicas) {
    hr::training_job of = job;
    of.micro_batch = 1;
    of.micro_batches = batch;
    of.parallelism = {};
    hr::plan_kind kind = hr::plan_kind_of(h100, of, 1);
    kind.layouts.said_tensor = kind.layouts.said_pipeline = 1;
    kind.layouts.said_data = replicas;
    std::vector<count> found;
    for (const hr::training_plan& each : hr::training_plans{.job = &of, .kinds = {&kind, 1}, .with_micro_batches = true}) found.push_back(each.micro_batch);
    return found;
  };
  CHECK(of_replicas(100, 1) == std::vector<count>{1, 2, 4, 5});
  CHECK(of_replicas(100, 2) == std::vector<count>{1, 2, 5});
  CHECK(of_replicas(100, 4) == std::vector<count>{1, 5});
  CHECK(of_replicas(100, 5) == std::vector<count>{1, 2, 4, 5});
  CHECK(of_replicas(840, 1) == std::vector<count>{1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(of_replicas(11, 1) == std::vector<count>{1});
  CHECK(of_replicas(64, 2) == std::vector<count>{1, 2, 4, 8});
}

TEST_CASE("Plans that cannot be judged are counted by why, and those that can are all seen") {
  const std::array kinds{hr::plan_kind_of(h100, job, 1, hr::dollars_per_hour(98))};
  const auto counts = [&](auto change, const hr::plan_objective& asked = {.least = hr::plan_amount::time}) {
    auto changed = kinds;
    change(changed[0]);
    const auto found = hr::search(job, hr::training_plans{.job = &job, .kinds = changed}, asked);
    return std::array{found.tried(), found.unknown_ones(), found.without_room(), found.judged()};
  };
  count all = 0, valid = 0;
  for (const hr::training_plan& each : hr::training_plans{.job = &job, .kinds = kinds}) {
    const hr::training_job of = hr::job_of(job, each);
    ++all;
    valid += of.micro_batches >= 1 && hr::contradiction(of).empty() ? 1 : 0;
  }
  CHECK(valid < all);
  const auto known = counts([](auto&) {});
  CHECK(known[0] >= valid);
  CHECK(known[1] == 0);
  CHECK(known[3] > 0);
  CHECK(counts([](auto& of) { of.rates = hr::unknown; }) == std::array<count, 4>{0, all, 0, 0});
  CHECK(counts([](auto& of) { of.of_gpu = hr::unknown; }) == std::array<count, 4>{0, all, 0, 0});
  // Two machines between which there is no network: their time is asked for, and not known.
  hr::plan_kind apart = hr::plan_kind_of(h100, job, 2);
  hr::step_rates rates = value_of(apart.rates);
  rates.links.scale_out = {};
  apart.rates = rates;
  hr::best_plans<hr::training_plan> best;
  hr::detail::layers_seen seen;
  CHECK(hr::detail::look_at(best, job, {.on = &apart, .layout = {.tensor = 8, .data = 2}}, hr::usual_step, hr::measured_steps, seen));
  CHECK(best.unknown_ones() == 1);
  CHECK(best.is_empty());
  // On GPUs of nothing no layout has room, whose mean of layers is too large already.
  const auto tiny = counts([](auto& of) { of.of_gpu = hr::gigabytes(1); });
  CHECK(tiny[3] == 0);
  CHECK(tiny[2] == tiny[0]);
  CHECK(tiny[2] > 0);
}

// Three sequences; and experts in two parts, which the ranks of a stage may not be.
TEST_CASE("A layout of which no choice has room is passed over with all of its choices, unless it cannot be") {
  hr::training_job of = job;
  of.micro_batch = 1;
  of.micro_batches = 3;
  of.model = hr::models::mixtral_8x7b;
  of.parallelism.expert_tensor = 2;
  std::array kinds{hr::plan_kind_of(h100, of, 1)};
  kinds[0].of_gpu = hr::gigabytes(1);
  const hr::training_plans space{.job = &of, .kinds = kinds, .with_micro_batches = true};
  count expected = 0, cannot_be = 0;
  for (const hr::training_plan& each : space) {
    hr::training_job tried = of;
    tried.parallelism = each.layout;
    (hr::detail::degrees_contradict(each.layout).empty() && hr::layers_on_rank(tried).contradicts.empty() ? expected : cannot_be) += 1;
  }
  CHECK(expected > 4);
  CHECK(cannot_be > 2);
  const hr::plan_objective fastest{.least = hr::plan_amount::time};
  CHECK(hr::search(of, space, fastest).without_room() == expected);
  using hr::detail::planning;
  hr::detail::search_slice<hr::training_plans::iterator> slice{space.begin(), planning<hr::training_plan>::start(fastest)};
  while (!slice.is_over()) slice = slice.next(of, fastest);
  CHECK(slice.best.without_room() == expected);
  // Layers that are kept from a layout that can be say nothing of one that cannot.
  hr::best_plans<hr::training_plan> best(fastest);
  hr::detail::layers_seen seen;
  one_layout can_be{{.on = kinds.data(), .layout = {.data = 2, .expert_tensor = 2}}}, cannot{{.on = kinds.data(), .layout = {.pipeline = 2, .expert_tensor = 2}}};
  CHECK(hr::detail::pass_over(best, of, can_be, hr::usual_step, seen));
  CHECK_FALSE(hr::detail::pass_over(best, of, cannot, hr::usual_step, seen));
  CHECK(best.without_room() == 7);
  // What the driver keeps counts, too: of one GPU all choices are out, which has room for what is held alone.
  kinds[0].layouts.most = 1;
  of.parallelism = {};
  kinds[0].layouts.rest = {};
  kinds[0].of_gpu = hr::detail::least_memory_of(of, hr::layers_on_rank(of));
  CHECK(hr::search(of, space, fastest).without_room() == 2);  // micro-batches of one sequence and of three
}

TEST_CASE("What costs no more than a limit is within it, and what is not known is not") {
  CHECK_CONSTEXPR(hr::figure<hr::money>(hr::dollars(3)) <= hr::dollars(3));
  CHECK_CONSTEXPR(!(hr::figure<hr::money>(hr::dollars(3.01)) <= hr::dollars(3)));
  CHECK_CONSTEXPR(!(hr::figure<hr::money>(hr::unknown) <= hr::dollars(3)));
}

}  // namespace plan_search_parts_test
