// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/conventions.hpp>
#include <headroom/model/models.hpp>

#include <check.hpp>

// Against the formulas as printed. That they are the ones which the published figures were got by:
// validation/operations.
namespace model_conventions_test {
namespace {

namespace published = hr::models;

constexpr double number(const hr::figure<hr::operation_count>& of) { return hr::in_operations(value_of(of)); }
constexpr bool near(double a, double b) { return hr::math::absolute(a / b - 1) < 1e-12; }

// As the papers print them: L, h, s, V.
constexpr double paper(double factor, double l, double h, double s, double v, double s_over, double v_over) {
  return factor * l * h * h * (1 + s / (s_over * h) + v / (v_over * l * h));
}

}  // namespace

TEST_CASE("the formulas of GPT's layers are those of the papers") {
  constexpr const hr::transformer& gpt3 = published::gpt3_175b;
  CHECK_CONSTEXPR(near(number(hr::narayanan_operations(gpt3, 2'048)), paper(96, 96, 12'288, 2'048, 50'257, 6, 16)));
  CHECK_CONSTEXPR(
      near(number(hr::korthikanti_model_operations(gpt3, 2'048)), paper(72, 96, 12'288, 2'048, 50'257, 6, 12)));
  CHECK_CONSTEXPR(
      near(number(hr::korthikanti_hardware_operations(gpt3, 2'048)), paper(72, 96, 12'288, 2'048, 50'257, 3, 12)));
}

TEST_CASE("they are unknown of other layers, with the reason") {
  for (const hr::transformer* other : {&published::llama3_1_8b, &published::mixtral_8x7b, &published::deepseek_v3,
                                       &published::nemotron_3_nano_30b_a3b, &published::mistral_7b}) {
    CAPTURE(other->name);
    CHECK(hr::narayanan_operations(*other, 2'048).is_unknown());
    CHECK(hr::korthikanti_model_operations(*other, 2'048).note == "this convention counts the layers of GPT only");
    CHECK(hr::korthikanti_hardware_operations(*other, 2'048).is_unknown());
  }
  hr::this_convention_counts_the_layers_of_gpt_only();  // at run time it does nothing
}

TEST_CASE("Megatron halves the attention that NeMo counts in full, and the two agree on all else") {
  constexpr const hr::transformer& llama = published::llama3_1_70b;
  constexpr double pairs = 3 * 80 * 4.0 * 8'192 * 8'192;
  CHECK_CONSTEXPR(number(hr::nemo_operations(llama, 8'192)) - number(hr::megatron_operations(llama, 8'192)) ==
                  pairs / 2);
  CHECK_CONSTEXPR(number(hr::nemo_operations(published::mistral_7b, 8'192)) ==
                  number(hr::nemo_operations(published::mistral_7b, 4'096)));  // its window
  CHECK_CONSTEXPR(number(hr::megatron_operations(published::mistral_7b, 16'384)) ==
                  number(hr::nemo_operations(published::mistral_7b, 4'096)));
}

TEST_CASE("for GPT's layers NeMo's count is Korthikanti's of the model") {
  constexpr const hr::transformer& gpt3 = published::gpt3_175b;
  CHECK_CONSTEXPR(
      near(number(hr::nemo_operations(gpt3, 2'048)), number(hr::korthikanti_model_operations(gpt3, 2'048))));
}

TEST_CASE("Megatron counts a module that predicts a further token, and no router") {
  constexpr const hr::transformer& v3 = published::deepseek_v3;
  constexpr double with = number(hr::megatron_operations(v3, 4'096));
  constexpr double without = number(hr::megatron_operations(v3, 4'096, false));
  constexpr double attention_weights = 11'010'048.0 + 37'748'736 + 4'128'768 + 16'777'216 + 117'440'512;
  constexpr double module = attention_weights + 9 * 3.0 * 2'048 * 7'168 + 2.0 * 7'168 * 7'168 + 129'280.0 * 7'168;
  CHECK_CONSTEXPR(near(with - without, 6 * module + 3 * 2.0 * 128 * 320 * 2'048));
}

TEST_CASE("6N is six operations for every parameter that a token uses; PaLM adds attention") {
  CHECK_CONSTEXPR(number(hr::six_n_operations(published::llama3_1_405b)) == 6 * 405'853'388'800.0);
  CHECK_CONSTEXPR(number(hr::six_n_operations(published::deepseek_v3)) == 6 * 37'552'297'472.0);
  CHECK_CONSTEXPR(number(hr::palm_operations(published::llama3_1_405b, 8'192)) ==
                  6 * 405'853'388'800.0 + 12.0 * 126 * 128 * 128 * 8'192);
}

TEST_CASE("every convention is unknown of a shape that lacks something") {
  const hr::transformer& lacking = published::gemma_4_26b_a4b;
  CHECK(hr::narayanan_operations(lacking, 1).is_unknown());
  CHECK(hr::megatron_operations(lacking, 1).is_unknown());
  CHECK(hr::nemo_operations(lacking, 1).is_unknown());
  CHECK(hr::six_n_operations(lacking).is_unknown());
  CHECK(hr::palm_operations(lacking, 1).is_unknown());
  CHECK(hr::palm_operations(lacking, 1).note == lacking.missing);
  hr::transformer gpt3 = published::gpt3_175b;
  gpt3.missing = "its weights";
  CHECK(hr::narayanan_operations(gpt3, 1).note == "its weights");
  CHECK(hr::nemo_operations(gpt3, 1).note == "its weights");
}

// Two kinds, of 2 and 3 layers, and two modules of one layer. Megatron-LM: three times two operations of each parameter but routers', two products of
// half of the sequence or the window, and 7 of each entry of a state.
TEST_CASE("Megatron's and NeMo's counts of a small model, term by term") {
  hr::transformer m{.vocabulary = 13, .hidden = 11};
  m.layers[0] = {.letter = 'a', .how_many = 2, .attention = {.heads = 3, .kv_heads = 3, .head_size = 5, .value_head_size = 7, .window = 8}, .experts = {.routed = 8, .per_token = 2, .width = 3}};
  m.layers[1] = {.letter = 'b', .how_many = 3, .attention = {.heads = 1, .kv_heads = 1, .head_size = 2}, .state_space = {.heads = 6, .head_size = 7, .groups = 2, .state_size = 5, .kernel = 4}};
  m.predicts = {.modules = 2, .order = "a"};
  m.vision = 29;
  const double pair_a = 2 * 3 * (5 + 7), pair_b = 2 * 1 * 4, scan = 7 * 42 * 5;
  const double of_a = 11 * (15 + 15 + 21 + 21) + 2 * 3 * 3 * 11, of_b = 11 * 4 * 2 + 11 * (84 + 20 + 6 + 42), head = 13 * 11, joint = 11 * 22;
  for (const hr::count length : {1, 7, 8, 9, 15, 16, 17, 40}) {
    CAPTURE(length);
    const auto s = static_cast<double>(length);
    const double half = s / 2 < 8 ? s / 2 : 8, whole = s < 8 ? s : 8;
    const double megatron = 3 * (2 * (2 * of_a + 3 * of_b + head) + 2 * pair_a * half + 3 * (pair_b * s / 2 + scan));
    CHECK(number(hr::megatron_operations(m, length, false)) == megatron);
    CHECK(number(hr::megatron_operations(m, length)) == megatron + 3 * 2 * (2 * (of_a + joint + head) + pair_a * half));
    CHECK(number(hr::nemo_operations(m, length)) == 3 * (2 * (2 * of_a + 3 * of_b + head) + 2 * pair_a * whole + 3 * (pair_b * s + scan)));
    // Chowdhery et al.: 6N + 12 L H Q T where keys and values are alike, which is 6 of each pair's operations over 2.
    const double six_n = 6 * (static_cast<double>(value_of(hr::active_parameters(m)).total()) - 29);
    CHECK(number(hr::six_n_operations(m)) == six_n);
    CHECK(number(hr::palm_operations(m, length)) == six_n + 3 * (2 * pair_a + 3 * pair_b) * s);
  }
  m.layers[0].attention.window = 1;
  CHECK(number(hr::nemo_operations(m, 40)) == 3 * (2 * (2 * of_a + 3 * of_b + head) + 2 * pair_a * 1 + 3 * (pair_b * 40 + scan)));
  CHECK(number(hr::megatron_operations(m, 40, false)) == 3 * (2 * (2 * of_a + 3 * of_b + head) + 2 * pair_a * 1 + 3 * (pair_b * 20 + scan)));
}

TEST_CASE("frameworks' counts beyond what a count holds are unknown") {
  hr::transformer vast{.vocabulary = hr::max_count, .hidden = hr::max_count};
  vast.layers[0] = {.letter = 'a', .how_many = 1, .feed_forward = {.width = 5}};
  CHECK(hr::nemo_operations(vast, 1).is_unknown());
  CHECK(hr::megatron_operations(vast, 1).is_unknown());
  CHECK(hr::six_n_operations(vast).is_unknown());
  vast.vocabulary = 1;
  vast.layers[0].feed_forward.width = hr::max_count;
  CHECK(hr::nemo_operations(vast, 1).is_unknown());
  vast.layers[0].feed_forward.width = 5;
  CHECK(!hr::nemo_operations(vast, 1).is_unknown());
}

TEST_CASE("any one difference from GPT's layers makes a shape none of GPT's") {
  constexpr auto is_gpt = [](auto change) {
    hr::transformer model = hr::models::gpt3_175b;
    for (hr::layer& each : model.layers)
      if (each.how_many > 0) change(each);
    return hr::detail::has_gpt_layers(model);
  };
  CHECK_CONSTEXPR(is_gpt([](hr::layer&) {}));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.attention.kv_heads = 8; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.attention.head_size = 64; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.attention.value_head_size = 64; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.attention.kv_rank = 1; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.attention.window = 1; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.attention.chunk = 1; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.attention.output_gate = true; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.attention.keys_are_values = true; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.feed_forward.gated = true; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.feed_forward.width += 1; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.experts = {.routed = 8, .per_token = 1, .width = 1}; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.state_space.heads = 1; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.linear_attention.value_heads = 1; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.short_convolution.width = 1; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.gated_recurrence.width = 1; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.attention.shares_cache = true; }));
  CHECK_CONSTEXPR(!is_gpt([](hr::layer& l) { l.attention.heads = l.attention.kv_heads = 48; }));
  // Nor does a difference of the model beside its layers, and one of a kind of which it has no layers makes none.
  constexpr auto is_gpt_with = [](auto change) {
    hr::transformer model = hr::models::gpt3_175b;
    change(model);
    return hr::detail::has_gpt_layers(model);
  };
  CHECK_CONSTEXPR(!is_gpt_with([](hr::transformer& m) { m.per_layer.width = 1; }));
  CHECK_CONSTEXPR(!is_gpt_with([](hr::transformer& m) { m.residual_rank = 1; }));
  CHECK_CONSTEXPR(!is_gpt_with([](hr::transformer& m) { m.hidden_states = 2; }));
  CHECK_CONSTEXPR(is_gpt_with([](hr::transformer& m) { m.layers[1] = {.attention = {.heads = 1, .shares_cache = true}}; }));
  CHECK_CONSTEXPR(!is_gpt_with([](hr::transformer& m) { m.layers[1] = {.letter = 'b', .how_many = 1, .attention = {.heads = 1}}; }));
}

}  // namespace model_conventions_test
