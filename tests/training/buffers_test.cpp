// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/buffers.hpp>

#include <check.hpp>

namespace training_buffers_test {
namespace {

constexpr hr::training_job with_loss(const hr::cross_entropy& loss, hr::count tensor) {
  return {.model = hr::models::llama3_1_70b,
          .parallelism = {.tensor = tensor, .sequence = tensor > 1},
          .sequence = 8'192,
          .loss = loss};
}

constexpr double tokens = 8'192;
constexpr double logits = 128'256;
constexpr double inputs = 2 * 8'192;  // of the final norm, or of the head

}  // namespace

TEST_CASE("the head's moment: logits in 16 and 32 bits, or their gradient and the weight's") {
  CHECK_CONSTEXPR(hr::head_bytes(with_loss(hr::fused_cross_entropy, 1)) == tokens * (6 * logits + 2 * inputs));
  CHECK_CONSTEXPR(hr::head_bytes(with_loss(hr::separate_cross_entropy, 1)) == tokens * (14 * logits + 2 * inputs));
  // The head's input is whole on every tensor rank.
  CHECK_CONSTEXPR(hr::head_bytes(with_loss(hr::distributed_cross_entropy, 8)) ==
                  tokens * (20 * logits / 8 + inputs / 8 + inputs));
  constexpr hr::training_job brief{.model = hr::models::llama3_1_70b, .sequence = 512};
  CHECK_CONSTEXPR(hr::head_bytes(brief) == 512 * (2 * logits + 2 * inputs) + 2 * logits * 8'192);
}

TEST_CASE("the gradient of the head's weight is whole for a moment with ZeRO-3, and with gradients of the weights' size") {
  constexpr auto brief = [](const hr::training_framework& framework, hr::sharding sharding, hr::count tensor = 1) {
    return hr::training_job{.model = hr::models::llama3_1_70b,
                            .parallelism = {.tensor = tensor, .data = 8},
                            .sequence = 512,
                            .sharding = sharding,
                            .framework = framework};
  };
  constexpr double weight = 2 * logits * 8'192;
  constexpr double with_loss_alone = 512 * (6 * logits + 2 * inputs);
  constexpr double with_weight = 512 * (2 * logits + 2 * inputs) + weight;
  CHECK_CONSTEXPR(hr::head_bytes(brief({}, hr::sharding::none)) == with_loss_alone);
  CHECK_CONSTEXPR(hr::head_bytes(brief({}, hr::sharding::gradients)) == with_loss_alone);
  CHECK_CONSTEXPR(hr::head_bytes(brief({}, hr::sharding::weights)) == with_weight);
  CHECK_CONSTEXPR(hr::head_bytes(brief(hr::frameworks::megatron, hr::sharding::none)) == with_weight);
  CHECK_CONSTEXPR(hr::head_bytes(brief({}, hr::sharding::weights, 8)) ==
                  512 * (2 * logits / 8 + 2 * inputs) + weight / 8);
}

TEST_CASE("each module that predicts a further token has logits of its own") {
  constexpr auto of = [](bool with_predicting) {
    return hr::head_bytes({.model = hr::models::deepseek_v3,
                           .sequence = 4'096,
                           .with_predicting = with_predicting});
  };
  CHECK_CONSTEXPR(of(true) - of(false) == 6.0 * 129'280 * 4'096);
}

TEST_CASE("what a layer gathers: nothing alone, all tokens in 16 bits with their gradient") {
  CHECK_CONSTEXPR(hr::gathered_bytes(with_loss(hr::fused_cross_entropy, 1)) == 0);
  CHECK_CONSTEXPR(hr::gathered_bytes(with_loss(hr::fused_cross_entropy, 8)) == tokens * 4 * 8'192);
  // A ring passes keys and values of 8 heads: two chunks of a quarter, and two of their gradients.
  constexpr hr::training_job ring{.model = hr::models::llama3_1_70b, .parallelism = {.context = 4}, .sequence = 8'192};
  CHECK_CONSTEXPR(hr::gathered_bytes(ring) == tokens / 4 * 8 * 2 * 128 * (2 * 2 + 2 * 2));
  // Gathered at once: keys and values for each of 64 heads, in 16 bits with gradients in 32.
  constexpr hr::training_job at_once{.model = hr::models::llama3_1_70b,
                                     .parallelism = {.context = 4},
                                     .sequence = 8'192,
                                     .framework = hr::frameworks::torchtitan};
  CHECK_CONSTEXPR(hr::gathered_bytes(at_once) == tokens * 64 * 2 * 128 * (2 + 4));
  // A latent is expanded for every head: keys of 192 and values of 128, of 128 heads.
  constexpr hr::training_job latent{.model = hr::models::deepseek_v3, .parallelism = {.context = 2}, .sequence = 8'192};
  CHECK_CONSTEXPR(hr::gathered_bytes(latent) == tokens / 2 * 128 * (192 + 128) * (2 * 2 + 2 * 2));
}

// 128 tokens of 64 numbers, forward and back, where sequence parallelism divides them; of a context of two, keys and values of 2 heads of 16 and 8 of a tensor rank's
// 64 tokens, two chunks and two of their gradients.
TEST_CASE("what is gathered is gathered of what is divided") {
  hr::training_job job{.model = {.vocabulary = 1'000, .hidden = 64}, .sequence = 128};
  job.model.layers[0] = {.how_many = 1, .feed_forward = {.width = 50}};
  job.model.layers[1] = {.how_many = 0, .attention = {.heads = 64, .kv_heads = 64, .head_size = 128}};
  job.model.layers[2] = {.how_many = 1, .attention = {.heads = 4, .kv_heads = 4, .head_size = 16, .value_head_size = 8}};
  const auto gathered = [&](const hr::parallelism& p) {
    job.parallelism = p;
    return hr::gathered_bytes(job);
  };
  CHECK(gathered({.sequence = true}) == 0);
  CHECK(gathered({.tensor = 2}) == 0);
  CHECK(gathered({.tensor = 2, .sequence = true}) == 4 * 64 * 128);
  CHECK(gathered({.tensor = 4, .sequence = true}) == 4 * 64 * 128);
  CHECK(gathered({.tensor = 2, .context = 2}) == 8 * 2 * 24 * 64);
  CHECK(gathered({.tensor = 2, .context = 2, .sequence = true}) == 4 * 64 * 64 + 8 * 2 * 24 * 64);
  // By all-to-all what comes back is of queries, too: of three heads of 16 on a tensor rank.
  job.model.layers[2].attention.heads = 6;
  CHECK(gathered({.tensor = 2, .context = 2, .context_exchange = hr::context_exchange::all_to_all}) == 2 * (3 * 16 + 2 * 24) * 64);
  job.model.layers[2].attention.heads = job.model.layers[2].attention.kv_heads = 1;
  CHECK(gathered({.context = 2}) == 8 * 24 * 64);
  // Queries of 16, keys of 16 and values of 8, in 16 bits.
  CHECK(gathered({.context = 2, .context_exchange = hr::context_exchange::all_to_all}) == 2 * (16 + 24) * 64);
  job.framework.gathers_context = true;
  CHECK(gathered({.context = 2, .context_exchange = hr::context_exchange::all_to_all}) == 2 * (16 + 24) * 64);
  CHECK(gathered({.context = 2}) == 6 * 24 * 64 * 2);
}

// Of weights that are shared out a stage is whole, or a layer with its gradient in 16 bits; of frozen ones no gradient is.
TEST_CASE("weights that are shared out are whole by the layer or by the stage") {
  hr::training_job job{.model = {.vocabulary = 1'000, .hidden = 64}, .sharding = hr::sharding::weights};
  job.framework = {.reduced_gradient_bytes = 3};
  const hr::detail::rank_parameters held{.products = 900, .others = 90, .shapes = 7, .attention_shapes = 8};
  const auto buffers = [&] { return hr::detail::buffers_of(job, held, 500, 40, 128); };
  CHECK(buffers() == 500 * (2 + 2 + 3));
  job.framework.keeps_whole_stage = true;
  CHECK(buffers() == 2 * 40 + 500 * (2 + 2 + 3));
  job.parallelism.pipeline = 2;
  CHECK(buffers() == 990 * (2 + 3) + 8 * 64 * 128);
  job.framework.keeps_whole_stage = false;
  CHECK(buffers() == 500 * (2 + 2 + 3) + 8 * 64 * 128);
  job.framework.weight_sized_gradients = true;
  CHECK(buffers() == 2 * 15 + 500 * (2 + 2 + 3) + 8 * 64 * 128);
  job.adapters.rank = 1;
  CHECK(buffers() == 500 * 2 + 8 * 64 * 128);
  job.framework.keeps_whole_stage = true;
  CHECK(buffers() == 990 * 2 + 8 * 64 * 128);
}

// 1,000 logits of each of 128 tokens: 6 bytes at the loss, or 2 and the gradient of the head's weight; and two inputs.
TEST_CASE("the head holds logits, and of weights that are trained their gradient") {
  hr::training_job job{.model = {.vocabulary = 1'000, .hidden = 64}, .sequence = 128};
  job.framework = {};
  job.loss = {.at_loss = 1, .at_gradient = 2};
  const double both_inputs = 2 * 64 * (128 + 128);
  CHECK(hr::head_bytes(job) == both_inputs + 2 * 1'000 * 128);
  job.framework.weight_sized_gradients = true;
  CHECK(hr::head_bytes(job) == both_inputs + 2 * 1'000 * 128 + 2 * 1'000 * 64);
  job.adapters.rank = 1;
  CHECK(hr::head_bytes(job) == both_inputs + 2 * 1'000 * 128);
}

}  // namespace training_buffers_test
