// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/weights.hpp>

#include <algorithm>
#include <check.hpp>
#include <tuple>
#include <vector>

// Every weight of small models by hand, one a row: its shape, how many there are, and how ranks share it. 17 layers of a
// kind, of a hidden width of 11, with a vocabulary of 13; all sizes differ.
namespace model_weights_account_test {
namespace {

using part = hr::weight_part;
using hr::count;
using split = hr::weight_split;

// part, outputs, inputs, copies, active, products, split, pieces, predicts
using row = std::tuple<part, count, count, count, count, count, split, count, bool>;
using rows = std::vector<row>;

constexpr count layers = 17;

row matrix(part of, count outputs, count inputs, split by = split::none, count pieces = 1) {
  return {of, outputs, inputs, layers, layers, layers, by, pieces, false};
}
row vector(part of, count size, count pieces = 1) {
  return {of, size, 1, layers, layers, 0, pieces > 1 ? split::outputs : split::none, pieces, false};
}
// Norms of the hidden width, so many a layer.
row norms(count each = 1) { return {part::norms, 11, 1, layers * each, layers * each, 0, split::none, 1, false}; }
// What is there once.
row once(part of, count outputs, count inputs, count products, count pieces = 1) {
  return {of, outputs, inputs, 1, 1, products, pieces > 1 ? split::outputs : split::none, pieces, false};
}
rows operator+(rows all, const rows& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}
// The same in the layers of modules that predict further tokens.
rows predicting(count modules, rows of) {
  for (row& each : of) {
    for (count* number : {&std::get<3>(each), &std::get<4>(each), &std::get<5>(each)}) *number = *number / layers * modules;
    std::get<8>(each) = true;
  }
  return of;
}

const rows ends{once(part::embedding, 13, 11, 0, 13), once(part::head, 13, 11, 1, 13), once(part::norms, 11, 1, 0)};

hr::transformer model_of(hr::layer kind) {
  kind.letter = 'a';
  kind.how_many = layers;
  return {.vocabulary = 13, .hidden = 11, .layers = {{kind}}};
}

void check_all(const hr::transformer& of, rows expected) {
  rows found;
  hr::for_each_weight(of, [&](const hr::weight& w) {
    found.emplace_back(w.part, w.outputs, w.inputs, w.copies, w.active, w.products, w.split, w.pieces, w.predicts);
  });
  std::sort(found.begin(), found.end());
  std::sort(expected.begin(), expected.end());
  CHECK(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size() && i < expected.size(); ++i) {
    CAPTURE(i);
    CHECK(static_cast<int>(std::get<0>(found[i])) == static_cast<int>(std::get<0>(expected[i])));
    CHECK(std::get<1>(found[i]) == std::get<1>(expected[i]));
    CHECK(std::get<2>(found[i]) == std::get<2>(expected[i]));
    CHECK(std::get<3>(found[i]) == std::get<3>(expected[i]));
    CHECK(std::get<4>(found[i]) == std::get<4>(expected[i]));
    CHECK(std::get<5>(found[i]) == std::get<5>(expected[i]));
    CHECK(static_cast<int>(std::get<6>(found[i])) == static_cast<int>(std::get<6>(expected[i])));
    CHECK(std::get<7>(found[i]) == std::get<7>(expected[i]));
    CHECK(std::get<8>(found[i]) == std::get<8>(expected[i]));
  }
}
void check_layer(const hr::layer& kind, const rows& expected) { check_all(model_of(kind), ends + expected); }

// Without `which`, with `further`.
rows changed(rows all, const rows& which, const rows& further) {
  for (const row& each : which) {
    const auto place = std::find(all.begin(), all.end(), each);
    REQUIRE(place != all.end());
    all.erase(place);
  }
  return all + further;
}

// A layer of one part: its weights, and what a change of the part adds to them and leaves out.
template <class Part>
struct check_of_part {
  Part hr::layer::* part;
  Part plain;
  rows weights;

  template <class Change>
  void operator()(Change change, const rows& further, const rows& less = {}) const {
    hr::layer kind;
    kind.*part = plain;
    change(kind.*part);
    check_layer(kind, changed(weights, less, further));
  }
};
template <class Part>
check_of_part(Part hr::layer::*, Part, rows) -> check_of_part<Part>;

}  // namespace

TEST_CASE("attention has its projections, split by heads, and what its fields add") {
  constexpr part p = part::attention;
  constexpr hr::attention grouped{.heads = 6, .kv_heads = 3, .head_size = 5, .value_head_size = 7};
  const row queries = matrix(p, 6 * 5, 11, split::outputs, 6);
  const row values = matrix(p, 3 * 7, 11, split::outputs, 3);
  const rows plain{queries, matrix(p, 3 * 5, 11, split::outputs, 3), values, matrix(p, 11, 6 * 7, split::inputs, 6), norms()};
  const check_of_part check{&hr::layer::attention, grouped, plain};
  using hr::attention;
  check([](attention&) {}, {});
  check([](attention& a) { a.query_key_value_bias = true; }, {vector(p, 30, 6), vector(p, 15, 3), vector(p, 21, 3)});
  check([](attention& a) { a.output_gate = true; }, {matrix(p, 60, 11, split::outputs, 6)}, {queries});
  check([](attention& a) { a.output_gate = a.query_key_value_bias = true; },
        {matrix(p, 60, 11, split::outputs, 6), vector(p, 60, 6), vector(p, 15, 3), vector(p, 21, 3)}, {queries});
  check([](attention& a) { a.keys_are_values = true; }, {}, {values});
  check([](attention& a) { a.keys_are_values = a.query_key_value_bias = true; }, {vector(p, 30, 6), vector(p, 15, 3)}, {values});
  check([](attention& a) { a.norm = hr::query_key_norm::per_head; }, {vector(part::norms, 2 * 5)});
  check([](attention& a) { a.norm = hr::query_key_norm::per_layer; }, {vector(part::norms, 30, 6), vector(part::norms, 15, 3)});
  check([](attention& a) { a.output_norm = true; }, {vector(part::norms, 42, 6)});
  check([](attention& a) { a.output_bias = true; }, {vector(p, 11)});
  check([](attention& a) { a.sinks = true; }, {vector(p, 6, 6)});
  check([](attention& a) { a.gates = 1; }, {vector(p, 1)});
  check([](attention& a) { a.gates = 4; }, {vector(p, 4)});
  check([](attention& a) { a.window = a.chunk = 2, a.shares_cache = true; }, {});
  for (const count n : {1, 2})
    check([&](attention& a) { a.index = {.heads = n, .head_size = 9, .most_tokens = 4}; },
          {matrix(p, n * 9, 11), matrix(p, 9, 11), vector(part::norms, 2 * 9), matrix(p, n, 11)});
}

TEST_CASE("a single head of keys and values is no piece to split biases and norms by") {
  constexpr part p = part::attention;
  check_layer({.attention = {.heads = 1, .kv_heads = 1, .head_size = 5, .norm = hr::query_key_norm::per_layer, .query_key_value_bias = true, .sinks = true}},
              {matrix(p, 5, 11, split::outputs, 1), matrix(p, 5, 11, split::outputs, 1), matrix(p, 5, 11, split::outputs, 1),
               matrix(p, 11, 5, split::inputs, 1), vector(p, 5), vector(p, 5), vector(p, 5), vector(p, 1), vector(part::norms, 5),
               vector(part::norms, 5), norms()});
}

// DeepSeek-V2's paper, section 2.1: down to a rank and up to heads, of queries and of keys with values; one rotated key for all heads.
TEST_CASE("latent attention has its ranks' projections") {
  constexpr part p = part::attention;
  for (const count rank : {0, 1, 9})
    for (const count value : {0, 7})
      for (const count index_heads : {0, 2}) {
        CAPTURE(rank);
        const count values = value > 0 ? value : 8;
        const count from = rank > 0 ? rank : 11;
        rows expected{matrix(p, 6 * 8, from, split::outputs, 6), matrix(p, 10 + 3, 11), vector(part::norms, 10),
                      matrix(p, 6 * (8 - 3 + values), 10, split::outputs, 6), matrix(p, 11, 6 * values, split::inputs, 6), norms()};
        if (rank > 0) expected = expected + rows{matrix(p, rank, 11), vector(part::norms, rank)};
        if (index_heads > 0)
          expected = expected + rows{matrix(p, 2 * 9, from), matrix(p, 9, 11), vector(part::norms, 2 * 9), matrix(p, 2, 11)};
        check_layer({.attention = {.heads = 6, .head_size = 8, .value_head_size = value, .query_rank = rank, .kv_rank = 10, .rotary_head_size = 3,
                                   .index = {.heads = index_heads, .head_size = 9}}},
                    expected);
      }
}

// Gu and Dao, 2023: in and gate, the step's rank with both vectors of the state, the step, out; A, D and the step's bias; the convolution.
TEST_CASE("a Mamba layer has the parameters of its paper") {
  constexpr part p = part::state_space;
  constexpr hr::state_space mamba{.heads = 6, .head_size = 2, .groups = 2, .state_size = 5, .kernel = 4, .time_step_rank = 3};
  const rows plain{matrix(p, 2 * 12, 11, split::outputs, 6), matrix(p, 3 + 2 * 2 * 5, 12, split::inputs, 6), matrix(p, 12, 3, split::outputs, 6),
                   matrix(p, 11, 12, split::inputs, 6), vector(p, 12 * 5 + 12 + 12, 6), vector(p, 12 * 4 + 12, 6), norms()};
  const check_of_part check{&hr::layer::state_space, mamba, plain};
  using hr::state_space;
  check([](state_space&) {}, {});
  check([](state_space& s) { s.norm = false; }, {});
  check([](state_space& s) { s.kernel_bias = false; }, {vector(p, 12 * 4, 6)}, {vector(p, 12 * 4 + 12, 6)});
  check([](state_space& s) { s.bias = true; }, {vector(p, 24, 6)});
  check([](state_space& s) { s.output_bias = true; }, {vector(p, 11)});
  check([](state_space& s) { s.parameter_norms = true; }, {vector(part::norms, 23)});
}

// Dao and Gu, 2024: in, gate, vectors and steps from the hidden width at once; A, D and the step's bias, one a head.
TEST_CASE("a Mamba-2 layer has the parameters of its paper") {
  constexpr part p = part::state_space;
  constexpr hr::state_space mamba{.heads = 6, .head_size = 7, .groups = 2, .state_size = 5, .kernel = 4};
  const rows plain{matrix(p, 2 * 42, 11, split::outputs, 6), matrix(p, 20, 11, split::outputs, 2), matrix(p, 6, 11, split::outputs, 6),
                   matrix(p, 11, 42, split::inputs, 6), vector(p, 42 * 4 + 42, 6), vector(p, 20 * 4 + 20, 2), vector(p, 3 * 6, 6),
                   vector(part::norms, 42, 6), norms()};
  const check_of_part check{&hr::layer::state_space, mamba, plain};
  using hr::state_space;
  check([](state_space&) {}, {});
  check([](state_space& s) { s.norm = false; }, {}, {vector(part::norms, 42, 6)});
  check([](state_space& s) { s.kernel_bias = false; }, {vector(p, 42 * 4, 6), vector(p, 20 * 4, 2)}, {vector(p, 42 * 4 + 42, 6), vector(p, 20 * 4 + 20, 2)});
  check([](state_space& s) { s.bias = true; }, {vector(p, 2 * 42 + 6, 6), vector(p, 20, 2)});
  check([](state_space& s) { s.output_bias = true; }, {vector(p, 11)});
  check([](state_space& s) { s.parameter_norms = true; }, {});
}

// Keys of 2 heads of 5, values of 6 heads of 7.
TEST_CASE("linear attention has its projections, its decays by their kind, its convolution and its norm") {
  constexpr part p = part::state_space;
  for (const count rank : {0, 1, 3})
    for (const hr::state_decay decay : {hr::state_decay::fixed, hr::state_decay::per_head, hr::state_decay::per_key})
      for (const count kernel : {0, 1, 4})
        for (const bool all : {false, true}) {
          const count from = rank > 0 ? rank : 11;
          rows expected{matrix(p, 2 * 10, 11, split::outputs, 2), matrix(p, 42, 11, split::outputs, 6), matrix(p, 42, from, split::outputs, 6),
                        matrix(p, 11, 42, split::inputs, 6), norms(), all ? vector(part::norms, 42, 6) : vector(part::norms, 7)};
          if (rank > 0) expected.push_back(matrix(p, rank, 11));
          if (kernel > 0) expected = expected + rows{vector(p, 2 * 10 * kernel, 2), vector(p, 42 * kernel, 6)};
          if (decay == hr::state_decay::per_head) expected = expected + rows{matrix(p, 12, 11, split::outputs, 6), vector(p, 12, 6)};
          if (decay == hr::state_decay::per_key) {
            if (rank > 0) expected.push_back(matrix(p, rank, 11));
            expected = expected + rows{matrix(p, 10, from, split::outputs, 2), matrix(p, 6, 11, split::outputs, 6), vector(p, 10, 2), vector(p, 2, 2)};
          }
          CAPTURE(rank);
          CAPTURE(kernel);
          check_layer({.linear_attention = {.key_heads = 2, .value_heads = 6, .key_head_size = 5, .value_head_size = 7, .kernel = kernel,
                                            .decay = decay, .rank = rank, .norm_of_all_heads = all}},
                      expected);
        }
}

TEST_CASE("a short convolution and a gated recurrence have their gates, their convolution and their way out") {
  constexpr part p = part::state_space;
  const rows narrow{matrix(p, 3 * 5, 11, split::outputs, 5), matrix(p, 11, 5, split::inputs, 5), vector(p, 5 * 3, 5), norms()};
  check_layer({.short_convolution = {.width = 5, .kernel = 3}}, narrow);
  check_layer({.short_convolution = {.width = 5, .kernel = 3, .bias = true}}, narrow + rows{vector(p, 4 * 5, 5), vector(p, 11)});
  check_layer({.short_convolution = {.width = 1, .kernel = 3}}, {matrix(p, 3, 11, split::outputs, 1), matrix(p, 11, 1, split::inputs, 1), vector(p, 3), norms()});
  // 3 blocks of 4 channels, of each block two gates of 4 x 4; biases of in, gate and both gates; kernel, its bias, decay.
  check_layer({.gated_recurrence = {.width = 12, .blocks = 3, .kernel = 4}},
              {matrix(p, 2 * 12, 11, split::outputs, 3), matrix(p, 2 * 12, 4, split::outputs, 3), matrix(p, 11, 12, split::inputs, 3),
               vector(p, 4 * 12, 3), vector(p, 12 * 4 + 12 + 12, 3), vector(p, 11), norms()});
  check_layer({.gated_recurrence = {.width = 1, .blocks = 1, .kernel = 1}},
              {matrix(p, 2, 11, split::outputs, 1), matrix(p, 2, 1, split::outputs, 1), matrix(p, 11, 1, split::inputs, 1), vector(p, 4), vector(p, 3), vector(p, 11), norms()});
}

TEST_CASE("what mixes tokens side by side has one norm, and a single head, channel or network is enough to be there") {
  constexpr part p = part::state_space;
  const rows mamba{matrix(p, 2, 11, split::outputs, 1), matrix(p, 2, 11, split::outputs, 1), matrix(p, 1, 11, split::outputs, 1),
                   matrix(p, 11, 1, split::inputs, 1), vector(p, 2), vector(p, 4), vector(p, 3), vector(part::norms, 1)};
  constexpr hr::state_space smallest{.heads = 1, .head_size = 1, .groups = 1, .state_size = 1, .kernel = 1};
  check_layer({.state_space = smallest}, mamba + rows{norms()});
  const rows linear{matrix(p, 2, 11, split::outputs, 1), matrix(p, 1, 11, split::outputs, 1), matrix(p, 1, 11, split::outputs, 1),
                    matrix(p, 11, 1, split::inputs, 1), vector(part::norms, 1)};
  check_layer({.state_space = smallest,
               .linear_attention = {.key_heads = 1, .value_heads = 1, .key_head_size = 1, .value_head_size = 1, .decay = hr::state_decay::fixed}},
              mamba + linear + rows{norms()});
}

TEST_CASE("a dense network has two matrices or three, biases of each, numbers of its activation and a norm inside") {
  constexpr part p = part::feed_forward;
  for (const bool gated : {false, true})
    for (const bool bias : {false, true})
      for (const count numbers : {0, 1, 2})
        for (const bool norm : {false, true}) {
          rows expected{matrix(p, 11, 5, split::inputs, 5), norms()};
          for (int i = 0; i < (gated ? 2 : 1); ++i) {
            expected.push_back(matrix(p, 5, 11, split::outputs, 5));
            if (bias) expected.push_back(vector(p, 5, 5));
          }
          if (bias) expected.push_back(vector(p, 11));
          if (numbers > 0) expected.push_back(vector(p, numbers));
          if (norm) expected.push_back(vector(part::norms, 5, 5));
          check_layer({.feed_forward = {.width = 5, .gated = gated, .bias = bias, .activation_numbers = numbers, .norm = norm}}, expected);
        }
}

// Width 2 into and out of 2: a matrix by its shape, however small.
TEST_CASE("alike weights of a network are told one by one, or once with how many there are") {
  const hr::weight from{.part = part::feed_forward, .copies = 3, .active = 3};
  for (const bool gated : {false, true})
    for (const bool bias : {false, true}) {
      rows each, counted;
      const auto row_of = [](const hr::weight& w) { return row{w.part, w.outputs, w.inputs, w.copies, w.active, w.products, w.split, w.pieces, w.predicts}; };
      const auto one_by_one = [&](const hr::weight& w) { each.push_back(row_of(w)); };
      const auto at_once = [&](const hr::weight& w, int alike) {
        for (int i = 0; i < alike; ++i) counted.push_back(row_of(w));
      };
      hr::detail::network_weights(one_by_one, from, 2, 2, gated, bias);
      hr::detail::network_weights(at_once, from, 2, 2, gated, bias);
      CHECK(each == counted);
      rows expected;
      for (int i = 0; i < (gated ? 2 : 1); ++i) expected.push_back({part::feed_forward, 2, 2, 3, 3, 3, split::outputs, 2, false});
      if (bias)
        for (int i = 0; i < (gated ? 2 : 1); ++i) expected.push_back({part::feed_forward, 2, 1, 3, 3, 0, split::outputs, 2, false});
      expected.push_back({part::feed_forward, 2, 2, 3, 3, 3, split::inputs, 2, false});
      if (bias) expected.push_back({part::feed_forward, 2, 1, 3, 3, 0, split::none, 1, false});
      CHECK(each == expected);
    }
}

// Numbers of a part that has no heads, channels or width are of no weights.
TEST_CASE("a part without heads or width has no weights, whatever else is said of it") {
  constexpr part p = part::feed_forward;
  check_layer({.attention = {.kv_heads = 2, .head_size = 3, .query_key_value_bias = true, .output_bias = true, .gates = 5, .index = {.heads = 2, .head_size = 3}},
               .state_space = {.head_size = 2, .groups = 3, .state_size = 4, .kernel = 5, .output_bias = true},
               .linear_attention = {.key_heads = 2, .key_head_size = 3, .value_head_size = 4, .kernel = 5},
               .short_convolution = {.kernel = 3, .bias = true},
               .gated_recurrence = {.kernel = 3},
               .feed_forward = {.width = 5, .gated = false},
               .experts = {.shared_width = 3, .passing = 2, .latent = 3, .router_bias = true, .shared_gate = true}},
              {matrix(p, 5, 11, split::outputs, 5), matrix(p, 11, 5, split::inputs, 5), norms()});
}

// A single layer with embeddings of width 1.
TEST_CASE("the smallest embedding of a layer is one") {
  hr::transformer m = model_of({.feed_forward = {.width = 5, .gated = false}});
  m.layers[0].how_many = 1;
  m.per_layer = {.width = 1, .vocabulary = 23};
  count embedded = 0, projected = 0;
  hr::for_each_weight(m, [&](const hr::weight& w) {
    if (w.part == part::embedding && w.outputs == 23) embedded += w.size() * w.copies;
    if (w.part == part::feed_forward && w.outputs == 1 && w.inputs == 11) projected += w.size() * w.copies;
  });
  CHECK(embedded == 23);
  CHECK(projected == 2 * 11);  // into all layers' and into the gate
}

// A token is sent to 3 of 8.
TEST_CASE("experts are as many matrices as there are, of which a token uses and is multiplied with its own") {
  const auto of_expert = [](count outputs, count inputs, split by, count pieces) {
    return row{part::routed_experts, outputs, inputs, layers * 8, layers * 3, inputs > 1 ? layers * 3 : 0, by, pieces, false};
  };
  constexpr hr::experts plain{.routed = 8, .per_token = 3, .width = 5};
  const row router = matrix(part::router, 8, 11);
  const rows gated{of_expert(5, 11, split::outputs, 5), of_expert(5, 11, split::outputs, 5), of_expert(11, 5, split::inputs, 5), router, norms()};
  const check_of_part check{&hr::layer::experts, plain, gated};
  using hr::experts;
  constexpr part s = part::shared_experts;
  check([](experts&) {}, {});
  check([](experts& e) { e.gated = false; }, {}, {of_expert(5, 11, split::outputs, 5)});
  check([](experts& e) { e.bias = true; }, {of_expert(5, 1, split::outputs, 5), of_expert(5, 1, split::outputs, 5), of_expert(11, 1, split::none, 1)});
  for (const count latent : {1, 4})
    check([&](experts& e) { e.latent = latent; },
          {of_expert(5, latent, split::outputs, 5), of_expert(5, latent, split::outputs, 5), of_expert(latent, 5, split::inputs, 5), matrix(s, latent, 11), matrix(s, 11, latent)},
          {of_expert(5, 11, split::outputs, 5), of_expert(5, 11, split::outputs, 5), of_expert(11, 5, split::inputs, 5)});
  for (const count width : {1, 7}) {
    const rows shared{matrix(s, width, 11, split::outputs, width), matrix(s, width, 11, split::outputs, width), matrix(s, 11, width, split::inputs, width)};
    const auto as_matrix = [&](row one) {  // a column of one is a vector by its shape
      if (width == 1 && std::get<2>(one) == 1) std::get<5>(one) = 0;
      return one;
    };
    check([&](experts& e) { e.shared_width = width; }, {shared[0], shared[1], as_matrix(shared[2])});
  }
  check([](experts& e) { e.shared_width = 7, e.bias = true, e.gated = false; },
        {matrix(s, 7, 11, split::outputs, 7), vector(s, 7, 7), matrix(s, 11, 7, split::inputs, 7), vector(s, 11), of_expert(5, 1, split::outputs, 5), of_expert(11, 1, split::none, 1)},
        {of_expert(5, 11, split::outputs, 5)});
  check([](experts& e) { e.passing = 2; }, {matrix(part::router, 10, 11)}, {router});
  check([](experts& e) { e.router_bias = true, e.passing = 2; }, {matrix(part::router, 10, 11), vector(part::router, 10)}, {router});
  check([](experts& e) { e.score_correction = true; }, {vector(part::router, 8)});
  check([](experts& e) { e.shared_gate = true; }, {matrix(part::router, 1, 11)});
  check([](experts& e) { e.own_norm = true; }, {norms(2)}, {norms()});
}

TEST_CASE("norms of the hidden width: one a part or two, one for both where they read the same, one more of experts beside a dense network") {
  constexpr hr::layer attends{.attention = {.heads = 1, .kv_heads = 1, .head_size = 5}};
  constexpr hr::layer both{.attention = attends.attention, .feed_forward = {.width = 5}};
  const auto beside = [&] {
    hr::layer l = both;
    l.experts = {.routed = 2, .per_token = 1, .width = 3, .own_norm = true};
    return l;
  };
  const auto of = [](const hr::layer& l, count each, bool one, hr::norm_kind kind) {
    hr::transformer m = model_of(l);
    m.norms_per_part = each;
    m.one_norm_per_layer = one;
    m.norm = kind;
    count places = 0;
    hr::for_each_weight(m, [&](const hr::weight& w) { places += w.part == part::norms ? w.copies * w.outputs : 0; });
    return places / 11;
  };
  for (const count each : {1, 2, 3}) {
    CHECK(of(attends, each, false, hr::norm_kind::rms) == 17 * each + 1);
    CHECK(of(both, each, false, hr::norm_kind::rms) == 17 * 2 * each + 1);
    CHECK(of(both, each, true, hr::norm_kind::rms) == 17 * each + 1);
    CHECK(of(beside(), each, false, hr::norm_kind::rms) == 17 * 3 * each + 1);
    CHECK(of(beside(), each, true, hr::norm_kind::rms) == 17 * 2 * each + 1);
    CHECK(of(both, each, false, hr::norm_kind::layer) == 2 * (17 * 2 * each + 1));
    CHECK(of(both, each, false, hr::norm_kind::layer_without_bias) == 17 * 2 * each + 1);
    CHECK(of(both, each, false, hr::norm_kind::without_weights) == 0);
  }
}

// Gemma 3n: embeddings of each layer, a learned residual (LAuReL), and several hidden states (AltUp).
TEST_CASE("beside its parts a layer has what gates its embedding, its residual and its hidden states, each with a norm") {
  constexpr part p = part::feed_forward;
  constexpr hr::layer dense{.feed_forward = {.width = 5, .gated = false}};
  const rows network{matrix(p, 5, 11, split::outputs, 5), matrix(p, 11, 5, split::inputs, 5)};
  for (const count width : {0, 1, 3})
    for (const count rank : {0, 1, 4})
      for (const count states : {1, 2, 3}) {
        hr::transformer m = model_of(dense);
        m.per_layer = {.width = width, .vocabulary = 23};
        m.residual_rank = rank;
        m.hidden_states = states;
        rows expected = ends + network;
        expected.push_back(norms(1 + (width > 0 ? 1 : 0) + (rank > 0 ? 1 : 0) + (states > 1 ? 1 : 0)));
        if (width > 0)
          expected = expected + rows{matrix(p, width, 11), matrix(p, 11, width), once(part::embedding, 23, 17 * width, 0, 23),
                                     once(p, 17 * width, 11, 1, 17 * width), once(part::norms, width, 1, 0)};
        if (rank > 0) expected = expected + rows{matrix(p, rank, 11, split::outputs, rank), matrix(p, 11, rank, split::inputs, rank)};
        if (states > 1) {
          const count further = 11 * (states - 1);
          expected = expected + rows{matrix(p, states, 11), matrix(p, states * states, states), matrix(p, states, states), vector(p, 11),
                                     once(p, further, 11, 1, further), once(p, further, 11, 1, further)};
        }
        CAPTURE(width);
        CAPTURE(rank);
        CAPTURE(states);
        check_all(m, expected);
      }
}

TEST_CASE("before the first layer and after the last there is what the model's fields say") {
  constexpr hr::layer dense{.feed_forward = {.width = 5, .gated = false}};
  const rows inside{matrix(part::feed_forward, 5, 11, split::outputs, 5), matrix(part::feed_forward, 11, 5, split::inputs, 5), norms()};
  const row embedding = ends[0], head = ends[1], norm = ends[2];
  const auto check = [&](auto change, const rows& further, const rows& less = {}) {
    hr::transformer m = model_of(dense);
    change(m);
    check_all(m, changed(ends + inside, less, further));
  };
  using hr::transformer;
  check([](transformer& m) { m.more_tokens = 2; }, {once(part::embedding, 15, 11, 0, 15)}, {embedding});
  for (const count width : {1, 7})
    check([&](transformer& m) { m.embedding_width = width; },
          {once(part::embedding, 13, width, 0, 13), once(part::embedding, 11, width, 1), once(part::head, width, 11, 1), once(part::head, 13, width, 1, 13)}, {embedding, head});
  for (const count positions : {1, 19})
    check([&](transformer& m) { m.learned_positions = positions; }, {once(part::embedding, positions, 11, 0)});
  check([](transformer& m) { m.embedding_norm = true; }, {norm});
  check([](transformer& m) { m.final_norm = false; }, {}, {norm});
  check([](transformer& m) { m.norm = hr::norm_kind::layer, m.embedding_norm = true; },
        {once(part::norms, 22, 1, 0), once(part::norms, 22, 1, 0), vector(part::norms, 22)}, {norm, norms()});
  check([](transformer& m) { m.head_bias = true; }, {once(part::head, 13, 1, 0, 13)});
  for (const count numbers : {1, 29})
    check([&](transformer& m) { m.vision = numbers; }, {once(part::vision, numbers, 1, 0)});
  check([](transformer& m) { m.tied = true; }, {row{part::head, 13, 11, 0, 0, 1, split::outputs, 13, false}}, {head});
}

TEST_CASE("modules that predict further tokens have three norms, a projection and layers of the kinds in their order") {
  constexpr hr::layer attends{.letter = 'a', .how_many = layers, .attention = {.heads = 6, .kv_heads = 3, .head_size = 5, .sinks = true}};
  constexpr hr::layer mixes{.letter = 'b', .how_many = layers, .experts = {.routed = 8, .per_token = 3, .width = 5, .gated = false, .bias = true}};
  constexpr part a = part::attention, e = part::routed_experts;
  const rows of_a{matrix(a, 30, 11, split::outputs, 6), matrix(a, 15, 11, split::outputs, 3), matrix(a, 15, 11, split::outputs, 3), matrix(a, 11, 30, split::inputs, 6), vector(a, 6, 6), norms()};
  const rows of_b{row{e, 5, 11, layers * 8, layers * 3, layers * 3, split::outputs, 5, false}, row{e, 5, 1, layers * 8, layers * 3, 0, split::outputs, 5, false},
                  row{e, 11, 5, layers * 8, layers * 3, layers * 3, split::inputs, 5, false}, row{e, 11, 1, layers * 8, layers * 3, 0, split::none, 1, false}, matrix(part::router, 8, 11), norms()};
  for (const count modules : {0, 1, 2}) {
    CAPTURE(modules);
    const hr::transformer m{.vocabulary = 13, .hidden = 11, .layers = {{attends, mixes, hr::layer{.letter = 'c', .attention = attends.attention}}},
                            .predicts = {.modules = modules, .order = "abac"}};
    rows expected = ends + of_a + of_b;
    if (modules > 0)
      expected = expected + predicting(modules, of_a + of_b + of_a) +
                 rows{row{part::norms, 11, 1, 3 * modules, 3 * modules, 0, split::none, 1, true}, row{part::joint, 11, 22, modules, modules, modules, split::none, 1, true}};
    check_all(m, expected);
  }
}

// Heads dealt out to ranks one by one; what no rank gets is repeated, so that no rank is without one.
TEST_CASE("the fullest rank holds what a deal of the pieces gives it") {
  const hr::weight beyond{.outputs = hr::max_count, .inputs = hr::max_count, .split = split::outputs, .pieces = 2};
  CHECK(hr::size_on_rank(beyond, 1) == hr::too_many);  // which no division makes a count
  for (count pieces = 0; pieces <= 12; ++pieces)
    for (count ranks = 0; ranks <= 15; ++ranks) {
      count fullest = 0;
      for (count piece = 0; piece < pieces; ++piece) fullest += ranks == 0 || piece % ranks == 0 ? 1 : 0;
      CAPTURE(pieces);
      CAPTURE(ranks);
      CHECK(hr::heads_on_rank(pieces, ranks) == fullest);
      if (pieces == 0) continue;
      for (const split by : {split::none, split::outputs, split::inputs}) {
        const hr::weight w{.outputs = by == split::inputs ? 7 : 3 * pieces, .inputs = by == split::inputs ? 3 * pieces : 7, .split = by, .pieces = pieces};
        CHECK(hr::size_on_rank(w, ranks) == 7 * 3 * (by == split::none ? pieces : fullest));
      }
    }
}

TEST_CASE("kinds of layer share weights where every number of what mixes tokens is the same, or of their networks") {
  using hr::layer;
  constexpr layer kind{.how_many = 1,
                       .attention = {.heads = 8, .kv_heads = 4, .head_size = 64, .window = 5, .chunk = 6, .shares_cache = false},
                       .state_space = {.heads = 2},
                       .linear_attention = {.value_heads = 2},
                       .short_convolution = {.width = 2},
                       .gated_recurrence = {.width = 2},
                       .feed_forward = {.width = 9},
                       .experts = {.routed = 2}};
  struct places {
    std::size_t mixes, feeds;
  };
  const auto first = [&](void (*change)(layer&)) {
    hr::transformer m;
    m.layers = {{kind, layer{.how_many = 1, .attention = {.heads = 3}, .feed_forward = {.width = 3}}, kind}};
    change(m.layers[2]);
    return places{hr::detail::mixes_as(m, 2), hr::detail::feeds_as(m, 2)};
  };
  CHECK(first([](layer&) {}).mixes == 0);
  CHECK(first([](layer&) {}).feeds == 0);
  const auto after = [&](void (*change)(layer&)) {
    hr::transformer m;
    m.layers = {{layer{.how_many = 1, .attention = {.heads = 3}, .feed_forward = {.width = 3}}, kind, layer{}, kind}};
    change(m.layers[3]);
    const places forward{hr::detail::mixes_as(m, 3), hr::detail::feeds_as(m, 3)};
    std::swap(m.layers[3], m.layers[1]);
    CHECK(hr::detail::mixes_as(m, 3) == forward.mixes);
    CHECK(hr::detail::feeds_as(m, 3) == forward.feeds);
    m.layers[1].how_many = 0;  // of a kind of which there is none
    CHECK(hr::detail::mixes_as(m, 3) == 3);
    CHECK(hr::detail::feeds_as(m, 3) == 3);
    return forward;
  };
  for (const auto change : {+[](layer&) {}, +[](layer& l) { l.attention.window = 0; }, +[](layer& l) { l.attention.chunk = 7; },
                            +[](layer& l) { l.attention.shares_cache = true; }, +[](layer& l) { l.how_many = 2; }, +[](layer& l) { l.letter = 'x'; }}) {
    CHECK(after(change).mixes == 1);
    CHECK(after(change).feeds == 1);
  }
  for (const auto change : {+[](layer& l) { l.attention.heads = 16; }, +[](layer& l) { l.attention.sinks = true; }, +[](layer& l) { l.state_space.kernel = 1; },
                            +[](layer& l) { l.linear_attention.rank = 1; }, +[](layer& l) { l.short_convolution.bias = true; }, +[](layer& l) { l.gated_recurrence.blocks = 2; }}) {
    CHECK(after(change).mixes == 3);
    CHECK(after(change).feeds == 1);
  }
  for (const auto change : {+[](layer& l) { l.feed_forward.bias = true; }, +[](layer& l) { l.experts.latent = 2; }}) {
    CHECK(after(change).mixes == 1);
    CHECK(after(change).feeds == 3);
  }
}

}  // namespace model_weights_account_test
