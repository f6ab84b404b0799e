// SPDX-License-Identifier: BSL-1.0
#include <headroom/model/models.hpp>
#include <headroom/model/parameters.hpp>

#include <check.hpp>
#include <limits>

// The counts against a slow calculation that shares nothing with them: every tensor of a checkpoint, added one by one,
// by the names and shapes that the checkpoints have.
namespace model_parameters_test {
namespace {

namespace published = hr::models;

struct tensors {
  hr::count sum = 0;
  hr::count inactive = 0;  // of experts that one token is not sent to
  void add(hr::count rows, hr::count columns = 1) { sum += rows * columns; }
};

void check_total(const hr::transformer& model, const tensors& slow) {
  CAPTURE(model.name);
  CHECK(value_of(hr::parameters(model)).total() == slow.sum);
  CHECK(value_of(hr::active_parameters(model)).total() == slow.sum - slow.inactive);
}

// query_key_value and dense of GPT-2, OPT and BLOOM: the three projections in one, biases everywhere.
tensors gpt2(hr::count layers, hr::count hidden, hr::count vocabulary, hr::count positions, bool embedding_norm) {
  tensors t;
  t.add(vocabulary, hidden);  // wte
  t.add(positions, hidden);   // wpe
  if (embedding_norm) t.add(hidden), t.add(hidden);
  for (hr::count i = 0; i < layers; ++i) {
    t.add(hidden), t.add(hidden);                  // ln_1
    t.add(3 * hidden, hidden), t.add(3 * hidden);  // c_attn
    t.add(hidden, hidden), t.add(hidden);          // c_proj
    t.add(hidden), t.add(hidden);                  // ln_2
    t.add(4 * hidden, hidden), t.add(4 * hidden);  // c_fc
    t.add(hidden, 4 * hidden), t.add(hidden);      // c_proj
  }
  t.add(hidden), t.add(hidden);  // ln_f
  return t;
}

struct llama_numbers {
  hr::count layers, hidden, heads, kv_heads, head, width, vocabulary;
  bool query_key_norm = false;
  bool tied = false;
};

tensors llama(const llama_numbers& n) {
  tensors t;
  t.add(n.vocabulary, n.hidden);               // embed_tokens
  if (!n.tied) t.add(n.vocabulary, n.hidden);  // lm_head
  t.add(n.hidden);                             // norm
  for (hr::count i = 0; i < n.layers; ++i) {
    t.add(n.heads * n.head, n.hidden);     // q_proj
    t.add(n.kv_heads * n.head, n.hidden);  // k_proj
    t.add(n.kv_heads * n.head, n.hidden);  // v_proj
    t.add(n.hidden, n.heads * n.head);     // o_proj
    if (n.query_key_norm) t.add(n.head), t.add(n.head);
    t.add(n.width, n.hidden);  // gate_proj
    t.add(n.width, n.hidden);  // up_proj
    t.add(n.hidden, n.width);  // down_proj
    t.add(n.hidden);           // input_layernorm
    t.add(n.hidden);           // post_attention_layernorm
  }
  return t;
}

void gated_experts(tensors& t, hr::count hidden, hr::count experts, hr::count used, hr::count width) {
  for (hr::count e = 0; e < experts; ++e) {
    const hr::count before = t.sum;
    t.add(width, hidden), t.add(width, hidden), t.add(hidden, width);
    if (e >= used) t.inactive += t.sum - before;
  }
  t.add(experts, hidden);  // gate
}

tensors mixture(hr::count layers, hr::count hidden, hr::count heads, hr::count kv_heads, hr::count head,
                hr::count experts, hr::count used, hr::count width, hr::count vocabulary, bool query_key_norm) {
  tensors t;
  t.add(vocabulary, hidden), t.add(vocabulary, hidden), t.add(hidden);
  for (hr::count i = 0; i < layers; ++i) {
    t.add(heads * head, hidden), t.add(kv_heads * head, hidden), t.add(kv_heads * head, hidden),
        t.add(hidden, heads * head);
    if (query_key_norm) t.add(head), t.add(head);
    t.add(hidden), t.add(hidden);
    gated_experts(t, hidden, experts, used, width);
  }
  return t;
}

// gpt-oss: biases of attention, router and experts, and a sink a head.
tensors gpt_oss(hr::count layers, hr::count experts) {
  tensors t;
  t.add(201'088, 2'880), t.add(201'088, 2'880), t.add(2'880);
  for (hr::count i = 0; i < layers; ++i) {
    t.add(4'096, 2'880), t.add(4'096), t.add(512, 2'880), t.add(512), t.add(512, 2'880), t.add(512);
    t.add(2'880, 4'096), t.add(2'880), t.add(64);
    t.add(2'880), t.add(2'880);
    t.add(experts, 2'880), t.add(experts);
    for (hr::count e = 0; e < experts; ++e) {
      const hr::count before = t.sum;
      t.add(5'760, 2'880), t.add(5'760);  // gate_up_proj
      t.add(2'880, 2'880), t.add(2'880);  // down_proj
      if (e >= 4) t.inactive += t.sum - before;
    }
  }
  return t;
}

struct latent_numbers {
  hr::count layers, dense, hidden, heads, query_rank, unrotated, value, width, experts, used, expert_width, vocabulary;
  hr::count index_heads = 0;
};

void latent_attention(tensors& t, const latent_numbers& n) {
  t.add(n.query_rank, n.hidden), t.add(n.query_rank);  // q_a_proj, q_a_layernorm
  t.add(n.heads * (n.unrotated + 64), n.query_rank);   // q_b_proj
  t.add(512 + 64, n.hidden), t.add(512);               // kv_a_proj_with_mqa, kv_a_layernorm
  t.add(n.heads * (n.unrotated + n.value), 512);       // kv_b_proj
  t.add(n.hidden, n.heads * n.value);                  // o_proj
  if (n.index_heads == 0) return;
  t.add(n.index_heads * 128, n.query_rank);      // indexer.wq_b
  t.add(128, n.hidden), t.add(128), t.add(128);  // indexer.wk, indexer.k_norm with its bias
  t.add(n.index_heads, n.hidden);                // indexer.weights_proj
}

void latent_expert_layer(tensors& t, const latent_numbers& n) {
  latent_attention(t, n);
  t.add(n.hidden), t.add(n.hidden);
  gated_experts(t, n.hidden, n.experts, n.used, n.expert_width);
  t.add(n.experts);  // e_score_correction_bias
  t.add(n.expert_width, n.hidden), t.add(n.expert_width, n.hidden), t.add(n.hidden, n.expert_width);  // shared_experts
}

tensors latent(const latent_numbers& n) {
  tensors t;
  t.add(n.vocabulary, n.hidden), t.add(n.vocabulary, n.hidden), t.add(n.hidden);
  for (hr::count i = 0; i < n.layers; ++i) {
    if (i >= n.dense) {
      latent_expert_layer(t, n);
      continue;
    }
    latent_attention(t, n);
    t.add(n.hidden), t.add(n.hidden);
    t.add(n.width, n.hidden), t.add(n.width, n.hidden), t.add(n.hidden, n.width);
  }
  return t;
}

constexpr latent_numbers v3{61, 3, 7'168, 128, 1'536, 128, 128, 18'432, 256, 8, 2'048, 129'280};
constexpr latent_numbers glm5{78, 3, 6'144, 64, 2'048, 192, 256, 12'288, 256, 8, 2'048, 154'880, 32};

// Nemotron-H: layers of one part each, by the letters of its own pattern.
struct hybrid_numbers {
  std::string_view pattern;
  hr::count hidden, mamba_heads, state, heads, kv_heads, experts, used, width, shared, latent, dense;
};

tensors hybrid(const hybrid_numbers& n) {
  tensors t;
  t.add(131'072, n.hidden), t.add(131'072, n.hidden), t.add(n.hidden);
  const hr::count inner = n.mamba_heads * 64;
  const hr::count convolved = inner + 2 * 8 * n.state;
  for (const char kind : n.pattern) {
    t.add(n.hidden);  // norm
    if (kind == 'M') {
      t.add(2 * inner + 2 * 8 * n.state + n.mamba_heads, n.hidden);      // in_proj
      t.add(convolved, 4), t.add(convolved);                             // conv1d
      t.add(n.mamba_heads), t.add(n.mamba_heads), t.add(n.mamba_heads);  // A_log, D, dt_bias
      t.add(inner), t.add(n.hidden, inner);                              // norm, out_proj
    } else if (kind == '*') {
      t.add(n.heads * 128, n.hidden), t.add(n.kv_heads * 128, n.hidden), t.add(n.kv_heads * 128, n.hidden);
      t.add(n.hidden, n.heads * 128);
    } else if (kind == '-') {
      t.add(n.dense, n.hidden), t.add(n.hidden, n.dense);
    } else {
      const hr::count inside = n.latent > 0 ? n.latent : n.hidden;
      t.add(n.experts, n.hidden), t.add(n.experts);  // gate, e_score_correction_bias
      if (n.latent > 0) t.add(n.latent, n.hidden), t.add(n.hidden, n.latent);
      for (hr::count e = 0; e < n.experts; ++e) {
        const hr::count before = t.sum;
        t.add(n.width, inside), t.add(inside, n.width);
        if (e >= n.used) t.inactive += t.sum - before;
      }
      t.add(n.shared, n.hidden), t.add(n.hidden, n.shared);
    }
  }
  return t;
}

// Qwen3.5: three layers of linear attention, then one of gated attention; each with experts.
tensors delta_hybrid() {
  tensors t;
  t.add(248'320, 4'096), t.add(248'320, 4'096), t.add(4'096);
  for (int i = 0; i < 60; ++i) {
    t.add(4'096), t.add(4'096);
    if (i % 4 == 3) {
      t.add(2 * 32 * 256, 4'096), t.add(2 * 256, 4'096), t.add(2 * 256, 4'096), t.add(4'096, 32 * 256);
      t.add(256), t.add(256);
    } else {
      t.add(16 * 128 + 16 * 128 + 64 * 128, 4'096);  // in_proj_qkv
      t.add(64 * 128, 4'096);                        // in_proj_z
      t.add(64, 4'096), t.add(64, 4'096);            // in_proj_b, in_proj_a
      t.add(16 * 128 + 16 * 128 + 64 * 128, 4);      // conv1d
      t.add(64), t.add(64), t.add(128);              // dt_bias, A_log, norm
      t.add(4'096, 64 * 128);                        // out_proj
    }
    gated_experts(t, 4'096, 512, 10, 1'024);
    t.add(1'024, 4'096), t.add(1'024, 4'096), t.add(4'096, 1'024), t.add(1, 4'096);  // shared_expert and its gate
  }
  return t;
}

// Llama 4: experts in every step-th layer, with one that all share; the other layers are dense and twice as wide.
tensors llama4(hr::count experts, int step) {
  tensors t;
  t.add(202'048, 5'120), t.add(202'048, 5'120), t.add(5'120);
  for (int i = 0; i < 48; ++i) {
    t.add(5'120, 5'120), t.add(1'024, 5'120), t.add(1'024, 5'120), t.add(5'120, 5'120);
    t.add(5'120), t.add(5'120);
    const hr::count width = (i + 1) % step == 0 ? 8'192 : 16'384;
    t.add(width, 5'120), t.add(width, 5'120), t.add(5'120, width);
    if ((i + 1) % step == 0) gated_experts(t, 5'120, experts, 1, 8'192);
  }
  return t;
}

// One norm or two, read by attention and feed-forward at once.
tensors parallel(hr::count layers, hr::count hidden, hr::count kv_width, hr::count width, hr::count vocabulary,
                 hr::count norms, hr::count norm_weights, hr::count matrices, hr::count query_width) {
  tensors t;
  t.add(vocabulary, hidden);
  for (hr::count i = 0; i < layers; ++i) {
    t.add(query_width, hidden), t.add(kv_width, hidden), t.add(kv_width, hidden), t.add(hidden, query_width);
    for (hr::count m = 0; m < matrices; ++m) t.add(width, hidden);
    for (hr::count n = 0; n < norms * norm_weights; ++n) t.add(hidden);
  }
  for (hr::count n = 0; n < norm_weights; ++n) t.add(hidden);
  return t;
}

constexpr std::string_view nano_pattern = "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME";
constexpr std::string_view super_pattern =
    "MEMEMEM*EMEMEMEM*EMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEM*EMEMEMEME";

}  // namespace

TEST_CASE("GPT-2 style: every tensor of GPT-3, BLOOM and OPT") {
  check_total(published::gpt3_175b, gpt2(96, 12'288, 50'257, 2'048, false));
  check_total(published::bloom_176b, gpt2(70, 14'336, 250'880, 0, true));
  check_total(published::opt_175b, gpt2(96, 12'288, 50'272, 2'048 + 2, false));
}

TEST_CASE("Llama style with MHA and GQA: every tensor of four models") {
  check_total(published::llama2_7b, llama({32, 4'096, 32, 32, 128, 11'008, 32'000}));
  check_total(published::llama3_1_405b, llama({126, 16'384, 128, 8, 128, 53'248, 128'256}));
  check_total(published::qwen3_0_6b, llama({28, 1'024, 16, 8, 128, 3'072, 151'936, true, true}));
  check_total(published::qwen3_32b, llama({64, 5'120, 64, 8, 128, 25'600, 151'936, true}));
}

TEST_CASE("mixtures of experts: every tensor of six models") {
  check_total(published::mixtral_8x7b, mixture(32, 4'096, 32, 8, 128, 8, 2, 14'336, 32'000, false));
  check_total(published::qwen3_30b_a3b, mixture(48, 2'048, 32, 4, 128, 128, 8, 768, 151'936, true));
  check_total(published::gpt_oss_20b, gpt_oss(24, 32));
  check_total(published::gpt_oss_120b, gpt_oss(36, 128));
  check_total(published::llama4_scout_17b_16e, llama4(16, 1));
  check_total(published::llama4_maverick_17b_128e, llama4(128, 2));
}

TEST_CASE("latent attention, with an index and without: every tensor of three models") {
  check_total(published::deepseek_v3, latent(v3));
  latent_numbers v3_2 = v3;
  v3_2.index_heads = 64;
  check_total(published::deepseek_v3_2, latent(v3_2));
  check_total(published::glm_5, latent(glm5));
  check_total(published::kimi_k2, latent({61, 1, 7'168, 64, 1'536, 128, 128, 18'432, 384, 8, 2'048, 163'840}));
}

TEST_CASE("modules that predict further tokens: every tensor, embedding and head shared") {
  tensors t;
  t.add(v3.hidden), t.add(v3.hidden), t.add(v3.hidden);  // enorm, hnorm, shared_head.norm
  t.add(v3.hidden, 2 * v3.hidden);                       // eh_proj
  latent_expert_layer(t, v3);
  CHECK(value_of(hr::parameters(published::deepseek_v3)).predicting == t.sum);
  CHECK(value_of(hr::active_parameters(published::deepseek_v3)).predicting == t.sum - t.inactive);
  CHECK_CONSTEXPR(value_of(hr::parameters(published::llama3_1_8b)).predicting == 0);
}

TEST_CASE("hybrids with Mamba-2: every tensor of three models") {
  check_total(published::nemotron_3_nano_30b_a3b,
              hybrid({nano_pattern, 2'688, 64, 128, 32, 2, 128, 6, 1'856, 3'712, 0, 0}));
  check_total(published::nemotron_3_super_120b_a12b,
              hybrid({super_pattern, 4'096, 128, 128, 32, 2, 512, 22, 2'688, 5'376, 1'024, 0}));
  check_total(published::nemotron_h_56b,
              hybrid({published::nemotron_h_56b.order, 8'192, 256, 256, 64, 8, 0, 0, 0, 0, 0, 32'768}));
}

TEST_CASE("a hybrid with linear attention: every tensor") { check_total(published::qwen3_5_397b_a17b, delta_hybrid()); }

TEST_CASE("parallel attention and feed-forward, with MQA and GQA: every tensor of three models") {
  check_total(published::palm_540b, parallel(118, 18'432, 256, 73'728, 256'000, 1, 1, 3, 12'288));
  check_total(published::falcon_180b, parallel(80, 14'848, 512, 59'392, 65'024, 2, 2, 2, 14'848));
  tensors gpt_j = parallel(28, 4'096, 4'096, 16'384, 50'400, 1, 2, 2, 4'096);
  for (int i = 0; i < 28; ++i) gpt_j.add(16'384), gpt_j.add(4'096);  // biases of the feed-forward network
  gpt_j.add(50'400, 4'096), gpt_j.add(50'400);                       // lm_head and its bias
  check_total(published::gpt_j_6b, gpt_j);
}

TEST_CASE("the parts are those of the tensors, and add up to the total") {
  constexpr hr::parameter_counts parts = value_of(hr::parameters(published::nemotron_3_nano_30b_a3b));
  CHECK_CONSTEXPR(parts.embedding == 131'072 * 2'688);
  CHECK_CONSTEXPR(parts.head == 131'072 * 2'688);
  CHECK_CONSTEXPR(parts.attention == 6 * (2 * 4'096 + 2 * 256) * 2'688);
  CHECK_CONSTEXPR(parts.feed_forward == 0);
  CHECK_CONSTEXPR(parts.norms == 53 * 2'688 + 23 * 4'096);
  CHECK_CONSTEXPR(parts.vision == 0);
  CHECK_CONSTEXPR(parts.embedding + parts.attention + parts.state_space + parts.experts + parts.norms + parts.head ==
                  parts.total());
  CHECK_CONSTEXPR(value_of(hr::parameters(published::qwen3_0_6b)).head == 0);
  CHECK_CONSTEXPR(value_of(hr::parameters(published::llama3_1_8b)).feed_forward == 32 * 3LL * 4'096 * 14'336);
}

TEST_CASE("a vision tower counts as a number of parameters") {
  constexpr hr::transformer seeing = [] {
    hr::transformer copy = published::llama3_1_8b;
    copy.vision = 400'000'000;
    return copy;
  }();
  CHECK_CONSTEXPR(value_of(hr::parameters(seeing)).total() == 8'030'261'248 + 400'000'000);
  CHECK_CONSTEXPR(value_of(hr::parameters(seeing)).vision == 400'000'000);
  CHECK_CONSTEXPR(value_of(hr::active_parameters(seeing)).vision == 400'000'000);  // as publishers count it
}

TEST_CASE("parts of two models add up part by part") {
  hr::parameter_counts twice = value_of(hr::parameters(published::deepseek_v3));
  twice += twice;
  CHECK(twice.total() == 2 * 671'026'419'200);
  CHECK(twice.with_predicting() == 2 * value_of(hr::parameters(published::deepseek_v3)).with_predicting());
}

// A number of its own for each part, so that none stands for another.
TEST_CASE("each part is added to itself and to the total, what predicts to the whole alone") {
  const hr::parameter_counts one{2, 3, 5, 7, 11, 13, 17, 19, 23};
  CHECK(one.total() == 2 + 3 + 5 + 7 + 11 + 13 + 17 + 19);
  CHECK(one.with_predicting() == one.total() + 23);
  hr::parameter_counts sum{100, 200, 300, 400, 500, 600, 700, 800, 900};
  sum += one;
  CHECK(sum.embedding == 102);
  CHECK(sum.attention == 203);
  CHECK(sum.state_space == 305);
  CHECK(sum.feed_forward == 407);
  CHECK(sum.experts == 511);
  CHECK(sum.norms == 613);
  CHECK(sum.head == 717);
  CHECK(sum.vision == 819);
  CHECK(sum.predicting == 923);
  CHECK_CONSTEXPR(hr::parameter_counts{}.with_predicting() == 0);
}

TEST_CASE("each weight is of one part of the parameters") {
  struct row {
    hr::weight_part part;
    hr::count hr::parameter_counts::*of;
  };
  using enum hr::weight_part;
  using counts = hr::parameter_counts;
  for (const row& each : {row{embedding, &counts::embedding}, row{attention, &counts::attention}, row{state_space, &counts::state_space}, row{feed_forward, &counts::feed_forward},
                          row{routed_experts, &counts::experts}, row{shared_experts, &counts::experts}, row{router, &counts::experts}, row{norms, &counts::norms},
                          row{head, &counts::head}, row{joint, &counts::predicting}, row{vision, &counts::vision}}) {
    CAPTURE(static_cast<int>(each.part));
    counts sum;
    CHECK(&hr::detail::part_of(sum, {.part = each.part}) == &(sum.*each.of));
    CHECK(&hr::detail::part_of(sum, {.part = each.part, .predicts = true}) == &sum.predicting);
  }
}

TEST_CASE("at run time a shape that lacks something has unknown parameters, with what it lacks") {
  const hr::figure<hr::parameter_counts> unknown = hr::parameters(published::llama3_3_nemotron_super_49b_v1);
  CHECK(unknown.is_unknown());
  CHECK(unknown.note.starts_with("block_configs"));
  CHECK(hr::active_parameters(published::gemma_4_26b_a4b).is_unknown());
}

TEST_CASE("a count beyond its type is unknown, not wrong") {
  hr::transformer vast = published::llama3_1_8b;
  vast.vocabulary = hr::max_count;
  vast.hidden = hr::max_count;
  CHECK(hr::parameters(vast).is_unknown());
  CHECK(hr::parameters(vast).note == "a count is beyond its type");
}

TEST_CASE("what rests on general knowledge says so") {
  CHECK_CONSTEXPR(hr::parameters(published::llama3_1_405b).is_confirmed());
  CHECK_CONSTEXPR(!hr::parameters(published::palm_540b).is_confirmed());
}

namespace {

constexpr hr::count everything() {
  hr::count sum = 0;
  for (const hr::transformer* each : published::all())
    if (hr::missing(*each).empty()) sum = hr::add(sum, value_of(hr::parameters(*each)).total());
  return sum;
}

}  // namespace

// clang allows 1,048,576 steps: the parameters of all models are far below, so that those of one are many times below.
TEST_CASE("the parameters of all models together are a constant expression") {
  CHECK_CONSTEXPR(everything() > 7'000'000'000'000);
}

}  // namespace model_parameters_test
