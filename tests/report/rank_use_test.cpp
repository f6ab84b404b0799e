// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/rank_use.hpp>

#include <check.hpp>
#include <headroom/model/models.hpp>
#include <string_view>

namespace rank_use_cases {

constexpr hr::serving_job chat{.model = hr::models::llama3_1_8b, .concurrent_sequences = 2, .context = 1'024};
constexpr hr::training_job run{.model = hr::models::llama3_1_8b,
                               .parallelism = {.tensor = 8, .pipeline = 4},
                               .sequence = 4'096};

hr::rank_part part_of(const hr::rank_use& use, std::string_view key) {
  for (const hr::rank_part& each : use.parts)
    if (each.key == key) return each;
  return {};
}

hr::memory sum_of(const hr::rank_use& use) {
  hr::memory sum{};
  for (const hr::rank_part& each : use.parts) sum += each.amount;
  return sum;
}

}  // namespace rank_use_cases

TEST_CASE("A rank that serves holds the weights and the cache, exactly, and parts that are estimates") {
  using namespace rank_use_cases;
  const hr::rank_use use = hr::use_of(chat);
  CHECK(part_of(use, "weights").amount == hr::bytes(2.0 * 8'030'261'248));
  // 32 layers, keys and values, 8 heads of 128, 2 bytes.
  CHECK(part_of(use, "kv_cache").amount == hr::bytes(2.0 * 1'024 * 131'072));
  CHECK(hr::standing_text(part_of(use, "weights")) == "exact");
  CHECK(hr::standing_text(part_of(use, "driver")) == "estimate");
  CHECK(hr::standing_text(part_of(use, "kept_free")) == "setting");
  CHECK(hr::math::close(hr::in_bytes(sum_of(use)), hr::in_bytes(use.needed)));
  CHECK(use.because.empty());  // there is one stage
}

TEST_CASE("Of a rank that trains, the parts come to what is needed, and the stage is named") {
  using namespace rank_use_cases;
  const hr::rank_use use = hr::use_of(run);
  CHECK(use.stages == 4);
  CHECK(use.stage < use.stages);
  CHECK(use.leanest <= use.needed);
  CHECK(hr::math::close(hr::in_bytes(sum_of(use)), hr::in_bytes(use.needed)));
}

TEST_CASE("What keeps a counted part from being exact is said") {
  using namespace rank_use_cases;
  hr::serving_job without = chat;
  without.model.without_vision = true;
  CHECK(hr::standing_text(part_of(hr::use_of(without), "weights")) == "text part only");
  CHECK(hr::standing_text(part_of(hr::use_of(without), "kv_cache")) == "exact");
  const hr::serving_job oss{.model = hr::models::gpt_oss_120b, .weights = {hr::experts_in(hr::mxfp4), hr::bf16}, .context = 1'024};
  CHECK(hr::standing_text(part_of(hr::use_of(oss), "weights")).ends_with("padding"));
  hr::training_job adapted = run;
  adapted.adapters.rank = 16;
  CHECK(hr::standing_text(part_of(hr::use_of(adapted), "activations")) == "estimate");
  CHECK(hr::standing_text(part_of(hr::use_of(run), "activations")) == "exact");
}
