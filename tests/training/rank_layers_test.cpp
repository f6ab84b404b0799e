// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/memory.hpp>
#include <headroom/training/rank_layers.hpp>

#include <check.hpp>

#include <cmath>

namespace training_rank_layers_test {
namespace {

constexpr hr::training_job job{
    .model = hr::models::llama3_1_8b, .parallelism = {.tensor = 2, .data = 4}, .sequence = 8'192};

}  // namespace

// Llama 3.1 8B: 218,112,000 parameters a layer, of which 8,192 in norms that every rank holds.
TEST_CASE("layers and ends on one of two tensor ranks") {
  constexpr hr::rank_layers layers = hr::layers_on_rank(job);
  CHECK_CONSTEXPR(layers.contradicts.empty());
  CHECK_CONSTEXPR(layers.layers == 32);
  CHECK_CONSTEXPR(layers.only_kind == 0);
  CHECK_CONSTEXPR(layers.of_kind[0].total() == (218'112'000.0 - 8'192) / 2 + 8'192);
  CHECK_CONSTEXPR(layers.vocabulary == 64'128);
  CHECK_CONSTEXPR(layers.first.total() == 64'128.0 * 4'096);
  CHECK_CONSTEXPR(layers.last.total() == 64'128.0 * 4'096 + 4'096);
}

// Qwen3-1.7B's embedding of 151,936 words, half of it on each of two tensor ranks.
TEST_CASE("a tied head is held a second time where the last stage is not the first") {
  static constexpr hr::training_job tied{
      .model = hr::models::qwen3_1_7b, .parallelism = {.tensor = 2}, .sequence = 1'024};
  constexpr hr::rank_layers layers = hr::layers_on_rank(tied);
  CHECK_CONSTEXPR(layers.last.total() == 2'048);
  CHECK_CONSTEXPR(layers.copied_head.total() == 75'968.0 * 2'048);
  CHECK_CONSTEXPR(hr::layers_on_rank(job).copied_head.total() == 0);
  hr::training_job two = tied;
  two.parallelism.pipeline = 2;
  CHECK(value_of(hr::training_memory(two, layers)).total() == value_of(hr::training_memory(two)).total());
  const auto state = [](const hr::training_job& of, hr::count stage) {
    return value_of(hr::training_memory(of, stage)).state();
  };
  const hr::memory head = hr::bytes(18 * 75'968.0 * 2'048);
  CHECK(hr::in_bytes(state(two, 0) + state(two, 1) - state(tied, 0)) == doctest::Approx(hr::in_bytes(head)));
}

// DeepSeek-V3's embedding of 129,280 words and 7,168 numbers: 18 bytes of each weight, gradient and state, where the module is trained and its stage has no
// other. Of one stage, and of DualPipe's ranks, it is the model's.
TEST_CASE("a module that predicts looks up an embedding of its own where the last stage is not the first") {
  const auto copied = [](const hr::parallelism& p, bool predicts) {
    hr::training_job of{.model = hr::models::deepseek_v3, .parallelism = p, .sequence = 1'024, .micro_batches = 2 * p.pipeline, .with_predicting = predicts};
    hr::training_job alone = of;
    alone.parallelism = {};
    double sum = -hr::in_bytes(value_of(hr::training_memory(alone, 0)).state());
    const hr::count held = p.stages_held();
    for (hr::count stage = 0; stage < p.pipeline; ++stage) sum += hr::in_bytes(value_of(hr::training_memory(of, stage)).state()) / static_cast<double>(held);
    return sum;
  };
  const double table = 18 * 129'280.0 * 7'168;
  CHECK(copied({.pipeline = 4}, true) == doctest::Approx(table).epsilon(1e-6));
  CHECK(std::abs(copied({.pipeline = 4}, false)) < 1e-6 * table);
  CHECK(std::abs(copied({}, true)) < 1e-6 * table);
  CHECK(std::abs(copied({.pipeline = 4, .schedule = hr::pipeline_schedule::dual_pipe}, true)) < 1e-6 * table);
}

TEST_CASE("what cannot be divided has no layers, but the reason") {
  constexpr auto of = [](hr::count tensor, hr::count rank) {
    hr::training_job changed = job;
    changed.parallelism.tensor = tensor;
    changed.adapters.rank = rank;
    return hr::layers_on_rank(changed);
  };
  CHECK_CONSTEXPR(of(3, 0).contradicts == "tensor parallelism does not divide the attention heads");
  CHECK_CONSTEXPR(of(0, 0).contradicts == "a degree of parallelism is outside 1 to 2^40");
  CHECK_CONSTEXPR(of(2, -1).layers == 0);
  CHECK_CONSTEXPR(hr::layers_on_rank(hr::training_job{}).contradicts == "the size of the vocabulary");
  CHECK_CONSTEXPR(hr::layers_on_rank(hr::training_job{.model = hr::models::deepseek_v3}).only_kind ==
                  hr::max_layer_kinds);
}

// Made for a ring of eight ranks: Llama's 8 heads of keys and values are over 2 tensor ranks.
TEST_CASE("layers made for one exchange of context ranks do not hide that another cannot be") {
  hr::training_job divided{.model = hr::models::llama3_1_70b, .parallelism = {.tensor = 2, .context = 8}, .sequence = 8'192};
  const hr::rank_layers layers = hr::layers_on_rank(divided);
  CHECK(hr::detail::contradiction(divided, layers).empty());
  divided.parallelism.context_exchange = hr::context_exchange::all_to_all;
  CHECK(hr::detail::contradiction(divided, layers) == "context parallelism by all-to-all does not divide the heads of keys and values of a tensor rank");
  CHECK(hr::contradiction(divided) == hr::detail::contradiction(divided, layers));
  divided.parallelism.context = 4;
  CHECK(hr::detail::contradiction(divided, layers).empty());
}

TEST_CASE("they serve jobs that differ in all but the model, tensor and expert parallelism and adapters") {
  const hr::rank_layers layers = hr::layers_on_rank(job);
  hr::training_job other = job;
  other.parallelism.pipeline = 4;
  other.parallelism.data = 16;
  other.micro_batch = 3;
  other.recompute = hr::full_recomputation;
  CHECK(value_of(hr::training_memory(other, layers)).total() == value_of(hr::training_memory(other)).total());
}

// Attention of 64 x 64 or of 64 x 32 twice and 64 x 64 twice; networks of 50; experts of 20.
TEST_CASE("kinds of layers have their own weights, wherever they stand") {
  hr::training_job of{.model = {.vocabulary = 1'000, .hidden = 64}, .sequence = 128};
  const hr::attention wide{.heads = 4, .kv_heads = 4, .head_size = 16};
  const hr::attention grouped{.heads = 4, .kv_heads = 2, .head_size = 16};
  of.model.layers[2] = {.how_many = 1, .attention = wide, .feed_forward = {.width = 50}};
  const hr::rank_layers alone = hr::layers_on_rank(of);
  CHECK(alone.only_kind == 2);
  CHECK(alone.kinds == 3);
  CHECK(alone.mixes_as[2] == 2);
  CHECK(alone.of_kind[2].products == 4 * 4'096 + 3 * 64 * 50);
  CHECK(alone.of_kind[0].total() + alone.of_kind[1].total() + alone.of_kind[3].total() == 0);
  CHECK(alone.vocabulary == 1'000);
  of.model.layers[1] = {.how_many = 1, .attention = grouped, .feed_forward = {.width = 50}};
  of.model.layers[4] = {.how_many = 1, .attention = grouped, .experts = {.routed = 10, .per_token = 3, .width = 20}};
  of.model.layers[5] = {.how_many = 1, .attention = wide, .experts = {.routed = 10, .per_token = 3, .width = 20}};
  const hr::rank_layers all = hr::layers_on_rank(of);
  CHECK(all.only_kind == hr::max_layer_kinds);
  CHECK(all.kinds == 6);
  CHECK(all.layers == 4);
  CHECK(all.mixes_as[1] == 1);
  CHECK(all.mixes_as[2] == 2);
  CHECK(all.mixes_as[4] == 1);
  CHECK(all.mixes_as[5] == 2);
  CHECK(all.of_kind[1].products == 3 * 4'096 + 3 * 64 * 50);
  CHECK(all.of_kind[2].products == 4 * 4'096 + 3 * 64 * 50);
  CHECK(all.of_kind[4].products == 3 * 4'096);
  CHECK(all.of_kind[5].products == 4 * 4'096);
  CHECK(all.of_kind[4].experts == 10 * 3 * 64 * 20);
  CHECK(all.of_kind[5].experts == 10 * 3 * 64 * 20);
  CHECK(all.of_kind[4].others == 10 * 64 + 2 * 64);
  CHECK(all.of_kind[1].others == 2 * 64);
  CHECK(all.of_kind[0].total() + all.of_kind[3].total() == 0);
}

}  // namespace training_rank_layers_test
