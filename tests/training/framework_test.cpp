// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/framework.hpp>

#include <check.hpp>
#include <unsaid.hpp>

#include <headroom/model/models.hpp>
#include <headroom/training/memory.hpp>

// What each framework adds to the memory of a job, by its own documentation; docs/accuracy.md names the rows that the
// overheads are fitted to, and tests/validation shows how well.
namespace training_framework_test {
namespace {

namespace frameworks = hr::frameworks;

// Llama 3.1 8B: a layer's matrices and its two norms; the embedding, and the head with the last norm.
constexpr double attention = 2.0 * 4'096 * 4'096 + 2.0 * 1'024 * 4'096;
constexpr double matrices = attention + 3.0 * 14'336 * 4'096;
constexpr double layer = matrices + 2 * 4'096;
constexpr double vocabulary = 128'256.0 * 4'096;

constexpr hr::rank_memory rank(const hr::training_framework& framework, hr::sharding sharding, hr::count stages = 1,
                               hr::count stage = 0) {
  return hr::training_memory({.model = hr::models::llama3_1_8b,
                              .parallelism = {.pipeline = stages, .data = 8},
                              .sequence = 4'096,
                              .micro_batches = 8,
                              .sharding = sharding,
                              .framework = framework},
                             stage)
      .value_or({});
}
constexpr double buffers(const hr::training_framework& framework, hr::sharding sharding) {
  return hr::in_bytes(rank(framework, sharding).buffers);
}

}  // namespace

// Recipes of Megatron Core; deepspeed/runtime/bf16_optimizer.py; torchtitan's parallelize.py.
TEST_CASE("what is not said is what the framework does") {
  CHECK(frameworks::megatron.sharding == hr::sharding::optimizer);
  CHECK(frameworks::megatron.sequence_with_tensor);
  CHECK(frameworks::deepspeed.sharding == hr::sharding::optimizer);
  CHECK_FALSE(frameworks::deepspeed.sequence_with_tensor);
  CHECK(frameworks::torchtitan.sharding == hr::sharding::weights);
  CHECK(frameworks::torchtitan.weights_in_fp32);
}

TEST_CASE("Megatron-LM has a 16-bit gradient of each weight's shape, though gradients are summed elsewhere") {
  CHECK_CONSTEXPR(buffers(frameworks::megatron, hr::sharding::none) == 2 * matrices);
  CHECK_CONSTEXPR(buffers({}, hr::sharding::none) == 0);
}

TEST_CASE("DeepSpeed's default bucket is of 500,000,000 numbers of 16 bits") {
  CHECK_CONSTEXPR(buffers(frameworks::megatron_deepspeed, hr::sharding::none) == 500e6 * 2);
  CHECK_CONSTEXPR(buffers(frameworks::deepspeed, hr::sharding::none) == 500e6 * 2);
}

TEST_CASE("with ZeRO-3 DeepSpeed has the largest layer's weights and gradients whole, 4 bytes of each parameter") {
  CHECK_CONSTEXPR(buffers(frameworks::deepspeed, hr::sharding::weights) == 1e9 + 4 * layer);
}

TEST_CASE("torchtitan gathers two layers and reduces a third's gradients in 32 bits; the ends of the model stay whole") {
  // Weights of two layers and a layer's gradients in 16 bits, the gradients that are reduced in 32.
  CHECK_CONSTEXPR(buffers(frameworks::torchtitan, hr::sharding::weights) ==
                  (2 * 2 + 2 + 4) * layer + 2 * (2 * vocabulary + 4'096));
  // In a pipeline all of the stage is whole; a tensor comes and one goes, forward and backward; and a gradient comes for
  // each of eight micro-batches.
  CHECK_CONSTEXPR(hr::in_bytes(rank(frameworks::torchtitan, hr::sharding::weights, 2).buffers) ==
                  (2 + 4) * (16 * layer + vocabulary) + (4 + 8) * 2 * 4'096.0 * 4'096);
}

TEST_CASE("torchtitan has a buffer of each micro-batch for what a stage receives, and keeps what it passes on") {
  constexpr double place = 2.0 * 4'096 * 4'096;
  constexpr auto more = [](hr::count stage) {
    hr::training_framework without = frameworks::torchtitan;
    without.receives_apart = without.keeps_stage_outputs = false;
    return hr::in_bytes(rank(frameworks::torchtitan, hr::sharding::weights, 4, stage).exact() -
                        rank(without, hr::sharding::weights, 4, stage).exact());
  };
  // Of eight micro-batches the four stages hold 4, 3, 2 and 1: their outputs, all gradients, and inputs not in flight.
  CHECK(more(0) == doctest::Approx(place * (4 + 8)));
  CHECK(more(1) == doctest::Approx(place * (3 + 8 + 5)));
  CHECK(more(3) == doctest::Approx(place * 7));
}

TEST_CASE("Megatron-DeepSpeed keeps the output of a stage for each micro-batch in flight, but of the last") {
  constexpr auto kept = [](const hr::training_framework& framework, hr::count stage) {
    return hr::in_bytes(rank(framework, hr::sharding::none, 4, stage).activations);
  };
  constexpr double output = 2.0 * 4'096 * 4'096;
  CHECK_CONSTEXPR(kept(frameworks::megatron_deepspeed, 0) - kept(frameworks::megatron, 0) == 4 * output);
  CHECK_CONSTEXPR(kept(frameworks::megatron_deepspeed, 2) - kept(frameworks::megatron, 2) == 2 * output);
  CHECK_CONSTEXPR(kept(frameworks::megatron_deepspeed, 3) == kept(frameworks::megatron, 3));
}

TEST_CASE("an overhead was measured of one framework, and is what the others are estimated with") {
  for (const hr::training_framework& each :
       {frameworks::megatron_deepspeed, frameworks::deepspeed, frameworks::torchtitan}) {
    CAPTURE(each.name);
    const hr::rank_memory of = rank(each, hr::sharding::none);
    CHECK(of.total() - of.exact() - of.reserved == frameworks::measured_overhead);
  }
  // Of Megatron-LM less what the allocator holds of it: 3 % of the 45.8 GB that the runs had in tensors.
  const hr::memory of_allocator = hr::gigabytes(45.8 * 0.03 / 1.03);
  CHECK(hr::in_gigabytes(frameworks::megatron.overhead) ==
        doctest::Approx(hr::in_gigabytes(frameworks::measured_overhead - of_allocator)).epsilon(0.01));
  CHECK(rank({}, hr::sharding::none).total() == rank({}, hr::sharding::none).exact());
}

// SimuMax's rows on B200 print 62.53 GiB reserved of 60.68 allocated, 40.18 of 39.07, and with 131,072 tokens 121.4 of
// 112.67.
TEST_CASE("what Megatron-LM's allocator holds beyond tensors is within what was measured") {
  constexpr hr::training_framework f = frameworks::megatron;
  CHECK(f.reserved_share == doctest::Approx((62.53 / 60.68 + 40.18 / 39.07) / 2 - 1).epsilon(0.03));
  CHECK(f.reserved_least == doctest::Approx(40.18 / 39.07 - 1).epsilon(0.02));
  CHECK(f.reserved_most == doctest::Approx(121.4 / 112.67 - 1).epsilon(0.02));
  constexpr hr::rank_memory of = rank(f, hr::sharding::none);
  CHECK_CONSTEXPR(hr::math::close(of.reserved / of.exact(), f.reserved_share));
}

TEST_CASE("the largest kind of layer is whole, wherever it stands among the kinds") {
  // DeepSeek-V3's layers of 256 experts, behind three of none: 4 bytes of each parameter.
  constexpr double experts = 256 * 3.0 * 2'048 * 7'168;
  constexpr hr::rank_memory of = hr::training_memory({.model = hr::models::deepseek_v3,
                                                      .parallelism = {.data = 64},
                                                      .sequence = 4'096,
                                                      .sharding = hr::sharding::weights,
                                                      .framework = frameworks::deepspeed},
                                                     0)
                                     .value_or({});
  CHECK_CONSTEXPR(hr::in_bytes(of.buffers) > 1e9 + 4 * experts);
  CHECK_CONSTEXPR(hr::in_bytes(of.buffers) < 1e9 + 4 * 1.05 * experts);
}

// On two stages whose weights are shared out, and of a sequence on four ranks.
TEST_CASE("a framework of one's own does nothing unless it says so") {
  using own = hr::training_framework;
  constexpr auto takes = [](const own& framework) { return hr::in_bytes(rank(framework, hr::sharding::weights, 2).total()); };
  CHECK_CONSTEXPR(is_unless_said<&own::overhead>(takes, own{}, hr::bytes(0), hr::gigabytes(1)));
  CHECK_CONSTEXPR(is_unless_said<&own::reserved>(takes, own{}, hr::bytes(0), hr::gigabytes(1)));
  CHECK_CONSTEXPR(is_unless_said<&own::reserved_share>(takes, own{}, 0, 0.5));
  CHECK_CONSTEXPR(is_unless_said<&own::communication>(takes, own{}, hr::bytes(0), hr::gigabytes(1)));
  CHECK_CONSTEXPR(is_unless_said<&own::weight_sized_gradients>(takes, own{}, false, true));
  CHECK_CONSTEXPR(is_unless_said<&own::keeps_stage_outputs>(takes, own{}, false, true));
  CHECK_CONSTEXPR(is_unless_said<&own::receives_apart>(takes, own{}, false, true));
  CHECK_CONSTEXPR(is_unless_said<&own::keeps_whole_stage>(takes, own{}, false, true));
  CHECK_CONSTEXPR(is_unless_said<&own::gathered_layers>(takes, own{}, 1, 2));
  CHECK_CONSTEXPR(is_unless_said<&own::reduced_gradient_bytes>(takes, own{}, 0, 4));
  constexpr auto in_parts = [](const own& framework) {
    const hr::training_job job{.model = hr::models::llama3_1_8b,
                               .parallelism = {.pipeline = 2, .context = 4},
                               .sequence = 4'096,
                               .framework = framework};
    return hr::training_memory(job, 0).value_or({}).working;
  };
  CHECK_CONSTEXPR(is_unless_said<&own::gathers_context>(in_parts, own{}, false, true));
}

}  // namespace training_framework_test
