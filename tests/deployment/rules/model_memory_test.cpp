// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/model_memory.hpp>

#include <deployment/small_deployments.hpp>

namespace model_memory_cases {

using namespace small;

constexpr std::array<hr::workload, 1> serving(std::string_view model, hr::count tensor, hr::count context = 0) {
  std::array one{pods(1, tensor)};
  one[0].parallel = {.engine = hr::engine::vllm, .line = 5, .tensor = {tensor, 6}, .serves = {.name = {model, 7}}};
  if (context > 0) one[0].parallel.serves.context = {context, 8};
  return one;
}
constexpr std::string_view llama_405b = "meta-llama/Meta-Llama-3.1-405B";
constexpr std::string_view llama_70b = "meta-llama/Meta-Llama-3.1-70B";
constexpr std::array wide = serving(llama_405b, 8);
constexpr std::array quantised = [] {
  std::array one = serving(llama_405b, 8);
  one[0].parallel.serves.weight_bits = {8, 9};
  return one;
}();
constexpr std::array on_two_machines = [] {
  std::array one = serving(llama_405b, 8);
  one[0].parallel.pipeline = {hr::count{2}, 9};
  return one;
}();
// 141.1 GB of weights: 70.6 on each of two GPUs of 79.2 GiB, which leave 14.4; 131,072 tokens take 163,840 bytes each.
constexpr std::array one_long = serving(llama_70b, 2, 131'072);
// Beyond the model's own 131,072: 1,048,576 tokens take 80 GiB on each of four GPUs, and 40 beside 16.4 of weights on each of eight.
constexpr std::array scaled_on_four = serving(llama_70b, 4, 1'048'576);
constexpr std::array scaled_on_eight = serving(llama_70b, 8, 1'048'576);
constexpr std::array one_short = serving(llama_70b, 2, 16'384);
constexpr std::array less_memory = [] {
  std::array one = serving(llama_70b, 2, 16'384);
  one[0].parallel.serves.memory_thousandths = {hr::count{800}, 9};
  return one;
}();
constexpr std::array unnamed = [] {
  std::array one = serving(llama_405b, 8);
  one[0].parallel.engine = hr::engine::unnamed;
  return one;
}();
constexpr std::array by_variable = [] {
  std::array one = serving(llama_405b, 8);
  one[0].parallel.tensor = {hr::unknown, 6};
  return one;
}();
constexpr std::array experts = serving("openai/gpt-oss-120b", 1, 8'192);

}  // namespace model_memory_cases

TEST_CASE("405B parameters in 16 bits do not fit eight GPUs of 80 GB, and do in 8 bits or on sixteen") {
  using namespace model_memory_cases;
  CHECK_CONSTEXPR(told("model_memory", {.workloads = wide}, on_h100) == one_error);
  CHECK_CONSTEXPR(line_of("model_memory", {.workloads = wide}, on_h100) == 7);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = quantised}, on_h100) == clean);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = on_two_machines}, on_h100) == clean);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = wide}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = wide}) == clean);  // no machine is named
}

TEST_CASE("One sequence has to fit beside the weights, in what the engine may use") {
  using namespace model_memory_cases;
  CHECK_CONSTEXPR(told("model_memory", {.workloads = one_long}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = scaled_on_four}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = scaled_on_eight}, on_h100).errors == 0);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = one_short}, on_h100) == clean);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = less_memory}, on_h100) == one_error);
}

TEST_CASE("An engine without a name and a size by a variable are not judged, nor are weights that may be short") {
  using namespace model_memory_cases;
  CHECK_CONSTEXPR(told("model_memory", {.workloads = unnamed}, on_h100) == clean);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = by_variable}, on_h100) == clean);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = experts}, on_h100) == clean);
}

namespace model_memory_cases {

constexpr std::array<hr::workload, 1> by(hr::engine engine, std::string_view model, hr::count tensor,
                                         hr::served_model serves = {}) {
  std::array one = serving(model, tensor);
  serves.name = one[0].parallel.serves.name;
  one[0].parallel.serves = serves;
  one[0].parallel.engine = engine;
  return one;
}
constexpr std::size_t errors(const std::array<hr::workload, 1>& w, const hr::check_terms& on = on_h100) {
  return told("model_memory", {.workloads = w}, on).errors;
}

// The parameters of a dense Llama: embeddings and head, and of each layer q and o, k and v, three of the MLP, two norms.
constexpr double llama_parameters(double vocabulary, double hidden, double layers, double kv, double width) {
  return 2 * vocabulary * hidden + hidden +
         layers * (2 * hidden * hidden + 2 * hidden * kv + 3 * hidden * width + 2 * hidden);
}

}  // namespace model_memory_cases

TEST_CASE("The threshold is what a GPU has for a job: weights of 16 bits on one H100, to the byte") {
  using namespace model_memory_cases;
  // 8.03e9 parameters of two bytes are 16.06 GB: 14.96 GiB.
  constexpr double weights = 2 * llama_parameters(128'256, 4'096, 32, 1'024, 14'336);
  static_assert(weights == 16'060'522'496.0);
  constexpr auto found = [](double bytes_for_a_job) {
    const hr::gpu device{.name = "small", .driver_memory = hr::bytes(bytes_for_a_job) + hr::kept_by_driver};
    const hr::vm size{.name = "one", .gpu = &device, .gpus = hr::count{1}};
    const std::array held{hr::group{hr::machine(size), 0}};
    std::array one = serving("meta-llama/Meta-Llama-3.1-8B", 1);
    return errors(one, {.held = held});
  };
  // One token of cache: 2 x 32 layers x 1,024 numbers of two bytes; vLLM holds whole pages of 16 tokens.
  constexpr double page = 16.0 * 2 * 32 * 1'024 * 2;
  CHECK_CONSTEXPR(found(weights + page) == 0);
  CHECK_CONSTEXPR(found(weights + page - 1) == 1);
}

TEST_CASE("The part of a GPU that an engine may use counts, but for one that takes what is left") {
  using namespace model_memory_cases;
  // 70.55 GB are 65.7 GiB on each of two GPUs of 79.6 less what the driver keeps: 84 % do, 82 % do not.
  constexpr auto with_part = [](hr::engine engine, hr::count thousandths) {
    return errors(by(engine, llama_70b, 2, {.memory_thousandths = {thousandths, 9}}));
  };
  CHECK_CONSTEXPR(with_part(hr::engine::vllm, 850) == 0);
  CHECK_CONSTEXPR(with_part(hr::engine::vllm, 815) == 1);
  CHECK_CONSTEXPR(with_part(hr::engine::sglang, 815) == 1);
  CHECK_CONSTEXPR(with_part(hr::engine::tensorrt_llm, 815) == 0);  // free_gpu_memory_fraction is of what is left
}

TEST_CASE("Weights are in the bits that the file says, else in the fewest that the publisher ships") {
  using namespace model_memory_cases;
  constexpr auto on_gpus = [](std::string_view model, hr::count tensor, hr::count bits) {
    hr::served_model serves{};
    if (bits > 0) serves.weight_bits = {bits, 9};
    return errors(by(hr::engine::vllm, model, tensor, serves));
  };
  // 405e9 parameters on eight GPUs of 79.2 GiB: 94 GiB each in 16 bits, 47 in 8, 24 in 4.
  CHECK_CONSTEXPR(on_gpus(llama_405b, 8, 0) == 1);
  CHECK_CONSTEXPR(on_gpus(llama_405b, 8, 16) == 1);
  CHECK_CONSTEXPR(on_gpus(llama_405b, 8, 15) == 0);
  CHECK_CONSTEXPR(on_gpus(llama_405b, 4, 8) == 1);
  CHECK_CONSTEXPR(on_gpus(llama_405b, 4, 7) == 0);
  CHECK_CONSTEXPR(on_gpus(llama_405b, 4, 4) == 0);
  CHECK_CONSTEXPR(on_gpus(llama_405b, 2, 4) == 1);
  // DeepSeek-V3 is published in 8 bits: 671e9 bytes are 78 GiB on each of eight GPUs, 39 of sixteen. Experts of
  // gpt-oss in 4 bits: 117e9 parameters are 54 GiB, and 109 in 8.
  CHECK_CONSTEXPR(on_gpus("deepseek-ai/DeepSeek-V3", 8, 0) == 1);
  CHECK_CONSTEXPR(on_gpus("deepseek-ai/DeepSeek-V3", 8, 4) == 0);
  CHECK_CONSTEXPR(on_gpus("openai/gpt-oss-120b", 1, 0) == 0);
  CHECK_CONSTEXPR(on_gpus("openai/gpt-oss-120b", 1, 8) == 1);
  // 32.8e9 parameters of 16 bits are 61 GiB; the others are beyond one, two or four GPUs of 79.2.
  CHECK_CONSTEXPR(on_gpus("Qwen/Qwen3-32B", 1, 0) == 0);
  CHECK_CONSTEXPR(on_gpus("mistralai/Mixtral-8x22B-v0.1", 2, 0) == 1);  // 141e9: 131 GiB on each of two
  CHECK_CONSTEXPR(on_gpus("facebook/opt-175b", 4, 0) == 1);             // 175e9: 81.5 GiB on each of four
  CHECK_CONSTEXPR(on_gpus("bigscience/bloom-176b", 4, 0) == 1);              // 176e9: 82 GiB
  CHECK_CONSTEXPR(on_gpus("meta-llama/Llama-2-70b", 1, 0) == 1);     // 69e9: 128 GiB
  CHECK_CONSTEXPR(on_gpus("nobody/no-such-model", 1, 16) == 0);
}

TEST_CASE("The cache of one sequence is in 8 bits where the file says so, or may be so with short weights") {
  using namespace model_memory_cases;
  // 65.7 GiB of weights a GPU; a sequence of 131,072 tokens takes 20 GiB a GPU in 16 bits and 10 in 8.
  constexpr auto with_cache = [](hr::count bits, hr::count weights) {
    hr::served_model serves{.context = {hr::count{131'072}, 8}};
    if (bits > 0) serves.cache_bits = {bits, 9};
    if (weights > 0) serves.weight_bits = {weights, 9};
    return errors(by(hr::engine::vllm, llama_70b, 2, serves));
  };
  CHECK_CONSTEXPR(with_cache(0, 0) == 1);
  CHECK_CONSTEXPR(with_cache(16, 0) == 1);
  CHECK_CONSTEXPR(with_cache(15, 0) == 0);
  CHECK_CONSTEXPR(with_cache(8, 0) == 0);
  // On one GPU 65.7 GiB of 8 bits leave 13.5: 60,000 tokens take 18.3 in 16 bits and 9.2 in 8.
  constexpr auto beside_8_bits = [](hr::count bits) {
    hr::served_model serves{.weight_bits = {8, 9}, .context = {hr::count{60'000}, 8}};
    if (bits > 0) serves.cache_bits = {bits, 9};
    return errors(by(hr::engine::vllm, llama_70b, 1, serves));
  };
  CHECK_CONSTEXPR(beside_8_bits(16) == 1);
  CHECK_CONSTEXPR(beside_8_bits(0) == 0);  // an engine may hold 8 bits beside such weights
}

TEST_CASE("SGLang's data-parallel attention divides the tensor-parallel GPUs; vLLM's are further ones") {
  using namespace model_memory_cases;
  constexpr auto with_data = [](hr::engine engine, hr::count tensor, hr::count data, bool attention) {
    std::array one = by(engine, llama_70b, tensor);
    one[0].parallel.data = {data, 9};
    one[0].parallel.data_parallel_attention = {attention, 10};
    return errors(one);
  };
  CHECK_CONSTEXPR(with_data(hr::engine::sglang, 2, 2, true) == 1);   // whole on each: 131 GiB
  CHECK_CONSTEXPR(with_data(hr::engine::sglang, 2, 2, false) == 0);
  CHECK_CONSTEXPR(with_data(hr::engine::sglang, 4, 2, true) == 0);
  CHECK_CONSTEXPR(with_data(hr::engine::vllm, 2, 2, true) == 0);
}

TEST_CASE("What the file leaves open, or no engine's default decides, is not judged") {
  using namespace model_memory_cases;
  constexpr auto changed = [](auto change) {
    std::array one = serving(llama_405b, 8);
    change(one[0].parallel);
    return errors(one);
  };
  using sizes = hr::parallel_sizes;
  CHECK_CONSTEXPR(changed([](sizes&) {}) == 1);
  CHECK_CONSTEXPR(changed([](sizes& p) { p.pipeline = {hr::unknown, 9}; }) == 0);
  CHECK_CONSTEXPR(changed([](sizes& p) { p.data = {hr::unknown, 9}; }) == 0);
  CHECK_CONSTEXPR(changed([](sizes& p) { p.left_open = "how many pods run one engine"; }) == 0);
  CHECK_CONSTEXPR(changed([](sizes& p) { p.serves.weight_bits = {hr::unknown, 9}; }) == 0);
  CHECK_CONSTEXPR(changed([](sizes& p) { p.serves.memory_thousandths = {hr::unknown, 9}; }) == 0);
  CHECK_CONSTEXPR(changed([](sizes& p) { p.serves.name = {hr::unknown, 7}; }) == 0);
  CHECK_CONSTEXPR(changed([](sizes& p) { p.engine = hr::engine::megatron; }) == 0);
  CHECK_CONSTEXPR(changed([](sizes& p) { p.tensor = {}; }) == 1);  // vLLM takes one GPU where nothing is said
  CHECK_CONSTEXPR(changed([](sizes& p) {
                    p.tensor = {};
                    p.engine = hr::engine::sglang;
                  }) == 0);
  CHECK_CONSTEXPR(changed([](sizes& p) { p.tensor = {hr::count{7}, 6}; }) == 1);  // heads that do not divide: said as such
}

TEST_CASE("The sentence has the weights and, where a length is said, the cache of one sequence") {
  using namespace model_memory_cases;
  const std::string short_one = words("model_memory", {.workloads = wide}, on_h100);
  CHECK(short_one.find("web: meta-llama/Meta-Llama-3.1-405B takes ") == 0);
  CHECK(short_one.find(" of weights on each GPU; of Standard_ND96isr_H100_v5 the engine has ") != std::string::npos);
  const std::string long_one = words("model_memory", {.workloads = one_long}, on_h100);
  CHECK(long_one.find(" of weights on each GPU, and 20 GiB of KV cache for one sequence of 131,072 tokens; ") !=
        std::string::npos);
  constexpr std::array under_another_name = [] {
    std::array one = wide;
    one[0].parallel.serves.called = "meta-llama/Llama-3.1-405B-Instruct";
    return one;
  }();
  CHECK(words("model_memory", {.workloads = under_another_name}, on_h100)
            .find("web: meta-llama/Llama-3.1-405B-Instruct takes ") == 0);
}

// 64 heads, by its config.json.
TEST_CASE("The attention heads of a model come out even over the tensor-parallel ranks, whatever the machine") {
  using namespace model_memory_cases;
  static constexpr std::array six = serving(llama_70b, 6);
  static constexpr std::array within = [] {
    std::array one = six;
    one[0].parallel.engine = hr::engine::sglang;
    one[0].parallel.data_parallel_attention = {true, 9};
    return one;
  }();
  CHECK_CONSTEXPR(told("model_memory", {.workloads = six}) == one_error);
  CHECK_CONSTEXPR(line_of("model_memory", {.workloads = six}) == 6);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = serving(llama_70b, 8)}) == clean);
  CHECK_CONSTEXPR(told("model_memory", {.workloads = within}) == clean);
  CHECK(words("model_memory", {.workloads = six}) == "web: meta-llama/Meta-Llama-3.1-70B has 64 attention heads, which TP 6 does not divide");
}

// Llama 3.1 70B has 64 heads (Grattafiori et al., 2024, table 3).
TEST_CASE("A number of GPUs that the heads are not divided over is told with its cure") {
  using namespace model_memory_cases;
  constexpr auto on = [](hr::count tensor) { return serving(llama_70b, tensor); };
  constexpr std::array over_three = on(3);
  CHECK(in_full("model_memory", {.workloads = over_three}, on_h100) ==
        "error 6: web: meta-llama/Meta-Llama-3.1-70B has 64 attention heads, which TP 3 does not divide | choose a TP that divides 64 | 3 64");
  CHECK(in_full("model_memory", {.workloads = over_three}).starts_with("error 6: "));  // on whatever machine
  constexpr std::array by_another_name = [] {
    std::array one = serving(llama_70b, 3);
    one[0].parallel.serves.called = "chat";
    return one;
  }();
  CHECK(words("model_memory", {.workloads = by_another_name}) == "web: chat has 64 attention heads, which TP 3 does not divide");
  CHECK(cure("model_memory", {.workloads = wide}, on_h100) == "divide it over more GPUs, serve shorter sequences, or hold the weights in fewer bits");
}

namespace model_memory_cases {

// How often, and in which line, heads of a model that TP does not divide are told.
inline hr::count heads_told(hr::count heads, hr::count second, hr::count tensor, hr::count layers = 1) {
  hr::workload w{.identity = {.name = "serve", .line = 1}};
  if (tensor > 0) w.parallel.tensor = {tensor, 6};
  hr::transformer m{.name = "own"};
  m.layers[0] = {.how_many = layers, .attention = {.heads = heads}};
  m.layers[1] = {.how_many = 1, .attention = {.heads = second}};
  hr::count told = 0;
  auto count = [&](const hr::finding& found) { told = 1'000 * found.line + static_cast<hr::count>(found.terms[1].amount); };
  hr::detail::calling_sink<decltype(count)> to(count);
  const bool is_told = hr::rules::detail::leaves_heads(w, m, to);
  CHECK(is_told == (told > 0));
  return told;
}

}  // namespace model_memory_cases

TEST_CASE("Heads that a tensor-parallel size does not divide are told of the first kind of layers that has such") {
  using namespace model_memory_cases;
  for (hr::count tensor = 0; tensor <= 9; ++tensor)
    for (const hr::count heads : {0, 1, 2, 6, 8})
      for (const hr::count second : {0, 1, 4, 9}) {
        hr::count expected = 0;
        if (tensor > 0) expected = heads % tensor != 0 ? 6'000 + heads : second % tensor != 0 ? 6'000 + second : 0;
        CAPTURE(tensor);
        CAPTURE(heads);
        CAPTURE(second);
        CHECK(heads_told(heads, second, tensor) == expected);
        CHECK(heads_told(7, 0, tensor, 0) == 0);  // of which there are no layers
      }
  CHECK(hr::rules::detail::whole_mebibytes(hr::mebibytes(1.25)) == hr::mebibytes(2));
  CHECK(hr::rules::detail::whole_mebibytes(hr::mebibytes(3)) == hr::mebibytes(3));
}

TEST_CASE("The least that an engine starts with is a sequence on each copy, in the formats that the file says") {
  const auto job_of = [](auto change) {
    hr::workload w{.identity = {.name = "serve", .line = 1}};
    w.parallel = {.engine = hr::engine::sglang, .line = 1, .tensor = {hr::count{8}, 2}, .pipeline = {hr::count{3}, 3}, .data = {hr::count{4}, 4}};
    w.parallel.serves.weight_bits = {hr::count{16}, 5};
    change(w.parallel);
    return hr::rules::detail::least_job(w, hr::models::llama3_1_8b);
  };
  using sizes = hr::parallel_sizes;
  const hr::serving_job plain = job_of([](sizes&) {});
  CHECK(plain.tensor_parallel == 8);
  CHECK(plain.pipeline_parallel == 3);
  CHECK(plain.data_parallel == 4);
  CHECK(plain.concurrent_sequences == 4);
  CHECK(!plain.expert_parallel);
  CHECK(plain.context == 1);
  CHECK(plain.kv_cache.keys_and_values == hr::bf16);
  CHECK(job_of([](sizes& p) { p.data_parallel_attention = {true, 6}; }).tensor_parallel == 2);
  CHECK(job_of([](sizes& p) { p.data_parallel_attention = {true, 6}, p.data = {hr::count{3}, 4}; }).tensor_parallel == 8);
  CHECK(job_of([](sizes& p) { p.data_parallel_attention = {true, 6}, p.data = {hr::count{0}, 4}; }).tensor_parallel == 8);
  CHECK(job_of([](sizes& p) { p.data_parallel_attention = {true, 6}, p.engine = hr::engine::vllm; }).tensor_parallel == 8);
  CHECK(job_of([](sizes& p) { p.expert = {hr::count{2}, 6}; }).expert_parallel);
  CHECK(job_of([](sizes& p) { p.serves.context = {hr::count{77}, 6}; }).context == 77);
  for (const hr::count bits : {4, 8, 15, 16, 32}) {
    const hr::serving_job job = job_of([&](sizes& p) { p.serves.weight_bits = {bits, 5}; });
    CHECK(job.weights.computed == (bits < 8 ? hr::fp4 : bits < 16 ? hr::fp8 : hr::bf16));
    CHECK(job.kv_cache.keys_and_values == (bits < 16 ? hr::fp8 : hr::bf16));
    for (const hr::count cache : {8, 15, 16}) {
      const hr::serving_job with = job_of([&](sizes& p) { p.serves.weight_bits = {bits, 5}, p.serves.cache_bits = {cache, 6}; });
      CHECK(with.kv_cache.keys_and_values == (cache < 16 ? hr::fp8 : hr::bf16));
    }
  }
  const hr::serving_job silent = job_of([](sizes& p) { p.tensor = p.pipeline = p.data = {}; });
  CHECK(silent.tensor_parallel * silent.pipeline_parallel * silent.data_parallel == 1);
}

// By the publishers' cards and config.json: Llama 3.1 in bfloat16, DeepSeek-V3 in blocks of FP8, experts of gpt-oss in MXFP4.
TEST_CASE("Weights whose format the file does not name have the bits of the publisher's, and 4 where that is not listed") {
  using hr::rules::detail::published_bits;
  CHECK_CONSTEXPR(published_bits("meta-llama/Meta-Llama-3.1-70B") == 16);
  CHECK_CONSTEXPR(published_bits("deepseek-ai/DeepSeek-V3") == 8);
  CHECK_CONSTEXPR(published_bits("openai/gpt-oss-120b") == 4);
  CHECK_CONSTEXPR(published_bits("nobody/no-such-model") == 4);
}

TEST_CASE("A cache whose format is left open may be in 8 bits, as short as an engine has it beside short weights") {
  using namespace model_memory_cases;
  // 131,072 tokens take 20 GiB a GPU in 16 bits and 10 in 8; 14 are left.
  constexpr auto with_cache = [](const hr::said<hr::count>& bits) {
    return errors(by(hr::engine::vllm, llama_70b, 2, {.cache_bits = bits, .context = {hr::count{131'072}, 8}}));
  };
  CHECK_CONSTEXPR(with_cache({}) == 1);
  CHECK_CONSTEXPR(with_cache({16, 9}) == 1);
  CHECK_CONSTEXPR(with_cache({hr::unknown, 9}) == 0);
  CHECK_CONSTEXPR(errors(by(hr::engine::vllm, llama_405b, 8, {.cache_bits = {hr::unknown, 9}})) == 1);  // whatever the cache
}

TEST_CASE("Weights that do not fit are told of each engine that is judged, and of no GPU whose memory no source states") {
  using namespace model_memory_cases;
  static constexpr hr::gpu riddle{.name = "riddle"};
  static constexpr hr::vm size{.name = "one", .gpu = &riddle, .gpus = hr::count{8}};
  static constexpr std::array held{hr::group{hr::machine(size), 0}};
  for (const hr::engine engine : {hr::engine::vllm, hr::engine::sglang, hr::engine::tensorrt_llm}) {
    CAPTURE(hr::name(engine));
    CHECK(errors(by(engine, llama_405b, 8)) == 1);
    CHECK(errors(by(engine, llama_405b, 8), {.held = held}) == 0);
  }
  CHECK(errors(by(hr::engine::text_generation_inference, llama_405b, 8)) == 0);
}

TEST_CASE("A part of a GPU is in thousandths: half of twice as much has room for the same, to the byte") {
  using namespace model_memory_cases;
  constexpr double weights = 2 * llama_parameters(128'256, 4'096, 32, 1'024, 14'336);
  constexpr double page = 16.0 * 2 * 32 * 1'024 * 2;
  const auto found = [](double bytes_for_a_job) {
    const hr::gpu device{.name = "small", .driver_memory = hr::bytes(2 * bytes_for_a_job) + hr::kept_by_driver};
    const hr::vm size{.name = "one", .gpu = &device, .gpus = hr::count{1}};
    const std::array held{hr::group{hr::machine(size), 0}};
    return errors(by(hr::engine::vllm, "meta-llama/Meta-Llama-3.1-8B", 1, {.memory_thousandths = {500, 9}}), {.held = held});
  };
  CHECK(found(weights + page) == 0);
  CHECK(found(weights + page - 1) == 1);
}

TEST_CASE("Sizes of 0, and a sequence of more bytes than are counted, are not judged") {
  using namespace model_memory_cases;
  for (const hr::engine engine : {hr::engine::vllm, hr::engine::sglang}) {
    CHECK(errors(by(engine, llama_70b, 0)) == 0);
    std::array of_no_copy = by(engine, llama_70b, 2);
    of_no_copy[0].parallel.data = {hr::count{0}, 9};
    of_no_copy[0].parallel.data_parallel_attention = {true, 10};
    CHECK(errors(of_no_copy) == 0);
  }
  // BLOOM has no longest sequence; 70 layers of 2 x 14,336 numbers of two bytes are 4 MB a token.
  CHECK(errors(by(hr::engine::vllm, "bigscience/bloom-176b", 1, {.context = {hr::max_count, 8}})) == 0);
  CHECK(errors(by(hr::engine::vllm, "bigscience/bloom-176b", 1, {.context = {1, 8}})) == 1);
}
