// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/assertions.hpp>

#include <array>
#include <type_traits>

#include <deployment/small_deployments.hpp>

namespace assertions_cases {

using namespace small;

// Pods of 8 GPUs, 1.001 and 97 CPUs, and 1,901 GiB, on machines of 8 GPUs, 96 vCPUs and 1,900 GiB.
constexpr std::array web = [] {
  std::array both{pods(1, 8), pods(2, 9)};
  both[0].requests.millicpus = {hr::count{97'000}, 20};
  both[1].requests.millicpus = {hr::count{1'001}, 21};
  both[1].requests.gpus.line = 4;
  both[1].requests.system_memory = {hr::gibibytes(1'901), 22};
  return both;
}();
constexpr hr::deployment all{.workloads = web};

constexpr hr::vm own_size{.name = "own", .gpus = 8, .vcpus = 1};
constexpr auto mixed = hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(2), hr::racks<hr::azure::gb300_nvl72>(1)};
constexpr std::array own_groups{hr::group{hr::machine(own_size), 3}};

constexpr auto cpus = hr::lines_that_break(all, on_h100, "cpus", std::array<int, 3>{0, 20, 21});
constexpr auto memory = hr::lines_that_break(all, on_h100, "system_memory", std::array<int, 1>{22});
constexpr auto elsewhere = hr::lines_that_break(all, on_h100, "cpus", std::array<int, 2>{0, 21});
constexpr auto nowhere = hr::lines_that_break(all, on_h100, "cpus", std::array<int, 0>{});

}  // namespace assertions_cases

TEST_CASE("What a deployment is held against: a machine by its type, or a constant that is a machine or a cluster") {
  using namespace assertions_cases;
  CHECK_CONSTEXPR(hr::held_by<hr::azure::nd96isr_h100_v5>().size() == 1);
  CHECK_CONSTEXPR(hr::held_by<hr::azure::nd96isr_h100_v5>()[0].how_many == 0);  // as many as are asked for
  CHECK_CONSTEXPR(hr::held_by<hr::azure::gb300_nvl72>()[0].machine.name() == "GB300 NVL72");
  CHECK_CONSTEXPR(hr::held_by<own_size>().size() == 1);
  CHECK_CONSTEXPR(hr::held_by<own_size>()[0].machine.name() == "own");
  CHECK_CONSTEXPR(hr::held_by<own_size>()[0].how_many == 0);
  CHECK_CONSTEXPR(hr::held_by<mixed>().size() == 2);
  CHECK_CONSTEXPR(hr::held_by<mixed>()[0].how_many == 2);
  CHECK_CONSTEXPR(hr::held_by<mixed>()[1].machine.name() == "GB300 NVL72");
  CHECK_CONSTEXPR(hr::held_by<own_groups>()[0].how_many == 3);
}

TEST_CASE("The lines that break a rule, each with the figures of its first finding") {
  using namespace assertions_cases;
  CHECK_CONSTEXPR(cpus.keeps(0));
  CHECK_CONSTEXPR(!cpus.keeps(20));
  CHECK_CONSTEXPR(cpus.keeps(21));
  CHECK_CONSTEXPR(!cpus.breaks_elsewhere);
  CHECK_CONSTEXPR(cpus.index_of(20) == 1);
  CHECK_CONSTEXPR(cpus.index_of(7) == 3);  // none of its lines
  // 97 CPUs on 96.
  CHECK_CONSTEXPR(cpus.figure_count[1] >= 2);
  CHECK_CONSTEXPR(cpus.amounts[1][0] == 97'000);
  CHECK_CONSTEXPR(cpus.units[1][0] == hr::term::unit::cores);
  CHECK_CONSTEXPR(cpus.amounts[1][1] == 96'000);
  CHECK_CONSTEXPR(cpus.figure_count[0] == 0);
  CHECK_CONSTEXPR(memory.amounts[0][0] == 1'901 * 1'024);
  CHECK_CONSTEXPR(memory.units[0][0] == hr::term::unit::bytes);
}

TEST_CASE("A finding about a line that is not asserted is told as one elsewhere") {
  using namespace assertions_cases;
  CHECK_CONSTEXPR(elsewhere.breaks_elsewhere);
  CHECK_CONSTEXPR(elsewhere.keeps(21));
  CHECK_CONSTEXPR(nowhere.breaks_elsewhere);
  CHECK_CONSTEXPR(!hr::lines_that_break({}, on_h100, "cpus", std::array<int, 0>{}).breaks_elsewhere);
  CHECK_CONSTEXPR(hr::lines_that_break(all, on_h100, "rdma", std::array<int, 1>{20}).keeps(20));
}

TEST_CASE("Errors alone break a line, unless less is asked for") {
  using namespace assertions_cases;
  // Two GPUs of eight are stranded: a warning.
  static constexpr std::array few{pods(1, 6)};
  static constexpr std::array one_node{pool(1, 8)};
  constexpr hr::deployment wasteful{.pools = one_node, .workloads = few};
  constexpr int line = line_of("gpus_stranded", wasteful, on_h100);
  CHECK_CONSTEXPR(told("gpus_stranded", wasteful, on_h100) == one_warning);
  CHECK_CONSTEXPR(hr::lines_that_break(wasteful, on_h100, "gpus_stranded", std::array<int, 1>{line}).keeps(line));
  CHECK_CONSTEXPR(!hr::lines_that_break(wasteful, on_h100, "gpus_stranded", std::array<int, 1>{line},
                                        hr::finding_severity::unjudged)
                       .keeps(line));
}

TEST_CASE("Figures become types whose names a compiler prints") {
  using namespace assertions_cases;
  namespace figures = hr::figures;
  CHECK_CONSTEXPR(std::is_same_v<hr::detail::figure_at<cpus, 1, 0>, figures::millicores<97'000>>);
  CHECK_CONSTEXPR(std::is_same_v<hr::detail::figure_at<memory, 0, 0>, figures::mebibytes<1'946'624>>);
  CHECK_CONSTEXPR(std::is_same_v<hr::detail::figure_at<cpus, 0, 0>, figures::none>);
  using unit = hr::term::unit;
  CHECK_CONSTEXPR(std::is_same_v<decltype(hr::detail::told_as<unit::nodes, 2>()), figures::nodes<2>>);
  CHECK_CONSTEXPR(std::is_same_v<decltype(hr::detail::told_as<unit::pods, 2>()), figures::pods<2>>);
  CHECK_CONSTEXPR(std::is_same_v<decltype(hr::detail::told_as<unit::cpus, 2>()), figures::cpus<2>>);
  CHECK_CONSTEXPR(std::is_same_v<decltype(hr::detail::told_as<unit::degree, 2>()), figures::degree<2>>);
  CHECK_CONSTEXPR(std::is_same_v<decltype(hr::detail::told_as<unit::number, 2>()), figures::number<2>>);
  CHECK_CONSTEXPR(hr::detail::whole_amount(hr::counted_term("", 7)) == 7);
  // A thousandth of a core is no fraction of a double: 1.001 times 1,000 is a little less than 1,001.
  for (const hr::count n : {1'001, 1'003, 1'015, 96'000, 127'999}) {
    CAPTURE(n);
    CHECK(hr::detail::whole_amount(hr::cores_term("", n)) == n);
  }
  CHECK_CONSTEXPR(hr::detail::whole_amount(hr::cores_term("", 1'001)) == 1'001);
  CHECK_CONSTEXPR(hr::detail::whole_amount(hr::bytes_term("", hr::gibibytes(1))) == 1'024);
  // Sixteen GPUs used, and eight held.
  static constexpr std::array sixteen{pods(2, 8)};
  static constexpr std::array one_node{pool(1, 8)};
  static constexpr hr::deployment too_many{.pools = one_node, .workloads = sixteen};
  static constexpr auto used = hr::lines_that_break(too_many, on_h100, "gpus_used", std::array<int, 1>{line_of("gpus_used", too_many, on_h100)});
  CHECK_CONSTEXPR(std::is_same_v<hr::detail::figure_at<used, 0, 0>, figures::gpus<16>>);
  // What is kept has nothing to tell.
  CHECK_CONSTEXPR(hr::tell_figures<cpus, 20>());
  CHECK_CONSTEXPR(hr::tell<true, figures::none>());
}

TEST_CASE("Lines are found in their order, and the first that is broken and not silenced is told") {
  hr::broken_lines<7> of{.lines = {2, 3, 5, 7, 11, 13, 17}, .is_broken = {false, true, false, true, true, false, true}};
  for (std::size_t i = 0; i < 7; ++i) CHECK(of.index_of(of.lines[i]) == i);
  for (const int other : {0, 1, 4, 6, 12, 16, 18}) CHECK(of.index_of(other) == 7);
  CHECK(of.first_broken({}) == 1);
  CHECK(of.first_broken({3}) == 3);
  CHECK(of.first_broken({7, 3}) == 4);
  CHECK(of.first_broken({3, 7, 11}) == 6);
  CHECK(of.first_broken({17, 11, 7, 3}) == 7);
  CHECK(of.first_broken({2, 4}) == 1);
  of.is_broken = {true};
  CHECK(of.first_broken({}) == 0);
  CHECK(of.first_broken({2}) == 7);
}

TEST_CASE("The figures of each line's first finding are kept, four of them at most") {
  using namespace assertions_cases;
  using unit = hr::term::unit;
  std::array both = web;
  both[1].requests.millicpus = {hr::count{98'500}, 21};
  // Two pods of four containers' worth of memory: told on the same lines as CPUs, and of them alone the first.
  const std::array three{both[0], both[1], both[0]};
  const auto found = hr::lines_that_break({.workloads = three}, on_h100, "cpus", std::array<int, 3>{3, 20, 21});
  CHECK(found.is_broken == std::array{false, true, true});
  CHECK(found.figure_count == std::array<std::size_t, 3>{0, 2, 2});
  CHECK(found.amounts[1] == std::array<hr::count, 4>{97'000, 96'000, 0, 0});
  CHECK(found.amounts[2] == std::array<hr::count, 4>{98'500, 96'000, 0, 0});
  CHECK(found.units[1] == std::array{unit::cores, unit::cores, unit::number, unit::number});
  CHECK(found.units[2] == std::array{unit::cores, unit::cores, unit::number, unit::number});
  CHECK(!found.breaks_elsewhere);
  CHECK(found.keeps(3));
  CHECK(hr::lines_that_break({.workloads = three}, on_h100, "cpus", std::array<int, 1>{20}).breaks_elsewhere);
  // Two findings of one line, behind that of another.
  std::array of_two_lines{both[0], both[1], both[0]};
  of_two_lines[2].requests.millicpus = {hr::count{99'000}, 21};
  const auto first_of_each = hr::lines_that_break({.workloads = of_two_lines}, on_h100, "cpus", std::array<int, 2>{20, 21});
  CHECK(first_of_each.is_broken == std::array{true, true});
  CHECK(first_of_each.amounts[0][0] == 97'000);
  CHECK(first_of_each.amounts[1][0] == 98'500);
  std::array sizes{pods(1, 8)};
  sizes[0].parallel = {.engine = hr::engine::vllm, .tensor = {hr::count{8}, 6}, .pipeline = {hr::count{2}, 7}};
  const auto six_terms = hr::lines_that_break({.workloads = sizes}, {}, "parallel_product", std::array<int, 2>{5, 6});
  CHECK(six_terms.figure_count[1] == 4);
  CHECK(six_terms.amounts[1] == std::array<hr::count, 4>{8, 2, 1, 1});
  CHECK(six_terms.units[1] == std::array{unit::degree, unit::degree, unit::degree, unit::degree});
  const std::array few{pods(1, 6)};
  const std::array one_node{pool(1, 8)};
  const hr::deployment wasteful{.pools = one_node, .workloads = few};
  const auto stranded = hr::lines_that_break(wasteful, on_h100, "gpus_stranded", std::array<int, 1>{3}, hr::finding_severity::warning);
  CHECK(!stranded.keeps(3));
  CHECK(stranded.amounts[0] == std::array<hr::count, 4>{6, 8, 1, 2});
  CHECK(stranded.units[0] == std::array{unit::gpus, unit::gpus, unit::nodes, unit::gpus});
}

TEST_CASE("Each unit has its type, and figures stand in their order") {
  using namespace assertions_cases;
  namespace figures = hr::figures;
  using unit = hr::term::unit;
  CHECK_CONSTEXPR(std::is_same_v<decltype(hr::detail::told_as<unit::words, 2>()), figures::none>);
  CHECK_CONSTEXPR(std::is_same_v<decltype(hr::detail::told_as<unit::bytes, 2>()), figures::mebibytes<2>>);
  CHECK_CONSTEXPR(std::is_same_v<decltype(hr::detail::told_as<unit::cores, 2>()), figures::millicores<2>>);
  CHECK_CONSTEXPR(std::is_same_v<decltype(hr::detail::told_as<unit::gpus, 2>()), figures::gpus<2>>);
  CHECK_CONSTEXPR(std::is_same_v<decltype(hr::detail::told_as<unit::processes, 2>()), figures::processes<2>>);
  CHECK_CONSTEXPR(std::is_same_v<decltype(hr::detail::told_as<unit::devices, 2>()), figures::devices<2>>);
  CHECK_CONSTEXPR(std::is_same_v<decltype(hr::detail::told_as<unit::instances, 2>()), figures::instances<2>>);
  CHECK_CONSTEXPR(std::is_same_v<hr::detail::figure_at<cpus, 1, 1>, figures::millicores<96'000>>);
  CHECK_CONSTEXPR(std::is_same_v<hr::detail::figure_at<cpus, 1, 2>, figures::none>);
}
