// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>

#include "told.hpp"

#include <string>
#include <string_view>

// Dense architectures, each key given, left out and of another value. What is there without it is what the
// configuration class of transformers, or the one beside the weights on the Hub, takes.
namespace dense {

using model_reading::bare;
using model_reading::of;

TEST_CASE("biases of projections under the names that each architecture has for them") {
  for (const char* type : {"internlm", "internlm2"}) {
    CHECK(of(type) == "10x8: 2 x attention 2/2x4 qkv-bias out-bias gated 6");
    CHECK(of(type, R"("bias": false)") == "10x8: 2 x attention 2/2x4 gated 6");
  }
  CHECK(of("internlm3") == "10x8: 2 x attention 2/2x4 gated 6");
  CHECK(of("internlm3", R"("qkv_bias": true)") == "10x8: 2 x attention 2/2x4 qkv-bias gated 6");
  CHECK(of("internlm3", R"("bias": true)") == "10x8: 2 x attention 2/2x4 out-bias gated 6 bias");
  CHECK(of("ernie4_5") == "10x8 tied: 2 x attention 2/2x128 gated 6");
  CHECK(of("ernie4_5", R"("use_bias": true, "head_dim": 4, "tie_word_embeddings": false)") == "10x8: 2 x attention 2/2x4 qkv-bias out-bias gated 6 bias");
  CHECK(of("seed_oss") == "10x8: 2 x attention 2/2x128 qkv-bias gated 6");
  CHECK(of("seed_oss", R"("attention_bias": false, "attention_out_bias": true, "head_dim": 3)") == "10x8: 2 x attention 2/2x3 out-bias gated 6");
  CHECK(of("seed_oss", R"("mlp_bias": true)") == "10x8: 2 x attention 2/2x128 qkv-bias gated 6 bias");
  for (const char* type : {"aquila", "baichuan", "granite", "helium", "xverse", "Yi", "solar", "arcee"}) {
    const std::string window = std::string_view(type) == "solar" ? " window 2047" : "";
    const std::string network = std::string_view(type) == "arcee" ? " network 6" : " gated 6";
    CHECK(of(type) == "10x8: 2 x attention 2/2x4" + window + network);
    CHECK(of(type, R"("attention_bias": true)") == "10x8: 2 x attention 2/2x4" + window + " qkv-bias out-bias" + network);
    CHECK(of(type, R"("mlp_bias": true, "num_key_value_heads": 1)") == "10x8: 2 x attention 2/1x4" + window + network + " bias");
  }
  CHECK(of("solar", R"("sliding_window": null)") == "10x8: 2 x attention 2/2x4 gated 6");
  CHECK(of("orion", R"("mlp_bias": true)") == "10x8 layer-norm: 2 x attention 2/2x4 gated 6 bias");
  CHECK(of("minicpm") == "10x8 tied: 2 x attention 2/2x4 gated 6");
  CHECK(of("olmo", R"("max_position_embeddings": 9)") == "10x8 context 9 norm-without-weights: 2 x attention 2/2x4 gated 6");
  CHECK(of("olmo", R"("attention_bias": true)") == "10x8 norm-without-weights: 2 x attention 2/2x4 qkv-bias out-bias gated 6");
  CHECK(of("olmo2") == "10x8: 2 x attention 2/2x4 all-heads-norm gated 6");
  CHECK(of("olmo2", R"("attention_bias": true)") == "10x8: 2 x attention 2/2x4 all-heads-norm qkv-bias out-bias gated 6");
  CHECK(of("nanochat", R"("attention_bias": true)") == "10x8 norm-without-weights: 2 x attention 2/2x4 qkv-bias out-bias network 6");
  CHECK(of("bitnet", R"("attention_bias": true)") == "10x8 tied: 2 x attention 2/2x4 qkv-bias out-bias out-norm gated 6 norm");
}

TEST_CASE("norms of queries and keys, activations that learn, and caches that are shared") {
  CHECK(of("hunyuan_v1_dense") == "10x8: 2 x attention 2/2x4 head-norm gated 6");
  CHECK(of("hunyuan_v1_dense", R"("use_qk_norm": false, "attention_bias": true, "cla_share_factor": 2, "norm_type": "rms", "dense_list": [4096, 0], "attention_head_dim": 4)") ==
        "10x8: 2 x attention 2/2x4 qkv-bias out-bias gated 6");
  CHECK(of("hunyuan_v1_dense", R"("use_cla": true)") == "missing: layers that share the keys and values of others (use_cla)");
  CHECK(of("apertus") == "10x8: 2 x attention 2/2x4 head-norm network 6 activation 2");
  CHECK(of("apertus", R"("qk_norm": false, "mlp_bias": true, "post_norm": true)") == "10x8: 2 x attention 2/2x4 network 6 bias activation 2");
  CHECK(of("apertus", R"("attention_bias": true, "hidden_act": "silu")") == "10x8: 2 x attention 2/2x4 head-norm qkv-bias out-bias network 6");
  CHECK(of("deci", R"("num_key_value_heads_per_layer": [2, 1], "attention_bias": true)") ==
        "10x8: attention 2/2x4 qkv-bias out-bias gated 6; attention 2/1x4 qkv-bias out-bias gated 6");
  CHECK(of("deci", R"("num_key_value_heads": 1)") == "10x8: 2 x attention 2/1x4 gated 6");
  CHECK(of("deci") == "10x8: 2 x attention 2/2x4 gated 6");
}

TEST_CASE("MiMo, the first Qwen and ChatGLM") {
  CHECK(of("mimo") == "10x8: 2 x attention 2/2x4 qkv-bias gated 6");
  CHECK(of("mimo", R"("attention_bias": false, "num_nextn_predict_layers": 1)") == "10x8: 2 x attention 2/2x4 gated 6; predicts 1 a");
  CHECK(of("mimo", R"("use_sliding_window": true)") == "missing: which layers have a sliding window (use_sliding_window)");
  CHECK(of("qwen", R"("kv_channels": 3)") == "10x8: 2 x attention 2/2x3 qkv-bias gated 3");
  CHECK(of("qwen", R"("kv_channels": 3, "no_bias": false, "seq_length": 7, "max_position_embeddings": 9)") ==
        "10x8 context 7: 2 x attention 2/2x3 qkv-bias out-bias gated 3 bias");
  CHECK(of("qwen", R"("kv_channels": 3, "max_position_embeddings": 9)") == "10x8 context 9: 2 x attention 2/2x3 qkv-bias gated 3");
  CHECK(of("qwen", R"("kv_channels": 3, "intermediate_size": 7)") == "$.intermediate_size: 7: expected an even number");
  const std::string glm = R"("padded_vocab_size": 12, "vocab_size": 11, "hidden_size": 8, "num_attention_heads": 2, "kv_channels": 3, "num_layers": 2, "ffn_hidden_size": 6)";
  CHECK(bare("chatglm", glm) == "12x8: 2 x attention 2/2x3 gated 6");
  CHECK(bare("chatglm", glm + R"(, "seq_length": 7, "rmsnorm": false, "post_layer_norm": false)") == "12x8 context 7 layer-norm no-final-norm: 2 x attention 2/2x3 gated 6");
  CHECK(bare("chatglm", glm + R"(, "multi_query_attention": true)") == "12x8: 2 x attention 2/1x3 gated 6");
  CHECK(bare("chatglm", glm + R"(, "multi_query_attention": true, "multi_query_group_num": 2, "add_qkv_bias": true)") == "12x8: 2 x attention 2/2x3 qkv-bias gated 6");
  CHECK(bare("chatglm", glm + R"(, "multi_query_attention": false, "multi_query_group_num": 1, "add_bias_linear": true)") ==
        "12x8: 2 x attention 2/2x3 qkv-bias out-bias gated 6 bias");
}

// The code of EXAONE 4: all but each fourth layer have a window; or a spelled period, whose last layer never has one.
TEST_CASE("layers with a window: listed, each but so many-th, or spelled") {
  const std::string local = "attention 2/2x4 window 3 head-norm gated 6";
  const std::string global = "attention 2/2x4 head-norm gated 6";
  const auto with = [](int layers, const std::string& more) { return of("exaone4", "\"num_hidden_layers\": " + std::to_string(layers) + more); };
  const std::string wide = "attention 2/2x4 window 4096 head-norm gated 6";
  CHECK(with(9, "") == "10x8: 3 x " + wide + "; " + global + "; 3 x " + wide + "; " + global + "; " + wide);
  CHECK(with(3, R"(, "sliding_window": 3)") == "10x8: 3 x " + local);
  CHECK(with(4, R"(, "sliding_window": null)") == "10x8: 4 x " + global);
  CHECK(with(4, R"(, "sliding_window": 3, "sliding_window_pattern": 2)") == "10x8: " + local + "; " + global + "; " + local + "; " + global);
  CHECK(with(4, R"(, "sliding_window": 3, "sliding_window_pattern": 0)") == "10x8: 4 x " + global);
  CHECK(with(4, R"(, "sliding_window": 3, "sliding_window_pattern": 1)") == "10x8: 4 x " + global);
  CHECK(with(6, R"(, "sliding_window": 3, "sliding_window_pattern": "LLG")") == "10x8: 2 x " + local + "; " + global + "; 2 x " + local + "; " + global);
  CHECK(with(5, R"(, "sliding_window": 3, "sliding_window_pattern": "LLG")") == "10x8: 2 x " + local + "; " + global + "; " + local + "; " + global);
  CHECK(with(3, R"(, "sliding_window": 3, "sliding_window_pattern": "L")") == "10x8: 2 x " + local + "; " + global);
  CHECK(with(3, R"(, "sliding_window": 3, "sliding_window_pattern": "G")") == "10x8: 3 x " + global);
  CHECK(with(2, R"(, "sliding_window": 3, "layer_types": ["full_attention", "sliding_attention"])") == "10x8: " + global + "; " + local);
  const std::string expected = ": expected a number, or L and G for local and global layers";
  CHECK(with(3, R"(, "sliding_window_pattern": "")") == "$.sliding_window_pattern: the text \"\"" + expected);
  CHECK(with(3, R"(, "sliding_window_pattern": "LX")") == "$.sliding_window_pattern: the text \"LX\"" + expected);

  CHECK(of("olmo3", R"("num_hidden_layers": 5, "attention_bias": true)") ==
        "10x8: 3 x attention 2/2x4 window 4096 all-heads-norm qkv-bias out-bias gated 6; attention 2/2x4 all-heads-norm qkv-bias out-bias gated 6; "
        "attention 2/2x4 window 4096 all-heads-norm qkv-bias out-bias gated 6");
  CHECK(of("smollm3", R"("sliding_window": 3, "mlp_bias": true)") == "10x8 tied: 2 x attention 2/2x4 gated 6 bias");
  CHECK(of("smollm3", R"("sliding_window": 3, "use_sliding_window": true, "layer_types": ["full_attention", "sliding_attention"], "attention_bias": true)") ==
        "10x8 tied: attention 2/2x4 qkv-bias out-bias gated 6; attention 2/2x4 window 3 qkv-bias out-bias gated 6");
  CHECK(bare("exaone", R"("vocab_size": 10, "hidden_size": 8, "num_attention_heads": 2, "num_layers": 2)") == "10x8: 2 x attention 2/2x4 gated 32");
  CHECK(bare("exaone", R"("vocab_size": 10, "hidden_size": 8, "num_attention_heads": 2, "num_key_value_heads": 1, "num_layers": 2, "intermediate_size": 6, "max_position_embeddings": 9)") ==
        "10x8 context 9: 2 x attention 2/1x4 gated 6");
}

}  // namespace dense
