// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>

#include <read/model_config/reading.hpp>

#include "told.hpp"

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

// What a configuration leaves out is what the class of transformers, or the one beside the weights on the Hub, takes; and what is refused.
namespace model_defaults_test {

using model_reading::bare;
using model_reading::of;

// The parts of Gemma 3n that no other model has.
std::string of_gemma_3n(std::string_view fields) {
  const headroom::read::config_reading read =
      headroom::read::read_model_config("{\"model_type\": \"gemma3n_text\", \"hidden_size\": 8, \"num_hidden_layers\": 20, " + std::string(fields) + "}");
  if (!read.error.message.empty()) return read.error.path + ": " + read.error.message;
  const headroom::transformer& m = read.model;
  return "states " + std::to_string(m.hidden_states) + " rank " + std::to_string(m.residual_rank) + " each " + std::to_string(m.per_layer.width) + " of " +
         std::to_string(m.per_layer.vocabulary) + ", " + model_reading::told(read);
}

TEST_CASE("Llama's kin: windows, biases and norms that are not said") {
  CHECK(of("qwen3") == "10x8: 2 x attention 2/2x128 head-norm gated 6");
  CHECK(of("qwen3", R"("attention_bias": true)") == "10x8: 2 x attention 2/2x128 head-norm qkv-bias out-bias gated 6");
  CHECK(of("qwen3", R"("use_sliding_window": true, "max_window_layers": 1)") == "10x8: attention 2/2x128 head-norm gated 6; attention 2/2x128 window 4096 head-norm gated 6");
  CHECK(of("qwen3", R"("use_sliding_window": false, "max_window_layers": 0)") == "10x8: 2 x attention 2/2x128 head-norm gated 6");
  CHECK(of("qwen2", R"("use_sliding_window": true, "sliding_window": 7, "num_hidden_layers": 30)") ==
        "10x8: 28 x attention 2/2x4 qkv-bias gated 6; 2 x attention 2/2x4 window 7 qkv-bias gated 6");
  CHECK(of("qwen2", R"("sliding_window": 7, "max_window_layers": 0)") == "10x8: 2 x attention 2/2x4 qkv-bias gated 6");
  CHECK(of("phi3") == "10x8: 2 x attention 2/2x4 gated 6");
  CHECK(of("phi3", R"("sliding_window": 7)") == "10x8: 2 x attention 2/2x4 window 7 gated 6");
  CHECK(of("glm") == "10x8: 2 x attention 2/2x128 gated 6");
  CHECK(of("glm4") == "10x8 norms 2: 2 x attention 2/2x128 gated 6");
  CHECK(of("glm4", R"("attention_bias": true)") == "10x8 norms 2: 2 x attention 2/2x128 qkv-bias gated 6");
  CHECK(of("ernie4_5") == "10x8 tied: 2 x attention 2/2x128 gated 6");
  CHECK(of("cohere2", R"("num_hidden_layers": 5)") ==
        "10x8 tied layer-norm-without-bias one-norm: 3 x attention 2/2x4 window 4096 gated 6; attention 2/2x4 gated 6; attention 2/2x4 window 4096 gated 6");
  CHECK(of("cohere2", R"("sliding_window": 7, "sliding_window_pattern": 2)") ==
        "10x8 tied layer-norm-without-bias one-norm: attention 2/2x4 window 7 gated 6; attention 2/2x4 gated 6");
  CHECK(of("cohere2", R"("sliding_window": 7, "sliding_window_pattern": 1)") == "10x8 tied layer-norm-without-bias one-norm: 2 x attention 2/2x4 gated 6");
}

TEST_CASE("Gemma: tied, with windows in all layers but some") {
  const std::string gemma_2 = "attention 2/2x256";
  for (const char* type : {"gemma2", "vaultgemma"}) {
    const std::string head = std::string("10x8 tied") + (type == std::string_view("gemma2") ? " norms 2: " : ": ");
    CHECK(of(type, R"("num_key_value_heads": 2, "num_hidden_layers": 4)") ==
          head + gemma_2 + " window 4096 gated 6; " + gemma_2 + " gated 6; " + gemma_2 + " window 4096 gated 6; " + gemma_2 + " gated 6");
    CHECK(of(type, R"("num_key_value_heads": 2, "sliding_window": 7)") == head + gemma_2 + " window 7 gated 6; " + gemma_2 + " gated 6");
    CHECK(of(type, R"("num_key_value_heads": 2, "sliding_window": null, "attention_bias": true)") == head + "2 x " + gemma_2 + " qkv-bias out-bias gated 6");
    CHECK(of(type) == "$: fields of this architecture are missing: num_key_value_heads");
  }
  CHECK(bare("gemma3_text", R"("hidden_size": 8, "num_hidden_layers": 7, "intermediate_size": 6)") ==
        "262208x8 context 131072 tied norms 2: 5 x attention 8/4x256 window 4096 head-norm gated 6; attention 8/4x256 head-norm gated 6; attention 8/4x256 window 4096 head-norm gated 6");
  CHECK(of("gemma3_text", R"("sliding_window_pattern": 2, "num_key_value_heads": 1, "sliding_window": 7)") ==
        "10x8 context 131072 tied norms 2: attention 2/1x256 window 7 head-norm gated 6; attention 2/1x256 head-norm gated 6");
  CHECK(of("gemma3_text", R"("num_key_value_heads": 1, "sliding_window": null, "attention_bias": true)") == "10x8 context 131072 tied norms 2: 2 x attention 2/1x256 head-norm qkv-bias out-bias gated 6");
  CHECK(of("gemma3_text", R"("sliding_window_pattern": 0, "num_key_value_heads": 1, "sliding_window": 7)") ==
        "10x8 context 131072 tied norms 2: 2 x attention 2/1x256 window 7 head-norm gated 6");
  // Its fifteen last layers share; each fifth sees all.
  CHECK(of_gemma_3n(R"("intermediate_size": 6)") ==
        "states 4 rank 64 each 256 of 262144, 262400x8 context 32768 tied norms 2: 4 x attention 8/2x256 window 512 head-norm gated 6; attention 8/2x256 head-norm gated 6; "
        "4 x attention 8/2x256 window 512 head-norm shares gated 6; attention 8/2x256 head-norm shares gated 6; 4 x attention 8/2x256 window 512 head-norm shares gated 6; "
        "attention 8/2x256 head-norm shares gated 6; 4 x attention 8/2x256 window 512 head-norm shares gated 6; attention 8/2x256 head-norm shares gated 6");
  CHECK(of_gemma_3n(R"("intermediate_size": 6, "num_kv_shared_layers": 0, "sliding_window": null, "laurel_rank": 3, "altup_num_inputs": 2, "num_key_value_heads": 1,
                       "num_attention_heads": 2, "head_dim": 5, "vocab_size": 10, "vocab_size_per_layer_input": 9, "hidden_size_per_layer_input": 7, "max_position_embeddings": 11)") ==
        "states 2 rank 3 each 7 of 9, 10x8 context 11 tied norms 2: 20 x attention 2/1x5 head-norm gated 6");
  CHECK(of_gemma_3n(R"("intermediate_size": 6, "num_kv_shared_layers": 0, "sliding_window": null, "attention_bias": true)") ==
        "states 4 rank 64 each 256 of 262144, 262400x8 context 32768 tied norms 2: 20 x attention 8/2x256 head-norm qkv-bias out-bias gated 6");
  CHECK(of_gemma_3n(R"("vocab_size": 10)") == "$: fields of this architecture are missing: intermediate_size");
  CHECK(of_gemma_3n(R"("intermediate_size": 6, "num_kv_shared_layers": 20)") ==
        "$.num_kv_shared_layers: 20 of 20 layers: expected layers before them, whose keys and values they share");
  CHECK(bare("gemma4_text", R"("vocab_size": 10, "hidden_size": 8, "num_attention_heads": 2, "intermediate_size": 6)") == "$: fields of this architecture are missing: num_hidden_layers");
  CHECK(of("gemma4_text") == "missing: the scales of layers");
  for (const char* type : {"gemma4_text", "nemotron-nas", "deepseek_v4"})
    CHECK(headroom::read::read_model_config("{\"model_type\": \"" + std::string(type) +
                                            R"(", "vocab_size": 10, "hidden_size": 8, "num_attention_heads": 2, "num_hidden_layers": 3, "intermediate_size": 6})")
              .model.layer_count() == 3);
  for (const char* type : {"gemma4_text", "nemotron-nas", "deepseek_v4"})
    CHECK(headroom::read::read_model_config("{\"model_type\": \"" + std::string(type) +
                                            R"(", "vocab_size": 10, "hidden_size": 8, "num_attention_heads": 2, "num_hidden_layers": 3, "max_position_embeddings": 7})")
              .model.context == 7);
}

TEST_CASE("which layers of a mixture have experts, and which see a window") {
  const std::string oss = R"("num_local_experts": 3, "num_experts_per_tok": 2)";
  const std::string sinks = " experts 3:2x6 bias router-bias";
  CHECK(of("gpt_oss", oss + R"(, "num_hidden_layers": 3)") == "10x8: attention 2/2x64 window 128 qkv-bias out-bias sinks" + sinks + "; attention 2/2x64 qkv-bias out-bias sinks" + sinks +
                                                               "; attention 2/2x64 window 128 qkv-bias out-bias sinks" + sinks);
  CHECK(of("gpt_oss", oss + R"(, "sliding_window": 7, "attention_bias": false)") == "10x8: attention 2/2x64 window 7 sinks" + sinks + "; attention 2/2x64 sinks" + sinks);
  const std::string llama = R"("num_local_experts": 3, "num_experts_per_tok": 2, "intermediate_size_mlp": 9, "no_rope_layers": [0, 0])";
  const std::string four = R"("num_local_experts": 3, "num_experts_per_tok": 2, "intermediate_size_mlp": 9, "num_hidden_layers": 4)";
  const std::string chunked = "attention 2/2x128 chunk 8192 experts 3:2x6 shared 6";
  const std::string whole = "attention 2/2x128 experts 3:2x6 shared 6";
  CHECK(of("llama4_text", four + R"(, "no_rope_layers": 3)") == "$.no_rope_layers: the number 3: expected a list");
  CHECK(of("llama4_text", four) == "10x8: 3 x " + chunked + "; " + whole);
  CHECK(of("llama4_text", four + R"(, "no_rope_layers": [])") == "10x8: 3 x " + chunked + "; " + whole);
  CHECK(of("llama4_text", four + R"(, "no_rope_layers": [0, 1, 1, 0], "attention_chunk_size": 7)") ==
        "10x8: " + whole + "; 2 x attention 2/2x128 chunk 7 experts 3:2x6 shared 6; " + whole);
  CHECK(of("llama4_text", four + R"(, "no_rope_layer_interval": 0)") == "10x8: 4 x " + chunked);
  CHECK(of("llama4_text", four + R"(, "no_rope_layer_interval": 1)") == "10x8: 4 x " + whole);
  CHECK(of("llama4_text", four + R"(, "no_rope_layer_interval": 2)") == "10x8: " + chunked + "; " + whole + "; " + chunked + "; " + whole);
  CHECK(of("llama4_text", llama) == "10x8: 2 x attention 2/2x128 experts 3:2x6 shared 6");
  CHECK(of("llama4_text", llama + R"(, "interleave_moe_layer_step": 2)") == "10x8: attention 2/2x128 gated 9; attention 2/2x128 experts 3:2x6 shared 6");
  CHECK(of("llama4_text", llama + R"(, "interleave_moe_layer_step": 0)") == "10x8: 2 x attention 2/2x128 gated 9");
  CHECK(of("llama4_text", llama + R"(, "moe_layers": [0])") == "10x8: attention 2/2x128 experts 3:2x6 shared 6; attention 2/2x128 gated 9");
  const std::string qwen = R"("num_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 5, "num_hidden_layers": 4)";
  const std::string dense = "attention 2/2x4 head-norm gated 6";
  const std::string routed = "attention 2/2x4 head-norm experts 3:2x5";
  CHECK(of("qwen3_moe", qwen + R"(, "head_dim": 4)") == "10x8: 4 x " + routed);
  CHECK(of("qwen3_moe", qwen + R"(, "head_dim": 4, "decoder_sparse_step": 2)") == "10x8: " + dense + "; " + routed + "; " + dense + "; " + routed);
  CHECK(of("qwen3_moe", qwen + R"(, "head_dim": 4, "decoder_sparse_step": 0)") == "10x8: 4 x " + dense);
  CHECK(of("qwen3_moe", qwen + R"(, "head_dim": 4, "mlp_only_layers": [0, 3])") == "10x8: " + dense + "; 2 x " + routed + "; " + dense);
  for (const char* place : {"4", "-1", "\"0\"", "true"})
    CHECK(of("qwen3_moe", qwen + R"(, "head_dim": 4, "mlp_only_layers": [)" + place + "]").ends_with(": expected the place of a layer"));
  CHECK(of("hunyuan_v1_moe") == "$: fields of this architecture are missing: num_experts, moe_topk");
  CHECK(of("jamba", R"("attn_layer_period": 0)").find("attention") == std::string::npos);
  CHECK(of("qwen3_vl_text", R"("architectures": ["Whatever"])") == of("qwen3_vl_text"));
  CHECK(of("smollm3", R"("use_sliding_window": true, "layer_types": ["full_attention", "sliding_attention"])") == of("smollm3"));
  CHECK(of("smollm3", R"("layer_types": ["sliding_attention", "full_attention"], "sliding_window": 7)") == of("smollm3"));
  CHECK(of("deepseek", R"("n_routed_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 5, "moe_layer_freq": 0)") == "10x8: 2 x attention 2/2x4 gated 6");
  const std::string m3 = R"("num_local_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 5, "dense_intermediate_size": 9)";
  CHECK(of("minimax_m3", m3).starts_with("10x8: 2 x attention 2/2x4 experts 3:2x5; without "));
  CHECK(of("minimax_m3", m3 + R"(, "moe_layer_freq": [0, 1], "shared_intermediate_size": 7, "use_routing_bias": true)").starts_with("10x8: attention 2/2x4 gated 9; attention 2/2x4 experts 3:2x5 shared 7 correction; without "));
  CHECK(of("jamba", R"("expert_layer_period": 0)").find("experts") == std::string::npos);
  const std::string ernie = R"("moe_num_experts": 3, "moe_k": 2, "moe_intermediate_size": 5, "num_hidden_layers": 3)";
  for (const char* last : {"", R"(, "moe_layer_end_index": -1)", R"(, "moe_layer_end_index": 2)"})
    CHECK(of("ernie4_5_moe", ernie + last).ends_with(": 3 x attention 2/2x4 experts 3:2x5 correction"));
  for (const char* none : {R"(, "use_moe": false)", R"(, "moe_layer_interval": 0)"}) CHECK(of("ernie4_5_moe", ernie + none).ends_with(": 3 x attention 2/2x4 gated 6"));
  CHECK(of("ernie4_5_moe", ernie + R"(, "moe_layer_end_index": 1)").ends_with(": 2 x attention 2/2x4 experts 3:2x5 correction; attention 2/2x4 gated 6"));
}

TEST_CASE("MiniMax and MiMo: what predicts further tokens, and biases that are not said") {
  const std::string minimax = R"("num_local_experts": 3, "num_experts_per_tok": 2)";
  CHECK(of("minimax_m2", minimax) == "10x8: 2 x attention 2/2x4 experts 3:2x6");
  CHECK(of("minimax_m2", minimax + R"(, "num_mtp_modules": 3)") == "10x8: 2 x attention 2/2x4 experts 3:2x6");
  CHECK(of("minimax_m2", minimax + R"(, "use_mtp": true)") == "10x8: 2 x attention 2/2x4 experts 3:2x6; without a module that predicts a further token");
  CHECK(of("minimax_m2", minimax + R"(, "use_mtp": true, "num_mtp_modules": 3)") == "10x8: 2 x attention 2/2x4 experts 3:2x6; without 3 modules that predict further tokens");
  CHECK(of("minimax_m2", minimax + R"(, "use_mtp": true, "num_mtp_modules": 0)") == "10x8: 2 x attention 2/2x4 experts 3:2x6");
  CHECK(of("minimax_m2", minimax + R"(, "attn_type_list": [1, 1])") == "10x8: 2 x attention 2/2x4 experts 3:2x6");
  CHECK(of("minimax_m2", minimax + R"(, "attn_type_list": [1, 0])") == "$.attn_type_list: a layer of linear attention: expected 1 for each layer");
  CHECK(of("minimax_m2", minimax + R"(, "attn_type_list": [1, 2])") == "$.attn_type_list[1]: the number 2: expected 0 or 1");
  CHECK(of("minimax_m2", minimax + R"(, "use_qk_norm": true)") == "10x8: 2 x attention 2/2x4 all-heads-norm experts 3:2x6");
  CHECK(of("minimax_m2", minimax + R"(, "use_qk_norm": true, "qk_norm_type": 3)") == "$.qk_norm_type: the number 3: expected a text");
  CHECK(of("minimax_m2", minimax + R"(, "use_qk_norm": true, "qk_norm_type": "per_head")") == "10x8: 2 x attention 2/2x4 head-norm experts 3:2x6");
  const std::string mimo = R"("n_routed_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 5, "hybrid_layer_pattern": [0, 1], "sliding_window": 7, "v_head_dim": 3,
      "swa_num_attention_heads": 1, "swa_num_key_value_heads": 1, "swa_head_dim": 4, "swa_v_head_dim": 2)";
  CHECK(of("mimo_v2_flash", mimo).starts_with("10x8: attention 2/2x4 values 3 experts 3:2x5; attention 1/1x4 values 2 window 7 experts 3:2x5; without "));
  CHECK(of("mimo_v2_flash", mimo + R"(, "attention_bias": true)").starts_with("10x8: attention 2/2x4 values 3 qkv-bias experts 3:2x5; attention 1/1x4 values 2 window 7 qkv-bias experts 3:2x5; "));
}

TEST_CASE("hybrids: patterns that are needed, and what stands in each layer") {
  const std::string nemotron = R"("hybrid_override_pattern": "M*-E", "num_hidden_layers": 4, "mamba_num_heads": 2, "mamba_head_dim": 3, "n_groups": 1, "ssm_state_size": 5,
      "n_routed_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 7)";
  CHECK(of("nemotron_h", nemotron).ends_with(": state-space 2x3 groups 1 state 5 kernel 4 kernel-bias norm; attention 2/2x128; network 6; experts 3:2x7 ungated correction"));
  CHECK(of("nemotron_h", nemotron + R"(, "use_bias": true)").find("kernel-bias bias out-bias norm;") != std::string::npos);
  CHECK(of("nemotron_h", nemotron + R"(, "mamba_proj_bias": true)").find("kernel-bias bias out-bias norm;") != std::string::npos);
  CHECK(of("nemotron_h") == "$: fields of this architecture are missing: hybrid_override_pattern");
  // No more layers than are read of any model.
  for (const std::size_t layers : {std::size_t{10'000}, std::size_t{10'001}}) {
    const std::string told = of("nemotron_h", R"("hybrid_override_pattern": ")" + std::string(layers, '-') + "\"");
    CHECK((told.find("10001 layers: expected at most 10000") != std::string::npos) == (layers > 10'000));
    CHECK((told.find("expected at most 10000") != std::string::npos) == (layers > 10'000));
  }
  CHECK(of("nemotron_h", R"("hybrid_override_pattern": "")") == "$: a pattern of no layers: expected one letter or word for each");
  CHECK(bare("nemotron-nas", R"("vocab_size": 10, "hidden_size": 8, "num_attention_heads": 2, "intermediate_size": 6)") == "$: fields of this architecture are missing: num_hidden_layers");
  CHECK(of("nemotron-nas").starts_with("missing: "));
  const std::string qwen = R"("num_hidden_layers": 5, "num_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 5, "shared_expert_intermediate_size": 4, "linear_num_key_heads": 1,
      "linear_num_value_heads": 2, "linear_key_head_dim": 3, "linear_value_head_dim": 4, "linear_conv_kernel_dim": 5)";
  const std::string linear = "linear 1x3/2x4 kernel 5 experts 3:2x5 shared 4 shared-gate";
  const std::string full = "attention 2/2x256 head-norm gate experts 3:2x5 shared 4 shared-gate";
  const std::string further = "; without a module that predicts a further token";
  CHECK(of("qwen3_next", qwen) == "10x8: 3 x " + linear + "; " + full + "; " + linear + further);
  CHECK(of("qwen3_next", qwen + R"(, "full_attention_interval": 2)") == "10x8: " + linear + "; " + full + "; " + linear + "; " + full + "; " + linear + further);
  CHECK(of("qwen3_next", qwen + R"(, "full_attention_interval": 0)") == "10x8: 5 x " + linear + further);
  CHECK(of("lfm2", R"("layer_types": ["conv", "full_attention"], "block_auto_adjust_ff_dim": false, "block_ffn_dim_multiplier": 1.0, "block_multiple_of": 256, "block_use_swiglu": true,
      "block_use_xavier_init": true, "num_heads": 2, "conv_use_xavier_init": true, "full_attn_idxs": [1], "use_pos_enc": true, "theta": 1000000.0)") ==
        "10x8 tied: convolution 8 kernel 3 gated 6; attention 2/2x4 head-norm gated 6");
  const auto kimi = [](std::string_view places) {
    return of("kimi_linear", R"("num_experts": 3, "num_experts_per_token": 2, "moe_intermediate_size": 5, "kv_lora_rank": 3, "qk_nope_head_dim": 4, "qk_rope_head_dim": 2, "v_head_dim": 4,
      "linear_attn_config": {"num_heads": 2, "head_dim": 4, "short_conv_kernel_size": 3, "kda_layers": [1], "full_attn_layers": )" + std::string(places) + "}");
  };
  CHECK(kimi("[2]").starts_with("10x8: linear 2x4/2x4 kernel 3 rank 4 per-key experts 3:2x5 correction; attention 2/"));
  CHECK(kimi("[3]") == "$.linear_attn_config.full_attn_layers[0]: the number 3: expected the place of a layer");
}

TEST_CASE("latents: biases that cannot be counted, ways of routing and layers that are said one by one") {
  const std::string deepseek = R"("n_routed_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 5, "kv_lora_rank": 3, "qk_nope_head_dim": 4, "qk_rope_head_dim": 2, "v_head_dim": 4)";
  for (const char* type : {"deepseek_v2", "deepseek_v3"}) {
    CHECK(of(type, deepseek).starts_with("10x8: 2 x attention 2/"));
    CHECK(of(type, deepseek + R"(, "attention_bias": false)") == of(type, deepseek));
    CHECK(of(type, deepseek + R"(, "attention_bias": true)") == "missing: the biases of attention over latents (attention_bias)");
    const std::string mixed = of(type, deepseek + R"(, "mlp_layer_types": ["dense", "sparse"])");
    CHECK(mixed.find(" gated 6; attention") < mixed.find(" experts 3:2x5"));
    CHECK(mixed.find(" experts 3:2x5") != std::string::npos);
    CHECK(of(type, deepseek + R"(, "mlp_layer_types": ["sparse", "other"])") == "$.mlp_layer_types[1]: the text \"other\": expected \"sparse\" or \"dense\"");
  }
  // Where a layer takes the tokens that another has chosen, its own chooser is not there, which GLM-5.2 says and no shape does.
  const std::string glm = deepseek + R"(, "index_n_heads": 2, "index_head_dim": 4, "index_topk": 9)";
  CHECK(of("glm_moe_dsa", glm).starts_with("10x8: 2 x attention 2/"));
  CHECK(of("glm_moe_dsa", glm + R"(, "indexer_types": ["full", "full"])") == of("glm_moe_dsa", glm));
  CHECK(of("glm_moe_dsa", glm + R"(, "indexer_types": ["full", "shared"])").starts_with("missing: "));
  CHECK(of("glm_moe_dsa", glm + R"(, "indexer_types": ["full", "none"])") == "$.indexer_types[1]: the text \"none\": expected \"shared\" or \"full\"");
  CHECK(of("deepseek_v2", deepseek + R"(, "topk_method": "greedy")") == of("deepseek_v2", deepseek));
  CHECK(of("deepseek_v2", deepseek + R"(, "topk_method": "group_limited_greedy")") == of("deepseek_v2", deepseek));
  CHECK(of("deepseek_v2", deepseek + R"(, "topk_method": "noaux_tc")").starts_with("$.topk_method: \"noaux_tc\" is no way of routing that is known here: expected "));
}

TEST_CASE("node-limited routing: groups of experts, of which a token's lie in some, and none where they lie in all") {
  const std::string latent = R"("n_routed_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 5, "kv_lora_rank": 3, "qk_nope_head_dim": 4, "qk_rope_head_dim": 2, "v_head_dim": 4)";
  const std::string plain = R"("n_routed_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 5)";
  const std::string mimo = plain + R"(, "hybrid_layer_pattern": [0, 1], "sliding_window": 7, "v_head_dim": 3, "swa_num_attention_heads": 1, "swa_num_key_value_heads": 1, "swa_head_dim": 4, "swa_v_head_dim": 2)";
  struct example {
    const char* type;
    std::string fields;
    const char* groups = "n_group";
  };
  for (const example& each :
       {example{"deepseek_v2", latent + R"(, "topk_method": "group_limited_greedy")"}, {"deepseek_v3", latent}, {"kimi_k2", latent},
        {"deepseek_v32", latent + R"(, "index_n_heads": 2, "index_head_dim": 4, "index_topk": 9)"}, {"glm4_moe", plain}, {"dots1", plain}, {"mimo_v2_flash", mimo},
        {"bailing_moe_v2", R"("num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 5)"},
        {"nemotron_h", R"("hybrid_override_pattern": "*E", "num_hidden_layers": 2, )" + plain},
        {"kimi_linear", R"("num_experts": 8, "num_experts_per_token": 2, "moe_intermediate_size": 5, "kv_lora_rank": 3, "qk_nope_head_dim": 4, "qk_rope_head_dim": 2, "v_head_dim": 4,
            "linear_attn_config": {"num_heads": 2, "head_dim": 4, "short_conv_kernel_size": 3, "kda_layers": [1], "full_attn_layers": [2]})",
         "num_expert_group"}}) {
    CAPTURE(each.type);
    const auto with = [&](const std::string& all, const std::string& chosen) {
      return of(each.type, each.fields + ", \"" + each.groups + "\": " + all + R"(, "topk_group": )" + chosen);
    };
    const std::string without = of(each.type, each.fields);
    CHECK(without.find("groups-a-token") == std::string::npos);
    CHECK(with("4", "2").find(" experts 8:2x5 groups 4 groups-a-token 2") != std::string::npos);
    CHECK(with("1", "1") == without);
    CHECK(with("4", "4") == without);
    CHECK(with("null", "null") == without);
    CHECK(with("3", "2") == "$: the fields do not make a model: expected groups that divide the routed experts");
    CHECK(with("8", "1") == "$: the fields do not make a model: expected as many experts in a token's groups as it has");
  }
  // V2-Lite chooses among all.
  CHECK(of("deepseek_v2", latent + R"(, "topk_method": "greedy", "n_group": 4, "topk_group": 2)") == of("deepseek_v2", latent));
}

TEST_CASE("fields that are needed are told where nothing can be read, and strange ones so many of them") {
  // Heads that are not there divide nothing.
  CHECK(bare("llama", R"("vocab_size": 10, "hidden_size": 7, "num_hidden_layers": 2, "intermediate_size": 6)") == "$: fields of this architecture are missing: num_attention_heads");
  const std::string ten = R"("x1": 1, "x2": 1, "x3": 1, "x4": 1, "x5": 1, "x6": 1, "x7": 1, "x8": 1, "x9": 1, "x10": 1)";
  CHECK(of("unheard", ten).find("; fields that are not understood: x1, x2, x3, x4, x5, x6, x7, x8 and 2 more") != std::string::npos);
  const std::string forty = "x234567890123456789012345678901234567890";
  CHECK(of("unheard", R"("class_num": 3, "is_encoder_decoder": true, "rms_norm_eps": 1, "x": 1)").find("; fields that are not understood: x;") != std::string::npos);
  CHECK(of("unheard", "\"" + forty + "tail\": 1").find("not understood: " + forty + ";") != std::string::npos);
  CHECK(of("unheard").find("not understood: ") == std::string::npos);
  CHECK(of("qwen2_vl", R"("audio_config": {"a": 1})").find("the field \"audio_config\" is not understood") != std::string::npos);
  // Parts of a field's names are none.
  CHECK(of("bloom", R"("_embed": 8)").find("the field \"_embed\" is not understood") != std::string::npos);
  // A field within a part of a part is one of the whole's.
  const auto dbrx = [](std::string_view strange) {
    return bare("llava", R"("text_config": {"model_type": "dbrx", "vocab_size": 10, "d_model": 8, "n_heads": 2, "n_layers": 2, "ffn_config": {"moe_num_experts": 3, "moe_top_k": 2, "ffn_hidden_size": 6},
        "attn_config": {"kv_n_heads": 1)" + std::string(strange) + "}}");
  };
  CHECK(dbrx("") == "10x8 layer-norm-without-bias: 2 x attention 2/1x4 experts 3:2x6");
  CHECK(dbrx(R"(, "strange": 1)").find("the field \"strange\" is not understood") != std::string::npos);
  CHECK_FALSE(headroom::read::read_model_config("{}").widens_all);
}

TEST_CASE("the architectures that are known are told in order, each once") {
  const std::string all = headroom::read::known_architectures();
  std::vector<std::string> names;
  std::istringstream stream(all);
  for (std::string name; std::getline(stream, name, ',');) {
    if (!names.empty()) {
      REQUIRE(name.starts_with(' '));
      name.erase(0, 1);
      CHECK(names.back() < name);
    }
    names.push_back(name);
  }
  CHECK(names.size() > 90);
}

}  // namespace model_defaults_test
