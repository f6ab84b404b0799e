// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/text_of.hpp>

#include <array>
#include <check.hpp>
#include <headroom/catalog/azure.hpp>
#include <headroom/cluster/capacity.hpp>
#include <headroom/demand/assess.hpp>

namespace export_text_of_cases {

enum class foreign { one };
[[maybe_unused]] constexpr std::string_view name(foreign) { return "one"; }

constexpr std::array groups_held{hr::group{hr::machine(hr::azure::gb300_nvl72::spec), 64},
                                 hr::group{hr::machine(hr::azure::nd96asr_v4::spec), 10}};

}  // namespace export_text_of_cases

TEST_CASE("A quantity, a name and a count are what they are elsewhere") {
  CHECK(hr::text_of(hr::gibibytes(672)) == "672 GiB");
  CHECK(hr::text_of(hr::petaflops<hr::fp4>(1'080)) == "1,080 PFLOPS fp4 dense");
  CHECK(hr::text_of(hr::scale_out_per_direction(hr::gigabits_per_second(800))) == "800 Gb/s");
  CHECK(hr::text_of(hr::count{4'608}) == "4,608");
  CHECK(hr::text_of(hr::fp8) == "fp8");
  CHECK(hr::text_of(hr::outcome::does_not_fit) == "does not fit");
}

TEST_CASE("A figure that is not there is never a number, and one that no document confirms says so") {
  CHECK(hr::text_of(hr::figure<hr::memory>(hr::unknown)) == "unknown");
  CHECK(hr::text_of(hr::figure<hr::memory>(hr::absent)) == "none");
  CHECK(hr::text_of(hr::figure<hr::memory>(hr::gibibytes(80))) == "80 GiB");
  CHECK(hr::text_of(hr::general_knowledge(hr::watts(700))) == "700 W (general knowledge, unconfirmed)");
}

TEST_CASE("A total says how much of it is known") {
  using namespace export_text_of_cases;
  CHECK(hr::text_of(hr::gpu_count(groups_held)) == "4,688");
  CHECK(hr::text_of(hr::max_power(groups_held)) == "at least 9.088 MW, known for 64 of 74 machines");  // 64 racks of 142 kW
  CHECK(hr::text_of(hr::max_power(std::span(groups_held).last(1))) == "unknown");
  CHECK(hr::text_of(hr::total<hr::count>{.machines = 2, .without = 2}) == "none");
  CHECK(hr::text_of(hr::total<hr::count>{.known_part = 3, .machines = 2, .covered = 2, .confirmed = false}) == "3 (not confirmed)");
  CHECK(hr::text_of(hr::total<hr::count>{.valid = false}) == "invalid");
}

TEST_CASE("Machines, groups and clusters say how many of what") {
  using namespace export_text_of_cases;
  const hr::cluster held{hr::racks<hr::azure::gb300_nvl72>(64), hr::vms<hr::azure::nd96asr_v4>(10)};
  CHECK(hr::text_of(groups_held[0].machine) == "GB300 NVL72");
  CHECK(hr::text_of(held) == "64 x GB300 NVL72, 10 x Standard_ND96asr_v4");
  CHECK(hr::text_of(hr::dynamic_cluster(held)) == hr::text_of(held));
  CHECK(hr::text_of(hr::dynamic_cluster{}) == "no machines");
}

TEST_CASE("A verdict says its outcome and what decides") {
  using namespace export_text_of_cases;
  const auto about = [](const hr::demand& asked) { return hr::text_of(hr::assess(groups_held, asked)); };
  CHECK(about({.total = {.gpus = 5'000}}) == "does not fit: GPUs in total: 5,000 needed, 4,688 there");
  CHECK(about({.total = {.gpus = 4'688}}) == "fits: GPUs in total: 4,688 needed, 4,688 there");
  CHECK(about({.at_most = {.max_power = hr::megawatts(8)}}) == "does not fit: power in total: at most 8 MW allowed, 9.09 MW taken");
  CHECK(about({.at_most = {.max_power = hr::megawatts(10)}}) ==
        "cannot be judged: power in total: at most 10 MW allowed, not known of Standard_ND96asr_v4");
}

TEST_CASE("Each line of a verdict is in its own unit") {
  const auto line = [](hr::line which, double need, double supply) {
    return hr::text_of(hr::need_check{.line = which, .need = need, .supply = supply});
  };
  CHECK(line(hr::line::scale_out, 1e11, 5e10) == "scale-out bandwidth in total: 800 Gb/s needed, 400 Gb/s there");
  CHECK(line(hr::line::scale_up, 9e11, 4.5e11) == "scale-up bandwidth in total: 900 GB/s needed, 450 GB/s there");
  CHECK(line(hr::line::system_memory, 1024.0 * 1024 * 1024, 0) == "system memory in total: 1 GiB needed, 0 B there");
  CHECK(line(hr::line::price_per_hour, 1.0 / 360, 1.0 / 3'600) == "price per hour in total: $10/h needed, $1/h there");
  CHECK(line(hr::line::peak, 4e15, 2e15) == "peak rate fp64 dense in total: 4 PFLOPS needed, 2 PFLOPS there");
  CHECK(hr::text_of(hr::need_check{.line = hr::line::feature, .outcome = hr::outcome::does_not_fit, .feature = hr::feature::infiniband}) ==
        "InfiniBand: does not fit");
}

TEST_CASE("Only what is the library's own has a text") {
  static_assert(hr::value_with_text<hr::memory> && hr::value_with_text<hr::figure<hr::count>> && hr::value_with_text<hr::verdict>);
  static_assert(!hr::value_with_text<int> && !hr::value_with_text<std::string> && !hr::value_with_text<export_text_of_cases::foreign>);
  static_assert(hr::value_with_text<hr::dynamic_cluster> && !hr::formatted_value<hr::dynamic_cluster>);
}

TEST_CASE("A verdict and its checks are told with all that they are about") {
  using hr::line;
  const auto text = [](const hr::need_check& of) { return hr::text_of(of); };
  CHECK(text({.line = line::number_format, .outcome = hr::outcome::cannot_be_judged, .format = hr::fp8}) == "fp8: cannot be judged");
  CHECK(text({.line = line::whole_racks, .outcome = hr::outcome::does_not_fit}) == "whole racks: does not fit");
  CHECK(text({.line = line::gpus, .need = 4, .supply = 5, .confirmed = false}) == "GPUs in total: 4 needed, 5 there (not confirmed)");
  CHECK(text({.line = line::front_end, .need = 123.4e9 / 8, .supply = 2e12 / 8}) == "front-end bandwidth in total: 123 Gb/s needed, 2 Tb/s there");
  hr::verdict refused{.outcome = hr::outcome::invalid, .refused = "the job is made up"};
  CHECK(hr::text_of(refused) == "invalid: the job is made up");
  CHECK(hr::text_of(hr::verdict{}) == "fits");
  CHECK(hr::text_of(hr::total<hr::count>{}) == "0");
  CHECK(hr::text_of(hr::total<hr::count>{.machines = 1, .without = 1}) == "none");
  CHECK(hr::text_of(hr::total<hr::count>{.machines = 3, .without = 2}) == "unknown");
  CHECK(hr::text_of(0.1 + 0.2) == "0.3");
  CHECK(hr::text_of(1.0 / 3) == "0.333333333333333");
}
