// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/memory.hpp>

#include <check.hpp>

namespace training_memory_test {
namespace {

namespace published = hr::models;

// Llama 3.1 405B as it was trained: 8 x 16 for a replica (arXiv:2407.21783, table 4), 128 of the 16,384 GPUs.
constexpr hr::training_job llama_405b{
    .model = published::llama3_1_405b,
    .parallelism = {.tensor = 8, .pipeline = 16, .sequence = true, .embedding_as_layer = true, .head_as_layer = true},
    .sequence = 8'192,
    .micro_batches = 16,
    .sharding = hr::sharding::optimizer};

constexpr hr::training_job llama_8b{.model = published::llama3_1_8b, .sequence = 8'192};

double total_of(const hr::training_job& job) { return hr::in_bytes(value_of(hr::training_memory(job)).total()); }

constexpr hr::memory sum_of_parts(const hr::rank_memory& m) {
  return m.weights + m.gradients + m.optimizer + m.activations + m.working + m.logits + m.buffers + m.reserved +
         m.overhead;
}

}  // namespace

// Within each compiler's default limits on constant expressions.
TEST_CASE("405B parameters over 128 GPUs are judged by the compiler") {
  constexpr hr::rank_memory fullest = value_of(hr::training_memory(llama_405b));
  CHECK_CONSTEXPR(llama_405b.parallelism.gpus() == 128);
  CHECK_CONSTEXPR(fullest.total() == sum_of_parts(fullest));
  CHECK_CONSTEXPR(fullest.exact() + fullest.reserved + fullest.overhead == fullest.total());
  CHECK_CONSTEXPR(hr::math::close(fullest.reserved / fullest.exact(), 0.03));
  // 8 layers of 3,187,703,808 parameters in an eighth each, and norms whole: 18 bytes of each.
  constexpr double layers = 8 * ((3'187'703'808.0 - 32'768) / 8 + 32'768);
  CHECK_CONSTEXPR(value_of(hr::training_memory(llama_405b, 1)).state() == hr::bytes(18 * layers));
}

TEST_CASE("run time and compile time agree") {
  constexpr hr::rank_memory compiled = value_of(hr::training_memory(llama_405b));
  hr::training_job job = llama_405b;
  const hr::rank_memory run = value_of(hr::training_memory(job));
  CHECK(run.total() == compiled.total());
  CHECK(run.stage == compiled.stage);
}

TEST_CASE("the fullest stage is found as if each had been asked") {
  for (const hr::transformer* model :
       {&published::llama3_1_70b, &published::deepseek_v3, &published::opt_175b, &published::nemotron_h_56b})
    for (const hr::count stages : {1, 2, 3, 8})
      for (const hr::count batches : {1, 4, 64})
        for (const bool ends : {false, true}) {
          const hr::training_job job{
              .model = *model,
              .parallelism = {.pipeline = stages, .embedding_as_layer = ends, .head_as_layer = ends},
              .sequence = 2'048,
              .micro_batches = batches};
          CAPTURE(model->name);
          hr::memory most{};
          for (hr::count stage = 0; stage < stages; ++stage) {
            const hr::memory each = value_of(hr::training_memory(job, stage)).total();
            if (each > most) most = each;
          }
          CHECK(value_of(hr::training_memory(job)).total() == most);
        }
}

TEST_CASE("layers of a rank serve many jobs") {
  hr::training_job job = llama_405b;
  const hr::rank_layers layers = hr::layers_on_rank(job);
  for (const hr::count batch : {1, 2, 4}) {
    job.micro_batch = batch;
    job.parallelism.data = 4 * batch;
    CHECK(value_of(hr::training_memory(job, layers)).total() == value_of(hr::training_memory(job)).total());
  }
  job.parallelism.pipeline = 1'000;
  CHECK(hr::training_memory(job, layers).note == "there are more pipeline stages than layers");
}

TEST_CASE("a job that cannot be is unknown, with the reason") {
  hr::training_job job = llama_8b;
  job.parallelism.tensor = 3;
  const auto words = "tensor parallelism does not divide the attention heads";
  CHECK(!hr::training_memory(job).is_known());
  CHECK(hr::training_memory(job).note == words);
  CHECK(hr::training_memory(job, 0).note == words);
  CHECK(hr::training_activations(job, 0).note == words);
  CHECK(hr::training_memory(llama_8b, 1).note == "there is no such stage");
  CHECK(hr::training_memory(llama_8b, -1).note == "there is no such stage");
  CHECK(hr::training_activations(llama_8b, 1).note == "there is no such stage");
  job = llama_8b;
  job.model = published::gemma_4_26b_a4b;
  CHECK(!hr::training_memory(job).is_known());
  job = llama_8b;
  job.adapters.rank = -1;
  CHECK(!hr::training_memory(job).is_known());
}

// 8,192 tokens of 128,256 logits: 16 bits and 32 bits of each, the final norm's input and the head's.
TEST_CASE("logits are the peak of a small model") {
  constexpr hr::rank_memory m = value_of(hr::training_memory(llama_8b));
  CHECK_CONSTEXPR(m.logits == hr::bytes(8'192.0 * (6 * 128'256 + 2 * 2 * 4'096)));
  CHECK_CONSTEXPR(m.working == hr::bytes(0));
}

TEST_CASE("activations by part are those of the whole, wherever they wait") {
  hr::training_job job = llama_405b;
  job.offload.activations = 0.25;
  for (const hr::count stage : {0, 1, 15}) {
    const hr::rank_memory m = value_of(hr::training_memory(job, stage));
    const double parts = value_of(hr::training_activations(job, stage)).total();
    CHECK(hr::in_bytes(m.activations) == doctest::Approx(0.75 * parts));
    CHECK(hr::in_bytes(m.host) == doctest::Approx(0.25 * parts));
  }
  job.framework = hr::frameworks::megatron_deepspeed;  // keeps the outputs of a stage, too
  job.dropout = true;
  job.recompute = {.kind = hr::recompute::full, .layers = 3};
  for (const hr::count stage : {0, 1, 15})
    CHECK(hr::in_bytes(value_of(hr::training_memory(job, stage)).activations) ==
          doctest::Approx(0.75 * value_of(hr::training_activations(job, stage)).total()));
}

TEST_CASE("recomputing more layers never keeps more, and none is the same as no layer") {
  hr::training_job job = llama_405b;
  job.recompute = {.kind = hr::recompute::full, .layers = 1};
  double before = hr::in_bytes(value_of(hr::training_memory(llama_405b, 1)).activations);
  for (; job.recompute.layers <= 8; ++job.recompute.layers) {
    const double now = hr::in_bytes(value_of(hr::training_memory(job, 1)).activations);
    CHECK(now < before);
    before = now;
  }
  job.recompute.layers = 0;
  CHECK(hr::in_bytes(value_of(hr::training_memory(job, 1)).activations) == before);
}

TEST_CASE("more of the batch never takes less, and more ranks for the same never more") {
  for (const hr::transformer* model : {&published::llama3_1_70b, &published::deepseek_v3}) {
    hr::training_job job{.model = *model,
                         .parallelism = {.tensor = 2, .pipeline = 2, .data = 8, .sequence = true},
                         .sequence = 4'096,
                         .micro_batches = 8,
                         .sharding = hr::sharding::optimizer};
    const double plain = total_of(job);
    const auto with = [&](auto change) {
      hr::training_job other = job;
      change(other);
      return total_of(other);
    };
    CHECK(with([](auto& j) { j.micro_batch = 2; }) > plain);
    CHECK(with([](auto& j) { j.sequence *= 2; }) > plain);
    CHECK(with([](auto& j) { j.micro_batches = 1; }) <= plain);
    CHECK(with([](auto& j) { j.parallelism.tensor = 4; }) < plain);
    CHECK(with([](auto& j) { j.parallelism.context = 2; }) < plain);
    CHECK(with([](auto& j) { j.parallelism.pipeline = 4; }) < plain);
    CHECK(with([](auto& j) { j.parallelism.sequence = false; }) > plain);
    CHECK(with([](auto& j) { j.recompute = hr::full_recomputation; }) < plain);
    CHECK(with([](auto& j) { j.dropout = true; }) > plain);
    CHECK(with([](auto& j) { j.scores_materialised = true; }) > plain);
  }
}

// DeepSeek-V3's one module: a layer with experts, norms and a product of its own, and the logits a second time.
TEST_CASE("a module that predicts a further token has activations and logits of its own") {
  hr::training_job job{.model = published::deepseek_v3, .parallelism = {.pipeline = 16}, .sequence = 4'096};
  const auto last = [&] { return value_of(hr::training_memory(job, 15)); };
  const hr::rank_memory with = last();
  job.with_predicting = false;
  const hr::rank_memory without = last();
  const double layer = hr::layer_activations(job, job.model.layers[1]).total();
  CHECK(hr::in_bytes(with.activations - without.activations) == doctest::Approx(layer + 10 * 4'096.0 * 7'168));
  CHECK(hr::in_bytes(with.logits - without.logits) == 6 * 4'096.0 * 129'280);
  CHECK(with.weights > without.weights);
  CHECK(value_of(hr::training_activations(job, 15)).total() == doctest::Approx(hr::in_bytes(without.activations)));
  job.with_predicting = true;
  CHECK(value_of(hr::training_activations(job, 15)).total() == doctest::Approx(hr::in_bytes(with.activations)));
}

// FSDP holds the root's weights and two layers whole in 16 bits, a layer's gradients in 16 and 32, and with a pipeline
// all of the stage.
TEST_CASE("what FSDP gathers") {
  hr::training_job job = llama_8b;
  job.parallelism.data = 8;
  job.formats = hr::fp32_weights;
  job.optimizer = hr::adam_without_master;
  job.sharding = hr::sharding::weights;
  job.framework = hr::frameworks::torchtitan;
  const double layer = 218'112'000;
  const double ends = 2.0 * 128'256 * 4'096 + 4'096;
  CHECK(hr::in_bytes(value_of(hr::training_memory(job)).state()) == 8'030'261'248 * 16.0 / 8);
  CHECK(hr::in_bytes(value_of(hr::training_memory(job)).buffers) == 2 * ends + layer * (2 * 2 + 2 + 4));
  job.parallelism.pipeline = 2;
  job.micro_batches = 2;
  const double stage = 16 * layer + 128'256.0 * 4'096;
  CHECK(hr::in_bytes(value_of(hr::training_memory(job, 0)).buffers) == stage * (2 + 4) + (8 + 2 * 2) * 8'192.0 * 4'096);
}

TEST_CASE("a ring passes two chunks and their gradients, a gather holds the sequence") {
  hr::training_job job = llama_405b;
  job.parallelism.context = 2;
  const auto working = [&] { return hr::in_bytes(value_of(hr::training_memory(job, 1)).working); };
  const double ring = working();
  job.framework.gathers_context = true;
  const double tokens = 8'192 / 2;
  // 16 heads of 128 for keys and for values on a rank, of 16 bits with gradients of 32, against one head of each.
  CHECK(working() - ring == doctest::Approx(tokens * 2 * 256 * 16 * 6 - tokens * 256 * 8));
}

TEST_CASE("layers that share one kept input are computed again together") {
  constexpr auto working = [](hr::count group) {
    const hr::training_job job{.model = published::llama3_1_8b,
                               .sequence = 2'048,
                               .recompute = {.kind = hr::recompute::full, .group = group}};
    return hr::in_bytes(value_of(hr::training_memory(job, 0)).working + value_of(hr::training_memory(job, 0)).logits);
  };
  constexpr hr::training_job plain{.model = published::llama3_1_8b, .sequence = 2'048};
  constexpr double layer = hr::layer_activations(plain, plain.model.layers[0]).total();
  // More of the layers' activations at once, less what is kept of each.
  CHECK(working(32) - working(16) == doctest::Approx(16 * layer + 2 * 4'096.0 * 2'048 * (1.0 / 16 - 1.0 / 32)));
}

}  // namespace training_memory_test

// Qi et al., 2023, table 2, and DeepSeek-V3, 2024, table 2: activations of p and 2 p - 1 micro-batches; twice the weights, p + 1 of a stage.
TEST_CASE("schedules of pipelines hold what their sources say") {
  const auto of = [](hr::pipeline_schedule by, hr::count stage, hr::sharding shares = hr::sharding::none) {
    return hr::training_memory({.model = hr::models::llama3_1_70b,
                                .parallelism = {.tensor = 8, .pipeline = 8, .data = 2, .sequence = true, .schedule = by},
                                .sequence = 8'192,
                                .micro_batches = 32,
                                .sharding = shares},
                               stage)
        .value_or({});
  };
  using enum hr::pipeline_schedule;
  const auto first = of(one_forward_one_backward, 0);
  const auto last = of(one_forward_one_backward, 7);
  CHECK(of(zero_bubble_h1, 0).activations == first.activations);
  CHECK(of(zero_bubble_h2, 0).activations / first.activations == doctest::Approx(15.0 / 8));
  for (const hr::count rank : {0, 7}) {
    const auto both = of(dual_pipe, rank);
    CHECK(hr::in_bytes(both.weights) == doctest::Approx(hr::in_bytes(first.weights + last.weights)));
    CHECK(hr::in_bytes(both.activations) == doctest::Approx(4.5 * hr::in_bytes(first.activations / 8.0 + last.activations)));
  }
  // Both copies of a stage share its state out.
  const hr::sharding shares = hr::sharding::optimizer;
  CHECK(hr::in_bytes(of(dual_pipe, 0, shares).optimizer) ==
        doctest::Approx(hr::in_bytes(of(one_forward_one_backward, 0, shares).optimizer + of(one_forward_one_backward, 7, shares).optimizer) / 2));
}
