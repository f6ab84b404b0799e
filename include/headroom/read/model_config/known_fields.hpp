// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/requires_cpp20.hpp>

#include <array>
#include <string_view>

namespace headroom::read::configs {

// Fields that architectures here read or that no count depends on: of an unknown architecture, the others are what is
// not understood.
inline constexpr std::array<std::string_view, 145> known_fields{
    // read
    "architectures", "model_type", "text_config", "vocab_size", "hidden_size", "num_hidden_layers", "n_layer",
    "num_attention_heads", "n_head", "num_key_value_heads", "head_dim", "intermediate_size", "max_position_embeddings",
    "n_positions", "n_embd", "n_inner", "tie_word_embeddings", "attention_bias", "mlp_bias", "sliding_window",
    "use_sliding_window", "max_window_layers", "layer_types", "quantization_config", "torch_dtype", "dtype",
    "vision_config", "num_experts", "num_local_experts", "n_routed_experts", "n_shared_experts", "num_experts_per_tok",
    "moe_intermediate_size", "shared_expert_intermediate_size", "first_k_dense_replace", "moe_layer_freq",
    "decoder_sparse_step", "mlp_only_layers", "q_lora_rank", "kv_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim",
    "v_head_dim", "qk_head_dim", "num_nextn_predict_layers", "topk_method", "use_qk_norm", "qkv_bias",
    // without a count
    "transformers_version", "_name_or_path", "auto_map", "bos_token_id", "eos_token_id", "pad_token_id", "unk_token_id",
    "sep_token_id", "decoder_start_token_id", "hidden_act", "hidden_activation", "activation_function", "rms_norm_eps",
    "norm_eps", "layer_norm_eps", "layer_norm_epsilon", "layernorm_epsilon", "initializer_range", "initializer_factor",
    "use_cache", "rope_theta", "rope_scaling", "rope_parameters", "rope_type", "rotary_dim", "partial_rotary_factor",
    "rope_interleave", "rope_local_base_freq", "original_max_position_embeddings", "attention_dropout",
    "attention_probs_dropout_prob", "hidden_dropout", "hidden_dropout_prob", "dropout", "attn_pdrop", "embd_pdrop",
    "resid_pdrop", "pretraining_tp", "output_router_logits", "router_aux_loss_coef", "router_jitter_noise",
    "norm_topk_prob", "scoring_func", "n_group", "topk_group", "routed_scaling_factor", "seq_aux", "aux_loss_alpha",
    "ep_size", "attn_logit_softcapping", "final_logit_softcapping", "query_pre_attn_scalar", "logit_scale",
    "max_length", "min_length", "do_sample", "early_stopping", "num_beams", "num_beam_groups", "diversity_penalty",
    "temperature", "top_k", "top_p", "typical_p", "repetition_penalty", "length_penalty", "no_repeat_ngram_size",
    "encoder_no_repeat_ngram_size", "bad_words_ids", "num_return_sequences", "chunk_size_feed_forward", "output_scores",
    "return_dict_in_generate", "forced_bos_token_id", "forced_eos_token_id", "remove_invalid_values",
    "exponential_decay_length_penalty", "suppress_tokens", "begin_suppress_tokens", "output_hidden_states",
    "output_attentions", "return_dict", "torchscript", "use_bfloat16", "tf_legacy_loss", "is_encoder_decoder",
    "is_decoder", "cross_attention_hidden_size", "add_cross_attention", "tie_encoder_decoder", "id2label", "label2id",
    "problem_type", "finetuning_task", "task_specific_params", "tokenizer_class", "prefix"};

}  // namespace headroom::read::configs
