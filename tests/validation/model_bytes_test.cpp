// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>
#include <cmath>
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/models.hpp>
#include <headroom/model/weight_memory.hpp>
#include <validation/rows.hpp>

// Published bytes of caches and weights.
namespace validation_model_bytes {
namespace {

namespace hr = headroom;
namespace rows = validation_rows;
namespace program = headroom::program::validation;

rows::judged only(const std::string& id) {
  const std::vector<rows::judged> all = program::judge(rows::of_file("model_bytes.json", id));
  REQUIRE(all.size() == 1);
  CAPTURE(all[0].refused);
  CHECK(all[0].counts());
  return all[0];
}

}  // namespace

TEST_CASE("every published cache of a token is met exactly") {
  int judged = 0;
  for (const rows::judged& one : rows::judged_in("model_bytes.json")) {
    if (one.family != "kv_per_token") continue;
    CAPTURE(one.id);
    ++judged;
    CHECK(one.counts());
    CHECK(one.found == one.published);
    const std::string name = rows::of_file("model_bytes.json", one.id).at("config").at("model").get<std::string>();
    if (const hr::transformer* model = program::model_named(name); model != nullptr)
      CHECK(hr::in_bytes(value_of(hr::kv_cache_per_token(*model))) == one.published);
  }
  CHECK(judged == 5);
}

// The checkpoint holds, besides the weights, 64 frequencies of 32 bits in each of 80 layers.
TEST_CASE("the index of Llama 2 70B states its weights and rotary buffers") {
  const rows::judged one = only("mem.size.llama2-70b.fp16.index");
  CHECK(one.found + 80 * 64 * 4 == one.published);
}

// Kept from memory, and therefore not counted; Llama 2's hold 64 frequencies of 32 bits a layer, too.
TEST_CASE("checkpoints are as large as their indexes say, to the byte") {
  int judged = 0;
  for (const rows::judged& one : rows::judged_in("model_bytes.json")) {
    if (!one.id.ends_with(".index") || one.confirmed) continue;
    CAPTURE(one.id);
    ++judged;
    CHECK(one.refused == "");
    const double layers = one.id.find("llama2-7b") != std::string::npos ? 32 : one.id.find("llama2-13b") != std::string::npos ? 40 : 0;
    CHECK(one.found + layers * 64 * 4 == one.published);
  }
  CHECK(judged == 9);
}

TEST_CASE("gpt-oss-120b with its experts in MXFP4 is as large as its file") {
  CHECK(only("mem.size.gptoss120b.fits80gb").as_printed());
}

// The repository holds the embedding and the head a second time, with the module that predicts a further token, and
// files beside the weights: headers, tokeniser, code.
TEST_CASE("DeepSeek-V3 in FP8 is as large as its repository, but for the files beside the weights") {
  const rows::judged one = only("mem.size.deepseekv3.fp8.repo");
  CHECK(one.found < one.published);
  CHECK(one.found > one.published * 0.9999);
}

// BLOOM's 329 "GB" are the GiB that `du` rounds up; its checkpoint is printed of 176 billion parameters, 14 bytes each.
TEST_CASE("checkpoints of training are met within half a percent") {
  for (const char* id : {"mem.size.bloom.checkpoint", "mem.size.bloom.weights_bf16", "mem.size.mpt-30b.checkpoint"}) {
    CAPTURE(id);
    CHECK(std::abs(only(id).error()) < 0.005);
  }
}

TEST_CASE("a size whose numbers have no stated format is refused") {
  const auto all = program::judge(rows::of_file("model_bytes.json", "mem.size.opt-175b.checkpoint"));
  REQUIRE(all.size() == 1);
  CHECK(all[0].refused.find("format") != std::string::npos);
}

}  // namespace validation_model_bytes
