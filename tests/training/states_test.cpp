// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/model/parameters.hpp>
#include <headroom/training/memory.hpp>
#include <headroom/training/states.hpp>

#include <check.hpp>

namespace training_states_test {
namespace {

using hr::sharding;

constexpr double gigabytes_of(double parameters, hr::count replicas, sharding shared) {
  return hr::state_of(parameters, replicas, hr::fp16_training, hr::adam, shared).total() / 1e9;
}

constexpr hr::training_job job_of(const hr::transformer& model, const hr::parallelism& p, sharding shared) {
  return {.model = model, .parallelism = p, .sequence = 2'048, .micro_batches = 64, .sharding = shared};
}

double state_of_stage(const hr::training_job& job, hr::count stage) {
  return hr::in_bytes(value_of(hr::training_memory(job, stage)).state());
}

}  // namespace

// Rajbhandari et al., 2020, figure 1: 7.5 billion parameters on 64 GPUs.
TEST_CASE("ZeRO's stages share out optimizer, gradients, weights") {
  CHECK_CONSTEXPR(gigabytes_of(7.5e9, 64, sharding::none) == 120);
  CHECK_CONSTEXPR(gigabytes_of(7.5e9, 64, sharding::optimizer) == 31.40625);
  CHECK_CONSTEXPR(gigabytes_of(7.5e9, 64, sharding::gradients) == 16.640625);
  CHECK_CONSTEXPR(gigabytes_of(7.5e9, 64, sharding::weights) == 1.875);
}

TEST_CASE("what waits on the host is not on the GPU, and nothing is lost") {
  constexpr hr::offloading both{.gradients = true, .optimizer = true};
  constexpr hr::state_bytes moved = hr::state_of(1e9, 8, hr::fp16_training, hr::adam, sharding::gradients, both);
  CHECK_CONSTEXPR(moved.total() == 2e9);
  CHECK_CONSTEXPR(moved.host == 14e9 / 8);
  // Weights wait there only where they are shared out.
  CHECK_CONSTEXPR(hr::state_of(1e9, 8, hr::fp16_training, hr::adam, sharding::none, {.weights = true}).weights == 2e9);
  CHECK_CONSTEXPR(hr::state_of(1e9, 8, hr::fp16_training, hr::adam, sharding::weights, {.weights = true}).host ==
                  2.5e8);
}

TEST_CASE("two gradients are kept where they are said to be") {
  CHECK_CONSTEXPR(hr::state_of(1, 1, hr::bf16_training, hr::adam).gradients == 4);
  CHECK_CONSTEXPR(hr::state_of(1, 1, hr::bf16_both_gradients, hr::adam).gradients == 6);
  CHECK_CONSTEXPR(hr::state_of(1, 1, hr::bf16_gradients, hr::adam).gradients == 2);
}

// torch FSDP: weights, gradients and two moments in fp32, 4 bytes each; no fifth copy.
TEST_CASE("weights in fp32 have no longer copy") {
  CHECK_CONSTEXPR(hr::state_of(1, 1, hr::fp32_weights, hr::adam).optimizer == 8);
  CHECK_CONSTEXPR(hr::state_of(1, 1, hr::fp32_weights, hr::adam).total() ==
                  hr::state_of(1, 1, hr::fp32_weights, hr::adam_without_master).total());
}

// Each parameter is held once by the ranks of one replica, norms and routers by each rank of tensor parallelism; and by a last stage that is not the
// first the embedding once more, which modules that predict look up.
TEST_CASE("the weights of all ranks of a replica are the whole model") {
  for (const hr::transformer* model : {&hr::models::llama3_1_8b, &hr::models::deepseek_v3, &hr::models::qwen3_235b_a22b,
                                       &hr::models::nemotron_h_56b, &hr::models::gpt_oss_120b}) {
    const auto whole = static_cast<double>(value_of(hr::parameters(*model)).with_predicting());
    CAPTURE(model->name);
    for (const hr::count stages : {1, 2, 4, 8}) {
      const hr::training_job job = job_of(*model, {.pipeline = stages}, sharding::none);
      double sum = 0;
      for (hr::count stage = 0; stage < stages; ++stage)
        sum += hr::in_bytes(value_of(hr::training_memory(job, stage)).weights);
      const bool has_copy = stages > 1 && model->predicts.modules > 0;
      CHECK(sum == 2 * (whole + (has_copy ? static_cast<double>(model->vocabulary * model->hidden) : 0)));
    }
    if (!model->layers[0].experts.is_present() && !model->layers[1].experts.is_present()) continue;
    // Of 8 ranks that share the experts, each holds an eighth of these and all of the rest.
    const auto experts = [&] {
      double sum = 0;
      hr::for_each_weight(*model, [&](const hr::weight& w) {
        if (w.part == hr::weight_part::routed_experts)
          sum += static_cast<double>(w.size()) * static_cast<double>(w.copies);
      });
      return sum;
    }();
    CHECK(state_of_stage(job_of(*model, {.data = 8, .expert = 8}, sharding::none), 0) ==
          doctest::Approx(18 * (whole - experts + experts / 8)));
    CHECK(state_of_stage(job_of(*model, {.data = 16, .expert = 8}, sharding::optimizer), 0) ==
          doctest::Approx(6.75 * (whole - experts) + 12 * experts / 8));
  }
}

TEST_CASE("more of any parallelism never takes more state on a rank, and no ZeRO stage more than the one before") {
  for (const hr::transformer* model : {&hr::models::llama3_1_70b, &hr::models::deepseek_v3, &hr::models::opt_175b})
    for (const hr::count tensor : {1, 2, 4, 8}) {
      CAPTURE(model->name);
      double before = 1e30;
      for (const sharding shared : {sharding::none, sharding::optimizer, sharding::gradients, sharding::weights}) {
        const double now = state_of_stage(job_of(*model, {.tensor = tensor, .data = 16}, shared), 0);
        CHECK(now <= before);
        before = now;
        CHECK(state_of_stage(job_of(*model, {.tensor = 2 * tensor, .data = 16}, shared), 0) <= now);
        CHECK(state_of_stage(job_of(*model, {.tensor = tensor, .data = 32}, shared), 0) <= now);
        CHECK(state_of_stage(job_of(*model, {.tensor = tensor, .pipeline = 2, .data = 16}, shared), 0) <= now);
      }
    }
}

// Megatron's distributed optimizer in partial groups: shared among 4 of 16 replicas.
TEST_CASE("state is shared among fewer replicas where asked") {
  hr::training_job job = job_of(hr::models::llama3_1_8b, {.data = 16}, sharding::optimizer);
  const double parameters = 8'030'261'248;
  CHECK(state_of_stage(job, 0) == parameters * 6.75);
  job.shards = 4;
  CHECK(state_of_stage(job, 0) == parameters * 9);
}

// Context parallelism repeats the weights, and its ranks share the optimizer with the replicas.
TEST_CASE("context ranks count as replicas") {
  CHECK(state_of_stage(job_of(hr::models::llama3_1_8b, {.data = 2, .context = 4}, sharding::optimizer), 0) ==
        8'030'261'248 * 7.5);
}

// Hu et al., 2021: of Llama 3.1 8B with rank 16 on the attention, 16 (4096 + out) in each of four products and 32
// layers.
TEST_CASE("adapters alone are trained") {
  hr::training_job job = job_of(hr::models::llama3_1_8b, {}, sharding::none);
  job.adapters = {.rank = 16};
  const double trained = 32.0 * 16 * ((4'096 + 4'096) * 2 + (4'096 + 1'024) * 2);
  const auto memory = value_of(hr::training_memory(job));
  CHECK(hr::in_bytes(memory.weights) == 2 * (8'030'261'248 + trained));
  CHECK(hr::in_bytes(memory.gradients) == 4 * trained);
  CHECK(hr::in_bytes(memory.optimizer) == 12 * trained);
  // Of two tensor ranks each holds half of the divided side of a product, and all of the other.
  job.parallelism.tensor = 2;
  const double divided = 32.0 * 16 * ((4'096 + 2'048) * 2 + (4'096 + 512) * 2);
  CHECK(hr::in_bytes(value_of(hr::training_memory(job)).optimizer) == 12 * divided);
  job.adapters = {.rank = 16, .attention = false, .feed_forward = true};
  job.parallelism.tensor = 4;
  CHECK(hr::in_bytes(value_of(hr::training_memory(job)).optimizer) == 12 * 32.0 * 16 * 3 * (4'096 + 14'336 / 4));
}

// Of frozen weights one copy is kept: the transposed one is made as the backward pass needs it.
TEST_CASE("frozen weights have no second copy in fp8, no gradients and no state") {
  hr::training_job job = job_of(hr::models::llama3_1_8b, {.data = 8}, sharding::none);
  job.adapters = {.rank = 16};
  const double trained = 32.0 * 16 * ((4'096 + 4'096) * 2 + (4'096 + 1'024) * 2);
  const double matrices = 32.0 * 4'096 * (4'096 * 2 + 1'024 * 2 + 3 * 14'336);
  const double others = 8'030'261'248 - matrices;
  job.formats = hr::fp8_training;
  CHECK(hr::in_bytes(value_of(hr::training_memory(job)).weights) == 2 * (8'030'261'248 + trained) + matrices);
  job.formats = hr::fp8_primary_weights;
  CHECK(hr::in_bytes(value_of(hr::training_memory(job)).weights) == 2 * (others + trained) + matrices);
  CHECK(hr::in_bytes(value_of(hr::training_memory(job)).gradients) == 2 * trained);
  // On the host, where they are shared out: all of them, and the adapters.
  job.sharding = sharding::weights;
  job.offload = {.weights = true};
  const auto moved = value_of(hr::training_memory(job));
  CHECK(hr::in_bytes(moved.weights) == 0);
  CHECK(hr::in_bytes(moved.host) == doctest::Approx((2 * (others + trained) + matrices) / 8));
}

// Two copies of a byte beside the two bytes of each matrix in the layers; MXFP8 adds a scale of 8 bits for each 32.
TEST_CASE("fp8 adds copies of the layers' matrices") {
  hr::training_job job = job_of(hr::models::llama3_1_8b, {}, sharding::none);
  const double matrices = 32.0 * 4'096 * (4'096 * 2 + 1'024 * 2 + 3 * 14'336);
  const double plain = hr::in_bytes(value_of(hr::training_memory(job)).weights);
  job.formats = hr::fp8_training;
  CHECK(hr::in_bytes(value_of(hr::training_memory(job)).weights) == plain + 2 * matrices);
  job.formats = hr::mxfp8_training;
  CHECK(hr::in_bytes(value_of(hr::training_memory(job)).weights) == plain + 2 * matrices * (1 + 1.0 / 32));
  job.formats = hr::nvfp4_training;
  CHECK(hr::in_bytes(value_of(hr::training_memory(job)).weights) == plain + 2 * matrices * (0.5 + 1.0 / 16));
}

// GPT-2's kind: the last of several stages holds a copy of the embedding to multiply with.
TEST_CASE("a tied head is held again where the stages are two") {
  const double embedding = 50'272.0 * 12'288;
  const auto weights = [](hr::count stages) {
    double sum = 0;
    for (hr::count stage = 0; stage < stages; ++stage)
      sum += hr::in_bytes(
          value_of(hr::training_memory(job_of(hr::models::opt_175b, {.pipeline = stages}, sharding::none), stage)).weights);
    return sum;
  };
  CHECK(weights(2) == weights(1) + 2 * embedding);
}

// 8 bits of a number and of a scale for 32 of them, or for 4 outputs of an input each.
TEST_CASE("a number has its part of a block's scale") {
  CHECK(hr::detail::bytes_with_scales({.format = hr::fp8, .block_outputs = 1, .block_inputs = 32, .scale_bits = 8}) == 1.03125);
  CHECK(hr::detail::bytes_with_scales({.format = hr::fp8, .block_outputs = 4, .block_inputs = 1, .scale_bits = 8}) == 1.25);
  CHECK(hr::detail::bytes_with_scales({.format = hr::fp8, .block_outputs = 1, .block_inputs = 1, .scale_bits = 8}) == 2);
  CHECK(hr::detail::bytes_with_scales({.format = hr::fp8, .block_outputs = 4, .scale_bits = 8}) == 1);
}

TEST_CASE("parameters are added part by part, and of attention's shapes the largest") {
  hr::detail::rank_parameters sum{1, 2, 3, 4, 5, 6, 7};
  sum.add({10, 20, 30, 40, 50, 60, 70}, 3);
  CHECK(sum.products == 31);
  CHECK(sum.others == 62);
  CHECK(sum.experts == 93);
  CHECK(sum.shapes == 44);
  CHECK(sum.attention_shapes == 50);
  CHECK(sum.adapters == 186);
  CHECK(sum.expert_adapters == 217);
  sum.add({.attention_shapes = 49}, 1);
  CHECK(sum.attention_shapes == 50);
  CHECK(sum.total() == 31 + 62 + 93);
  hr::state_bytes all{2, 3, 5, 7};
  all += {100, 200, 300, 400};
  CHECK(all.weights == 102);
  CHECK(all.gradients == 203);
  CHECK(all.optimizer == 305);
  CHECK(all.host == 407);
  CHECK(hr::detail::share_of(8, 1) == 1);
  CHECK(hr::detail::share_of(3, 2) == 2.0 / 3);
}

// 4 heads of 16 over 64: four matrices of 64 x 64, whose vectors are no products. 10 experts of 20 without gates, on 5 ranks of experts; a router; 30 that all
// share. Two tensor ranks, of which experts have one.
TEST_CASE("a layer's weights lie on a rank by what they belong to") {
  hr::training_job job{.model = {.vocabulary = 1'000, .hidden = 64}, .parallelism = {.tensor = 2, .data = 5, .expert = 5, .expert_tensor = 1}, .sequence = 128};
  const hr::layer l{.how_many = 1,
                    .attention = {.heads = 4, .kv_heads = 4, .head_size = 16, .query_key_value_bias = true},
                    .experts = {.routed = 10, .per_token = 3, .width = 20, .shared_width = 30, .gated = false}};
  const auto on_rank = [&](hr::adapters adapted) {
    job.adapters = adapted;
    hr::detail::rank_parameters sum;
    hr::detail::add_mixing(sum, job, l);
    hr::detail::add_networks(sum, job, l);
    return sum;
  };
  const auto plain = on_rank({});
  CHECK(plain.products == 4 * 64 * 64 / 2 + 2 * 64 * 30 / 2);
  CHECK(plain.others == 3 * 64 / 2 + 10 * 64);
  CHECK(plain.experts == 2 * 2 * 20 * 64);
  CHECK(plain.attention_shapes == 4 * 64 * 64 / 2);
  CHECK(plain.shapes == 2 * 20 * 64 + 2 * 64 * 30 / 2 + 10 * 64);
  CHECK(plain.adapters + plain.expert_adapters == 0);
  // Of rank 1: inputs and outputs of each matrix, of two experts on the rank.
  CHECK(on_rank({.rank = 1}).adapters == 4 * (64 + 32));
  CHECK(on_rank({.rank = 1, .attention = false, .feed_forward = true}).adapters == 2 * (64 + 15));
  const auto experts = on_rank({.rank = 1, .attention = false, .experts = true});
  CHECK(experts.expert_adapters == 2 * 2 * (64 + 20));
  CHECK(experts.adapters == 0);
  CHECK(!hr::detail::has_adapter({.rank = 1, .feed_forward = true, .experts = true}, {.part = hr::weight_part::router}));
  job.parallelism.expert_tensor = 0;
  CHECK(on_rank({}).experts == 2 * 2 * 20 * 64 / 2);
}

TEST_CASE("the ends of a model hold embeddings, positions, norms and biases") {
  hr::training_job job{.model = {.vocabulary = 1'000, .hidden = 64}, .parallelism = {.tensor = 2}, .sequence = 128};
  CHECK(hr::detail::first_on_rank(job).total() == 500 * 64);
  CHECK(hr::detail::last_on_rank(job).total() == 500 * 64 + 64);
  job.model.learned_positions = 30;
  job.model.embedding_norm = true;
  job.model.head_bias = true;
  job.model.vision = 7;
  CHECK(hr::detail::first_on_rank(job).total() == (500 + 30) * 64 + 64 + 7);
  CHECK(hr::detail::last_on_rank(job).total() == 500 * 64 + 64 + 500);
  job.model.norm = hr::norm_kind::layer;
  job.model.tied = true;
  CHECK(hr::detail::first_on_rank(job).total() == (500 + 30) * 64 + 2 * 64 + 7);
  CHECK(hr::detail::last_on_rank(job).total() == 2 * 64 + 500);
}

// Eight replicas; of experts, which 4 ranks divide and tensor ranks do not, 2 x 8 / 4. Adam in 16 bits: 2, 4 and 12 bytes.
TEST_CASE("state is divided by how many ranks have it alike") {
  const hr::detail::rank_parameters n{.products = 1'000, .others = 100, .experts = 600, .adapters = 10, .expert_adapters = 20};
  hr::training_job job{.parallelism = {.tensor = 2, .data = 8, .expert = 4, .expert_tensor = 1}, .sharding = sharding::optimizer};
  const auto found = [&] { return hr::detail::state_of_rank(job, n); };
  CHECK(found().weights == 2 * 1'700);
  CHECK(found().gradients == 4 * 1'700);
  CHECK(found().optimizer == 12 * (1'100 / 8.0 + 600 / 4.0));
  job.shards = 4;
  CHECK(found().optimizer == 12 * (1'100 / 4.0 + 600 / 2.0));
  job.shards = 1;
  CHECK(found().optimizer == 12 * 1'700);
  job.shards = 4;
  job.parallelism.expert = 16;  // one replica of experts, of which no half is a shard
  CHECK(found().optimizer == 12 * (1'100 / 4.0 + 600));
  hr::training_job waits = job;
  waits.sharding = sharding::weights;
  waits.offload.weights = true;
  CHECK(hr::detail::state_of_rank(waits, n).host == 2 * (1'100 / 4.0 + 600));
  waits.adapters.rank = 1;
  CHECK(hr::detail::state_of_rank(waits, n).host == 2 * (10 / 4.0 + 20 + 1'100 / 4.0 + 600));
  CHECK(hr::detail::state_of_rank(waits, n).weights == 0);
  job.parallelism.expert = 4;
  job.shards = 0;
  job.formats = hr::fp8_training;
  CHECK(found().weights == 2 * 1'700 + 2 * (1'000 + 600));
  job.sharding = sharding::weights;
  CHECK(found().weights == 2 * (1'100 / 8.0 + 600 / 4.0));
  // Adapters and their state, and frozen weights without any.
  job.formats = {};
  job.adapters.rank = 1;
  CHECK(found().weights == 2 * (10 / 8.0 + 20 / 4.0 + 1'100 / 8.0 + 600 / 4.0));
  CHECK(found().gradients == 4 * (10 / 8.0 + 20 / 4.0));
  CHECK(found().optimizer == 12 * (10 / 8.0 + 20 / 4.0));
  job.sharding = sharding::none;
  job.formats = hr::fp8_training;
  CHECK(found().weights == 2 * (10 + 20 + 1'700) + 1 * (1'000 + 600));  // the transposed copy is made as it is needed
}

}  // namespace training_states_test
