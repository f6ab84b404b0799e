// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/google.hpp>

#include <check.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/parameters.hpp>

// Totals as the checkpoints' metadata or the publishers' cards print them. Every number of the shapes: models_test.cpp.
namespace model_models_google_test {
namespace {

namespace models = hr::models;

constexpr hr::count total_of(const hr::transformer& of) { return value_of(hr::parameters(of)).total(); }

}  // namespace

TEST_CASE("PaLM has 540 billion parameters, and one head of keys and values") {
  CHECK_CONSTEXPR(total_of(models::palm_540b) / 1'000'000'000 == 540);
  CHECK_CONSTEXPR(models::palm_540b.layers[0].attention.kv_heads == 1);
}

TEST_CASE("Gemma 4 says what it cannot be counted without") {
  CHECK_CONSTEXPR(hr::missing(models::gemma_4_26b_a4b).starts_with("the norms and scales"));
  CHECK_CONSTEXPR(hr::layer_at(models::gemma_4_26b_a4b, 5)->attention.head_size == 512);
}

}  // namespace model_models_google_test
