// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/missing.hpp>

#include <check.hpp>
#include <cstddef>
#include <limits>
#include <string_view>

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

constexpr hr::count most = std::numeric_limits<hr::count>::max();
constexpr hr::count least = std::numeric_limits<hr::count>::min();

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
  CHECK_CONSTEXPR(hr::missing(hr::transformer{.vocabulary = 1}) == "the hidden size");
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

// A number by itself, taken through what it may not be.
TEST_CASE("each number of a shape is 0 to 2^40") {
  using hr::count;
  using hr::layer;
  using hr::transformer;
  const auto check = [](auto number_of, std::string_view words) {
    for (const count wrong : {count{-1}, hr::max_count + 1})
      CHECK(missing_after([&](transformer& of) { number_of(of) = wrong; }) == words);
    CHECK(missing_after([&](transformer& of) { number_of(of) = hr::max_count; }) != words);
  };
  const auto of_model = [&](count& (*number_of)(transformer&)) { check(number_of, "a number of the model is outside 0 to 2^40"); };
  of_model([](transformer& of) -> count& { return of.vocabulary; });
  of_model([](transformer& of) -> count& { return of.hidden; });
  of_model([](transformer& of) -> count& { return of.context; });
  of_model([](transformer& of) -> count& { return of.learned_positions; });
  of_model([](transformer& of) -> count& { return of.more_tokens; });
  of_model([](transformer& of) -> count& { return of.embedding_width; });
  of_model([](transformer& of) -> count& { return of.norms_per_part; });
  of_model([](transformer& of) -> count& { return of.vision; });
  of_model([](transformer& of) -> count& { return of.per_layer.width; });
  of_model([](transformer& of) -> count& { return of.per_layer.vocabulary; });
  of_model([](transformer& of) -> count& { return of.hidden_states; });
  of_model([](transformer& of) -> count& { return of.residual_rank; });
  of_model([](transformer& of) -> count& { return of.predicts.modules; });
  for (count hr::attention::*number : {&hr::attention::heads, &hr::attention::kv_heads, &hr::attention::head_size, &hr::attention::value_head_size, &hr::attention::query_rank,
                                       &hr::attention::kv_rank, &hr::attention::rotary_head_size, &hr::attention::window, &hr::attention::chunk, &hr::attention::gates})
    check([&](transformer& of) -> count& { return of.layers[0].attention.*number; }, "a number of the attention is outside 0 to 2^40");
  for (count hr::sparse_index::*number : {&hr::sparse_index::heads, &hr::sparse_index::head_size, &hr::sparse_index::most_tokens})
    check([&](transformer& of) -> count& { return of.layers[0].attention.index.*number; }, "a number of the attention is outside 0 to 2^40");
  constexpr std::string_view words = "a number of a layer is outside 0 to 2^40";
  for (count hr::state_space::*number : {&hr::state_space::heads, &hr::state_space::head_size, &hr::state_space::groups, &hr::state_space::state_size, &hr::state_space::kernel,
                                         &hr::state_space::time_step_rank})
    check([&](transformer& of) -> count& { return of.layers[0].state_space.*number; }, words);
  for (count hr::linear_attention::*number : {&hr::linear_attention::key_heads, &hr::linear_attention::value_heads, &hr::linear_attention::key_head_size,
                                              &hr::linear_attention::value_head_size, &hr::linear_attention::kernel, &hr::linear_attention::rank})
    check([&](transformer& of) -> count& { return of.layers[0].linear_attention.*number; }, words);
  for (count hr::short_convolution::*number : {&hr::short_convolution::width, &hr::short_convolution::kernel})
    check([&](transformer& of) -> count& { return of.layers[0].short_convolution.*number; }, words);
  for (count hr::gated_recurrence::*number : {&hr::gated_recurrence::width, &hr::gated_recurrence::blocks, &hr::gated_recurrence::kernel})
    check([&](transformer& of) -> count& { return of.layers[0].gated_recurrence.*number; }, words);
  check([](transformer& of) -> count& { return of.layers[0].feed_forward.width; }, words);
  for (count hr::experts::*number : {&hr::experts::routed, &hr::experts::passing, &hr::experts::per_token, &hr::experts::groups, &hr::experts::groups_per_token, &hr::experts::width, &hr::experts::shared_width, &hr::experts::latent})
    check([&](transformer& of) -> count& { return of.layers[0].experts.*number; }, words);
}

TEST_CASE("each part of a layer has all of its numbers, or none is asked for") {
  using hr::count;
  const auto after = [](auto change) { return missing_after([&](hr::transformer& of) { change(of.layers[0]); }); };
  constexpr hr::state_space mamba{.heads = 2, .head_size = 3, .groups = 1, .state_size = 5, .kernel = 4};
  CHECK(after([&](auto& l) { l.state_space = mamba; }).empty());
  for (count hr::state_space::*number : {&hr::state_space::head_size, &hr::state_space::groups, &hr::state_space::state_size, &hr::state_space::kernel}) {
    CHECK(after([&](auto& l) { l.state_space = mamba, l.state_space.*number = 0; }) == "a number of the state-space model");
    CHECK(after([&](auto& l) { l.state_space = {}, l.state_space.*number = 1; }).empty());
  }
  constexpr hr::linear_attention linear{.key_heads = 2, .value_heads = 4, .key_head_size = 3, .value_head_size = 5};
  CHECK(after([&](auto& l) { l.linear_attention = linear; }).empty());
  for (count hr::linear_attention::*number : {&hr::linear_attention::key_heads, &hr::linear_attention::key_head_size, &hr::linear_attention::value_head_size})
    CHECK(after([&](auto& l) { l.linear_attention = linear, l.linear_attention.*number = 0; }) == "a number of the linear attention");
  CHECK(after([](auto& l) { l.short_convolution = {.width = 8, .kernel = 1}; }).empty());
  CHECK(after([](auto& l) { l.short_convolution = {.width = 1}; }) == "the kernel of a short convolution");
  constexpr std::string_view blocks = "blocks that divide a gated recurrence, or its kernel";
  CHECK(after([](auto& l) { l.gated_recurrence = {.width = 8, .blocks = 4, .kernel = 1}; }).empty());
  CHECK(after([](auto& l) { l.gated_recurrence = {.width = 8, .blocks = 4}; }) == blocks);
  CHECK(after([](auto& l) { l.gated_recurrence = {.width = 8, .kernel = 4}; }) == blocks);
  CHECK(after([](auto& l) { l.gated_recurrence = {.width = 8, .blocks = 3, .kernel = 4}; }) == blocks);
  CHECK(after([](auto& l) { l.experts = {.routed = 2, .per_token = 2, .width = 8}; }).empty());
  const auto in_groups = [&](count per_token, count groups, count groups_per_token) {
    return after([&](auto& l) { l.experts = {.routed = 12, .per_token = per_token, .groups = groups, .groups_per_token = groups_per_token, .width = 8}; });
  };
  CHECK(in_groups(6, 4, 2).empty());
  CHECK(in_groups(7, 4, 2) == "as many experts in a token's groups as it has");
  CHECK(in_groups(12, 4, 4).empty());
  CHECK(in_groups(2, 5, 2) == "groups that divide the routed experts");
  CHECK(in_groups(2, 0, 1) == "groups that divide the routed experts");
  for (const count of_token : {0, 5}) CHECK(in_groups(2, 4, of_token) == "how many groups of experts a token's lie in");
  CHECK(after([](auto& l) { l.experts = {.routed = 2, .width = 8}; }) == "the width of an expert, or how many a token has");
  CHECK(after([](auto& l) { l.experts = {.routed = 2, .per_token = 1}; }) == "the width of an expert, or how many a token has");
  CHECK(after([](auto& l) { l.experts = {.per_token = 1}; }) == "as many experts as a token has");
  CHECK(after([](auto& l) { l.attention.kv_heads = l.attention.heads; }).empty());
  CHECK(after([](auto& l) { l.attention = {.heads = 8, .head_size = 64, .kv_rank = 512, .rotary_head_size = 64}; }).empty());
  CHECK(after([](auto& l) { l.attention = {}, l.feed_forward = {}, l.short_convolution = {.width = 8, .kernel = 1}; }).empty());
  CHECK(after([](auto& l) { l.attention = {}; }).empty());  // a network alone
  CHECK(after([](auto& l) { l.attention = {}, l.feed_forward = {}; }) == "a part in every layer");
  // One head, channel or expert asks for its numbers as many do; a rotary part is of latent attention alone.
  CHECK(after([](auto& l) { l.state_space.heads = 1; }) == "a number of the state-space model");
  CHECK(after([](auto& l) { l.linear_attention.value_heads = 1; }) == "a number of the linear attention");
  CHECK(after([](auto& l) { l.gated_recurrence.width = 1; }) == blocks);
  CHECK(after([](auto& l) { l.experts.routed = 1; }) == "the width of an expert, or how many a token has");
  CHECK(after([](auto& l) { l.attention.rotary_head_size = l.attention.head_size + 1; }).empty());
  CHECK(missing_after([](auto& of) { of.per_layer.width = 1; }) == "the vocabulary of the embeddings of each layer");
  CHECK(missing_after([](auto& of) { of.per_layer = {1, 1}; }).empty());
  CHECK(missing_after([](auto& of) { of.hidden_states = 0; }) == "a hidden state");
}

TEST_CASE("two kinds of one letter, of which the order has layers of one, are in no order") {
  constexpr auto in_order_of = [](std::string_view order) {
    return missing_after([&](auto& of) {
      of.layers[1] = of.layers[0];
      of.layers[0].how_many = of.layers[1].how_many = 1;
      of.order = order;
    }).empty();
  };
  CHECK_CONSTEXPR(!in_order_of("ax"));
  CHECK_CONSTEXPR(!in_order_of("aa"));
  CHECK_CONSTEXPR(missing_after([](auto& of) { of.layers[0].letter = '\xff', of.order = "\xff"; }).empty());
}

TEST_CASE("kinds of which each has as many layers as a count holds are too many together") {
  CHECK_CONSTEXPR(missing_after([](auto& of) {
                    of.layers[1] = of.layers[0];
                    of.layers[0].how_many = of.layers[1].how_many = hr::max_count;
                  }) == "a number of layers up to 2^40");
}

// Letters are repeated over the layers: 7 of "aab" are aabaaba.
TEST_CASE("an order has as many layers of each kind as there are") {
  const auto is_in_order = [](std::string_view order, hr::count a, hr::count b) {
    const std::string_view words = missing_after([&](hr::transformer& of) {
      of.layers[1] = of.layers[0];
      of.layers[1].letter = 'b';
      of.layers[0].how_many = a;
      of.layers[1].how_many = b;
      of.order = order;
    });
    CHECK((words.empty() || words == "an order with as many layers of each kind as there are"));
    return words.empty();
  };
  for (const std::string_view order : {"a", "b", "ab", "aab", "aba", "abbb", "babab", "abc", "c"})
    for (hr::count a = 0; a <= 7; ++a)
      for (hr::count b = 0; a + b <= 8; ++b) {
        if (a + b == 0) continue;
        hr::count of_a = 0, of_b = 0;
        bool is_of_kinds = true;
        for (hr::count i = 0; i < a + b; ++i) (order[static_cast<std::size_t>(i) % order.size()] == 'a' ? of_a : of_b) += 1;
        for (const char letter : order) is_of_kinds = is_of_kinds && ((letter == 'a' && a > 0) || (letter == 'b' && b > 0));
        CAPTURE(order);
        CAPTURE(a);
        CAPTURE(b);
        CHECK(is_in_order(order, a, b) == (is_of_kinds && of_a == a && of_b == b));
      }
}

}  // namespace model_missing_test
