// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/parallel_domain.hpp>

#include <deployment/small_deployments.hpp>

namespace parallel_domain_cases {

using namespace small;

constexpr std::array<hr::workload, 1> sized(hr::count gpus, hr::count tensor, hr::count expert = 0) {
  std::array one{pods(1, gpus)};
  one[0].parallel = {.engine = hr::engine::vllm, .line = 5, .tensor = {tensor, 6}};
  if (expert > 0) one[0].parallel.expert = {expert, 7};
  return one;
}
constexpr std::array sixteen = sized(16, 16);
constexpr std::array eight = sized(16, 8);
constexpr std::array seventy_two = sized(72, 72);
constexpr std::array sixteen_of_many = sized(144, 16);
constexpr std::array wide_experts = sized(32, 1, 32);
constexpr std::array attention = [] {
  std::array one = sized(32, 32);
  one[0].parallel.engine = hr::engine::sglang;
  one[0].parallel.data = {hr::count{32}, 8};
  one[0].parallel.data_parallel_attention = {true, 9};
  return one;
}();
constexpr std::array t4 = hr::groups_of<hr::azure::nc64as_t4_v3>();  // four GPUs without NVLink
constexpr std::array four = sized(4, 4);

}  // namespace parallel_domain_cases

TEST_CASE("A tensor-parallel group of sixteen spans domains of eight and lies in one of 72") {
  using namespace parallel_domain_cases;
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = sixteen}, on_h100) == one_warning);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = eight}, on_h100) == clean);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = sixteen}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = seventy_two}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = sixteen}) == clean);  // no machine is named
  CHECK(words("parallel_domain", {.workloads = sixteen}, on_h100) ==
        "web: a tensor-parallel group of 16 GPUs spans scale-up domains of Standard_ND96isr_H100_v5, which have 8: what it "
        "exchanges for every layer takes the scale-out network, of which a GPU has 1/9 of the bandwidth");
}

TEST_CASE("Groups of sixteen over two racks of 72 may straddle them, since 16 does not divide 72") {
  using namespace parallel_domain_cases;
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = sixteen_of_many}, on_gb300) == one_warning);
}

TEST_CASE("Experts over several domains exchange over the scale-out network: a warning") {
  using namespace parallel_domain_cases;
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = wide_experts}, on_h100) == one_warning);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = wide_experts}, on_gb300) == clean);
}

TEST_CASE("Data-parallel attention leaves groups of one, and PCIe machines keep groups inside themselves") {
  using namespace parallel_domain_cases;
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = attention}, on_h100) == clean);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = four}, {.held = t4}) == clean);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = eight}, {.held = t4}) == one_warning);
}

namespace parallel_domain_cases {

constexpr std::array<hr::workload, 1> attention_of(hr::engine by, hr::count tensor, hr::count data, bool on) {
  std::array one = sized(32, tensor);
  one[0].parallel.engine = by;
  one[0].parallel.data = {data, 8};
  one[0].parallel.data_parallel_attention = {on, 9};
  return one;
}
constexpr std::size_t warnings(const std::array<hr::workload, 1>& one) {
  return told("parallel_domain", {.workloads = one}, on_h100).warnings;
}
constexpr hr::gpu device{.name = "any"};
constexpr hr::vm no_domain{.name = "no-domain", .gpu = &device, .gpus = hr::count{8}};
constexpr std::array unknown_domain{hr::group{hr::machine(no_domain), 0}};
constexpr std::array nine = sized(9, 9);
constexpr std::array three_of_sixteen = sized(16, 3);
constexpr std::array three_of_eight = sized(8, 3);
constexpr std::array nine_experts = sized(16, 1, 9);
constexpr std::array eight_experts = sized(16, 1, 8);

}  // namespace parallel_domain_cases

TEST_CASE("Only SGLang's attention copies divide a tensor-parallel group, where they divide it evenly") {
  using namespace parallel_domain_cases;
  using hr::engine;
  CHECK_CONSTEXPR(warnings(attention_of(engine::sglang, 16, 2, true)) == 0);
  CHECK_CONSTEXPR(warnings(attention_of(engine::sglang, 16, 2, false)) == 1);
  CHECK_CONSTEXPR(warnings(attention_of(engine::sglang, 16, 3, true)) == 1);
  CHECK_CONSTEXPR(warnings(attention_of(engine::sglang, 16, 1, true)) == 1);
  CHECK_CONSTEXPR(warnings(attention_of(engine::vllm, 16, 2, true)) == 1);
  CHECK_CONSTEXPR(warnings(attention_of(engine::vllm, 16, 2, false)) == 1);
}

TEST_CASE("A group larger than a machine whose domain no source states cannot be judged") {
  using namespace parallel_domain_cases;
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = nine}, {.held = unknown_domain}) == one_unjudged);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = eight}, {.held = unknown_domain}) == clean);
}

TEST_CASE("Groups that fill no domain evenly are a warning where they go on in another") {
  using namespace parallel_domain_cases;
  CHECK(in_full("parallel_domain", {.workloads = three_of_sixteen}, on_h100) ==
        "warning 6: web: 16 GPUs in tensor-parallel groups of 3 span scale-up domains of 8 (Standard_ND96isr_H100_v5), and 3 "
        "does not divide 8: a group may straddle two | use a TP that divides 8, or fill each domain by whole groups | 16 3 "
        "8");
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = three_of_eight}, on_h100) == clean);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = eight_experts}, on_h100) == clean);
  CHECK(in_full("parallel_domain", {.workloads = nine_experts}, on_h100) ==
        "warning 7: web: an expert-parallel group of 9 GPUs spans scale-up domains of Standard_ND96isr_H100_v5, which have 8: "
        "its exchange takes the scale-out network | use EP of at most 8, or plan for the slower exchange | 9 8");
  CHECK(in_full("parallel_domain", {.workloads = sixteen}, on_h100) ==
        "warning 6: web: a tensor-parallel group of 16 GPUs spans scale-up domains of Standard_ND96isr_H100_v5, which have 8: "
        "what it exchanges for every layer takes the scale-out network, of which a GPU has 1/9 of the bandwidth | use TP of at "
        "most 8, and pipeline or data parallelism beyond | 16 8 9");
  CHECK(in_full("parallel_domain", {.workloads = eight}, {.held = t4}) ==
        "warning 6: web: a tensor-parallel group of 8 GPUs spans scale-up domains of Standard_NC64as_T4_v3, which have 4: what "
        "it exchanges for every layer takes the scale-out network | use TP of at most 4, and pipeline or data parallelism "
        "beyond | 8 4");
}

TEST_CASE("A tensor-parallel group across domains is an error where the file demands one domain") {
  using namespace parallel_domain_cases;
  constexpr std::array demanded = [] {
    std::array one = sixteen;
    one[0].placement.one_domain = {true, 9};
    return one;
  }();
  constexpr std::array not_demanded = [] {
    std::array one = sixteen;
    one[0].placement.one_domain = {false, 9};
    return one;
  }();
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = demanded}, on_gb300) == clean);
  CHECK_CONSTEXPR(told("parallel_domain", {.workloads = not_demanded}, on_h100) == one_warning);
  CHECK(in_full("parallel_domain", {.workloads = demanded}, on_h100) ==
        "error 6: web: a tensor-parallel group of 16 GPUs does not lie in one scale-up domain, as web demands: those of "
        "Standard_ND96isr_H100_v5 have 8 | use TP of at most 8, and pipeline or data parallelism beyond | 16 8");
}

TEST_CASE("SGLang's attention is data-parallel only where the file says so") {
  using namespace parallel_domain_cases;
  constexpr std::array silent = [] {
    std::array one = attention_of(hr::engine::sglang, 16, 2, true);
    one[0].parallel.data_parallel_attention = {};
    return one;
  }();
  constexpr std::array without_data = [] {
    std::array one = attention_of(hr::engine::sglang, 16, 2, true);
    one[0].parallel.data = {};
    return one;
  }();
  CHECK_CONSTEXPR(warnings(silent) == 1);
  CHECK_CONSTEXPR(warnings(without_data) == 1);
}

// SGLang's data-parallel attention has groups of TP over DP, where that divides; others have their TP.
TEST_CASE("A tensor-parallel group is as large as its size, or of data-parallel attention as one copy") {
  using namespace parallel_domain_cases;
  for (const hr::engine engine : {hr::engine::vllm, hr::engine::sglang, hr::engine::tensorrt_llm})
    for (const bool attention_is_divided : {false, true})
      for (const hr::count tensor : {0, 1, 2, 8, 12})
        for (const hr::count data : {0, 1, 2, 3, 8}) {
          hr::parallel_sizes p{.engine = engine, .line = 5};
          if (tensor > 0) p.tensor = {tensor, 6};
          if (data > 0) p.data = {data, 7};
          p.data_parallel_attention = {attention_is_divided, 8};
          const hr::count size = tensor > 0 ? tensor : 1;
          const bool is_copies = engine == hr::engine::sglang && attention_is_divided && data > 0 && size % data == 0;
          CAPTURE(tensor);
          CAPTURE(data);
          CHECK(hr::tensor_group(p) == (is_copies ? size / data : size));
        }
}

// Eight GPUs a machine and a domain: of two groups each of which is in one, or of one that is not.
TEST_CASE("Groups of each size are told where they span domains of eight, or may straddle two") {
  using namespace parallel_domain_cases;
  for (const hr::count gpus : {8, 12, 16, 24})
    for (const hr::count tensor : {1, 2, 3, 4, 5, 8, 9, 16})
      for (const hr::count expert : {0, 1, 2, 8, 9}) {
        const std::array one = sized(gpus, tensor, expert);
        std::size_t expected = 0;
        if (tensor > 8) expected = 1;
        else expected = (tensor > 1 && gpus > 8 && 8 % tensor != 0 ? 1U : 0U) + (expert > 8 ? 1U : 0U);
        CAPTURE(gpus);
        CAPTURE(tensor);
        CAPTURE(expert);
        CHECK(told("parallel_domain", {.workloads = one}, on_h100) == tally{0, expected, 0});
      }
  std::array experts_alone = sized(16, 1, 9);
  experts_alone[0].parallel.tensor = {};
  CHECK(told("parallel_domain", {.workloads = experts_alone}, on_h100) == one_warning);
  CHECK(line_of("parallel_domain", {.workloads = experts_alone}, on_h100) == 7);
}

namespace parallel_domain_cases {

// Three GPUs to a machine, or no number; as many to a domain.
constexpr hr::vm of_three{.name = "of-three", .gpu = &device, .gpus = hr::count{3}, .scale_up_domain_gpus = hr::count{3}};
constexpr hr::vm no_number{.name = "no-number", .gpu = &device};
constexpr hr::vm no_number_in_eight{.name = "no-number-in-eight", .gpu = &device, .scale_up_domain_gpus = hr::count{8}};
tally on(const hr::vm& size, const std::array<hr::workload, 1>& one) {
  const std::array held{hr::group{hr::machine(size), 0}};
  return told("parallel_domain", {.workloads = one}, {.held = held});
}

}  // namespace parallel_domain_cases

TEST_CASE("Ranks that are alone need no network, however many GPUs a machine and a domain have") {
  using namespace parallel_domain_cases;
  for (const hr::count expert : {0, 1}) {
    CHECK(on(no_number, sized(16, 1, expert)) == clean);
    std::array silent = sized(16, 1, expert);
    silent[0].parallel.tensor = {};
    CHECK(on(no_number, silent) == clean);
  }
  CHECK(on(no_number, sized(16, 2)) == one_unjudged);
  CHECK(on(no_number, sized(16, 3)) == one_unjudged);
  CHECK(on(no_number, sized(16, 1, 2)) == one_unjudged);
}

TEST_CASE("A domain is as many GPUs as a source says, of a machine whose own number none says too") {
  using namespace parallel_domain_cases;
  CHECK(on(no_number_in_eight, sized(16, 8)) == clean);
  CHECK(on(no_number_in_eight, sized(16, 9)) == one_warning);
  CHECK(on(no_number_in_eight, sized(16, 1, 9)) == one_warning);
  CHECK(on(of_three, sized(6, 2)) == one_warning);  // the second of three groups of two has a GPU of each domain
  CHECK(on(of_three, sized(6, 3)) == clean);
  CHECK(on(of_three, sized(6, 1)) == clean);
  CHECK(on(of_three, sized(3, 2)) == clean);
  CHECK(on(of_three, sized(6, 0, 2)) == clean);  // a size of 0 is for the rule of the sizes
  std::array open = sized(6, 2);
  open[0].requests.gpus = {hr::unknown, 3};
  CHECK(on(of_three, open) == clean);
}

TEST_CASE("GPUs and sizes that are left open decide nothing of a domain, whatever they hold") {
  using namespace parallel_domain_cases;
  for (const hr::count held : {0, 1, 9, 1'000'003}) {
    hr::said<hr::count> open{hr::unknown, 9};
    open.value = held;
    std::array one = sized(16, 1);
    one[0].parallel.tensor = one[0].parallel.expert = open;
    CHECK(on(of_three, one) == clean);
    CHECK(on(no_number, one) == clean);
    one = sized(16, 9);
    one[0].scale.gpus_per_node = open;
    CHECK(on(no_number_in_eight, one) == one_warning);
    CHECK(on(no_number, one) == one_unjudged);
  }
}
