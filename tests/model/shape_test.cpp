// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/shape.hpp>

#include <check.hpp>
#include <string>

namespace model_shape_test {
namespace {

// Three kinds of layer in two ways: one after the other, and in an order that repeats.
constexpr hr::transformer in_sequence{.layers = {{{.letter = 'd', .how_many = 3}, {.letter = 'e', .how_many = 58}}}};
constexpr hr::transformer in_turn{.layers = {{{.letter = 's', .how_many = 5}, {.letter = 'f', .how_many = 2}}},
                                  .order = "ssf"};

constexpr char letter_at(const hr::transformer& of, hr::count place) {
  const hr::layer* found = hr::layer_at(of, place);
  return found == nullptr ? '-' : found->letter;
}

}  // namespace

TEST_CASE("a model has as many layers as its kinds together") {
  CHECK_CONSTEXPR(in_sequence.layer_count() == 61);
  CHECK_CONSTEXPR(in_turn.layer_count() == 7);
  CHECK_CONSTEXPR(hr::transformer{}.layer_count() == 0);
}

TEST_CASE("layers stand one kind after the other, or in the order given, which repeats") {
  CHECK_CONSTEXPR(letter_at(in_sequence, 0) == 'd');
  CHECK_CONSTEXPR(letter_at(in_sequence, 2) == 'd');
  CHECK_CONSTEXPR(letter_at(in_sequence, 3) == 'e');
  CHECK_CONSTEXPR(letter_at(in_sequence, 60) == 'e');
  CHECK_CONSTEXPR(letter_at(in_sequence, 61) == '-');
  CHECK_CONSTEXPR(letter_at(in_sequence, -1) == '-');
  std::string order;
  for (hr::count i = 0; i < in_turn.layer_count(); ++i) order += letter_at(in_turn, i);
  CHECK(order == "ssfssfs");
}

TEST_CASE("layers are equal in every number, the letter and how many there are included") {
  constexpr hr::layer one{.letter = 'd', .how_many = 3, .attention = {.heads = 8, .index = {.heads = 2}}};
  constexpr hr::layer other{.letter = 'd', .how_many = 3, .attention = {.heads = 8, .index = {.heads = 3}}};
  constexpr hr::layer again{.letter = 'd', .how_many = 3, .attention = {.heads = 8, .index = {.heads = 2}}};
  CHECK_CONSTEXPR(one == again);
  CHECK_CONSTEXPR(one != other);
  CHECK_CONSTEXPR(one != hr::layer{.letter = 'd', .how_many = 4, .attention = one.attention});
  CHECK_CONSTEXPR(hr::experts{.routed = 8} != hr::experts{.routed = 8, .shared_gate = true});
  CHECK_CONSTEXPR(hr::state_space{.heads = 8} != hr::state_space{.heads = 8, .bias = true});
  CHECK_CONSTEXPR(hr::linear_attention{.kernel = 4} != hr::linear_attention{.kernel = 3});
  CHECK_CONSTEXPR(hr::feed_forward{.width = 8} != hr::feed_forward{.width = 8, .gated = false});
}

TEST_CASE("a kind is found by its letter when there are layers of it") {
  CHECK_CONSTEXPR(in_sequence.kind('e') == &in_sequence.layers[1]);
  CHECK_CONSTEXPR(in_sequence.kind('x') == nullptr);
  CHECK_CONSTEXPR(in_sequence.kind('\0') == nullptr);
  CHECK_CONSTEXPR(in_sequence.place_of('e') == 1);
  CHECK_CONSTEXPR(in_sequence.place_of('x') == hr::max_layer_kinds);
}

TEST_CASE("values are as wide as keys unless said otherwise, and latent attention is what has a latent") {
  CHECK_CONSTEXPR(hr::attention{.head_size = 128}.value_size() == 128);
  CHECK_CONSTEXPR(hr::attention{.head_size = 192, .value_head_size = 128}.value_size() == 128);
  CHECK_CONSTEXPR(hr::attention{.kv_rank = 512}.is_latent());
  CHECK_CONSTEXPR(!hr::attention{.heads = 8}.is_latent());
}

TEST_CASE(
    "widths inside a state-space model and linear attention are of Mamba-2's and the gated delta rule's definitions") {
  constexpr hr::state_space nano{.heads = 64, .head_size = 64, .groups = 8, .state_size = 128, .kernel = 4};
  CHECK_CONSTEXPR(nano.inner() == 4'096);
  CHECK_CONSTEXPR(nano.convolved() == 4'096 + 2 * 8 * 128);
  constexpr hr::linear_attention delta{
      .key_heads = 16, .value_heads = 64, .key_head_size = 128, .value_head_size = 128, .kernel = 4};
  CHECK_CONSTEXPR(delta.keys() == 2'048);
  CHECK_CONSTEXPR(delta.values() == 8'192);
  CHECK_CONSTEXPR(delta.convolved() == 12'288);
}

TEST_CASE("a layer knows its parts") {
  CHECK_CONSTEXPR(!hr::layer{}.mixes_tokens());
  CHECK_CONSTEXPR(!hr::layer{}.has_feed_forward());
  CHECK_CONSTEXPR(hr::layer{.attention = {.heads = 1}}.mixes_tokens());
  CHECK_CONSTEXPR(hr::layer{.state_space = {.heads = 1}}.mixes_tokens());
  CHECK_CONSTEXPR(hr::layer{.linear_attention = {.value_heads = 1}}.mixes_tokens());
  CHECK_CONSTEXPR(hr::layer{.feed_forward = {.width = 1}}.has_feed_forward());
  CHECK_CONSTEXPR(hr::layer{.experts = {.routed = 1}}.has_feed_forward());
}

}  // namespace model_shape_test
