// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/training/memory.hpp>
#include <headroom/training/rank_layers.hpp>

#include <check.hpp>

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
  CHECK_CONSTEXPR(hr::layers_on_rank({}).contradicts == "the size of the vocabulary");
  CHECK_CONSTEXPR(hr::layers_on_rank({.model = hr::models::deepseek_v3}).only_kind == hr::max_layer_kinds);
}

TEST_CASE("they serve jobs that differ in all but the model, tensor and expert parallelism and adapters") {
  const hr::rank_layers layers = hr::layers_on_rank(job);
  hr::training_job other = job;
  other.parallelism.pipeline = 4;
  other.parallelism.data = 16;
  other.micro_batch = 3;
  other.recompute = hr::full_recomputation;
  CHECK(hr::training_memory(other, layers).value.total() == hr::training_memory(other).value.total());
}

}  // namespace training_rank_layers_test
