// SPDX-License-Identifier: BSL-1.0
#include <headroom/inference/demand.hpp>
#include <headroom/inference/memory.hpp>
#include <headroom/model/models.hpp>
#include <headroom/model/weight_memory.hpp>

#include <check.hpp>
#include <cstddef>
#include <unsaid.hpp>

namespace inference_memory_test {
namespace {

namespace published = hr::models;

constexpr hr::serving_job chat{.model = published::llama3_1_405b,
                               .weights = hr::fp8,
                               .kv_cache = hr::fp8,
                               .tensor_parallel = 8,
                               .concurrent_sequences = 64,
                               .context = 32'768};

template <class F>
constexpr hr::serving_job with(hr::serving_job job, F change) {
  change(job);
  return job;
}

// The fullest stage, by asking each.
hr::serving_memory_parts slowly(const hr::serving_job& job) {
  hr::serving_memory_parts fullest;
  for (hr::count stage = 0; stage < job.pipeline_parallel; ++stage) {
    const hr::serving_memory_parts each = value_of(hr::serving_memory(job, stage));
    if (stage == 0 || each.needed > fullest.needed) fullest = each;
  }
  return fullest;
}

// Weights, cache, working memory, what is outside and graphs, of sizes that are easily added up.
constexpr hr::detail::serving_bytes held{.weights = 50e9, .cache = 20e9, .working = 3e9, .outside = 2e9, .graphs = 2e9};

constexpr hr::serving_engine of_setting(hr::memory_setting setting, double share) {
  return {.setting = setting, .share = share};
}

}  // namespace

// 405,853,388,800 parameters less embedding, head and norms in 8 bits, an eighth of these; the rest in 16, of which
// norms are whole on every rank. 258,048 bytes of cache a token.
TEST_CASE("a rank of Llama 3.1 405B on eight GPUs, by part") {
  constexpr hr::serving_memory_parts m = value_of(hr::serving_memory(chat));
  constexpr double vocabulary = 2 * 128'256.0 * 16'384, norms = (2 * 126 + 1) * 16'384;
  CHECK_CONSTEXPR(m.weights == hr::bytes((405'853'388'800 - vocabulary - norms) / 8 + 2 * vocabulary / 8 + 2 * norms));
  CHECK_CONSTEXPR(m.kv_cache == hr::bytes(258'048.0 / 8 * 64 * 32'768));
  CHECK_CONSTEXPR(m.working == hr::bytes(2 * 8'192.0 * (2 * 16'384 + 3 * 53'248 / 8.0)));
  CHECK_CONSTEXPR(m.outside == hr::gibibytes(0.6));
  CHECK_CONSTEXPR(m.graphs == hr::gibibytes(1));
  CHECK_CONSTEXPR(m.stage == 0);
  CHECK_CONSTEXPR(m.total() == m.weights + m.kv_cache + m.working + m.outside + m.graphs);
  // vLLM's share of the GPU holds all but the graphs; the driver keeps its part beside.
  const double all = hr::in_bytes(m.weights + m.kv_cache + m.working + m.outside);
  CHECK(hr::in_bytes(m.needed - hr::kept_by_driver) == doctest::Approx(all / 0.9).epsilon(1e-9));
}

TEST_CASE("run time and compile time agree, and weights counted before do") {
  constexpr hr::serving_memory_parts compiled = value_of(hr::serving_memory(chat));
  constexpr hr::serving_layers weights = hr::layers_on_rank(chat);
  CHECK_CONSTEXPR(value_of(hr::serving_memory(chat, weights)).needed == compiled.needed);
  const hr::serving_job job = chat;
  CHECK(value_of(hr::serving_memory(job)).needed == compiled.needed);
  CHECK(value_of(hr::serving_memory(job)).weights == compiled.weights);
}

TEST_CASE("a rank alone has no buffers of NCCL") {
  constexpr hr::serving_job alone{.model = published::llama3_1_8b, .context = 4'096};
  CHECK_CONSTEXPR(value_of(hr::serving_memory(alone)).outside == hr::engines::vllm.outside_tensors);
  CHECK_CONSTEXPR(hr::serving_memory(with(alone, [](auto& j) {
                    j.data_parallel = j.concurrent_sequences = 2;
                  })).known()->outside == hr::engines::vllm.outside_with_peers);
}

// 126 layers on 4 stages are 32, 32, 31 and 31.
TEST_CASE("stages that do not come out even") {
  static constexpr hr::serving_job job = with(chat, [](auto& j) { j.tensor_parallel = 1, j.pipeline_parallel = 4; });
  constexpr double layer = 3'187'671'040.0 + 2 * 32'768, vocabulary = 2 * 128'256.0 * 16'384;
  constexpr auto weights = [](hr::count stage) { return value_of(hr::serving_memory(job, stage)).weights; };
  CHECK_CONSTEXPR(weights(0) == hr::bytes(32 * layer + vocabulary));
  CHECK_CONSTEXPR(weights(1) == hr::bytes(32 * layer));
  CHECK_CONSTEXPR(weights(2) == hr::bytes(31 * layer));
  CHECK_CONSTEXPR(weights(3) == hr::bytes(31 * layer + vocabulary + 2 * 16'384));
  CHECK_CONSTEXPR(value_of(hr::serving_memory(job, 2)).kv_cache == hr::bytes(31 * 2'048.0 * 64 * 32'768));
  CHECK_CONSTEXPR(value_of(hr::serving_memory(job)).stage == 0);
}

// Qwen3-1.7B: 151,936 x 2,048 once on one stage, on the first and on the last of two.
TEST_CASE("a tied head is copied to the last stage, with weights counted before as well") {
  constexpr hr::serving_job job{.model = published::qwen3_1_7b, .context = 1'024};
  constexpr double embedding = 2 * 151'936.0 * 2'048;
  constexpr double layers = 28 * (2 * 2'048.0 * 2'048 + 2 * 1'024 * 2'048 + 3 * 6'144 * 2'048 + 2 * 128 + 2 * 2'048);
  CHECK_CONSTEXPR(value_of(hr::serving_memory(job)).weights == hr::bytes(2 * layers + embedding + 2 * 2'048));
  constexpr hr::serving_job two = with(job,
      [](auto& j) { j.pipeline_parallel = 2; });
  CHECK_CONSTEXPR(value_of(hr::serving_memory(two, 0)).weights == hr::bytes(layers + embedding));
  CHECK_CONSTEXPR(value_of(hr::serving_memory(two, 1)).weights == hr::bytes(layers + embedding + 2 * 2'048));
  CHECK_CONSTEXPR(value_of(hr::serving_memory(two, hr::layers_on_rank(job))).weights ==
                  hr::bytes(layers + embedding + 2 * 2'048));
}

TEST_CASE("the fullest stage is found as if each had been asked") {
  for (const hr::transformer* model : {&published::llama3_1_70b, &published::deepseek_v3, &published::gpt_oss_120b,
                                       &published::nemotron_h_56b, &published::mimo_v2_flash, &published::qwen3_1_7b})
    for (const hr::count stages : {1, 2, 3, 8, 11, 17})
      for (const hr::count sequences : {1, 64})
        for (const hr::serving_engine* engine :
             {&hr::engines::vllm, &hr::engines::sglang, &hr::engines::tensorrt_llm, &hr::engines::pytorch}) {
          const hr::serving_job job{.model = *model,
                                    .pipeline_parallel = stages,
                                    .concurrent_sequences = sequences,
                                    .context = 8'000,
                                    .with_predicting = sequences == 1,
                                    .engine = *engine};
          CAPTURE(model->name);
          CAPTURE(stages);
          const hr::serving_memory_parts fullest = value_of(hr::serving_memory(job));
          const hr::serving_memory_parts same = slowly(job);
          CHECK(fullest.needed == same.needed);
          CHECK(fullest.stage == same.stage);
        }
}

TEST_CASE("attention in copies takes the cache apart, each with its sequences") {
  const hr::serving_job tensor{
      .model = published::deepseek_v3, .tensor_parallel = 8, .concurrent_sequences = 64, .context = 8'192};
  hr::serving_job data = tensor;
  data.tensor_parallel = 1;
  data.data_parallel = 8;
  const double token = 70'272;
  CHECK(value_of(hr::serving_memory(tensor)).kv_cache == hr::bytes(64 * 8'192 * token));
  CHECK(value_of(hr::serving_memory(data)).kv_cache == hr::bytes(8 * 8'192 * token));
  // The attention's weights are eight times as many, the experts' are not.
  CHECK(value_of(hr::serving_memory(data)).weights > value_of(hr::serving_memory(tensor)).weights);
  hr::serving_job whole = data;
  whole.expert_parallel = true;
  CHECK(value_of(hr::serving_memory(whole)).weights == value_of(hr::serving_memory(data)).weights);
}

TEST_CASE("a module that predicts a further token has a cache of its own") {
  const hr::serving_job without{.model = published::deepseek_v3, .pipeline_parallel = 4, .context = 1'024};
  const hr::serving_job job = with(without, [](auto& j) { j.with_predicting = true; });
  const auto cache = [](const hr::serving_job& of, hr::count stage) {
    return value_of(hr::serving_memory(of, stage)).kv_cache;
  };
  CHECK(cache(job, 0) == cache(without, 0));
  CHECK(cache(job, 3) == cache(without, 3) + hr::bytes(1'024 * 1'152.0));
}

// Windows of 128 tokens in every second layer, 2 x 8 x 64 numbers a token.
TEST_CASE("a window and a state bound what a long sequence takes") {
  constexpr double layer = 2 * 8 * 64 * 2;
  constexpr hr::serving_job oss{.model = published::gpt_oss_120b,
                                .weights = {hr::experts_in(hr::mxfp4), hr::bf16},
                                .concurrent_sequences = 3,
                                .context = 100'000};
  // Of each sequence 128 tokens and a page, and for one a prefill chunk of 8,192 with the 127 before it, and a page.
  CHECK_CONSTEXPR(value_of(hr::serving_memory(oss)).kv_cache ==
                  hr::bytes(18 * layer * (3 * 100'000 + 2 * 144 + 8'320 + 16)));
  constexpr auto plainly = with(oss,
      [](auto& j) { j.engine.chunk_beside_window = false; });
  CHECK_CONSTEXPR(value_of(hr::serving_memory(plainly)).kv_cache == hr::bytes(3 * 18 * layer * (100'000 + 128)));
  constexpr hr::serving_job hybrid{.model = published::nemotron_h_56b, .concurrent_sequences = 3, .context = 8'000};
  constexpr double state = 256.0 * 64 * 256 * 4 + 3.0 * (16'384 + 2 * 8 * 256) * 2;
  CHECK_CONSTEXPR(value_of(hr::serving_memory(hybrid)).kv_cache ==
                  hr::bytes(3 * (54 * state + 10 * 2.0 * 8 * 128 * 2 * 8'000)));
}

TEST_CASE("a pool for decode works on a token of each sequence") {
  constexpr auto working = [](hr::serving_phase phase) {
    return value_of(hr::serving_memory(with(chat, [&](auto& j) { j.phase = phase; }))).working;
  };
  constexpr double numbers = 2 * 16'384 + 3 * 53'248 / 8.0;
  CHECK_CONSTEXPR(working(hr::serving_phase::prefill) == hr::bytes(2 * 8'192 * numbers));
  CHECK_CONSTEXPR(working(hr::serving_phase::decode) == hr::bytes(2 * 64 * 16'384.0 + 64 * 128'256 * 38.0));
}

TEST_CASE("what an engine's setting asks of a GPU") {
  using enum hr::memory_setting;
  // vLLM: 75 GB in fifteen sixteenths, unless the graphs do not fit into the rest.
  CHECK_CONSTEXPR(hr::detail::visible_for(of_setting(all_of_gpu, 0.9375), held) == 80e9);
  CHECK_CONSTEXPR(hr::detail::visible_for(of_setting(all_of_gpu, 1), held) == 77e9);
  // SGLang: weights and cache, unless the rest does not fit beside.
  CHECK_CONSTEXPR(hr::detail::visible_for(of_setting(static_of_gpu, 0.875), held) == 80e9);
  CHECK_CONSTEXPR(hr::detail::visible_for(of_setting(static_of_gpu, 0.99), held) == 77e9);
  // TensorRT-LLM: the cache takes a share of what else is left.
  CHECK_CONSTEXPR(hr::detail::visible_for(of_setting(rest_of_gpu, 0.5), held) == 97e9);
  CHECK_CONSTEXPR(hr::detail::visible_for(of_setting(rest_of_gpu, 1), held) == 77e9);
}

TEST_CASE("and what a GPU leaves for the cache under it") {
  using enum hr::memory_setting;
  CHECK_CONSTEXPR(hr::detail::cache_for(of_setting(all_of_gpu, 0.9375), held, 80e9) == 20e9);
  CHECK_CONSTEXPR(hr::detail::cache_for(of_setting(static_of_gpu, 0.875), held, 80e9) == 20e9);
  CHECK_CONSTEXPR(hr::detail::cache_for(of_setting(rest_of_gpu, 0.5), held, 97e9) == 20e9);
  CHECK_CONSTEXPR(hr::detail::cache_for(of_setting(all_of_gpu, 1), held, 40e9) == -17e9);
  CHECK_CONSTEXPR(hr::detail::cache_for(of_setting(rest_of_gpu, 0.5), held, 40e9) == -17e9);
}

TEST_CASE("the two are each other's inverse") {
  using enum hr::memory_setting;
  for (const auto setting : {all_of_gpu, static_of_gpu, rest_of_gpu})
    for (const double share : {0.1, 0.5, 0.85, 0.9, 0.97, 1.0})
      for (const double cache : {0.0, 1e6, 1e9, 30e9, 500e9}) {
        hr::detail::serving_bytes of = held;
        of.cache = cache;
        const hr::serving_engine engine = of_setting(setting, share);
        const double visible = hr::detail::visible_for(engine, of);
        CAPTURE(share);
        CAPTURE(cache);
        // What fits may be more where another bound decides, and on less it is not all there.
        CHECK(hr::detail::cache_for(engine, of, visible) >= cache - 1e-3);
        CHECK(hr::detail::cache_for(engine, of, visible * (1 - 1e-9)) < cache + 1e-3);
      }
}

TEST_CASE("a job that cannot be is unknown, with the reason") {
  const auto said = [](auto change) { return hr::serving_memory(with(chat, change)).note; };
  CHECK(said([](auto& j) { j.tensor_parallel = 3; }) == "tensor parallelism does not divide the attention heads");
  CHECK(said([](auto& j) { j.context = 200'000; }) == "the context is longer than the model allows");
  CHECK(said([](auto& j) { j.pipeline_parallel = 127; }) == "there are more pipeline stages than layers");
  CHECK(said([](auto& j) { j.model = published::gemma_4_26b_a4b; }) == hr::missing(published::gemma_4_26b_a4b));
  CHECK(hr::serving_memory(chat, 1).note == "there is no such stage");
  CHECK(hr::serving_memory(chat, -1).note == "there is no such stage");
  CHECK(hr::serving_memory(with(chat, [](auto& j) { j.replicas = 0; }), 0).is_unknown());
  CHECK(said([](auto& j) {
          j.model.context = 0;
          j.context = j.concurrent_sequences = hr::max_count;
        }) == "a count is beyond its type");
}

TEST_CASE("a figure of memory stands as well as the model's shape") {
  CHECK_CONSTEXPR(hr::serving_memory(chat).is_confirmed());
  CHECK_CONSTEXPR(!hr::serving_memory({.model = published::llama2_70b, .context = 4'096}).is_confirmed());
  CHECK_CONSTEXPR(hr::serving_memory({.model = published::kimi_k2_5}).note == "the vision tower");
}

// Qwen3-32B on two GPUs: 64 layers of hidden width 5,120, 64 heads of 128 and 8 of keys and values, 25,600 inside. Each
// matrix has one of the rank at either side, of 16 bits, with the matrix' divided side on two GPUs.
TEST_CASE("LoRA adapters that are resident take their matrices on each rank") {
  constexpr hr::serving_job plain{.model = published::qwen3_32b, .tensor_parallel = 2, .context = 8'192};
  constexpr auto adapted = with(plain,
      [](auto& j) {
    j.adapters = 8;
    j.adapter_rank = 16;
  });
  constexpr double attention = (5'120 + 4'096) + 2 * (5'120 + 512) + (4'096 + 5'120);
  constexpr double network = 2 * (5'120 + 12'800) + (12'800 + 5'120);
  CHECK_CONSTEXPR(value_of(hr::serving_memory(adapted)).adapters == hr::bytes(8 * 2 * 16 * 64 * (attention + network)));
  CHECK_CONSTEXPR(value_of(hr::serving_memory(adapted)).weights == value_of(hr::serving_memory(plain)).weights);
  CHECK_CONSTEXPR(value_of(hr::serving_memory(adapted)).total() ==
                  value_of(hr::serving_memory(plain)).total() + value_of(hr::serving_memory(adapted)).adapters);
  CHECK(hr::contradiction(with(adapted, [](auto& j) { j.adapter_rank = 0; })) == "the rank of an adapter is 1 or more");
}

// A token of Qwen3-0.6B has 28 layers of 2 x 8 heads of 128 in 16 bits.
TEST_CASE("a draft model is on the last stage with its cache") {
  constexpr hr::serving_job plain{
      .model = published::qwen3_32b, .pipeline_parallel = 2, .concurrent_sequences = 4, .context = 8'192};
  constexpr auto drafted = with(plain,
      [](auto& j) { j.draft = &published::qwen3_0_6b; });
  CHECK_CONSTEXPR(value_of(hr::serving_memory(drafted, 0)).draft == hr::bytes(0));
  CHECK_CONSTEXPR(value_of(hr::serving_memory(drafted, 0)).kv_cache == value_of(hr::serving_memory(plain, 0)).kv_cache);
  CHECK_CONSTEXPR(value_of(hr::serving_memory(drafted, 1)).draft == value_of(hr::weight_memory(published::qwen3_0_6b, hr::bf16)));
  CHECK_CONSTEXPR(value_of(hr::serving_memory(drafted, 1)).kv_cache ==
                  value_of(hr::serving_memory(plain, 1)).kv_cache + hr::bytes(4 * 8'192 * 28 * 2.0 * 8 * 128 * 2));
  constexpr auto lacking = with(plain,
      [](auto& j) { j.draft = &published::gemma_4_26b_a4b; });
  CHECK(hr::contradiction(lacking) == "the draft model lacks something to be counted");
}

TEST_CASE("a draft model that tensor parallelism does not divide is whole on each rank") {
  constexpr hr::serving_job wide{
      .model = published::llama3_1_405b, .tensor_parallel = 32, .context = 8'192, .draft = &published::qwen3_0_6b};
  CHECK_CONSTEXPR(value_of(hr::serving_memory(wide)).draft == value_of(hr::weight_memory(published::qwen3_0_6b, hr::bf16)));
}

// A sequence of 8,192 tokens of Llama 3.1 8B: 32 layers of 2 x 8 heads of 128 in 16 bits, 1 GiB.
TEST_CASE("a KV cache that is offloaded is in the memory and on the disks of the host") {
  constexpr hr::serving_job offloading{.model = published::llama3_1_8b,
                                       .tensor_parallel = 2,
                                       .concurrent_sequences = 4,
                                       .context = 8'192,
                                       .sequences_on_host = 100,
                                       .sequences_on_nvme = 1'000};
  CHECK_CONSTEXPR(value_of(hr::serving_memory(offloading)).kv_cache == hr::gibibytes(2));
  CHECK_CONSTEXPR(value_of(hr::serving_memory(offloading)).host == hr::gibibytes(50));
  CHECK_CONSTEXPR(value_of(hr::serving_memory(offloading)).nvme == hr::gibibytes(500));
  CHECK_CONSTEXPR(value_of(hr::demand_of(offloading)).per_gpu.system_memory == hr::gibibytes(50));
  CHECK_CONSTEXPR(value_of(hr::demand_of(offloading)).per_gpu.local_storage == hr::gibibytes(500));
  constexpr auto divided = with(offloading,
      [](auto& j) { j.data_parallel = 4; });
  CHECK_CONSTEXPR(value_of(hr::serving_memory(divided)).host == hr::gibibytes(12.5));
}

namespace {

// Two kinds of layers in turn, a module that predicts, and a draft of two kinds of its own.
constexpr hr::transformer two_kinds{.vocabulary = 1'000,
                                    .hidden = 64,
                                    .context = 1'000,
                                    .layers = {{{.letter = 'a', .how_many = 3, .attention = {.heads = 4, .kv_heads = 2, .head_size = 16}, .feed_forward = {.width = 128, .gated = false}},
                                                {},
                                                {.letter = 'b', .how_many = 2, .attention = {.heads = 2, .kv_heads = 2, .head_size = 24}, .feed_forward = {.width = 160, .gated = false}}}},
                                    .order = "aabab",
                                    .predicts = {.modules = 1, .order = "b"}};
constexpr hr::transformer two_drafts{.vocabulary = 500,
                                     .hidden = 32,
                                     .context = 70,
                                     .layers = {{{.letter = 'a', .how_many = 1, .attention = {.heads = 2, .kv_heads = 2, .head_size = 8}, .feed_forward = {.width = 40, .gated = false}},
                                                 {.letter = 'b', .how_many = 2, .attention = {.heads = 2, .kv_heads = 2, .head_size = 16}, .feed_forward = {.width = 24, .gated = false}}}},
                                     .order = "abb"};
constexpr hr::serving_engine no_pages{.chunk = 50};

// Parameters of a layer whose heads of queries and of keys are so wide together.
double parameters(double hidden, double queries, double keys, double width) { return hidden * (2 * queries + 2 * keys + 2 * width) + 2 * hidden; }
// Of one matrix each, what leads to its rank and from it.
double sides(double hidden, double queries, double keys, double width) { return 2 * (hidden + queries) + 2 * (hidden + keys) + 2 * (hidden + width); }

}  // namespace

// Bytes of a token in a layer: 2 heads of 16 and of 24, and of the draft 2 of 8 and of 16, keys and values of 16 bits. Windows of 10 and of 7 in the second kinds;
// three modules of one layer of it.
TEST_CASE("caches of modules and of a draft are of their own kinds of layers") {
  hr::transformer model = two_kinds, draft = two_drafts;
  model.layers[2].attention.window = 10;
  model.predicts.modules = 3;
  draft.layers[1].attention.window = 7;
  hr::serving_job job{.model = model, .context = 100, .with_predicting = true, .engine = no_pages};
  const double own = 3 * 100 * 128 + 2 * 10 * 192, modules = 3 * 10 * 192, drafted = 70 * 64 + 2 * 7 * 128;
  const auto cache = [&] { return hr::in_bytes(value_of(hr::serving_memory(job)).kv_cache); };
  CHECK(cache() == own + modules);
  job.draft = &draft;
  CHECK(cache() == own + modules + drafted);
  job.with_predicting = false;
  CHECK(cache() == own + drafted);
  draft.layers[0].attention.window = 5;
  draft.layers[1].attention.window = 0;
  CHECK(cache() == own + 5 * 64 + 2 * 70 * 128);
}

// 2^63 bits are an eighth as many bytes: 1.15 x 10^18.
TEST_CASE("each exact part that no count of bits holds leaves the memory unknown") {
  const hr::serving_job job{.model = two_kinds, .context = 100};
  const double beyond = 9'223'372'036'854'775'808.0 / 8;
  using sizes = hr::detail::serving_bytes;
  for (double sizes::*part : {&sizes::weights, &sizes::cache, &sizes::host, &sizes::nvme}) {
    sizes of{.weights = 1, .cache = 1, .host = 1, .nvme = 1};
    CHECK(hr::detail::to_memory(job, of, 0).is_known());
    of.*part = beyond * 0.999;
    CHECK(hr::detail::to_memory(job, of, 0).is_known());
    of.*part = beyond;
    CHECK(hr::detail::to_memory(job, of, 0).is_unknown());
    of.*part = beyond * 2;
    CHECK(hr::detail::to_memory(job, of, 0).is_unknown());
  }
}

// Two stages: layers a, a, b and a, b. Sequences of 100 tokens, of which the draft keeps 70, the longest that it can.
TEST_CASE("each part of a stage's memory, by hand") {
  hr::serving_job job{.model = two_kinds, .pipeline_parallel = 2, .concurrent_sequences = 3, .context = 100, .with_predicting = true, .draft = &two_drafts, .adapters = 5, .adapter_rank = 7,
                      .sequences_on_host = 11, .sequences_on_nvme = 13, .engine = no_pages};
  const double a = 2 * parameters(64, 64, 32, 128), b = 2 * parameters(64, 48, 48, 160);
  const double adapters_of_a = 5 * 7 * 2 * sides(64, 64, 32, 128), adapters_of_b = 5 * 7 * 2 * sides(64, 48, 48, 160);
  const double cache_of_a = 100 * 2 * 2 * 32, cache_of_b = 100 * 2 * 2 * 48, cache_of_draft = 70 * 2 * 2 * (16 + 2 * 32);
  const double largest = 2 * 160;  // the network of b; 256 of a
  const auto check = [&](hr::count stage, double weights, double adapters, double draft, double of_sequence, double working) {
    const hr::serving_memory_parts m = value_of(hr::serving_memory(job, stage));
    CAPTURE(stage);
    CHECK(m.stage == stage);
    CHECK(hr::in_bytes(m.weights) == weights);
    CHECK(hr::in_bytes(m.adapters) == adapters);
    CHECK(hr::in_bytes(m.draft) == draft);
    CHECK(hr::in_bytes(m.kv_cache) == 3 * of_sequence);
    CHECK(hr::in_bytes(m.working) == working);
    CHECK(hr::in_bytes(m.host) == 11 * of_sequence);
    CHECK(hr::in_bytes(m.nvme) == 13 * of_sequence);
    CHECK(hr::in_bytes(m.total()) == weights + adapters + draft + 3 * of_sequence + working);
    CHECK(hr::in_bytes(m.needed - hr::kept_by_driver) == weights + adapters + draft + 3 * of_sequence + working);
  };
  const double embedding = 2 * 1'000 * 64, joint = 2 * (2 * 64 * 64 + 3 * 64);
  const double draft = 2 * (2 * 500 * 32 + 32 + parameters(32, 16, 16, 40) + 2 * parameters(32, 32, 32, 24));
  check(0, 2 * a + b + embedding, 2 * adapters_of_a + adapters_of_b, 0, 2 * cache_of_a + cache_of_b, 2 * 50 * (2 * 64 + largest));
  check(1, a + 2 * b + embedding + 2 * 64 + joint, adapters_of_a + adapters_of_b, draft, cache_of_a + 2 * cache_of_b + cache_of_draft, 2 * 50 * (2 * 64 + largest));
  CHECK(value_of(hr::serving_memory(job)).stage == 1);
  // Of one layer each: a, a, b, a, b. A kind that a stage lacks takes nothing there.
  job.pipeline_parallel = 5;
  check(1, a, adapters_of_a, 0, cache_of_a, 2 * 50 * (2 * 64 + 256));
  check(2, b, adapters_of_b, 0, cache_of_b, 2 * 50 * (2 * 64 + largest));
  // Offloaded to either alone, on two ranks: six and seven of each.
  job.pipeline_parallel = 1, job.data_parallel = 2;
  const double of_sequence = 3 * cache_of_a + 3 * cache_of_b + cache_of_draft;
  job.sequences_on_nvme = 0;
  CHECK(hr::in_bytes(value_of(hr::serving_memory(job)).host) == 6 * of_sequence);
  CHECK(hr::in_bytes(value_of(hr::serving_memory(job)).nvme) == 0);
  job.sequences_on_host = 1;
  CHECK(hr::in_bytes(value_of(hr::serving_memory(job)).host) == of_sequence);
  job.sequences_on_host = 0, job.sequences_on_nvme = 1;
  CHECK(hr::in_bytes(value_of(hr::serving_memory(job)).nvme) == of_sequence);
  job.sequences_on_nvme = 13;
  CHECK(hr::in_bytes(value_of(hr::serving_memory(job)).host) == 0);
  CHECK(hr::in_bytes(value_of(hr::serving_memory(job)).nvme) == 7 * of_sequence);
  // Modules that are not held, and a draft whose contexts have no end.
  job.with_predicting = false;
  hr::transformer endless = two_drafts;
  endless.context = 0;
  job.draft = &endless;
  CHECK(hr::in_bytes(value_of(hr::serving_memory(job)).nvme) == 7 * (3 * cache_of_a + 2 * cache_of_b + cache_of_draft / 70 * 100));
  job.sequences_on_nvme = 0;
  CHECK(hr::in_bytes(value_of(hr::serving_memory(job)).nvme) == 0);
}

// On two ranks queries, keys and what leads into the network are divided at their outputs, what leads out of both at its inputs.
TEST_CASE("adapters are divided with their matrices, which those of experts have none of") {
  hr::serving_job job{.model = two_kinds, .tensor_parallel = 2, .context = 100, .adapters = 1, .adapter_rank = 3, .engine = no_pages};
  const auto adapters = [&] { return hr::in_bytes(value_of(hr::serving_memory(job)).adapters); };
  const double halves = 2 * 3 * (3 * (2 * (64 + 32) + 2 * (64 + 16) + 2 * (64 + 64)) + 2 * (2 * (64 + 24) + 2 * (64 + 24) + 2 * (64 + 80)));
  CHECK(adapters() == halves);
  job.adapters = 0;
  CHECK(adapters() == 0);
  job.adapters = 1;
  // Shared experts have, routed ones and the router have not.
  job.model.layers[0].feed_forward = {};
  job.model.layers[0].experts = {.routed = 4, .per_token = 2, .width = 48, .shared_width = 128, .gated = false};
  CHECK(adapters() == halves);
}

TEST_CASE("what is not said of memory is nothing") {
  const hr::serving_memory_parts m{};
  CHECK(m.stage == 0);
  CHECK(hr::in_bytes(m.total()) == 0);
  const hr::detail::serving_bytes b{};
  CHECK(b.weights + b.adapters + b.draft + b.cache + b.working + b.outside + b.graphs + b.host + b.nvme == 0);
  const hr::serving_layers l{};
  const hr::serving_layer& of = l.of_kind[0];
  CHECK(l.first + l.last + l.copied_head + l.draft + of.weights + of.adapters + of.working + static_cast<double>(l.layers + of.token_bits + of.state_bits) == 0);
  const hr::serving_job job{};
  CHECK(job.adapters + job.sequences_on_host + job.sequences_on_nvme == 0);
}

// gpt-oss is 2,880 wide, and each second layer has a window. On one GPU, and its experts on eight, which cuts blocks of 32.
TEST_CASE("an engine that is not named has pages of a token and logits in 32 bits, and pads and refuses nothing") {
  using engine = hr::serving_engine;
  constexpr auto bytes = [](const engine& by) {
    const hr::serving_job job{.model = published::gpt_oss_20b, .weights = hr::mxfp4, .concurrent_sequences = 8, .context = 1'001, .engine = by};
    return hr::in_bytes(hr::serving_memory(job, 0).value_or({}).needed);
  };
  CHECK_CONSTEXPR(is_unless_said<&engine::share>(bytes, engine{}, 1, 0.5));
  CHECK_CONSTEXPR(is_unless_said<&engine::page>(bytes, engine{}, 1, 16));
  CHECK_CONSTEXPR(is_unless_said<&engine::chunk_beside_window>(bytes, engine{.chunk = 64}, false, true));
  CHECK_CONSTEXPR(is_unless_said<&engine::mxfp4_multiple>(bytes, engine{}, 0, 256));
  CHECK_CONSTEXPR(is_unless_said<&engine::most_sequences>(bytes, engine{.chunk = 64}, 8, 1'024));
  CHECK_CONSTEXPR(is_unless_said<&engine::sampling_bytes>(bytes, engine{.chunk = 64, .most_sequences = 1'024}, 4, 8));
  constexpr auto words = [](const engine& by) {
    const hr::serving_job job{.model = published::llama3_1_405b, .weights = hr::fp8_blocks, .tensor_parallel = 64, .engine = by};
    return hr::contradiction(job);
  };
  CHECK_CONSTEXPR(is_unless_said<&engine::whole_blocks>(words, engine{}, false, true));
}

// Nothing is left, or a byte: a share of nothing and of a byte is for the cache.
TEST_CASE("what a GPU leaves for the cache at its bounds") {
  const hr::serving_engine engine = of_setting(hr::memory_setting::rest_of_gpu, 0.5);
  CHECK(hr::detail::cache_for(engine, held, 57e9) == 0);
  CHECK(hr::detail::cache_for(engine, held, 57e9 + 1) == 0.5);
  CHECK(hr::detail::cache_for(engine, held, 57e9 - 1) == -1);
}

}  // namespace inference_memory_test
