// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/parse.hpp>

#include <array>
#include <check.hpp>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <text_random.hpp>

namespace {

// Refused, at this byte, with these words.
template <class Parse>
constexpr bool refuses(const Parse& parse, std::string_view written, std::size_t position, std::string_view words) {
  const auto result = parse(written);
  return !result && result.error.position == position &&
         result.error.message.view().find(words) != std::string_view::npos;
}

// A decimal number as a person or a program might write it.
std::string random_number(random_figures& random) {
  char written[64];
  const double x = random.any(1e-6, 1e9);
  switch (random.below(4)) {
    case 0:
      std::snprintf(written, sizeof written, "%.*f", static_cast<int>(random.below(12)), x);
      break;
    case 1:
      std::snprintf(written, sizeof written, "%.*e", static_cast<int>(random.below(20)), x);
      break;
    case 2:
      std::snprintf(written, sizeof written, "%.17g", x);
      break;
    default:
      std::snprintf(written, sizeof written, "%.30f", x);
  }
  return written;
}

// How many random numbers are not what the maker makes of strtod's value.
template <class Parse, class Make>
int unlike_strtod(std::string_view unit, const Parse& parse, const Make& make) {
  random_figures random;
  int wrong = 0;
  for (int i = 0; i < random_draws; ++i) {
    std::string written = random_number(random);
    const double n = std::strtod(written.c_str(), nullptr);
    written += unit;
    const auto result = parse(written);
    if (!result || !(result.value == make(n))) ++wrong;
  }
  return wrong;
}

}  // namespace

TEST_CASE("Every spelling of a unit of memory is the quantity of its maker") {
  CHECK_CONSTEXPR(hr::parse_memory("1.2 PB").value == hr::petabytes(1.2));
  CHECK_CONSTEXPR(hr::parse_memory("672GiB").value == hr::gibibytes(672));
  CHECK_CONSTEXPR(hr::parse_memory(" 5 B ").value == hr::bytes(5));
  CHECK_CONSTEXPR(hr::parse_memory("5 kB").value == hr::kilobytes(5));
  CHECK_CONSTEXPR(hr::parse_memory("5 KB").value == hr::kilobytes(5));
  CHECK_CONSTEXPR(hr::parse_memory("5 MB").value == hr::megabytes(5));
  CHECK_CONSTEXPR(hr::parse_memory("5 TB").value == hr::terabytes(5));
  CHECK_CONSTEXPR(hr::parse_memory("5 KiB").value == hr::kibibytes(5));
  CHECK_CONSTEXPR(hr::parse_memory("284,208 MiB").value == hr::mebibytes(284'208));
  CHECK_CONSTEXPR(hr::parse_memory("5 TiB").value == hr::tebibytes(5));
  CHECK_CONSTEXPR(hr::parse_memory("5 PiB").value == hr::pebibytes(5));
  CHECK_CONSTEXPR(hr::parse_memory("5 GByte").value == hr::gigabytes(5));
  CHECK_CONSTEXPR(hr::parse_memory("5 bytes").value == hr::bytes(5));
  CHECK_CONSTEXPR(hr::parse_memory("5e3 GB").value == hr::terabytes(5));
  CHECK_CONSTEXPR(hr::parse_memory("5E+3 GB").value == hr::terabytes(5));
  CHECK_CONSTEXPR(hr::parse_memory("0 GB").value == hr::bytes(0));
}

TEST_CASE("GB, GiB and Gb are three units") {
  // 2^30 / 10^9 = 1.073741824, and a byte has 8 bits.
  CHECK_CONSTEXPR(hr::in_bytes(hr::parse_memory("1 GiB").value) == 1'073'741'824.0);
  CHECK_CONSTEXPR(hr::in_bytes(hr::parse_memory("1 GB").value) == 1'000'000'000.0);
  CHECK_CONSTEXPR(hr::in_bytes_per_second(hr::parse_bandwidth("1 Gb/s").value) == 125'000'000.0);
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "1 Gb", 2, "'Gb' counts bits, not bytes (b is a bit, B a byte): write GB"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "1 gib", 2, "write GiB"));
}

TEST_CASE("Bandwidth reads in bits and bytes, however a second is written") {
  CHECK_CONSTEXPR(hr::parse_bandwidth("800 Gb/s").value == hr::gigabits_per_second(800));
  CHECK_CONSTEXPR(hr::parse_bandwidth("800 gb/s").value == hr::gigabits_per_second(800));
  CHECK_CONSTEXPR(hr::parse_bandwidth("800Gbit/sec").value == hr::gigabits_per_second(800));
  CHECK_CONSTEXPR(hr::parse_bandwidth("800 Gbits/second").value == hr::gigabits_per_second(800));
  CHECK_CONSTEXPR(hr::parse_bandwidth("24000 Mbps").value == hr::megabits_per_second(24'000));
  CHECK_CONSTEXPR(hr::parse_bandwidth("24,000 Mbps").value == hr::megabits_per_second(24'000));
  CHECK_CONSTEXPR(hr::parse_bandwidth("3.35 TB/s").value == hr::terabytes_per_second(3.35));
  CHECK_CONSTEXPR(hr::parse_bandwidth("130 TBps").value == hr::terabytes_per_second(130));
  CHECK_CONSTEXPR(hr::parse_bandwidth("2 GiB/s").value == hr::gibibytes_per_second(2));
  CHECK_CONSTEXPR(hr::parse_bandwidth("57.6 Tb/s").value == hr::terabits_per_second(57.6));
  CHECK_CONSTEXPR(hr::parse_bandwidth("8 Pb/s").value == hr::petabytes_per_second(1));
  CHECK_CONSTEXPR(hr::parse_bandwidth("16 b/s").value == hr::bytes_per_second(2));
  CHECK_CONSTEXPR(hr::parse_bandwidth("16 kb/s").value == hr::bytes_per_second(2'000));
  CHECK_CONSTEXPR(hr::parse_bandwidth("2 kB/s").value == hr::bytes_per_second(2'000));
  CHECK_CONSTEXPR(hr::parse_bandwidth("2 KiB/s").value == hr::bytes_per_second(2'048));
  CHECK_CONSTEXPR(hr::parse_bandwidth("2 MiB/s").value == hr::bytes_per_second(2'097'152));
  CHECK_CONSTEXPR(hr::parse_bandwidth("1 TiB/s").value == hr::gibibytes_per_second(1'024));
  CHECK_CONSTEXPR(hr::parse_bandwidth("1 PiB/s").value == hr::gibibytes_per_second(1'048'576));
}

TEST_CASE("Durations, power and energy read in their usual units") {
  CHECK_CONSTEXPR(hr::parse_duration("30 min").value == hr::minutes(30));
  CHECK_CONSTEXPR(hr::parse_duration("1.5 hours").value == hr::hours(1.5));
  CHECK_CONSTEXPR(hr::parse_duration("2 days").value == hr::days(2));
  CHECK_CONSTEXPR(hr::parse_duration("5 seconds").value == hr::seconds(5));
  CHECK_CONSTEXPR(hr::parse_duration("5 ms").value == hr::milliseconds(5));
  CHECK_CONSTEXPR(hr::parse_duration("5 us").value == hr::microseconds(5));
  CHECK_CONSTEXPR(hr::parse_duration("5 \xC2\xB5s").value == hr::microseconds(5));
  CHECK_CONSTEXPR(hr::parse_duration("5 \xCE\xBCs").value == hr::microseconds(5));
  CHECK_CONSTEXPR(hr::parse_duration("5 ns").value == hr::nanoseconds(5));
  CHECK_CONSTEXPR(hr::parse_power("142 kW").value == hr::kilowatts(142));
  CHECK_CONSTEXPR(hr::parse_power("142 kw").value == hr::kilowatts(142));
  CHECK_CONSTEXPR(hr::parse_power("700W").value == hr::watts(700));
  CHECK_CONSTEXPR(hr::parse_power("1.5 GW").value == hr::megawatts(1'500));
  CHECK_CONSTEXPR(refuses(hr::parse_power, "5 mW", 2, "case matters here, did you mean MW?"));
  CHECK_CONSTEXPR(hr::parse_energy("12 MWh").value == hr::megawatt_hours(12));
  CHECK_CONSTEXPR(hr::parse_energy("1 GWh").value == hr::megawatt_hours(1'000));
  CHECK_CONSTEXPR(hr::parse_energy("12 kWh").value == hr::kilowatt_hours(12));
  CHECK_CONSTEXPR(hr::parse_energy("1 Wh").value == hr::joules(3'600));
  CHECK_CONSTEXPR(hr::parse_energy("3.6 MJ").value == hr::kilowatt_hours(1));
  CHECK_CONSTEXPR(hr::parse_energy("2 kJ").value == hr::joules(2'000));
}

TEST_CASE("Money reads with the dollar before or after") {
  CHECK_CONSTEXPR(hr::parse_money_rate("$3.40/h").value == hr::dollars_per_hour(3.4));
  CHECK_CONSTEXPR(hr::parse_money_rate("3.4 USD/h").value == hr::dollars_per_hour(3.4));
  CHECK_CONSTEXPR(hr::parse_money_rate("3.4 $/hour").value == hr::dollars_per_hour(3.4));
  CHECK_CONSTEXPR(hr::parse_money_rate("3.4 usd/hr").value == hr::dollars_per_hour(3.4));
  CHECK_CONSTEXPR(hr::parse_money_rate("$1 / h").error.message.empty() == false);
  CHECK_CONSTEXPR(hr::in_dollars_per_hour(hr::parse_money_rate("$1/s").value) == 3'600);
  CHECK_CONSTEXPR(hr::parse_money("$98,000").value == hr::dollars(98'000));
  CHECK_CONSTEXPR(hr::parse_money("98000 USD").value == hr::dollars(98'000));
  CHECK_CONSTEXPR(refuses(hr::parse_money_rate, "$3.40", 5, "'$3.40' is an amount, not a rate: write $3.40/h"));
  CHECK_CONSTEXPR(refuses(hr::parse_money, "$3.40/h", 5, "is a rate, not an amount: write $3.40"));
  CHECK_CONSTEXPR(
      refuses(hr::parse_money_rate, "3 EUR/h", 2, "'EUR/h' is no unit for money per hour: expected $/h or USD/h"));
  CHECK_CONSTEXPR(refuses(hr::parse_money_rate, "$-3/h", 1, "negative"));
}

TEST_CASE("Tokens and operations read with prefixes in words or letters") {
  CHECK_CONSTEXPR(hr::parse_tokens("15.6 trillion tokens").value == hr::token_count(15.6e12));
  CHECK_CONSTEXPR(hr::parse_tokens("1 token").value == hr::token_count(1));
  CHECK_CONSTEXPR(hr::parse_tokens("8 Thousand Tokens").value == hr::token_count(8'000));
  CHECK_CONSTEXPR(hr::parse_token_rate("1.1 million tokens/s").value == hr::tokens_per_second(1'100'000));
  CHECK_CONSTEXPR(hr::parse_token_rate("1,100,000 tokens/s").value == hr::tokens_per_second(1'100'000));
  CHECK_CONSTEXPR(hr::parse_operation_rate("1440 PFLOPS").value == hr::petaflops(1'440));
  CHECK_CONSTEXPR(hr::parse_operation_rate("1.08 EFLOPS").value == hr::petaflops(1'080));
  CHECK_CONSTEXPR(hr::parse_operation_rate("24 TOPS").value == hr::teraflops(24));
  CHECK_CONSTEXPR(hr::parse_operation_rate("5 TFLOP/s").value == hr::teraflops(5));
  CHECK_CONSTEXPR(hr::parse_operation_rate("5 tflops").value == hr::teraflops(5));
  CHECK_CONSTEXPR(hr::parse_operations("5 EFLOP").value == hr::operations_done(5e18));
  CHECK_CONSTEXPR(
      refuses(hr::parse_operation_rate, "5 TFLOP", 2, "'5 TFLOP' is an amount, not a rate: write 5 TFLOPS"));
  CHECK_CONSTEXPR(refuses(hr::parse_token_rate, "5 tokens", 2, "write 5 tokens/s"));
}

TEST_CASE("A count is whole, plain, and at most 2^40") {
  CHECK_CONSTEXPR(hr::parse_count("4608").value == 4'608);
  CHECK_CONSTEXPR(hr::parse_count("4,608").value == 4'608);
  CHECK_CONSTEXPR(hr::parse_count("0").value == 0);
  CHECK_CONSTEXPR(!!hr::parse_count("0"));
  CHECK_CONSTEXPR(hr::parse_count("1,099,511,627,776").value == hr::max_count);
  CHECK_CONSTEXPR(refuses(hr::parse_count, "1099511627777", 0, "too large"));
  CHECK_CONSTEXPR(refuses(hr::parse_count, "99999999999999999999999", 0, "too large"));
  CHECK_CONSTEXPR(refuses(hr::parse_count, "1.5", 1, "not a whole number"));
  CHECK_CONSTEXPR(refuses(hr::parse_count, "1e3", 1, "not a whole number"));
  CHECK_CONSTEXPR(refuses(hr::parse_count, "-1", 0, "negative"));
  CHECK_CONSTEXPR(refuses(hr::parse_count, "", 0, "expected a count, such as 4,608"));
  CHECK_CONSTEXPR(refuses(hr::parse_count, "46,08", 2, "','"));
  CHECK_CONSTEXPR(refuses(hr::parse_count, "4608 GPUs", 5, "'GPUs' after a count"));
  CHECK(refuses(hr::parse_count, std::string(64, '1'), 63, "longer than 63"));
}

TEST_CASE("A rate is not an amount, nor an amount a rate") {
  CHECK_CONSTEXPR(refuses(hr::parse_bandwidth, "800 Gb", 4, "'800 Gb' is an amount, not a rate: write 800 Gb/s"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "800 GB/s", 4, "'800 GB/s' is a rate, not an amount: write 800 GB"));
}

TEST_CASE("A bare number, an unknown unit and text after the unit are refused where they are") {
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "5", 1, "'5' has no unit: expected B, kB"));
  CHECK_CONSTEXPR(refuses(hr::parse_bandwidth, "5 foo/s", 2, "'foo/s' is no unit for a bandwidth"));
  CHECK_CONSTEXPR(refuses(hr::parse_bandwidth, "800 Gb/s fast", 9, "'fast' after the unit: expected nothing more"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "5e GB", 1, "'e GB' is no unit for an amount of memory"));
}

TEST_CASE("What is no number is refused where it goes wrong") {
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "", 0, "expected an amount of memory, such as 1.2 PB"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "  ", 2, "expected"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "-5 GB", 0, "negative"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "+5 GB", 0, "does not begin with a number"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "nan", 0, "does not begin with a number"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "inf GB", 0, "does not begin with a number"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "0x10 GB", 0, "hexadecimal"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, ".5 GB", 0, "before the '.'"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "5. GB", 2, "after the '.'"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "1.2.3 GB", 3, "no unit for"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "1,44 GB", 1, "','"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "1234,567 GB", 4, "','"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "1,,000 GB", 1, "','"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "1e50 GB", 0, "too large"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "1e99999999999 GB", 0, "too large"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "1e-50 GB", 0, "too small"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "\xFF\xFE", 0, "'\?\?' does not begin with a number"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "5 G\xC3\xA9", 2, "'G\?\?' is no unit"));
  CHECK(refuses(hr::parse_memory, std::string(64, '1') + " GB", 63, "longer than 63"));
  CHECK(refuses(hr::parse_memory, std::string_view{"5\0GB", 4}, 1, "'?GB' is no unit"));
}

TEST_CASE("Numbers read as the maker makes of strtod's value" * doctest::test_suite("slow")) {
  CHECK(unlike_strtod(" GB", hr::parse_memory, hr::gigabytes) == 0);
  CHECK(unlike_strtod(" PiB", hr::parse_memory, hr::pebibytes) == 0);
  CHECK(unlike_strtod("Gb/s", hr::parse_bandwidth, hr::gigabits_per_second) == 0);
  CHECK(unlike_strtod(" ms", hr::parse_duration, hr::milliseconds) == 0);
  CHECK(unlike_strtod(" d", hr::parse_duration, hr::days) == 0);
  CHECK(unlike_strtod(" USD/h", hr::parse_money_rate, hr::dollars_per_hour) == 0);
  CHECK(unlike_strtod(" PFLOPS", hr::parse_operation_rate, [](double n) { return hr::petaflops(n); }) == 0);
}

TEST_CASE("Random bytes are read or refused, with a position inside the text") {
  random_figures random;
  constexpr std::string_view likely = "0123456789.,eE+-$ GMKTPibBsh/OFL\xC2\xB5";
  int outside = 0;
  for (int i = 0; i < random_draws; ++i) {
    std::string written;
    for (std::uint64_t n = random.below(12); n > 0; --n)
      written += random.below(10) == 0 ? static_cast<char>(random.below(256)) : likely[random.below(likely.size())];
    const auto memory = hr::parse_memory(written);
    const auto rate = hr::parse_bandwidth(written);
    const auto price = hr::parse_money_rate(written);
    const auto count = hr::parse_count(written);
    if (memory.error.position > written.size() || rate.error.position > written.size() ||
        price.error.position > written.size() || count.error.position > written.size())
      ++outside;
  }
  CHECK(outside == 0);
}

TEST_CASE("Tokens are counted in thousands, millions, billions and trillions") {
  CHECK_CONSTEXPR(hr::parse_tokens("7 million tokens").value == hr::token_count(7e6));
  CHECK_CONSTEXPR(hr::parse_tokens("3 billion tokens").value == hr::token_count(3e9));
  CHECK_CONSTEXPR(hr::parse_tokens("2 trillion tokens").value == hr::token_count(2e12));
  CHECK_CONSTEXPR(hr::parse_token_rate("4 billion tokens/s").value == hr::tokens_per_second(4e9));
  CHECK_CONSTEXPR(hr::to_text(hr::token_count(3e9)) == "3 billion tokens");
  CHECK_CONSTEXPR(hr::to_text(hr::token_count(7e6)) == "7 million tokens");
}

TEST_CASE("Blanks before an amount are no part of it in what is suggested") {
  CHECK_CONSTEXPR(refuses(hr::parse_token_rate, "   5 tokens", 5, "write 5 tokens/s"));
  CHECK_CONSTEXPR(!refuses(hr::parse_token_rate, "   5 tokens", 5, "write 5 tokens/s tokens"));
}

TEST_CASE("A unit of time is read however it is spelled") {
  struct spelled {
    std::string_view unit;
    double seconds;
  };
  for (const spelled& each : {spelled{"second", 1}, {"seconds", 1}, {"sec", 1}, {"s", 1}, {"minute", 60}, {"minutes", 60}, {"min", 60}, {"hour", 3'600}, {"hours", 3'600},
                              {"hr", 3'600}, {"h", 3'600}, {"day", 86'400}, {"days", 86'400}, {"d", 86'400}, {"Hours", 3'600}, {"SEC", 1}}) {
    CAPTURE(each.unit);
    const auto read = hr::parse_duration("3 " + std::string(each.unit));
    CHECK(!!read);
    CHECK(hr::in_seconds(read.value) == 3 * each.seconds);
  }
  CHECK_CONSTEXPR(hr::parse_duration("5 usec").value == hr::microseconds(5));
}

TEST_CASE("Numbers are read up to their limits, and no further") {
  CHECK_CONSTEXPR(hr::parse_memory("1e39 B").value == hr::bytes(1e39));
  CHECK_CONSTEXPR(hr::parse_memory("9.99e39 B").value == hr::bytes(9.99e39));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, " 1e40 B", 1, "the number is too large: the limit is 1e40"));
  CHECK_CONSTEXPR(hr::parse_duration("1e-39 s").value == hr::seconds(1e-39));
  CHECK_CONSTEXPR(hr::seconds(1e-39) != hr::seconds(0));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, " 9.9e-40 B", 1, "the number is too small: the limit is 1e-39"));
  CHECK_CONSTEXPR(hr::parse_memory("0e99999 B").value == hr::bytes(0));
  CHECK_CONSTEXPR(hr::parse_memory("0.0000000000000000000000000000000000000001e41 B").value == hr::bytes(10));
  CHECK_CONSTEXPR(hr::parse_memory("12345678901234567890 B").value == hr::bytes(12345678901234567890.0));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "1e+ B", 1, "'e+ B' is no unit"));
  // Of 63 characters, blanks and tabs with them.
  const std::string room = "5" + std::string(60, ' ') + "GB";
  CHECK(hr::parse_memory(room).value == hr::gigabytes(5));
  CHECK(refuses(hr::parse_memory, room + ' ', 63, "longer than 63 characters: expected an amount of memory, such as 1.2 PB"));
  CHECK_CONSTEXPR(hr::parse_memory("\t5\tGB\t").value == hr::gigabytes(5));
  CHECK(hr::parse_count(std::string(59, '0') + "4608").value == 4'608);
  CHECK_CONSTEXPR(hr::parse_count("4608 ").value == 4'608);
  CHECK_CONSTEXPR(hr::parse_count("4608 \t ").value == 4'608);
}

TEST_CASE("Commas are where thousands end, and a wrong one is named by its place") {
  CHECK_CONSTEXPR(hr::parse_memory("12,345,678 B").value == hr::bytes(12'345'678));
  CHECK_CONSTEXPR(hr::parse_memory("999,999.5 B").value == hr::bytes(999'999.5));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "1,234,56 GB", 5, "','"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "1,2345 GB", 1, "','"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "1,23,456 GB", 4, "','"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "1, GB", 1, "','"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "1,234, GB", 5, "','"));
  CHECK_CONSTEXPR(refuses(hr::parse_memory, "0X10 GB", 0, "a hexadecimal number: write it in decimal"));
}

TEST_CASE("What is refused is worth nothing") {
  CHECK_CONSTEXPR(hr::parse_memory("5 apples").value == hr::bytes(0));
  CHECK_CONSTEXPR(hr::parse_money_rate("$5").value == hr::dollars_per_hour(0));
  CHECK_CONSTEXPR(hr::parse_count("5 apples").value == 0);
}

TEST_CASE("What is quoted is short and printable") {
  const auto message = [](const std::string& of) { return std::string(hr::parse_memory(of).error.message.view()); };
  const std::string of_32(32, 'q');
  CHECK(message(of_32).starts_with("'" + of_32 + "' does not begin"));
  CHECK(message(of_32 + 'q').starts_with("'" + of_32 + "...' does not begin"));
  CHECK(message("~!").starts_with("'~!' does"));
  CHECK(message("\x7F\x1F").starts_with("'\?\?' does"));
}

// Each in whole: where it goes wrong, and what is said of it.
TEST_CASE("What is wrong with a quantity is said in a sentence, with what to write") {
  const auto said = [](const auto& read) { return std::to_string(read.error.position) + ": " + std::string(read.error.message.view()); };
  // A rate of money is an hour's, as people pay by the hour.
  CHECK(said(hr::parse_money_rate("3 USD")) == "2: '3 USD' is an amount, not a rate: write 3 USD/h");
  CHECK(said(hr::parse_money_rate(" $3.40 ")) == "6: '$3.40' is an amount, not a rate: write $3.40/h");
  CHECK(said(hr::parse_money_rate("$")) == "1: nothing here: expected money per hour, such as $3.40/h");
  CHECK(said(hr::parse_money("$3.40/h")) == "5: '$3.40/h' is a rate, not an amount: write $3.40");
  CHECK(said(hr::parse_money(" $3.40 / h")) == "7: '$3.40 / h' is a rate, not an amount: write $3.40");
  CHECK(said(hr::parse_money("3.40 USD/h")) == "5: '3.40 USD/h' is a rate, not an amount: write 3.40 USD");
  CHECK(said(hr::parse_money_rate("$3.40/mile")) == "5: '/mile' is no unit for money per hour: expected $/h or USD/h");
  CHECK(said(hr::parse_money("3 apples")) == "2: 'apples' is no unit for an amount of money: expected $ or USD");
  CHECK(said(hr::parse_memory("$3 GB")) == "0: '$3 GB' does not begin with a number: expected an amount of memory, such as 1.2 PB");
  CHECK(said(hr::parse_bandwidth("  800 Gb")) == "6: '800 Gb' is an amount, not a rate: write 800 Gb/s");
  CHECK(said(hr::parse_bandwidth("800")) == "3: '800' has no unit: expected MB/s, GB/s, TB/s or PB/s for bytes, Mb/s, Gb/s, Tb/s or Pb/s for bits, as in 800 Gb/s");
  CHECK(said(hr::parse_operation_rate("5 TOP")) == "2: '5 TOP' is an amount, not a rate: write 5 TOPS");
  CHECK(said(hr::parse_memory(" 800 GB/sec")) == "5: '800 GB/sec' is a rate, not an amount: write 800 GB");
  CHECK(said(hr::parse_tokens("3 million tokens/s")) == "2: '3 million tokens/s' is a rate, not an amount: write 3 million tokens");
  CHECK(said(hr::parse_memory("1 gb")) == "2: 'gb' counts bits, not bytes (b is a bit, B a byte): write GB");
  CHECK(said(hr::parse_power("5 mw")) == "2: 'mw': case matters here, did you mean MW?");
  CHECK(said(hr::parse_energy("5 mWh")) == "2: 'mWh': case matters here, did you mean MWh?");
  CHECK(said(hr::parse_memory("5 GB of it")) == "5: 'of it' after the unit: expected nothing more");
  CHECK(said(hr::parse_memory("5 GBof it")) == "2: 'GBof it' is no unit for an amount of memory: expected B, kB, MB, GB, TB, PB, KiB, MiB, GiB, TiB or PiB");
  CHECK(said(hr::parse_tokens("3 million tokens more")) == "17: 'more' after the unit: expected nothing more");
  CHECK(said(hr::parse_duration("5 fortnights")) == "2: 'fortnights' is no unit for a duration: expected ns, us, ms, s, min, h or d");
  CHECK(said(hr::parse_count("12 VMs")) == "3: 'VMs' after a count: expected nothing more");
  CHECK(said(hr::parse_count(" 1.5")) == "2: not a whole number in plain digits: expected a count, such as 4,608");
  CHECK(said(hr::parse_count("1E3")) == "1: not a whole number in plain digits: expected a count, such as 4,608");
  CHECK(said(hr::parse_count("  1099511627777")) == "2: the count is too large: the limit is 1,099,511,627,776");
  CHECK(said(hr::parse_count(" ")) == "1: nothing here: expected a count, such as 4,608");
  CHECK(said(hr::parse_memory("x")) == "0: 'x' does not begin with a number: expected an amount of memory, such as 1.2 PB");
  CHECK(said(hr::parse_memory(" -1 GB")) == "1: a negative number: an amount of memory is 0 or more");
  CHECK(said(hr::parse_memory("1.GB")) == "2: a digit is missing after the '.'");
}

TEST_CASE("A unit is spelled as the tables spell it, however people do") {
  const auto usual = [](std::string_view unit) { return std::string(hr::detail::usual_spelling(unit).view()); };
  CHECK(usual("Gb/s") == "Gb/s");
  CHECK(usual("Gbit/s") == "Gb/s");
  CHECK(usual("Gbits/second") == "Gb/s");
  CHECK(usual("GBit/sec") == "Gb/s");
  CHECK(usual("Gbps") == "Gb/s");
  CHECK(usual("GBps") == "GB/s");
  CHECK(usual("GBPS") == "GB/s");
  CHECK(usual("Mbytes/s") == "MB/s");
  CHECK(usual("Mbyte") == "MB");
  CHECK(usual("bytes") == "B");
  CHECK(usual("bit") == "b");
  CHECK(usual("TFLOP/s") == "TFLOPS");
  CHECK(usual("TOP/second") == "TOPS");
  CHECK(usual("TFLOP/h") == "TFLOP/h");
  CHECK(usual("$") == "USD");
  CHECK(usual("$/hour") == "USD/h");
  CHECK(usual("USD/hr") == "USD/h");
  CHECK(usual("hours") == "h");
  CHECK(usual("s") == "s");
  CHECK(usual("seconds/s") == "seconds/s");  // an amount of a rate is no time
  CHECK(usual("tokens/s") == "tokens/s");
  CHECK(usual("a/b/c") == "a/b/c");
  CHECK(usual("") == "");
  CHECK(usual("/s") == "/s");
}

TEST_CASE("Case matters between a bit and a byte, and between milli and mega") {
  using hr::detail::same_unit;
  CHECK_CONSTEXPR(same_unit("gb/s", "Gb/s", false));
  CHECK_CONSTEXPR(!same_unit("gB/s", "Gb/s", false));
  CHECK_CONSTEXPR(!same_unit("B", "b", false));
  CHECK_CONSTEXPR(same_unit("mB", "MB", false));
  CHECK_CONSTEXPR(!same_unit("mW", "MW", true));
  CHECK_CONSTEXPR(same_unit("KW", "kW", true));
  CHECK_CONSTEXPR(same_unit("M", "m", true));      // a letter by itself is no prefix
  CHECK_CONSTEXPR(same_unit("MIn", "MiN", true));
  CHECK_CONSTEXPR(!same_unit("Min", "min", true));
  CHECK_CONSTEXPR(same_unit("kM", "km", true));
  CHECK_CONSTEXPR(!same_unit("kW", "W", true));
  using hr::detail::ends_in_any_case;
  CHECK_CONSTEXPR(ends_in_any_case("GBPS", "bps"));
  CHECK_CONSTEXPR(ends_in_any_case("bps", "bps"));
  CHECK_CONSTEXPR(!ends_in_any_case("ps", "bps"));
  CHECK_CONSTEXPR(!ends_in_any_case("bpsx", "bps"));
}

// Of 19 digits all are in 64 bits, and those that follow are not lost.
TEST_CASE("A number of many digits is the double that strtod reads") {
  for (const char* written : {"1234567890123456789", "12345678901234567890", "9007199254740993", "9007199254740993.00000000000000000001", "0.00000000000000000000012345678901234567890123",
                              "123456789012345678901234567890", "0000000000000000000000000001.5", "0.1e3", "1e-7", "2E+05", "1.7e0", "10e-1"}) {
    CAPTURE(written);
    const auto read = hr::parse_duration(std::string(written) + " s");
    CHECK(!!read);
    CHECK(hr::in_seconds(read.value) == std::strtod(written, nullptr));
  }
}
