// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/parallel_gpus.hpp>

#include <check.hpp>

namespace parallel_gpus_cases {

constexpr hr::parallel_sizes of(hr::engine engine, hr::count tensor, hr::count pipeline, hr::count data) {
  return {.engine = engine, .line = 1, .tensor = {tensor, 1}, .pipeline = {pipeline, 1}, .data = {data, 1}};
}

}  // namespace parallel_gpus_cases

TEST_CASE("Tensor, pipeline and data sizes multiply for vLLM and Megatron-LM") {
  using namespace parallel_gpus_cases;
  CHECK_CONSTEXPR(hr::gpus_of(of(hr::engine::vllm, 8, 2, 2)).gpus == 32);
  CHECK_CONSTEXPR(hr::gpus_of(of(hr::engine::megatron, 8, 2, 4)).gpus == 64);
}

TEST_CASE("Attention copies of SGLang divide the tensor-parallel GPUs") {
  using namespace parallel_gpus_cases;
  hr::parallel_sizes sizes = of(hr::engine::sglang, 16, 1, 8);
  sizes.data_parallel_attention = {true, 1};
  CHECK(hr::gpus_of(sizes).gpus == 16);
  CHECK(hr::gpus_of(sizes).within == 8);
}

TEST_CASE("What an engine that is not named means by a data size is left open") {
  using namespace parallel_gpus_cases;
  CHECK_CONSTEXPR(!hr::gpus_of(of(hr::engine::unnamed, 8, 1, 2)).is_known);
  CHECK_CONSTEXPR(hr::left_open_by(of(hr::engine::unnamed, 8, 1, 2)) == "which engine they are of");
  CHECK_CONSTEXPR(hr::left_open_by({.data = {hr::count{2}, 1}}) == "which engine they are of");  // none is named unless it is said
  CHECK_CONSTEXPR(!hr::gpus_of(hr::parallel_sizes{}).is_stated);
}

TEST_CASE("torchtitan's copies have the GPUs that its other degrees leave") {
  constexpr hr::parallel_sizes sizes{.engine = hr::engine::torchtitan, .line = 1, .tensor = {8, 1}, .pipeline = {4, 1}, .context = {2, 1}};
  CHECK_CONSTEXPR(hr::gpus_of(sizes).gpus == 64);
  CHECK_CONSTEXPR(hr::are_taken(hr::gpus_of(sizes), 128));
  CHECK_CONSTEXPR(!hr::are_taken(hr::gpus_of(sizes), 96));
  CHECK_CONSTEXPR(hr::name(hr::engine::torchtitan) == "torchtitan");
}

TEST_CASE("Sizes take all GPUs of a job or more only where all that count are known") {
  using namespace parallel_gpus_cases;
  CHECK_CONSTEXPR(hr::take_all_of(of(hr::engine::vllm, 8, 4, 1), {16, 2}));
  CHECK_CONSTEXPR(hr::take_all_of(of(hr::engine::vllm, 8, 2, 1), {16, 2}));
  CHECK_CONSTEXPR(!hr::take_all_of(of(hr::engine::vllm, 8, 1, 1), {16, 2}));
  CHECK_CONSTEXPR(!hr::take_all_of(of(hr::engine::vllm, 8, 4, 1), {hr::unknown, 2}));
  CHECK_CONSTEXPR(!hr::take_all_of(of(hr::engine::unnamed, 8, 4, 2), {16, 2}));
}

// What each engine's documentation says of its sizes, of 8 tensor-parallel GPUs: vLLM's data-parallel copies are others, and of its context sizes one is
// of prefill and one of decoding; SGLang's are others unless attention is data-parallel; TensorRT-LLM's attention data parallelism is of its tensor
// ranks, and its context parallelism is not; Megatron-LM has ranks for each; TGI shards and no more; torchtitan's shards multiply (job_config.py,
// parallel_dims.py), and its replicas are what is left.
TEST_CASE("each engine takes its sizes for something of its own") {
  using enum hr::engine;
  constexpr std::string_view which = "which engine they are of";
  constexpr std::string_view whether = "whether data parallelism of the attention is on";
  constexpr std::string_view two = "whether the context-parallel size is of prefill or of decoding";
  constexpr std::string_view off = "what the data-parallel size is of, as data parallelism of the attention is off";
  constexpr hr::said<bool> silent{}, open{hr::unknown, 1}, is_off{false, 1}, is_on{true, 1};
  struct meant {
    hr::engine engine{};
    hr::count context = 0;  // 0: it is not said
    hr::count data = 0;
    hr::said<bool> attention{};
    hr::count gpus = 0;  // 0: it is left open
    hr::count within = 1;
    bool is_multiple = false;
    std::string_view left_open{};
  };
  constexpr meant table[]{
      {unnamed, 0, 0, silent, 8, 1, true},      {unnamed, 1, 1, silent, 8},               {unnamed, 2, 1, silent, 0, 1, false, which},
      {unnamed, 1, 2, silent, 0, 1, false, which},
      {vllm, 0, 0, silent, 8},                  {vllm, 1, 2, silent, 16},                 {vllm, 2, 1, silent, 0, 1, false, two},
      {vllm, 1, 2, is_on, 16},
      {sglang, 0, 0, silent, 8},                {sglang, 1, 2, silent, 16},               {sglang, 1, 2, is_off, 16},
      {sglang, 1, 2, is_on, 8, 2},              {sglang, 1, 2, open, 0, 1, false, whether}, {sglang, 1, 1, open, 8},
      {sglang, 2, 1, silent, 8},
      {tensorrt_llm, 2, 0, silent, 16},         {tensorrt_llm, 1, 2, is_on, 8, 2},        {tensorrt_llm, 1, 2, is_off, 0, 1, false, off},
      {tensorrt_llm, 1, 2, silent, 0, 1, false, whether}, {tensorrt_llm, 1, 2, open, 0, 1, false, whether}, {tensorrt_llm, 1, 1, is_off, 8},
      {megatron, 2, 2, silent, 32},             {megatron, 2, 0, silent, 16, 1, true},    {megatron, 1, 1, silent, 8},
      {text_generation_inference, 2, 2, silent, 8}, {text_generation_inference, 0, 0, silent, 8},
      {torchtitan, 2, 2, silent, 32, 1, true},  {torchtitan, 0, 0, silent, 8, 1, true},
  };
  for (const meant& each : table) {
    hr::parallel_sizes sizes{.engine = each.engine, .line = 3, .tensor = {8, 3}};
    if (each.context > 0) sizes.context = {each.context, 4};
    if (each.data > 0) sizes.data = {each.data, 5};
    sizes.data_parallel_attention = each.attention;
    INFO(hr::name(each.engine) << ", context " << each.context << ", data " << each.data << ", attention " << each.attention.line);
    const hr::parallel_gpus found = hr::gpus_of(sizes);
    CHECK(hr::left_open_by(sizes) == each.left_open);
    CHECK(found.is_stated);
    CHECK(found.line == 3);
    CHECK(found.is_known == each.left_open.empty());
    CHECK(found.gpus == each.gpus);
    CHECK(found.within == each.within);
    CHECK(found.is_multiple == each.is_multiple);
  }
}

TEST_CASE("a size that is no number above 0 is named") {
  const hr::parallel_sizes whole{.engine = hr::engine::megatron, .line = 1, .tensor = {2, 1}, .pipeline = {3, 2}, .context = {5, 3}, .data = {7, 4}};
  CHECK(hr::left_open_by(whole).empty());
  CHECK(hr::gpus_of(whole).gpus == 2 * 3 * 5 * 7);
  for (const hr::said<hr::count>& bad : {hr::said<hr::count>{0, 9}, hr::said<hr::count>{hr::unknown, 9}}) {
    const auto with = [&](auto member) {
      hr::parallel_sizes sizes = whole;
      sizes.*member = bad;
      return hr::left_open_by(sizes);
    };
    CHECK(with(&hr::parallel_sizes::tensor) == "the tensor-parallel size as a number above 0");
    CHECK(with(&hr::parallel_sizes::pipeline) == "the pipeline-parallel size as a number above 0");
    CHECK(with(&hr::parallel_sizes::context) == "the context-parallel size as a number above 0");
    CHECK(with(&hr::parallel_sizes::data) == "the data-parallel size as a number above 0");
  }
  hr::parallel_sizes reason = whole;
  reason.left_open = "the script's argument";
  CHECK(hr::left_open_by(reason) == "the script's argument");
  CHECK_CONSTEXPR(hr::gpus_of({.line = 1, .context = {1, 6}}).line == 6);
  CHECK_CONSTEXPR(hr::gpus_of({.line = 1, .data = {1, 7}}).is_stated);
  CHECK_CONSTEXPR(hr::gpus_of({.line = 1, .pipeline = {2, 7}}).gpus == 2);
}

TEST_CASE("Sizes that nobody states take no GPUs that are known, and are one each") {
  constexpr hr::parallel_sizes none{};
  constexpr hr::parallel_gpus found = hr::gpus_of(none);
  CHECK_CONSTEXPR(!found.is_known);
  CHECK_CONSTEXPR(found.line == 0);
  CHECK_CONSTEXPR(!hr::take_all_of(none, {1, 2}));
}

TEST_CASE("A single GPU is all of a job of one, and none is all of no job") {
  using namespace parallel_gpus_cases;
  CHECK_CONSTEXPR(hr::take_all_of(of(hr::engine::vllm, 1, 1, 1), {1, 2}));
  CHECK_CONSTEXPR(!hr::take_all_of(of(hr::engine::vllm, 1, 1, 1), {2, 2}));
  CHECK_CONSTEXPR(!hr::take_all_of(of(hr::engine::vllm, 1, 1, 1), {0, 2}));
  CHECK_CONSTEXPR(!hr::take_all_of(of(hr::engine::vllm, 0, 1, 1), {1, 2}));
}

// What a figure holds that is not known is no figure.
TEST_CASE("A size of which the file is silent is one, whatever it holds") {
  for (const hr::engine engine : {hr::engine::unnamed, hr::engine::vllm, hr::engine::sglang, hr::engine::tensorrt_llm, hr::engine::megatron}) {
    hr::parallel_sizes sizes{.engine = engine, .line = 1, .tensor = {8, 1}};
    for (hr::said<hr::count>* each : {&sizes.pipeline, &sizes.context, &sizes.data}) each->value = 7;
    sizes.data_parallel_attention.value = true;
    CAPTURE(hr::name(engine));
    CHECK(hr::left_open_by(sizes).empty());
    CHECK(hr::gpus_of(sizes).gpus == 8);
    CHECK(hr::tensor_group(sizes) == 8);
    sizes.tensor = {};
    sizes.tensor.value = 6;
    CHECK(hr::tensor_group(sizes) == 1);
    CHECK(!hr::take_all_of(sizes, {6, 2}));
  }
}
