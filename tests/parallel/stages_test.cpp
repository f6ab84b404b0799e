// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <deque>
#include <headroom/model/models.hpp>
#include <headroom/parallel/stages.hpp>
#include <initializer_list>
#include <numeric>
#include <string_view>
#include <vector>

#include <check.hpp>

namespace training_stages_test {
namespace {

constexpr hr::count on(const hr::transformer& of, const hr::parallelism& p, hr::count stage) {
  return hr::layers_of_stage(of, p, stage).total();
}

// Micro-batches in flight, by running the schedule: what a rank has started forward and not yet backward, in chunks.
double most_in_flight(hr::count stages, hr::count stage, hr::count chunks, hr::count micro_batches) {
  hr::count group = std::min(stages, micro_batches);  // the last one is as long as the pipeline, too
  while (micro_batches % group != 0 && (micro_batches < stages || micro_batches % group < stages)) ++group;
  const hr::count ahead = chunks == 1 ? stages - stage - 1 : 2 * (stages - stage - 1) + (chunks - 1) * group;
  hr::count forward = 0;
  hr::count backward = 0;
  hr::count most = 0;
  const hr::count all = chunks * micro_batches;
  while (backward < all) {
    if (forward < all && forward - backward <= ahead) {
      ++forward;
    } else {
      ++backward;
    }
    most = std::max(most, forward - backward);
  }
  return static_cast<double>(most) / static_cast<double>(chunks);
}

}  // namespace

// Two layers and both ends over four ranks: one each, so that the ends' ranks hold no layer.
TEST_CASE("a rank that holds an end alone has no layer") {
  constexpr hr::parallelism ends{.pipeline = 4, .embedding_as_layer = true, .head_as_layer = true};
  CHECK_CONSTEXPR(hr::detail::shares_of(2, ends).first == 0);
  CHECK_CONSTEXPR(hr::detail::shares_of(2, ends).last == 0);
  CHECK_CONSTEXPR(hr::detail::shares_of(2, ends).share == 1);
}

// Five layers of one kind and three of another, two on each of four ranks: the third rank has one of either.
TEST_CASE("stages with layers of one kind are counted once, and others by themselves") {
  constexpr auto alike = [](hr::count stages, hr::count stage) {
    hr::transformer two_kinds = hr::models::llama3_1_8b;
    two_kinds.layers[1] = two_kinds.layers[0];
    two_kinds.layers[0].how_many = 5;
    two_kinds.layers[1].how_many = 3;
    const hr::parallelism p{.pipeline = stages};
    return hr::detail::alike_from(two_kinds, p, hr::detail::shares_of(8, p), stage);
  };
  CHECK_CONSTEXPR(alike(4, 1) == 1);
  CHECK_CONSTEXPR(alike(4, 2) == 1);
  CHECK_CONSTEXPR(alike(8, 1) == 4);
  CHECK_CONSTEXPR(alike(8, 5) == 2);  // the last is no stage between the ends
}

TEST_CASE("the one stage of a job without a pipeline holds all layers, whatever is said of a last one") {
  CHECK_CONSTEXPR(on(hr::models::llama3_1_8b, {.last_stage_layers = 5}, 0) == 32);
  CHECK_CONSTEXPR(hr::layers_of_stage(hr::models::llama3_1_8b, {.last_stage_layers = 5}, 0).last);
}

// Llama 3 405B has 126 layers on 16 stages so that the first and the last hold one less (arXiv:2407.21783, 3.3.2).
TEST_CASE("embedding and head count as layers where they are said to") {
  constexpr const hr::transformer& llama = hr::models::llama3_1_405b;
  constexpr hr::parallelism own{.pipeline = 16, .embedding_as_layer = true, .head_as_layer = true};
  CHECK_CONSTEXPR(on(llama, own, 0) == 7);
  CHECK_CONSTEXPR(on(llama, own, 1) == 8);
  CHECK_CONSTEXPR(on(llama, own, 14) == 8);
  CHECK_CONSTEXPR(on(llama, own, 15) == 7);
  CHECK_CONSTEXPR(hr::layers_of_stage(llama, own, 0).first);
  CHECK_CONSTEXPR(!hr::layers_of_stage(llama, own, 0).last);
  CHECK_CONSTEXPR(hr::layers_of_stage(llama, own, 15).last);
}

TEST_CASE("first and last stages hold what is said, the others share the rest") {
  constexpr const hr::transformer& llama = hr::models::llama3_1_70b;
  constexpr hr::parallelism uneven{.pipeline = 4, .first_stage_layers = 17, .last_stage_layers = 15};
  CHECK_CONSTEXPR(on(llama, uneven, 0) == 17);
  CHECK_CONSTEXPR(on(llama, uneven, 1) == 24);
  CHECK_CONSTEXPR(on(llama, uneven, 2) == 24);
  CHECK_CONSTEXPR(on(llama, uneven, 3) == 15);
  CHECK_CONSTEXPR(on(llama, {.pipeline = 2, .first_stage_layers = 30}, 1) == 50);
  CHECK_CONSTEXPR(on(llama, {.pipeline = 1, .first_stage_layers = 80}, 0) == 80);
  CHECK_CONSTEXPR(on(llama, {.pipeline = 1, .embedding_as_layer = true}, 0) == 80);
}

TEST_CASE("every layer is on one stage, in order, whatever the division") {
  for (const hr::transformer* each : {&hr::models::llama3_1_405b, &hr::models::deepseek_v3, &hr::models::nemotron_h_56b,
                                      &hr::models::llama4_maverick_17b_128e})
    for (const hr::count pipeline : {1, 2, 3, 7, 16})
      for (const hr::count chunks : {1, 2, 3})
        for (const bool ends : {false, true})
          for (const hr::count first : {0, 2}) {
            if (pipeline == 1 && (chunks > 1 || first > 0)) continue;
            const hr::parallelism p{.pipeline = pipeline,
                                    .virtual_stages = chunks,
                                    .first_stage_layers = first,
                                    .embedding_as_layer = ends,
                                    .head_as_layer = ends};
            CAPTURE(each->name);
            CAPTURE(pipeline);
            CAPTURE(chunks);
            std::array<hr::count, hr::max_layer_kinds> sum{};
            for (hr::count stage = 0; stage < pipeline; ++stage) {
              const hr::stage_layers held = hr::layers_of_stage(*each, p, stage);
              for (std::size_t kind = 0; kind < sum.size(); ++kind) sum[kind] += held.of_kind[kind];
            }
            for (std::size_t kind = 0; kind < sum.size(); ++kind) CHECK(sum[kind] == each->layers[kind].how_many);
          }
}

// DeepSeek-V3's first three layers are dense: all on the first stage of 16.
TEST_CASE("a stage knows the kinds of its layers") {
  constexpr hr::parallelism p{.pipeline = 16};
  CHECK_CONSTEXPR(hr::layers_of_stage(hr::models::deepseek_v3, p, 0).of_kind[0] == 3);
  CHECK_CONSTEXPR(hr::layers_of_stage(hr::models::deepseek_v3, p, 0).of_kind[1] == 1);
  CHECK_CONSTEXPR(hr::layers_of_stage(hr::models::deepseek_v3, p, 1).of_kind[0] == 0);
  // Llama 4 Maverick repeats "dcdg": of layers 12 to 23 half are dense.
  CHECK_CONSTEXPR(hr::layers_of_stage(hr::models::llama4_maverick_17b_128e, {.pipeline = 4}, 1).of_kind[0] == 6);
}

TEST_CASE("micro-batches in flight are those of the schedule, run step by step") {
  CHECK_CONSTEXPR(hr::micro_batches_held({.pipeline = 8}, 0, 64) == 8);
  CHECK_CONSTEXPR(hr::micro_batches_held({.pipeline = 8}, 7, 64) == 1);
  CHECK_CONSTEXPR(hr::micro_batches_held({.pipeline = 8}, 0, 3) == 3);
  // Korthikanti et al., section 5: 1 + (p - 1) / (p m) of 35 with 35 stages of 3 chunks.
  CHECK_CONSTEXPR(hr::micro_batches_held({.pipeline = 35, .virtual_stages = 3}, 0, 280) == 139.0 / 3);
  for (const hr::count pipeline : {2, 4, 8})
    for (const hr::count chunks : {1, 2, 3})
      for (const hr::count batches : {1, 3, 8, 11, 21, 32})
        for (hr::count stage = 0; stage < pipeline; ++stage)
          CHECK(hr::micro_batches_held({.pipeline = pipeline, .virtual_stages = chunks}, stage, batches) ==
                doctest::Approx(most_in_flight(pipeline, stage, chunks, batches)));
}

TEST_CASE("layers are of the kind that has some, where two go by one letter") {
  constexpr hr::transformer twice = [] {
    hr::transformer m{.order = "s"};
    m.layers[0] = {.letter = 's', .how_many = 0};
    m.layers[1] = {.letter = 's', .how_many = 4};
    return m;
  }();
  CHECK_CONSTEXPR(hr::layers_of_stage(twice, {.pipeline = 2}, 0).of_kind[1] == 2);
  CHECK_CONSTEXPR(hr::layers_of_stage(twice, {.pipeline = 2}, 1).of_kind[1] == 2);
  CHECK_CONSTEXPR(hr::layers_of_stage(twice, {.pipeline = 2}, 1).of_kind[0] == 0);
}

TEST_CASE("stages hold the same layers where they hold as many of every kind") {
  constexpr auto held = [](hr::count first, hr::count second) {
    hr::stage_layers of;
    of.of_kind[0] = first;
    of.of_kind[1] = second;
    return of;
  };
  CHECK_CONSTEXPR(hr::detail::same_layers(held(2, 3), held(2, 3)));
  CHECK_CONSTEXPR(!hr::detail::same_layers(held(2, 3), held(3, 2)));
  CHECK_CONSTEXPR(!hr::detail::same_layers(held(2, 3), held(2, 2)));
  CHECK_CONSTEXPR(!hr::detail::same_layers(held(2, 3), held(1, 3)));
}

// ---- Layers dealt out one by one.

// What each rank holds, layer by layer: what is named, and of the rest, with the ends that count, one after the other to each in turn.
std::vector<int> dealt(int layers, const hr::parallelism& p) {
  const auto stages = static_cast<std::size_t>(p.pipeline);
  if (stages == 1) return {layers};
  const bool counts_first = p.embedding_as_layer && p.first_stage_layers == 0;
  const bool counts_last = p.head_as_layer && p.last_stage_layers == 0;
  std::vector<int> held(stages, 0);
  held.front() = static_cast<int>(p.first_stage_layers);
  held.back() = static_cast<int>(p.last_stage_layers);
  int left = layers - held.front() - held.back() + counts_first + counts_last;
  while (left > 0)
    for (std::size_t i = 0; i < stages && left > 0; ++i) {
      if ((i == 0 && p.first_stage_layers > 0) || (i == stages - 1 && p.last_stage_layers > 0)) continue;
      ++held[i];
      --left;
    }
  held.front() -= counts_first;
  held.back() -= counts_last;
  return held;
}

// The kinds of a rank's layers: the chunks of all ranks lie one behind the other, the first of each, then the second of each.
std::vector<hr::stage_layers> walked(const std::vector<std::size_t>& kinds, const hr::parallelism& p) {
  const std::vector<int> held = dealt(static_cast<int>(kinds.size()), p);
  std::vector<hr::stage_layers> ranks(held.size());
  std::size_t place = 0;
  for (int chunk = 0; chunk < p.virtual_stages; ++chunk)
    for (std::size_t rank = 0; rank < held.size(); ++rank)
      for (int each = chunk; each < held[rank]; each += static_cast<int>(p.virtual_stages)) ++ranks[rank].of_kind[kinds[place++]];
  ranks.front().first = true;
  ranks.back().last = true;
  if (p.schedule != hr::pipeline_schedule::dual_pipe || held.size() == 1) return ranks;
  std::vector<hr::stage_layers> both = ranks;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const hr::stage_layers& far = ranks[ranks.size() - 1 - rank];
    for (std::size_t kind = 0; kind < hr::max_layer_kinds; ++kind) both[rank].of_kind[kind] += far.of_kind[kind];
    both[rank].first = ranks[rank].first || far.first;
    both[rank].last = ranks[rank].last || far.last;
  }
  return both;
}

struct small_model {
  hr::transformer shape{};
  std::vector<std::size_t> kinds{};
};

// Blocks one behind the other, or letters that repeat.
small_model blocks(std::initializer_list<int> of) {
  small_model made;
  std::size_t kind = 0;
  for (const int n : of) {
    made.shape.layers[kind].how_many = n;
    made.kinds.insert(made.kinds.end(), static_cast<std::size_t>(n), kind);
    ++kind;
  }
  return made;
}
small_model letters(std::string_view order, std::size_t layers) {
  small_model made{.shape = {.order = order}};
  for (std::size_t kind = 0; kind < 3; ++kind) made.shape.layers[kind].letter = static_cast<char>('a' + kind);
  for (std::size_t i = 0; i < layers; ++i) {
    const auto kind = static_cast<std::size_t>(order[i % order.size()] - 'a');
    made.kinds.push_back(kind);
    ++made.shape.layers[kind].how_many;
  }
  return made;
}

TEST_CASE("every stage holds the layers that are dealt to it one by one") {
  for (const small_model& each : {blocks({0, 7}), blocks({1, 9}), blocks({3, 0, 8}), letters("abc", 5), letters("aabc", 13)})
    for (const hr::count pipeline : {1, 2, 3, 4, 6})
      for (const hr::count chunks : {1, 2, 3})
        for (const int ends : {0, 1, 2, 3})
          for (const hr::count first : {0, 1})
            for (const hr::count last : {0, 1, 2})
              for (const hr::pipeline_schedule by : {hr::pipeline_schedule::one_forward_one_backward, hr::pipeline_schedule::dual_pipe}) {
                const auto layers = static_cast<hr::count>(each.kinds.size());
                if (pipeline == 1 && (first > 0 || last > 0)) continue;
                const hr::parallelism p{.pipeline = pipeline,
                                        .virtual_stages = chunks,
                                        .schedule = by,
                                        .first_stage_layers = first,
                                        .last_stage_layers = last,
                                        .embedding_as_layer = (ends & 1) != 0,
                                        .head_as_layer = (ends & 2) != 0};
                if (!hr::detail::stages_contradict(layers, p).empty() || (pipeline > 1 && !hr::contradiction(by, pipeline, chunks).empty())) continue;
                CAPTURE(layers);
                CAPTURE(pipeline);
                CAPTURE(chunks);
                CAPTURE(ends);
                CAPTURE(first);
                CAPTURE(last);
                const std::vector<hr::stage_layers> expected = walked(each.kinds, p);
                hr::detail::layer_shares shares = hr::detail::shares_of(layers, p);
                const bool is_of_one_kind = each.shape.layers[1].how_many == layers;
                hr::count before = 0;
                for (hr::count stage = 0; stage < pipeline; ++stage) {
                  CAPTURE(stage);
                  const hr::stage_layers& should = expected[static_cast<std::size_t>(stage)];
                  const hr::stage_layers held = hr::layers_of_stage(each.shape, p, stage);
                  CHECK(held.of_kind == should.of_kind);
                  CHECK(held.total() == std::accumulate(should.of_kind.begin(), should.of_kind.end(), hr::count{0}));
                  CHECK(held.first == should.first);
                  CHECK(held.last == should.last);
                  CHECK(shares.before(stage) == before);
                  before += shares.on(stage);
                  shares.only_kind = is_of_one_kind ? 1 : hr::max_layer_kinds;
                  CHECK(hr::detail::layers_of_stage(each.shape, p, shares, stage).of_kind == should.of_kind);
                  // One counted for several is counted for none that differs.
                  const hr::count alike = hr::detail::alike_from(each.shape, p, shares, stage);
                  CHECK(alike >= 1);
                  if (stage == 0 || stage == pipeline - 1) CHECK(alike == 1);
                  if (is_of_one_kind && stage > 0 && stage < pipeline - 1 && p.stages_held() == 1) {
                    hr::count same = 1;
                    while (stage + same < pipeline - 1 && hr::detail::same_layers(should, expected[static_cast<std::size_t>(stage + same)])) ++same;
                    CHECK(alike == same);
                  }
                  for (hr::count other = stage; other < stage + alike; ++other) {
                    REQUIRE(other < pipeline);
                    CHECK(hr::detail::same_layers(should, expected[static_cast<std::size_t>(other)]));
                  }
                }
                CHECK(before == layers);
              }
}

TEST_CASE("stages of a block of layers are alike to the end of the block, or of the pipeline") {
  const auto alike = [](const small_model& of, hr::count pipeline, hr::count stage) {
    const hr::parallelism p{.pipeline = pipeline};
    return hr::detail::alike_from(of.shape, p, hr::detail::shares_of(static_cast<hr::count>(of.kinds.size()), p), stage);
  };
  CHECK(alike(blocks({4, 12}), 8, 1) == 1);   // two of four layers are left
  CHECK(alike(blocks({4, 12}), 8, 2) == 5);   // stages 2 to 6; the seventh is the last
  CHECK(alike(blocks({4, 6, 6}), 8, 2) == 3);
  CHECK(alike(blocks({4, 7, 5}), 8, 2) == 3);  // the fourth has a layer of the next block
  CHECK(alike(blocks({4, 12}), 5, 1) == 3);    // 4, 3, 3, 3 and 3 layers, of which the last stage's are its own
  CHECK(alike(blocks({4, 4, 8}), 8, 2) == 2);
  CHECK(alike(blocks({4, 3, 9}), 8, 2) == 1);
  CHECK(alike(blocks({1, 2}), 8, 5) == 1);     // a stage without layers
  CHECK(alike(letters("a", 12), 6, 1) == 1);   // of letters nothing is plain
}

TEST_CASE("micro-batches held by the schedules of zero bubbles and two ends are their sources'") {
  using enum hr::pipeline_schedule;
  const auto held = [](hr::pipeline_schedule by, hr::count pipeline, hr::count stage, hr::count batches) {
    return hr::micro_batches_held({.pipeline = pipeline, .schedule = by}, stage, batches);
  };
  for (const hr::count pipeline : {2, 4, 6})
    for (hr::count stage = 0; stage < pipeline; ++stage)
      for (hr::count batches = 1; batches < 16; ++batches) {
        CAPTURE(pipeline);
        CAPTURE(stage);
        CAPTURE(batches);
        const double m = static_cast<double>(batches);
        const double p = static_cast<double>(pipeline);
        CHECK(held(zero_bubble_h1, pipeline, stage, batches) == std::min(m, p));
        CHECK(held(zero_bubble_h2, pipeline, stage, batches) == std::min(m, 2 * p - 1));
        CHECK(held(dual_pipe, pipeline, stage, batches) == std::min(m, (p + 1) / 2));
        CHECK(held(one_forward_one_backward, pipeline, stage, batches) == std::min(m, p - static_cast<double>(stage)));
      }
  for (const hr::pipeline_schedule by : {one_forward_one_backward, zero_bubble_h1, zero_bubble_h2, dual_pipe}) CHECK(held(by, 1, 0, 9) == 1);
}

}  // namespace training_stages_test
