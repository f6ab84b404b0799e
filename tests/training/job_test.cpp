// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/job.hpp>
#include <headroom/training/room.hpp>

#include <limits>

#include <check.hpp>

namespace training_job_test {
namespace {

constexpr hr::training_job good{.model = hr::models::llama3_1_8b,
                                .parallelism = {.tensor = 2, .data = 4, .context = 2, .sequence = true},
                                .sequence = 8'192,
                                .micro_batch = 2,
                                .micro_batches = 16};

template <class F>
constexpr auto words_of(F change) {
  hr::training_job job = good;
  change(job);
  return hr::contradiction(job);
}

}  // namespace

// By hand: of 2 tensor x 16 data ranks each has a quarter of the experts, so there are 8 copies of one. Where 8 of 16 replicas share state, 4 of these do.
TEST_CASE("state is shared among all replicas, or as many as are named, and of experts among as large a part") {
  constexpr auto shares = [](hr::count shards, hr::count expert = 4) {
    const hr::training_job of{.parallelism = {.tensor = 2, .data = 16, .expert = expert, .expert_tensor = 1}, .shards = shards};
    return hr::count{100} * of.sharing() + of.experts_sharing();
  };
  CHECK_CONSTEXPR(shares(0) == 1'608);
  CHECK_CONSTEXPR(shares(16) == 1'608);
  CHECK_CONSTEXPR(shares(8) == 804);
  CHECK_CONSTEXPR(shares(1) == 101);
  CHECK_CONSTEXPR(shares(8, 32) == 801);
  CHECK_CONSTEXPR(hr::training_job{}.sharing() == 1);
  CHECK_CONSTEXPR(hr::training_job{}.experts_sharing() == 1);
}

TEST_CASE("the global batch is micro-batch x micro-batches x replicas") {
  CHECK_CONSTEXPR(good.global_batch() == 2 * 16 * 4);
  CHECK_CONSTEXPR(hr::contradiction(good).empty());
}

TEST_CASE("what contradicts itself is said in words") {
  using job = hr::training_job;
  constexpr auto numbers = "sequence, micro-batch, micro-batches and recomputed groups are 1 to 2^40";
  CHECK_CONSTEXPR(words_of([](job& j) { j.sequence = 0; }) == numbers);
  CHECK_CONSTEXPR(words_of([](job& j) { j.micro_batch = 0; }) == numbers);
  CHECK_CONSTEXPR(words_of([](job& j) { j.micro_batches = -1; }) == numbers);
  CHECK_CONSTEXPR(words_of([](job& j) { j.recompute.group = 0; }) == numbers);
  CHECK_CONSTEXPR(words_of([](job& j) { j.recompute.layers = -1; }) == "a number of the job is outside 0 to 2^40");
  CHECK_CONSTEXPR(words_of([](job& j) { j.sequence = 8'191; }) == "context parallelism does not divide the sequence");
  CHECK_CONSTEXPR(words_of([](job& j) { j.sequence = 8'190; }) == "sequence parallelism does not divide the sequence");
  CHECK_CONSTEXPR(words_of([](job& j) { j.shards = 3; }) == "the shards do not divide the replicas");
  CHECK_CONSTEXPR(words_of([](job& j) { j.shards = 4; }).empty());
  CHECK_CONSTEXPR(words_of([](job& j) { j.expert_imbalance = 0.5; }) == "an imbalance of experts is from 1 to 1,000,000");
  CHECK_CONSTEXPR(words_of([](job& j) { j.offload.activations = 2; }) == "a share of activations is 0 to 1");
  CHECK_CONSTEXPR(words_of([](job& j) { j.parallelism.tensor = 5; }) ==
                  "tensor parallelism does not divide the attention heads");
  CHECK_CONSTEXPR(words_of([](job& j) { j.model.hidden = 0; }) == "the hidden size");
}

// GPT-3 has 2,048 rows of positions, OPT 2,050 of which sequences of 2,048 use all. Rotary positions have no end.
TEST_CASE("parts whose activations nobody has counted are refused") {
  const auto is_refused = [](auto change) { return words_of([=](hr::training_job& job) { change(job.model); }).starts_with("what training keeps of embeddings"); };
  CHECK_CONSTEXPR(is_refused([](hr::transformer& m) { m.per_layer = {.width = 8, .vocabulary = 40}; }));
  CHECK_CONSTEXPR(is_refused([](hr::transformer& m) { m.hidden_states = 2; }));
  CHECK_CONSTEXPR(is_refused([](hr::transformer& m) { m.residual_rank = 8; }));
  CHECK_CONSTEXPR(is_refused([](hr::transformer& m) { m.layers[0].attention.shares_cache = true; }));
  CHECK_CONSTEXPR(is_refused([](hr::transformer& m) { m.layers[0].attention.output_norm = true; }));
  CHECK_CONSTEXPR(is_refused([](hr::transformer& m) { m.layers[0].feed_forward.norm = true; }));
  CHECK_CONSTEXPR(is_refused([](hr::transformer& m) { m.layers[0].gated_recurrence = {.width = 64, .blocks = 8, .kernel = 4}; }));
}

TEST_CASE("no sequence is longer than learned positions") {
  using job = hr::training_job;
  constexpr auto too_long = "the sequence is longer than the model's learned positions";
  constexpr auto words = [](const hr::transformer& model, hr::count sequence) {
    return hr::contradiction(job{.model = model, .sequence = sequence});
  };
  CHECK_CONSTEXPR(words(hr::models::gpt3_175b, 2'048).empty());
  CHECK_CONSTEXPR(words(hr::models::gpt3_175b, 2'049) == too_long);
  CHECK_CONSTEXPR(words(hr::models::opt_175b, 2'048).empty());
  CHECK_CONSTEXPR(words(hr::models::opt_175b, 2'051) == too_long);
  CHECK_CONSTEXPR(words(hr::models::llama3_1_8b, 262'144).empty());
  CHECK_CONSTEXPR(
      hr::longest_sequence(job{.model = hr::models::gpt3_175b, .parallelism = {.tensor = 8, .pipeline = 16}},
                           hr::azure::nd96isr_h200_v5::spec)
          .value_or(0) == 2'048);
}

TEST_CASE("what would change nothing is a contradiction, its default is none") {
  using job = hr::training_job;
  constexpr auto host = "weights wait in the host's memory only where replicas share them out";
  CHECK_CONSTEXPR(words_of([](job& j) { j.offload.weights = true; }) == host);
  CHECK_CONSTEXPR(words_of([](job& j) { j.offload.weights = true, j.sharding = hr::sharding::gradients; }) == host);
  CHECK_CONSTEXPR(words_of([](job& j) { j.offload.weights = true, j.sharding = hr::sharding::weights; }).empty());

  constexpr auto parts = "parts of a layer are computed again in selective recomputation only";
  CHECK_CONSTEXPR(words_of([](job& j) { j.recompute.parts.norms = true; }) == parts);
  CHECK_CONSTEXPR(words_of([](job& j) { j.recompute.parts.scores = false; }).empty());  // no parts at all
  CHECK_CONSTEXPR(words_of([](job& j) { j.recompute = {.kind = hr::recompute::full, .parts = {.norms = true}}; }) ==
                  parts);
  CHECK_CONSTEXPR(
      words_of([](job& j) { j.recompute = {.kind = hr::recompute::selective, .parts = {.norms = true}}; }).empty());
  CHECK_CONSTEXPR(words_of([](job& j) { j.recompute.parts.scores = true; }).empty());

  CHECK_CONSTEXPR(words_of([](job& j) { j.recompute.layers = 4; }) ==
                  "some layers are computed again, and no recomputation is named");
  CHECK_CONSTEXPR(words_of([](job& j) { j.recompute = {.kind = hr::recompute::selective, .layers = 4}; }).empty());
  constexpr auto group = "layers share a kept input in full recomputation only";
  CHECK_CONSTEXPR(words_of([](job& j) { j.recompute.group = 2; }) == group);
  CHECK_CONSTEXPR(words_of([](job& j) { j.recompute = {.kind = hr::recompute::selective, .group = 2}; }) == group);
  CHECK_CONSTEXPR(words_of([](job& j) { j.recompute = {.kind = hr::recompute::full, .group = 2}; }).empty());

  constexpr auto adapted = "parts have adapters, and these have no rank";
  CHECK_CONSTEXPR(words_of([](job& j) { j.adapters.feed_forward = true; }) == adapted);
  CHECK_CONSTEXPR(words_of([](job& j) { j.adapters = {.rank = 8, .feed_forward = true}; }).empty());
  CHECK_CONSTEXPR(words_of([](job& j) { j.adapters = {.rank = 8, .experts = true}; }) ==
                  "the model has no routed experts to adapt");

  constexpr auto none = "the model has no routed experts to divide or to be out of balance";
  CHECK_CONSTEXPR(words_of([](job& j) { j.parallelism.expert = 2; }) == none);
  CHECK_CONSTEXPR(words_of([](job& j) { j.parallelism.expert_tensor = 4; }) == none);
  CHECK_CONSTEXPR(words_of([](job& j) { j.expert_imbalance = 1.5; }) == none);
  CHECK_CONSTEXPR(words_of([](job& j) { j.parallelism.expert_tensor = 1; }).empty());
  CHECK_CONSTEXPR(words_of([](job& j) { j.parallelism.expert_tensor = 2; }).empty());  // as tensor
  CHECK_CONSTEXPR(words_of([](job& j) {
                    j.model = hr::models::mixtral_8x7b;
                    j.parallelism.expert = 4;
                    j.parallelism.expert_tensor = 1;
                    j.expert_imbalance = 1.5;
                  }).empty());
  // A job is judged alike by its parts made before.
  CHECK(hr::training_memory(hr::training_job{.model = hr::models::llama3_1_8b,
                                             .parallelism = {.data = 2, .expert = 2},
                                             .sequence = 8'192})
            .note == none);
}

TEST_CASE("experts compute what they get, up to a capacity, or as much as that is") {
  constexpr auto load = [](double imbalance, double capacity, bool padded = false) {
    return hr::expert_load({.parallelism = {.data = 2, .expert = 2}, .expert_imbalance = imbalance, .expert_capacity = capacity, .pads_to_capacity = padded});
  };
  CHECK_CONSTEXPR(hr::expert_load({}) == 1);
  // One of two ranks has at most all tokens, twice the mean; and where each has every expert, all have their own tokens.
  CHECK_CONSTEXPR(load(3, 0) == 2);
  CHECK_CONSTEXPR(load(3, 2.5) == 2);
  CHECK_CONSTEXPR(hr::expert_load({.expert_imbalance = 3}) == 1);
  CHECK_CONSTEXPR(hr::expert_load({.parallelism = {.tensor = 8, .expert_tensor = 8}, .expert_imbalance = 3, .expert_capacity = 2}) == 1);
  CHECK_CONSTEXPR(hr::expert_load({.expert_imbalance = 3, .expert_capacity = 0.5}) == 0.5);
  CHECK_CONSTEXPR(hr::expert_load({.expert_imbalance = 3, .expert_capacity = 2, .pads_to_capacity = true}) == 2);
  CHECK_CONSTEXPR(load(1.5, 0) == 1.5);
  CHECK_CONSTEXPR(load(1.5, 1.25) == 1.25);
  CHECK_CONSTEXPR(load(1.5, 2) == 1.5);
  CHECK_CONSTEXPR(load(1, 0.75) == 0.75);
  CHECK_CONSTEXPR(load(1.5, 2, true) == 2);
  CHECK_CONSTEXPR(load(1.5, 1.25, true) == 1.25);
  CHECK_CONSTEXPR(load(1, 0.75, true) == 0.75);
}

TEST_CASE("a capacity is of experts, within bounds, and padding is to one") {
  using job = hr::training_job;
  constexpr auto range = "a capacity of experts is from 0.000001 to 1,000,000, or 0 for none";
  constexpr auto none = "the model has no routed experts to have a capacity";
  constexpr auto padding = "experts are padded to their capacity, and have none";
  constexpr auto of_experts = [](double capacity, bool padded) {
    return words_of([=](job& j) { j.model = hr::models::mixtral_8x7b, j.expert_capacity = capacity, j.pads_to_capacity = padded; });
  };
  for (const double wrong : {-1.0, -1e-6, 0.9e-6, 1.1e6, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    CHECK(of_experts(wrong, false) == range);
  CHECK_CONSTEXPR(of_experts(-1, false) == range);
  CHECK_CONSTEXPR(of_experts(1.1e6, true) == range);
  for (const double right : {1e-6, 1e6}) CHECK(of_experts(right, true).empty());
  CHECK_CONSTEXPR(of_experts(1.25, false).empty());
  CHECK_CONSTEXPR(of_experts(1.25, true).empty());
  CHECK_CONSTEXPR(of_experts(0, false).empty());
  CHECK_CONSTEXPR(of_experts(0, true) == padding);
  CHECK_CONSTEXPR(words_of([](job& j) { j.expert_capacity = 1.25; }) == none);
  CHECK_CONSTEXPR(words_of([](job& j) { j.pads_to_capacity = true; }) == padding);
  CHECK_CONSTEXPR(words_of([](job& j) { j.expert_capacity = 1.25, j.pads_to_capacity = true; }) == none);
}

TEST_CASE("a sequence is as long as learned positions reach, or the context where that is shorter") {
  constexpr auto longest = [](hr::count context, hr::count positions) {
    return hr::training_job{.model = {.context = context, .learned_positions = positions}}.longest_sequence();
  };
  CHECK_CONSTEXPR(longest(1'000, 2'000) == 1'000);
  CHECK_CONSTEXPR(longest(2'000, 1'000) == 1'000);
  CHECK_CONSTEXPR(longest(0, 1'000) == 1'000);
  CHECK_CONSTEXPR(longest(1'000, 0) == 0);
}

TEST_CASE("each bound of a job's numbers is within it") {
  CHECK(words_of([](auto& j) { j.expert_imbalance = 1e6; j.model = hr::models::mixtral_8x7b; }).empty());
  CHECK(!words_of([](auto& j) { j.expert_imbalance = 1.1e6; j.model = hr::models::mixtral_8x7b; }).empty());
  CHECK(!words_of([](auto& j) { j.expert_imbalance = 0.9; j.model = hr::models::mixtral_8x7b; }).empty());
  CHECK(words_of([](auto& j) { j.offload.activations = 1; }).empty());
  CHECK(!words_of([](auto& j) { j.offload.activations = 1.1; }).empty());
  CHECK(!words_of([](auto& j) { j.offload.activations = -0.1; }).empty());
  CHECK(words_of([](auto& j) { j.micro_batches = hr::max_count; }).empty());
  CHECK(!words_of([](auto& j) { j.micro_batches = hr::max_count + 1; }).empty());
  CHECK(words_of([](auto& j) { j.shards = 1; }).empty());
  CHECK(words_of([](auto& j) { j.shards = 3; }) == "the shards do not divide the replicas");
  CHECK(words_of([](auto& j) { j.recompute.layers = 1; }) == "some layers are computed again, and no recomputation is named");
  CHECK(words_of([](auto& j) { j.adapters.experts = true; }) == hr::detail::adapters_without_rank);
  CHECK(words_of([](auto& j) { j.adapters = {.rank = 1, .experts = true}; }) == hr::detail::no_experts_adapted);
  CHECK(words_of([](auto& j) { j.adapters = {.rank = 1, .experts = true}; j.model = hr::models::mixtral_8x7b; }).empty());
  CHECK(words_of([](auto& j) { j.parallelism.tensor = 1; j.parallelism.expert_tensor = 2; }) == hr::detail::no_experts);
  CHECK(words_of([](auto& j) { j.formats = {.product_copies = 1, .products_primary = true}; }).starts_with("weights are held in the products' format alone"));
  CHECK(words_of([](auto& j) { j.formats.activation_saved = true; }).starts_with("inputs of activations wait"));
  CHECK(words_of([](auto& j) { j.formats = hr::fp8_training; j.formats.activation_saved = true; }).empty());
  CHECK(words_of([](auto& j) { j.parallelism = {}; j.model.layers[0].gated_recurrence = {.width = 1, .blocks = 1, .kernel = 1}; }).starts_with("what training keeps of embeddings"));
  CHECK(words_of([](auto& j) { j.model.layers[3].attention.output_norm = true; }).empty());  // of no layer
  const auto longest = [](hr::count context, hr::count positions) {
    hr::training_job job;
    job.model.context = context;
    job.model.learned_positions = positions;
    return job.longest_sequence();
  };
  CHECK(longest(0, 7) == 7);
  CHECK(longest(1, 7) == 1);
  CHECK(longest(5, 7) == 5);
  CHECK(longest(9, 7) == 7);
}

}  // namespace training_job_test
