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

// Each part by two more than in the leanest, the others by one; what works and the logits count together.
TEST_CASE("what differs most is named") {
  const auto rank = [](double weights, double gradients, double optimizer, double activations, double working, double logits, double buffers) {
    return hr::rank_memory{.weights = hr::bytes(weights), .gradients = hr::bytes(gradients), .optimizer = hr::bytes(optimizer), .activations = hr::bytes(activations),
                           .working = hr::bytes(working), .logits = hr::bytes(logits), .buffers = hr::bytes(buffers)};
  };
  const hr::rank_memory lean = rank(30, 50, 70, 110, 130, 170, 190);
  const auto most = [&](const hr::rank_memory& of) { return hr::detail::largest_difference(of, lean); };
  CHECK(most(lean).empty());
  CHECK(most(rank(29, 50, 70, 110, 130, 170, 190)).empty());
  for (const hr::rank_memory& each : {rank(32, 50, 70, 111, 131, 170, 191), rank(30, 52, 70, 111, 131, 170, 191), rank(30, 50, 72, 111, 131, 170, 191), rank(32, 48, 72, 111, 131, 170, 191)})
    CHECK(most(each) == "its weights and their state");
  CHECK(most(rank(31, 50, 70, 112, 131, 170, 191)) == "the activations that wait for the backward pass");
  for (const hr::rank_memory& each : {rank(31, 50, 70, 111, 132, 170, 191), rank(31, 50, 70, 111, 130, 172, 191), rank(31, 50, 70, 111, 302, 0, 191), rank(31, 50, 70, 111, 0, 302, 191)})
    CHECK(most(each) == "the logits and the layer that runs backward");
  CHECK(most(rank(31, 50, 70, 111, 131, 170, 192)) == "the framework's buffers");
  CHECK(most(rank(31, 50, 70, 110, 130, 170, 190)) == "its weights and their state");
}

}  // namespace training_fullest_test
