// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <limits>
#include <span>
#include <string_view>

#include <headroom/precision.hpp>
#include <headroom/units.hpp>

namespace headroom {

// Which prefixes to print memory in: decimal (GB), binary (GiB), or whichever is shorter.
enum class unit_system { automatic, decimal, binary };

// Whether to print bandwidth in bytes (memory, storage, NVLink) or in bits (networks).
enum class data_unit { bytes, bits };

}  // namespace headroom

// The units that quantities are written in and read in.
namespace headroom::detail {

// A unit as text: how it is spelled, which maker and reader of units.hpp it stands for (both in plain base units), and
// for which numbers a person would choose it.
struct unit_name {
  std::string_view symbol{};
  double (*make)(double) = nullptr;
  double (*read)(double) = nullptr;
  double least = 1;  // printed for numbers from least to below; read only, if least is never
  double below = 1000;
  unit_system system = unit_system::automatic;  // automatic: of both systems
  double exact_below = below;                   // the same for a text that must be exact, if its number is shorter
};

struct unit_table {
  std::span<const unit_name> names{};  // on ties of length the earlier is printed
  std::string_view base{};             // the unit of zero, and of what no other unit says exactly
  std::string_view what{};
  std::string_view example{};
  std::string_view expected{};
  bool is_money = false;        // "$3.40/h" for 3.4 USD/h
  bool milli_and_mega = false;  // "mW" and "MW" are different units; elsewhere there is no milli
};

inline constexpr double without_end = std::numeric_limits<double>::infinity();
inline constexpr double never = without_end;

// The maker and the reader of a prefix: n * Scale base units, rounded as the quantity's makers round.
template <auto Make>
constexpr double make_by(double n) {
  return in_base_units(Make(n));
}
template <class Quantity, auto Read>
constexpr double read_by(double base_units) {
  return Read(from_base_units<Quantity>(base_units));
}

template <memory (*Make)(double), double (*Read)(const memory&)>
constexpr unit_name memory_unit(std::string_view symbol, unit_system system, double least, double below) {
  // Drivers print 32,510 MiB and pages of sizes 1,900 GiB: 31.748046875 GiB and 1.85546875 TiB say no more. 129,360 TB are exact, 129.36 PB are not.
  const double exact_below = system == unit_system::binary ? without_end : 1000 * below;
  return {symbol, make_by<Make>, read_by<memory, Read>, least, below, system, exact_below};
}

inline constexpr std::array memory_names{
    memory_unit<bytes, in_bytes>("B", unit_system::automatic, 0, 1000),
    memory_unit<kibibytes, in_kibibytes>("KiB", unit_system::binary, 1, 1024),
    memory_unit<mebibytes, in_mebibytes>("MiB", unit_system::binary, 1, 1024),
    memory_unit<gibibytes, in_gibibytes>("GiB", unit_system::binary, 1, 1024),
    memory_unit<tebibytes, in_tebibytes>("TiB", unit_system::binary, 1, 1024),
    memory_unit<pebibytes, in_pebibytes>("PiB", unit_system::binary, 1, without_end),
    memory_unit<kilobytes, in_kilobytes>("kB", unit_system::decimal, 1, 1000),
    memory_unit<megabytes, in_megabytes>("MB", unit_system::decimal, 1, 1000),
    memory_unit<gigabytes, in_gigabytes>("GB", unit_system::decimal, 1, 1000),
    memory_unit<terabytes, in_terabytes>("TB", unit_system::decimal, 1, 1000),
    memory_unit<petabytes, in_petabytes>("PB", unit_system::decimal, 1, without_end),
};
inline constexpr unit_table memory_units{memory_names, "B", "an amount of memory", "1.2 PB",
                                         "B, kB, MB, GB, TB, PB, KiB, MiB, GiB, TiB or PiB"};

// Units without a maker of their own in units.hpp: only text has them.
constexpr double kilobyte_rate(double n) { return in_base_units(whole<bandwidth>(n * 1e3)); }
constexpr double kibibyte_rate(double n) { return in_base_units(whole<bandwidth>(n * kibi)); }
constexpr double mebibyte_rate(double n) { return in_base_units(whole<bandwidth>(n * mebi)); }
constexpr double tebibyte_rate(double n) { return in_base_units(whole<bandwidth>(n * tebi)); }
constexpr double pebibyte_rate(double n) { return in_base_units(whole<bandwidth>(n * pebi)); }
constexpr double bit_rate(double n) { return in_base_units(whole<bandwidth>(n / 8)); }
constexpr double kilobit_rate(double n) { return in_base_units(whole<bandwidth>(n * 1e3 / 8)); }

// Divided by exactly: what a reader of units.hpp does, for units that have none there.
template <std::int64_t Scale>
constexpr double over(double base_units) {
  return base_units / static_cast<double>(Scale);
}
template <std::int64_t Scale>
constexpr double bits_over(double base_units) {
  return base_units * 8 / static_cast<double>(Scale);
}

template <bandwidth (*Make)(double), double (*Read)(const bandwidth&)>
constexpr unit_name bandwidth_unit(std::string_view symbol, double least = 1, double below = 1000) {
  return {symbol, make_by<Make>, read_by<bandwidth, Read>, least, below};
}

inline constexpr std::array byte_rate_names{
    bandwidth_unit<bytes_per_second, in_bytes_per_second>("B/s", 0),
    unit_name{"kB/s", kilobyte_rate, over<1'000>},
    bandwidth_unit<megabytes_per_second, in_megabytes_per_second>("MB/s"),
    bandwidth_unit<gigabytes_per_second, in_gigabytes_per_second>("GB/s"),
    bandwidth_unit<terabytes_per_second, in_terabytes_per_second>("TB/s"),
    bandwidth_unit<petabytes_per_second, in_petabytes_per_second>("PB/s", 1, without_end),
};
inline constexpr std::array bit_rate_names{
    unit_name{"b/s", bit_rate, bits_over<1>, 0},
    unit_name{"kb/s", kilobit_rate, bits_over<1'000>},
    bandwidth_unit<megabits_per_second, in_megabits_per_second>("Mb/s"),
    bandwidth_unit<gigabits_per_second, in_gigabits_per_second>("Gb/s"),
    bandwidth_unit<terabits_per_second, in_terabits_per_second>("Tb/s"),
    bandwidth_unit<petabits_per_second, in_petabits_per_second>("Pb/s", 1, without_end),
};
inline constexpr std::array bandwidth_names{
    byte_rate_names[0],
    byte_rate_names[1],
    byte_rate_names[2],
    byte_rate_names[3],
    byte_rate_names[4],
    byte_rate_names[5],
    bit_rate_names[0],
    bit_rate_names[1],
    bit_rate_names[2],
    bit_rate_names[3],
    bit_rate_names[4],
    bit_rate_names[5],
    unit_name{"KiB/s", kibibyte_rate, over<std::int64_t{1} << 10>},
    unit_name{"MiB/s", mebibyte_rate, over<std::int64_t{1} << 20>},
    bandwidth_unit<gibibytes_per_second, in_gibibytes_per_second>("GiB/s"),
    unit_name{"TiB/s", tebibyte_rate, over<std::int64_t{1} << 40>},
    unit_name{"PiB/s", pebibyte_rate, over<std::int64_t{1} << 50>},
};
inline constexpr std::string_view bandwidth_expected =
    "MB/s, GB/s, TB/s or PB/s for bytes, Mb/s, Gb/s, Tb/s or Pb/s for bits";
inline constexpr unit_table byte_rate_units{byte_rate_names, "B/s", "a bandwidth", "3.35 TB/s", bandwidth_expected};
inline constexpr unit_table bit_rate_units{bit_rate_names, "b/s", "a bandwidth", "800 Gb/s", bandwidth_expected};
inline constexpr unit_table bandwidth_units{bandwidth_names, "B/s", "a bandwidth", "800 Gb/s", bandwidth_expected};

template <duration (*Make)(double), double (*Read)(const duration&)>
constexpr unit_name duration_unit(std::string_view symbol, double least, double below) {
  return {symbol, make_by<Make>, read_by<duration, Read>, least, below};
}

inline constexpr std::array duration_names{
    duration_unit<days, in_days>("d", 1, without_end),
    duration_unit<hours, in_hours>("h", 1, 100),
    duration_unit<minutes, in_minutes>("min", 1, 100),
    duration_unit<seconds, in_seconds>("s", 1, without_end),
    duration_unit<milliseconds, in_milliseconds>("ms", 1, 1000),
    duration_unit<microseconds, in_microseconds>("us", 1, 1000),
    duration_unit<nanoseconds, in_nanoseconds>("ns", 0, 1000),
};
inline constexpr unit_table duration_units{duration_names, "s", "a duration", "30 min", "ns, us, ms, s, min, h or d",
                                           false,          true};

constexpr double gigawatts(double n) { return in_base_units(whole<power>(n * 1e9)); }

inline constexpr std::array power_names{
    unit_name{"W", make_by<watts>, read_by<power, in_watts>, 0, 10'000},
    unit_name{"kW", make_by<kilowatts>, read_by<power, in_kilowatts>},
    unit_name{"MW", make_by<megawatts>, read_by<power, in_megawatts>},
    unit_name{"GW", gigawatts, over<1'000'000'000>, 1, without_end},
};
inline constexpr unit_table power_units{power_names, "W", "a power", "142 kW", "W, kW, MW or GW", false, true};

constexpr double kilojoules(double n) { return n * 1e3; }
constexpr double megajoules(double n) { return n * 1e6; }
constexpr double watt_hours(double n) { return n * 3600; }
constexpr double gigawatt_hours(double n) { return n * 3.6e12; }

inline constexpr std::array energy_names{
    unit_name{"J", make_by<joules>, read_by<energy, in_joules>, 0, 1000},
    unit_name{"kJ", kilojoules, over<1'000>, 1, 3600},
    unit_name{"kWh", make_by<kilowatt_hours>, read_by<energy, in_kilowatt_hours>},
    unit_name{"MWh", make_by<megawatt_hours>, read_by<energy, in_megawatt_hours>},
    unit_name{"GWh", gigawatt_hours, over<3'600'000'000'000>, 1, without_end},
    unit_name{"MJ", megajoules, over<1'000'000>, never},
    unit_name{"Wh", watt_hours, over<3600>, never},
};
inline constexpr unit_table energy_units{energy_names, "J", "an energy", "12 MWh", "J, kJ, MJ, Wh, kWh, MWh or GWh",
                                         false,        true};

inline constexpr std::array money_names{
    unit_name{"USD", make_by<dollars>, read_by<money, in_dollars>, 0, without_end},
};
inline constexpr unit_table money_units{money_names, "USD", "an amount of money", "$3.40", "$ or USD", true};

constexpr double dollars_per_second(double n) { return n; }
// Without the rounding of in_dollars_per_hour, so that small rates keep their digits.
constexpr double hourly(double base_units) { return base_units * hour; }

inline constexpr std::array money_rate_names{
    unit_name{"USD/h", make_by<dollars_per_hour>, hourly, 0, without_end},
    unit_name{"USD/s", dollars_per_second, over<1>, never},
};
inline constexpr unit_table money_rate_units{money_rate_names, "USD/h",        "money per hour",
                                             "$3.40/h",        "$/h or USD/h", true};

constexpr double thousands(double n) { return n * 1e3; }
constexpr double millions(double n) { return n * 1e6; }
constexpr double billions(double n) { return n * 1e9; }
constexpr double trillions(double n) { return n * 1e12; }

inline constexpr std::array token_names{
    unit_name{"tokens", make_by<token_count>, read_by<tokens, in_tokens>, 0, 1e6},
    unit_name{"million tokens", millions, over<1'000'000>},
    unit_name{"billion tokens", billions, over<1'000'000'000>},
    unit_name{"trillion tokens", trillions, over<1'000'000'000'000>, 1, without_end},
    unit_name{"thousand tokens", thousands, over<1'000>, never},
    unit_name{"token", make_by<token_count>, over<1>, never},
};
inline constexpr unit_table token_units{token_names, "tokens", "a number of tokens", "2 million tokens",
                                        "tokens, thousand tokens, million tokens, billion tokens or trillion tokens"};

inline constexpr std::array token_rate_names{
    unit_name{"tokens/s", make_by<tokens_per_second>, read_by<token_rate, in_tokens_per_second>, 0, 1e6},
    unit_name{"million tokens/s", millions, over<1'000'000>},
    unit_name{"billion tokens/s", billions, over<1'000'000'000>, 1, without_end},
    unit_name{"thousand tokens/s", thousands, over<1'000>, never},
    unit_name{"token/s", make_by<tokens_per_second>, over<1>, never},
};
inline constexpr unit_table token_rate_units{token_rate_names, "tokens/s", "a rate of tokens", "1.1 million tokens/s",
                                             "tokens/s, thousand tokens/s or million tokens/s"};

// FLOP and FLOPS, or OP and OPS for the integer formats; units.hpp says flops of both.
struct operation_symbols {
  std::array<std::string_view, 7> amount;
  std::array<std::string_view, 7> rate;
};
inline constexpr operation_symbols floating{{"FLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP", "ZFLOP"},
                                            {"FLOPS", "MFLOPS", "GFLOPS", "TFLOPS", "PFLOPS", "EFLOPS", "ZFLOPS"}};
inline constexpr operation_symbols integer{{"OP", "MOP", "GOP", "TOP", "POP", "EOP", "ZOP"},
                                           {"OPS", "MOPS", "GOPS", "TOPS", "POPS", "EOPS", "ZOPS"}};

template <std::int64_t Scale>
constexpr double scaled_operations(double n) {
  return in_base_units(operations_done(n * static_cast<double>(Scale)));
}
constexpr double zetta_operations(double n) { return in_base_units(operations_done(n * 1e21)); }
constexpr double over_zetta(double base_units) { return base_units / 1e21; }

constexpr std::array<unit_name, 7> operation_names(const operation_symbols& names) {
  return {{{names.amount[0], scaled_operations<1>, over<1>, 0, 1e6},
           {names.amount[1], scaled_operations<1'000'000>, over<1'000'000>},
           {names.amount[2], scaled_operations<1'000'000'000>, over<1'000'000'000>},
           {names.amount[3], scaled_operations<1'000'000'000'000>, over<1'000'000'000'000>},
           {names.amount[4], scaled_operations<1'000'000'000'000'000>, over<1'000'000'000'000'000>},
           {names.amount[5], scaled_operations<1'000'000'000'000'000'000>, over<1'000'000'000'000'000'000>},
           {names.amount[6], zetta_operations, over_zetta, 1, without_end}}};
}

template <std::int64_t Scale>
constexpr double scaled_rate(double n) {
  return in_base_units(whole_millions<operation_rate>(n * static_cast<double>(Scale)));
}
constexpr double zetta_rate(double n) { return in_base_units(whole_millions<operation_rate>(n * 1e21)); }

constexpr std::array<unit_name, 7> operation_rate_names(const operation_symbols& names) {
  return {{{names.rate[0], scaled_rate<1>, over<1>, 0, 1e6},
           {names.rate[1], scaled_rate<1'000'000>, over<1'000'000>},
           {names.rate[2], scaled_rate<1'000'000'000>, over<1'000'000'000>},
           {names.rate[3], scaled_rate<1'000'000'000'000>, over<1'000'000'000'000>, 1, 10'000},
           {names.rate[4], scaled_rate<1'000'000'000'000'000>, over<1'000'000'000'000'000>, 1, 10'000},
           {names.rate[5], scaled_rate<1'000'000'000'000'000'000>, over<1'000'000'000'000'000'000>, 1, 10'000},
           {names.rate[6], zetta_rate, over_zetta, 1, without_end}}};
}

inline constexpr auto floating_operation_names = operation_names(floating);
inline constexpr auto integer_operation_names = operation_names(integer);
inline constexpr auto floating_rate_names = operation_rate_names(floating);
inline constexpr auto integer_rate_names = operation_rate_names(integer);

inline constexpr std::string_view operations_expected = "GFLOP, TFLOP, PFLOP or EFLOP";
inline constexpr std::string_view operation_rate_expected = "GFLOPS, TFLOPS, PFLOPS or EFLOPS, or TOPS for integers";

inline constexpr unit_table operation_units{floating_operation_names, "FLOP", "a number of operations", "5 EFLOP",
                                            operations_expected};
inline constexpr unit_table integer_operation_units{integer_operation_names, "OP", "a number of operations", "5 EOP",
                                                    operations_expected};
inline constexpr unit_table operation_rate_units{floating_rate_names, "FLOPS", "a rate of operations", "1,440 PFLOPS",
                                                 operation_rate_expected};
inline constexpr unit_table integer_rate_units{integer_rate_names, "OPS", "a rate of operations", "24 TOPS",
                                               operation_rate_expected};

// The table of a quantity; nullptr for types that have none.
template <class Quantity>
inline constexpr const unit_table* units_of = nullptr;
template <>
inline constexpr const unit_table* units_of<memory> = &memory_units;
template <>
inline constexpr const unit_table* units_of<bandwidth> = &byte_rate_units;
template <>
inline constexpr const unit_table* units_of<duration> = &duration_units;
template <>
inline constexpr const unit_table* units_of<power> = &power_units;
template <>
inline constexpr const unit_table* units_of<energy> = &energy_units;
template <>
inline constexpr const unit_table* units_of<money> = &money_units;
template <>
inline constexpr const unit_table* units_of<money_rate> = &money_rate_units;
template <>
inline constexpr const unit_table* units_of<tokens> = &token_units;
template <>
inline constexpr const unit_table* units_of<token_rate> = &token_rate_units;
template <>
inline constexpr const unit_table* units_of<operation_count> = &operation_units;
template <>
inline constexpr const unit_table* units_of<operation_rate> = &operation_rate_units;

constexpr bool is_integer(int kind) { return kind / 2 >= static_cast<int>(precision::int8); }

template <class Quantity>
requires(typed_rate_unit<typename Quantity::unit_type>) inline constexpr const unit_table* units_of<Quantity> =
    is_integer(typed_kind<typename Quantity::unit_type>) ? &integer_rate_units : &operation_rate_units;
template <class Quantity>
requires(typed_work_unit<typename Quantity::unit_type>) inline constexpr const unit_table* units_of<Quantity> =
    is_integer(typed_kind<typename Quantity::unit_type>) ? &integer_operation_units : &operation_units;
// A field that is given a quantity prints as one.
template <class Field>
requires requires { typename Field::asked_quantity; }
inline constexpr const unit_table* units_of<Field> = units_of<typename Field::asked_quantity>;

}  // namespace headroom::detail
