// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/shape.hpp>

#include <headroom/inference/job.hpp>
#include <headroom/model/parameters.hpp>

#include <check.hpp>
#include <string>
#include <unsaid.hpp>

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

// A list of all layers, kind after kind or letter after letter.
TEST_CASE("each layer of a model is of the kind that the list of its layers has there") {
  for (hr::count a = 0; a <= 3; ++a)
    for (hr::count b = 0; b <= 3; ++b)
      for (const std::string_view order : {"", "a", "ab", "bba"}) {
        hr::transformer m{.layers = {{{.letter = 'a', .how_many = a}, {.letter = 'x'}, {.letter = 'b', .how_many = b}}}, .order = order};
        m.layers[hr::max_layer_kinds - 1] = {.letter = 'z', .how_many = 1};
        CHECK(m.layer_count() == a + b + 1);
        std::string expected;
        for (hr::count i = 0; i < a + b + 1; ++i)
          expected += !order.empty() ? order[static_cast<std::size_t>(i) % order.size()] : i < a ? 'a' : i < a + b ? 'b' : 'z';
        for (hr::count i = 0; i < a + b + 1; ++i) {
          const char letter = expected[static_cast<std::size_t>(i)];
          const bool is_there = letter == 'z' || (letter == 'a' ? a : b) > 0;
          CHECK(letter_at(m, i) == (is_there ? letter : '-'));
        }
        CHECK(letter_at(m, -1) == '-');
        CHECK(letter_at(m, a + b + 1) == '-');
        CHECK(m.place_of('a') == (a > 0 ? 0 : hr::max_layer_kinds));
        CHECK(m.place_of('b') == (b > 0 ? 2 : hr::max_layer_kinds));
        CHECK(m.place_of('z') == hr::max_layer_kinds - 1);
        CHECK(m.place_of('x') == hr::max_layer_kinds);
        CHECK((m.kind('a') != nullptr) == (a > 0));
        CHECK(m.kind('z') == &m.layers[hr::max_layer_kinds - 1]);
      }
}

TEST_CASE("numbers of layers that are no counts are left out of how many a model has") {
  CHECK_CONSTEXPR(hr::transformer{.layers = {{{.how_many = -1}, {.how_many = 2}, {.how_many = hr::max_count + 1}}}}.layer_count() == 2);
  CHECK_CONSTEXPR(hr::transformer{.layers = {{{.how_many = hr::max_count}, {.how_many = hr::max_count}}}}.layer_count() == 2 * hr::max_count);
}

TEST_CASE("a model shares caches or has experts where one of its layers does") {
  constexpr hr::layer shares{.attention = {.shares_cache = true}};
  constexpr hr::layer has{.experts = {.routed = 1}};
  for (std::size_t place = 0; place < hr::max_layer_kinds; ++place)
    for (const hr::count how_many : {0, 1, 2}) {
      hr::transformer m{.layers = {{{.letter = 'a', .how_many = 1}}}};
      CHECK(!hr::shares_caches(m));
      CHECK(!hr::has_experts(m));
      m.layers[place] = shares;
      m.layers[place].how_many = how_many;
      CHECK(hr::shares_caches(m) == (how_many > 0));
      CHECK(!hr::has_experts(m));
      m.layers[place] = has;
      m.layers[place].how_many = how_many;
      CHECK(hr::has_experts(m) == (how_many > 0));
      CHECK(!hr::shares_caches(m));
    }
}

TEST_CASE("a model has weights beside what mixes tokens where it embeds each layer, keeps several states or learns a residual") {
  CHECK_CONSTEXPR(!hr::has_weights_beside({.hidden_states = 1}));
  CHECK_CONSTEXPR(!hr::has_weights_beside({.per_layer = {.vocabulary = 5}}));
  CHECK_CONSTEXPR(hr::has_weights_beside({.per_layer = {.width = 1}}));
  CHECK_CONSTEXPR(hr::has_weights_beside({.hidden_states = 2}));
  CHECK_CONSTEXPR(hr::has_weights_beside({.residual_rank = 1}));
}

namespace {

constexpr hr::count numbers(const hr::transformer& of) { return hr::parameters(of).value_or({}).total(); }
constexpr hr::transformer with(const hr::layer& of) { return {.name = "m", .vocabulary = 100, .hidden = 8, .layers = {{of}}}; }

}  // namespace

// Readers and the published shapes leave these fields out where a model has nothing of its own there.
TEST_CASE("what is not said of a shape is what most models have") {
  using hr::transformer;
  constexpr hr::layer dense{.letter = 'a', .how_many = 2, .attention = {.heads = 2, .kv_heads = 2, .head_size = 4}, .feed_forward = {.width = 16}};
  constexpr transformer plain = with(dense);
  constexpr auto all = [](const transformer& of) { return numbers(of); };
  CHECK_CONSTEXPR(is_unless_said<&transformer::norm>(all, plain, hr::norm_kind::rms, hr::norm_kind::layer));
  CHECK_CONSTEXPR(is_unless_said<&transformer::final_norm>(all, plain, true, false));
  CHECK_CONSTEXPR(is_unless_said<&transformer::norms_per_part>(all, plain, 1, 2));
  CHECK_CONSTEXPR(is_unless_said<&transformer::tied>(all, plain, false, true));
  CHECK_CONSTEXPR(is_unless_said<&transformer::embedding_norm>(all, plain, false, true));
  CHECK_CONSTEXPR(is_unless_said<&transformer::head_bias>(all, plain, false, true));
  CHECK_CONSTEXPR(is_unless_said<&transformer::one_norm_per_layer>(all, plain, false, true));
  constexpr auto longest = [](const transformer& of) { return hr::serving_job{.model = of}.longest_context(); };
  CHECK_CONSTEXPR(is_unless_said<&transformer::context>(longest, transformer{.learned_positions = 5}, 0, 3));
  constexpr auto basis = [](const transformer& of) { return hr::parameters(of).basis; };
  CHECK_CONSTEXPR(is_unless_said<&transformer::basis>(basis, plain, hr::basis::stated, hr::basis::general_knowledge));
  constexpr auto gates = [](const hr::feed_forward& of) { return numbers(with({.letter = 'a', .how_many = 1, .feed_forward = of})); };
  CHECK_CONSTEXPR(is_unless_said<&hr::feed_forward::gated>(gates, hr::feed_forward{.width = 16}, true, false));
  constexpr auto routes = [](const hr::experts& of) { return numbers(with({.letter = 'a', .how_many = 1, .experts = of})); };
  CHECK_CONSTEXPR(is_unless_said<&hr::experts::gated>(routes, hr::experts{.routed = 4, .per_token = 1, .width = 16}, true, false));
  using hr::state_space;
  constexpr auto states = [](const state_space& of) { return numbers(with({.letter = 'm', .how_many = 1, .state_space = of})); };
  constexpr state_space mamba{.heads = 2, .head_size = 8, .groups = 1, .state_size = 4, .kernel = 4};
  CHECK_CONSTEXPR(is_unless_said<&state_space::kernel_bias>(states, mamba, true, false));
  CHECK_CONSTEXPR(is_unless_said<&state_space::norm>(states, mamba, true, false));
  CHECK_CONSTEXPR(is_unless_said<&state_space::bias>(states, mamba, false, true));
  CHECK_CONSTEXPR(is_unless_said<&state_space::output_bias>(states, mamba, false, true));
  constexpr state_space older{.heads = 2, .head_size = 8, .groups = 1, .state_size = 4, .kernel = 4, .time_step_rank = 2};
  CHECK_CONSTEXPR(is_unless_said<&state_space::parameter_norms>(states, older, false, true));
}

TEST_CASE("widths are products and sums of their own numbers") {
  using hr::count;
  for (const count rank : {0, 1, 2}) {
    const hr::state_space s{.heads = 2, .head_size = 3, .groups = 5, .state_size = 7, .kernel = 11, .time_step_rank = rank};
    CHECK(s.inner() == 6);
    CHECK(s.vectors() == 2 * 5 * 7);
    CHECK(s.is_mamba_1() == (rank > 0));
    CHECK(s.convolved() == (rank > 0 ? 6 : 76));
  }
  const hr::linear_attention a{.key_heads = 2, .value_heads = 3, .key_head_size = 5, .value_head_size = 7};
  CHECK(a.keys() == 10);
  CHECK(a.values() == 21);
  CHECK(a.convolved() == 41);
  CHECK(hr::attention{.head_size = 3, .value_head_size = 1}.value_size() == 1);
  CHECK(hr::attention{.kv_rank = 1}.is_latent());
  CHECK_CONSTEXPR(hr::layer{.short_convolution = {.width = 1}}.mixes_tokens());
  CHECK_CONSTEXPR(hr::layer{.gated_recurrence = {.width = 1}}.mixes_tokens());
}

}  // namespace model_shape_test
