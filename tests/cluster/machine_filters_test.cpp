// SPDX-License-Identifier: BSL-1.0
#include <headroom/cluster/machine_filters.hpp>

#include <check.hpp>
#include <headroom/catalog/machines.hpp>
#include <headroom/catalog/prices.hpp>
#include <range/v3/algorithm/count_if.hpp>
#include <range/v3/algorithm/find_if.hpp>
#include <range/v3/algorithm/sort.hpp>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>
#include <string>
#include <vector>
#if defined(__cpp_lib_ranges) && !(defined(__clang__) && __clang_major__ < 16)
#include <ranges>
#endif

namespace cluster_machine_filters_test {

namespace {

constexpr hr::pricing in_eastus{.region = "eastus", .published = hr::catalog::prices()};

constexpr auto count_of(auto wanted) { return ranges::count_if(hr::catalog::machines(), wanted); }

}  // namespace

TEST_CASE("Machines are filtered by the names of their GPUs") {
  CHECK_CONSTEXPR(count_of(hr::has_gpu("MI300X")) == 1);
  CHECK_CONSTEXPR(count_of(hr::has_gpu("nvidia h200")) == count_of(hr::has_gpu("H200")));
  CHECK_CONSTEXPR(count_of(hr::has_gpu("toaster")) == 0);
  CHECK_CONSTEXPR(!hr::has_gpu("H100")(hr::machine{}));
  CHECK_CONSTEXPR(count_of(hr::has_gpu_of(hr::maker::amd)) > 1);
}

TEST_CASE("Machines are filtered by who offers them, and by whether they can be ordered") {
  CHECK_CONSTEXPR(count_of(hr::is_offered_by(hr::provider::azure)) == 66 + 2 + 7);  // sizes, racks, rows of notes
  CHECK_CONSTEXPR(count_of(hr::has_status(hr::lifecycle_status::as_stated)) == 7);
  CHECK_CONSTEXPR(!hr::is_offered_by(hr::provider::azure)(hr::machine{}));
}

TEST_CASE("Machines are filtered by any key, and what is unknown is left out") {
  constexpr auto at_a_time = [](auto wanted, std::string_view name) { return wanted(*hr::catalog::find(name).found); };
  CHECK_CONSTEXPR(at_a_time(hr::has_at_least(hr::gpu_memory, hr::gibibytes(640)), "Standard_ND96isr_H100_v5"));
  CHECK_CONSTEXPR(!at_a_time(hr::has_at_least(hr::gpu_memory, hr::gibibytes(640.1)), "Standard_ND96isr_H100_v5"));
  CHECK_CONSTEXPR(at_a_time(hr::has_at_least(hr::gpu_count, 72), "GB300 NVL72"));
  CHECK_CONSTEXPR(at_a_time(hr::has_at_most(hr::hourly_price(in_eastus), hr::dollars_per_hour(98.32)), "Standard_ND96isr_H100_v5"));
  CHECK_CONSTEXPR(!at_a_time(hr::has_at_most(hr::hourly_price(in_eastus), hr::dollars_per_hour(98.31)), "Standard_ND96isr_H100_v5"));
  // Sold in us-east-1 only: no price in eastus, which is neither little nor much.
  CHECK_CONSTEXPR(!at_a_time(hr::has_at_most(hr::hourly_price(in_eastus), hr::dollars_per_hour(1e6)), "p5.48xlarge"));
  CHECK_CONSTEXPR(!at_a_time(hr::has_at_least(hr::hourly_price(in_eastus), hr::dollars_per_hour(0)), "p5.48xlarge"));
  CHECK_CONSTEXPR(!at_a_time(hr::is_known(hr::hourly_price(in_eastus)), "p5.48xlarge"));
  CHECK_CONSTEXPR(at_a_time(hr::can_multiply_in(hr::fp8), "p5.48xlarge"));
  CHECK_CONSTEXPR(!at_a_time(hr::can_multiply_in(hr::fp8), "Standard_ND96asr_v4"));
}

// 27.197, 32.77 and 14.692 dollars in eastus for 8, 8 and 4 A100.
TEST_CASE("Filters and keys work with views and algorithms") {
  const auto price = hr::per_gpu(hr::hourly_price(in_eastus));
  auto found = hr::catalog::machines() | ranges::views::filter(hr::has_gpu("A100")) |
               ranges::views::filter(hr::has_at_least(hr::gpu_count, 4)) | ranges::views::filter(hr::is_known(price)) |
               ranges::to<std::vector>;
  ranges::sort(found, hr::lowest_first, price);
  REQUIRE(found.size() == 3);
  CHECK(found[0].name() == "Standard_ND96asr_v4");
  CHECK(found[1].name() == "Standard_NC96ads_A100_v4");
  CHECK(found[2].name() == "Standard_ND96amsr_A100_v4");
#if defined(__cpp_lib_ranges) && !(defined(__clang__) && __clang_major__ < 16)
  int counted = 0;
  for (const hr::machine& each : hr::catalog::machines() | std::views::filter(hr::has_gpu("MI300X"))) counted += each.name() == "Standard_ND96isr_MI300X_v5";
  CHECK(counted == 1);
#endif
}

TEST_CASE("A maker's GPUs are those that its records say it makes") {
  constexpr auto by = [](hr::maker who, std::string_view name) { return hr::has_gpu_of(who)(*hr::catalog::find(name).found); };
  CHECK_CONSTEXPR(by(hr::maker::nvidia, "Standard_ND96isr_H100_v5"));
  CHECK_CONSTEXPR(!by(hr::maker::amd, "Standard_ND96isr_H100_v5"));
  CHECK_CONSTEXPR(by(hr::maker::amd, "Standard_ND96isr_MI300X_v5"));
  CHECK_CONSTEXPR(!hr::has_gpu_of(hr::maker::nvidia)(hr::machine{}));
}

}  // namespace cluster_machine_filters_test
