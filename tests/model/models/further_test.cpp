// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/further.hpp>

#include <check.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/parameters.hpp>

// Totals as the checkpoints' metadata or the publishers' cards print them. Every number of the shapes: models_test.cpp.
namespace model_models_further_test {
namespace {

namespace models = hr::models;

constexpr hr::count total_of(const hr::transformer& of) { return value_of(hr::parameters(of)).total(); }

}  // namespace

TEST_CASE("a checkpoint has as many parameters as its metadata say") {
  CHECK_CONSTEXPR(total_of(models::mistral_7b) == 7'241'732'096);
  CHECK_CONSTEXPR(total_of(models::mixtral_8x7b) == 46'702'792'704);
  CHECK_CONSTEXPR(total_of(models::mixtral_8x22b) == 140'620'634'112);
  CHECK_CONSTEXPR(total_of(models::gpt_j_6b) == 6'050'882'784);
  CHECK_CONSTEXPR(total_of(models::bloom_176b) == 176'247'271'424);
}

TEST_CASE("the checkpoint of MiniMax-M2 adds a scale for each block of its FP8 matrices") {
  constexpr hr::count experts = 62 * 256 * 3 * (1'536 / 128) * (3'072 / 128);
  constexpr hr::count attention = 62 * (2 * (6'144 / 128) + 2 * (1'024 / 128)) * (3'072 / 128);
  CHECK_CONSTEXPR(total_of(models::minimax_m2_5) + experts + attention == 228'703'644'928);
}

TEST_CASE("the checkpoint of GLM-5 has a module that predicts a further token") {
  CHECK_CONSTEXPR(value_of(hr::parameters(models::glm_5)).with_predicting() == 753'864'139'008);
  CHECK_CONSTEXPR(total_of(models::glm_5_1) == total_of(models::glm_5));
  CHECK_CONSTEXPR(models::glm_5_1.name == "zai-org/GLM-5.1");
  CHECK_CONSTEXPR(hr::missing(models::glm_5_2).starts_with("whether layers"));
}

TEST_CASE("Kimi K2 has a thousand billion parameters and 32 billion active, in both versions") {
  CHECK_CONSTEXPR(total_of(models::kimi_k2) / 1'000'000'000 == 1'026);
  CHECK_CONSTEXPR(value_of(hr::active_parameters(models::kimi_k2)).total() / 1'000'000'000 == 32);
  CHECK_CONSTEXPR(total_of(models::kimi_k2_5) == total_of(models::kimi_k2));
}

TEST_CASE("MiMo-V2-Flash has 309 billion parameters and 15 billion active") {
  CHECK_CONSTEXPR((total_of(models::mimo_v2_flash) + 500'000'000) / 1'000'000'000 == 309);
  CHECK_CONSTEXPR(value_of(hr::active_parameters(models::mimo_v2_flash)).total() / 1'000'000'000 == 15);
}

TEST_CASE("models that rest on general knowledge, or whose fields may not be all, are unconfirmed") {
  for (const hr::transformer* each : {&models::falcon_180b, &models::grok_1, &models::gpt_j_6b, &models::minimax_m3}) {
    CAPTURE(each->name);
    CHECK(hr::parameters(*each).is_known());
    CHECK_FALSE(hr::parameters(*each).is_confirmed());
  }
}

}  // namespace model_models_further_test
