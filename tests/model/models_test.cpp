// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>

#include <array>
#include <check.hpp>
#include <fstream>
#include <headroom/model/missing.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>

// Every shape against tests/data/models.json, both ways: a shape is read from each configuration here, field by field,
// and must be the model's in every number; every field there is read, or is one that no count depends on.
namespace model_models_test {
namespace {

namespace published = hr::models;
using nlohmann::json;

const json& facts() {
  static const json all = json::parse(std::ifstream{HEADROOM_SOURCE_DIR "/tests/data/models.json"}).at("models");
  return all;
}

// Fields that say how a model computes or was trained, and nothing about how much.
const std::set<std::string_view> without_count{
    "model_type", "hidden_act", "hidden_activation", "mlp_hidden_act", "mamba_hidden_act", "activation", "rope_theta",
    "swa_rope_theta", "compress_rope_theta", "rotary_dim", "partial_rotary_factor", "rope_interleave",
    "indexer_rope_interleave", "rms_norm_eps", "norm_eps", "layer_norm_epsilon", "layernorm_epsilon", "use_gemma_norm",
    "scoring_func", "norm_topk_prob", "topk_method", "routed_scaling_factor", "seq_aux",
    "aux_loss_alpha", "router_aux_loss_coef", "swiglu_limit", "swiglu_alpha", "final_logit_softcapping",
    "attention_value_scale", "initial_context_length", "ep_size", "chunk_size", "time_step_floor", "time_step_max",
    "time_step_min", "time_step_rank", "rescale_prenorm_residual", "residual_in_fp32", "num_logits_to_keep",
    "use_mamba_kernels", "moe_shared_expert_overlap", "eoa_token_index", "use_bidirectional_attention",
    "index_skip_topk_offset", "index_share_for_mtp_iteration", "index_topk_freq",
    // what the library that writes a config.json adds to every one
    "ignore_index", "add_cross_attention", "chunk_size_feed_forward", "diversity_penalty", "do_sample",
    "early_stopping", "encoder_no_repeat_ngram_size", "length_penalty", "max_length", "min_length",
    "no_repeat_ngram_size", "num_beam_groups", "num_beams", "remove_invalid_values", "repetition_penalty",
    "temperature", "tf_legacy_loss", "tie_encoder_decoder", "top_k", "top_p", "typical_p", "use_bfloat16",
    // a mechanism that the model's `missing` or `leaves_out` names, or that is off
    "hc_eps", "hc_mult", "hc_sinkhorn_iters", "o_groups", "o_lora_rank", "num_hash_layers", "compress_ratios",
    "use_mtp", "mtp_transformer_layers", "num_mtp_modules", "mtp_hybrid_override_pattern", "mtp_layers_block_type",
    "mtp_use_dedicated_embeddings", "hidden_size_per_layer_input", "num_kv_shared_layers", "use_double_wide_mlp",
    "vocab_size_per_layer_input", "use_sliding_window"};

// A configuration, and which of its fields were read.
struct configuration {
  std::string name;
  const json& fields;
  std::set<std::string> read;

  bool has(const std::string& key) {
    read.insert(key);
    return fields.contains(key) && !fields.at(key).is_null();
  }
  hr::count number(const std::string& key, hr::count otherwise = 0) {
    return has(key) ? static_cast<hr::count>(fields.at(key).get<double>()) : otherwise;
  }
  bool is(const std::string& key, bool otherwise = false) { return has(key) ? fields.at(key).get<bool>() : otherwise; }
  std::string text(const std::string& key) { return has(key) ? fields.at(key).get<std::string>() : std::string(); }
  std::vector<std::string> list(const std::string& key) {
    std::vector<std::string> words;
    if (has(key) && fields.at(key).is_array())
      for (const json& each : fields.at(key)) words.push_back(each.is_string() ? each.get<std::string>() : each.dump());
    return words;
  }
  // The first of several spellings.
  hr::count either(std::initializer_list<const char*> keys, hr::count otherwise = 0) {
    hr::count found = otherwise;
    bool done = false;
    for (const char* key : keys)
      if (has(key) && !done) found = number(key), done = true;
    return found;
  }
};

hr::attention read_attention(configuration& c) {
  hr::attention a{.heads = c.number("num_attention_heads")};
  const hr::count hidden = c.number("hidden_size");
  if (c.has("kv_lora_rank")) {
    c.number("num_key_value_heads"), c.number("head_dim"), c.number("qk_head_dim");  // as many heads as queries; unused
    a.query_rank = c.number("q_lora_rank");
    a.kv_rank = c.number("kv_lora_rank");
    a.rotary_head_size = c.number("qk_rope_head_dim");
    a.head_size = c.number("qk_nope_head_dim") + a.rotary_head_size;
    a.value_head_size = c.number("v_head_dim");
    a.index = {c.number("index_n_heads"), c.number("index_head_dim"), c.number("index_topk")};
    c.is("attention_bias");
    return a;
  }
  a.kv_heads = c.number("num_key_value_heads", a.heads);
  a.head_size = c.either({"head_dim", "attention_head_dim"}, hidden / a.heads);
  a.value_head_size = c.number("v_head_dim");
  if (c.text("model_type") == "deepseek_v4") {  // as far as it can be said
    a.query_rank = c.number("q_lora_rank");
    a.rotary_head_size = c.number("qk_rope_head_dim");
    a.index = {c.number("index_n_heads"), c.number("index_head_dim"), c.number("index_topk")};
  }
  a.query_key_value_bias = c.is("attention_bias") || c.is("qkv_bias");
  a.output_bias = a.query_key_value_bias;
  const std::string type = c.text("model_type");
  const std::string norm = c.text("qk_norm_type");
  const bool named = type.starts_with("qwen3") || type == "gemma4_text";
  const bool weightless = type == "llama4_text";  // Llama 4's norm has no weights
  if ((c.is("use_qk_norm") || named) && !weightless)
    a.norm = norm == "per_layer" ? hr::query_key_norm::per_layer : hr::query_key_norm::per_head;
  return a;
}

hr::experts read_experts(configuration& c) {
  const std::string type = c.text("model_type");
  hr::experts e;
  e.routed = c.either({"n_routed_experts", "num_local_experts", "num_experts"});
  if (e.routed == 0) return e;
  e.per_token = c.either({"num_experts_per_tok", "top_k_experts", "experts_per_token"});
  // A single group limits nothing.
  const hr::count groups = c.number("n_group"), groups_per_token = c.number("topk_group");
  if (groups > 1) e.groups = groups, e.groups_per_token = groups_per_token;
  e.width = c.either({"moe_intermediate_size", "intermediate_size"});
  const hr::count shared = c.number("n_shared_experts");
  e.shared_width =
      c.either({"moe_shared_expert_intermediate_size", "shared_expert_intermediate_size", "shared_intermediate_size"},
               shared * e.width);
  if (type == "llama4_text") e.shared_width = c.number("intermediate_size");
  e.latent = c.number("moe_latent_size");
  e.gated = type != "nemotron_h";
  e.bias = type == "gpt_oss";
  e.router_bias = type == "gpt_oss";
  e.shared_gate = type == "qwen3_5_moe_text";
  const bool chosen_by_bias = c.text("topk_method") == "noaux_tc" && type != "deepseek_v4";
  e.score_correction = chosen_by_bias || c.is("use_routing_bias") || type == "nemotron_h";
  return e;
}

hr::state_space read_state_space(configuration& c) {
  if (!c.has("mamba_num_heads")) return {};
  c.number("expand");  // Nemotron's inner width is its heads'
  return {.heads = c.number("mamba_num_heads"),
          .head_size = c.number("mamba_head_dim"),
          .groups = c.number("n_groups"),
          .state_size = c.number("ssm_state_size"),
          .kernel = c.number("conv_kernel"),
          .kernel_bias = c.is("use_conv_bias"),
          .bias = c.is("use_bias") || c.is("mamba_proj_bias")};
}

hr::linear_attention read_linear(configuration& c) {
  return {.key_heads = c.number("linear_num_key_heads"),
          .value_heads = c.number("linear_num_value_heads"),
          .key_head_size = c.number("linear_key_head_dim"),
          .value_head_size = c.number("linear_value_head_dim"),
          .kernel = c.number("linear_conv_kernel_dim")};
}

// Every layer of a model, one by one, from what its configuration says of each.
std::vector<hr::layer> read_layers(configuration& c) {
  const std::string type = c.text("model_type");
  std::string pattern = c.text("hybrid_override_pattern");
  for (const std::string& kind : c.list("layers_block_type"))
    pattern += kind == "mamba" ? 'M' : kind == "moe" ? 'E' : '*';
  const hr::count layers = c.number("num_hidden_layers", static_cast<hr::count>(pattern.size()));
  const hr::attention attention = read_attention(c);
  const hr::experts experts = read_experts(c);
  const hr::state_space mamba = read_state_space(c);
  const hr::linear_attention linear = read_linear(c);

  hr::feed_forward dense{.width = c.either({"dense_intermediate_size", "intermediate_size_mlp", "intermediate_size"})};
  c.number("intermediate_size");
  dense.gated = c.is("gated", true) && type != "nemotron_h";
  dense.bias = c.is("mlp_bias");
  bool biases = false;
  if (c.has("biases")) {  // true, false, or in words
    const json& said = c.fields.at("biases");
    biases = said == true;
    dense.bias = biases || said == "feed-forward and logits only";
  }

  const auto types = c.list("layer_types");
  const auto sliding = c.list("hybrid_layer_pattern");
  const auto sparse = c.list("moe_layer_freq");
  if (sparse.empty() && c.has("moe_layer_freq")) CHECK(c.number("moe_layer_freq") == 1);
  const auto networks = c.list("mlp_layer_types");
  const auto indexers = c.list("indexer_types");
  const hr::count first_dense = c.number("first_k_dense_replace");
  const hr::count step = c.number("interleave_moe_layer_step", 1);
  c.number("full_attention_interval"), c.number("decoder_sparse_step");
  CHECK(c.list("mlp_only_layers").empty());

  std::vector<hr::layer> found;
  for (hr::count i = 0; i < layers; ++i) {
    const auto place = static_cast<std::size_t>(i);
    hr::layer l{.how_many = 1};
    if (!pattern.empty()) {
      if (pattern[place] == 'M') l.state_space = mamba;
      if (pattern[place] == 'E') l.experts = experts;
      if (pattern[place] == '-') l.feed_forward = dense;
      if (pattern[place] == '*') l.attention = attention;
      found.push_back(l);
      continue;
    }
    l.attention = attention;
    l.attention.query_key_value_bias |= biases;
    l.attention.output_bias |= biases;
    if (type == "gpt_oss") l.attention.sinks = true;
    if (c.has("sliding_window") && types.empty() && sliding.empty() && type.empty())
      l.attention.window = c.number("sliding_window");
    if (!types.empty() && types[place] == "sliding_attention") l.attention.window = c.number("sliding_window");
    if (!types.empty() && types[place] == "linear_attention") {
      l.attention = {};
      l.linear_attention = linear;
    } else if (linear.value_heads > 0) {
      l.attention.output_gate = true;
    }
    if (type == "gemma4_text" && types[place] == "full_attention") {
      l.attention.head_size = c.number("global_head_dim");
      l.attention.kv_heads = c.number("num_global_key_value_heads");
      l.attention.keys_are_values = c.is("attention_k_eq_v");
    }
    if (!sliding.empty()) {
      const bool is_sliding = sliding[place] == "1";
      if (is_sliding)
        l.attention = {.heads = c.number("swa_num_attention_heads"),
                       .kv_heads = c.number("swa_num_key_value_heads"),
                       .head_size = c.number("swa_head_dim"),
                       .value_head_size = c.number("swa_v_head_dim"),
                       .window = c.number("sliding_window")};
      CHECK(c.number("sliding_window") == c.number("sliding_window_size"));
      CHECK(c.number("sliding_window") == c.number("attention_chunk_size"));
      l.attention.sinks = c.is(is_sliding ? "add_swa_attention_sink_bias" : "add_full_attention_sink_bias");
    } else if (c.has("attention_chunk_size") && (i + 1) % 4 != 0) {  // every fourth layer of Llama 4 sees all
      l.attention.chunk = c.number("attention_chunk_size");
    }
    if (!indexers.empty() && indexers[place] == "shared")
      l.attention.index = {.most_tokens = l.attention.index.most_tokens};

    bool is_sparse = experts.is_present() && i >= first_dense && (i + 1) % step == 0;
    if (!sparse.empty()) is_sparse = sparse[place] == "1";
    if (!networks.empty()) CHECK(is_sparse == (networks[place] == "sparse"));
    if (is_sparse) l.experts = experts;
    if (!is_sparse || c.is("enable_moe_block")) l.feed_forward = dense;
    found.push_back(l);
  }
  return found;
}

// ---- comparison. A structured binding names every member, so that a new one does not compile until it is compared.

std::string words_of(const hr::attention& a) {
  const auto& [heads, kv_heads, head, value, query_rank, kv_rank, rotary, window, chunk, norm, bias, output_bias, sinks,
               gate, output_norm, keys_are_values, shares_cache, gates, index] = a;
  const auto& [index_heads, index_size, index_most] = index;
  const hr::count values = a.value_size();
  return json{heads,
              a.is_latent() ? 0 : kv_heads,
              head,
              values,
              query_rank,
              kv_rank,
              rotary,
              window,
              chunk,
              static_cast<int>(norm),
              bias,
              output_bias,
              sinks,
              gate,
              output_norm,
              keys_are_values,
              shares_cache,
              gates,
              index_heads,
              index_size,
              index_most,
              value > 0 ? value == values : true}
      .dump();
}
std::string words_of(const hr::layer& l) {
  const auto& [letter, how_many, attention, state, linear, short_one, recurrence, dense, experts] = l;
  const auto& [heads, head, groups, state_size, kernel, kernel_bias, bias, output_bias, state_norm, step_rank, step_norms] =
      state;
  const auto& [key_heads, value_heads, key_size, value_size, linear_kernel, decay, linear_rank, wide_norm] = linear;
  const auto& [short_width, short_kernel, short_bias] = short_one;
  const auto& [channels, blocks, recurrence_kernel] = recurrence;
  const auto& [width, gated, dense_bias, activation_numbers, inner_norm] = dense;
  const auto& [routed, used, expert_groups, groups_used, expert_width, shared, passing, latent, experts_gated, expert_bias, router_bias, correction,
               shared_gate, own_norm] = experts;
  json all{heads, head,   groups, state_size,   kernel, key_heads, value_heads, key_size,    value_size, linear_kernel,
           width, routed, used,   expert_width, shared, latent,    expert_bias, router_bias, correction, shared_gate, expert_groups, groups_used};
  if (heads > 0) all.push_back(json{kernel_bias, bias, output_bias, state_norm, step_rank, step_norms});
  if (value_heads > 0) all.push_back(json{static_cast<int>(decay), linear_rank, wide_norm});
  all.push_back(json{short_width, short_kernel, short_bias, channels, blocks, recurrence_kernel});
  if (width > 0) all.push_back(json{gated, dense_bias, activation_numbers, inner_norm});
  if (routed > 0) all.push_back(json{experts_gated, own_norm, passing});
  return words_of(attention) + all.dump();
}

void compare_with(const hr::transformer& mine, configuration& c) {
  const auto& [name, from, basis, missing, leaves_out, without_vision, vocabulary, hidden, context, positions, more_tokens,
               embedding_width, per_layer, hidden_states, residual_rank, tied, embedding_norm, head_bias, norm, final_norm, norms_per_part, one_norm, layers, order, predicts, vision] = mine;
  CHECK(name == c.name);
  CHECK(vocabulary == c.number("vocab_size"));
  CHECK(hidden == c.number("hidden_size"));
  CHECK(context == c.number("max_position_embeddings"));
  const bool learned = c.text("position") == "learned";
  const hr::count before = name == "facebook/opt-175b" ? 2 : 0;  // rows before the first position
  CHECK(positions == (learned ? context + before : 0));
  CHECK(tied == (c.is("tie_word_embeddings") || c.is("tied")));
  CHECK(embedding_norm == c.is("embedding_norm"));
  CHECK(head_bias == (c.has("biases") && c.fields.at("biases") == "feed-forward and logits only"));
  if (const std::string said = c.text("norm"); !said.empty())
    CHECK(norm == (said == "layernorm" ? hr::norm_kind::layer : hr::norm_kind::rms));
  if (c.has("parallel_attention")) CHECK(one_norm == c.is("parallel_attention"));
  CHECK(vision == 0);
  CHECK(more_tokens == 0);
  CHECK(embedding_width == 0);
  CHECK(per_layer.width == c.either({"hidden_size_per_layer_input"}));
  CHECK(per_layer.vocabulary == 0);
  CHECK(hidden_states == 1);
  CHECK(residual_rank == 0);
  CHECK(final_norm);
  CHECK(without_vision == (leaves_out.find("vision tower") != std::string_view::npos));
  // GLM-5 to 5.2, DeepSeek and Qwen3.5 describe their modules; the others' are named as left out.
  const hr::count modules = c.either({"num_nextn_predict_layers", "mtp_num_hidden_layers"});
  if (leaves_out.find("predict") == std::string_view::npos && missing.empty()) CHECK(predicts.modules == modules);
  if (predicts.modules > 0) CHECK(predicts.order.size() == 1);

  const std::vector<hr::layer> read = read_layers(c);
  REQUIRE(mine.layer_count() == static_cast<hr::count>(read.size()));
  if (name == "nvidia/Llama-3_3-Nemotron-Super-49B-v1") return;  // its layers are what is missing
  for (std::size_t i = 0; i < read.size(); ++i) {
    CAPTURE(i);
    REQUIRE(hr::layer_at(mine, static_cast<hr::count>(i)) != nullptr);
    CHECK(words_of(*hr::layer_at(mine, static_cast<hr::count>(i))) == words_of(read[i]));
  }

  // Where it is from, and how well it stands. Unconfirmed only: MiniMax-M3, whose stated fields may not be all.
  const std::string stated = facts().at(c.name).at("basis");
  CHECK((from == &hr::sources::model_configurations) == (stated == "stated"));
  const bool confirmed = stated == "stated" && name != "MiniMaxAI/MiniMax-M3";
  CHECK(basis == (confirmed ? hr::basis::stated : hr::basis::general_knowledge));
  CHECK(order == mine.order);
}

}  // namespace

TEST_CASE("every model of models.json is there, and no other, with each number that its configuration states") {
  std::set<std::string> names;
  for (const hr::transformer* each : published::all()) {
    CAPTURE(each->name);
    const std::string name(each->name);
    CHECK(names.insert(name).second);
    REQUIRE(facts().contains(name));
    configuration c{name, facts().at(name).at("config"), {}};
    compare_with(*each, c);
    for (const auto& field : c.fields.items()) {
      CAPTURE(field.key());
      CHECK((c.read.contains(field.key()) || without_count.contains(field.key())));
    }
  }
  CHECK(names.size() == 49);
  CHECK(facts().size() == 49);
}

TEST_CASE("what is left out of the count of fields is there to be left out") {
  for (const std::string_view key : without_count) {
    CAPTURE(key);
    bool found = false;
    for (const auto& [name, model] : facts().items()) found = found || model.at("config").contains(key);
    CHECK(found);
  }
}

TEST_CASE("a shape is whole, or its model says what is missing") {
  const std::map<std::string_view, std::string_view> refused{
      {"deepseek-ai/DeepSeek-V4-Flash", "compressed attention"},
      {"deepseek-ai/DeepSeek-V4-Pro", "compressed attention"},
      {"google/gemma-4-26B-A4B", "the norms and scales"},
      {"nvidia/Llama-3_3-Nemotron-Super-49B-v1", "block_configs"},
      {"zai-org/GLM-5.2", "whether layers that share the index"},
  };
  for (const hr::transformer* each : published::all()) {
    CAPTURE(each->name);
    const auto found = refused.find(each->name);
    CHECK(each->missing.empty() == (found == refused.end()));
    if (found == refused.end()) CHECK(hr::missing(*each) == "");
    if (found != refused.end()) CHECK(hr::missing(*each).starts_with(found->second));
    // Without the words the rest of the shape is in order, so that a reader who knows what is missing can go on.
    hr::transformer rest = *each;
    rest.missing = {};
    if (each->name != "nvidia/Llama-3_3-Nemotron-Super-49B-v1") CHECK(hr::missing(rest) == "");
  }
}

TEST_CASE("a model is found by its name, with its publisher's or without") {
  CHECK_CONSTEXPR(published::find("meta-llama/Meta-Llama-3.1-405B").found == &published::llama3_1_405b);
  CHECK_CONSTEXPR(published::find("Meta-Llama-3.1-405B").found == &published::llama3_1_405b);
  CHECK_CONSTEXPR(published::find("DeepSeek-V3").found == &published::deepseek_v3);
  CHECK_CONSTEXPR(published::find("DeepSeek-V3").suggestion.empty());
  for (const hr::transformer* each : published::all()) {
    CAPTURE(each->name);
    CHECK(published::find(each->name).found == each);
  }
}

TEST_CASE("another case or other signs, and less of the end where one goes on, is the same name") {
  CHECK_CONSTEXPR(published::find("llama3.1-405b").found == &published::llama3_1_405b);
  CHECK_CONSTEXPR(published::find("llama3_1_405b").found == &published::llama3_1_405b);
  CHECK(published::find("meta-llama/Llama-3.1-405B").found == &published::llama3_1_405b);
  CHECK(published::find("deepseek-v3").found == &published::deepseek_v3);
  CHECK(published::find("qwen3-235b-a22b").found == &published::qwen3_235b_a22b);
  CHECK(published::find("llama2-70b").found->name == "meta-llama/Llama-2-70b");
  CHECK(published::find("gpt-oss120b").found->name == "openai/gpt-oss-120b");
  CHECK(published::find("kimi-k2").found == &published::kimi_k2);
  CHECK(published::find("nemotron-3-nano").found == &published::nemotron_3_nano_30b_a3b);
  CHECK(published::find("mixtral_8x7b").found == &published::mixtral_8x7b);
}

TEST_CASE("several models whose names begin so are listed, and a publisher's name is whole") {
  CHECK_CONSTEXPR(published::find("llama-3.1").found == nullptr);
  CHECK_CONSTEXPR(published::find("llama-3.1").several.size == 3);
  CHECK(published::find("llama-3.1").suggestion.empty());
  CHECK(published::find("llama-4").several.size == 2);
  CHECK(published::find("gpt-oss").several.size == 2);
  CHECK(published::find("deepseek").several.size == 6);
  CHECK(published::find("qwen").several.size == 8);
  CHECK(published::find("nemotron").several.size == 5);  // not the first whose name begins so
  CHECK(published::find("Nemotron_3_Ultra").found == &published::nemotron_3_ultra_550b_a55b);
  CHECK(published::find("moonshotai/Kimi-K2").found == nullptr);
  CHECK(published::find("Qwen/llama3_1_405b").found == nullptr);
}

TEST_CASE("a shortened name or a slip of the pen leads to the name") {
  CHECK(published::find("llama3-70b").suggestion == "meta-llama/Meta-Llama-3.1-70B");
  CHECK(published::find("moonshotai/Kimi-K2").suggestion == "moonshotai/Kimi-K2-Instruct");
  CHECK(published::find("Mixtarl-8x7B-v0.1").suggestion == "mistralai/Mixtral-8x7B-v0.1");
}

TEST_CASE("a name that is near to none gets no suggestion") {
  CHECK_CONSTEXPR(published::find("").suggestion.empty());
  CHECK_CONSTEXPR(published::find("/").found == nullptr);
  CHECK(published::find("toaster").suggestion.empty());
  CHECK(published::find("Standard_ND96asr_v4").suggestion.empty());
}

// 95 letters, and then digits and letters in turn: beyond what is kept of a name.
TEST_CASE("a name longer than any is looked up as far as it is kept") {
  static constexpr std::string_view long_name =
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1a1a1a";
  static_assert(long_name.find('1') == 95);
  CHECK_CONSTEXPR(published::find(long_name).found == nullptr);
  for (std::size_t size = 80; size <= long_name.size(); ++size) {
    CHECK(published::find(long_name.substr(0, size)).found == nullptr);
    CHECK(published::find(long_name.substr(long_name.size() - size)).suggestion.empty());
  }
  CHECK_CONSTEXPR(published::spelled_apart("a1b").text() == "a 1 b");
  CHECK_CONSTEXPR(published::spelled_apart(long_name).size <= published::spelled_apart::most);
  // 96 letters, of which the last two are kept for one with a space before it.
  const std::string letters(200, 'a');
  CHECK(published::spelled_apart(letters).size == 95);
  CHECK(published::spelled_apart("aaa" + std::string(200, '1')).size == 95);
}

}  // namespace model_models_test

TEST_CASE("A model answers to the name that the library has for it, behind its namespaces") {
  for (const auto& each : {"models::llama3_1_8b", "hr::models::llama3_1_8b", "headroom::models::llama3_1_8b"}) {
    CAPTURE(each);
    REQUIRE(hr::models::find(each).found != nullptr);
    CHECK(hr::models::find(each).found->name == "meta-llama/Meta-Llama-3.1-8B");
  }
  CHECK(hr::models::find("headroom::models::kimi_k2").found == &hr::models::kimi_k2);
}
