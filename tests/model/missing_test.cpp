// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/missing.hpp>

#include <check.hpp>
#include <limits>

namespace model_missing_test {
namespace {

constexpr hr::transformer whole{
    .vocabulary = 32'000,
    .hidden = 4'096,
    .layers = {{{.letter = 'a',
                 .how_many = 32,
                 .attention = {.heads = 32, .kv_heads = 8, .head_size = 128},
                 .feed_forward = {.width = 14'336}}}},
};

template <class Change>
constexpr hr::transformer changed(Change change) {
  hr::transformer copy = whole;
  change(copy);
  return copy;
}
template <class Change>
constexpr std::string_view missing_after(Change change) {
  return hr::missing(changed(change));
}

}  // namespace

TEST_CASE("a whole shape lacks nothing") { CHECK_CONSTEXPR(hr::missing(whole).empty()); }

TEST_CASE("a shape says what it lacks") {
  CHECK_CONSTEXPR(hr::missing(hr::transformer{}) == "the size of the vocabulary");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.missing = "block_configs"; }) == "block_configs");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.hidden = 0; }) == "the hidden size");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.layers[0].how_many = 0; }) == "the layers");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.layers[0].attention.head_size = 0; }) ==
                  "the size of an attention head");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.layers[0].attention.kv_heads = 0; }) ==
                  "the number of heads of keys and values");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.layers[0] = {.how_many = 1}; }) == "a part in every layer");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.layers[0].state_space.heads = 2; }) ==
                  "a number of the state-space model");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.layers[0].linear_attention.value_heads = 2; }) ==
                  "a number of the linear attention");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.layers[0].experts.routed = 8; }) ==
                  "the width of an expert, or how many a token has");
}

TEST_CASE("a shape that contradicts itself lacks what would not") {
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.layers[0].attention.kv_heads = 5; }) ==
                  "heads that divide among those of keys and values");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.layers[0].attention.kv_heads = 64; }) ==
                  "heads that divide among those of keys and values");
  CHECK_CONSTEXPR(missing_after([](auto& m) {
                    m.layers[0].attention = {.heads = 8, .head_size = 64, .kv_rank = 512, .rotary_head_size = 65};
                  }) == "a rotary part no larger than its head");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.layers[0].experts = {.routed = 2, .per_token = 3, .width = 8}; }) ==
                  "as many experts as a token has");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.order = "b"; }) ==
                  "an order with as many layers of each kind as there are");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.order = "ab"; }) ==
                  "an order with as many layers of each kind as there are");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.order = "aaa"; }).empty());  // repeats, whole or not
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.predicts = {.modules = 1}; }) ==
                  "the layers that predict further tokens");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.predicts = {.modules = 1, .order = "b"}; }) ==
                  "the kind of a layer that predicts further tokens");
}

TEST_CASE("a number that is no count is named, and no sum of such numbers overflows") {
  constexpr hr::count most = std::numeric_limits<hr::count>::max();
  constexpr hr::count least = std::numeric_limits<hr::count>::min();
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.hidden = -1; }) == "a number of the model is outside 0 to 2^40");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.vocabulary = most; }) == "a number of the model is outside 0 to 2^40");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.layers[0].attention.heads = least; }) ==
                  "a number of the attention is outside 0 to 2^40");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.layers[0].feed_forward.width = most; }) ==
                  "a number of a layer is outside 0 to 2^40");
  CHECK_CONSTEXPR(missing_after([](auto& m) { m.layers[1].how_many = least; }) ==
                  "a number of a layer is outside 0 to 2^40");
  CHECK_CONSTEXPR(!missing_after([](auto& m) { m.layers[0].how_many = most; }).empty());
}

TEST_CASE("what is computed of a shape has the shape's standing, and a count beyond its type is unknown") {
  static constexpr hr::source page{.id = "page"};
  static constexpr hr::transformer guessed{
      .from = &page, .basis = hr::basis::general_knowledge, .leaves_out = "the tower"};
  CHECK_CONSTEXPR(!hr::detail::of_model(guessed, hr::count{3}).is_confirmed());
  CHECK_CONSTEXPR(value_of(hr::detail::of_model(guessed, hr::count{3})) == 3);
  CHECK_CONSTEXPR(hr::detail::of_model(guessed, hr::count{3}).from == &page);
  CHECK_CONSTEXPR(hr::detail::of_model(guessed, hr::count{3}).note == "the tower");
  CHECK(hr::detail::of_model(guessed, hr::count{3}, false).is_unknown());
  CHECK(hr::detail::is_refused("why"));
  CHECK_CONSTEXPR(!hr::detail::is_refused(""));
  CHECK(hr::detail::not_of_model<hr::count>("why").is_unknown());
  CHECK(hr::detail::not_of_model<hr::count>("why").note == "why");
  hr::the_model_has_a_part_that_cannot_be_counted();  // at run time they do nothing
  hr::a_count_of_the_model_is_beyond_its_type();
}

}  // namespace model_missing_test
