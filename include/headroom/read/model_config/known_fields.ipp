// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/model_config/known_fields.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/words.hpp>

namespace headroom::read::configs {

namespace {

constexpr auto read_fields = std::to_array<std::string_view>(
    {"architectures", "model_type", "text_config", "vocab_size", "hidden_size", "num_hidden_layers", "n_layer",
     "num_attention_heads", "n_head", "num_key_value_heads", "head_dim", "intermediate_size", "n_positions", "n_embd",
     "n_inner", "tie_word_embeddings", "attention_bias", "mlp_bias", "sliding_window", "use_sliding_window",
     "max_window_layers", "layer_types", "quantization_config", "vision_config", "num_experts", "num_local_experts",
     "n_routed_experts", "n_shared_experts", "num_experts_per_tok", "moe_intermediate_size",
     "shared_expert_intermediate_size", "first_k_dense_replace", "moe_layer_freq", "decoder_sparse_step",
     "mlp_only_layers", "q_lora_rank", "kv_lora_rank", "qk_nope_head_dim", "qk_rope_head_dim", "v_head_dim",
     "qk_head_dim", "num_nextn_predict_layers", "topk_method", "use_qk_norm", "qkv_bias"});

// Mechanisms that are known and that no architecture has which does not read them: no count depends on them where they
// are switched off, or have one of the words that change nothing.
struct mechanism {
  std::string_view name{};
  std::string_view harmless[4]{};
};
constexpr auto mechanisms = std::to_array<mechanism>(
    {{"use_moe"}, {"is_encoder_decoder"}, {"pruned_heads"}, {"alibi"}, {"tie_encoder_decoder"},
     {"cross_attention_hidden_size"}, {"class_num"},
     {"position_embedding_type", {"rope", "rotary", "nope", "alibi"}}});

constexpr auto without_count = std::to_array<std::string_view>(
    {"transformers_version", "_name_or_path", "_from_model_config", "auto_map", "architectures", "model_type", "dtype",
     "torch_dtype", "max_position_embeddings", "model_max_length", "seq_length", "max_sequence_length", "n_ctx",
     "max_seq_len", "training_length", "is_decoder",
     // sizes of parts that a model of the architecture need not have, and what windows are where none is used
     "intermediate_size", "sliding_window", "sliding_window_size", "max_window_layers", "num_key_value_heads",
     // activations and norms
     "hidden_act", "hidden_activation", "activation_function", "activation", "act_fn", "mlp_hidden_act",
     "norm_before_gate", "time_step_limit", "chunk_size", "rescale_every", "residual_in_fp32", "fused_add_norm",
     "rescale_prenorm_residual", "apply_residual_connection_post_layernorm", "fp32_residual_connection",
     "layernorm_full_attention_alpha", "layernorm_full_attention_beta", "layernorm_linear_attention_alpha",
     "layernorm_linear_attention_beta", "layernorm_mlp_alpha", "layernorm_mlp_beta", "full_attn_alpha_factor",
     "full_attn_beta_factor", "linear_attn_alpha_factor", "linear_attn_beta_factor", "mlp_alpha_factor",
     "mlp_beta_factor", "postnorm", "apply_query_key_layer_scaling", "bias_dropout_fusion", "original_rope",
     // scales and limits
     "embedding_multiplier", "logits_scaling", "residual_multiplier", "attention_multiplier", "logit_scale",
     "attn_logit_softcapping", "final_logit_softcapping", "attn_logit_softcap", "final_logit_softcap", "output_multiplier_scale",
     "embedding_multiplier_scale", "query_pre_attn_scalar", "scale_emb", "dim_model_base", "scale_depth", "clip_qkv",
     "lm_head_multiplier", "key_multiplier", "ssm_in_multiplier", "ssm_out_multiplier", "ssm_multipliers",
     "attention_in_multiplier", "attention_out_multiplier", "mlp_multipliers", "swiglu_limit", "mup_enabled",
     "attention_out_multiplier", "attn_scale", "floor_scale", "attn_temperature_tuning", "scale_attn_weights",
     "attention_softmax_in_fp32", "scale_attention_softmax_in_fp32", "use_logn_attn", "use_dynamic_ntk", "interpolate_factor",
     "scale_attn_by_inverse_layer_idx", "reorder_and_upcast_attn", "z_loss_weight", "max_z_loss",
     "sep_token", "mamba_chunk_size", "mamba_norm_before_gate", "time_step_floor", "time_step_max", "time_step_min",
     "time_step_init_scheme", "time_step_scale", "mixer_rms_eps", "softmax_scale", "logits_soft_cap",
     // positions
     "partial_rotary_factor", "original_max_position_embeddings", "rotary_dim", "rotary", "no_rope_layers",
     "no_rope_layer_interval", "use_mrope", "qk_rope_theta", "global_rope_theta", "local_rope_theta",
     // which experts, not how many
     "output_router_logits", "norm_topk_prob", "scoring_func", "score_func", "score_function", "n_group", "topk_group",
     "num_expert_group", "routed_scaling_factor", "moe_router_topk_scaling_factor", "seq_aux", "aux_loss_alpha", "ep_size",
     "router_jitter_noise", "input_jitter_noise", "moe_router_activation_func", "moe_renormalize", "use_grouped_topk",
     "moe_capacity", "moe_gate", "moe_aux_loss_weight", "moe_token_dropping", "moe_train_capacity_factor",
     "moe_eval_capacity_factor", "moe_min_capacity", "enable_expert_tensor_parallelism", "router_aux_loss_coef",
     "moe_use_hardmoe", "moe_multimodal_launch", "moe_group", "moe_drop_tokens", "moe_random_routing_dropped_token",
     "group_limited_greedy", "router_dtype", "moe_z_loss", "norm_topk", "route_scale", "initial_context_length",
     // engines and files
     "use_cache", "attn_implementation", "_attn_implementation", "_attn_implementation_autoset", "use_flash_attn",
     "use_flash_attention", "onnx_safe", "bf16", "fp16", "fp32", "pretraining_tp", "use_cache_quantization",
     "use_cache_kernel", "softmax_in_fp32", "use_mamba_kernels", "use_mambapy", "use_parallel_embedding",
     "num_logits_to_keep", "runner_max_sequence_length", "validate_runner_input", "inference_runner",
     "pre_allocate_kv_cache", "use_bfloat16", "torchscript", "tf_legacy_loss", "return_dict", "cache_implementation",
     "gradient_checkpointing", "embedding_fraction", "expert_layer_stride", "verbose", "ignore_index", "for_llm_compressor", "use_fa3", "image_fold", "pad2square", "offset_alibi", "skip_bias_add", "skip_bias_add_qkv", "slow_but_exact", "normalization_function", "pool_type",
     "org_vocab_size", "use_rotary_pos_emb", "position_embedding_xdrope", "multi_token_pred_lambda", "skip_cls_token", "num_media_embeds", "rope_ratio", "shared_moe_mode", "use_bidirectional_attention", "tokenizer_class", "prefix", "template", "force_image_size", "select_layer", "ps_version",
     "dynamic_image_size", "use_thumbnail", "min_dynamic_patch", "max_dynamic_patch", "system_message", "quantization",
     "use_kernel_forward_from_hub", "transformers.js_config", "is_llama_config", "unsloth_fixed", "unsloth_version", "pad_token", "eos_token", "_commit_hash",
     // generation and training of other heads
     "max_length", "min_length", "max_new_tokens", "do_sample", "early_stopping", "num_beams", "num_beam_groups",
     "diversity_penalty", "temperature", "top_k", "top_p", "typical_p", "repetition_penalty", "length_penalty",
     "no_repeat_ngram_size", "encoder_no_repeat_ngram_size", "bad_words_ids", "num_return_sequences",
     "chunk_size_feed_forward", "output_scores", "return_dict_in_generate", "remove_invalid_values",
     "exponential_decay_length_penalty", "suppress_tokens", "begin_suppress_tokens", "output_hidden_states",
     "output_attentions", "id2label", "label2id", "num_labels",
     "problem_type", "finetuning_task", "task_specific_params", "summary_type", "summary_use_proj",
     "summary_activation", "summary_proj_to_labels", "classifier_dropout", "use_return_dict",
     // pictures: how they are cut, and which layer is read
     "projector_hidden_act", "vision_feature_select_strategy", "vision_feature_layer", "image_seq_length",
     "mm_tokens_per_image", "vision_soft_tokens_per_image", "audio_soft_tokens_per_image", "image_grid_pinpoints", "spatial_patch_size", "tokens_per_second", "fullatt_block_indexes", "pixel_shuffle_ratio",
     "multi_modal_projector_bias", "intermediate_layers_indices", "vision_feature_layers", "drop_path_rate",
     "downsample_ratio", "num_image_tokens", "projection_dim", "video_token", "image_token", "image_size",
     "max_image_size", "model_parallel_style"});

// Of families of names: ends and beginnings.
constexpr auto ends = std::to_array<std::string_view>({"_id", "_ids", "_token_index", "_dropout", "_eps",
                                                       "_epsilon", "_prob", "_pdrop", "_coef", "_std", "_range",
                                                       "_dropout_prob", "_jitter", "_loss_weight", "_in_fp32", "_multiplier", "_multipliers", "_scale", "_scaling", "_alpha", "_beta", "_act", "_theta", "_interleave", "_implementation",
                                                       "_dtype", "_noise", "_fusion"});
constexpr auto beginnings =
    std::to_array<std::string_view>({"rope_", "rotary_", "initializer_", "init_", "time_step_", "anyres_", "max_attn_value", "layerdrop", "dropout", "summary_", "tokenizer_"});

bool is_switched_off(const tree& value) {
  if (value.is == tree::kind::none) return true;
  if (value.is_list() || value.is_map()) return value.items.empty();
  if (value.is_number()) return value.number() == 0;
  return value.text.empty() || (value.is_boolean() && value.text == "false");
}

bool is_harmless(const tree& value) {
  const auto found = std::ranges::find(mechanisms, value.key, &mechanism::name);
  return found != mechanisms.end() && value.is_string() &&
         std::ranges::find(found->harmless, value.text) != std::end(found->harmless);
}

const tree* not_understood(const fields& c) {
  for (const tree* each : c.unread())
    if (!has_no_count(each->key) && !is_switched_off(*each) && !is_harmless(*each)) return each;
  return nullptr;
}

}  // namespace

bool has_no_count(std::string_view name) {
  const auto is_end = [&](std::string_view each) { return name.ends_with(each); };
  const auto is_beginning = [&](std::string_view each) { return name.starts_with(each); };
  return std::ranges::find(without_count, name) != without_count.end() || std::ranges::any_of(ends, is_end) ||
         std::ranges::any_of(beginnings, is_beginning);
}

bool is_known_field(std::string_view name) {
  return std::ranges::find(read_fields, name) != read_fields.end() ||
         std::ranges::find(mechanisms, name, &mechanism::name) != mechanisms.end() || has_no_count(name);
}

std::string first_not_understood(const fields& c) {
  const tree* found = not_understood(c);
  return found == nullptr ? std::string() : in_quotes(found->key);
}

void refuse_what_is_not_understood(const fields& c) {
  if (const tree* found = not_understood(c))
    c.fail(*found, concat("the field ", in_quotes(found->key),
                          " is not understood of this architecture: a count may depend on it, and is not guessed"));
}

}  // namespace headroom::read::configs
