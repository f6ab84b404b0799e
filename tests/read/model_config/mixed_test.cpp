// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>

#include "told.hpp"

#include <headroom/model/models/google.hpp>
#include <initializer_list>
#include <string>
#include <string_view>

// Architectures with experts, state-space layers, convolutions or linear attention, each key given, left out and of
// another value. What is there without it is what the configuration class of transformers, or the one beside the weights
// on the Hub, takes.
namespace mixed {

using model_reading::bare;
using model_reading::of;

TEST_CASE("experts with heads of their own keys and values") {
  for (const char* type : {"granitemoe", "granitemoeshared"}) {
    CHECK(of(type, R"("num_local_experts": 3, "num_experts_per_tok": 2)") == "10x8: 2 x attention 2/2x4 experts 3:2x6");
    CHECK(of(type, R"("num_local_experts": 3, "num_experts_per_tok": 2, "shared_intermediate_size": 5, "attention_bias": true)") ==
          "10x8: 2 x attention 2/2x4 qkv-bias out-bias experts 3:2x6 shared 5");
  }
  CHECK(of("olmoe", R"("num_experts": 3, "num_experts_per_tok": 2, "attention_bias": true)") ==
        "10x8: 2 x attention 2/2x4 all-heads-norm qkv-bias out-bias experts 3:2x6");
  const std::string deepseek = R"("n_routed_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 5)";
  CHECK(of("deepseek", deepseek) == "10x8: 2 x attention 2/2x4 experts 3:2x5");
  CHECK(of("deepseek", deepseek + R"(, "n_shared_experts": 2, "first_k_dense_replace": 1, "attention_bias": true)") ==
        "10x8: attention 2/2x4 qkv-bias out-bias gated 6; attention 2/2x4 qkv-bias out-bias experts 3:2x5 shared 10");
  CHECK(of("deepseek", deepseek + R"(, "num_hidden_layers": 5, "moe_layer_freq": 2, "first_k_dense_replace": 1)") ==
        "10x8: 2 x attention 2/2x4 gated 6; attention 2/2x4 experts 3:2x5; attention 2/2x4 gated 6; attention 2/2x4 experts 3:2x5");
  CHECK(of("dots1", deepseek + R"(, "n_shared_experts": 2, "attention_bias": true)") ==
        "10x8: 2 x attention 2/2x4 head-norm qkv-bias out-bias experts 3:2x5 shared 10 correction");
  CHECK(of("dots1", deepseek + R"(, "first_k_dense_replace": 1, "num_nextn_predict_layers": 1)") ==
        "10x8: attention 2/2x4 head-norm gated 6; attention 2/2x4 head-norm experts 3:2x5 correction; predicts 1 b");
  const std::string bailing = R"("num_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 5)";
  for (const char* type : {"bailing_moe", "bailing_moe_v2"}) {
    CHECK(of(type, bailing) == "10x8: 2 x attention 2/2x4 experts 3:2x5");
    CHECK(of(type, bailing + R"(, "use_qkv_bias": true, "num_shared_experts": 1)") == "10x8: 2 x attention 2/2x4 qkv-bias experts 3:2x5 shared 5");
    CHECK(of(type, bailing + R"(, "use_bias": true, "num_shared_experts": 2, "moe_shared_expert_intermediate_size": 7)") ==
          "10x8: 2 x attention 2/2x4 out-bias experts 3:2x5 shared 14");
    CHECK(of(type, bailing + R"(, "use_qk_norm": true, "moe_router_enable_expert_bias": true, "num_nextn_predict_layers": 2)") ==
          "10x8: 2 x attention 2/2x4 head-norm experts 3:2x5 correction; predicts 2 a");
  }
}

TEST_CASE("Mixtral, PhiMoE, Grok and DBRX: windows, biases and the context") {
  const std::string routed = R"("num_local_experts": 3, "num_experts_per_tok": 2)";
  CHECK(of("mixtral", routed) == "10x8: 2 x attention 2/2x4 experts 3:2x6");
  CHECK(of("mixtral", routed + R"(, "sliding_window": 7)") == "10x8: 2 x attention 2/2x4 window 7 experts 3:2x6");
  CHECK(of("phimoe", routed) == "10x8 layer-norm: 2 x attention 2/2x4 experts 3:2x6");
  CHECK(of("phimoe", routed + R"(, "sliding_window": 7, "attention_bias": true, "lm_head_bias": true)") == "10x8 head-bias layer-norm: 2 x attention 2/2x4 window 7 qkv-bias out-bias experts 3:2x6");
  CHECK(of("grok-1", R"("num_experts": 3, "num_experts_per_tok": 2)") == "10x8 tied norms 2: 2 x attention 2/2x4 experts 3:2x6");
  const std::string dbrx = R"("vocab_size": 10, "d_model": 8, "n_heads": 2, "n_layers": 2, "ffn_config": {"moe_num_experts": 3, "moe_top_k": 2, "ffn_hidden_size": 6}, "attn_config": {)";
  CHECK(bare("dbrx", dbrx + R"("kv_n_heads": 2}, "max_seq_len": 9)") == "10x8 context 9 layer-norm-without-bias: 2 x attention 2/2x4 experts 3:2x6");
  CHECK(bare("dbrx", dbrx + "}") == "10x8 layer-norm-without-bias: 2 x attention 2/1x4 experts 3:2x6");
}

TEST_CASE("Arctic, Hunyuan and ERNIE: which layers have experts") {
  const std::string arctic = R"("num_local_experts": 3, "num_experts_per_tok": 2)";
  const std::string beside = "attention 2/2x4 gated 8 experts 3:2x6 own-norm";
  CHECK(of("arctic", arctic + R"(, "parallel_attn_mlp_res": true)") == "10x8: attention 2/2x4 gated 6; " + beside);
  CHECK(of("arctic", arctic + R"(, "parallel_attn_mlp_res": true, "moe_layer_frequency": 1, "use_residual": true)") == "10x8: 2 x " + beside);
  CHECK(of("arctic", arctic + R"(, "parallel_attn_mlp_res": false, "moe_layer_frequency": 1)") == "10x8: 2 x attention 2/2x4 experts 3:2x6");
  CHECK(of("arctic", arctic + R"(, "parallel_attn_mlp_res": false, "moe_layer_frequency": 1, "attention_bias": true)") == "10x8: 2 x attention 2/2x4 qkv-bias out-bias experts 3:2x6");
  CHECK(of("arctic", arctic + R"(, "parallel_attn_mlp_res": false, "moe_layer_frequency": 0)") == "10x8: 2 x attention 2/2x4 gated 6");
  CHECK(of("arctic", arctic + R"(, "use_residual": false)") == "$: fields of this architecture are missing: parallel_attn_mlp_res");
  CHECK(of("arctic", arctic + R"(, "parallel_attn_mlp_res": false, "use_residual": true)") == "$.use_residual: other than parallel_attn_mlp_res: expected the same");

  for (const char* type : {"hunyuan_v1_moe", "hunyuan"}) {
    CHECK(of(type, R"("num_experts": 3, "moe_topk": 2)") == "10x8: 2 x attention 2/2x4 head-norm experts 3:2x6");
    CHECK(of(type, R"("num_experts": [1, 3], "moe_topk": [1, 2], "moe_intermediate_size": [4, 5], "use_mixed_mlp_moe": true, "num_shared_expert": [1, 2], "use_qk_norm": false)") ==
          "10x8: attention 2/2x4 gated 6; attention 2/2x4 experts 3:2x5 shared 10");
    CHECK(of(type, R"("num_experts": 2, "moe_topk": 2, "moe_intermediate_size": 5, "use_mixed_mlp_moe": true, "moe_layer_num_skipped": 1, "attention_bias": true)") ==
          "10x8: attention 2/2x4 head-norm qkv-bias out-bias gated 6; attention 2/2x4 head-norm qkv-bias out-bias experts 2:2x5 shared 5");
    CHECK(of(type, R"("num_experts": 3, "moe_topk": 2, "use_mixed_mlp_moe": true, "num_shared_expert": [0, 2])") ==
          "10x8: attention 2/2x4 head-norm experts 3:2x6; attention 2/2x4 head-norm experts 3:2x6 shared 12");
    CHECK(of(type, R"("num_experts": 3, "moe_topk": 2, "attention_head_dim": 3)") == "10x8: 2 x attention 2/2x3 head-norm experts 3:2x6");
    CHECK(of(type, R"("num_experts": 3, "moe_topk": 2, "use_cla": true)") == "missing: layers that share the keys and values of others (use_cla)");
  }

  const std::string ernie = R"("moe_num_experts": 3, "moe_k": 2, "moe_intermediate_size": 5, "num_hidden_layers": 4)";
  const std::string routed = "attention 2/2x4 experts 3:2x5 correction";
  const std::string gated = "attention 2/2x4 gated 6";
  CHECK(of("ernie4_5_moe", ernie) == "10x8 tied: 4 x " + routed);
  CHECK(of("ernie4_5_moe", ernie + R"(, "moe_layer_start_index": 1, "moe_layer_end_index": 2)") == "10x8 tied: " + gated + "; 2 x " + routed + "; " + gated);
  CHECK(of("ernie4_5_moe", ernie + R"(, "moe_layer_start_index": 1, "moe_layer_end_index": -1)") == "10x8 tied: " + gated + "; 3 x " + routed);
  CHECK(of("ernie4_5_moe", ernie + R"(, "moe_layer_interval": 2)") == "10x8 tied: " + gated + "; " + routed + "; " + gated + "; " + routed);
  CHECK(of("ernie4_5_moe", ernie + R"(, "moe_layer_end_index": 0, "num_nextn_predict_layers": 1)") == "10x8 tied: " + routed + "; 3 x " + gated + "; predicts 1 b");
  CHECK(of("ernie4_5_moe", ernie + R"(, "num_nextn_predict_layers": 1)") == "10x8 tied: 4 x " + routed + "; without modules that predict further tokens");
  CHECK(of("ernie4_5_moe", ernie + R"(, "use_bias": true, "moe_use_aux_free": false, "moe_num_shared_experts": 2)") ==
        "10x8 tied: 4 x attention 2/2x4 qkv-bias out-bias experts 3:2x5 shared 10 bias");
}

TEST_CASE("Mamba-2 beside attention, in turn or in each layer") {
  const std::string mamba = R"("mamba_n_heads": 4, "mamba_d_state": 3)";
  const std::string state = "state-space 4x4 groups 1 state 3 kernel 4 kernel-bias norm gated 6";
  CHECK(of("bamba", mamba) == "10x8: 2 x " + state);
  CHECK(of("bamba", mamba + R"(, "attn_layer_indices": [1], "attention_bias": true)") == "10x8: " + state + "; attention 2/2x4 qkv-bias out-bias gated 6");
  CHECK(of("bamba", mamba + R"(, "mlp_bias": true, "mamba_d_head": "auto", "mamba_expand": 3, "mamba_n_groups": 2, "mamba_d_conv": 5)") ==
        "10x8: 2 x state-space 4x6 groups 2 state 3 kernel 5 kernel-bias norm gated 6 bias");
  CHECK(of("bamba", mamba + R"(, "mamba_conv_bias": false, "mamba_proj_bias": true, "mamba_d_head": 4)") ==
        "10x8: 2 x state-space 4x4 groups 1 state 3 kernel 4 bias out-bias norm gated 6");
  CHECK(of("bamba", mamba + R"(, "mamba_d_head": 5)") == "$.mamba_d_head: heads of 5 do not make 16 channels");
  CHECK(of("bamba", R"("mamba_n_heads": 3, "mamba_d_state": 3)") == "$.mamba_n_heads: 3 heads do not divide 16 channels");
  CHECK(of("falcon_h1", mamba) == "10x8: 2 x attention 2/2x4 state-space 4x4 groups 1 state 3 kernel 4 kernel-bias gated 6");
  CHECK(of("falcon_h1", mamba + R"(, "mamba_d_ssm": 12, "projectors_bias": true, "mamba_rms_norm": true, "mlp_bias": true, "attention_bias": true)") ==
        "10x8: 2 x attention 2/2x4 qkv-bias out-bias state-space 4x3 groups 1 state 3 kernel 4 kernel-bias out-bias norm gated 6 bias");
  CHECK(of("falcon_h1", mamba + R"(, "mamba_proj_bias": true, "mamba_use_mlp": false)") ==
        "10x8: 2 x attention 2/2x4 state-space 4x4 groups 1 state 3 kernel 4 kernel-bias bias");
  const std::string granite = mamba + R"(, "shared_intermediate_size": 5)";
  CHECK(of("granitemoehybrid", granite) == "10x8: 2 x state-space 4x4 groups 1 state 3 kernel 4 kernel-bias norm gated 5");
  for (const char* types : {"layer_types", "layers_block_type"})
    CHECK(of("granitemoehybrid", granite + ", \"" + types + R"(": ["attention", "mamba"], "num_local_experts": 3, "num_experts_per_tok": 2, "attention_bias": true)") ==
          "10x8: attention 2/2x4 qkv-bias out-bias experts 3:2x6 shared 5; state-space 4x4 groups 1 state 3 kernel 4 kernel-bias norm experts 3:2x6 shared 5");
  CHECK(of("granitemoehybrid", granite + R"(, "layer_types": ["attention", "attention"], "num_local_experts": 0)") == "10x8: 2 x attention 2/2x4 gated 5");
}

// JambaConfig: attention in layers 4, 12, ...; experts in layers 1, 3, ...; a rank of time steps of a sixteenth of the width.
TEST_CASE("Jamba and Mamba") {
  const std::string state = "state-space 16x1 groups 1 state 16 kernel 4 kernel-bias time-step 1 parameter-norms";
  CHECK(of("jamba", R"("num_hidden_layers": 6)") ==
        "10x8: " + state + " gated 6; " + state + " experts 16:2x6; " + state + " gated 6; " + state + " experts 16:2x6; attention 2/2x4 gated 6; " + state + " experts 16:2x6");
  CHECK(of("jamba", R"("num_hidden_layers": 3, "num_experts": 1, "attn_layer_period": 2, "attn_layer_offset": 0)") ==
        "10x8: attention 2/2x4 gated 6; " + state + " gated 6; attention 2/2x4 gated 6");
  CHECK(of("jamba", R"("attn_layer_period": 1, "attn_layer_offset": 0, "num_experts": 2, "num_experts_per_tok": 1, "expert_layer_period": 1, "expert_layer_offset": 0)") ==
        "10x8: 2 x attention 2/2x4 experts 2:1x6");
  CHECK(of("jamba", R"("num_experts": 1, "mamba_expand": 3, "mamba_d_state": 5, "mamba_d_conv": 3, "mamba_conv_bias": false, "mamba_proj_bias": true, "mamba_dt_rank": 7)") ==
        "10x8: 2 x state-space 24x1 groups 1 state 5 kernel 3 bias out-bias time-step 7 parameter-norms gated 6");
  for (const char* type : {"mamba", "falcon_mamba"}) {
    const auto sizes = [&](int hidden, const std::string& more) {
      return bare(type, "\"vocab_size\": 10, \"num_hidden_layers\": 2, \"hidden_size\": " + std::to_string(hidden) + more);
    };
    CHECK(sizes(8, "") == "10x8 tied: 2 x state-space 16x1 groups 1 state 16 kernel 4 kernel-bias time-step 1");
    CHECK(sizes(16, R"(, "time_step_rank": "auto")") == "10x16 tied: 2 x state-space 32x1 groups 1 state 16 kernel 4 kernel-bias time-step 1");
    CHECK(sizes(17, R"(, "time_step_rank": "auto", "use_bias": true)") == "10x17 tied: 2 x state-space 34x1 groups 1 state 16 kernel 4 kernel-bias bias out-bias time-step 2");
    CHECK(sizes(8, R"(, "intermediate_size": 12, "state_size": 5, "conv_kernel": 3, "use_conv_bias": false, "time_step_rank": 7, "tie_word_embeddings": false, "max_position_embeddings": 9)") ==
          "10x8 context 9: 2 x state-space 12x1 groups 1 state 5 kernel 3 time-step 7");
    CHECK(sizes(8, R"(, "time_step_rank": "7")") == "$.time_step_rank: the text \"7\": expected a whole number from 1 to 1,099,511,627,776");
    CHECK(sizes(8, R"(, "expand": 3)") == "10x8 tied: 2 x state-space 24x1 groups 1 state 16 kernel 4 kernel-bias time-step 1");
  }
}

// Lfm2MLP: two thirds of the width, times a factor, up to the next multiple of 256.
TEST_CASE("LFM2: convolutions beside attention, and widths that are rounded up") {
  const auto lfm2 = [](const std::string& more) { return of("lfm2", R"("layer_types": ["conv", "full_attention"])" + more); };
  const auto wide = [](const std::string& width) { return "10x8 tied: convolution 8 kernel 3 gated " + width + "; attention 2/2x4 head-norm gated " + width; };
  CHECK(lfm2("") == wide("256"));
  CHECK(lfm2(R"(, "block_auto_adjust_ff_dim": false)") == wide("6"));
  CHECK(lfm2(R"(, "block_multiple_of": 4)") == wide("4"));
  CHECK(lfm2(R"(, "block_multiple_of": 3)") == wide("6"));
  CHECK(lfm2(R"(, "block_multiple_of": 1, "block_ff_dim": 7)") == wide("4"));
  CHECK(lfm2(R"(, "block_multiple_of": 1, "block_ffn_dim_multiplier": 1.9)") == wide("7"));
  CHECK(lfm2(R"(, "block_ffn_dim_multiplier": "2")") == "$.block_ffn_dim_multiplier: the text \"2\": expected a number");
  CHECK(lfm2(R"(, "block_multiple_of": 0)") == "$.block_multiple_of: 0: expected 1 or more");
  CHECK(lfm2(R"(, "block_dim": 8, "conv_dim": 8, "conv_dim_out": 8, "conv_L_cache": 4, "conv_bias": true)") ==
        "10x8 tied: convolution 8 kernel 4 bias gated 256; attention 2/2x4 head-norm gated 256");
  for (const std::string each : {"block_dim", "conv_dim", "conv_dim_out"})
    CHECK(lfm2(", \"" + each + "\": 9") == "$." + each + ": other than hidden_size: expected the same");
  CHECK(of("lfm2", R"("full_attn_idxs": [1])") == wide("256"));
  CHECK(of("lfm2") == "$: fields of this architecture are missing: layer_types");
  CHECK(of("lfm2", R"("full_attn_idxs": [0], "layer_types": ["conv", "full_attention"])") == wide("256"));
  CHECK(of("lfm2_moe", R"("num_hidden_layers": 3, "num_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 5, "use_expert_bias": true, "layer_types": ["conv", "conv", "full_attention"])") ==
        "10x8 tied: 2 x convolution 8 kernel 3 gated 6; attention 2/2x4 head-norm experts 3:2x5");
  CHECK(of("lfm2_moe", R"("num_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 5, "num_dense_layers": 1, "layer_types": ["conv", "full_attention"])") ==
        "10x8 tied: convolution 8 kernel 3 gated 6; attention 2/2x4 head-norm experts 3:2x5");
}

TEST_CASE("Kimi Linear: layers of attention over latents are counted from 1") {
  const std::string kimi = R"("num_hidden_layers": 3, "v_head_dim": 4, "kv_lora_rank": 7, "qk_rope_head_dim": 2, "qk_nope_head_dim": 3,
      "head_dim": 9, "num_experts": 3, "num_experts_per_token": 2, "moe_intermediate_size": 5, "num_shared_experts": 2, "first_k_dense_replace": 1,
      "linear_attn_config": {"full_attn_layers": [3], "kda_layers": [1, 2], "num_heads": 2, "head_dim": 6, "short_conv_kernel_size": 4})";
  const std::string linear = "linear 2x6/2x6 kernel 4 rank 6 per-key";
  const std::string routed = " experts 3:2x5 shared 10 correction";
  const std::string latent = "attention 2/0x5 values 4 latent 7 rotary 2";
  CHECK(of("kimi_linear", kimi) == "10x8: " + linear + " gated 6; " + linear + routed + "; " + latent + routed);
  CHECK(of("kimi_linear", kimi + R"(, "num_nextn_predict_layers": 1, "mla_use_nope": true)") ==
        "10x8: " + linear + " gated 6; " + linear + routed + "; " + latent + routed + "; without modules that predict further tokens");
}

struct row {
  std::string_view type;
  std::string fields;
  std::string account;
};

void hold(std::initializer_list<row> rows) {
  for (const row& each : rows) {
    CAPTURE(each.type);
    CAPTURE(each.fields);
    CHECK(of(each.type, each.fields) == each.account);
  }
}

TEST_CASE("a list of layers that an architecture cannot do without is told where it is missing") {
  hold({
      {"mimo_v2_flash", R"("n_routed_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 5, "sliding_window": 7, "swa_num_attention_heads": 1,
          "swa_num_key_value_heads": 1, "swa_head_dim": 4)", "$: fields of this architecture are missing: hybrid_layer_pattern, swa_v_head_dim"},
      {"mllama_text_model", "", "$: fields of this architecture are missing: cross_attention_layers"},
      {"mllama_text_model", R"("cross_attention_layers": [1])", "10x8 more 8: attention 2/2x4 gated 6; attention 2/2x4 head-norm gates 2 gated 6"},
      {"kimi_linear", R"("v_head_dim": 4, "kv_lora_rank": 7, "qk_rope_head_dim": 2, "qk_nope_head_dim": 3, "num_experts": 3, "num_experts_per_token": 2, "moe_intermediate_size": 5,
          "linear_attn_config": {"kda_layers": [1, 2], "num_heads": 2, "head_dim": 6, "short_conv_kernel_size": 4})",
       "$.linear_attn_config: fields of this architecture are missing: full_attn_layers"},
  });
  CHECK(bare("mimo_v2_flash", R"("num_hidden_layers": 2, "vocab_size": 10, "hidden_size": 8)") ==
        "$: fields of this architecture are missing: num_attention_heads, hybrid_layer_pattern, intermediate_size, swa_num_attention_heads, swa_num_key_value_heads, swa_head_dim, "
        "swa_v_head_dim, sliding_window, n_routed_experts, num_experts_per_tok, moe_intermediate_size");
}

TEST_CASE("windows, norms and further modules of mixtures that have dense layers too") {
  const std::string qwen = R"("num_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 5, "head_dim": 4)";
  const std::string qwen_2 = qwen + R"(, "shared_expert_intermediate_size": 7)";
  const std::string glm = R"("n_routed_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 5)";
  const std::string minimax = R"("num_local_experts": 3, "num_experts_per_tok": 2)";
  hold({
      {"qwen2_moe", qwen_2, "10x8: 2 x attention 2/2x4 qkv-bias experts 3:2x5 shared 7 shared-gate"},
      {"qwen2_moe", qwen_2 + R"(, "qkv_bias": false, "mlp_only_layers": [1])", "10x8: attention 2/2x4 experts 3:2x5 shared 7 shared-gate; attention 2/2x4 gated 6"},
      {"qwen2_moe", qwen_2 + R"(, "use_sliding_window": true)", "missing: which layers have a sliding window (use_sliding_window)"},
      {"qwen2_moe", qwen, "$: fields of this architecture are missing: shared_expert_intermediate_size"},
      {"qwen3_moe", qwen + R"(, "use_sliding_window": true)", "10x8: 2 x attention 2/2x4 window 4096 head-norm experts 3:2x5"},
      {"qwen3_moe", qwen + R"(, "use_sliding_window": true, "sliding_window": 7, "use_qk_norm": false, "attention_bias": true)",
       "10x8: 2 x attention 2/2x4 window 7 head-norm qkv-bias out-bias experts 3:2x5"},
      {"qwen3_moe", qwen + R"(, "sliding_window": 7, "shared_expert_intermediate_size": 9)", "10x8: 2 x attention 2/2x4 head-norm experts 3:2x5"},
      {"glm4_moe", glm, "10x8: 2 x attention 2/2x4 experts 3:2x5 correction"},
      {"glm4_moe", glm + R"(, "use_qk_norm": true, "attention_bias": true, "n_shared_experts": 2, "first_k_dense_replace": 1, "num_nextn_predict_layers": 1)",
       "10x8: attention 2/2x4 head-norm qkv-bias gated 6; attention 2/2x4 head-norm qkv-bias experts 3:2x5 shared 10 correction; predicts 1 b"},
      {"minimax_m2", minimax + R"(, "use_mtp": true, "num_mtp_modules": 2, "use_routing_bias": true, "shared_intermediate_size": 5)",
       "10x8: 2 x attention 2/2x4 experts 3:2x6 shared 5 correction; without 2 modules that predict further tokens"},
      {"minimax_m2", minimax + R"(, "use_qk_norm": true, "qk_norm_type": "per_layer")", "10x8: 2 x attention 2/2x4 all-heads-norm experts 3:2x6"},
      {"minimax_m2", minimax + R"(, "use_qk_norm": true, "qk_norm_type": "per_token")", "$.qk_norm_type: \"per_token\": expected \"per_layer\" or \"per_head\""},
  });
}

// MiniMaxConfig: attention to all in the first layer and each second one, unless layer_types or attn_type_list says otherwise.
TEST_CASE("MiniMax-01: which layers have lightning attention") {
  const std::string minimax = R"("num_local_experts": 3, "num_experts_per_tok": 2, "num_hidden_layers": 3)";
  const std::string full = "attention 2/2x4 experts 3:2x6";
  const std::string linear = "linear 2x4/2x4 fixed all-heads-norm experts 3:2x6";
  hold({
      {"minimax", minimax, "10x8: " + full + "; " + linear + "; " + full},
      {"minimax", minimax + R"(, "layer_types": ["linear_attention", "linear_attention", "full_attention"], "shared_intermediate_size": 7)", "10x8: 2 x " + linear + " shared 7; " + full + " shared 7"},
      {"minimax_text_01", minimax + R"(, "attn_type_list": [0, 1, 1])", "10x8: " + linear + "; 2 x " + full},
      {"minimax", minimax + R"(, "layer_types": ["linear_attention", "lightning", "full_attention"])",
       "$.layer_types[1]: the text \"lightning\": expected \"full_attention\" or \"linear_attention\""},
      {"minimax", minimax + R"(, "layer_types": "linear_attention")", "$.layer_types: the text \"linear_attention\": expected a list"},
  });
}

TEST_CASE("RecurrentGemma and Gemma: what their configurations leave out") {
  const std::string recurs = "recurrence 8 blocks 2 kernel 4 gated 3 bias";
  const std::string attends = "attention 2/2x4 window 2048 out-bias gated 3 bias";
  hold({
      {"recurrent_gemma", R"("num_hidden_layers": 4)", "10x8 tied: 2 x " + recurs + "; " + attends + "; " + recurs},
      {"recurrent_gemma", R"("block_types": ["attention", "recurrent"], "lru_width": 12, "conv1d_width": 5, "attention_window_size": 7, "attention_bias": true, "intermediate_size": 10)",
       "10x8 tied: attention 2/2x4 window 7 qkv-bias out-bias gated 5 bias; recurrence 12 blocks 2 kernel 5 gated 5 bias"},
      {"recurrent_gemma", R"("block_types": ["attention"])", "10x8 tied: 2 x " + attends},
      {"recurrent_gemma", R"("block_types": [])", "$.block_types: expected a list of \"recurrent\" and \"attention\""},
      {"recurrent_gemma", R"("block_types": {"a": "attention"})", "$.block_types: expected a list of \"recurrent\" and \"attention\""},
      {"recurrent_gemma", R"("block_types": "attention")", "$.block_types: expected a list of \"recurrent\" and \"attention\""},
      {"recurrent_gemma", R"("block_types": ["mamba"])", "$.block_types[0]: the text \"mamba\": expected \"attention\" or \"recurrent\""},
      {"gemma", R"("num_key_value_heads": 1)", "10x8 tied: 2 x attention 2/1x256 gated 6"},
      {"gemma", R"("num_key_value_heads": 1, "head_dim": 5, "attention_bias": true)", "10x8 tied: 2 x attention 2/1x5 qkv-bias out-bias gated 6"},
      {"gemma", "", "$: fields of this architecture are missing: num_key_value_heads"},
      {"gemma4_text", R"("enable_moe_block": true)", "missing: " + std::string(headroom::models::gemma_4_26b_a4b.missing)},
      {"gemma4_text", R"("num_kv_shared_layers": 1)", "missing: the projections of layers that share the keys and values of others (num_kv_shared_layers)"},
  });
}

// LongcatFlashConfig: each of its layers is two of attention and a network; the first of the two has the experts.
TEST_CASE("LongCat and MiniCPM3: attention over latents beside other parts") {
  const std::string latent = R"("kv_lora_rank": 3, "qk_nope_head_dim": 5, "qk_rope_head_dim": 2)";
  const std::string longcat = latent + R"(, "v_head_dim": 4, "n_routed_experts": 3, "moe_topk": 2, "expert_ffn_hidden_size": 5, "ffn_hidden_size": 7, "num_hidden_layers": 2)";
  const auto layers = [](const std::string& experts) {
    const std::string one = "attention 2/0x7 values 4 latent 3 rotary 2 gated 7";
    return "10x8: " + one + " experts 3:2x5" + experts + " correction; " + one + "; " + one + " experts 3:2x5" + experts + " correction; " + one;
  };
  hold({
      {"longcat_flash", longcat, layers("")},
      {"longcat_flash", longcat + R"(, "router_bias": true, "zero_expert_num": 4, "zero_expert_type": "identity")", layers(" passing 4 router-bias")},
      {"longcat_flash", longcat + R"(, "zero_expert_type": "drop")", "$.zero_expert_type: \"drop\": expected \"identity\""},
      {"longcat_flash", longcat + R"(, "num_nextn_predict_layers": 1)", layers("") + "; without modules that predict further tokens"},
      {"longcat_flash", longcat + R"(, "attention_bias": true)", "missing: the biases of attention over latents (attention_bias)"},
      {"minicpm3", latent, "10x8 tied: 2 x attention 2/0x7 values 4 latent 3 rotary 2 gated 6"},
      {"minicpm3", latent + R"(, "v_head_dim": 6, "q_lora_rank": 9)", "10x8 tied: 2 x attention 2/0x7 values 6 of-queries 9 latent 3 rotary 2 gated 6"},
      {"minicpm3", latent + R"(, "attention_bias": true)", "missing: the biases of attention over latents (attention_bias)"},
  });
}

TEST_CASE("the layers of hybrids: periods, letters and networks that are said one by one") {
  const std::string state = "state-space 16x1 groups 1 state 16 kernel 4 kernel-bias time-step 1 parameter-norms gated 6";
  const std::string attends = "attention 2/2x4 gated 6";
  const std::string qwen = R"("num_experts": 3, "num_experts_per_tok": 2, "moe_intermediate_size": 5, "shared_expert_intermediate_size": 4, "linear_num_key_heads": 1,
      "linear_num_value_heads": 2, "linear_key_head_dim": 3, "linear_value_head_dim": 4, "linear_conv_kernel_dim": 5, "full_attention_interval": 2)";
  const std::string linear = "linear 1x3/2x4 kernel 5";
  const std::string full = "attention 2/2x256 head-norm gate";
  const std::string routed = " experts 3:2x5 shared 4 shared-gate";
  const std::string mamba = R"("mamba_n_heads": 4, "mamba_d_state": 3, "attn_layer_indices": [1])";
  hold({
      {"jamba", R"("num_hidden_layers": 14, "num_experts": 1)", "10x8: 4 x " + state + "; " + attends + "; 7 x " + state + "; " + attends + "; " + state},
      {"falcon_h1", mamba, "10x8: 2 x attention 2/2x4 state-space 4x4 groups 1 state 3 kernel 4 kernel-bias gated 6"},
      {"qwen3_next", qwen + R"(, "mlp_only_layers": [0])", "10x8: " + linear + " gated 6; " + full + routed + "; without a module that predicts a further token"},
      {"qwen3_next", qwen + R"(, "mlp_only_layers": [1], "mtp_num_hidden_layers": 2)", "10x8: " + linear + routed + "; " + full + " gated 6; without a module that predicts a further token"},
      {"qwen3_5_moe_text", qwen + R"(, "mtp_num_hidden_layers": 1, "attention_bias": true, "attn_output_gate": false)",
       "10x8: " + linear + routed + "; attention 2/2x256 head-norm qkv-bias out-bias" + routed + "; predicts 1 b"},
      {"qwen3_5_moe_text", qwen + R"(, "mtp_num_hidden_layers": 2)", "10x8: " + linear + routed + "; " + full + routed + "; without a module that predicts further tokens"},
      {"qwen3_5_moe_text", qwen + R"(, "decoder_sparse_step": 2)", "10x8: " + linear + " gated 6; " + full + routed},
      {"qwen3_5_text", qwen.substr(qwen.find("\"linear_num_key")) + R"(, "mtp_num_hidden_layers": 1)", "10x8: " + linear + " gated 6; " + full + " gated 6; predicts 1 b"},
      {"nemotron_h", R"("hybrid_override_pattern": "*x")", "$.hybrid_override_pattern: a letter of no kind of layer: expected M, *, - or E for each layer"},
      {"nemotron_h", R"("layers_block_type": "M*")", "$.layers_block_type: the text \"M*\": expected a list"},
      {"nemotron_h", R"("layers_block_type": ["attention", "conv"])", "$.layers_block_type[1]: the text \"conv\": expected \"mamba\", \"attention\", \"mlp\" or \"moe\""},
      {"nemotron_h", R"("layers_block_type": ["attention", "mlp"], "head_dim": 5, "attention_bias": true, "mlp_bias": true)", "10x8: attention 2/2x5 qkv-bias out-bias; network 6 bias"},
      {"nemotron_h", R"("hybrid_override_pattern": "*-*")", "$.num_hidden_layers: other than the 3 layers of the pattern"},
  });
}

}  // namespace mixed
