// SPDX-License-Identifier: BSL-1.0
#include <headroom/units.hpp>

#include <array>
#include <boost/units/systems/information/byte.hpp>
#include <boost/units/systems/si/energy.hpp>
#include <boost/units/systems/si/power.hpp>
#include <boost/units/systems/si/prefixes.hpp>
#include <boost/units/systems/si/time.hpp>
#include <check.hpp>
#include <concepts>
#include <fstream>
#include <string>
#include <text_random.hpp>
#include <vector>

namespace {

namespace bu = boost::units;

template <class A, class B>
concept add_up = requires(const A& a, const B& b) {
  a + b;
};
template <class A, class B>
concept subtract = requires(const A& a, const B& b) {
  a - b;
};
template <class A, class B>
concept compare_equal = requires(const A& a, const B& b) {
  a == b;
};
template <class A, class B>
concept compare_less = requires(const A& a, const B& b) {
  a < b;
};
template <class A, class B>
concept mix = add_up<A, B> || subtract<A, B> || compare_equal<A, B> || compare_less<A, B>;

template <class From>
concept is_bytes_by_number = std::convertible_to<From, headroom::memory>;

constexpr double nameplate_rack_gigabytes = 72 * 279 + 36 * 480;

// Every number after "_usd_h" in the collected prices, as printed there.
std::vector<double> collected_prices() {
  std::ifstream file{HEADROOM_SOURCE_DIR "/tests/data/catalog.json"};
  std::vector<double> prices;
  const std::string key = "_usd_h\": {\"value\": ";
  for (std::string line; std::getline(file, line);) {
    const auto at = line.find(key);
    if (at != std::string::npos && line.compare(at + key.size(), 4, "null") != 0)
      prices.push_back(std::stod(line.substr(at + key.size())));
  }
  return prices;
}

}  // namespace

TEST_CASE("A maker and its reader name one unit of memory: decimal or binary") {
  CHECK_CONSTEXPR(hr::in_bytes(hr::bytes(7)) == 7);
  CHECK_CONSTEXPR(hr::in_bytes(hr::kilobytes(1)) == 1e3);
  CHECK_CONSTEXPR(hr::in_bytes(hr::megabytes(1)) == 1e6);
  CHECK_CONSTEXPR(hr::in_bytes(hr::gigabytes(1)) == 1e9);
  CHECK_CONSTEXPR(hr::in_bytes(hr::terabytes(1)) == 1e12);
  CHECK_CONSTEXPR(hr::in_bytes(hr::petabytes(1)) == 1e15);
  CHECK_CONSTEXPR(hr::in_bytes(hr::kibibytes(1)) == 1'024);
  CHECK_CONSTEXPR(hr::in_bytes(hr::mebibytes(1)) == 1'048'576);
  CHECK_CONSTEXPR(hr::in_bytes(hr::gibibytes(1)) == 1'073'741'824);
  CHECK_CONSTEXPR(hr::in_bytes(hr::tebibytes(1)) == 1'099'511'627'776);
  CHECK_CONSTEXPR(hr::in_bytes(hr::pebibytes(1)) == 1'125'899'906'842'624);

  CHECK_CONSTEXPR(hr::in_kilobytes(hr::kilobytes(3.5)) == 3.5);
  CHECK_CONSTEXPR(hr::in_megabytes(hr::megabytes(3.5)) == 3.5);
  CHECK_CONSTEXPR(hr::in_gigabytes(hr::gigabytes(3.5)) == 3.5);
  CHECK_CONSTEXPR(hr::in_terabytes(hr::terabytes(3.5)) == 3.5);
  CHECK_CONSTEXPR(hr::in_petabytes(hr::petabytes(3.5)) == 3.5);
  CHECK_CONSTEXPR(hr::in_kibibytes(hr::kibibytes(3.5)) == 3.5);
  CHECK_CONSTEXPR(hr::in_mebibytes(hr::mebibytes(3.5)) == 3.5);
  CHECK_CONSTEXPR(hr::in_gibibytes(hr::gibibytes(3.5)) == 3.5);
  CHECK_CONSTEXPR(hr::in_tebibytes(hr::tebibytes(3.5)) == 3.5);
  CHECK_CONSTEXPR(hr::in_pebibytes(hr::pebibytes(3.5)) == 3.5);
}

TEST_CASE("A GiB is 7.4 % more than a GB, and a GB/s eight times a Gb/s") {
  CHECK_CONSTEXPR(hr::ratio(hr::gibibytes(1), hr::gigabytes(1)) == 1.073741824);
  CHECK_CONSTEXPR(hr::ratio(hr::tebibytes(1), hr::terabytes(1)) == 1.099511627776);
  CHECK_CONSTEXPR(hr::gibibytes(672) > hr::gigabytes(672));
  CHECK_CONSTEXPR(hr::ratio(hr::gigabytes_per_second(1), hr::gigabits_per_second(1)) == 8);
  CHECK_CONSTEXPR(hr::ratio(hr::gibibytes_per_second(1), hr::gigabytes_per_second(1)) == 1.073741824);
  CHECK_CONSTEXPR(hr::gigabits_per_second(800) == hr::gigabytes_per_second(100));
}

TEST_CASE("The gigabytes that GPU data sheets print for HBM are binary") {
  // GB300: the data sheet prints 279 GB; 20 TB of HBM and 17 TB of LPDDR5X make a rack's 37 TB, as printed.
  CHECK_CONSTEXPR(hr::nameplate_gigabytes(279) == hr::gibibytes(279));
  CHECK_CONSTEXPR(hr::nameplate_terabytes(20) == hr::gibibytes(20'000));
  CHECK_CONSTEXPR(hr::in_nameplate_gigabytes(hr::gibibytes(279)) == 279);
  CHECK_CONSTEXPR(hr::in_nameplate_terabytes(hr::nameplate_gigabytes(nameplate_rack_gigabytes)) == 37.368);
}

TEST_CASE("A maker and its reader name one unit of bandwidth: bytes or bits a second") {
  CHECK_CONSTEXPR(hr::in_bytes_per_second(hr::bytes_per_second(7)) == 7);
  CHECK_CONSTEXPR(hr::in_bytes_per_second(hr::megabytes_per_second(1)) == 1e6);
  CHECK_CONSTEXPR(hr::in_bytes_per_second(hr::gigabytes_per_second(1)) == 1e9);
  CHECK_CONSTEXPR(hr::in_bytes_per_second(hr::terabytes_per_second(1)) == 1e12);
  CHECK_CONSTEXPR(hr::in_bytes_per_second(hr::petabytes_per_second(1)) == 1e15);
  CHECK_CONSTEXPR(hr::in_bytes_per_second(hr::gibibytes_per_second(1)) == 1'073'741'824);
  CHECK_CONSTEXPR(hr::in_bytes_per_second(hr::megabits_per_second(1)) == 125e3);
  CHECK_CONSTEXPR(hr::in_bytes_per_second(hr::gigabits_per_second(1)) == 125e6);
  CHECK_CONSTEXPR(hr::in_bytes_per_second(hr::terabits_per_second(1)) == 125e9);
  CHECK_CONSTEXPR(hr::in_bytes_per_second(hr::petabits_per_second(1)) == 125e12);

  CHECK_CONSTEXPR(hr::in_megabytes_per_second(hr::megabytes_per_second(3.5)) == 3.5);
  CHECK_CONSTEXPR(hr::in_gigabytes_per_second(hr::gigabytes_per_second(3.5)) == 3.5);
  CHECK_CONSTEXPR(hr::in_terabytes_per_second(hr::terabytes_per_second(3.35)) == 3.35);
  CHECK_CONSTEXPR(hr::in_petabytes_per_second(hr::petabytes_per_second(3.5)) == 3.5);
  CHECK_CONSTEXPR(hr::in_gibibytes_per_second(hr::gibibytes_per_second(3.5)) == 3.5);
  CHECK_CONSTEXPR(hr::in_megabits_per_second(hr::megabits_per_second(24'000)) == 24'000);
  CHECK_CONSTEXPR(hr::in_gigabits_per_second(hr::gigabits_per_second(800)) == 800);
  CHECK_CONSTEXPR(hr::in_terabits_per_second(hr::terabits_per_second(57.6)) == 57.6);
  CHECK_CONSTEXPR(hr::in_petabits_per_second(hr::petabits_per_second(3.5)) == 3.5);
}

TEST_CASE("A maker and its reader name one unit of time, power and energy") {
  CHECK_CONSTEXPR(hr::in_seconds(hr::minutes(2)) == 120);
  CHECK_CONSTEXPR(hr::in_seconds(hr::hours(1)) == 3'600);
  CHECK_CONSTEXPR(hr::in_seconds(hr::days(1)) == 86'400);
  CHECK_CONSTEXPR(hr::in_seconds(hr::seconds(0.1)) == 0.1);
  CHECK_CONSTEXPR(hr::in_seconds(hr::milliseconds(1)) == 1e-3);
  CHECK_CONSTEXPR(hr::in_seconds(hr::microseconds(1)) == 1e-6);
  CHECK_CONSTEXPR(hr::in_seconds(hr::nanoseconds(1)) == 1e-9);
  CHECK_CONSTEXPR(hr::in_milliseconds(hr::milliseconds(250)) == 250);
  CHECK_CONSTEXPR(hr::in_microseconds(hr::microseconds(250)) == 250);
  CHECK_CONSTEXPR(hr::in_nanoseconds(hr::seconds(2)) == 2e9);
  CHECK_CONSTEXPR(hr::in_minutes(hr::hours(1.5)) == 90);
  CHECK_CONSTEXPR(hr::in_hours(hr::days(2)) == 48);
  CHECK_CONSTEXPR(hr::in_days(hr::hours(36)) == 1.5);

  CHECK_CONSTEXPR(hr::in_watts(hr::watts(700)) == 700);
  CHECK_CONSTEXPR(hr::in_watts(hr::kilowatts(142)) == 142e3);
  CHECK_CONSTEXPR(hr::in_watts(hr::megawatts(9.088)) == 9'088e3);
  CHECK_CONSTEXPR(hr::in_kilowatts(hr::kilowatts(142)) == 142);
  CHECK_CONSTEXPR(hr::in_megawatts(64.0 * hr::kilowatts(142)) == 9.088);

  CHECK_CONSTEXPR(hr::in_joules(hr::joules(5)) == 5);
  CHECK_CONSTEXPR(hr::in_joules(hr::kilowatt_hours(1)) == 3.6e6);
  CHECK_CONSTEXPR(hr::in_joules(hr::megawatt_hours(1)) == 3.6e9);
  CHECK_CONSTEXPR(hr::in_kilowatt_hours(hr::megawatt_hours(2)) == 2'000);
  CHECK_CONSTEXPR(hr::in_megawatt_hours(hr::kilowatt_hours(500)) == 0.5);
}

TEST_CASE("A maker and its reader name one unit of tokens and operations") {
  CHECK_CONSTEXPR(hr::in_tokens(hr::token_count(5)) == 5);
  CHECK_CONSTEXPR(hr::in_tokens_per_second(hr::tokens_per_second(1.1e6)) == 1.1e6);
  CHECK_CONSTEXPR(hr::in_operations(hr::operations_done(6e21)) == 6e21);
  CHECK_CONSTEXPR(hr::in_gigaflops(hr::gigaflops(3.5)) == 3.5);
  CHECK_CONSTEXPR(hr::in_teraflops(hr::gigaflops(3'500)) == 3.5);
  CHECK_CONSTEXPR(hr::in_gigaflops(hr::teraflops(989.4)) == 989'400);
  CHECK_CONSTEXPR(hr::in_petaflops(hr::petaflops(1'440)) == 1'440);
  CHECK_CONSTEXPR(hr::in_exaflops(hr::petaflops(1'440)) == 1.44);
  CHECK_CONSTEXPR(hr::in_teraflops(hr::exaflops(1)) == 1e6);
  CHECK_CONSTEXPR(hr::in_exaflops(hr::exaflops(1.5)) == 1.5);

  CHECK_CONSTEXPR(hr::in_operations(hr::operations_done<hr::fp8>(6e21)) == 6e21);
  CHECK_CONSTEXPR(hr::in_teraflops(hr::teraflops<hr::fp16>(989.4)) == 989.4);
  CHECK_CONSTEXPR(hr::in_petaflops(hr::petaflops<hr::fp4, hr::sparse>(20)) == 20);
  CHECK_CONSTEXPR(hr::in_exaflops(hr::exaflops<hr::fp4>(1.08)) == 1.08);
  CHECK_CONSTEXPR(hr::in_teraflops(hr::exaflops<hr::int8, hr::sparse>(1)) == 1e6);
}

TEST_CASE("Sums of parts equal the printed totals: makers round to whole base units") {
  // The first would be false with bare doubles: 72 * 15e15 < 1.08 * 1e18.
  CHECK_CONSTEXPR(72.0 * hr::petaflops<hr::fp4>(15) >= hr::exaflops<hr::fp4>(1.08));
  CHECK_CONSTEXPR(72.0 * hr::petaflops<hr::fp4>(15) == hr::exaflops<hr::fp4>(1.08));
  CHECK_CONSTEXPR(72.0 * hr::petaflops<hr::fp4, hr::sparse>(20) == hr::petaflops<hr::fp4, hr::sparse>(1'440));
  CHECK_CONSTEXPR(72.0 * hr::gigabits_per_second(800) == hr::terabits_per_second(57.6));
  CHECK_CONSTEXPR(hr::megabytes(0.1) + hr::megabytes(0.2) == hr::megabytes(0.3));
  CHECK_CONSTEXPR(hr::in_bytes(hr::gibibytes(0.1)) == 107'374'182);
  CHECK_CONSTEXPR(hr::in_watts(hr::kilowatts(0.0014)) == 1);
}

TEST_CASE("Quantities of one kind add, scale and divide to the kind they should") {
  CHECK_CONSTEXPR(hr::terabytes(1) / hr::gigabytes_per_second(500) == hr::seconds(2));
  CHECK_CONSTEXPR(hr::gigabytes_per_second(500) * hr::seconds(2) == hr::terabytes(1));
  CHECK_CONSTEXPR(hr::terabytes(1) / hr::seconds(2) == hr::gigabytes_per_second(500));
  CHECK_CONSTEXPR(hr::kilowatts(142) * hr::hours(1) == hr::kilowatt_hours(142));
  CHECK_CONSTEXPR(hr::kilowatt_hours(142) / hr::hours(1) == hr::kilowatts(142));
  CHECK_CONSTEXPR(hr::dollars_per_hour(3) * hr::hours(2) == hr::dollars(6));
  CHECK_CONSTEXPR(hr::tokens_per_second(100) * hr::minutes(1) == hr::token_count(6'000));
  CHECK_CONSTEXPR(hr::petaflops(2) * hr::seconds(3) == hr::operations_done(6e15));
  CHECK_CONSTEXPR(hr::operations_done(6e15) / hr::petaflops(2) == hr::seconds(3));
  CHECK_CONSTEXPR(hr::gibibytes(3) - hr::gibibytes(1) == hr::gibibytes(1) * 2.0);
  CHECK_CONSTEXPR(hr::gibibytes(3) / 3.0 == hr::gibibytes(1));
  CHECK_CONSTEXPR(hr::ratio(hr::gibibytes(3), hr::gibibytes(2)) == 1.5);
  CHECK_CONSTEXPR(hr::memory{} == hr::bytes(0));
}

TEST_CASE("Sums and multiples by name are those of the operators, and numbers have them too") {
  CHECK_CONSTEXPR(hr::scaled(hr::gibibytes(5), 3) == hr::gibibytes(15));
  CHECK_CONSTEXPR(hr::sum(hr::gibibytes(5), hr::gibibytes(3)) == hr::gibibytes(8));
  CHECK_CONSTEXPR(hr::scaled(5.0, 3) == 15);
  CHECK_CONSTEXPR(hr::sum(5.0, 3.0) == 8);
}

TEST_CASE("Whole numbers scale and divide every kind of quantity") {
  const auto scale = [](const auto& x) { return 3 * x == 3.0 * x && x * 3L == x * 3.0 && x / hr::count{2} == x / 2.0; };
  CHECK_CONSTEXPR(scale(hr::gibibytes(5)));
  CHECK_CONSTEXPR(scale(hr::terabytes_per_second(8)));
  CHECK_CONSTEXPR(scale(hr::seconds(5)));
  CHECK_CONSTEXPR(scale(hr::watts(700)));
  CHECK_CONSTEXPR(scale(hr::joules(7)));
  CHECK_CONSTEXPR(scale(hr::dollars(9)));
  CHECK_CONSTEXPR(scale(hr::dollars_per_hour(3)));
  CHECK_CONSTEXPR(scale(hr::token_count(100)));
  CHECK_CONSTEXPR(scale(hr::tokens_per_second(100)));
  CHECK_CONSTEXPR(scale(hr::operations_done(6e15)));
  CHECK_CONSTEXPR(scale(hr::petaflops(2)));
  CHECK_CONSTEXPR(scale(hr::petaflops<hr::fp8>(2)));
  CHECK_CONSTEXPR(std::same_as<decltype(2 * hr::gibibytes(1)), hr::memory>);
}

TEST_CASE("Work over a typed rate is a duration, and a typed rate over time is work of its format") {
  constexpr auto work = hr::operations_done<hr::fp8>(6e15);
  constexpr auto rate = hr::petaflops<hr::fp8>(2);
  CHECK_CONSTEXPR(std::same_as<decltype(work / rate), hr::duration>);
  CHECK_CONSTEXPR(work / rate == hr::seconds(3));
  CHECK_CONSTEXPR(work / rate + hr::seconds(1) <= hr::seconds(4));
  CHECK_CONSTEXPR(rate * hr::seconds(3) == work);
  CHECK_CONSTEXPR(hr::seconds(3) * rate == work);
  CHECK_CONSTEXPR(work / hr::seconds(3) == rate);
  CHECK_CONSTEXPR(hr::ratio(rate, hr::petaflops<hr::fp8>(4)) == 0.5);
}

TEST_CASE("Time may stand before what it is multiplied by, and typed work by anything else is no rate and no duration") {
  CHECK_CONSTEXPR(hr::seconds(2) * hr::gigabytes_per_second(500) == hr::terabytes(1));
  CHECK_CONSTEXPR(hr::seconds(3) * hr::petaflops(2) == hr::operations_done(6e15));
  CHECK_CONSTEXPR(hr::hours(1) * hr::kilowatts(142) == hr::kilowatt_hours(142));
  constexpr auto work = hr::operations_done<hr::fp8>(6e15);
  CHECK_CONSTEXPR((hr::seconds(2) * hr::seconds(3)).value() == 6);
  CHECK_CONSTEXPR((hr::petaflops<hr::fp8>(2) * hr::petaflops<hr::fp8>(3)).value() == 6e30);
  CHECK_CONSTEXPR(work / hr::operations_done<hr::fp8>(3e15) == 2);
  CHECK_CONSTEXPR(hr::petaflops<hr::fp8>(6) / hr::petaflops<hr::fp8>(3) == 2);
  CHECK_CONSTEXPR(!std::same_as<decltype(work / hr::petaflops<hr::fp4>(2)), hr::duration>);
  CHECK_CONSTEXPR(!std::same_as<decltype(work / hr::petaflops<hr::fp8, hr::sparse>(2)), hr::duration>);
  CHECK_CONSTEXPR(!std::same_as<decltype(work / hr::bytes(2)), hr::rate<hr::fp8>>);
}

// Whose kind is 0.
TEST_CASE("Dense fp64 is a format as all others are") {
  constexpr auto work = hr::operations_done<hr::fp64>(6e15);
  constexpr auto rate = hr::petaflops<hr::fp64>(2);
  CHECK_CONSTEXPR(work / rate == hr::seconds(3));
  CHECK_CONSTEXPR(rate * hr::seconds(3) == work);
  CHECK_CONSTEXPR(hr::seconds(3) * rate == work);
  CHECK_CONSTEXPR(work / hr::seconds(3) == rate);
  CHECK_CONSTEXPR(hr::untyped(rate) == hr::petaflops(2));
  CHECK_CONSTEXPR(hr::untyped(work) == hr::operations_done(6e15));
  CHECK_CONSTEXPR(hr::in_petaflops(rate) == 2);
  CHECK_CONSTEXPR(hr::in_operations(work) == 6e15);
  CHECK_CONSTEXPR(hr::precision_of<decltype(rate)> == hr::fp64);
}

TEST_CASE("Each format has two kinds of its own, dense and sparse") {
  int kind = 0;
  for (const hr::precision format : hr::precisions)
    for (const hr::sparsity zeros : {hr::dense, hr::sparse}) CHECK(hr::unit::kind_of(format, zeros) == kind++);
  CHECK_CONSTEXPR(hr::unit::kind_of(hr::fp32, hr::sparse) == 3);
}

TEST_CASE("A typed rate leaves its format, and gets one, only by name") {
  CHECK_CONSTEXPR(hr::untyped(hr::petaflops<hr::fp8>(2)) == hr::petaflops(2));
  CHECK_CONSTEXPR(hr::untyped(hr::operations_done<hr::fp8, hr::sparse>(5)) == hr::operations_done(5));
  CHECK_CONSTEXPR(hr::typed<hr::fp8>(hr::petaflops(2)) == hr::petaflops<hr::fp8>(2));
  CHECK_CONSTEXPR(hr::typed<hr::fp8, hr::sparse>(hr::petaflops(2)) == hr::petaflops<hr::fp8, hr::sparse>(2));
  CHECK_CONSTEXPR(!std::convertible_to<hr::rate<hr::fp8>, hr::operation_rate>);
  CHECK_CONSTEXPR(!std::convertible_to<hr::operation_rate, hr::rate<hr::fp8>>);
  CHECK_CONSTEXPR(!std::convertible_to<hr::rate<hr::fp4>, hr::rate<hr::fp8>>);
}

TEST_CASE("Rates of different formats, or dense and sparse, neither add nor compare") {
  CHECK_CONSTEXPR(mix<hr::rate<hr::fp8>, hr::rate<hr::fp8>>);
  CHECK_CONSTEXPR(!mix<hr::rate<hr::fp8>, hr::rate<hr::fp4>>);
  CHECK_CONSTEXPR(!mix<hr::rate<hr::fp16>, hr::rate<hr::bf16>>);
  CHECK_CONSTEXPR(!mix<hr::rate<hr::fp8>, hr::rate<hr::int8>>);
  CHECK_CONSTEXPR(!mix<hr::rate<hr::fp8>, hr::rate<hr::fp8, hr::sparse>>);
  CHECK_CONSTEXPR(!mix<hr::rate<hr::fp8>, hr::operation_rate>);
  CHECK_CONSTEXPR(!mix<hr::operations<hr::fp8>, hr::operations<hr::fp4>>);
  CHECK_CONSTEXPR(!mix<hr::operations<hr::fp8>, hr::operations<hr::fp8, hr::sparse>>);
  CHECK_CONSTEXPR(!mix<hr::operations<hr::fp8>, hr::rate<hr::fp8>>);
  CHECK_CONSTEXPR(!mix<hr::operations<hr::fp8>, hr::operation_count>);
}

TEST_CASE("Quantities of different kinds, and quantities and numbers, neither add nor compare") {
  CHECK_CONSTEXPR(mix<hr::memory, hr::memory>);
  CHECK_CONSTEXPR(!mix<hr::memory, hr::bandwidth>);
  CHECK_CONSTEXPR(!mix<hr::memory, hr::duration>);
  CHECK_CONSTEXPR(!mix<hr::power, hr::energy>);
  CHECK_CONSTEXPR(!mix<hr::money, hr::money_rate>);
  CHECK_CONSTEXPR(!mix<hr::tokens, hr::token_rate>);
  CHECK_CONSTEXPR(!mix<hr::operation_count, hr::tokens>);
  CHECK_CONSTEXPR(!mix<hr::memory, double>);
  CHECK_CONSTEXPR(!mix<hr::memory, int>);
  CHECK_CONSTEXPR(!is_bytes_by_number<double>);
  CHECK_CONSTEXPR(!is_bytes_by_number<int>);
}

TEST_CASE("Unscaled stock quantities of Boost.Units convert by themselves, both ways") {
  const hr::memory bytes = 640.0 * bu::information::bytes;
  CHECK(bytes == hr::bytes(640));
  const hr::duration time = 2.5 * bu::si::seconds;
  CHECK(time == hr::seconds(2.5));
  const hr::power power = 700.0 * bu::si::watts;
  CHECK(power == hr::watts(700));
  const hr::energy energy = 5.0 * bu::si::joules;
  CHECK(energy == hr::joules(5));

  const bu::quantity<bu::si::power> stock = hr::kilowatts(142);
  CHECK(stock.value() == 142e3);
  const bu::quantity<bu::si::time> stock_time = hr::minutes(1);
  CHECK(stock_time.value() == 60);
  CHECK_CONSTEXPR(hr::power(700.0 * bu::si::watts) == hr::watts(700));
}

TEST_CASE("Scaled stock quantities of Boost.Units convert when asked to") {
  const hr::power power(2.5 * bu::si::kilo * bu::si::watts);
  CHECK(power == hr::watts(2'500));
  const hr::memory memory(16.0 * bu::si::giga * bu::information::bytes);
  CHECK(memory == hr::gigabytes(16));
  const hr::memory bits(64.0 * bu::information::bit_base_unit::unit_type());
  CHECK(bits == hr::bytes(8));
  const hr::bandwidth network(400.0 * bu::si::giga * bu::information::bit_base_unit::unit_type() / bu::si::second);
  CHECK(hr::math::close(hr::in_gigabits_per_second(network), 400));
  const hr::duration time(30.0 * bu::si::milli * bu::si::seconds);
  CHECK(time == hr::milliseconds(30));
  using kilowatts = decltype(2.5 * bu::si::kilo * bu::si::watts);
  CHECK_CONSTEXPR(!std::convertible_to<kilowatts, hr::power>);
  CHECK_CONSTEXPR(std::constructible_from<hr::power, kilowatts>);
}

TEST_CASE("Every collected price reads back as it was printed") {
  const std::vector<double> prices = collected_prices();
  CHECK(prices.size() == 69);
  for (const double printed : prices) {
    CAPTURE(printed);
    CHECK(hr::in_dollars_per_hour(hr::dollars_per_hour(printed)) == printed);
  }
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(hr::dollars_per_hour(22.032)) == 22.032);
  CHECK_CONSTEXPR(hr::in_dollars(hr::dollars(3.4)) == 3.4);
}

TEST_CASE("Any price in millionths of a dollar reads back as it was printed") {
  random_figures random;
  int wrong = 0;
  for (int i = 0; i < random_draws; ++i) {
    const double printed = static_cast<double>(random.below(1'000'000'000)) / 1e6;
    if (hr::in_dollars_per_hour(hr::dollars_per_hour(printed)) != printed) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("Layers above may go through base units") {
  CHECK_CONSTEXPR(hr::in_base_units(hr::gibibytes(1)) == 1'073'741'824);
  CHECK_CONSTEXPR(hr::from_base_units<hr::power>(5) == hr::watts(5));
}
