// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/openai.hpp>

#include <check.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/parameters.hpp>

// Totals as the checkpoints' metadata or the publishers' cards print them. Every number of the shapes: models_test.cpp.
namespace model_models_openai_test {
namespace {

namespace models = hr::models;

constexpr hr::count total_of(const hr::transformer& of) { return value_of(hr::parameters(of)).total(); }

}  // namespace

TEST_CASE("GPT-3 has 174.6 billion parameters, as SC21 prints") {
  CHECK_CONSTEXPR((total_of(models::gpt3_175b) + 50'000'000) / 100'000'000 == 1'746);
}

TEST_CASE("a checkpoint of gpt-oss has as many parameters as its metadata say, and as many active as its card") {
  CHECK_CONSTEXPR(total_of(models::gpt_oss_120b) == 116'829'156'672);
  CHECK_CONSTEXPR(total_of(models::gpt_oss_20b) == 20'914'757'184);
  // "5.13B" and "3.61B", without the embedding
  constexpr hr::parameter_counts large = value_of(hr::active_parameters(models::gpt_oss_120b));
  constexpr hr::parameter_counts small = value_of(hr::active_parameters(models::gpt_oss_20b));
  CHECK_CONSTEXPR((large.total() - large.embedding + 5'000'000) / 10'000'000 == 513);
  CHECK_CONSTEXPR((small.total() - small.embedding + 5'000'000) / 10'000'000 == 361);
}

}  // namespace model_models_openai_test
