// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/meta.hpp>

#include <check.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/parameters.hpp>

// Totals as the checkpoints' metadata or the publishers' cards print them. Every number of the shapes: models_test.cpp.
namespace model_models_meta_test {
namespace {

namespace models = hr::models;

constexpr hr::count total_of(const hr::transformer& of) { return value_of(hr::parameters(of)).total(); }

}  // namespace

TEST_CASE("a checkpoint of Llama 2 or 3.1 has as many parameters as its metadata say") {
  CHECK_CONSTEXPR(total_of(models::llama2_13b) == 13'015'864'320);
  CHECK_CONSTEXPR(total_of(models::llama3_1_8b) == 8'030'261'248);
  CHECK_CONSTEXPR(total_of(models::llama3_1_70b) == 70'553'706'496);
  CHECK_CONSTEXPR(total_of(models::llama3_1_405b) == 405'853'388'800);
}

TEST_CASE("Llama 4 has 17 billion active parameters in both sizes, and every fourth layer sees all tokens") {
  for (const hr::transformer* each : {&models::llama4_scout_17b_16e, &models::llama4_maverick_17b_128e}) {
    CAPTURE(each->name);
    CHECK(value_of(hr::active_parameters(*each)).total() / 1'000'000'000 == 17);
    for (hr::count i = 0; i < 48; ++i) CHECK((hr::layer_at(*each, i)->attention.chunk == 0) == (i % 4 == 3));
  }
  CHECK_CONSTEXPR(total_of(models::llama4_maverick_17b_128e) / 1'000'000'000 == 400);  // "400B total"
}

TEST_CASE("OPT-175B has 175 billion parameters") {
  CHECK_CONSTEXPR((total_of(models::opt_175b) + 500'000'000) / 1'000'000'000 == 175);
}

}  // namespace model_models_meta_test
