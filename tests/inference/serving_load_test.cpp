// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/serving_load.hpp>
#include <headroom/model/models.hpp>

#include <check.hpp>
#include <inference/small_server.hpp>

namespace inference_serving_load_test {

TEST_CASE("a layer's bytes, operations and kernels, by hand") {
  constexpr hr::serving_load load = hr::serving_load_of(small_server::job_of(small_server::one_layer));
  CHECK(load.contradicts.empty());
  CHECK(load.mixing.weights == 4 * 1'024 * 1'024 * 2);  // queries, keys, values, outputs in 16 bits
  CHECK(load.mixing.wide_operations == 2 * 4 * 1'024 * 1'024);
  CHECK(load.mixing.operations == 0);
  CHECK(load.mixing.moved == 4 * 2 * (1'024 + 1'024));
  CHECK(load.networks.weights == 2 * 1'024 * 4'096 * 2);
  CHECK(load.head.weights == 1'000 * 1'024 * 2);
  CHECK(load.mixers[0].token_bytes == 2 * 1'024 * 2);
  CHECK(load.mixers[0].pair_operations == 4 * 1'024);
  CHECK(load.kernels == 6 + 4 + 4);  // of the attention, the network, and the ends
  CHECK(load.all_reduces == 0);
}

TEST_CASE("tensor ranks share heads and widths, and add up twice in a layer") {
  constexpr hr::serving_load load = hr::serving_load_of(small_server::job_of(small_server::one_layer, 4));
  CHECK(load.mixing.weights == 1'024 * 1'024 * 2);
  CHECK(load.mixers[0].token_bytes == 2 * 1'024 * 2 / 4);
  CHECK(load.all_reduces == 2);
}

TEST_CASE("what a layer has beside its parts is read, multiplied and launched") {
  hr::serving_job job = small_server::job_of(small_server::one_layer, 2);
  const hr::serving_load before = hr::serving_load_of(job);
  job.model.per_layer = {.width = 32, .vocabulary = 500};
  job.model.hidden_states = 3;
  job.model.residual_rank = 16;
  const hr::serving_load load = hr::serving_load_of(job);
  REQUIRE(load.contradicts.empty());
  // In the layer: the embedding's gate and projection, a router of 3 and coefficients of 9 by 3 and 3 by 3, each whole on both ranks,
  // and half of two matrices of rank 16; before and behind it half of the projection to embeddings and of twice two squares.
  const double whole = 2 * 32 * 1'024 + 3 * 1'024 + 9 * 3 + 3 * 3;
  const double halves = 2 * 16 * 1'024 + 32 * 1'024 + 4 * 1'024 * 1'024;
  CHECK(load.networks.wide_operations - before.networks.wide_operations == 2 * (whole + halves / 2));
  CHECK(load.networks.weights - before.networks.weights == 2 * (whole + halves / 2 + 1'024));  // with scales of the correction
  CHECK(load.kernels - before.kernels == 4 + 3 + 10);
  CHECK(load.all_reduces - before.all_reduces == 1);
  CHECK(load.head.weights == before.head.weights);
}

TEST_CASE("whole experts lie on ranks, of divided ones every rank has a part") {
  hr::serving_job job = small_server::job_of(small_server::one_layer_of_experts, 1, 4);
  const hr::serving_load divided = hr::serving_load_of(job);
  job.expert_parallel = true;
  const hr::serving_load whole = hr::serving_load_of(job);
  const double expert = 2 * 1'024 * 512 * 2;
  CHECK(divided.experts[0].held == 64);
  CHECK(divided.experts[0].expert_bytes == expert / 4);
  CHECK(whole.experts[0].held == 16);
  CHECK(whole.experts[0].expert_bytes == expert);
  CHECK(whole.experts[0].of_token.wide_operations == doctest::Approx(divided.experts[0].of_token.wide_operations));
  CHECK(whole.exchanges == 2);
  CHECK(whole.all_reduces == 0);
}

TEST_CASE("a job that contradicts itself has no load") {
  hr::serving_job job = small_server::job_of(small_server::one_layer, 3);
  CHECK(!hr::serving_load_of(job).contradicts.empty());
}

}  // namespace inference_serving_load_test
