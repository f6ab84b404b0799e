// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/unit_names.hpp>

#include "check.hpp"

#include <initializer_list>
#include <string_view>

#include <doctest/doctest.h>

namespace unit_names_cases {

// What a table's unit of that spelling makes of one.
constexpr double one(const hr::detail::unit_table& table, std::string_view symbol) {
  for (const hr::detail::unit_name& unit : table.names)
    if (unit.symbol == symbol) return unit.make(1);
  return -1;
}

// All of a table's units, and how many base units each is. Of eight million, as makers round to whole bytes and millions of operations.
struct known_unit {
  std::string_view symbol;
  double base_units;
};
void check_units(const hr::detail::unit_table& table, std::initializer_list<known_unit> all) {
  CHECK(table.names.size() == all.size());
  for (const known_unit& each : all) {
    CAPTURE(each.symbol);
    for (const hr::detail::unit_name& unit : table.names) {
      if (unit.symbol != each.symbol) continue;
      CHECK(unit.make(8e6) == doctest::Approx(8e6 * each.base_units).epsilon(1e-14).scale(0));
      CHECK(unit.read(8e6 * each.base_units) == doctest::Approx(8e6).epsilon(1e-14).scale(0));
    }
    CHECK(one(table, each.symbol) >= 0);
  }
}

}  // namespace unit_names_cases

using unit_names_cases::one;

TEST_CASE("a unit's name stands for its maker") {
  CHECK_CONSTEXPR(one(*hr::detail::units_of<hr::memory>, "GB") == 1e9);
  CHECK_CONSTEXPR(one(*hr::detail::units_of<hr::memory>, "GiB") == 1073741824.0);
  CHECK_CONSTEXPR(one(*hr::detail::units_of<hr::bandwidth>, "TB/s") == 1e12);
  CHECK_CONSTEXPR(one(*hr::detail::units_of<hr::power>, "kW") == 1e3);
  CHECK_CONSTEXPR(one(*hr::detail::units_of<hr::operation_rate>, "PFLOPS") == 1e15);
}

TEST_CASE("each unit reads back what it makes") {
  for (const hr::detail::unit_table* table :
       {hr::detail::units_of<hr::memory>, hr::detail::units_of<hr::bandwidth>, hr::detail::units_of<hr::duration>,
        hr::detail::units_of<hr::power>, hr::detail::units_of<hr::energy>, hr::detail::units_of<hr::operation_rate>}) {
    for (const hr::detail::unit_name& unit : table->names) {
      CAPTURE(unit.symbol);
      CHECK(unit.read(unit.make(7'000'000)) == doctest::Approx(7'000'000));
    }
  }
}

TEST_CASE("no two units of a table have one name") {
  for (const hr::detail::unit_table* table : {hr::detail::units_of<hr::memory>, hr::detail::units_of<hr::bandwidth>}) {
    for (const hr::detail::unit_name& a : table->names) {
      int same = 0;
      for (const hr::detail::unit_name& b : table->names) same += a.symbol == b.symbol ? 1 : 0;
      CAPTURE(a.symbol);
      CHECK(same == 1);
    }
  }
}

// Prefixes of the SI and of IEC 80000-13; a byte has 8 bits, an hour 3,600 seconds.
TEST_CASE("each unit of a table is so many base units, and there is no other") {
  using namespace unit_names_cases;
  using namespace headroom::detail;
  check_units(memory_units, {{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"PB", 1e15}, {"KiB", 1'024}, {"MiB", 1'048'576}, {"GiB", 1'073'741'824}, {"TiB", 1'099'511'627'776},
                             {"PiB", 1'125'899'906'842'624}});
  check_units(byte_rate_units, {{"B/s", 1}, {"kB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}, {"TB/s", 1e12}, {"PB/s", 1e15}});
  CHECK(one(bit_rate_units, "kb/s") == 125);
  check_units(bandwidth_units,
              {{"B/s", 1}, {"kB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}, {"TB/s", 1e12}, {"PB/s", 1e15}, {"b/s", 0.125}, {"kb/s", 125}, {"Mb/s", 125e3}, {"Gb/s", 125e6}, {"Tb/s", 125e9},
               {"Pb/s", 125e12}, {"KiB/s", 1'024}, {"MiB/s", 1'048'576}, {"GiB/s", 1'073'741'824}, {"TiB/s", 1'099'511'627'776}, {"PiB/s", 1'125'899'906'842'624}});
  check_units(duration_units, {{"d", 86'400}, {"h", 3'600}, {"min", 60}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}});
  check_units(power_units, {{"W", 1}, {"kW", 1e3}, {"MW", 1e6}, {"GW", 1e9}});
  check_units(energy_units, {{"J", 1}, {"kJ", 1e3}, {"MJ", 1e6}, {"Wh", 3'600}, {"kWh", 3.6e6}, {"MWh", 3.6e9}, {"GWh", 3.6e12}});
  check_units(money_units, {{"USD", 1}});
  check_units(money_rate_units, {{"USD/h", 1.0 / 3'600}, {"USD/s", 1}});
  check_units(token_units, {{"tokens", 1}, {"token", 1}, {"thousand tokens", 1e3}, {"million tokens", 1e6}, {"billion tokens", 1e9}, {"trillion tokens", 1e12}});
  check_units(token_rate_units, {{"tokens/s", 1}, {"token/s", 1}, {"thousand tokens/s", 1e3}, {"million tokens/s", 1e6}, {"billion tokens/s", 1e9}});
  check_units(operation_units, {{"FLOP", 1}, {"MFLOP", 1e6}, {"GFLOP", 1e9}, {"TFLOP", 1e12}, {"PFLOP", 1e15}, {"EFLOP", 1e18}, {"ZFLOP", 1e21}});
  check_units(integer_operation_units, {{"OP", 1}, {"MOP", 1e6}, {"GOP", 1e9}, {"TOP", 1e12}, {"POP", 1e15}, {"EOP", 1e18}, {"ZOP", 1e21}});
  check_units(operation_rate_units, {{"FLOPS", 1}, {"MFLOPS", 1e6}, {"GFLOPS", 1e9}, {"TFLOPS", 1e12}, {"PFLOPS", 1e15}, {"EFLOPS", 1e18}, {"ZFLOPS", 1e21}});
  check_units(integer_rate_units, {{"OPS", 1}, {"MOPS", 1e6}, {"GOPS", 1e9}, {"TOPS", 1e12}, {"POPS", 1e15}, {"EOPS", 1e18}, {"ZOPS", 1e21}});
}

TEST_CASE("makers of units that only texts have round as those of the quantity do, and readers divide exactly") {
  using namespace headroom::detail;
  CHECK(kilobyte_rate(1.0004) == 1'000);
  CHECK(kibibyte_rate(1.0004) == 1'024);
  CHECK(mebibyte_rate(0.5) == 524'288);
  CHECK(tebibyte_rate(3) == 3'298'534'883'328.0);
  CHECK(pebibyte_rate(3) == 3'377'699'720'527'872.0);
  CHECK(bit_rate(12) == 2);  // a half is rounded up
  CHECK(bit_rate(11) == 1);
  CHECK(kilobit_rate(3) == 375);
  CHECK(over<1'000>(7) == 0.007);
  CHECK(bits_over<1'000>(7) == 0.056);
  CHECK(bits_over<1>(7) == 56);
  CHECK(gigawatts(1.5) == 1.5e9);
  CHECK(kilojoules(3) == 3e3);
  CHECK(megajoules(3) == 3e6);
  CHECK(watt_hours(3) == 10'800);
  CHECK(gigawatt_hours(3) == 10.8e12);
  CHECK(dollars_per_second(3) == 3);
  CHECK(hourly(3) == 10'800);
  CHECK(thousands(3) == 3e3);
  CHECK(millions(3) == 3e6);
  CHECK(billions(3) == 3e9);
  CHECK(trillions(3) == 3e12);
  CHECK(scaled_operations<1'000>(3) == 3e3);
  CHECK(zetta_operations(3) == 3e21);
  CHECK(over_zetta(3e21) == 3);
  CHECK(scaled_rate<1'000'000>(1.4) == 1e6);
  CHECK(zetta_rate(3) == 3e21);
}

TEST_CASE("integer formats count operations, and all others of a floating point") {
  using namespace headroom::detail;
  for (const hr::precision format : hr::precisions)
    for (const hr::sparsity zeros : {hr::dense, hr::sparse}) CHECK(is_integer(hr::unit::kind_of(format, zeros)) == (format == hr::int8 || format == hr::int4));
  CHECK(units_of<hr::rate<hr::int8>> == &integer_rate_units);
  CHECK(units_of<hr::rate<hr::fp4, hr::sparse>> == &operation_rate_units);
  CHECK(units_of<hr::operations<hr::int4, hr::sparse>> == &integer_operation_units);
  CHECK(units_of<hr::operations<hr::fp64>> == &operation_units);
  CHECK(units_of<int> == nullptr);
}
