// SPDX-License-Identifier: BSL-1.0
#include <headroom/training/checkpoint.hpp>

#include <headroom/model/models.hpp>
#include <headroom/model/parameters.hpp>

#include <check.hpp>

namespace training_checkpoint_test {

constexpr double total(const hr::training_job& of) { return hr::in_bytes(hr::checkpoint_of(of).known()->total()); }

// BLOOM's is 2.3 TB, as tools print TiB (bigscience/chronicles): bf16 weights, and Adam's moments and a copy in fp32.
TEST_CASE("a checkpoint has the weights and what the optimizer keeps, once") {
  constexpr hr::training_job bloom{.model = hr::models::bloom_176b, .parallelism = {.tensor = 4, .pipeline = 10, .data = 8}, .sequence = 2'048, .sharding = hr::sharding::optimizer};
  constexpr double parameters = static_cast<double>(hr::parameters(hr::models::bloom_176b).known()->total());
  CHECK_CONSTEXPR(total(bloom) == 14 * parameters);
  CHECK(total(bloom) / hr::in_bytes(hr::tebibytes(2.3)) == doctest::Approx(1).epsilon(0.03));
  CHECK_CONSTEXPR(hr::in_bytes(hr::checkpoint_of(bloom).known()->weights) == 2 * parameters);
  // Nor does it change with the layout, with shards or with a copy of the gradient, which no step needs of another.
  hr::training_job other = bloom;
  other.parallelism = {.data = 384};
  other.shards = 8;
  other.optimizer.gradient_copy = true;
  CHECK(total(other) == total(bloom));
}

TEST_CASE("weights in fp32 have no longer copy, and moments of another length count as long as they are") {
  constexpr hr::training_job job{.model = hr::models::llama3_1_8b, .sequence = 8'192};
  constexpr double parameters = static_cast<double>(hr::parameters(hr::models::llama3_1_8b).known()->total());
  hr::training_job other = job;
  other.formats.weights = hr::fp32;
  CHECK(total(other) == 12 * parameters);
  other = job;
  other.optimizer = hr::adam_bf16_moments;
  CHECK(total(other) == 10 * parameters);
}

TEST_CASE("a checkpoint has the layers of all kinds, and those that predict further tokens") {
  for (const hr::transformer* model : {&hr::models::deepseek_v3, &hr::models::nemotron_h_56b, &hr::models::gpt_oss_120b})
    CHECK(total({.model = *model, .sequence = 2'048}) == 14 * static_cast<double>(value_of(hr::parameters(*model)).with_predicting()));
}

// Rank 16 on the four matrices of attention: 16 x (inputs + outputs) of each, 32 layers.
TEST_CASE("of adapters the frozen weights are not written") {
  constexpr hr::training_job job{.model = hr::models::llama3_1_8b, .sequence = 8'192, .adapters = {.rank = 16}};
  constexpr double adapters = 32.0 * 16 * ((4'096 + 4'096) * 2 + (4'096 + 1'024) * 2);
  CHECK_CONSTEXPR(total(job) == 14 * adapters);
}

TEST_CASE("of a job that contradicts itself it is not known") {
  hr::training_job job{.model = hr::models::llama3_1_8b, .sequence = 0};
  CHECK_FALSE(hr::checkpoint_of(job).is_known());
  CHECK(hr::checkpoint_of(job).note.find("sequence") != std::string_view::npos);
}

}  // namespace training_checkpoint_test
