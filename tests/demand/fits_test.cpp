// SPDX-License-Identifier: BSL-1.0
#include <headroom/demand/fits.hpp>

#include <algorithm>
#include <check.hpp>
#include <cluster/small_machines.hpp>
#include <type_traits>

namespace {

namespace in = hr::in;

inline constexpr auto fits_racks = hr::cluster{hr::racks<small::rack>(64)};
inline constexpr hr::demand fits_exactly{
    .total = {.gpus = 4'608, .usable_gpu_memory = hr::tebibytes(1'221), .peak = hr::petaflops<hr::fp4, hr::sparse>(64 * 1'440)}};
inline constexpr hr::demand fits_not{.total = {.gpus = 4'609}};
inline constexpr hr::demand fits_unjudged{.features = {hr::feature::hibernation}};
inline constexpr hr::demand fits_whole_racks{.whole_racks = true};
inline constexpr hr::demand fits_invalid{.total = {.gpus = -1}};

// The unit that a failed promise prints two numbers of a line in.
template <hr::line L, const double& Need, const double& Supply>
using fits_unit = decltype(hr::detail::pick<Need, Supply>(hr::detail::message_units<L>()));

inline constexpr double fits_need_memory = 5'000 * in::gibibytes::size;
inline constexpr double fits_has_memory = 4'999 * in::gibibytes::size;
inline constexpr double fits_one_byte_less = fits_need_memory - 1;
inline constexpr double fits_need_exaflops = 92e18;
inline constexpr double fits_has_exaflops = 69e18;
inline constexpr double fits_gigabits = 800e9 / 8;
inline constexpr double fits_fewer_gigabits = 400e9 / 8;
inline constexpr double fits_has_megawatts = 9.09e6;
inline constexpr double fits_allowed_kilowatts = 1'200e3;
inline constexpr double fits_has_dollars = 1.25 / 3600;
inline constexpr double fits_allowed_dollars = 2.5 / 3600;
inline constexpr double fits_nothing = 0;

}  // namespace

TEST_CASE("A promise is a plain bool: true only of a cluster that surely meets it") {
  CHECK_CONSTEXPR(hr::fits<fits_racks, fits_exactly>);
  CHECK_CONSTEXPR(!hr::fits<fits_racks, fits_not>);
  CHECK_CONSTEXPR(!hr::fits<fits_racks, fits_unjudged>);
  CHECK_CONSTEXPR(!hr::fits<fits_racks, fits_invalid>);
}

TEST_CASE("The cluster of a promise may be written in place, and may be empty") {
  CHECK_CONSTEXPR(!hr::fits<hr::cluster{hr::racks<small::rack>(63)}, fits_exactly>);
  CHECK_CONSTEXPR(hr::fits<hr::cluster{hr::racks<small::rack>(63), hr::vms<small::node>(18)}, fits_exactly>);
  CHECK_CONSTEXPR(!hr::fits<hr::cluster{}, fits_exactly>);
}

// That there are no machines says more than that none of them fills a rack.
TEST_CASE("A promise of an empty cluster fails for want of machines, and of VMs for want of a rack") {
  CHECK_CONSTEXPR(hr::detail::promise<hr::cluster{}, fits_whole_racks>::why.line == hr::line::machines);
  CHECK_CONSTEXPR(hr::detail::promise<hr::cluster{hr::vms<small::node>(17)}, fits_whole_racks>::why.line == hr::line::whole_racks);
}

TEST_CASE("A promise that is kept may be asserted") { CHECK_CONSTEXPR(hr::must_fit<fits_racks, fits_exactly>); }

TEST_CASE("A failed promise prints both numbers in the largest unit that shows that they differ") {
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::usable_gpu_memory, fits_need_memory, fits_has_memory>, in::gibibytes>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::system_memory, fits_need_memory, fits_one_byte_less>, in::bytes>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::usable_gpu_memory, fits_need_memory, fits_nothing>, in::gibibytes>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::peak, fits_need_exaflops, fits_has_exaflops>, in::exaflops>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::scale_out, fits_gigabits, fits_fewer_gigabits>, in::gigabits_per_second>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::front_end, fits_gigabits, fits_fewer_gigabits>, in::gigabits_per_second>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::scale_up, fits_gigabits, fits_fewer_gigabits>, in::gigabytes_per_second>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::local_storage, fits_need_memory, fits_has_memory>, in::gibibytes>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::memory_bandwidth, fits_gigabits, fits_fewer_gigabits>, in::gigabytes_per_second>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::disk_throughput, fits_gigabits, fits_fewer_gigabits>, in::gigabytes_per_second>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::max_power, fits_has_megawatts, fits_allowed_kilowatts>, in::kilowatts>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::price_per_hour, fits_has_dollars, fits_allowed_dollars>, in::cents_per_hour>);
}

TEST_CASE("Counts are printed as what they count") {
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::gpus, fits_need_memory, fits_has_memory>, in::gpus>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::vms, fits_need_memory, fits_has_memory>, in::vms>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::racks, fits_need_memory, fits_has_memory>, in::racks>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::whole_racks, fits_need_memory, fits_has_memory>, in::racks>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::vcpus, fits_need_memory, fits_has_memory>, in::vcpus>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::disk_iops, fits_need_memory, fits_has_memory>, in::operations_per_second>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::machines, fits_need_memory, fits_has_memory>, in::machines>);
}

TEST_CASE("A printed number is rounded to whole units, and stays at the largest beyond") {
  CHECK_CONSTEXPR(hr::detail::whole_units(5'000.4 * in::gibibytes::size, in::gibibytes::size) == 5'000);
  CHECK_CONSTEXPR(hr::detail::whole_units(1e40, 1) == hr::too_many);
  CHECK_CONSTEXPR(hr::detail::whole_units(9'223'372'036'854'775'808.0, 1) == hr::too_many);  // 2^63
  CHECK_CONSTEXPR(hr::detail::whole_units(12.345 / 3600, in::cents_per_hour::size) == 1'235);
}

TEST_CASE("Units that numbers are printed in are those of the makers") {
  const auto same = [](double size, const auto& quantity) { return size == hr::in_base_units(quantity); };
  CHECK(same(in::bytes::size, hr::bytes(1)));
  CHECK(same(in::kibibytes::size, hr::kibibytes(1)));
  CHECK(same(in::mebibytes::size, hr::mebibytes(1)));
  CHECK(same(in::gibibytes::size, hr::gibibytes(1)));
  CHECK(same(in::tebibytes::size, hr::tebibytes(1)));
  CHECK(same(in::pebibytes::size, hr::pebibytes(1)));
  CHECK(same(in::bytes_per_second::size, hr::bytes_per_second(1)));
  CHECK(same(in::megabytes_per_second::size, hr::megabytes_per_second(1)));
  CHECK(same(in::gigabytes_per_second::size, hr::gigabytes_per_second(1)));
  CHECK(same(in::terabytes_per_second::size, hr::terabytes_per_second(1)));
  CHECK(same(in::petabytes_per_second::size, hr::petabytes_per_second(1)));
  CHECK(same(in::megabits_per_second::size, hr::megabits_per_second(1)));
  CHECK(same(in::gigabits_per_second::size, hr::gigabits_per_second(1)));
  CHECK(same(in::terabits_per_second::size, hr::terabits_per_second(1)));
  CHECK(1'000 * in::terabits_per_second::size == in::petabits_per_second::size);
  CHECK(same(in::gigaflops::size, hr::gigaflops(1)));
  CHECK(1'000 * in::megaflops::size == in::gigaflops::size);
  CHECK(same(in::teraflops::size, hr::teraflops(1)));
  CHECK(same(in::petaflops::size, hr::petaflops(1)));
  CHECK(same(in::exaflops::size, hr::exaflops(1)));
  CHECK(same(in::watts::size, hr::watts(1)));
  CHECK(same(in::kilowatts::size, hr::kilowatts(1)));
  CHECK(same(in::megawatts::size, hr::megawatts(1)));
  CHECK(100 * in::cents_per_hour::size == doctest::Approx(in::dollars_per_hour::size).epsilon(1e-12));
  CHECK(in::dollars_per_hour::size == doctest::Approx(hr::in_base_units(hr::dollars_per_hour(1))).epsilon(1e-12));
  // Counts are of one thing.
  for (const double one : {in::machines::size, in::gpus::size, in::vms::size, in::racks::size, in::vcpus::size,
                           in::operations_per_second::size})
    CHECK(hr::detail::whole_units(7, one) == 7);
}

TEST_CASE("A unit shows two numbers where they differ in it, and neither is rounded by more than a hundredth") {
  CHECK_CONSTEXPR(hr::detail::shows(1, 3, 2));
  struct shown {
    double unit = 1, a = 0, b = 0;
    bool is = false;
  };
  constexpr shown cases[]{{1, 3, 2, true}, {10, 33, 32, false}, {1, 3, 3, false}, {1, 100.9, 99.1, true}, {1, 9.4, 2, false}, {1, 2, 9.4, false},
                          {1, 0.4, 2, false}, {1, 0, 2, true}, {1, 2, 0, true}, {1, 50.5, 2, true},  // 51: by just less than a hundredth
                          {10, 404, 20, true}, {10, 394, 20, false}, {10, 20, 404, true}, {10, 20, 394, false}};
  static_assert(std::ranges::all_of(cases, [](const shown& each) { return hr::detail::shows(each.unit, each.a, each.b) == each.is; }));
  for (const shown& each : cases) {
    CAPTURE(each.unit);
    CAPTURE(each.a);
    CAPTURE(each.b);
    CHECK(hr::detail::shows(each.unit, each.a, each.b) == each.is);
  }
}
