// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/nvidia.hpp>

#include <check.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/parameters.hpp>

// Totals as the checkpoints' metadata or the publishers' cards print them. Every number of the shapes: models_test.cpp.
namespace model_models_nvidia_test {
namespace {

namespace models = hr::models;

constexpr hr::count total_of(const hr::transformer& of) { return value_of(hr::parameters(of)).total(); }

}  // namespace

TEST_CASE("Nemotron-4 340B has 9.4 billion parameters of embeddings and 331.6 billion others") {
  constexpr hr::parameter_counts parts = value_of(hr::parameters(models::nemotron4_340b));
  CHECK_CONSTEXPR((parts.embedding + parts.head + 50'000'000) / 100'000'000 == 94);
  CHECK_CONSTEXPR((parts.total() - parts.embedding - parts.head + 50'000'000) / 100'000'000 == 3'316);
}

TEST_CASE(
    "the checkpoint of Nemotron 3 Nano has 31,577,937,344 parameters in BF16 and a correction an expert beside them") {
  CHECK_CONSTEXPR(total_of(models::nemotron_3_nano_30b_a3b) == 31'577'937'344 + 23 * 128);
  // "3.2B active, 3.6B with embeddings"
  constexpr hr::parameter_counts active = value_of(hr::active_parameters(models::nemotron_3_nano_30b_a3b));
  CHECK_CONSTEXPR((active.total() + 50'000'000) / 100'000'000 == 36);
  CHECK_CONSTEXPR((active.total() - active.embedding + 50'000'000) / 100'000'000 == 32);
}

TEST_CASE("Nemotron 3 Super and Ultra and Nemotron-H are of the size of their names") {
  CHECK_CONSTEXPR(total_of(models::nemotron_3_super_120b_a12b) / 1'000'000'000 == 120);
  CHECK_CONSTEXPR(value_of(hr::active_parameters(models::nemotron_3_super_120b_a12b)).total() / 1'000'000'000 == 12);
  CHECK_CONSTEXPR((total_of(models::nemotron_3_ultra_550b_a55b) + 5'000'000'000) / 10'000'000'000 == 55);
  CHECK_CONSTEXPR(total_of(models::nemotron_h_56b) / 1'000'000'000 == 56);
}

TEST_CASE("Nemotron Super 49B says what it cannot be counted without") {
  CHECK_CONSTEXPR(hr::missing(models::llama3_3_nemotron_super_49b_v1).starts_with("block_configs"));
}

}  // namespace model_models_nvidia_test
