// SPDX-License-Identifier: BSL-1.0
#include <headroom/text/unit_names.hpp>

#include "check.hpp"

#include <string_view>

#include <doctest/doctest.h>

namespace {

// What a table's unit of that spelling makes of one.
constexpr double one(const hr::detail::unit_table& table, std::string_view symbol) {
  for (const hr::detail::unit_name& unit : table.names)
    if (unit.symbol == symbol) return unit.make(1);
  return -1;
}

}  // namespace

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
