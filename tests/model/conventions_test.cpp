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
}

}  // namespace model_conventions_test
