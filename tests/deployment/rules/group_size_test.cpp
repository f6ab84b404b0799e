// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/group_size.hpp>

#include <deployment/small_deployments.hpp>

namespace group_size_cases {

using namespace small;

// A leader and its workers, with the sizes in the leader's command.
constexpr std::array<hr::workload, 2> group_of(hr::count pods_each, hr::count tensor, hr::count pipeline) {
  std::array both{pods(2, 8), pods(2, 8)};
  for (hr::workload& each : both) each.identity.group = "vllm";
  both[1].scale.pods = {pods_each - 1, 9};
  both[0].parallel = {.engine = hr::engine::vllm, .line = 5, .tensor = {tensor, 6}, .pipeline = {pipeline, 6}};
  return both;
}
constexpr std::array agrees = group_of(2, 8, 2);
constexpr std::array too_small = group_of(2, 8, 4);
constexpr std::array too_large = group_of(3, 8, 2);
// Megatron-LM makes copies of the rest, which has to come out even.
constexpr std::array<hr::workload, 2> trained(hr::count pods_each) {
  std::array both = group_of(pods_each, 8, 2);
  both[0].parallel.engine = hr::engine::megatron;
  both[0].parallel.context = {2, 6};
  return both;
}
constexpr std::array three_trained = trained(3);
constexpr std::array eight_trained = trained(8);
constexpr std::array six_trained = trained(6);
constexpr std::array unresolved = [] {
  std::array both = group_of(2, 8, 2);
  both[1].scale.pods = {hr::unknown, 9};
  return both;
}();
constexpr std::array attention_within = [] {
  std::array both = group_of(4, 24, 1);
  both[0].parallel.engine = hr::engine::sglang;
  both[0].parallel.data = {8, 6};
  both[0].parallel.data_parallel_attention = {true, 6};
  return both;
}();
constexpr std::array without_sizes = [] {
  std::array both = group_of(3, 8, 2);
  both[0].parallel = {};
  return both;
}();
// A leader that only hands out the work.
constexpr std::array<hr::workload, 2> led_without_gpus(hr::count tensor) {
  std::array both = group_of(2, tensor, 1);
  both[0].requests.gpus = {};
  return both;
}
constexpr std::array eight_led = led_without_gpus(8);
constexpr std::array sixteen_led = led_without_gpus(16);

}  // namespace group_size_cases

TEST_CASE("A leader that asks for no GPUs adds none to its group") {
  using namespace group_size_cases;
  CHECK_CONSTEXPR(told("group_size", {.workloads = eight_led}) == clean);
  CHECK_CONSTEXPR(told("group_size", {.workloads = sixteen_led}) == one_error);
  CHECK(words("group_size", {.workloads = sixteen_led}) ==
        "web: its group has 8 GPUs on 1 pod, and TP 16 x PP 1 x DP 1 need 16");
}

TEST_CASE("TP 8 by PP 2 is a group of two pods of eight GPUs") {
  using namespace group_size_cases;
  CHECK_CONSTEXPR(told("group_size", {.workloads = agrees}) == clean);
  CHECK_CONSTEXPR(told("parallel_product", {.workloads = agrees}) == clean);
  CHECK_CONSTEXPR(told("group_size", {.workloads = too_small}) == one_error);
  CHECK_CONSTEXPR(told("group_size", {.workloads = too_large}) == one_warning);
  CHECK_CONSTEXPR(told("group_size", {.workloads = without_sizes}) == clean);
  CHECK_CONSTEXPR(told("group_size", {.workloads = unresolved}) == one_unjudged);
  CHECK_CONSTEXPR(told("group_size", {.workloads = eight_trained}) == clean);
  CHECK_CONSTEXPR(told("group_size", {.workloads = three_trained}) == one_error);
  CHECK_CONSTEXPR(told("group_size", {.workloads = six_trained}) == one_error);
  CHECK(words("group_size", {.workloads = six_trained}) ==
        "web: its group has 48 GPUs on 6 pods, and TP 8 x PP 2 x CP 2 take 32 or a multiple of them");
  CHECK(words("group_size", {.workloads = attention_within}) ==
        "web: its group has 32 GPUs on 4 pods, and TP 24 x PP 1, with DP 8 within TP, use 24");
  CHECK(words("group_size", {.workloads = too_small}) ==
        "web: its group has 16 GPUs on 2 pods, and TP 8 x PP 4 x DP 1 need 32");
}

namespace group_size_cases {

constexpr std::array beside_another_group = [] {
  std::array<hr::workload, 3> all{agrees[0], agrees[1], pods(2, 8)};
  all[2].identity.group = "other";
  return all;
}();
constexpr std::array gpus_by_variable = [] {
  std::array both = agrees;
  both[1].requests.gpus = {hr::unknown, 9};
  return both;
}();
constexpr std::array of_no_gpus = [] {
  std::array both = agrees;
  for (hr::workload& each : both) each.requests.gpus = {hr::count{0}, 3};
  return both;
}();
constexpr std::array without_lines = [] {
  std::array both = too_small;
  for (hr::workload& each : both) each.scale.pods.line = 0;
  return both;
}();
constexpr std::array second_line_only = [] {
  std::array both = too_small;
  both[0].scale.pods.line = 0;
  return both;
}();
constexpr std::array unnamed_engine = [] {
  std::array both = too_small;
  both[0].parallel.engine = hr::engine::unnamed;
  return both;
}();
// Ten ranks leave six of sixteen GPUs.
constexpr std::array unnamed_engine_of_fewer = [] {
  std::array both = group_of(2, 5, 2);
  both[0].parallel.engine = hr::engine::unnamed;
  return both;
}();

}  // namespace group_size_cases

TEST_CASE("A group is its own pods only, of GPUs that are told") {
  using namespace group_size_cases;
  CHECK_CONSTEXPR(told("group_size", {.workloads = beside_another_group}) == clean);
  CHECK_CONSTEXPR(told("group_size", {.workloads = of_no_gpus}) == clean);
  CHECK_CONSTEXPR(told("group_size", {.workloads = gpus_by_variable}) == one_unjudged);
  CHECK_CONSTEXPR(told("group_size", {.workloads = unnamed_engine}) == one_error);  // sixteen GPUs for 32 ranks
  CHECK_CONSTEXPR(told("group_size", {.workloads = unnamed_engine_of_fewer}) == one_unjudged);
  CHECK(in_full("group_size", {.workloads = unresolved}) ==
        "unknown 6: web: the size of its group cannot be judged against its parallel sizes; the file does not say how "
        "many pods and GPUs its group has | say how many pods and GPUs its group has |");
}

TEST_CASE("A group's line is that of its pods, else that of its sizes") {
  using namespace group_size_cases;
  CHECK_CONSTEXPR(line_of("group_size", {.workloads = without_lines}) == 6);
  CHECK_CONSTEXPR(line_of("group_size", {.workloads = second_line_only}) == 9);
  CHECK(in_full("group_size", {.workloads = too_small}) ==
        "error 2: web: its group has 16 GPUs on 2 pods, and TP 8 x PP 4 x DP 1 need 32 | choose a size with 32 GPUs, or "
        "sizes that multiply to 16 | 2 16 8 4 1 32");
  CHECK(in_full("group_size", {.workloads = too_large}) ==
        "warning 2: web: its group has 24 GPUs on 3 pods, and TP 8 x PP 2 x DP 1 use 16 | choose a size with 16 GPUs, or "
        "sizes that multiply to 24 | 3 24 8 2 1 16");
  CHECK(in_full("group_size", {.workloads = six_trained}) ==
        "error 2: web: its group has 48 GPUs on 6 pods, and TP 8 x PP 2 x CP 2 take 32 or a multiple of them | choose a "
        "size with a multiple of 32 GPUs, or sizes whose product divides 48 | 6 48 8 2 2 32");
}

// A leader without GPUs and so many workers of eight, beside another group, whose engine divides them.
TEST_CASE("A group's pods with GPUs are told with what its sizes take, for each number of them") {
  using namespace small;
  for (const hr::count workers : {1, 2, 3, 4})
    for (const hr::count data : {1, 2, 4}) {
      std::array three{pods(1, 0), pods(1, 8), pods(1, 8)};
      three[0].identity.group = three[1].identity.group = "one";
      three[2].identity.group = "other";
      three[0].scale.pods = {hr::count{1}, 5};
      three[1].scale.pods = {workers, 6};
      three[2].scale.pods = {hr::count{7}, 7};
      three[0].parallel = {.engine = hr::engine::vllm, .line = 9, .tensor = {hr::count{8}, 9}, .data = {data, 10}};
      const std::string pods_there = std::to_string(workers) + (workers == 1 ? " pod" : " pods"), gpus = std::to_string(8 * workers), taken = std::to_string(8 * data);
      const std::string expected =
          workers == data ? ""
                          : std::string(workers > data ? "warning" : "error") + " 5: web: its group has " + gpus + " GPUs on " + pods_there + ", and TP 8 x PP 1 x DP " +
                                std::to_string(data) + (workers > data ? " use " : " need ") + taken + " | choose a size with " + taken +
                                " GPUs, or sizes that multiply to " + gpus + " | " + std::to_string(workers) + " " + gpus + " 8 1 " + std::to_string(data) + " " + taken;
      CAPTURE(workers);
      CAPTURE(data);
      CHECK(in_full("group_size", {.workloads = three}) == expected);
      three[0].parallel.engine = hr::engine::sglang;
      three[0].parallel.data_parallel_attention = {true, 11};
      const std::string divided = in_full("group_size", {.workloads = three});
      CHECK(divided.empty() == (workers == 1));
      if (workers > 1) CHECK((divided.find(", with DP " + std::to_string(data) + " within TP, use 8") != std::string::npos) == (data > 1));
      if (workers > 1) CHECK(divided.ends_with(" 8 1 " + std::to_string(data) + " 8"));
    }
}

TEST_CASE("What a group's file leaves open is told by the first that it lacks: a size, its pods, its engine") {
  using namespace group_size_cases;
  const auto missing = [](hr::engine engine, const hr::said<hr::count>& tensor, const hr::said<hr::count>& gpus) {
    std::array both = group_of(2, 8, 2);
    both[0].parallel.engine = engine;
    both[0].parallel.tensor = tensor;
    both[1].requests.gpus = gpus;
    const std::string all = words("group_size", {.workloads = both});
    return all.empty() ? all : all.substr(all.rfind("does not say ") + 13);
  };
  const hr::said<hr::count> open{hr::unknown, 6};
  for (const hr::engine engine : {hr::engine::vllm, hr::engine::unnamed}) {
    CHECK(missing(engine, {8, 6}, {8, 3}).empty());
    CHECK(missing(engine, open, {8, 3}) == "the tensor-parallel size as a number above 0");
    CHECK(missing(engine, open, open) == "the tensor-parallel size as a number above 0");
    CHECK(missing(engine, {8, 6}, open) == "how many pods and GPUs its group has");
  }
  CHECK(missing(hr::engine::unnamed, {5, 6}, {8, 3}) == "which engine they are of");
}

TEST_CASE("Of no GPUs there is nothing to judge but a size that is left open") {
  using namespace group_size_cases;
  std::array both = of_no_gpus;
  both[0].parallel.tensor = {hr::unknown, 6};
  CHECK(told("group_size", {.workloads = both}) == one_unjudged);
}

TEST_CASE("Pods of a group count where they have GPUs, and how many others there are does not matter") {
  using namespace group_size_cases;
  std::array led = led_without_gpus(16);
  for (const hr::said<hr::count>& pods : {hr::said<hr::count>{3, 2}, hr::said<hr::count>{hr::unknown, 2}}) {
    led[0].scale.pods = pods;
    CHECK(words("group_size", {.workloads = led}) == "web: its group has 8 GPUs on 1 pod, and TP 16 x PP 1 x DP 1 need 16");
  }
  std::array trains = trained(3);
  trains[1].requests.gpus = {};
  trains[1].requests.millicpus = {hr::count{1'000}, 4};
  CHECK(in_full("group_size", {.workloads = trains}) ==
        "error 2: web: its group has 8 GPUs on 1 pod, and TP 8 x PP 2 x CP 2 take 32 or a multiple of them | choose a size with a multiple of 32 GPUs, or sizes "
        "whose product divides 8 | 1 8 8 2 2 32");
  for (hr::workload& each : trains) each.scale.pods.line = 0;
  CHECK(line_of("group_size", {.workloads = trains}) == 6);
  // GPUs that are stated in all lie on pods of which nobody says how many.
  std::array in_all = group_of(2, 8, 4);
  in_all[0].scale.gpus = {hr::count{8}, 3};
  in_all[0].scale.pods = {};
  CHECK(words("group_size", {.workloads = in_all}).ends_with("does not say how many pods and GPUs its group has"));
}

TEST_CASE("A group's data size is called what it is, of copies or of ranks within") {
  using namespace group_size_cases;
  CHECK(explained("group_size", {.workloads = attention_within}) ==
        "pods with GPUs: 4\nGPUs of a group: 32\ntensor parallel: 24\npipeline parallel: 1\ndata parallel, within TP: 8\nGPUs the sizes take: 24\n");
  CHECK(explained("group_size", {.workloads = too_large}) ==
        "pods with GPUs: 3\nGPUs of a group: 24\ntensor parallel: 8\npipeline parallel: 2\ndata parallel: 1\nGPUs the sizes take: 16\n");
}

TEST_CASE("Figures of a group that are left open decide nothing, whatever they hold") {
  using namespace group_size_cases;
  for (const hr::count held : {0, 8, 1'000'003}) {
    std::array both = group_of(2, 8, 2);
    both[1].requests.gpus = {hr::unknown, 9};
    both[1].requests.gpus.value = held;
    CHECK(words("group_size", {.workloads = both}).ends_with("does not say how many pods and GPUs its group has"));
    both = group_of(2, 8, 2);
    both[1].scale.pods = {hr::unknown, 9};
    both[1].scale.pods.value = held;
    CHECK(words("group_size", {.workloads = both}).ends_with("does not say how many pods and GPUs its group has"));
    both[0].parallel.engine = hr::engine::unnamed;
    CHECK(words("group_size", {.workloads = both}).ends_with("does not say how many pods and GPUs its group has"));
  }
}
