// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure/nc.hpp>
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/catalog/azure/racks.hpp>
#include <headroom/inference/room.hpp>
#include <headroom/model/models.hpp>

#include <array>
#include <check.hpp>
#include <cluster/small_machines.hpp>

namespace inference_room_test {
namespace {

namespace published = hr::models;

constexpr hr::machine h200(hr::azure::nd96isr_h200_v5::spec);
constexpr hr::machine h100(hr::azure::nd96isr_h100_v5::spec);
constexpr hr::machine a100(hr::azure::nd96amsr_a100_v4::spec);
constexpr hr::machine rack(hr::azure::gb300_nvl72::spec);

constexpr hr::serving_job chat{.model = published::llama3_1_405b,
                               .weights = hr::fp8,
                               .kv_cache = hr::fp8,
                               .tensor_parallel = 8,
                               .concurrent_sequences = 64,
                               .context = 32'768};

constexpr hr::serving_job half{.model = published::llama3_1_405b, .tensor_parallel = 4, .context = 1'024};

template <class F>
constexpr hr::serving_job with(hr::serving_job job, F change) {
  change(job);
  return job;
}

// Four GPUs in one domain, of which CUDA sees 16 GiB each; the engine takes all of it and works in none.
struct plain_gpu {
  static constexpr hr::gpu spec{.name = "plain GPU",
                                .driver_memory = hr::gibibytes(16) + hr::kept_by_driver,
                                .bf16 = hr::tensor_only(hr::teraflops(1), hr::absent),
                                .fp8 = hr::no_rates,
                                .fp4 = hr::no_rates,
                                .int8 = hr::tensor_only(hr::teraflops(2), hr::absent)};
};
struct plain_vm {
  static constexpr hr::vm spec{.name = "plain VM", .gpu = &plain_gpu::spec, .gpus = 4, .scale_up_domain_gpus = 4};
};
constexpr hr::machine plain(plain_vm::spec);

// Two layers of one head of 64 by 64: with keys and values of 256 bytes a token and layer.
constexpr hr::transformer tiny = [] {
  hr::transformer shape{.vocabulary = 1, .hidden = 1};
  shape.layers[0] = {.how_many = 2, .attention = {.heads = 1, .kv_heads = 1, .head_size = 64}};
  return shape;
}();
constexpr hr::serving_engine nothing_else{.name = "nothing else", .chunk = 1, .sampling_bytes = 0};
constexpr hr::serving_job small_job{.model = tiny, .context = 1, .engine = nothing_else};

bool has_room(const hr::serving_job& job, const hr::machine& on) {
  const hr::figure<hr::serving_memory_parts> fullest = hr::serving_memory(job);
  return fullest.is_known() && value_of(fullest).needed <= value_of(hr::usable_memory_per_gpu(on));
}

// One node's divisors, then stages of whole nodes, as wide as the heads allow.
hr::parallelism fewest_by_trying_all(hr::serving_job job, const hr::machine& on) {
  hr::parallelism found{.pipeline = 0};
  const hr::count node = value_of(hr::gpus_of(on));
  hr::count widest = 1;
  for (const hr::count tensor : {1, 2, 4, 8})
    if (tensor <= node && hr::contradiction(with(job, [&](auto& j) { j.tensor_parallel = tensor; })).empty()) widest = tensor;
  for (const hr::count tensor : {8, 4, 2, 1})
    for (const hr::count stages : {1, 2, 3, 4}) {
      if (tensor > widest || (stages > 1 && (tensor != widest || tensor * stages % node != 0))) continue;
      if (found.pipeline > 0 && tensor * stages >= found.tensor * found.pipeline) continue;
      job.tensor_parallel = tensor;
      job.pipeline_parallel = stages;
      if (has_room(job, on)) found = {.tensor = tensor, .pipeline = stages, .data = job.data_parallel};
    }
  return found;
}

}  // namespace

// Weights: 4 x 64 + 2 norms a layer, 2 bytes each; embedding, head and norm of one number. Working: 2 bytes of two
// residuals and 256 numbers of the one token.
TEST_CASE("the longest context fills what is left") {
  constexpr double weights = 2 * (2 * (4 * 64 + 1) + 3);
  constexpr double working = 2 * (2 + 256);
  constexpr double left = 16 * 1'073'741'824.0 - weights - working;
  CHECK_CONSTEXPR(value_of(hr::serving_memory(small_job)).weights == hr::bytes(weights));
  CHECK_CONSTEXPR(value_of(hr::serving_memory(small_job)).working == hr::bytes(working));
  CHECK_CONSTEXPR(value_of(hr::largest_context(small_job, plain)) == static_cast<hr::count>(left / 512));
  CHECK_CONSTEXPR(value_of(hr::most_sequences(with(small_job, [](auto& j) { j.context = 1'000; }), plain)) ==
                  static_cast<hr::count>(left / 512'000));
  CHECK_CONSTEXPR(hr::in_bytes(value_of(hr::kv_cache_room(small_job, plain))) == left);
}

TEST_CASE("pages are whole, and a shared prefix is held once") {
  constexpr hr::serving_job paged = with(small_job, [](auto& j) { j.engine.page = 16, j.concurrent_sequences = 8; });
  constexpr auto slots = static_cast<hr::count>((16 * 1'073'741'824.0 - 1'034 - 516) / 512);
  CHECK_CONSTEXPR(value_of(hr::largest_context(paged, plain)) == slots / 16 / 8 * 16);
  // Half of each sequence is shared: of 2 k pages k are, and eight sequences have k each.
  constexpr hr::serving_job prefixed = with(paged, [](auto& j) { j.shared_prefix = 0.5; });
  constexpr hr::count found = value_of(hr::largest_context(prefixed, plain));
  CHECK_CONSTEXPR(found % 16 == 0);
  CHECK_CONSTEXPR(found / 16 / 2 * 9 + (found / 16 % 2) * 8 <= slots / 16);
  CHECK_CONSTEXPR((found / 16 + 1) / 2 * 9 + ((found / 16 + 1) % 2) * 8 > slots / 16);
  CHECK(value_of(hr::largest_context(prefixed, plain)) == found);
}

TEST_CASE("a context is at most what the model allows, where it names one") {
  CHECK_CONSTEXPR(value_of(hr::largest_context(with(chat, [](auto& j) { j.concurrent_sequences = 1; }), h200)) == 131'072);
  constexpr hr::count longest = value_of(hr::largest_context(chat, h200));
  CHECK_CONSTEXPR(longest > 32'768);
  CHECK_CONSTEXPR(longest < 131'072);
  CHECK(value_of(hr::largest_context(chat, h200)) == longest);
  constexpr hr::serving_job learned = with(small_job, [](auto& j) { j.model.learned_positions = 77; });
  CHECK_CONSTEXPR(value_of(hr::largest_context(learned, plain)) == 77);
}

// Qwen3-235B-A22B in blocks of 128: 8 ranks would cut those of its experts.
TEST_CASE("the fewest GPUs cut no block of scales") {
  constexpr hr::serving_job job{.model = published::qwen3_235b_a22b, .weights = hr::fp8_blocks, .context = 40'960};
  const hr::parallelism found = value_of(hr::fewest_gpus(job, h200));
  CHECK(found.tensor * found.pipeline >= 2);
  CHECK(found.tensor <= 4);
  const hr::serving_job cut = with(job, [](auto& j) { j.tensor_parallel = 8; });
  CHECK(hr::serving_memory(cut).note.starts_with("the ranks cut a block"));
  CHECK(value_of(hr::fewest_gpus(cut, h200)).gpus() == found.gpus());
}

TEST_CASE("sequences come in as many as there are data-parallel ranks") {
  constexpr hr::serving_job job{.model = published::deepseek_v3,
                                .weights = hr::fp8_blocks,
                                .data_parallel = 8,
                                .expert_parallel = true,
                                .context = 8'192};
  constexpr hr::count most = value_of(hr::most_sequences(job, h200));
  CHECK_CONSTEXPR(most > 0);
  CHECK_CONSTEXPR(most % 8 == 0);
  CHECK_CONSTEXPR(value_of(hr::most_sequences(with(job, [](auto& j) { j.data_parallel = 1; }), h200)) == 0);
  CHECK(value_of(hr::most_sequences(job, h200)) == most);
}

TEST_CASE("what the engine leaves for the cache is what its sequences fill") {
  for (const hr::serving_engine* engine :
       {&hr::engines::vllm, &hr::engines::sglang, &hr::engines::tensorrt_llm, &hr::engines::pytorch}) {
    CAPTURE(engine->name);
    // Chunks and sampling that do not depend on how many sequences there are.
    hr::serving_job job = with(chat, [&](auto& j) {
      j.engine = *engine;
      j.engine.most_sequences = 256;
      j.engine.chunk = 8'192;
      j.context = 16'384;
    });
    const double room = hr::in_bytes(value_of(hr::kv_cache_room(job, h200)));
    const double sequence = 16'384 * 258'048.0 / 8;
    CHECK(value_of(hr::most_sequences(job, h200)) == static_cast<hr::count>(room / sequence));
  }
}

TEST_CASE("there may be no room at all") {
  constexpr hr::serving_job whole{.model = published::llama3_1_405b, .weights = hr::fp8};
  CHECK_CONSTEXPR(value_of(hr::kv_cache_room(whole, h200)) < hr::bytes(0));
  CHECK_CONSTEXPR(value_of(hr::largest_context(whole, h200)) == 0);
  CHECK_CONSTEXPR(value_of(hr::most_sequences(whole, h200)) == 0);
}

// Weights alone: 812 GB in 16 bits are too much for nine tenths of 80 GB on eight GPUs, 51 GB on each of two nodes; in 8
// bits 410 GB are 51 GB on one.
TEST_CASE("the fewest GPUs, of equally few with the most tensor parallelism") {
  constexpr hr::serving_job job{.model = published::llama3_1_405b, .context = 4'096};
  CHECK_CONSTEXPR(value_of(hr::fewest_gpus(job, h100)).tensor == 8);
  CHECK_CONSTEXPR(value_of(hr::fewest_gpus(job, h100)).pipeline == 2);
  CHECK_CONSTEXPR(value_of(hr::fewest_gpus(with(job, [](auto& j) { j.weights = hr::fp8; }), h100)).gpus() == 8);
  CHECK_CONSTEXPR(value_of(hr::fewest_gpus(job, rack)).tensor == 4);  // of 288 GB
  CHECK_CONSTEXPR(value_of(hr::fewest_gpus(job, rack)).pipeline == 1);
  CHECK_CONSTEXPR(
      value_of(hr::fewest_gpus(hr::serving_job{.model = published::llama3_1_8b, .context = 4'096}, h100)).gpus() == 1);
  CHECK_CONSTEXPR(hr::fewest_gpus(with(job, [](auto& j) { j.concurrent_sequences = 1'000'000; }), h100).is_absent());
  constexpr hr::machine alone(hr::azure::nc40ads_h100_v5::spec);  // one GPU: nobody makes a stage of it
  CHECK_CONSTEXPR(hr::fewest_gpus(job, alone).is_absent());
}

TEST_CASE("the fewest GPUs are those found by trying all") {
  for (const hr::transformer* model : {&published::llama3_1_70b, &published::deepseek_v3, &published::gpt_oss_120b,
                                       &published::nemotron_h_56b, &published::nemotron_3_super_120b_a12b,
                                       &published::mimo_v2_flash, &published::qwen3_1_7b, &published::palm_540b})
    for (const hr::count sequences : {1, 60, 2'000})
      for (const hr::machine& on : {h100, a100, plain}) {
        const hr::serving_job job{.model = *model, .concurrent_sequences = sequences, .context = 8'192};
        CAPTURE(model->name);
        CAPTURE(sequences);
        CAPTURE(on.name());
        const hr::parallelism slow = fewest_by_trying_all(job, on);
        const hr::figure<hr::parallelism> found = hr::fewest_gpus(job, on);
        CHECK(found.is_known() == (slow.pipeline > 0));
        if (slow.pipeline == 0 || !found.is_known()) continue;
        CHECK(value_of(found).tensor == slow.tensor);
        CHECK(value_of(found).pipeline == slow.pipeline);
      }
}

// Two heavy layers in the middle: with two stages each has one, with three one stage has both.
TEST_CASE("more stages may have less room") {
  hr::transformer uneven{.vocabulary = 1, .hidden = 1};
  uneven.layers[0] = {.letter = '-', .how_many = 4, .feed_forward = {.width = 1}};
  uneven.layers[1] = {.letter = '*', .how_many = 2, .attention = {.heads = 1, .kv_heads = 1, .head_size = 64}};
  uneven.order = "--**--";
  hr::serving_job job{.model = uneven, .engine = nothing_else};
  job.context = value_of(hr::largest_context(with(job, [](auto& j) { j.context = 1, j.pipeline_parallel = 2; }), plain));
  hr::vm alone = plain_vm::spec;
  alone.gpus = alone.scale_up_domain_gpus = 2;
  CHECK(value_of(hr::fewest_gpus(job, alone)).pipeline == 2);
  const auto cache = [&](hr::count stages) {
    return value_of(hr::serving_memory(with(job, [&](auto& j) { j.pipeline_parallel = stages; }))).kv_cache;
  };
  CHECK(cache(3) == cache(1));
  CHECK(cache(2) < cache(3));
}

// Published: Llama 2 70B and Llama 3.1 405B run in 8 bits on one and on eight A100 of 80 GB, the first not in 16 bits;
// Llama 3 70B on two in 16 bits (validation: mem.fit.gptfast, mem.fit.trtllm).
TEST_CASE("published runs have room, and those that ran out of memory have none") {
  const auto gptfast = [](const hr::transformer& of, const hr::served_weights& weights, hr::count tensor) {
    return hr::serving_job{
        .model = of, .weights = weights, .tensor_parallel = tensor, .context = 400, .engine = hr::engines::pytorch};
  };
  CHECK(has_room(gptfast(published::llama2_70b, hr::int8, 1), a100));
  CHECK(has_room(gptfast(published::llama3_1_70b, hr::int8, 1), a100));
  CHECK(has_room(gptfast(published::llama3_1_405b, hr::int8, 8), a100));
  CHECK(!has_room(gptfast(published::llama2_70b, hr::bf16, 1), a100));
  CHECK(!has_room(gptfast(published::mixtral_8x7b, hr::bf16, 1), a100));
  const auto tensorrt = [](const hr::served_weights& weights, hr::count tensor) {
    return hr::serving_job{.model = published::llama3_1_70b,
                           .weights = weights,
                           .tensor_parallel = tensor,
                           .context = 256,
                           .engine = hr::engines::tensorrt_llm};
  };
  CHECK(has_room(tensorrt(hr::fp8, 1), h100));
  CHECK(!has_room(tensorrt(hr::fp16, 1), a100));
  CHECK(has_room(tensorrt(hr::fp16, 2), a100));
}

// Llama 3.1 405B on eight H200 of 141 GB: 101 GB each in 16 bits leaves room for a few sequences, not for 64.
TEST_CASE("the most bits that the job has room with, as far as the GPU multiplies") {
  CHECK_CONSTEXPR(value_of(hr::least_quantised(with(chat, [](auto& j) { j.concurrent_sequences = 1; }), h200)) == hr::bf16);
  CHECK_CONSTEXPR(value_of(hr::least_quantised(chat, h200)) == hr::fp8);
  CHECK_CONSTEXPR(value_of(hr::least_quantised(with(chat, [](auto& j) { j.concurrent_sequences = 1; }), a100)) == hr::int8);
  CHECK_CONSTEXPR(hr::least_quantised(with(chat, [](auto& j) { j.concurrent_sequences = 10'000; }), h200).is_absent());
  CHECK_CONSTEXPR(value_of(hr::least_quantised(half, h100)) == hr::int4);  // which has no fp4
  CHECK_CONSTEXPR(value_of(hr::least_quantised(with(half, [](auto& j) { j.tensor_parallel = 1; }), rack)) == hr::fp4);
  constexpr hr::machine v100(hr::azure::nd40rs_v2::spec);
  CHECK_CONSTEXPR(value_of(hr::least_quantised({.model = published::qwen3_0_6b, .context = 1'024}, v100)) == hr::fp16);
  // Of 8 bits there is none that it is known to multiply.
  CHECK_CONSTEXPR(value_of(hr::least_quantised({.model = published::llama2_13b, .context = 16'384}, v100)) == hr::int4);
  // As many sequences as there is room for without scales have none with them.
  constexpr hr::serving_job full = with(half, [](auto& j) {
    j.weights = hr::int4;
    j.concurrent_sequences = value_of(hr::most_sequences(j, h100));
  });
  CHECK_CONSTEXPR(hr::least_quantised(full, h100).is_absent());
  // Nor has a job with 8 ranks that would cut groups of 4 bits, which the others do not have.
  constexpr hr::serving_job cut{.model = published::llama2_13b, .tensor_parallel = 8, .context = 4'096};
  CHECK_CONSTEXPR(value_of(hr::least_quantised(cut, v100)) == hr::fp16);
  CHECK_CONSTEXPR(hr::least_quantised(with(cut, [](auto& j) { j.concurrent_sequences = 10'000; }), v100).is_absent());
  CHECK_CONSTEXPR(hr::weights_with_scales(hr::fp4, rack).block_inputs == 16);
  CHECK_CONSTEXPR(hr::weights_with_scales(hr::fp4, plain).block_inputs == 32);
  CHECK_CONSTEXPR(hr::weights_with_scales(hr::int8, h100).block_inputs == hr::whole_row);
  CHECK_CONSTEXPR(hr::weights_with_scales(hr::fp8, h100).block_inputs == 0);
}

TEST_CASE("a machine's missing figures leave the answer open, and no GPUs make it absent") {
  CHECK_CONSTEXPR(hr::largest_context(chat, small::riddle::spec).is_unknown());
  CHECK_CONSTEXPR(hr::most_sequences(chat, small::riddle::spec).is_unknown());
  CHECK_CONSTEXPR(hr::kv_cache_room(chat, small::riddle::spec).is_unknown());
  CHECK_CONSTEXPR(hr::fewest_gpus(chat, small::riddle::spec).is_unknown());
  CHECK_CONSTEXPR(hr::least_quantised(chat, small::riddle::spec).is_unknown());
  CHECK_CONSTEXPR(hr::largest_context(chat, small::head::spec).is_absent());
  CHECK_CONSTEXPR(hr::fewest_gpus(chat, small::head::spec).is_absent());
}

TEST_CASE("a job that cannot be has no answer, but the reason") {
  const hr::serving_job wrong = with(chat, [](auto& j) { j.tensor_parallel = 3; });
  const auto words = "tensor parallelism does not divide the attention heads";
  CHECK(hr::largest_context(wrong, h200).note == words);
  CHECK(hr::most_sequences(wrong, h200).note == words);
  CHECK(hr::kv_cache_room(wrong, h200).note == words);
  CHECK(hr::least_quantised(wrong, h200).note == words);
  CHECK(hr::fewest_gpus(wrong, h200).is_known());  // it is asked how to divide it
  const hr::serving_job refused = with(chat, [](auto& j) { j.model = published::deepseek_v4_pro; });
  CHECK(hr::fewest_gpus(refused, h200).is_unknown());
  CHECK(hr::fewest_gpus(refused, h200).note == hr::missing(published::deepseek_v4_pro));
  CHECK(hr::largest_context(refused, h200).note == hr::missing(published::deepseek_v4_pro));
  CHECK(hr::fewest_gpus(with(chat, [](auto& j) { j.context = 200'000; }), h200).note ==
        "the context is longer than the model allows");
}

TEST_CASE("run time and compile time agree") {
  constexpr hr::count context = value_of(hr::largest_context(chat, h200));
  constexpr hr::count sequences = value_of(hr::most_sequences(chat, h200));
  constexpr hr::parallelism fewest = value_of(hr::fewest_gpus(chat, h200));
  const hr::serving_job job = chat;
  CHECK(value_of(hr::largest_context(job, h200)) == context);
  CHECK(value_of(hr::most_sequences(job, h200)) == sequences);
  CHECK(value_of(hr::fewest_gpus(job, h200)).gpus() == fewest.gpus());
  CHECK(hr::largest_context(job, h200).is_confirmed());
}

// Slots for tokens in 16 GiB are 33.5 million. Of 77 tokens 38 are shared, two whole pages, and each sequence has three of its own; of 64 four pages are, two
// shared: 800,000 sequences have room for that only, 600,000 for 77, the longest, which ends inside a page.
TEST_CASE("the longest that the model allows may end inside a page") {
  hr::serving_job job = with(small_job, [](auto& j) { j.engine.page = 16, j.shared_prefix = 0.5, j.context = 500, j.model.context = 77; });
  const auto longest = [&](hr::count sequences) {
    job.concurrent_sequences = sequences;
    return value_of(hr::largest_context(job, plain));
  };
  CHECK(longest(600'000) == 77);
  CHECK(longest(800'000) == 64);
  CHECK(longest(3'000'000) == 0);
  job.model.context = 80;
  CHECK(longest(600'000) == 80);
  job.model.context = 15;
  CHECK(longest(1) == 15);
  job.model.context = 1;
  CHECK(longest(1) == 1);
  job.shared_prefix = 0, job.model.context = 77;
  CHECK(longest(600'000) == 48);  // in whole pages, of which there is room for three each
  CHECK(longest(400'000) == 77);
  job.engine.page = 1;
  CHECK(longest(600'000) == 55);
  CHECK(value_of(hr::largest_context(with(job, [](auto& j) { j.concurrent_sequences = 1, j.model.context = 0; }), plain)) > 33'000'000);
}

// A sequence of 1,000 tokens of 512 bytes on each of two ranks.
TEST_CASE("as many sequences on each rank as fit, whatever the job says") {
  hr::serving_job job = with(small_job, [](auto& j) { j.context = 1'000, j.data_parallel = 2; });
  const hr::figure<hr::count> two = hr::most_sequences(job, plain);
  job.data_parallel = 1;
  CHECK(value_of(two) == 2 * value_of(hr::most_sequences(job, plain)));
  job.data_parallel = 0;
  CHECK(hr::most_sequences(job, plain).note == "a degree of parallelism is outside 1 to 2^40");
}

TEST_CASE("a job that takes all of a GPU's memory has room, and one byte less is too little") {
  const hr::serving_layers layers = hr::layers_on_rank(small_job);
  const hr::memory needed = value_of(hr::serving_memory(small_job)).needed;
  CHECK(hr::detail::has_room(small_job, layers, needed));
  CHECK(!hr::detail::has_room(small_job, layers, needed - hr::bytes(1)));
}

// A step reads all of a sequence at once: of each token 512 bytes in whole pages of 16, and 516 that it works in.
TEST_CASE("without a shared prefix the longest context need not fill its last page") {
  const hr::serving_job job = with(small_job, [](auto& j) { j.engine.page = 16, j.engine.chunk = hr::max_count; });
  constexpr hr::count left = 16 * 1'073'741'824LL - 1'034;
  const auto fits = [](hr::count n) { return 512 * ((n + 15) / 16 * 16) + 516 * n <= left; };
  hr::count most = left / 1'028;
  while (!fits(most)) --most;
  CHECK(most % 16 != 0);
  CHECK(value_of(hr::largest_context(job, plain)) == most);
}

TEST_CASE("a job without pages is refused, with a shared prefix and without") {
  for (const double shared : {0.0, 0.5})
    for (const hr::count page : {0, -1}) {
      const hr::serving_job job = with(small_job, [&](auto& j) { j.engine.page = page, j.shared_prefix = shared; });
      CHECK(hr::largest_context(job, plain).note == "sequences, context, replicas, an engine's pages and its chunks are 1 to 2^40");
    }
}

// Qwen3-235B-A22B has 4 heads of keys and values, and experts that 8 ranks would cut but for whole ones; of Llama 2 13B eight ranks cut groups of the
// network's inputs, 13,824 of which are 108 groups.
TEST_CASE("layouts are as wide as the engine cuts nothing, however the job is divided and its experts lie") {
  const auto widest = [](const hr::transformer& model, const hr::served_weights& weights, auto change) {
    hr::serving_job job{.model = model, .weights = weights, .context = 4'096};
    change(job);
    return hr::layouts_on(h200, job).most_tensor;
  };
  const auto as_it_is = [](hr::serving_job&) {};
  const auto divided = [](hr::serving_job& j) { j.tensor_parallel = 3, j.pipeline_parallel = j.data_parallel = 1'000; };
  for (const bool whole : {false, true}) {
    const auto lie = [&](hr::serving_job& j) { j.expert_parallel = whole; };
    CHECK(widest(published::qwen3_235b_a22b, hr::fp8_blocks, lie) == 8);
    CHECK(widest(published::llama2_13b, hr::int4_groups, lie) == 4);
    CHECK(widest(published::llama3_1_8b, hr::bf16, lie) == 8);
  }
  CHECK(widest(published::qwen3_235b_a22b, hr::fp8_blocks, divided) == 8);
  CHECK(widest(published::llama2_13b, hr::int4_groups, divided) == 4);
  CHECK(widest(published::llama3_1_8b, hr::bf16, as_it_is) == 8);
  // What contradicts itself on any ranks has them alone.
  CHECK(widest(published::llama3_1_8b, hr::bf16, [](hr::serving_job& j) { j.context = -1; }) == 1);
}

// Qwen3-30B-A3B has room on one GPU of 141 GB, where experts are whole either way; on two of 80 GB in 16 bits and with a longer cache.
TEST_CASE("experts lie as the job has them where ranks share them, and a dense model has none to ask of") {
  const auto fewest = [](const hr::transformer& model, hr::count sequences, bool whole, const hr::machine& on) {
    return value_of(hr::fewest_gpus({.model = model, .expert_parallel = whole, .concurrent_sequences = sequences, .context = 4'096}, on));
  };
  for (const bool whole : {false, true}) {
    CAPTURE(whole);
    const hr::parallelism one = fewest(published::qwen3_30b_a3b, 1, whole, h200);
    CHECK(one.gpus() == 1);
    const hr::parallelism two = fewest(published::qwen3_30b_a3b, 60, whole, h100);
    CHECK(two.tensor * two.data == 2);
    CHECK((two.expert > 1) == whole);
    const hr::parallelism dense = fewest(published::llama3_1_70b, 1, whole, h200);
    CHECK(dense.tensor == 2);
    CHECK(dense.pipeline == 1);
  }
}

TEST_CASE("sequences that take no memory are as many as a count holds, in steps of the ranks") {
  hr::serving_job job{.model = {.vocabulary = 1, .hidden = 1}, .context = 1, .engine = nothing_else};
  job.model.layers[0] = {.letter = 'a', .how_many = 1, .feed_forward = {.width = 1}};
  CHECK(value_of(hr::most_sequences(job, plain)) == hr::max_count);
  job.data_parallel = 3;
  CHECK(value_of(hr::most_sequences(job, plain)) == hr::max_count / 3 * 3);
}

TEST_CASE("a layout divides a job, and experts stay whole or in parts") {
  hr::serving_job job = with(small_job, [](auto&) {});
  hr::divide(job, {.tensor = 3, .pipeline = 5, .data = 7, .expert = 2});
  CHECK(job.tensor_parallel == 3);
  CHECK(job.pipeline_parallel == 5);
  CHECK(job.data_parallel == 7);
  CHECK(job.expert_parallel);
  hr::divide(job, {.tensor = 3, .pipeline = 5, .data = 7, .expert = 1});
  CHECK(!job.expert_parallel);
  hr::serving_job experts{.model = published::deepseek_v3, .weights = hr::fp8_blocks, .data_parallel = 2, .concurrent_sequences = 2, .context = 4'096};
  for (const bool whole : {false, true}) {
    experts.expert_parallel = whole;
    const hr::parallelism found = value_of(hr::fewest_gpus(experts, h200));
    CHECK((found.expert > 1) == whole);
    CHECK(found.data == 2);
  }
  CHECK(hr::weights_with_scales(hr::fp4, hr::machine()).block_inputs == 32);
}

}  // namespace inference_room_test
