// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>
#include <headroom/model/kv_cache.hpp>
#include <headroom/model/parameters.hpp>
#include <headroom/read/model_config.hpp>

#include <string>

// Mechanisms of architectures, each in a configuration as small as can be. Totals of named models are the published
// ones; those of others are added up in the comment.
namespace model_architectures {
namespace {

namespace hr = headroom;

hr::parameter_counts counts(const std::string& text) {
  const hr::read::config_reading read = hr::read::read_model_config(text);
  REQUIRE(read.error.message == "");
  return value_of(hr::parameters(read.model));
}

}  // namespace

TEST_CASE("xIELU has two learned numbers a layer: swiss-ai/Apertus-8B has 8,053,338,176 parameters") {
  // A layer: attention 41,943,040 and two norms of 128; two matrices of 4,096 by 21,504; two norms of 4,096; 2 of xIELU.
  // 32 of them, two of 131,072 by 4,096 and a norm. General knowledge of its config.json.
  const std::string written = R"({"model_type": "apertus", "vocab_size": 131072, "hidden_size": 4096, "num_hidden_layers": 32,
      "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 21504, "hidden_act": "xielu",
      "qk_norm": true, "post_norm": false, "attention_bias": false, "mlp_bias": false, "tie_word_embeddings": false})";
  CHECK(counts(written).total() == 32 * (41'943'040 + 2 * 128 + 2 * 4096LL * 21'504 + 2 * 4096 + 2) + 2 * 131'072LL * 4096 + 4096);
  CHECK(counts(written).total() == 8'053'338'176);
  std::string silu = written;
  silu.replace(silu.find("xielu"), 5, "silu");
  CHECK(counts(silu).total() == 8'053'338'176 - 2 * 32);
}

TEST_CASE("Mamba: state-spaces/mamba-130m-hf has 129,135,360 parameters") {
  CHECK(counts(R"({"model_type": "mamba", "vocab_size": 50280, "hidden_size": 768, "num_hidden_layers": 24,
                   "state_size": 16, "expand": 2, "conv_kernel": 4, "time_step_rank": 48, "use_conv_bias": true,
                   "use_bias": false, "pad_vocab_size_multiple": 8, "rms_norm": true})")
            .total() == 129'135'360);
}

TEST_CASE("Mamba without a tied head: tiiuae/falcon-mamba-7b has 7,272,665,088 parameters") {
  CHECK(counts(R"({"model_type": "falcon_mamba", "vocab_size": 65024, "hidden_size": 4096, "num_hidden_layers": 64,
                   "state_size": 16, "intermediate_size": 8192, "time_step_rank": 256, "tie_word_embeddings": false})")
            .total() == 7'272'665'088);
}

TEST_CASE("Mamba-2: state-spaces/mamba2-130m has 128,989,632 parameters") {
  CHECK(counts(R"({"model_type": "mamba2", "vocab_size": 50288, "hidden_size": 768, "num_hidden_layers": 24,
                   "num_heads": 24, "head_dim": 64, "n_groups": 1, "state_size": 128, "expand": 2,
                   "tie_word_embeddings": true})")
            .total() == 128'989'632);
  // mistralai/Mamba-Codestral-7B-v0.1, by its page
  CHECK(counts(R"({"model_type": "mamba2", "vocab_size": 32768, "hidden_size": 4096, "num_hidden_layers": 64,
                   "num_heads": 128, "head_dim": 64, "n_groups": 8, "state_size": 128, "expand": 2, "rms_norm": true,
                   "tie_word_embeddings": false})")
            .total() == 7'285'403'648);
}

TEST_CASE("Fields that other tools leave in a file are passed over: HuggingFaceTB/SmolLM2-135M has 134,515,008 parameters") {
  CHECK(counts(R"({"model_type": "llama", "vocab_size": 49152, "hidden_size": 576, "intermediate_size": 1536,
                   "num_hidden_layers": 30, "num_attention_heads": 9, "num_key_value_heads": 3, "is_llama_config": true,
                   "rope_interleaved": false, "transformers.js_config": {"kv_cache_dtype": {"q4f16": "float16"}},
                   "tie_word_embeddings": true})")
            .total() == 134'515'008);
}

// What google/gemma-3n-E2B-it and E4B-it say of their language models; both have the same towers.
std::string gemma_3n(int layers, int width, int sharing) {
  return R"({"model_type": "gemma3n_text", "vocab_size": 262400, "hidden_size": 2048, "num_attention_heads": 8,
      "num_key_value_heads": 2, "head_dim": 256, "sliding_window": 512, "vocab_size_per_layer_input": 262144,
      "hidden_size_per_layer_input": 256, "altup_num_inputs": 4, "altup_active_idx": 0, "altup_coef_clip": 120.0,
      "altup_correct_scale": true, "laurel_rank": 64, "activation_sparsity_pattern": [0.95, 0.0], "num_hidden_layers": )" +
         std::to_string(layers) + ", \"intermediate_size\": " + std::to_string(width) +
         ", \"num_kv_shared_layers\": " + std::to_string(sharing) + "}";
}

TEST_CASE("embeddings of each layer, several hidden states and a learned residual: Gemma 3n") {
  // A layer: attention 10,485,760 and two norms of 256; a network; four norms of 2,048; of its embedding a gate, a projection
  // and a norm; of four hidden states a router and its norm, 16 by 4 and 4 by 4 coefficients and 2,048 scales; of the
  // residual, rank 64, two matrices and a norm.
  const auto layer = [](hr::count width) {
    return 10'485'760 + 512 + 3 * 2'048 * width + 4 * 2'048 + (2 * 2'048 * 256 + 2'048) +
           (2'048 * 4 + 2'048 + 16 * 4 + 4 * 4 + 2'048) + (2 * 2'048 * 64 + 2'048);
  };
  // Around them: both tables, the projection to all layers' embeddings and its norm, three hidden states' matrices before
  // and behind, the last norm.
  const auto around = [](hr::count layers) {
    return 262'400 * 2'048LL + 262'144 * layers * 256 + 2'048 * layers * 256 + 256 + 2 * 3 * 2'048 * 2'048 + 2'048;
  };
  const hr::count e4b = counts(gemma_3n(35, 16'384, 15)).total();
  const hr::count e2b = counts(gemma_3n(30, 8'192, 10)).total();
  CHECK(e4b == 35 * layer(16'384) + around(35));
  CHECK(e2b == 30 * layer(8'192) + around(30));
  // Their pages on the Hugging Face Hub, towers included: 7,849,978,192 and 5,439,438,272 parameters.
  CHECK(e4b - e2b == 7'849'978'192 - 5'439'438'272);
  CHECK(counts(gemma_3n(30, 8'192, 10)).embedding == 262'400 * 2'048LL + 262'144 * 30 * 256LL);
}

TEST_CASE("a network of convolutions and an audio encoder beside the language model: google/gemma-3n-E4B-it has 7,849,978,192 parameters") {
  const std::string vision = R"({"model_type": "gemma3n_vision", "architecture": "mobilenetv5_300m_enc", "do_pooling": false,
      "hidden_size": 2048, "model_args": null, "vocab_offset": 262144, "vocab_size": 128})";
  const std::string audio = R"({"model_type": "gemma3n_audio", "hidden_size": 1536, "conf_num_hidden_layers": 12,
      "conf_num_attention_heads": 8, "conf_conv_kernel_size": 5, "input_feat_size": 128, "sscp_conv_channel_size": [128, 32],
      "sscp_conv_kernel_size": [[3, 3], [3, 3]], "sscp_conv_stride_size": [[2, 2], [2, 2]], "conf_residual_weight": 0.5,
      "gradient_clipping": 1e10, "vocab_offset": 262272, "vocab_size": 128})";
  const auto whole = [&](const std::string& seen, const std::string& heard) {
    return R"({"model_type": "gemma3n", "architectures": ["Gemma3nForConditionalGeneration"], "vision_soft_tokens_per_image": 256,
        "audio_soft_tokens_per_image": 188, "text_config": )" + gemma_3n(35, 16'384, 15) + ", \"vision_config\": " + seen + ", \"audio_config\": " + heard + "}";
  };
  CHECK(counts(whole(vision, audio)).total() == 7'849'978'192);
  // What is not known is said, and neither counted nor guessed.
  const hr::read::config_reading read = hr::read::read_model_config(whole(R"({"model_type": "gemma3n_vision", "architecture": "own"})", audio));
  CHECK(read.model.leaves_out == "the audio encoder, and the vision tower");
  CHECK(value_of(hr::parameters(read.model)).total() == counts(gemma_3n(35, 16'384, 15)).total());
}

TEST_CASE("layers that share keys and values keep none of their own: Gemma 3n E4B keeps them in 20 of 35") {
  const hr::read::config_reading read = hr::read::read_model_config(gemma_3n(35, 16'384, 15));
  const hr::transformer& e4b = read.model;
  CHECK(value_of(hr::kv_cache_per_token(e4b)) == hr::bytes(20 * 2 * 2 * 256 * 2));
  // Beyond a window of 512 only every fifth keeps all: four of those 20.
  CHECK(value_of(hr::kv_cache_per_sequence(e4b, 1'512)) == hr::bytes((16 * 512 + 4 * 1'512) * 2 * 2 * 256 * 2));
}

TEST_CASE("two layers of a gated recurrence to one of attention: google/recurrentgemma-2b has 2,682,862,080 parameters") {
  const std::string text = R"({"model_type": "recurrent_gemma", "vocab_size": 256000, "hidden_size": 2560, "num_hidden_layers": 26,
      "num_attention_heads": 10, "num_key_value_heads": 1, "head_dim": 256, "intermediate_size": 15360, "lru_width": 2560,
      "conv1d_width": 4, "attention_window_size": 2048, "block_types": ["recurrent", "recurrent", "attention"]})";
  CHECK(counts(text).total() == 2'682'862'080);
  // A sequence leaves 2,560 numbers of 32 bits and three inputs of 16 in each of 18 layers, and keys and values of 2,048 tokens in 8.
  const hr::read::config_reading read = hr::read::read_model_config(text);
  CHECK(value_of(hr::kv_cache_per_sequence(read.model, 4'096)) ==
        hr::bytes(18 * 2'560 * (4 + 3 * 2) + 8 * 2'048 * 2 * 256 * 2));
}

TEST_CASE("experts beside a dense network, and some without weights: meituan-longcat/LongCat-Flash-Chat") {
  const std::string text = R"({"model_type": "longcat_flash", "vocab_size": 131072, "hidden_size": 6144, "num_layers": 28,
      "num_attention_heads": 64, "q_lora_rank": 1536, "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
      "v_head_dim": 128, "ffn_hidden_size": 12288, "expert_ffn_hidden_size": 2048, "n_routed_experts": 512, "moe_topk": 12,
      "zero_expert_num": 256, "zero_expert_type": "identity", "attention_method": "MLA", "router_bias": false,
      "mla_scale_q_lora": true, "mla_scale_kv_lora": true})";
  // Its page says 561,862,880,256, with a module that predicts a further token: attention over latents, a dense network, a
  // projection from twice the width, an embedding and five norms.
  const hr::count latents = 6'144 * 1'536 + 1'536 + 1'536 * 64 * 192 + 6'144 * 576 + 512 + 512 * 64 * 256 + 64 * 128 * 6'144;
  const hr::count module = latents + 3 * 6'144LL * 12'288 + 2 * 6'144 * 6'144 + 131'072LL * 6'144 + 5 * 6'144;
  CHECK(counts(text).total() + module == 561'862'880'256);
}

TEST_CASE("norms inside the attention and the network: microsoft/bitnet-b1.58-2B-4T has 2,412,820,480 parameters") {
  CHECK(counts(R"({"model_type": "bitnet", "vocab_size": 128256, "hidden_size": 2560, "num_hidden_layers": 30,
                   "num_attention_heads": 20, "num_key_value_heads": 5, "intermediate_size": 6912, "hidden_act": "relu2"})")
            .total() == 2'412'820'480);
}

TEST_CASE("Gemma 2 without norms behind its parts: google/vaultgemma-1b has 1,038,741,120 parameters") {
  CHECK(counts(R"({"model_type": "vaultgemma", "vocab_size": 256000, "hidden_size": 1152, "num_hidden_layers": 26,
                   "num_attention_heads": 4, "num_key_value_heads": 4, "head_dim": 256, "intermediate_size": 6912,
                   "sliding_window": 512})")
            .total() == 1'038'741'120);
}

TEST_CASE("norms without weights: karpathy/nanochat-d20 has 560,988,160 parameters") {
  CHECK(counts(R"({"model_type": "nanochat", "vocab_size": 65536, "hidden_size": 1280, "num_hidden_layers": 20,
                   "num_attention_heads": 10, "num_key_value_heads": 10, "intermediate_size": 5120, "tie_word_embeddings": false})")
            .total() == 560'988'160);
}

TEST_CASE("heads of keys and values layer by layer: Deci/DeciLM-7B has 7,043,551,232 parameters") {
  // 67 heads of keys and values in all, here 4 in two layers, 2 in 29 and 1 in one: the total is that of any such list.
  std::string heads = "4, 4, 1";
  for (int i = 0; i < 29; ++i) heads += ", 2";
  CHECK(counts(R"({"model_type": "deci", "vocab_size": 32000, "hidden_size": 4096, "num_hidden_layers": 32,
                   "num_attention_heads": 32, "intermediate_size": 14336, "num_key_value_heads_per_layer": [)" + heads + "]}")
            .total() == 7'043'551'232);
}

TEST_CASE("an embedding of another width and norms behind each part: facebook/opt-350m has 331,196,416 parameters") {
  CHECK(counts(R"({"model_type": "opt", "vocab_size": 50272, "hidden_size": 1024, "num_hidden_layers": 24,
                   "num_attention_heads": 16, "ffn_dim": 4096, "max_position_embeddings": 2048,
                   "word_embed_proj_dim": 512, "do_layer_norm_before": false})")
            .total() == 331'196'416);
}

TEST_CASE("biases of the output alone: EleutherAI/gpt-neo-125m has 125,198,592 parameters") {
  CHECK(counts(R"({"model_type": "gpt_neo", "vocab_size": 50257, "hidden_size": 768, "num_layers": 12,
                   "num_heads": 12, "max_position_embeddings": 2048})")
            .total() == 125'198'592);
}

// Two layers of hidden width 8 over 10 tokens: embedding and head 160, final norm 8, two norms a layer.
TEST_CASE("lightning attention has a gate and a norm of all heads, and neither convolution nor decay") {
  const hr::parameter_counts n = counts(
      R"({"model_type": "minimax_text_01", "vocab_size": 10, "hidden_size": 8, "num_hidden_layers": 2,
          "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 6, "intermediate_size": 5,
          "num_local_experts": 3, "num_experts_per_tok": 1, "attn_type_list": [0, 1]})");
  CHECK(n.state_space == 8 * 36 + 8 * 12 + 12 * 8);  // queries, keys and values; gate; out
  CHECK(n.attention == 8 * 12 + 2 * 8 * 6 + 12 * 8);
  CHECK(n.experts == 2 * (3 * 3 * 5 * 8 + 3 * 8));
  CHECK(n.norms == 8 + 2 * 2 * 8 + 12);
}

TEST_CASE("Kimi delta attention has a decay and a gate by way of a rank") {
  const hr::parameter_counts n = counts(
      R"({"model_type": "kimi_linear", "vocab_size": 10, "hidden_size": 8, "num_hidden_layers": 1,
          "num_attention_heads": 2, "kv_lora_rank": 4, "qk_nope_head_dim": 3, "qk_rope_head_dim": 1, "v_head_dim": 3,
          "linear_attn_config": {"num_heads": 2, "head_dim": 5, "short_conv_kernel_size": 4, "kda_layers": [1],
                                 "full_attn_layers": []},
          "num_experts": 3, "num_experts_per_token": 1, "moe_intermediate_size": 5, "first_k_dense_replace": 1,
          "intermediate_size": 7})");
  // Queries, keys, values and out of 10; decay and gate from 8 to 5 to 10; strengths; convolutions; biases of the
  // decay's steps, and a rate a head.
  CHECK(n.state_space == 4 * 80 + 2 * (40 + 50) + 16 + 3 * 40 + 10 + 2);
  CHECK(n.norms == 3 * 8 + 5);
  CHECK(n.feed_forward == 3 * 8 * 7);
}

TEST_CASE("a short convolution has three projections in, one out, and a kernel a channel") {
  const hr::parameter_counts n = counts(
      R"({"model_type": "lfm2", "vocab_size": 10, "hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2,
          "num_key_value_heads": 1, "intermediate_size": 96, "block_multiple_of": 10, "conv_L_cache": 3,
          "conv_bias": true, "layer_types": ["conv", "full_attention"]})");
  CHECK(n.state_space == 3 * 64 + 24 + 8 * 3 + 8 + 64 + 8);
  CHECK(n.feed_forward == 2 * 3 * 8 * 70);  // two thirds of 96, rounded up to tens
  CHECK(n.norms == 8 + 2 * 2 * 8 + 2 * 4);
}

TEST_CASE("attention and Mamba-2 side by side share one norm") {
  const hr::parameter_counts n = counts(
      R"({"model_type": "falcon_h1", "vocab_size": 10, "hidden_size": 8, "num_hidden_layers": 1,
          "num_attention_heads": 2, "num_key_value_heads": 1, "intermediate_size": 6, "mamba_n_heads": 4,
          "mamba_d_head": 3, "mamba_d_ssm": 12, "mamba_d_state": 5, "mamba_n_groups": 1, "mamba_d_conv": 4,
          "mamba_rms_norm": false})");
  CHECK(n.state_space == 8 * (24 + 10 + 4) + 22 * 5 + 3 * 4 + 12 * 8);
  CHECK(n.attention == 64 + 2 * 32 + 64);
  CHECK(n.norms == 3 * 8);
}

// The report's table: 24 layers, 2,048 wide; its 1.55 billion parameters, where a norm of the state space's output is read.
TEST_CASE("Falcon-H1's norm of what leaves Mamba-2 is one number a channel") {
  const auto of_norm = [](const char* norm) {
    return counts(std::string(R"({"model_type": "falcon_h1", "vocab_size": 65536, "hidden_size": 2048, "num_hidden_layers": 24,
        "num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 128, "intermediate_size": 4608, "mamba_n_heads": 48,
        "mamba_d_head": 64, "mamba_d_ssm": 3072, "mamba_d_state": 256, "mamba_n_groups": 1, "mamba_d_conv": 4,
        "mamba_rms_norm": )") + norm + "}");
  };
  CHECK(of_norm("true").norms - of_norm("false").norms == 24 * 3'072);
  CHECK(of_norm("true").total() == doctest::Approx(1.55e9).epsilon(0.005 / 1.55));
}

// Linear attention in three layers of four, as where there are experts, and a dense network in each.
TEST_CASE("Qwen3.5 without experts has a dense network in each layer") {
  const hr::parameter_counts n = counts(
      R"({"model_type": "qwen3_5", "text_config": {"model_type": "qwen3_5_text", "vocab_size": 10, "hidden_size": 8,
          "num_hidden_layers": 4, "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 4, "intermediate_size": 6,
          "linear_num_key_heads": 1, "linear_num_value_heads": 2, "linear_key_head_dim": 3, "linear_value_head_dim": 3,
          "linear_conv_kernel_dim": 4, "full_attention_interval": 4}})");
  CHECK(n.feed_forward == 4 * 3 * 8 * 6);
  CHECK(n.experts == 0);
  // Queries with a gate of each, keys, values, and out.
  CHECK(n.attention == 2 * 64 + 2 * 32 + 64);
  // Queries, keys, values, gates and out; two numbers a value head of a token; the convolution; a rate and a bias a head.
  CHECK(n.state_space == 3 * (8 * (3 + 3 + 6 + 6) + 6 * 8 + 2 * 2 * 8 + 4 * 12 + 2 * 2));
}

TEST_CASE("MiniMax-M1 is MiniMax-Text-01 under another name, and Phi-4-mini attends to all tokens in each layer") {
  const std::string lightning =
      R"({"model_type": "minimax_text_01", "vocab_size": 10, "hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2,
          "num_key_value_heads": 1, "head_dim": 4, "intermediate_size": 5, "num_local_experts": 3, "num_experts_per_tok": 1,
          "attn_type_list": [0, 1]})";
  std::string m1 = lightning;
  m1.replace(m1.find("text_01"), 7, "m1");
  CHECK(counts(m1).total() == counts(lightning).total());
  // microsoft/Phi-4-mini-instruct: 3.8 billion by its page
  CHECK(counts(R"({"model_type": "phi3", "vocab_size": 200064, "hidden_size": 3072, "num_hidden_layers": 32,
                   "num_attention_heads": 24, "num_key_value_heads": 8, "intermediate_size": 8192, "tie_word_embeddings": true,
                   "full_attn_mod": 1, "interpolate_factor": 1, "sliding_window": 262144})")
            .total() == 3'836'021'760);
}

TEST_CASE("a dense network beside experts has a norm of its own") {
  const hr::parameter_counts n = counts(
      R"({"model_type": "arctic", "vocab_size": 10, "hidden_size": 8, "num_hidden_layers": 1,
          "num_attention_heads": 2, "intermediate_size": 5, "num_local_experts": 3, "num_experts_per_tok": 2,
          "moe_layer_frequency": 1, "parallel_attn_mlp_res": true, "use_residual": true})");
  CHECK(n.feed_forward == 3 * 64);
  CHECK(n.experts == 3 * 3 * 40 + 24);
  CHECK(n.norms == 4 * 8);
}

TEST_CASE("norms without weights have none") {
  CHECK(counts(R"({"model_type": "olmo", "vocab_size": 10, "hidden_size": 8, "num_hidden_layers": 1,
                   "num_attention_heads": 2, "intermediate_size": 6})")
            .norms == 0);
}

// The key counts modules that predict further tokens.
TEST_CASE("without its key a model of GLM-4's kind has no module that predicts further tokens") {
  const std::string written = R"({"model_type": "glm4_moe", "vocab_size": 10, "hidden_size": 8, "num_hidden_layers": 2,
      "num_attention_heads": 2, "intermediate_size": 6, "n_routed_experts": 4, "num_experts_per_tok": 2,
      "moe_intermediate_size": 3, "first_k_dense_replace": 1)";
  const auto modules = [](const std::string& text) { return hr::read::read_model_config(text).model.predicts.modules; };
  CHECK(modules(written + R"(, "num_nextn_predict_layers": 1})") == 1);
  CHECK(modules(written + "}") == 0);
}

}  // namespace model_architectures
