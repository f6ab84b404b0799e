// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/parallel_product.hpp>

#include <deployment/small_deployments.hpp>

namespace parallel_product_cases {

using namespace small;
using hr::engine;

// One replica of so many GPUs, with sizes; 0 is one that the file does not give.
constexpr std::array<hr::workload, 1> sized(hr::count gpus, engine by, hr::count tensor, hr::count pipeline = 0,
                                            hr::count data = 0, hr::count context = 0) {
  std::array one{pods(1, gpus)};
  hr::parallel_sizes& p = one[0].parallel;
  p.engine = by;
  p.line = 5;
  const auto give = [](hr::said<hr::count>& to, hr::count n, int line) {
    if (n > 0) to = {n, line};
  };
  give(p.tensor, tensor, 6);
  give(p.pipeline, pipeline, 7);
  give(p.data, data, 8);
  give(p.context, context, 9);
  return one;
}

constexpr std::array<hr::workload, 1> with_attention(std::array<hr::workload, 1> one) {
  one[0].parallel.data_parallel_attention = {true, 10};
  return one;
}

constexpr auto of(const std::array<hr::workload, 1>& one) { return told("parallel_product", {.workloads = one}); }

constexpr std::array needs_sixteen = sized(8, engine::vllm, 8, 2);
constexpr std::array variable = [] {
  std::array one = sized(8, engine::vllm, 8);
  one[0].parallel.tensor = {hr::unknown, 6};
  return one;
}();
constexpr std::array in_a_group = [] {
  std::array one = sized(8, engine::vllm, 8, 2);
  one[0].identity.group = "vllm";
  return one;
}();

}  // namespace parallel_product_cases

TEST_CASE("vLLM's data-parallel copies multiply") {
  using namespace parallel_product_cases;
  CHECK_CONSTEXPR(of(sized(8, engine::vllm, 8)) == clean);
  CHECK_CONSTEXPR(of(sized(16, engine::vllm, 8, 2)) == clean);
  CHECK_CONSTEXPR(of(sized(8, engine::vllm, 8, 2)) == one_error);
  CHECK_CONSTEXPR(of(sized(8, engine::vllm, 4, 1, 2)) == clean);
  CHECK_CONSTEXPR(of(sized(4, engine::vllm, 4, 1, 4)) == one_error);
  CHECK_CONSTEXPR(of(sized(8, engine::vllm, 4)) == one_warning);  // four stay idle
  CHECK_CONSTEXPR(line_of("parallel_product", {.workloads = needs_sixteen}) == 6);
  CHECK(words("parallel_product", {.workloads = needs_sixteen}) ==
        "web: for vLLM, TP 8 x PP 2 x CP 1 x DP 1 need 16 GPUs; it has 8");
}

TEST_CASE("SGLang's data-parallel attention divides the tensor-parallel GPUs, and plain copies multiply") {
  using namespace parallel_product_cases;
  CHECK_CONSTEXPR(of(with_attention(sized(4, engine::sglang, 4, 1, 4))) == clean);
  CHECK_CONSTEXPR(of(with_attention(sized(32, engine::sglang, 32, 1, 32))) == clean);
  CHECK_CONSTEXPR(of(with_attention(sized(16, engine::sglang, 4, 1, 4))) == one_warning);
  CHECK_CONSTEXPR(of(sized(16, engine::sglang, 4, 1, 4)) == clean);
  CHECK_CONSTEXPR(of(sized(4, engine::sglang, 4, 1, 4)) == one_error);
}

TEST_CASE("SGLang starts no groups of its tensor-parallel GPUs that leave a rest") {
  using namespace parallel_product_cases;
  const auto experts = [](std::array<hr::workload, 1> one, hr::count n) {
    one[0].parallel.expert = {n, 11};
    return one;
  };
  CHECK_CONSTEXPR(of(with_attention(sized(8, engine::sglang, 8, 1, 8))) == clean);
  CHECK_CONSTEXPR(of(with_attention(sized(8, engine::sglang, 8, 1, 3))) == one_error);
  CHECK_CONSTEXPR(of(with_attention(sized(8, engine::sglang, 8, 1, 16))) == one_error);
  CHECK_CONSTEXPR(of(sized(24, engine::sglang, 8, 1, 3)) == clean);  // copies, each with GPUs of its own
  CHECK(of(experts(sized(8, engine::sglang, 8), 4)) == clean);
  CHECK(of(experts(sized(8, engine::sglang, 8), 3)) == one_error);
  CHECK(of(experts(sized(8, engine::vllm, 8), 3)) == clean);
  CHECK(of(experts(sized(8, engine::sglang, 8), 1)) == clean);
  const std::array three = with_attention(sized(8, engine::sglang, 8, 1, 3));
  CHECK(words("parallel_product", {.workloads = three}) ==
        "web: for SGLang with data-parallel attention, DP 3 has to divide TP 8");
  CHECK(cure("parallel_product", {.workloads = three}) == "choose a DP that divides 8");
  CHECK(line_of("parallel_product", {.workloads = three}) == 8);
  std::array group = three;
  group[0].identity.group = "sgl";
  CHECK(of(group) == one_error);
  const std::array of_three = experts(sized(8, engine::sglang, 8), 3);
  CHECK(words("parallel_product", {.workloads = of_three}) == "web: for SGLang, EP 3 has to divide TP 8");
}

TEST_CASE("Copies of the attention are told as the file gives them") {
  using namespace parallel_product_cases;
  const std::array few = with_attention(sized(8, engine::sglang, 16, 1, 4));
  CHECK(words("parallel_product", {.workloads = few}) ==
        "web: for SGLang, TP 16 x PP 1 x CP 1, with DP 4 within TP, need 16 GPUs; it has 8");
  const std::array many = with_attention(sized(16, engine::tensorrt_llm, 8, 1, 8));
  CHECK(words("parallel_product", {.workloads = many}) ==
        "web: for TensorRT-LLM, TP 8 x PP 1 x CP 1, with DP 8 within TP, use 8 of its 16 GPUs");
}

TEST_CASE("TensorRT-LLM multiplies tensor, pipeline and context sizes") {
  using namespace parallel_product_cases;
  CHECK_CONSTEXPR(of(sized(16, engine::tensorrt_llm, 4, 2, 0, 2)) == clean);
  CHECK_CONSTEXPR(of(sized(8, engine::tensorrt_llm, 4, 2, 0, 2)) == one_error);
  CHECK_CONSTEXPR(of(sized(8, engine::tensorrt_llm, 4, 1, 2)) == one_unjudged);
}

TEST_CASE("Megatron-LM derives the data size from the GPUs where it is left out") {
  using namespace parallel_product_cases;
  CHECK_CONSTEXPR(of(sized(64, engine::megatron, 8, 4)) == clean);
  CHECK_CONSTEXPR(of(sized(48, engine::megatron, 8, 4)) == one_error);
  CHECK_CONSTEXPR(of(sized(64, engine::megatron, 8, 4, 2)) == clean);
  const std::array<hr::workload, 1> uneven = sized(48, engine::megatron, 8, 4);
  CHECK(words("parallel_product", {.workloads = uneven}) ==
        "web: for Megatron-LM, TP 8 x PP 4 x CP 1 x DP 1 take 32 GPUs or a multiple of them; it has 48");
}

TEST_CASE("An unnamed engine's sizes are judged where all engines agree") {
  using namespace parallel_product_cases;
  CHECK_CONSTEXPR(of(sized(16, engine::unnamed, 8, 2)) == clean);
  CHECK_CONSTEXPR(of(sized(8, engine::unnamed, 8, 2)) == one_unjudged);  // it may run over several replicas
  CHECK_CONSTEXPR(of(sized(4, engine::unnamed, 8)) == one_unjudged);
  CHECK_CONSTEXPR(of(sized(12, engine::unnamed, 8)) == one_unjudged);
  CHECK_CONSTEXPR(of(sized(8, engine::unnamed, 4, 1, 4)) == one_unjudged);
  CHECK_CONSTEXPR(of(sized(32, engine::unnamed, 8, 2)) == clean);  // copies may make up the rest
}

TEST_CASE("What cannot be judged says what is missing") {
  using namespace parallel_product_cases;
  const auto cure_for = [](const std::array<hr::workload, 1>& one) {
    return cure("parallel_product", {.workloads = one});
  };
  CHECK(words("parallel_product", {.workloads = variable}) ==
        "web: the GPUs that its parallel sizes take cannot be judged; the file does not say the tensor-parallel size as "
        "a number above 0");
  CHECK(cure_for(variable) == "say the tensor-parallel size as a number above 0");
  CHECK(cure_for(sized(4, engine::unnamed, 8)) == "say which engine they are of");
  CHECK(cure_for(sized(8, engine::unnamed, 4, 1, 4)) == "say which engine they are of");
  CHECK(cure_for(sized(8, engine::vllm, 4, 1, 1, 2)) ==
        "say whether the context-parallel size is of prefill or of decoding");
  CHECK(cure_for(sized(8, engine::tensorrt_llm, 4, 1, 2)) == "say whether data parallelism of the attention is on");
  std::array pods_unknown = sized(8, engine::vllm, 8, 2);
  pods_unknown[0].scale.pods = {hr::unknown, 4};
  CHECK(cure_for(pods_unknown) == "say how many GPUs a replica has");
  std::array shared = sized(8, engine::vllm, 8, 2);
  shared[0].parallel.left_open = "how many pods run one engine";
  CHECK(cure_for(shared) == "say how many pods run one engine");
}

TEST_CASE("A variable size is not judged, nor are GPUs that nobody states, and groups are for another rule") {
  using namespace parallel_product_cases;
  CHECK_CONSTEXPR(of(variable) == one_unjudged);
  CHECK_CONSTEXPR(of(in_a_group) == clean);
  CHECK_CONSTEXPR(of(sized(8, engine::vllm, 0)) == clean);
  CHECK_CONSTEXPR(of(sized(0, engine::vllm, 8)) == clean);
}

namespace parallel_product_cases {

constexpr std::array<hr::workload, 1> changed(std::array<hr::workload, 1> one, auto change) {
  change(one[0].parallel);
  return one;
}
using sizes = hr::parallel_sizes;

}  // namespace parallel_product_cases

TEST_CASE("Sizes of 0, and of a variable, are told as missing one by one") {
  using namespace parallel_product_cases;
  const auto missing = [](auto change) {
    const std::array one = changed(sized(8, engine::megatron, 8, 1, 1, 1), change);
    const std::string all = words("parallel_product", {.workloads = one});
    return all.substr(all.rfind("does not say ") + 13);
  };
  CHECK(missing([](sizes& p) { p.tensor.value = 0; }) == "the tensor-parallel size as a number above 0");
  CHECK(missing([](sizes& p) { p.pipeline.value = 0; }) == "the pipeline-parallel size as a number above 0");
  CHECK(missing([](sizes& p) { p.context.value = 0; }) == "the context-parallel size as a number above 0");
  CHECK(missing([](sizes& p) { p.data.value = 0; }) == "the data-parallel size as a number above 0");
  CHECK(missing([](sizes& p) { p.data = {hr::unknown, 8}; }) == "the data-parallel size as a number above 0");
  CHECK(of(sized(8, engine::megatron, 8, 1, 1, 1)) == clean);
}

TEST_CASE("What data parallelism is of has to be told where the engine has two kinds") {
  using namespace parallel_product_cases;
  const auto attention = [](engine by, hr::said<bool> on, hr::count data = 2) {
    const std::array one = changed(sized(8, by, 4, 1, data), [=](sizes& p) { p.data_parallel_attention = on; });
    return words("parallel_product", {.workloads = one});
  };
  const hr::said<bool> off{false, 10};
  const hr::said<bool> on{true, 10};
  const hr::said<bool> open{hr::unknown, 10};
  CHECK(attention(engine::sglang, off).empty());
  CHECK(attention(engine::sglang, {}).empty());
  CHECK(attention(engine::sglang, open).ends_with("whether data parallelism of the attention is on"));
  CHECK(attention(engine::sglang, on).ends_with("use 4 of its 8 GPUs"));
  CHECK(attention(engine::tensorrt_llm, off).ends_with(
      "what the data-parallel size is of, as data parallelism of the attention is off"));
  CHECK(attention(engine::tensorrt_llm, {}).ends_with("whether data parallelism of the attention is on"));
  CHECK(attention(engine::tensorrt_llm, on).ends_with("use 4 of its 8 GPUs"));
  CHECK(attention(engine::tensorrt_llm, off, 1).ends_with("use 4 of its 8 GPUs"));
  CHECK(attention(engine::vllm, open).empty());
  // One of each is what an unnamed engine agrees on with all others.
  CHECK_CONSTEXPR(of(sized(8, engine::unnamed, 8, 1, 1, 1)) == clean);
  CHECK_CONSTEXPR(of(sized(8, engine::unnamed, 4, 1, 0, 2)) == one_unjudged);
  CHECK_CONSTEXPR(of(sized(8, engine::vllm, 8, 1, 1, 1)) == clean);
}

TEST_CASE("The line is that of the first size that is given") {
  using namespace parallel_product_cases;
  constexpr auto line = [](const std::array<hr::workload, 1>& one) {
    return line_of("parallel_product", {.workloads = one});
  };
  CHECK_CONSTEXPR(line(sized(8, engine::megatron, 0, 16)) == 7);
  CHECK_CONSTEXPR(line(sized(8, engine::megatron, 0, 0, 16)) == 8);
  CHECK_CONSTEXPR(line(sized(8, engine::megatron, 0, 0, 0, 16)) == 9);
  CHECK(in_full("parallel_product", {.workloads = needs_sixteen}) ==
        "error 6: web: for vLLM, TP 8 x PP 2 x CP 1 x DP 1 need 16 GPUs; it has 8 | choose sizes that multiply to 8, or give "
        "it 16 GPUs | 8 2 1 1 16 8");
  const std::array uneven = sized(48, engine::megatron, 8, 2, 0, 2);
  CHECK(in_full("parallel_product", {.workloads = uneven}) ==
        "error 6: web: for Megatron-LM, TP 8 x PP 2 x CP 2 x DP 1 take 32 GPUs or a multiple of them; it has 48 | choose sizes "
        "whose product divides 48, or give it a multiple of 32 GPUs | 8 2 2 1 32 48");
  const std::array three = with_attention(sized(8, engine::sglang, 8, 1, 3));
  CHECK(in_full("parallel_product", {.workloads = three}) ==
        "error 8: web: for SGLang with data-parallel attention, DP 3 has to divide TP 8 | choose a DP that divides 8 | 8 3 "
        "2");
}

namespace expert_groups_cases {

using namespace parallel_product_cases;

constexpr std::array<hr::workload, 1> with_experts(std::array<hr::workload, 1> one, hr::count experts, hr::count tensor = 0) {
  one[0].parallel.expert = {experts, 11};
  if (tensor > 0) one[0].parallel.expert_tensor = {tensor, 12};
  return one;
}
// A stage of sixteen ranks: sixteen groups of one, two of eight, or one of sixteen; five of three leave one.
constexpr std::array megatron = sized(128, engine::megatron, 2, 8);
constexpr std::array trtllm = sized(4, engine::tensorrt_llm, 4);

}  // namespace expert_groups_cases

TEST_CASE("Megatron-LM's experts divide the ranks of a stage, with the tensor size or one of their own") {
  using namespace expert_groups_cases;
  CHECK_CONSTEXPR(of(with_experts(megatron, 8)) == clean);
  CHECK_CONSTEXPR(of(with_experts(megatron, 16)) == one_error);  // times two is more than a stage has
  CHECK_CONSTEXPR(of(with_experts(megatron, 16, 1)) == clean);
  CHECK_CONSTEXPR(of(with_experts(megatron, 3)) == one_error);
  CHECK_CONSTEXPR(of(with_experts(megatron, 1)) == clean);
  CHECK(words("parallel_product", {.workloads = with_experts(megatron, 3)}) ==
        "web: for Megatron-LM, EP 3 x TP 2 x PP 8 take 48 GPUs or a multiple of them; it has 128");
}

TEST_CASE("TensorRT-LLM's experts divide its tensor-parallel ranks") {
  using namespace expert_groups_cases;
  CHECK_CONSTEXPR(of(with_experts(trtllm, 4)) == clean);
  CHECK_CONSTEXPR(of(with_experts(trtllm, 2)) == clean);
  CHECK_CONSTEXPR(of(with_experts(trtllm, 8)) == one_error);
  CHECK_CONSTEXPR(of(with_experts(trtllm, 3)) == one_error);
}

TEST_CASE("Each term of the arithmetic is called what it is") {
  using namespace parallel_product_cases;
  const std::array multiplied = sized(8, engine::vllm, 8, 2);
  CHECK(explained("parallel_product", {.workloads = multiplied}) ==
        "tensor parallel: 8\npipeline parallel: 2\ncontext parallel: 1\ndata parallel: 1\nGPUs the sizes take: 16\nGPUs of a replica: 8\n");
  const std::array divided = with_attention(sized(16, engine::sglang, 8, 1, 2));
  CHECK(in_full("parallel_product", {.workloads = divided}) ==
        "warning 6: web: for SGLang, TP 8 x PP 1 x CP 1, with DP 2 within TP, use 8 of its 16 GPUs | choose sizes that multiply to 16, or give it 8 GPUs "
        "| 8 1 1 2 8 16");
  CHECK(explained("parallel_product", {.workloads = divided}).find("data parallel, within TP: 2\n") != std::string::npos);
  const std::array copies = with_attention(sized(8, engine::sglang, 8, 1, 5));
  CHECK(explained("parallel_product", {.workloads = copies}) == "tensor parallel: 8\ndata parallel: 5\nGPUs left over: 3\n");
  std::array experts = sized(8, engine::sglang, 8);
  experts[0].parallel.expert = {hr::count{3}, 11};
  CHECK(explained("parallel_product", {.workloads = experts}) == "tensor parallel: 8\nexpert parallel: 3\nGPUs left over: 2\n");
}

TEST_CASE("Groups of one rank leave none over, and sizes that are left open leave that open") {
  using namespace parallel_product_cases;
  const auto experts = [](std::array<hr::workload, 1> one, hr::said<hr::count> n) {
    one[0].parallel.expert = n;
    return one;
  };
  // Ranks of the context multiply TensorRT-LLM's, and are SGLang's own.
  CHECK(of(experts(sized(8, engine::tensorrt_llm, 4, 1, 0, 2), {hr::count{8}, 11})) == clean);
  CHECK(of(experts(sized(8, engine::sglang, 8, 1, 0, 2), {hr::count{16}, 11})) == one_error);
  CHECK(of(experts(sized(1, engine::sglang, 1), {hr::count{2}, 11})) == one_error);
  CHECK(of(experts(sized(8, engine::sglang, 8), {hr::count{0}, 11})) == clean);
  CHECK(of(experts(sized(8, engine::sglang, 8), {hr::unknown, 11})) == clean);
  std::array open = experts(sized(8, engine::tensorrt_llm, 8), {hr::count{3}, 11});
  open[0].parallel.context = {hr::unknown, 9};
  CHECK(words("parallel_product", {.workloads = open}).ends_with("the context-parallel size as a number above 0"));
  // Data-parallel attention is SGLang's own rank groups, not TensorRT-LLM's.
  CHECK(of(with_attention(sized(8, engine::tensorrt_llm, 8, 1, 3))) == clean);
  // What is uneven is told once.
  CHECK(words("parallel_product", {.workloads = experts(sized(4, engine::sglang, 8), {hr::count{3}, 11})}) == "web: for SGLang, EP 3 has to divide TP 8");
}

TEST_CASE("Megatron-LM's expert groups are judged where the sizes fill the GPUs") {
  using namespace expert_groups_cases;
  // 48 GPUs are no multiple of 32, which is told of the sizes; two experts of a stage of three ranks are told as theirs.
  CHECK(words("parallel_product", {.workloads = with_experts(sized(48, engine::megatron, 8, 4), 5)}).find("TP 8 x PP 4 x CP 1") != std::string::npos);
  CHECK(of(with_experts(sized(6, engine::megatron, 1, 2), 2)) == one_error);
  CHECK(of(with_experts(sized(6, engine::megatron, 1, 2), 3)) == clean);
  CHECK(of(with_experts(sized(1, engine::megatron, 1, 1), 2)) == one_error);
  CHECK(of(with_experts(sized(0, engine::megatron, 2, 8), 3)) == clean);
  CHECK(of(with_experts(sized(48, engine::vllm, 8, 6), 5)) == clean);
  std::array open = with_experts(megatron, 3);
  open[0].parallel.expert_tensor = {hr::unknown, 12};
  CHECK(of(open) == clean);
  open[0].parallel.expert = {};
  CHECK(of(open) == clean);
  CHECK(words("parallel_product", {.workloads = with_experts(megatron, 3)}).find('\n') == std::string::npos);
  std::array left_open = with_experts(megatron, 3);
  left_open[0].parallel.tensor = {hr::unknown, 6};
  CHECK(of(left_open) == one_unjudged);
  CHECK(explained("parallel_product", {.workloads = with_experts(megatron, 3)}) ==
        "expert parallel: 3\ntensor parallel, of experts: 2\npipeline parallel: 8\nGPUs the sizes take: 48\nGPUs of a replica: 128\n");
}

TEST_CASE("What a file leaves open of the sizes is told before what it leaves open of the GPUs") {
  using namespace parallel_product_cases;
  std::array both = sized(8, engine::vllm, 8, 2);
  both[0].parallel.left_open = "how many pods run one engine";
  both[0].scale.pods = {hr::unknown, 4};
  CHECK(words("parallel_product", {.workloads = both}).ends_with("how many pods run one engine"));
  both[0].parallel.engine = engine::unnamed;
  CHECK(words("parallel_product", {.workloads = both}).ends_with("how many pods run one engine"));
}

TEST_CASE("Between instances of MIG nothing is exchanged, so that ranks of one model have one each") {
  using namespace parallel_product_cases;
  const auto on_instances = [](hr::count tensor, hr::count data) {
    std::array one = sized(8, engine::vllm, tensor, 1, data);
    one[0].requests.gpus = {};
    one[0].requests.mig_profile = {"3g.40gb", 4};
    return one;
  };
  CHECK(of(on_instances(1, 0)) == clean);
  CHECK(of(on_instances(2, 0)) == one_error);
  CHECK(of(on_instances(2, 2)) == one_error);
  CHECK(of(on_instances(1, 2)) == one_unjudged);  // copies, each of which may have one
  CHECK(words("parallel_product", {.workloads = on_instances(4, 0)}) ==
        "web: TP 4 x PP 1 need 4 GPUs that exchange data; it has instances of MIG, which do not");
}

TEST_CASE("GPUs that stay idle are told with all sizes, each as often as the engine has it") {
  using namespace parallel_product_cases;
  CHECK(in_full("parallel_product", {.workloads = sized(8, engine::vllm, 4)}) ==
        "warning 6: web: for vLLM, TP 4 x PP 1 x CP 1 x DP 1 use 4 of its 8 GPUs | choose sizes that multiply to 8, or give it 4 GPUs | 4 1 1 1 4 8");
  CHECK(in_full("parallel_product", {.workloads = sized(1, engine::vllm, 2)}) ==
        "error 6: web: for vLLM, TP 2 x PP 1 x CP 1 x DP 1 need 2 GPUs; it has 1 | choose sizes that multiply to 1, or give it 2 GPUs | 2 1 1 1 2 1");
}

TEST_CASE("Sizes of 0 are told as missing, and no groups are made of them") {
  using namespace parallel_product_cases;
  const auto told_of = [](engine by, hr::count tensor, hr::count expert, hr::count context = 1) {
    std::array one = sized(8, by, tensor, 1, 1, context);
    one[0].parallel.tensor = {tensor, 6};
    one[0].parallel.context = {context, 9};
    one[0].parallel.expert = {expert, 11};
    return words("parallel_product", {.workloads = one});
  };
  CHECK(told_of(engine::sglang, 0, 3).ends_with("does not say the tensor-parallel size as a number above 0"));
  CHECK(told_of(engine::tensorrt_llm, 0, 3).ends_with("does not say the tensor-parallel size as a number above 0"));
  CHECK(told_of(engine::tensorrt_llm, 8, 3, 0).ends_with("does not say the context-parallel size as a number above 0"));
  CHECK(told_of(engine::sglang, 8, 0).empty());
  CHECK(told_of(engine::sglang, 8, 1).empty());
  CHECK(told_of(engine::sglang, 8, 2).empty());
}

TEST_CASE("Expert-tensor groups of Megatron-LM have a rank each at the least, and GPUs that are told") {
  using namespace expert_groups_cases;
  std::array none = with_experts(megatron, 3);
  none[0].parallel.expert_tensor = {hr::count{0}, 12};
  CHECK(of(none) == clean);
  std::array open = with_experts(megatron, 3);
  open[0].requests.gpus = {hr::unknown, 3};
  CHECK(words("parallel_product", {.workloads = open}).ends_with("does not say how many GPUs a replica has"));
  open[0].requests.gpus = {};
  open[0].identity.line = 0;  // of nothing that asks for any
  CHECK(of(open) == clean);
  CHECK(of(with_experts(sized(1, engine::megatron, 1, 1), 1)) == clean);
  CHECK(of(with_experts(sized(8, engine::megatron, 8, 1), 1)) == clean);
  CHECK(of(with_experts(sized(8, engine::megatron, 8, 1), 2, 4)) == clean);
  CHECK(of(with_experts(sized(8, engine::megatron, 8, 1), 2, 8)) == one_error);
}

// "On them there is TP 1 and PP 1"; an engine without a name makes no error, and may make copies of its own.
TEST_CASE("Instances are judged by the sizes of a named engine that are told, where no whole GPUs are asked for") {
  using namespace parallel_product_cases;
  const auto on_instances = [](engine by, hr::count tensor, hr::count pipeline, hr::count data = 1) {
    std::array one = sized(8, by, tensor, pipeline, data);
    one[0].requests.gpus = {};
    one[0].requests.mig_profile = {"3g.40gb", 4};
    return one;
  };
  CHECK(of(on_instances(engine::vllm, 1, 1)) == clean);
  CHECK(of(on_instances(engine::vllm, 1, 2)) == one_error);
  CHECK(of(on_instances(engine::unnamed, 2, 1, 0)) == one_unjudged);
  CHECK(of(on_instances(engine::unnamed, 1, 1, 0)) == one_unjudged);
  std::array open = on_instances(engine::vllm, 2, 1);
  open[0].parallel.tensor = {hr::unknown, 6};
  CHECK(words("parallel_product", {.workloads = open}).ends_with("does not say the tensor-parallel size as a number above 0"));
  std::array whole = on_instances(engine::vllm, 2, 1);
  whole[0].requests.gpus = {hr::count{2}, 3};
  CHECK(of(whole) == clean);
  whole[0].requests.mig_profile = {};
  whole[0].requests.gpus = {};
  CHECK(of(whole) == one_unjudged);  // how many GPUs it has
}

TEST_CASE("GPUs and sizes that are left open decide nothing, whatever they hold") {
  using namespace expert_groups_cases;
  for (const hr::count held : {0, 1, 3, 128, 1'000'003}) {
    hr::said<hr::count> open{hr::unknown, 9};
    open.value = held;
    for (const engine by : {engine::vllm, engine::sglang, engine::tensorrt_llm, engine::megatron}) {
      std::array one = with_experts(sized(8, by, 8, 1, 1, 1), 2);
      one[0].requests.gpus = open;
      CHECK(words("parallel_product", {.workloads = one}).ends_with("does not say how many GPUs a replica has"));
      one[0].requests.gpus = {hr::count{8}, 3};
      one[0].parallel.expert_tensor = {hr::count{1}, 10};
      CHECK(of(one) == clean);
      one[0].parallel.expert = open;
      CHECK(of(one) == clean);
      one[0].parallel.expert = {};
      one[0].parallel.expert.value = held;
      CHECK(of(one) == clean);
      one[0].parallel.expert_tensor = open;
      CHECK(of(one) == clean);
    }
  }
  // One GPU by its sizes, of which two experts leave a rest.
  std::array one = with_experts(sized(1, engine::megatron, 1, 1, 1), 2);
  CHECK(of(one) == one_error);
  one[0].requests.gpus = {hr::unknown, 3};
  CHECK(of(one) == one_unjudged);
}
