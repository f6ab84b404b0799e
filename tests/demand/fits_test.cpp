// SPDX-License-Identifier: BSL-1.0
#include <headroom/demand/fits.hpp>

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

TEST_CASE("A promise that is kept may be asserted") { CHECK_CONSTEXPR(hr::must_fit<fits_racks, fits_exactly>); }

TEST_CASE("A failed promise prints both numbers in the largest unit that shows that they differ") {
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::usable_gpu_memory, fits_need_memory, fits_has_memory>, in::gibibytes>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::system_memory, fits_need_memory, fits_one_byte_less>, in::bytes>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::usable_gpu_memory, fits_need_memory, fits_nothing>, in::gibibytes>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::peak, fits_need_exaflops, fits_has_exaflops>, in::exaflops>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::scale_out, fits_gigabits, fits_fewer_gigabits>, in::gigabits_per_second>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::front_end, fits_gigabits, fits_fewer_gigabits>, in::gigabits_per_second>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::scale_up, fits_gigabits, fits_fewer_gigabits>, in::gigabytes_per_second>);
}

TEST_CASE("Counts are printed as what they count") {
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::gpus, fits_need_memory, fits_has_memory>, in::gpus>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::vms, fits_need_memory, fits_has_memory>, in::vms>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::racks, fits_need_memory, fits_has_memory>, in::racks>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::vcpus, fits_need_memory, fits_has_memory>, in::vcpus>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::disk_iops, fits_need_memory, fits_has_memory>, in::operations_per_second>);
  CHECK_CONSTEXPR(std::is_same_v<fits_unit<hr::line::machines, fits_need_memory, fits_has_memory>, in::machines>);
}

TEST_CASE("A printed number is rounded to whole units, and stays at the largest beyond") {
  CHECK_CONSTEXPR(hr::detail::whole_units(5'000.4 * in::gibibytes::size, in::gibibytes::size) == 5'000);
  CHECK_CONSTEXPR(hr::detail::whole_units(1e40, 1) == hr::too_many);
  CHECK_CONSTEXPR(hr::detail::whole_units(12.345 / 3600, in::cents_per_hour::size) == 1'235);
}
