// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>
#include <cmath>
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/weight_memory.hpp>
#include <validation/rows.hpp>

// Published bytes of caches and weights.
namespace validation_model_bytes {
namespace {

namespace rows = validation_rows;

rows::json row(const std::string& id) {
  for (const rows::json& each : rows::of_file("model_bytes.json"))
    if (each.at("id") == id) return each;
  FAIL("no such row: ", id);
  return {};
}

}  // namespace

TEST_CASE("every published cache of a token is met exactly") {
  int judged = 0;
  for (const rows::json& each : rows::of_file("model_bytes.json")) {
    const std::string id = each.at("id");
    if (!id.starts_with("mem.kv.")) continue;
    CAPTURE(id);
    ++judged;
    const rows::json& config = each.at("config");
    REQUIRE(config.at("kv_dtype") == "bf16");
    const double published = rows::measured(each, "kv_bytes_per_token");
    CHECK(hr::in_bytes(hr::kv_cache_per_token(rows::described(config)).value) == published);
    if (const hr::transformer* model = rows::named(config.at("model")); model != nullptr)
      CHECK(hr::in_bytes(hr::kv_cache_per_token(*model).value) == published);
  }
  CHECK(judged == 5);
}

// The checkpoint holds, besides the weights, 64 frequencies of 32 bits in each of 80 layers.
TEST_CASE("the index of Llama 2 70B states its weights and rotary buffers") {
  const double size = rows::measured(row("mem.size.llama2-70b.fp16.index"), "size");
  CHECK(hr::in_bytes(hr::weight_memory(hr::models::llama2_70b, hr::fp16).value) + 80 * 64 * 4 == size);
}

TEST_CASE("gpt-oss-120b with its experts in MXFP4 is as large as its file") {
  hr::weight_formats formats = hr::weights_in(hr::bf16);
  formats.experts = hr::mxfp4;
  const double printed = rows::measured(row("mem.size.gptoss120b.fits80gb"), "size");
  const double found = hr::in_gibibytes(hr::weight_memory(hr::models::gpt_oss_120b, formats).value);
  CHECK(std::round(found * 100) / 100 == doctest::Approx(printed).epsilon(1e-12));
}

// The repository holds the embedding and the head a second time, with the module that predicts a further token, and
// files beside the weights: headers, tokeniser, code.
TEST_CASE("DeepSeek-V3 in FP8 is as large as its repository, but for the files beside the weights") {
  const double size = rows::measured(row("mem.size.deepseekv3.fp8.repo"), "size");
  const hr::figure<hr::memory> weights =
      hr::weight_memory(hr::models::deepseek_v3, hr::weights_in(hr::fp8_blocks), {.with_predicting = true});
  const double copies = 2.0 * 2 * 129'280 * 7'168;
  const double found = hr::in_bytes(weights.value) + copies;
  CHECK(found < size);
  CHECK(found > size * 0.9999);
}

}  // namespace validation_model_bytes
