// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/qwen.hpp>

#include <check.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/parameters.hpp>

// Totals as the checkpoints' metadata or the publishers' cards print them. Every number of the shapes: models_test.cpp.
namespace model_models_qwen_test {
namespace {

namespace models = hr::models;

constexpr hr::count total_of(const hr::transformer& of) { return value_of(hr::parameters(of)).total(); }

}  // namespace

TEST_CASE("a checkpoint of Qwen3 has as many parameters as its metadata say") {
  // A tied head is in the smallest one's file a second time.
  CHECK_CONSTEXPR(total_of(models::qwen3_0_6b) + 151'936 * 1'024 == 751'632'384);
  CHECK_CONSTEXPR(total_of(models::qwen3_1_7b) + 151'936 * 2'048 == 2'031'739'904);
  CHECK_CONSTEXPR(total_of(models::qwen3_8b) == 8'190'735'360);
  CHECK_CONSTEXPR(total_of(models::qwen3_32b) == 32'762'123'264);
  CHECK_CONSTEXPR(total_of(models::qwen3_30b_a3b) == 30'532'122'624);
  CHECK_CONSTEXPR(total_of(models::qwen3_235b_a22b) == 235'093'634'560);
  CHECK_CONSTEXPR(total_of(models::qwen3_coder_480b_a35b) == 480'154'875'392);
}

TEST_CASE("the checkpoint of Qwen3.5 has besides a module that predicts a further token and a vision tower") {
  // The tower, by the layers of Qwen3-VL: 27 blocks of 1,152 with networks of 4,304, patches, positions and a merger.
  constexpr hr::count block = 3'456 * 1'153 + 1'152 * 1'153 + 4'304 * 1'153 + 1'152 * 4'305 + 4 * 1'152;
  constexpr hr::count merger = 2 * 1'152 + 4'608 * 4'609 + 4'096 * 4'609;
  constexpr hr::count tower = 27 * block + (3 * 2 * 16 * 16 + 1) * 1'152 + 2'304 * 1'152 + merger;
  CHECK_CONSTEXPR(value_of(hr::parameters(models::qwen3_5_397b_a17b)).with_predicting() + tower == 403'397'928'944);
  CHECK_CONSTEXPR(value_of(hr::active_parameters(models::qwen3_5_397b_a17b)).total() / 1'000'000'000 == 17);
}

}  // namespace model_models_qwen_test
