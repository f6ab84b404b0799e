// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>

#include "told.hpp"

#include <string>
#include <string_view>

// Architectures like GPT-2 and those after it, each key given, left out and of another value. What is there without it
// is what the configuration class of transformers takes.
namespace like_gpt {

using model_reading::bare;
using model_reading::of;

TEST_CASE("GPT-2, GPT-J, BLOOM and GPTBigCode count heads and layers under names of their own") {
  const std::string sizes = R"("vocab_size": 10, "n_embd": 8, "n_head": 2, "n_layer": 2)";
  const std::string biased = "2 x attention 2/2x4 qkv-bias out-bias network ";
  CHECK(bare("gpt2", sizes + R"(, "n_positions": 7)") == "10x8 context 7 positions 7 tied layer-norm: " + biased + "32 bias");
  CHECK(bare("gpt2", sizes + R"(, "n_positions": 7, "n_inner": 6, "tie_word_embeddings": false)") ==
        "10x8 context 7 positions 7 layer-norm: " + biased + "6 bias");
  CHECK(bare("gpt2", sizes + R"(, "n_positions": 7, "add_cross_attention": true)") == "missing: the attention to an encoder (add_cross_attention)");
  CHECK(of("gpt2", R"("max_position_embeddings": 7, "n_inner": 6, "intermediate_size": 0)") ==
        "10x8 context 7 positions 7 tied layer-norm: " + biased + "6 bias");
  for (const char* type : {"gptj", "codegen"}) {
    CHECK(bare(type, sizes) == "10x8 head-bias layer-norm one-norm: 2 x attention 2/2x4 network 32 bias");
    CHECK(bare(type, sizes + R"(, "n_positions": 7, "n_inner": 6)") == "10x8 context 7 head-bias layer-norm one-norm: 2 x attention 2/2x4 network 6 bias");
  }
  CHECK(bare("bloom", R"("vocab_size": 10, "n_embed": 8, "n_head": 2, "n_layer": 2)") == "10x8 tied embedding-norm layer-norm: " + biased + "32 bias");
  CHECK(bare("bloom", R"("vocab_size": 10, "hidden_size": 8, "num_attention_heads": 2, "num_hidden_layers": 2, "seq_length": 7)") ==
        "10x8 context 7 tied embedding-norm layer-norm: " + biased + "32 bias");
  CHECK(bare("gpt_bigcode", sizes + R"(, "n_positions": 7)") ==
        "10x8 context 7 positions 7 tied layer-norm: 2 x attention 2/1x4 qkv-bias out-bias network 32 bias");
  CHECK(bare("gpt_bigcode", sizes + R"(, "n_positions": 7, "multi_query": false, "n_inner": 6)") == "10x8 context 7 positions 7 tied layer-norm: " + biased + "6 bias");
}

TEST_CASE("GPT-NeoX, OPT and MPT") {
  CHECK(of("gpt_neox", R"("use_parallel_residual": true)") == "10x8 layer-norm: 2 x attention 2/2x4 qkv-bias out-bias network 6 bias");
  CHECK(of("gpt_neox", R"("attention_bias": false, "max_position_embeddings": 7)") == "10x8 context 7 layer-norm: 2 x attention 2/2x4 network 6 bias");
  const std::string opt = R"("vocab_size": 10, "hidden_size": 8, "num_attention_heads": 2, "num_hidden_layers": 2, "ffn_dim": 6, "max_position_embeddings": 7)";
  const std::string biased = "2 x attention 2/2x4 qkv-bias out-bias network 6 bias";
  CHECK(of("opt", R"("ffn_dim": 6)") == "$: fields of this architecture are missing: max_position_embeddings");
  CHECK(bare("opt", opt) == "10x8 context 7 positions 9 tied layer-norm: " + biased);
  CHECK(bare("opt", opt + R"(, "word_embed_proj_dim": 8)") == "10x8 context 7 positions 9 tied layer-norm: " + biased);
  CHECK(bare("opt", opt + R"(, "word_embed_proj_dim": 5)") == "10x8 context 7 positions 9 embedding 5 tied layer-norm: " + biased);
  CHECK(bare("opt", opt + R"(, "do_layer_norm_before": false)") == "10x8 context 7 positions 9 tied layer-norm no-final-norm: " + biased);
  CHECK(bare("opt", opt + R"(, "_remove_final_layer_norm": true)") == "10x8 context 7 positions 9 tied layer-norm no-final-norm: " + biased);
  CHECK(bare("opt", opt + R"(, "enable_bias": false)") == "10x8 context 7 positions 9 tied layer-norm: 2 x attention 2/2x4 network 6");
  CHECK(bare("opt", opt + R"(, "layer_norm_elementwise_affine": false)") == "missing: layer norms without weights (layer_norm_elementwise_affine)");

  const auto mpt = [](std::string_view attended, std::string_view more = {}) {
    return bare("mpt", R"("vocab_size": 10, "d_model": 8, "n_heads": 2, "n_layers": 2, "attn_config": {)" + std::string(attended) + "}" + std::string(more));
  };
  const std::string plain = "10x8 tied layer-norm-without-bias: 2 x attention 2/2x4 network 32";
  CHECK(mpt(R"("alibi": true)") == plain);
  CHECK(mpt("") == "$.attn_config: fields of this architecture are missing: alibi");
  CHECK(mpt(R"("alibi": true, "attn_impl": "torch", "attn_uses_sequence_id": true, "alibi_bias_max": 8, "attn_type": "multihead_attention", "qk_ln": false)",
            R"(, "learned_pos_emb": true, "norm_type": "low_precision_layernorm", "max_seq_len": 7, "expansion_ratio": 3)") ==
        "10x8 context 7 tied layer-norm-without-bias: 2 x attention 2/2x4 network 24");
  CHECK(mpt(R"("alibi": false)", R"(, "max_seq_len": 7)") == "10x8 context 7 positions 7 tied layer-norm-without-bias: 2 x attention 2/2x4 network 32");
  CHECK(mpt(R"("alibi": false)", R"(, "max_seq_len": 7, "learned_pos_emb": false)") == "10x8 context 7 tied layer-norm-without-bias: 2 x attention 2/2x4 network 32");
  CHECK(mpt(R"("alibi": true)", R"(, "no_bias": false)") == "10x8 tied layer-norm: 2 x attention 2/2x4 qkv-bias out-bias network 32 bias");
  CHECK(mpt(R"("alibi": true, "qk_ln": true)") == "missing: the norms of queries and keys (qk_ln)");
  CHECK(mpt(R"("alibi": true, "attn_type": "multiquery_attention")") == "$.attn_config.attn_type: \"multiquery_attention\": expected \"multihead_attention\"");
  CHECK(mpt(R"("alibi": true)", R"(, "norm_type": "rmsnorm")") == "$.norm_type: \"rmsnorm\": expected a layer norm, such as \"low_precision_layernorm\"");
}

TEST_CASE("Falcon's two designs, Phi, Nemotron, StableLM and StarCoder 2") {
  CHECK(of("falcon", R"("intermediate_size": 0)") == "10x8 tied layer-norm one-norm: 2 x attention 2/1x4 network 32");
  CHECK(of("falcon", R"("intermediate_size": 0, "ffn_hidden_size": 6, "bias": true, "alibi": true)") == "10x8 tied layer-norm one-norm: 2 x attention 2/1x4 qkv-bias out-bias network 6 bias");
  CHECK(of("falcon", R"("intermediate_size": 0, "multi_query": false, "parallel_attn": false)") == "10x8 tied layer-norm: 2 x attention 2/2x4 network 32");
  const std::string renewed = R"("vocab_size": 10, "hidden_size": 8, "n_head": 2, "n_layer": 2, "new_decoder_architecture": true)";
  CHECK(bare("falcon", renewed) == "10x8 tied layer-norm: 2 x attention 2/2x4 network 32");
  CHECK(bare("falcon", renewed + R"(, "n_head_kv": 1, "multi_query": false, "parallel_attn": true)") == "10x8 tied layer-norm: 2 x attention 2/1x4 network 32");
  CHECK(bare("falcon", renewed + R"(, "num_kv_heads": 1, "num_ln_in_parallel_attn": 1, "parallel_attn": false)") == "10x8 tied layer-norm one-norm: 2 x attention 2/1x4 network 32");
  CHECK(bare("falcon", renewed + R"(, "num_ln_in_parallel_attn": 2)") == "10x8 tied layer-norm: 2 x attention 2/2x4 network 32");

  CHECK(of("phi") == "10x8 head-bias layer-norm one-norm: 2 x attention 2/2x4 qkv-bias out-bias network 6 bias");
  CHECK(of("phi", R"("qk_layernorm": true)") == "missing: the layer norms of queries and keys (qk_layernorm)");
  CHECK(of("nemotron", R"("num_key_value_heads": 1)") == "10x8 layer-norm: 2 x attention 2/1x4 network 6");
  CHECK(of("nemotron", R"("mlp_bias": true)") == "10x8 layer-norm: 2 x attention 2/2x4 network 6 bias");
  CHECK(of("nemotron", R"("attention_bias": true)") == "10x8 layer-norm: 2 x attention 2/2x4 qkv-bias out-bias network 6");
  for (const char* type : {"stablelm", "stablelm_epoch"}) {
    CHECK(of(type) == "10x8 layer-norm: 2 x attention 2/2x4 gated 6");
    CHECK(of(type, R"("use_qkv_bias": true, "use_parallel_residual": true)") == "10x8 layer-norm one-norm: 2 x attention 2/2x4 qkv-bias gated 6");
    CHECK(of(type, R"("qk_layernorm": true)") == "10x8 layer-norm: 2 x attention 2/2x4 all-heads-norm gated 6");
  }
  CHECK(of("starcoder2") == "10x8 tied layer-norm: 2 x attention 2/2x4 qkv-bias out-bias network 6 bias");
  CHECK(of("starcoder2", R"("use_bias": false, "sliding_window": 3, "norm_type": "layer_norm", "mlp_type": "default")") == "10x8 tied layer-norm: 2 x attention 2/2x4 window 3 network 6");
  CHECK(of("starcoder2", R"("norm_type": "rms")") == "$.norm_type: \"rms\" is not known here: expected \"layer_norm\"");
  CHECK(of("starcoder2", R"("mlp_type": "gated")") == "$.mlp_type: \"gated\" is not known here: expected \"default\"");
}

TEST_CASE("Command R, and windows by the place of a layer") {
  CHECK(of("cohere") == "10x8 tied layer-norm-without-bias one-norm: 2 x attention 2/2x4 gated 6");
  CHECK(of("cohere", R"("use_qk_norm": true)") == "10x8 tied layer-norm-without-bias one-norm: 2 x attention 2/2x4 all-heads-norm gated 6");
  CHECK(of("cohere", R"("attention_bias": true)") == "10x8 tied layer-norm-without-bias one-norm: 2 x attention 2/2x4 qkv-bias out-bias gated 6");
  const std::string start = "10x8 tied layer-norm-without-bias one-norm: ";
  CHECK(of("cohere2", R"("num_hidden_layers": 5)") ==
        start + "3 x attention 2/2x4 window 4096 gated 6; attention 2/2x4 gated 6; attention 2/2x4 window 4096 gated 6");
  CHECK(of("cohere2", R"("num_hidden_layers": 3, "sliding_window": 3, "sliding_window_pattern": 2, "attention_bias": true)") ==
        start + "attention 2/2x4 window 3 qkv-bias out-bias gated 6; attention 2/2x4 qkv-bias out-bias gated 6; attention 2/2x4 window 3 qkv-bias out-bias gated 6");
  CHECK(of("cohere2", R"("sliding_window": null)") == start + "2 x attention 2/2x4 gated 6");
  CHECK(of("cohere2", R"("order_of_interleaved_layers": "local_attn_first", "use_embedding_sharing": true, "use_gated_activation": true, "use_parallel_block": true, "use_qk_norm": true)") == of("cohere2"));
  CHECK(of("cohere2", R"("layer_switch": 0)") == start + "2 x attention 2/2x4 gated 6");
  CHECK(of("cohere2", R"("sliding_window": 3, "layer_types": ["full_attention", "sliding_attention"])") == start + "attention 2/2x4 gated 6; attention 2/2x4 window 3 gated 6");

  const std::string neo = R"("vocab_size": 10, "hidden_size": 8, "num_heads": 2, "num_layers": 3, "max_position_embeddings": 7)";
  const std::string global = "attention 2/2x4 out-bias network 32 bias";
  CHECK(bare("gpt_neo", neo) == "10x8 context 7 positions 7 tied layer-norm: " + global + "; attention 2/2x4 window 256 out-bias network 32 bias; " + global);
  CHECK(bare("gpt_neo", neo + R"(, "window_size": 3, "intermediate_size": 6, "attention_layers": ["local", "local", "global"])") ==
        "10x8 context 7 positions 7 tied layer-norm: 2 x attention 2/2x4 window 3 out-bias network 6 bias; attention 2/2x4 out-bias network 6 bias");
  CHECK(bare("gpt_neo", neo + R"(, "attention_layers": ["local", "near", "global"])") == "$.attention_layers[1]: the text \"near\": expected \"local\" or \"global\"");
}

}  // namespace like_gpt
