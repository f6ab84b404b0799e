// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models/deepseek.hpp>

#include <check.hpp>
#include <headroom/model/missing.hpp>
#include <headroom/model/parameters.hpp>

// Totals as the checkpoints' metadata or the publishers' cards print them. Every number of the shapes: models_test.cpp.
namespace model_models_deepseek_test {
namespace {

namespace models = hr::models;

// Matrices of the layers in blocks; the index's weights a head are not in FP8.
constexpr hr::count scales_of(const hr::transformer& of) {
  hr::count sum = 0;
  hr::for_each_weight(of, [&](const hr::weight& w) {
    const bool in_blocks = w.part == hr::weight_part::attention || w.part == hr::weight_part::feed_forward ||
                           w.part == hr::weight_part::routed_experts || w.part == hr::weight_part::shared_experts;
    if (in_blocks && !w.is_vector() && w.outputs != 64)
      sum += w.copies * ((w.outputs + 127) / 128) * ((w.inputs + 127) / 128);
  });
  return sum;
}

constexpr hr::count total_of(const hr::transformer& of) { return value_of(hr::parameters(of)).total(); }

}  // namespace

TEST_CASE("a checkpoint has as many parameters as its metadata say, with the scales of its FP8 blocks") {
  CHECK_CONSTEXPR(total_of(models::deepseek_v2) == 235'741'434'880);
  // The files of V3 and V3.2 hold embedding and head twice, and a scale for each block of 128 by 128.
  constexpr hr::count again = 2 * 129'280 * 7'168;
  CHECK_CONSTEXPR(value_of(hr::parameters(models::deepseek_v3)).with_predicting() + again +
                      scales_of(models::deepseek_v3) ==
                  684'531'386'000);
  CHECK_CONSTEXPR(value_of(hr::parameters(models::deepseek_v3_2)).with_predicting() + again +
                      scales_of(models::deepseek_v3_2) ==
                  685'396'921'376);
}

TEST_CASE("V3 and R1 are of one shape, and V3.2 adds an index") {
  CHECK_CONSTEXPR(total_of(models::deepseek_r1) == total_of(models::deepseek_v3));
  CHECK_CONSTEXPR(models::deepseek_r1.name == "deepseek-ai/DeepSeek-R1");
  CHECK_CONSTEXPR(total_of(models::deepseek_v3_2) - total_of(models::deepseek_v3) ==
                  61 * (64 * 128 * 1'536 + 128 * 7'168 + 2 * 128 + 64 * 7'168));
}

// V2: device-limited routing to 3 of 8 (arXiv:2405.04434, 3.1.2); V3: node-limited routing to 4 of 8 (arXiv:2412.19437, 2.1.2).
TEST_CASE("a token's experts lie in some of the groups that a model's are divided into") {
  CHECK_CONSTEXPR(models::deepseek_v2.layers[1].experts.groups == 8);
  CHECK_CONSTEXPR(models::deepseek_v2.layers[1].experts.groups_per_token == 3);
  for (const hr::transformer* each : {&models::deepseek_v3, &models::deepseek_r1, &models::deepseek_v3_2}) {
    CHECK(each->layers[1].experts.groups == 8);
    CHECK(each->layers[1].experts.groups_per_token == 4);
    CHECK(each->layers[0].experts.groups == 0);
  }
}

TEST_CASE("V4 says what it cannot be counted without") {
  CHECK_CONSTEXPR(hr::missing(models::deepseek_v4_flash).starts_with("compressed attention"));
  CHECK(hr::parameters(models::deepseek_v4_pro).is_unknown());
}

}  // namespace model_models_deepseek_test
