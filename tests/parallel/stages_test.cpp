// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <deque>
#include <headroom/model/models.hpp>
#include <headroom/parallel/stages.hpp>
#include <vector>

#include <check.hpp>

namespace training_stages_test {
namespace {

constexpr hr::count on(const hr::transformer& of, const hr::parallelism& p, hr::count stage) {
  return hr::layers_of_stage(of, p, stage).total();
}

// Micro-batches in flight, by running the schedule: what a rank has started forward and not yet backward, in chunks.
double most_in_flight(hr::count stages, hr::count stage, hr::count chunks, hr::count micro_batches) {
  const hr::count ahead = chunks == 1 ? stages - stage - 1 : 2 * (stages - stage - 1) + (chunks - 1) * stages;
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
      for (const hr::count batches : {8, 32})
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

}  // namespace training_stages_test
