// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules/mig.hpp>

#include <deployment/small_deployments.hpp>

namespace mig_cases {

using namespace small;

constexpr tally of(std::string_view size) {
  std::array one{pool_of(size)};
  one[0].mig_profile = {"1g.10gb", 16};
  return told("mig", {.pools = one});
}
constexpr std::array t4 = [] {
  std::array one{pool_of("Standard_NC16as_T4_v3")};
  one[0].mig_profile = {"1g.5gb", 16};
  return one;
}();
// Of a size that is not in the catalogue, with GPUs that the file names.
constexpr std::array<hr::machine_pool, 1> unlisted(std::string_view gpu) {
  std::array one{pool_of("g2-standard-16")};
  one[0].mig_profile = {"1g.5gb", 16};
  one[0].gpu_type = {gpu, 12};
  return one;
}
constexpr std::array l4 = unlisted("L4");
constexpr std::array a100 = unlisted("A100-SXM4-40GB");
constexpr std::array v100 = unlisted("V100-SXM2-16GB");
constexpr std::array a30 = unlisted("A30");
constexpr std::array pod = [] {
  std::array one{pods(1, 1)};
  one[0].requests.mig_profile = {"1g.5gb", 3};
  one[0].placement.instance_type = {"Standard_NC6s_v3", 4};
  return one;
}();

constexpr tally asking(std::string_view size, std::string_view profile) {
  std::array one{pool_of(size)};
  one[0].mig_profile = {profile, 16};
  return told("mig", {.pools = one});
}

}  // namespace mig_cases

// NVIDIA's guide to MIG lists these profiles: A100 of 40 GB, H100 of 80, H100 NVL of 94, H200 of 141.
TEST_CASE("Instances have an eighth, a quarter, a half or all of the memory") {
  using namespace mig_cases;
  for (const std::string_view each : {"1g.5gb", "1g.10gb", "2g.10gb", "3g.20gb", "7g.40gb", "any"}) CHECK(asking("Standard_ND96asr_v4", each) == clean);
  for (const std::string_view each : {"1g.10gb", "1g.20gb", "3g.40gb", "7g.80gb"}) CHECK(asking("Standard_ND96isr_H100_v5", each) == clean);
  for (const std::string_view each : {"1g.12gb", "2g.24gb", "3g.47gb", "7g.94gb"}) CHECK(asking("Standard_NC40ads_H100_v5", each) == clean);
  for (const std::string_view each : {"1g.18gb", "1g.35gb", "3g.71gb", "7g.141gb"}) CHECK(asking("Standard_ND96isr_H200_v5", each) == clean);
  CHECK(asking("Standard_ND96isr_H100_v5", "1g.5gb") == one_error);
  CHECK(asking("Standard_ND96asr_v4", "7g.80gb") == one_error);
  // Of the H200 and of the H100 NVL.
  for (const std::string_view each : {"1g.18gb", "1g.12gb", "2g.35gb"}) CHECK(asking("Standard_ND96isr_H100_v5", each) == one_error);
}

TEST_CASE("A T4 and a V100 cannot be split into MIG instances, and an A100 and an H100 can") {
  using namespace mig_cases;
  CHECK_CONSTEXPR(of("Standard_NC16as_T4_v3") == one_error);
  CHECK_CONSTEXPR(of("Standard_ND96isr_H100_v5") == clean);
  CHECK_CONSTEXPR(of("Standard_ND96asr_v4") == clean);
  CHECK_CONSTEXPR(of("Standard_D2_v4") == clean);
  CHECK_CONSTEXPR(told("mig", {.workloads = pod}) == one_error);
  CHECK(words("mig", {.pools = t4}) == "gpu asks for a MIG instance; the T4 cannot be split into any");
}

namespace mig_cases {

constexpr std::array<hr::workload, 1> instances(hr::count how_many) {
  hr::workload w{.identity = {.name = "notebooks", .line = 1}};
  w.requests.mig_profile = {"1g.10gb", 3};
  w.requests.mig_instances = {how_many, 3};
  return {w};
}
constexpr std::array fifty_six = instances(56);
constexpr std::array fifty_seven = instances(57);
constexpr std::array no_instances{pods(1, 1)};

}  // namespace mig_cases

// Kubernetes, "Schedule GPUs": a pod waits for a resource that no node has.
TEST_CASE("Machines that give their GPUs whole have no instances, whatever they could be split into") {
  using namespace mig_cases;
  hr::check_terms whole = on_h100;
  whole.are_gpus_whole = true;
  CHECK(told("mig", {.workloads = fifty_six}, whole) == one_error);
  CHECK(told("mig", {.workloads = no_instances}, whole) == clean);
  CHECK(words("mig", {.workloads = fifty_six}, whole) ==
        "notebooks asks for a MIG instance; the machines held give all of their GPUs whole");
}

namespace mig_arithmetic {

using namespace small;

constexpr std::array<hr::machine_pool, 1> asking(std::string_view size) {
  std::array one{pool_of(size)};
  one[0].mig_profile = {"1g.5gb", 16};
  return one;
}
std::string explained(std::string_view size) {
  const std::array pools = asking(size);
  std::string words;
  for (const hr::finding& each : hr::check({.pools = pools}))
    if (each.rule == "mig") words += hr::explanation_of(each);
  return words;
}

}  // namespace mig_arithmetic

TEST_CASE("A GPU of a size that is not in the catalogue is known by its type") {
  using namespace mig_cases;
  CHECK_CONSTEXPR(told("mig", {.pools = l4}) == one_error);
  CHECK_CONSTEXPR(told("mig", {.pools = v100}) == one_error);
  CHECK_CONSTEXPR(told("mig", {.pools = a100}) == clean);
  CHECK_CONSTEXPR(told("mig", {.pools = a30}) == clean);
  CHECK(words("mig", {.pools = l4}) == "gpu asks for a MIG instance; the L4 cannot be split into any");
}

TEST_CASE("The arithmetic has the profile, the instances of the GPU and who says so") {
  using mig_arithmetic::explained;
  CHECK(explained("Standard_NC16as_T4_v3") ==
        "MIG profile: 1g.5gb\nMIG instances of the GPU, at most: 0 (T4), from \"" +
            std::string(hr::sources::nvidia_mig_guide.title) + "\"" +
            (hr::sources::nvidia_mig_guide.date.empty() ? "" : ", " + std::string(hr::sources::nvidia_mig_guide.date)) +
            "\n");
  CHECK(explained("Standard_ND96isr_MI300X_v5").starts_with("MIG profile: 1g.5gb\nmaker of the GPU, which is not MIG's: AMD, from \""));
}

// NVIDIA's guide: at most seven instances of an H100.
TEST_CASE("Eight GPUs are split into fifty-six instances at most") {
  using namespace mig_cases;
  CHECK_CONSTEXPR(told("mig", {.workloads = fifty_six}, on_h100) == clean);
  CHECK_CONSTEXPR(told("mig", {.workloads = fifty_seven}, on_h100) == one_error);
  CHECK_CONSTEXPR(told("mig", {.workloads = fifty_seven}) == clean);
  CHECK(words("mig", {.workloads = fifty_seven}, on_h100) ==
        "notebooks asks for 57 MIG instances a pod; the 8 GPUs of Standard_ND96isr_H100_v5 can be split into 56 at "
        "most");
}

namespace mig_cases {

constexpr std::array<hr::machine_pool, 1> asking_of(std::string_view size) {
  std::array one{pool_of(size)};
  one[0].mig_profile = {"1g.10gb", 16};
  return one;
}
constexpr hr::gpu of_amd{.name = "of-amd", .maker = hr::maker::amd, .mig_instances = hr::count{8}};
constexpr hr::gpu riddle_gpu{.name = "riddle", .maker = hr::maker::nvidia};
constexpr hr::vm amd_vm{.name = "amd", .gpu = &of_amd, .gpus = hr::count{8}};
constexpr hr::vm riddle_vm{.name = "riddle", .gpu = &riddle_gpu, .gpus = hr::count{8}};
constexpr std::array on_amd{hr::group{hr::machine(amd_vm), 0}};
constexpr std::array on_riddle{hr::group{hr::machine(riddle_vm), 0}};
constexpr std::array anything = [] {
  std::array one{pool(1, 8)};
  one[0].mig_profile = {"1g.10gb", 16};
  return one;
}();
constexpr std::array no_profile = [] {
  std::array one = anything;
  one[0].mig_profile = {"", 16};
  return one;
}();
constexpr std::array by_variable = [] {
  std::array one = anything;
  one[0].mig_profile = {hr::unknown, 16};
  return one;
}();

}  // namespace mig_cases

TEST_CASE("MIG is of NVIDIA's GPUs, and of one that no source speaks of it cannot be judged") {
  using namespace mig_cases;
  CHECK_CONSTEXPR(told("mig", {.pools = anything}, {.held = on_amd}) == one_error);
  CHECK_CONSTEXPR(told("mig", {.pools = anything}, {.held = on_riddle}) == one_unjudged);
  CHECK_CONSTEXPR(told("mig", {.pools = no_profile}, {.held = on_amd}) == clean);
  CHECK_CONSTEXPR(told("mig", {.pools = by_variable}, {.held = on_amd}) == clean);
  CHECK_CONSTEXPR(told("mig", {.pools = anything}) == clean);
  CHECK(cure("mig", {.pools = anything}, {.held = on_amd}) ==
        "ask for whole GPUs, or choose a machine whose GPUs have MIG");
  CHECK(cure("mig", {.pools = anything}, {.held = on_riddle}).empty());
  CHECK(words("mig", {.pools = anything}, {.held = on_riddle}) ==
        "gpu asks for a MIG instance; no source says whether the riddle can be split into any");
  CHECK(cure("mig", {.workloads = fifty_seven}, on_h100) ==
        "ask for at most 56 MIG instances a pod, or choose a machine with more GPUs");
}

TEST_CASE("What is told of MIG instances has its cure and its figures") {
  using namespace mig_cases;
  CHECK(in_full("mig", {.pools = t4}) ==
        "error 16: gpu asks for a MIG instance; the T4 cannot be split into any | ask for whole GPUs, or choose a machine whose GPUs have MIG | 1g.5gb 0");
  CHECK(in_full("mig", {.workloads = fifty_seven}, on_h100) ==
        "error 3: notebooks asks for 57 MIG instances a pod; the 8 GPUs of Standard_ND96isr_H100_v5 can be split into 56 at most | ask for at most 56 MIG instances "
        "a pod, or choose a machine with more GPUs | 57 8 56 7");
  constexpr std::array of_5_gb = mig_arithmetic::asking("Standard_ND96isr_H100_v5");
  CHECK(in_full("mig", {.pools = of_5_gb}) ==
        "error 16: gpu asks for 1g.5gb; the H100-SXM5-80GB, of 80 GiB, has no MIG instances of that memory | ask for an instance of an eighth, a quarter, a half or "
        "all of its memory | 1g.5gb 80 GiB");
}

TEST_CASE("The gigabytes of a profile are the digits behind its dot, if any") {
  using hr::rules::detail::gigabytes_of;
  CHECK_CONSTEXPR(gigabytes_of("1g.10gb") == 10);
  CHECK_CONSTEXPR(gigabytes_of("mig-7g.141gb") == 141);
  CHECK_CONSTEXPR(gigabytes_of("1g.10gb+me") == 10);
  CHECK_CONSTEXPR(gigabytes_of("1g.1234gb") == 1'234);
  for (const std::string_view none : {"", "1g", "10gb", "1g.", "1g.gb", "1g.10", "1g.10tb", "1g.12345gb"}) {
    CAPTURE(none);
    CHECK(gigabytes_of(none) == 0);
  }
}

// Of 80 GB, 74.5 GiB: an eighth is 9.3 GiB or 10 GB, a quarter 18.6 or 20, a half 37.3 or 40. Of 16 GiB, 17.2 GB: 2 or 2.1, 4 or 4.3, 8 or 8.6.
TEST_CASE("An instance may be called by an eighth, a quarter, a half or all of its GPU's memory, rounded in GB or in GiB") {
  const auto told_of = [](const hr::gpu& device) {
    std::string refused;
    for (hr::count size = 0; size <= 100; ++size) {
      const std::string profile = "1g." + std::to_string(size) + "gb";
      bool is_told = false;
      auto tell = [&](const hr::finding&) { is_told = true; };
      hr::detail::calling_sink<decltype(tell)> to(tell);
      hr::rules::detail::mig_memory({std::string_view(profile), 7}, device, "web", to);
      if (!is_told) refused += (refused.empty() ? "" : " ") + std::to_string(size);
    }
    return refused;
  };
  CHECK(told_of({.name = "own", .memory_as_sold = hr::gigabytes(80)}) == "0 9 10 18 19 20 37 38 39 40 74 75 76 77 78 79 80");
  CHECK(told_of({.name = "own", .memory_as_sold = hr::gibibytes(16)}) == "0 2 3 4 5 8 9 16 17 18");
  const std::string of_unknown = told_of({.name = "own"});
  CHECK(of_unknown.ends_with(" 99 100"));
  CHECK(of_unknown.starts_with("0 1 2 3"));
}

TEST_CASE("Instances are of the machine that is held, whatever GPU the file calls it by, and of GPUs that are counted") {
  using namespace mig_cases;
  std::array called_l4 = anything;
  called_l4[0].gpu_type = {"L4", 12};
  CHECK(told("mig", {.pools = called_l4}, on_h100) == clean);
  CHECK(told("mig", {.pools = called_l4}) == one_error);
  // An H100 by its name alone: how many there are to a machine is not known.
  std::array by_type = fifty_seven;
  by_type[0].placement.gpu_type = {"h200", 5};
  by_type[0].requests.mig_profile = {"1g.18gb", 3};
  CHECK(told("mig", {.workloads = by_type}) == clean);
  by_type[0].scale.gpus_per_node = {hr::count{8}, 6};
  CHECK(told("mig", {.workloads = by_type}) == one_error);
  std::array open = fifty_seven;
  open[0].requests.mig_instances = {hr::unknown, 3};
  CHECK(told("mig", {.workloads = open}, on_h100) == clean);
}
