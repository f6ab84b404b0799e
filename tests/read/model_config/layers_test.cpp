// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/model_config/layers.hpp>

#include <check.hpp>
#include <deque>
#include <headroom/read/document.hpp>
#include <string>

namespace program_config_layers_test {
namespace {

namespace configs = headroom::read::configs;

// Layers as wide as the digits say.
headroom::transformer layers_of_widths(std::string_view digits, std::deque<std::string>& texts) {
  const headroom::read::parsed_documents from("{}");
  const configs::fields c(*from.roots().front(), texts);
  configs::layer_list all(c);
  for (const char digit : digits) all.add({.feed_forward = {.width = digit - '0'}});
  headroom::transformer model;
  all.put_into(model);
  return model;
}

}  // namespace

TEST_CASE("layers are gathered into kinds, with the shortest order that repeats") {
  std::deque<std::string> texts;
  const headroom::transformer in_turn = layers_of_widths("1112111211", texts);
  CHECK(in_turn.order == "aaab");
  CHECK(in_turn.layers[0].how_many == 8);
  CHECK(in_turn.layers[1].how_many == 2);
  CHECK(layers_of_widths("111222", texts).order == "");
  CHECK(layers_of_widths("11", texts).order == "");
  CHECK(layers_of_widths("1213", texts).order == "abac");
  // An order that begins with a part of itself.
  CHECK(layers_of_widths("1121112", texts).order == "aaba");
  CHECK(layers_of_widths("12112", texts).order == "aba");
  CHECK(layers_of_widths("1121", texts).order == "aab");
  for (const std::string_view widths : {"1112111211", "111222", "1213", "1", "121213121213"}) {
    const headroom::transformer model = layers_of_widths(widths, texts);
    REQUIRE(model.layer_count() == static_cast<headroom::count>(widths.size()));
    for (std::size_t i = 0; i < widths.size(); ++i)
      CHECK(headroom::layer_at(model, static_cast<headroom::count>(i))->feed_forward.width == widths[i] - '0');
  }
}

TEST_CASE("a seventh kind of layer is refused with its place") {
  std::deque<std::string> texts;
  CHECK(layers_of_widths("123456", texts).layer_count() == 6);
  std::string message;
  try {
    layers_of_widths("1234516217", texts);
  } catch (const configs::failure& found) {
    message = found.error.message;
  }
  CHECK(message == "layer 10 is of another kind than all before it: expected at most 6 kinds");
}

}  // namespace program_config_layers_test
