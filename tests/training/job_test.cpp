// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/job.hpp>

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
  CHECK_CONSTEXPR(words_of([](job& j) { j.expert_imbalance = 0.5; }) == "an imbalance of experts is 1 or more");
  CHECK_CONSTEXPR(words_of([](job& j) { j.offload.activations = 2; }) == "a share of activations is 0 to 1");
  CHECK_CONSTEXPR(words_of([](job& j) { j.parallelism.tensor = 5; }) ==
                  "tensor parallelism does not divide the attention heads");
  CHECK_CONSTEXPR(words_of([](job& j) { j.model.hidden = 0; }) == "the hidden size");
}

}  // namespace training_job_test
