// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/model/operations.hpp>

#include <check.hpp>

namespace model_operations_test {
namespace {

namespace published = hr::models;
using enum hr::attention_mask;

constexpr double total(const hr::figure<hr::operation_parts>& of) { return hr::in_operations(value_of(of).total()); }
constexpr double attention(const hr::figure<hr::operation_parts>& of) { return hr::in_operations(value_of(of).attention); }

// The mean of a causal sequence, token by token.
double slow_mean(const hr::attention& a, hr::count length) {
  hr::count sum = 0;
  for (hr::count n = 1; n <= length; ++n) {
    hr::count seen = 0;
    for (hr::count other = 1; other <= n; ++other)
      if ((a.chunk == 0 || (other - 1) / a.chunk == (n - 1) / a.chunk) && (a.window == 0 || n - other < a.window))
        ++seen;
    sum += a.index.most_tokens > 0 && seen > a.index.most_tokens ? a.index.most_tokens : seen;
  }
  return static_cast<double>(sum) / static_cast<double>(length);
}

constexpr hr::attention kinds[]{{},
                                {.window = 1},
                                {.window = 7},
                                {.window = 64},
                                {.chunk = 1},
                                {.chunk = 16},
                                {.window = 5, .chunk = 16},
                                {.index = {.most_tokens = 10}},
                                {.chunk = 33, .index = {.most_tokens = 10}}};

}  // namespace

TEST_CASE("tokens attended to: the mean in closed form is that of the tokens one by one") {
  for (const hr::attention& a : kinds)
    for (hr::count length = 1; length <= 70; ++length) {
      CAPTURE(a.window);
      CAPTURE(a.chunk);
      CAPTURE(length);
      CHECK(hr::mean_tokens_attended(a, length) == doctest::Approx(slow_mean(a, length)).epsilon(1e-12));
      hr::count sum = 0;
      for (hr::count n = 1; n <= length; ++n) sum += hr::tokens_attended(a, n);
      CHECK(static_cast<double>(sum) ==
            doctest::Approx(slow_mean(a, length) * static_cast<double>(length)).epsilon(1e-12));
    }
  CHECK_CONSTEXPR(hr::mean_tokens_attended({}, 0) == 0);
}

TEST_CASE("under a full mask a token attends to the whole sequence, its window or its chunk") {
  CHECK_CONSTEXPR(hr::mean_tokens_attended({}, 100, full) == 100);
  CHECK_CONSTEXPR(hr::mean_tokens_attended({.window = 10}, 100, full) == 10);
  CHECK_CONSTEXPR(hr::mean_tokens_attended({.window = 200}, 100, full) == 100);
  CHECK_CONSTEXPR(hr::mean_tokens_attended({.chunk = 50}, 100, full) == 50);
  CHECK_CONSTEXPR(hr::mean_tokens_attended({.chunk = 80}, 100, full) == (80 * 80 + 20 * 20) / 100.0);
}

TEST_CASE("a forward pass of Llama 3.1 405B is its matrices, its attention and its head, in closed form") {
  constexpr const hr::transformer& llama = published::llama3_1_405b;
  constexpr double layer = 2.0 * 16'384 * 16'384 + 2.0 * 1'024 * 16'384 + 3.0 * 53'248 * 16'384;
  constexpr hr::operation_parts forward = value_of(hr::forward_operations(llama, 8'192));
  CHECK_CONSTEXPR(hr::in_operations(forward.matrices) == 2 * 126 * layer);
  CHECK_CONSTEXPR(hr::in_operations(forward.head) == 2.0 * 128'256 * 16'384);
  CHECK_CONSTEXPR(hr::in_operations(forward.attention) == 126 * 4.0 * 16'384 * (8'193 / 2.0));
  CHECK_CONSTEXPR(hr::in_operations(forward.recurrence) == 0);
  CHECK_CONSTEXPR(attention(hr::forward_operations(llama, 8'192, {.mask = full})) == 126 * 4.0 * 16'384 * 8'192);
}

TEST_CASE("a backward pass is twice the forward one, and training is both") {
  constexpr const hr::transformer& model = published::gpt_oss_20b;
  constexpr double forward = total(hr::forward_operations(model, 4'096));
  CHECK_CONSTEXPR(total(hr::backward_operations(model, 4'096)) == 2 * forward);
  CHECK_CONSTEXPR(total(hr::training_operations(model, 4'096)) == 3 * forward);
}

TEST_CASE("a tied head is multiplied with as an untied one is, and an embedding is only looked up") {
  hr::transformer untied = published::qwen3_0_6b;
  untied.tied = false;
  CHECK(total(hr::forward_operations(untied, 512)) == total(hr::forward_operations(published::qwen3_0_6b, 512)));
  hr::transformer positions = published::qwen3_0_6b;
  positions.learned_positions = 1'000;
  CHECK(total(hr::forward_operations(positions, 512)) == total(hr::forward_operations(published::qwen3_0_6b, 512)));
}

TEST_CASE("of a mixture only the experts that a token is sent to are multiplied with, and the router") {
  constexpr double layer = 2.0 * 4'096 * 4'096 + 2.0 * 1'024 * 4'096 + 2 * 3.0 * 14'336 * 4'096 + 8.0 * 4'096;
  CHECK_CONSTEXPR(hr::in_operations(value_of(hr::forward_operations(published::mixtral_8x7b, 1)).matrices) ==
                  2 * 32 * layer);
}

TEST_CASE("a window of half of gpt-oss' layers stops growing at 128 tokens") {
  constexpr const hr::transformer& model = published::gpt_oss_120b;
  constexpr double pair = 4.0 * 64 * 64;
  CHECK_CONSTEXPR(attention(hr::decode_operations(model, 100)) == 36 * pair * 100);
  CHECK_CONSTEXPR(attention(hr::decode_operations(model, 10'000)) == 18 * pair * 10'000 + 18 * pair * 128);
}

TEST_CASE("decoding with a latent reads the latent: 512 and 64 for scores, 512 for sums, a head") {
  constexpr const hr::transformer& v3 = published::deepseek_v3;
  CHECK_CONSTEXPR(attention(hr::decode_operations(v3, 1'000)) == 61 * 2.0 * 128 * (576 + 512) * 1'000);
  // A forward pass expands it: heads of 192 and 128.
  CHECK_CONSTEXPR(attention(hr::forward_operations(v3, 999)) == 61 * 2.0 * 128 * (192 + 128) * 500);
}

TEST_CASE("an index scores every token and attention reads the ones it picks") {
  constexpr const hr::transformer& v3_2 = published::deepseek_v3_2;
  constexpr double read = 61 * 2.0 * 128 * (576 + 512);
  constexpr double scored = 61 * 2.0 * 64 * 128;
  CHECK_CONSTEXPR(attention(hr::decode_operations(v3_2, 1'000)) == (read + scored) * 1'000);
  CHECK_CONSTEXPR(attention(hr::decode_operations(v3_2, 100'000)) == read * 2'048 + scored * 100'000);
}

TEST_CASE("in a forward pass beyond the index's reach every token is scored, and 2,048 are read") {
  constexpr const hr::transformer& v3_2 = published::deepseek_v3_2;
  constexpr double read = 61 * 2.0 * 128 * (192 + 128);
  constexpr double scored = 61 * 2.0 * 64 * 128;
  for (const hr::count length : {2'047, 2'048, 2'049, 8'192, 50'000}) {
    double tokens_read = 0;
    double tokens_scored = 0;
    for (hr::count n = 1; n <= length; ++n) {
      tokens_read += static_cast<double>(n < 2'048 ? n : 2'048);
      tokens_scored += static_cast<double>(n);
    }
    CAPTURE(length);
    CHECK(attention(hr::forward_operations(v3_2, length)) * static_cast<double>(length) ==
          doctest::Approx(read * tokens_read + scored * tokens_scored).epsilon(1e-12));
  }
  CHECK_CONSTEXPR(attention(hr::forward_operations(v3_2, 50'000, {.mask = full})) == read * 2'048 + scored * 50'000);
  CHECK_CONSTEXPR(attention(hr::forward_operations(v3_2, 1'000, {.mask = full})) == (read + scored) * 1'000);
}

TEST_CASE("Mamba and linear attention take the same for each token, however long the sequence") {
  constexpr const hr::transformer& nano = published::nemotron_3_nano_30b_a3b;
  constexpr double state = 5.0 * 4'096 * 128 + 2.0 * 4'096 + 2.0 * 4 * (4'096 + 2 * 8 * 128);
  CHECK_CONSTEXPR(hr::in_operations(value_of(hr::forward_operations(nano, 128)).recurrence) == 23 * state);
  CHECK_CONSTEXPR(hr::in_operations(value_of(hr::decode_operations(nano, 100'000)).recurrence) == 23 * state);
  constexpr double delta = 7.0 * 64 * 128 * 128 + 2.0 * 4 * 12'288;
  CHECK_CONSTEXPR(hr::in_operations(value_of(hr::decode_operations(published::qwen3_5_397b_a17b, 1)).recurrence) ==
                  45 * delta);
}

TEST_CASE("a module that predicts a further token adds its layer, its projection and the head again") {
  constexpr const hr::transformer& v3 = published::deepseek_v3;
  constexpr hr::operation_parts without = value_of(hr::forward_operations(v3, 1));
  constexpr hr::operation_parts with = value_of(hr::forward_operations(v3, 1, {.with_predicting = true}));
  constexpr double attention_weights = 11'010'048.0 + 37'748'736 + 4'128'768 + 16'777'216 + 117'440'512;
  constexpr double layer = attention_weights + 9 * 3.0 * 2'048 * 7'168 + 256.0 * 7'168 + 2.0 * 7'168 * 7'168;
  CHECK_CONSTEXPR(hr::in_operations(with.matrices - without.matrices) == 2 * layer);
  CHECK_CONSTEXPR(hr::in_operations(with.head) == 2 * hr::in_operations(without.head));
  CHECK_CONSTEXPR(hr::in_operations(with.attention) == hr::in_operations(without.attention) / 61 * 62);
}

// Two operations of each number of a kernel and place; of a state's entry three to decay and add to it, and two to read it, which the delta rule does twice.
TEST_CASE("what recurs takes the operations of its states and of its convolutions") {
  const auto recurrence = [](hr::layer l) {
    l.letter = 'a';
    l.how_many = 17;
    const hr::transformer m{.vocabulary = 13, .hidden = 11, .layers = {{l}}};
    const double decoded = hr::in_operations(value_of(hr::decode_operations(m, 9)).recurrence);
    CHECK(decoded == hr::in_operations(value_of(hr::forward_operations(m, 9)).recurrence));
    return decoded / 17;
  };
  for (const hr::count kernel : {1, 2, 5}) {
    const double k = 2 * static_cast<double>(kernel);
    // 6 heads of 7, a state of 5 for each of 42 places; with it 2 groups' vectors are convolved, 20 numbers.
    const hr::state_space mamba_2{.heads = 6, .head_size = 7, .groups = 2, .state_size = 5, .kernel = kernel};
    CHECK(recurrence({.state_space = mamba_2}) == k * (42 + 20) + 5 * 42 * 5 + 2 * 42);
    hr::state_space mamba = mamba_2;
    mamba.time_step_rank = 3;
    CHECK(recurrence({.state_space = mamba}) == k * 42 + 5 * 42 * 5 + 2 * 42);
    // 2 heads of keys of 5, 6 of values of 7: a matrix of 5 x 7 for each.
    for (const hr::state_decay decay : {hr::state_decay::fixed, hr::state_decay::per_head, hr::state_decay::per_key}) {
      const double reads = decay == hr::state_decay::fixed ? 1 : 2;
      const hr::linear_attention linear{.key_heads = 2, .value_heads = 6, .key_head_size = 5, .value_head_size = 7, .kernel = kernel, .decay = decay};
      CHECK(recurrence({.linear_attention = linear}) == k * (2 * 10 + 42) + (3 + 2 * reads) * 6 * 5 * 7);
      CHECK(recurrence({.state_space = mamba_2, .linear_attention = linear}) == recurrence({.state_space = mamba_2}) + recurrence({.linear_attention = linear}));
    }
    CHECK(recurrence({.short_convolution = {.width = 11, .kernel = kernel}}) == k * 11);
    CHECK(recurrence({.gated_recurrence = {.width = 12, .blocks = 3, .kernel = kernel}}) == k * 12 + 5 * 12);
    CHECK(recurrence({.attention = {.heads = 3, .kv_heads = 3, .head_size = 5}, .feed_forward = {.width = 3}}) == 0);
  }
}

// Kinds of 2 and 3 layers, and one of which there is none; two modules of layers in turn.
TEST_CASE("a model's operations are those of its layers and, where asked for, of the modules'") {
  hr::transformer m{.vocabulary = 13, .hidden = 11};
  m.layers[0] = {.letter = 'a', .how_many = 2, .attention = {.heads = 3, .kv_heads = 3, .head_size = 5, .value_head_size = 7}};
  m.layers[1] = {.letter = 'b', .how_many = 3, .attention = {.heads = 1, .kv_heads = 1, .head_size = 2, .index = {.heads = 2, .head_size = 9}}, .experts = {.routed = 8, .per_token = 2, .width = 3}};
  m.layers[2] = m.layers[0];
  m.layers[2].letter = 'c';
  m.layers[2].how_many = 0;
  m.predicts = {.modules = 2, .order = "aba"};
  const double a = 2 * 3 * (5 + 7), b = 2 * 1 * 4, scored = 2 * 2 * 9;  // of a pair
  // Parameters: queries, keys, values and out; a router and two experts of three matrices.
  const double of_a = 11 * (15 + 15 + 21 + 21), of_b = 11 * (4 * 2 + 2 * 9 + 9 + 2) + 8 * 11 + 2 * 3 * 3 * 11;
  for (const hr::count length : {1, 2, 9}) {
    CAPTURE(length);
    const auto n = static_cast<double>(length);
    for (const hr::attention_mask mask : {causal, full}) {
      const double mean = mask == full ? n : (n + 1) / 2;
      const hr::operation_parts without = value_of(hr::forward_operations(m, length, {.mask = mask}));
      const hr::operation_parts with = value_of(hr::forward_operations(m, length, {.mask = mask, .with_predicting = true}));
      CHECK(hr::in_operations(without.attention) == mean * (2 * a + 3 * (b + scored)));
      CHECK(hr::in_operations(with.attention) == mean * (2 * a + 3 * (b + scored) + 2 * (2 * a + b + scored)));
      CHECK(hr::in_operations(without.matrices) == 2 * (2 * of_a + 3 * of_b));
      CHECK(hr::in_operations(with.matrices) == 2 * (2 * of_a + 3 * of_b + 2 * (2 * of_a + of_b + 11 * 22)));
      CHECK(hr::in_operations(without.head) == 2 * 13 * 11);
      CHECK(hr::in_operations(with.head) == 2 * 13 * 11 * 3);
      CHECK(hr::in_operations(with.total()) == hr::in_operations(with.attention) + hr::in_operations(with.matrices) + hr::in_operations(with.head));
      for (const bool predicting : {false, true}) {
        const hr::operation_terms terms{.mask = mask, .with_predicting = predicting};
        const hr::operation_parts& forward = predicting ? with : without;
        const hr::operation_parts back = value_of(hr::backward_operations(m, length, terms)), both = value_of(hr::training_operations(m, length, terms));
        for (const auto part : {&hr::operation_parts::attention, &hr::operation_parts::matrices, &hr::operation_parts::head}) {
          CHECK(hr::in_operations(back.*part) == 2 * hr::in_operations(forward.*part));
          CHECK(hr::in_operations(both.*part) == 3 * hr::in_operations(forward.*part));
        }
      }
    }
    const hr::operation_parts decode = value_of(hr::decode_operations(m, length));
    CHECK(hr::in_operations(decode.attention) == n * (2 * a + 3 * (b + scored)));
    CHECK(hr::in_operations(decode.matrices) == 2 * (2 * of_a + 3 * of_b));
    CHECK(hr::in_operations(decode.head) == 2 * 13 * 11);
  }
  CHECK(value_of(hr::decode_operations(m, -1)).attention == hr::operations_done(0));
  CHECK(value_of(hr::forward_operations(m, -1)).attention == hr::operations_done(0));
  m.layers[0].how_many = 1;
  CHECK(hr::in_operations(value_of(hr::decode_operations(m, 1)).attention) == a + 3 * (b + scored));
  m.layers[0].attention.chunk = m.layers[1].attention.chunk = 1;
  CHECK(value_of(hr::decode_operations(m, 0)).attention == hr::operations_done(0));
  const hr::detail::products all = hr::detail::products_of(m, false);
  CHECK(all.routers == 3 * 8 * 11);
  CHECK(hr::detail::products_of(m, true).routers == (3 + 2) * 8 * 11);
}

// Under a full mask each token attends to its chunk, or to as many as a window or an index allows.
TEST_CASE("under a full mask the mean is that of the chunks, and the smaller of window and index") {
  for (hr::count window = 0; window <= 5; ++window)
    for (hr::count chunk = 0; chunk <= 5; ++chunk)
      for (hr::count most = 0; most <= 3; ++most)
        for (hr::count length = 1; length <= 11; ++length) {
          hr::count sum = 0;
          for (hr::count n = 0; n < length; ++n) {
            const hr::count first = chunk > 0 ? n / chunk * chunk : 0;
            hr::count seen = chunk > 0 && first + chunk < length ? chunk : length - first;
            if (window > 0 && seen > window) seen = window;
            sum += most > 0 && seen > most ? most : seen;
          }
          const double mean = static_cast<double>(sum) / static_cast<double>(length);
          CAPTURE(window);
          CAPTURE(chunk);
          CAPTURE(most);
          CAPTURE(length);
          const hr::attention a{.window = window, .chunk = chunk, .index = {.most_tokens = most}};
          CHECK(hr::mean_tokens_attended(a, length, full) == doctest::Approx(mean).epsilon(1e-12).scale(0));
          CHECK(hr::mean_tokens_attended(a, length) == doctest::Approx(slow_mean(a, length)).epsilon(1e-12).scale(0));
          const double last = slow_mean(a, length) * static_cast<double>(length) - (length > 1 ? slow_mean(a, length - 1) * static_cast<double>(length - 1) : 0);
          CHECK(static_cast<double>(hr::tokens_attended(a, length)) == doctest::Approx(last).epsilon(1e-9).scale(0));
        }
  CHECK_CONSTEXPR(hr::mean_tokens_attended({}, 0, full) == 0);
  CHECK_CONSTEXPR(hr::mean_tokens_attended({}, -1) == 0);
}

TEST_CASE("operations beyond what a count holds are unknown") {
  hr::transformer vast{.vocabulary = hr::max_count, .hidden = hr::max_count};
  vast.layers[0] = {.letter = 'a', .how_many = 1, .feed_forward = {.width = 5}};
  CHECK(hr::decode_operations(vast, 1).is_unknown());  // the head alone
  vast.vocabulary = 1;
  vast.layers[0].feed_forward.width = hr::max_count;
  CHECK(hr::decode_operations(vast, 1).is_unknown());  // a layer alone
  vast.layers[0].feed_forward.width = 5;
  CHECK(!hr::decode_operations(vast, 1).is_unknown());
}

TEST_CASE("operations of a shape that lacks something are unknown at run time") {
  CHECK(hr::forward_operations(published::deepseek_v4_pro, 4'096).is_unknown());
  CHECK(hr::backward_operations(published::deepseek_v4_pro, 4'096).is_unknown());
  CHECK(hr::training_operations(published::deepseek_v4_pro, 4'096).is_unknown());
  CHECK(hr::decode_operations(published::deepseek_v4_pro, 4'096).is_unknown());
  CHECK(value_of(hr::decode_operations(published::llama3_1_8b, 0)).attention == hr::operations_done(0));
}

TEST_CASE("longer sequences never take fewer operations a token, and a causal mask never more than a full one") {
  for (const hr::transformer* each : published::all()) {
    if (!hr::missing(*each).empty()) continue;
    CAPTURE(each->name);
    double before = 0;
    for (const hr::count length : {1, 100, 128, 4'096, 8'192, 100'000}) {
      const double causal = total(hr::forward_operations(*each, length));
      // Llama 4's last chunk may be a short one, which lowers the mean a little.
      if (each->name.find("Llama-4") == std::string_view::npos) CHECK(causal >= before);
      CHECK(causal <= total(hr::forward_operations(*each, length, {.mask = full})));
      before = causal;
    }
  }
}

}  // namespace model_operations_test
