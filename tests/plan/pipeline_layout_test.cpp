// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/plan/pipeline_layout.hpp>

#include <algorithm>
#include <check.hpp>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace plan_pipeline_layout_test {
namespace {

using hr::count;

constexpr hr::transformer decoder(count layers) {
  hr::transformer made{.vocabulary = 211, .hidden = 101};
  made.layers[0] = {.how_many = layers, .attention = {.heads = 6, .kv_heads = 3, .head_size = 17}, .feed_forward = {.width = 83}};
  return made;
}

// The letters of each stage: what stands in parentheses, or the letter before, as often as the number behind * says; commas are nothing.
std::vector<std::string> stages_of(std::string_view text) {
  std::string all;
  for (std::size_t at = 0; at < text.size();) {
    std::string piece(1, text[at++]);
    if (piece == ",") continue;
    if (piece == "(") {
      const std::size_t end = text.find(')', at);
      piece = text.substr(at, end - at);
      at = end + 1;
    }
    int times = 1;
    if (at < text.size() && text[at] == '*')
      for (times = 0, ++at; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) times = 10 * times + (text[at] - '0');
    for (int i = 0; i < times; ++i) all += piece;
  }
  std::vector<std::string> stages(1);
  for (const char c : all)
    if (c == '|') stages.emplace_back();
    else stages.back() += c;
  return stages;
}

}  // namespace

// 13 layers over 4 stages are 4, 3, 3 and 3, and with the ends as layers 3, 4, 4 and 2; 7 over 2 x 3 are 2, 1 and 1, and three of 1.
TEST_CASE("The stages of a pipeline are said layer by layer") {
  CHECK_CONSTEXPR(hr::pipeline_layout(decoder(13), {.pipeline = 4}) == "Etttt|(ttt|)*2tttL");
  CHECK_CONSTEXPR(hr::pipeline_layout(decoder(13), {.pipeline = 4, .embedding_as_layer = true, .head_as_layer = true}) == "Ettt|(tttt|)*2ttL");
  CHECK_CONSTEXPR(hr::pipeline_layout(decoder(13), {.pipeline = 4, .first_stage_layers = 3, .last_stage_layers = 1}) == "Ettt|ttttt|tttt|tL");
  CHECK_CONSTEXPR(hr::pipeline_layout(decoder(7), {.pipeline = 2, .virtual_stages = 3}) == "Ett|(t|)*4tL");
  CHECK_CONSTEXPR(hr::pipeline_layout(decoder(7), {.pipeline = 2}, 2) == "Etttt|tttmmL");
  CHECK_CONSTEXPR(hr::pipeline_layout(decoder(2), {.pipeline = 3, .head_as_layer = true}) == "Et|t|L");
  CHECK(hr::pipeline_layout(decoder(14), {.pipeline = 13}) == "Ett|(t|)*11tL");
  CHECK(hr::pipeline_layout(decoder(7), {}).empty());
  CHECK(hr::pipeline_layout(decoder(400), {.pipeline = 3}).size() == 400 + 4);
  CHECK(hr::pipeline_layout(decoder(506), {.pipeline = 3}).size() == 510);
  CHECK(hr::pipeline_layout(decoder(507), {.pipeline = 3}).empty());
  CHECK(hr::pipeline_layout(decoder(7), {.pipeline = 2}, 1'000).empty());
  CHECK(hr::pipeline_layout(decoder(hr::max_count), {.pipeline = 3}).empty());
  CHECK(hr::pipeline_layout(decoder(hr::max_count), {.pipeline = hr::max_count / 2, .virtual_stages = 2}).empty());
  hr::transformer hybrid = decoder(13);
  hybrid.layers[1] = {.how_many = 1, .state_space = {.heads = 4}};
  CHECK(hr::pipeline_layout(hybrid, {.pipeline = 4}).empty());
}

// Read back by the grammar, each rank has what it holds: the stages that are its number, and so many ranks on.
TEST_CASE("What is said is what the ranks hold") {
  std::mt19937 random(7);
  const auto draw = [&](count from, count to) { return from + static_cast<count>(random() % static_cast<unsigned>(to - from + 1)); };
  int seen = 0;
  for (int i = 0; i < 4'000; ++i) {
    const count layers = draw(2, 60), pipeline = draw(2, 9), virtual_stages = draw(1, 4), modules = draw(0, 1);
    const count first = draw(0, 3) == 0 ? draw(1, 9) : 0, last = draw(0, 3) == 0 ? draw(1, 9) : 0, ends = draw(0, 3);
    const hr::parallelism p{.pipeline = pipeline, .virtual_stages = virtual_stages, .first_stage_layers = first, .last_stage_layers = last,
                            .embedding_as_layer = ends % 2 == 1, .head_as_layer = ends > 1};
    const hr::transformer model = decoder(layers);
    if (!hr::contradiction(model, p).empty()) continue;
    ++seen;
    const hr::pipeline_layout_text text = hr::pipeline_layout(model, p, modules);
    CAPTURE(text.view());
    const std::vector<std::string> stages = stages_of(text.view());
    REQUIRE(static_cast<count>(stages.size()) == pipeline * virtual_stages);
    std::string all;
    for (const std::string& each : stages) all += each;
    CHECK(all == "E" + std::string(static_cast<std::size_t>(layers), 't') + (modules > 0 ? "mL" : "L"));
    CHECK(stages.front().starts_with("E"));
    CHECK(stages.back().ends_with("L"));
    for (count rank = 0; rank < pipeline; ++rank) {
      count held = 0;
      for (count of = rank; of < pipeline * virtual_stages; of += pipeline) held += std::ranges::count(stages[static_cast<std::size_t>(of)], 't');
      CHECK(held == hr::layers_of_stage(model, p, rank).total());
    }
  }
  CHECK(seen > 1'000);
}

// Megatron-LM's own layout of DeepSeek-V3 (its guide to mixtures of experts; general knowledge): 3 layers, 29 stages of two, and one each of the module that
// predicts and of the loss. The grammar is read as it is meant.
TEST_CASE("The reader of this test reads what others wrote") {
  const std::vector<std::string> stages = stages_of("Et*3|(tt|)*29,m|L");
  CHECK(stages.size() == 32);
  CHECK(stages.front() == "Ettt");
  CHECK(stages[29] == "tt");
  CHECK(stages[30] == "m");
}

}  // namespace plan_pipeline_layout_test
