// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/fullest.hpp>

#include <check.hpp>

namespace training_fullest_test {
namespace {

constexpr hr::training_job pipelined(hr::count micro_batches) {
  return {.model = hr::models::llama3_1_70b,
          .parallelism = {.tensor = 8, .pipeline = 4, .sequence = true},
          .sequence = 8'192,
          .micro_batches = micro_batches};
}

}  // namespace

// 1F1B: the first stage holds four micro-batches, the last one.
TEST_CASE("the first stage is fullest by its activations") {
  constexpr hr::fullest_rank found = value_of(hr::find_fullest_rank(pipelined(16)));
  CHECK_CONSTEXPR(found.memory.stage == 0);
  CHECK_CONSTEXPR(found.because == "the activations that wait for the backward pass");
  CHECK_CONSTEXPR(found.leanest.total() < found.memory.total());
}

TEST_CASE("with one micro-batch the ends are fullest: by their weights and state, or the logits") {
  constexpr hr::fullest_rank found = value_of(hr::find_fullest_rank(pipelined(1)));
  CHECK_CONSTEXPR(found.memory.stage == 3);
  CHECK_CONSTEXPR(found.because == "its weights and their state");
  hr::training_job long_one = pipelined(1);
  long_one.micro_batch = 16;
  long_one.loss = hr::separate_cross_entropy;
  CHECK(value_of(hr::find_fullest_rank(long_one)).because == "the logits and the layer that runs backward");
}

TEST_CASE("alone a stage is not set apart, and a job that cannot be has none") {
  constexpr hr::training_job alone{.model = hr::models::llama3_1_8b, .sequence = 128};
  CHECK_CONSTEXPR(value_of(hr::find_fullest_rank(alone)).because.empty());
  hr::training_job wrong = alone;
  wrong.sequence = 0;
  CHECK(!hr::find_fullest_rank(wrong).is_known());
}

// FSDP in a pipeline keeps a stage's weights and gradients whole; state is shared out among many.
TEST_CASE("buffers can be what sets a stage apart") {
  hr::training_job job = pipelined(1);
  job.parallelism.data = 64;
  job.sharding = hr::sharding::weights;
  job.framework = hr::frameworks::torchtitan;
  job.sequence = 128;
  CHECK(value_of(hr::find_fullest_rank(job)).because == "the framework's buffers");
}

}  // namespace training_fullest_test
