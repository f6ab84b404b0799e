// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/to_text.hpp>

#include <check.hpp>
#include <limits>
#include <string>
#include <string_view>
#include <text_random.hpp>

namespace {

// How many random quantities do not read back as themselves.
template <class Make, class Print, class Parse>
int not_read_back(double low, double high, const Make& make, const Print& print, const Parse& parse) {
  random_figures random;
  int wrong = 0;
  for (int i = 0; i < random_draws; ++i) {
    const auto x = make(random.any(low, high));
    const auto back = parse(print(x));
    if (!back || !(back.value == x)) ++wrong;
  }
  return wrong;
}

template <class Make, class Parse>
int not_read_back(double low, double high, const Make& make, const Parse& parse) {
  return not_read_back(
      low, high, make, [](const auto& x) { return headroom::to_text(x); }, parse);
}

}  // namespace

TEST_CASE("A quantity prints in the unit a person would use") {
  CHECK_CONSTEXPR(hr::to_text(hr::gibibytes(672)) == "672 GiB");
  CHECK_CONSTEXPR(hr::to_text(hr::petabytes(1.2)) == "1.2 PB");
  CHECK_CONSTEXPR(hr::to_text(hr::bytes(0)) == "0 B");
  CHECK_CONSTEXPR(hr::to_text(hr::bytes(999)) == "999 B");
  CHECK_CONSTEXPR(hr::to_text(hr::gibibytes(1008)) == "1,008 GiB");
  CHECK_CONSTEXPR(hr::to_text(hr::terabytes_per_second(3.35)) == "3.35 TB/s");
  CHECK_CONSTEXPR(hr::to_text(hr::gigabytes_per_second(900)) == "900 GB/s");
  CHECK_CONSTEXPR(hr::to_text(hr::minutes(90)) == "90 min");
  CHECK_CONSTEXPR(hr::to_text(hr::seconds(90)) == "90 s");
  CHECK_CONSTEXPR(hr::to_text(hr::days(3)) == "3 d");
  CHECK_CONSTEXPR(hr::to_text(hr::milliseconds(250)) == "250 ms");
  CHECK_CONSTEXPR(hr::to_text(hr::microseconds(5)) == "5 us");
  CHECK_CONSTEXPR(hr::to_text(hr::nanoseconds(2)) == "2 ns");
  CHECK_CONSTEXPR(hr::to_text(hr::kilowatts(142)) == "142 kW");
  CHECK_CONSTEXPR(hr::to_text(hr::watts(700)) == "700 W");
  CHECK_CONSTEXPR(hr::to_text(hr::kilowatt_hours(12)) == "12 kWh");
  CHECK_CONSTEXPR(hr::to_text(hr::joules(5)) == "5 J");
  CHECK_CONSTEXPR(hr::to_text(hr::joules(999)) == "999 J");
  CHECK_CONSTEXPR(hr::to_text(hr::joules(999.5)) == "999.5 J");
  CHECK_CONSTEXPR(hr::to_text(hr::joules(1'000)) == "1 kJ");
  CHECK_CONSTEXPR(hr::to_text(hr::token_count(15'600'000'000'000.0)) == "15.6 trillion tokens");
  CHECK_CONSTEXPR(hr::to_text(hr::tokens_per_second(1'100'000)) == "1.1 million tokens/s");
  CHECK_CONSTEXPR(hr::to_text(hr::tokens_per_second(2'716)) == "2,716 tokens/s");
  CHECK_CONSTEXPR(hr::to_text(hr::operations_done(5e18)) == "5 EFLOP");
  CHECK_CONSTEXPR(hr::to_text(hr::petaflops(1440)) == "1,440 PFLOPS");
  CHECK_CONSTEXPR(hr::to_text(hr::exaflops(92.16)) == "92.16 EFLOPS");
  CHECK_CONSTEXPR(hr::to_text(hr::teraflops(989.4)) == "989.4 TFLOPS");
  CHECK_CONSTEXPR(hr::to_text(hr::count{4608}) == "4,608");
  CHECK_CONSTEXPR(hr::to_text(999) == "999");
  CHECK_CONSTEXPR(hr::to_text(-1'234'567) == "-1,234,567");
}

// As nvidia-smi and the pages of sizes print them; what is whole or short in the next unit is printed there.
TEST_CASE("An exact text keeps the binary unit that memory was counted in, a rounded text does not") {
  CHECK_CONSTEXPR(hr::to_text(hr::mebibytes(32'510)) == "32,510 MiB");
  CHECK_CONSTEXPR(hr::to_text(hr::mebibytes(284'208)) == "284,208 MiB");
  CHECK_CONSTEXPR(hr::to_text(8.0 * hr::mebibytes(143'771)) == "1,150,168 MiB");
  CHECK_CONSTEXPR(hr::to_text(hr::gibibytes(1'900)) == "1,900 GiB");
  CHECK_CONSTEXPR(hr::to_text(hr::terabytes(129'360)) == "129,360 TB");  // 129.36 x 10^15 is no double
  CHECK_CONSTEXPR(hr::to_text(hr::gigabytes(1'200)) == "1.2 TB");
  CHECK_CONSTEXPR(hr::to_text(hr::megabytes(1'234'567)) == "1.234567 TB");
  CHECK_CONSTEXPR(hr::to_text(18.0 * hr::gibibytes(900)) == "16,200 GiB");
  CHECK_CONSTEXPR(hr::to_text(hr::gibibytes(1'152)) == "1,152 GiB");
  CHECK_CONSTEXPR(hr::to_text(hr::gibibytes(1'280)) == "1.25 TiB");
  CHECK_CONSTEXPR(hr::to_text(hr::gibibytes(2'048)) == "2 TiB");
  CHECK_CONSTEXPR(hr::to_text(hr::mebibytes(81'920)) == "80 GiB");
  CHECK_CONSTEXPR(hr::to_text(4608.0 * hr::gibibytes(279)) == "1,255.5 TiB");
  CHECK_CONSTEXPR(hr::to_text(hr::gigabytes(1'152)) == "1.152 TB");
  CHECK_CONSTEXPR(hr::to_text(hr::mebibytes(32'510), hr::unit_system::decimal) == "34.08920576 GB");
  CHECK_CONSTEXPR(hr::rounded_text(hr::mebibytes(32'510)) == "31.7 GiB");
  CHECK_CONSTEXPR(hr::rounded_text(hr::mebibytes(284'208)) == "278 GiB");
  CHECK_CONSTEXPR(hr::rounded_text(hr::mebibytes(284'208), 5) == "277.55 GiB");
  CHECK_CONSTEXPR(hr::rounded_text(hr::gibibytes(1'900)) == "1.86 TiB");
}

TEST_CASE("Whole MiB read back as printed, and rounded to 15 digits they are near" * doctest::test_suite("slow")) {
  random_figures random;
  int wrong = 0;
  for (int i = 0; i < random_draws; ++i) {
    const hr::memory x = hr::mebibytes(static_cast<double>(random.below(1 << 21) + 1));
    const auto printed_back = hr::parse_memory(hr::to_text(x));
    const auto rounded_back = hr::parse_memory(hr::rounded_text(x, 15));
    if (!printed_back || !(printed_back.value == x)) ++wrong;
    if (!rounded_back || !hr::math::close(hr::in_bytes(rounded_back.value), hr::in_bytes(x))) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("Money prints with cents, and prices as they were printed") {
  CHECK_CONSTEXPR(hr::to_text(hr::dollars(98'000)) == "$98,000");
  CHECK_CONSTEXPR(hr::to_text(hr::dollars(3.4)) == "$3.40");
  CHECK_CONSTEXPR(hr::to_text(hr::dollars_per_hour(3.4)) == "$3.40/h");
  CHECK_CONSTEXPR(hr::to_text(hr::dollars_per_hour(22.032)) == "$22.032/h");
  CHECK_CONSTEXPR(hr::to_text(1152.0 * hr::dollars_per_hour(113.9328)) == "$131,250.5856/h");
  CHECK_CONSTEXPR(hr::to_text(hr::dollars_per_hour(0)) == "$0/h");
}

TEST_CASE("Typed operations and rates say their format and sparsity") {
  CHECK_CONSTEXPR(hr::to_text(hr::petaflops<hr::fp4>(1080)) == "1,080 PFLOPS fp4 dense");
  CHECK_CONSTEXPR(hr::to_text(hr::petaflops<hr::fp4, hr::sparse>(1440)) == "1,440 PFLOPS fp4 sparse");
  CHECK_CONSTEXPR(hr::to_text(hr::teraflops<hr::int8>(24)) == "24 TOPS int8 dense");
  CHECK_CONSTEXPR(hr::to_text(hr::operations_done<hr::bf16>(6e21)) == "6 ZFLOP bf16 dense");
  CHECK_CONSTEXPR(hr::to_text(hr::operations_done<hr::int4, hr::sparse>(7e12)) == "7 TOP int4 sparse");
  CHECK_CONSTEXPR(hr::rounded_text(hr::teraflops<hr::fp16>(989.4), 2) == "990 TFLOPS fp16 dense");
}

TEST_CASE("Memory prints in the system asked for, and bandwidth in bits or bytes") {
  CHECK_CONSTEXPR(hr::to_text(hr::gibibytes(1), hr::unit_system::decimal) == "1.073741824 GB");
  CHECK_CONSTEXPR(hr::to_text(hr::gibibytes(1), hr::unit_system::binary) == "1 GiB");
  CHECK_CONSTEXPR(hr::to_text(hr::gigabytes(16), hr::unit_system::automatic) == "16 GB");
  CHECK_CONSTEXPR(hr::to_text(hr::terabits_per_second(57.6), hr::data_unit::bits) == "57.6 Tb/s");
  CHECK_CONSTEXPR(hr::to_text(hr::terabits_per_second(57.6), hr::data_unit::bytes) == "7.2 TB/s");
  CHECK_CONSTEXPR(hr::rounded_text(hr::gibibytes(279), 3, hr::unit_system::decimal) == "300 GB");
  CHECK_CONSTEXPR(hr::rounded_text(hr::gigabits_per_second(812.34), 3, hr::data_unit::bits) == "812 Gb/s");
}

TEST_CASE("What is no ordinary number says so") {
  const double zero = 0;
  CHECK(hr::to_text(hr::seconds(1 / zero)) == "infinite");
  CHECK(hr::to_text(hr::seconds(-1 / zero)) == "minus infinite");
  CHECK(hr::to_text(hr::seconds(zero / zero)) == "not a number");
  CHECK_CONSTEXPR(hr::to_text(hr::seconds(1e300)) == "beyond 1e40 base units");
  CHECK_CONSTEXPR(hr::to_text(hr::seconds(std::numeric_limits<double>::max())) == "beyond 1e40 base units");
  CHECK_CONSTEXPR(hr::to_text(hr::seconds(1e-300)) == "within 1e-30 base units of 0");
  CHECK_CONSTEXPR(hr::rounded_text(hr::seconds(1e-31)) == "within 1e-30 base units of 0");
  CHECK_CONSTEXPR(hr::to_text(hr::seconds(1e-25)) == "1e-25 s");
  CHECK_CONSTEXPR(hr::to_text(hr::dollars(1.5e25)) == "$1.5e25");
  CHECK_CONSTEXPR(hr::to_text(hr::gibibytes(2) - hr::gibibytes(5)) == "-3 GiB");
}

TEST_CASE("A unit in which the text is exact is chosen before one with a shorter number") {
  REQUIRE(8.3 * 1e21 != 8'300.0 * 1e18);  // 8.3 ZFLOPS is another double
  CHECK(hr::to_text(hr::exaflops(8'300)) == "8,300 EFLOPS");
}

// A reader and a maker round once each: the number read is the neighbour of the one made.
TEST_CASE("What a maker makes prints as it was made") {
  CHECK_CONSTEXPR(hr::to_text(hr::petabytes(4.033)) == "4.033 PB");
  CHECK_CONSTEXPR(hr::to_text(hr::exaflops(2'048.044)) == "2,048.044 EFLOPS");
}

TEST_CASE("What no maker makes prints with all digits of the double") {
  // 20480 / 72 = 284.444...; 17 digits tell doubles apart.
  CHECK_CONSTEXPR(hr::to_text(hr::gibibytes(20'480) / 72.0) == "284.44444444444446 GiB");
  CHECK_CONSTEXPR(hr::rounded_text(hr::gibibytes(20'480) / 72.0) == "284 GiB");
}

TEST_CASE("Random values of each quantity read back exactly as printed" * doctest::test_suite("slow")) {
  CHECK(not_read_back(1, 1e18, hr::bytes, hr::parse_memory) == 0);
  CHECK(not_read_back(1e-3, 1e6, hr::gibibytes, hr::parse_memory) == 0);
  CHECK(not_read_back(
            1e-3, 1e6, hr::terabytes, [](auto x) { return hr::to_text(x, hr::unit_system::binary); },
            hr::parse_memory) == 0);
  CHECK(not_read_back(
            1e-3, 1e6, hr::tebibytes, [](auto x) { return hr::to_text(x, hr::unit_system::decimal); },
            hr::parse_memory) == 0);
  CHECK(not_read_back(1, 1e18, hr::bytes_per_second, hr::parse_bandwidth) == 0);
  CHECK(not_read_back(
            1e-3, 1e9, hr::gigabits_per_second, [](auto x) { return hr::to_text(x, hr::data_unit::bits); },
            hr::parse_bandwidth) == 0);
  CHECK(not_read_back(1e-12, 1e12, hr::seconds, hr::parse_duration) == 0);
  CHECK(not_read_back(1e-3, 1e6, hr::milliseconds, hr::parse_duration) == 0);
  CHECK(not_read_back(1e-2, 1e5, hr::hours, hr::parse_duration) == 0);
  CHECK(not_read_back(1, 1e12, hr::watts, hr::parse_power) == 0);
  CHECK(not_read_back(1e-6, 1e15, hr::joules, hr::parse_energy) == 0);
  CHECK(not_read_back(1e-3, 1e6, hr::kilowatt_hours, hr::parse_energy) == 0);
  CHECK(not_read_back(1e-6, 1e12, hr::dollars, hr::parse_money) == 0);
  CHECK(not_read_back(1, 1e18, hr::token_count, hr::parse_tokens) == 0);
  CHECK(not_read_back(1e-3, 1e12, hr::tokens_per_second, hr::parse_token_rate) == 0);
  CHECK(not_read_back(
            1, 1e27, [](double n) { return hr::operations_done(n); }, hr::parse_operations) == 0);
  CHECK(not_read_back(
            1e-3, 1e12, [](double n) { return hr::teraflops(n); }, hr::parse_operation_rate) == 0);
}

TEST_CASE("Random prices read back as printed, to 10^-9 dollars") {
  random_figures random;
  int wrong = 0;
  for (int i = 0; i < random_draws; ++i) {
    const hr::money_rate one = hr::dollars_per_hour(random.short_one(0.01, 1000));
    const auto back = hr::parse_money_rate(hr::to_text(one));
    if (!back || !(back.value == one)) ++wrong;
    const hr::money_rate many = static_cast<double>(random.below(1000)) * one;
    const auto sum = hr::parse_money_rate(hr::to_text(many));
    if (!sum || hr::in_dollars_per_hour(sum.value) != hr::in_dollars_per_hour(many)) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("Every count up to the limit reads back") {
  random_figures random;
  int wrong = 0;
  for (int i = 0; i < random_draws; ++i) {
    const auto n =
        static_cast<hr::count>(random.below(static_cast<std::uint64_t>(hr::max_count) + 1) >> random.below(40));
    const auto back = hr::parse_count(hr::to_text(n));
    if (!back || back.value != n) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("A rounded text has no more digits than asked for, and no zeros for show") {
  CHECK_CONSTEXPR(hr::rounded_text(hr::petabytes(1.23456)) == "1.23 PB");
  CHECK_CONSTEXPR(hr::rounded_text(hr::petabytes(1.2)) == "1.2 PB");
  CHECK_CONSTEXPR(hr::rounded_text(hr::teraflops(1234.567), 4) == "1,235 TFLOPS");
  CHECK_CONSTEXPR(hr::rounded_text(hr::hours(100.0 / 3), 3) == "1.39 d");
  CHECK_CONSTEXPR(hr::rounded_text(hr::dollars_per_hour(113.9328), 4) == "$113.90/h");
  // 108 h are 4.5 d; 3e7 s are 347 d.
  CHECK_CONSTEXPR(hr::rounded_text(hr::hours(108), 2) == "4.5 d");
  CHECK_CONSTEXPR(hr::rounded_text(hr::seconds(3e7), 1) == "300 d");
  CHECK_CONSTEXPR(hr::rounded_text(hr::watts(0)) == "0 W");
  CHECK_CONSTEXPR(hr::rounded_text(hr::watts(123), 0) == "100 W");
  CHECK_CONSTEXPR(hr::rounded_text(hr::watts(123), 99) == "123 W");
  CHECK_CONSTEXPR(hr::rounded_number(0.72727) == "0.727");
  CHECK_CONSTEXPR(hr::rounded_number(-12'345.6) == "-12,300");
  CHECK_CONSTEXPR(hr::rounded_number(0) == "0");
}

TEST_CASE("Rounding up to a thousand takes the next unit") {
  CHECK_CONSTEXPR(hr::rounded_text(hr::terabytes_per_second(0.99996)) == "1 TB/s");
  CHECK_CONSTEXPR(hr::rounded_text(hr::kilowatts(999.99)) == "1 MW");
  CHECK_CONSTEXPR(hr::rounded_text(hr::petabytes_per_second(999.99)) == "1,000 PB/s");
}

TEST_CASE("A need and a supply are told apart with the fewest digits") {
  constexpr auto rack = hr::compare_texts(hr::petaflops(1440), hr::petaflops(1440.003));
  CHECK_CONSTEXPR(rack.need == "1,440 PFLOPS");
  CHECK_CONSTEXPR(rack.supply == "1,440.003 PFLOPS");
  constexpr auto memory = hr::compare_texts(hr::petabytes(1.2), hr::pebibytes(1.1));
  CHECK_CONSTEXPR(memory.need == "1.2 PB");
  CHECK_CONSTEXPR(memory.supply == "1.24 PB");
  constexpr auto same = hr::compare_texts(hr::gibibytes(640), hr::gibibytes(640));
  CHECK_CONSTEXPR(same.need == "640 GiB");
  CHECK_CONSTEXPR(same.supply == "640 GiB");
  constexpr auto nothing = hr::compare_texts(hr::gibibytes(640), hr::bytes(0));
  CHECK_CONSTEXPR(nothing.supply == "0 B");
  constexpr auto network =
      hr::compare_texts(hr::gigabits_per_second(800), hr::terabits_per_second(57.6), 3, hr::data_unit::bits);
  CHECK_CONSTEXPR(network.need == "800 Gb/s");
  CHECK_CONSTEXPR(network.supply == "57.6 Tb/s");
  constexpr auto forced = hr::compare_texts(hr::gigabytes(1000), hr::gigabytes(1001), 3, hr::unit_system::decimal);
  CHECK_CONSTEXPR(forced.need == "1 TB");
  CHECK_CONSTEXPR(forced.supply == "1.001 TB");
  constexpr auto typed = hr::compare_texts(hr::petaflops<hr::fp4>(1), hr::petaflops<hr::fp4>(2));
  CHECK_CONSTEXPR(typed.supply == "2 PFLOPS fp4 dense");
  constexpr auto counts = hr::compare_texts(hr::count{4608}, hr::count{72});
  CHECK_CONSTEXPR(counts.need == "4,608");
}

TEST_CASE("Texts of a need and a supply are equal only where a verdict calls them equal") {
  random_figures random;
  int wrong = 0;
  for (int i = 0; i < random_draws; ++i) {
    const double n = random.any(1e9, 1e18);
    const double change = random.full(1e-16, 1e-2);
    const hr::memory need = hr::bytes(n);
    const hr::memory supply = hr::bytes(random.coin() ? n * (1 + change) : n / (1 + change));
    const auto shown = hr::compare_texts(need, supply);
    const bool close = hr::math::close(hr::in_bytes(need), hr::in_bytes(supply));
    if ((shown.need == shown.supply) != close) ++wrong;
    if (close) continue;
    // And they read in the order of the quantities.
    const auto read_need = hr::parse_memory(shown.need), read_supply = hr::parse_memory(shown.supply);
    if (!read_need || !read_supply || (need < supply) != (read_need.value < read_supply.value)) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("a price too large to print says so") {
  CHECK_CONSTEXPR(hr::to_text(hr::dollars_per_hour(1e41)) == "beyond 1e40 base units");
  CHECK_CONSTEXPR(hr::to_text(hr::dollars_per_hour(1e40)) == "$1e40/h");
}

TEST_CASE("A text longer than its room is cut off") {
  CHECK_CONSTEXPR(hr::fixed_text<3>("four") == "fou");
  CHECK_CONSTEXPR(hr::fixed_text<3>("").empty());
  CHECK_CONSTEXPR(hr::text("abc").size() == 3);
  CHECK(std::string_view{hr::text("abc").c_str()} == "abc");
}

TEST_CASE("Hours begin at one, and tokens a second have no least number") {
  CHECK_CONSTEXPR(hr::to_text(hr::hours(1)) == "1 h");
  CHECK_CONSTEXPR(hr::to_text(hr::tokens_per_second(0.5)) == "0.5 tokens/s");
}

TEST_CASE("Numbers have their digits in groups, and powers of ten where there are too many") {
  constexpr auto written = [](std::uint64_t digits, int exponent, int least = 0) { return hr::detail::number_text({digits, exponent}, least); };
  CHECK_CONSTEXPR(written(123, -2) == "1.23");
  CHECK_CONSTEXPR(written(123, -3) == "0.123");
  CHECK_CONSTEXPR(written(123, -5) == "0.00123");
  CHECK_CONSTEXPR(written(123, 1) == "1,230");
  CHECK_CONSTEXPR(written(123456, -1) == "12,345.6");
  CHECK_CONSTEXPR(written(1, 20) == "100,000,000,000,000,000,000");
  CHECK_CONSTEXPR(written(1, 21) == "1e21");
  CHECK_CONSTEXPR(written(12345, 18) == "1.2345e22");
  CHECK_CONSTEXPR(written(1, -6) == "0.000001");
  CHECK_CONSTEXPR(written(1, -7) == "1e-7");
  CHECK_CONSTEXPR(written(125, -12) == "1.25e-10");
  CHECK_CONSTEXPR(written(0, 0) == "0");
  CHECK_CONSTEXPR(written(34, -1, 2) == "3.40");
  CHECK_CONSTEXPR(written(3, 0, 2) == "3");
  CHECK_CONSTEXPR(written(3456, -3, 2) == "3.456");
  // A number's length is that of its text but for the commas.
  for (const std::uint64_t digits : {1u, 7u, 12u, 345u, 98'765u})
    for (int exponent = -5; exponent <= 15; ++exponent) {
      const auto all = written(digits, exponent);
      int length = 0;
      for (const char c : all.view()) length += c == ',' ? 0 : 1;
      CAPTURE(digits);
      CAPTURE(exponent);
      CHECK(hr::detail::number_length({digits, exponent}) == length);
    }
}

TEST_CASE("What is ten times as much has a unit of its own") {
  const auto texts = [](double need, double supply) { return hr::compare_texts(hr::gigabytes_per_second(need), hr::gigabytes_per_second(supply)); };
  CHECK(texts(800, 8'000).need == "800 GB/s");
  CHECK(texts(800, 8'000).supply == "8 TB/s");
  CHECK(texts(800, 7'990).supply == "7,990 GB/s");
  CHECK(texts(7'990, 800).need == "7,990 GB/s");
  CHECK(texts(8'000, 800).need == "8 TB/s");
  CHECK(texts(0, 800).need == "0 B/s");
  CHECK(texts(0, 800).supply == "800 GB/s");
  // What is no ordinary number is written as alone.
  const auto times = [](double need, double supply) { return hr::compare_texts(hr::seconds(need), hr::seconds(supply)); };
  CHECK(times(9e-31, 2e-30).need == "within 1e-30 base units of 0");
  CHECK(times(2e-30, 9e-31).supply == "within 1e-30 base units of 0");
  // Equal but for a relative 10^-12.
  CHECK(texts(800, 800 * (1 + 1e-13)).supply == "800 GB/s");
}

TEST_CASE("Limits of what is written as a number are reached") {
  CHECK_CONSTEXPR(hr::rounded_number(1e-30) == "1e-30");
  CHECK_CONSTEXPR(hr::rounded_number(9e-31) == "within 1e-30 base units of 0");
  CHECK(hr::to_text(hr::bytes(1e40)) != "beyond 1e40 base units");  // in more steps than clang allows a constant expression
  CHECK_CONSTEXPR(hr::to_text(hr::bytes(1.01e40)) == "beyond 1e40 base units");
  CHECK_CONSTEXPR(hr::rounded_number(1.23456789012345678, 15) == "1.23456789012346");
  CHECK_CONSTEXPR(hr::rounded_number(1.23456789012345678, 16) == "1.23456789012346");
  CHECK_CONSTEXPR(hr::rounded_number(0.66, 1) == "0.7");
  CHECK_CONSTEXPR(hr::rounded_number(0.66, -3) == "0.7");
  CHECK_CONSTEXPR(hr::rounded_number(-0.66) == "-0.66");
  CHECK_CONSTEXPR(hr::rounded_number(1e300) == "beyond 1e40 base units");
  CHECK_CONSTEXPR(hr::to_text(std::int64_t{-9'223'372'036'854'775'807} - 1) == "-9,223,372,036,854,775,808");
  CHECK_CONSTEXPR(hr::compare_texts(4'608, -72).supply == "-72");
}

// The last number of each unit, and the first of the next.
TEST_CASE("Each unit is printed up to where a person would choose the next") {
  const auto rounded = [](const auto& x, int digits = 6) { return std::string(hr::rounded_text(x, digits).view()); };
  CHECK(rounded(hr::bytes(999)) == "999 B");
  CHECK(rounded(hr::bytes(1'000)) == "1 kB");
  CHECK(rounded(hr::kilobytes(999)) == "999 kB");
  CHECK(rounded(hr::kilobytes(1'000)) == "1 MB");
  CHECK(rounded(hr::megabytes(999)) == "999 MB");
  CHECK(rounded(hr::megabytes(1'000)) == "1 GB");
  CHECK(rounded(hr::gigabytes(999)) == "999 GB");
  CHECK(rounded(hr::gigabytes(1'000)) == "1 TB");
  CHECK(rounded(hr::terabytes(999)) == "999 TB");
  CHECK(rounded(hr::terabytes(1'000)) == "1 PB");
  CHECK(rounded(hr::petabytes(1e6)) == "1,000,000 PB");
  CHECK(rounded(hr::kibibytes(1'023)) == "1,023 KiB");
  CHECK(rounded(hr::kibibytes(1'024)) == "1 MiB");
  CHECK(rounded(hr::mebibytes(1'023)) == "1,023 MiB");
  CHECK(rounded(hr::mebibytes(1'024)) == "1 GiB");
  CHECK(rounded(hr::gibibytes(1'023)) == "1,023 GiB");
  CHECK(rounded(hr::gibibytes(1'024)) == "1 TiB");
  CHECK(rounded(hr::tebibytes(1'023)) == "1,023 TiB");
  CHECK(rounded(hr::tebibytes(1'024)) == "1 PiB");
  CHECK(rounded(hr::pebibytes(5'000)) == "5,000 PiB");
  CHECK(rounded(hr::bytes_per_second(999)) == "999 B/s");
  CHECK(rounded(hr::bytes_per_second(1'000)) == "1 kB/s");
  CHECK(rounded(hr::bytes_per_second(999e3)) == "999 kB/s");
  CHECK(rounded(hr::megabytes_per_second(1)) == "1 MB/s");
  CHECK(rounded(hr::megabytes_per_second(999)) == "999 MB/s");
  CHECK(rounded(hr::gigabytes_per_second(999)) == "999 GB/s");
  CHECK(rounded(hr::terabytes_per_second(999)) == "999 TB/s");
  CHECK(rounded(hr::terabytes_per_second(1'000)) == "1 PB/s");
  CHECK(rounded(hr::terabytes_per_second(5e6)) == "5,000 PB/s");
  const auto in_bits = [](double bits) { return std::string(hr::rounded_text(hr::bytes_per_second(bits / 8), 6, hr::data_unit::bits).view()); };
  CHECK(in_bits(992) == "992 b/s");
  CHECK(in_bits(1'000) == "1 kb/s");
  CHECK(in_bits(999e3) == "999 kb/s");
  CHECK(in_bits(1e6) == "1 Mb/s");
  CHECK(in_bits(999e6) == "999 Mb/s");
  CHECK(in_bits(1e9) == "1 Gb/s");
  CHECK(in_bits(999e9) == "999 Gb/s");
  CHECK(in_bits(1e12) == "1 Tb/s");
  CHECK(in_bits(999e12) == "999 Tb/s");
  CHECK(in_bits(1e15) == "1 Pb/s");
  CHECK(in_bits(5e18) == "5,000 Pb/s");
  CHECK(rounded(hr::nanoseconds(0.5)) == "0.5 ns");
  CHECK(rounded(hr::nanoseconds(999)) == "999 ns");
  CHECK(rounded(hr::microseconds(1)) == "1 us");
  CHECK(rounded(hr::microseconds(999)) == "999 us");
  CHECK(rounded(hr::milliseconds(1)) == "1 ms");
  CHECK(rounded(hr::milliseconds(999)) == "999 ms");
  CHECK(rounded(hr::seconds(1)) == "1 s");
  CHECK(rounded(hr::seconds(59)) == "59 s");
  CHECK(rounded(hr::minutes(1)) == "1 min");
  CHECK(rounded(hr::minutes(99)) == "99 min");
  CHECK(rounded(hr::hours(99)) == "99 h");
  CHECK(rounded(hr::hours(101), 3) == "4.21 d");
  CHECK(rounded(hr::days(1)) == "1 d");
  CHECK(rounded(hr::days(5'000)) == "5,000 d");
  CHECK(rounded(hr::watts(9'999)) == "9,999 W");
  CHECK(rounded(hr::watts(10'000)) == "10 kW");
  CHECK(rounded(hr::kilowatts(999)) == "999 kW");
  CHECK(rounded(hr::kilowatts(1'000)) == "1 MW");
  CHECK(rounded(hr::megawatts(999)) == "999 MW");
  CHECK(rounded(hr::megawatts(1'000)) == "1 GW");
  CHECK(rounded(hr::megawatts(5e6)) == "5,000 GW");
  CHECK(rounded(hr::joules(0.5)) == "0.5 J");
  CHECK(rounded(hr::joules(999)) == "999 J");
  CHECK(rounded(hr::joules(3'599'000)) == "3,599 kJ");
  CHECK(rounded(hr::joules(3.6e6)) == "1 kWh");
  CHECK(rounded(hr::kilowatt_hours(999)) == "999 kWh");
  CHECK(rounded(hr::kilowatt_hours(1'000)) == "1 MWh");
  CHECK(rounded(hr::megawatt_hours(999)) == "999 MWh");
  CHECK(rounded(hr::megawatt_hours(1'000)) == "1 GWh");
  CHECK(rounded(hr::megawatt_hours(5e6)) == "5,000 GWh");
  CHECK(rounded(hr::token_count(999'999)) == "999,999 tokens");
  CHECK(rounded(hr::token_count(1e6)) == "1 million tokens");
  CHECK(rounded(hr::token_count(999e6)) == "999 million tokens");
  CHECK(rounded(hr::token_count(1e9)) == "1 billion tokens");
  CHECK(rounded(hr::token_count(999e9)) == "999 billion tokens");
  CHECK(rounded(hr::token_count(1e12)) == "1 trillion tokens");
  CHECK(rounded(hr::token_count(5e15)) == "5,000 trillion tokens");
  CHECK(rounded(hr::tokens_per_second(999'999)) == "999,999 tokens/s");
  CHECK(rounded(hr::tokens_per_second(1e6)) == "1 million tokens/s");
  CHECK(rounded(hr::tokens_per_second(999e6)) == "999 million tokens/s");
  CHECK(rounded(hr::tokens_per_second(1e9)) == "1 billion tokens/s");
  CHECK(rounded(hr::tokens_per_second(5e12)) == "5,000 billion tokens/s");
  CHECK(rounded(hr::operations_done(999'999)) == "999,999 FLOP");
  CHECK(rounded(hr::operations_done(1e6)) == "1 MFLOP");
  CHECK(rounded(hr::operations_done(999e6)) == "999 MFLOP");
  CHECK(rounded(hr::operations_done(1e9)) == "1 GFLOP");
  CHECK(rounded(hr::operations_done(999e9)) == "999 GFLOP");
  CHECK(rounded(hr::operations_done(1e12)) == "1 TFLOP");
  CHECK(rounded(hr::operations_done(999e12)) == "999 TFLOP");
  CHECK(rounded(hr::operations_done(1e15)) == "1 PFLOP");
  CHECK(rounded(hr::operations_done(999e15)) == "999 PFLOP");
  CHECK(rounded(hr::operations_done(1e18)) == "1 EFLOP");
  CHECK(rounded(hr::operations_done(999e18)) == "999 EFLOP");
  CHECK(rounded(hr::operations_done(1e21)) == "1 ZFLOP");
  CHECK(rounded(hr::operations_done(5e24)) == "5,000 ZFLOP");
  CHECK(rounded(hr::gigaflops(0.999)) == "999 MFLOPS");
  CHECK(rounded(hr::gigaflops(1)) == "1 GFLOPS");
  CHECK(rounded(hr::gigaflops(999)) == "999 GFLOPS");
  CHECK(rounded(hr::teraflops(1)) == "1 TFLOPS");
  // As vendors print them.
  CHECK(rounded(hr::teraflops(9'999)) == "9,999 TFLOPS");
  CHECK(rounded(hr::teraflops(10'000)) == "10 PFLOPS");
  CHECK(rounded(hr::petaflops(9'999)) == "9,999 PFLOPS");
  CHECK(rounded(hr::petaflops(10'000)) == "10 EFLOPS");
  CHECK(rounded(hr::exaflops(9'999)) == "9,999 EFLOPS");
  CHECK(rounded(hr::exaflops(10'000)) == "10 ZFLOPS");
  CHECK(rounded(hr::exaflops(5e6)) == "5,000 ZFLOPS");
  CHECK(rounded(hr::dollars(0.25)) == "$0.25");
  CHECK(rounded(hr::dollars(5e12)) == "$5,000,000,000,000");
  CHECK(rounded(hr::dollars_per_hour(0.25)) == "$0.25/h");
}
