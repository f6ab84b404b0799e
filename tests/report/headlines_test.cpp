// SPDX-License-Identifier: BSL-1.0
#include <headroom/report/headlines.hpp>

#include <algorithm>
#include <check.hpp>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

// A line of headlines.csv, which was computed from the published parts without this library.
struct tabled_headline {
  std::string id, printed, computed, step, verdict;
};

std::vector<tabled_headline> tabled_headlines() {
  std::ifstream file{HEADROOM_SOURCE_DIR "/tests/data/headlines.csv"};
  std::vector<tabled_headline> rows;
  std::string line;
  std::getline(file, line);  // the names of the columns
  while (std::getline(file, line)) {
    std::istringstream cells{line};
    tabled_headline row;
    for (std::string* cell : {&row.id, &row.printed, &row.computed, &row.step, &row.verdict})
      std::getline(cells, *cell, ',');
    rows.push_back(row);
  }
  return rows;
}

// Half of the last digit that a number was written with, and a little for the binary fraction.
double half_of_last_digit(const std::string& number) {
  const auto point = number.find('.');
  const auto decimals = point == std::string::npos ? 0 : static_cast<double>(number.size() - point - 1);
  return 0.5 * std::pow(10.0, -decimals) + 1e-9;
}

constexpr bool all_stand() {
  return std::all_of(hr::headlines.begin(), hr::headlines.end(),
                     [](const hr::headline& each) { return each.stands_as_expected(); });
}

constexpr std::ptrdiff_t how_many(hr::reproduction found) {
  return std::count_if(hr::headlines.begin(), hr::headlines.end(),
                       [=](const hr::headline& each) { return each.found() == found; });
}

constexpr hr::headline changed(const char* id, double printed) {
  hr::headline copy = *hr::find_headline(id);
  copy.printed = printed;
  return copy;
}

}  // namespace

TEST_CASE("Each of the 71 headlines stands as expected: 49 reproduce, 18 do not, 3 are no checks and 1 has no parts") {
  CHECK_CONSTEXPR(hr::headlines.size() == 71);
  CHECK_CONSTEXPR(all_stand());
  CHECK_CONSTEXPR(how_many(hr::reproduction::reproduces) == 49);
  CHECK_CONSTEXPR(how_many(hr::reproduction::does_not_reproduce) == 18);
  CHECK_CONSTEXPR(how_many(hr::reproduction::not_a_check) == 3);
  CHECK_CONSTEXPR(how_many(hr::reproduction::parts_not_published) == 1);
}

TEST_CASE("Printed and computed figures, steps and verdicts are those of the table, to its displayed precision") {
  const auto table = tabled_headlines();
  REQUIRE(table.size() == hr::headlines.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const hr::headline& ours = hr::headlines[i];
    const tabled_headline& theirs = table[i];
    CAPTURE(theirs.id);
    CHECK(ours.id == theirs.id);
    CHECK(ours.printed.is_known() == !theirs.printed.empty());
    if (!theirs.printed.empty())
      CHECK(std::abs(value_of(ours.printed) - std::stod(theirs.printed)) <= half_of_last_digit(theirs.printed));
    // The table adds 18 parts that it rounded to a tenth.
    const double tolerance = theirs.id == "H49" ? 18 * 0.05 : half_of_last_digit(theirs.computed);
    CHECK(std::abs(ours.computed - std::stod(theirs.computed)) <= tolerance);
    if (!theirs.step.empty()) CHECK(ours.step == std::stod(theirs.step));
    CHECK(hr::name(ours.found()) == theirs.verdict);
  }
}

TEST_CASE("Headlines are computed to the same at run time") {
  const auto made = hr::detail::make_headlines();
  REQUIRE(made.size() == hr::headlines.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    CAPTURE(made[i].id);
    CHECK(made[i].printed.value_or(-1) == hr::headlines[i].printed.value_or(-1));
    CHECK(made[i].step == hr::headlines[i].step);
    CHECK(made[i].computed == hr::headlines[i].computed);
  }
}

TEST_CASE("A headline that does not reproduce names the conflict it belongs to, or is cut off instead of rounded") {
  for (const hr::headline& each : hr::headlines) {
    CAPTURE(each.id);
    CHECK(each.from != nullptr);
    CHECK_FALSE(each.system.empty());
    CHECK_FALSE(each.says.empty());
    CHECK_FALSE(each.unit.empty());
    CHECK_FALSE(each.formula.empty());
    CHECK((each.step > 0) == (each.is_compared() || each.expected == hr::reproduction::parts_not_published));
    if (each.expected != hr::reproduction::reproduces) CHECK_FALSE(each.reason.empty());
    if (each.expected == hr::reproduction::does_not_reproduce) {
      CHECK((each.conflict != nullptr || each.reason == "cut off, not rounded"));
      if (each.reason == "cut off, not rounded") CHECK(value_of(each.printed) < each.computed);
    }
  }
}

TEST_CASE("A correction shows: a wrong print put right, or a right one put wrong, no longer stands as expected") {
  CHECK_CONSTEXPR(hr::find_headline("H2")->stands_as_expected());
  CHECK_CONSTEXPR(!changed("H2", 256).stands_as_expected());
  CHECK_CONSTEXPR(hr::find_headline("H28")->stands_as_expected());
  CHECK_CONSTEXPR(!changed("H28", 21).stands_as_expected());
  CHECK_CONSTEXPR(changed("H5", 100'000).stands_as_expected());
}

TEST_CASE("Rounding is judged at the printed digit: 130 TB/s may stand for 129.6, 13.5 TB not for 13.39") {
  CHECK_CONSTEXPR(hr::find_headline("H27")->is_within_rounding());
  CHECK_CONSTEXPR(!hr::find_headline("H59")->is_within_rounding());
  constexpr hr::headline half{.printed = 0.5, .step = 1, .computed = 1.0};
  CHECK_CONSTEXPR(half.is_within_rounding());
  constexpr hr::headline beyond{.printed = 0.4999, .step = 1, .computed = 1.0};
  CHECK_CONSTEXPR(!beyond.is_within_rounding());
  constexpr hr::headline not_printed{.step = 1, .computed = 0};
  CHECK_CONSTEXPR(!not_printed.is_within_rounding());
}

TEST_CASE("A GB300 rack is 1,440 PFLOPS of FP4 with sparsity and 1,080 without") {
  CHECK_CONSTEXPR(hr::find_headline("H37")->found() == hr::reproduction::reproduces);
  CHECK_CONSTEXPR(hr::computed_text(*hr::find_headline("H38")) == "1,080");
  CHECK_CONSTEXPR(hr::find_headline("H38")->conflict == &hr::disputes::c32);
}

TEST_CASE("Numbers of a headline are written with as many digits as tell them apart") {
  CHECK_CONSTEXPR(hr::computed_text(*hr::find_headline("H59")) == "13.392");
  CHECK_CONSTEXPR(hr::computed_text(*hr::find_headline("H27")) == "129.6");
  CHECK_CONSTEXPR(hr::printed_text(*hr::find_headline("H49")) == "1,100,000");
  CHECK_CONSTEXPR(hr::printed_text(*hr::find_headline("H4")) == "–");
}

TEST_CASE("A headline is found by its id, and ids are unique") {
  CHECK_CONSTEXPR(hr::find_headline("H71")->id == "H71");
  CHECK_CONSTEXPR(hr::find_headline("H72") == nullptr);
  std::set<std::string_view> ids;
  for (const hr::headline& each : hr::headlines) ids.insert(each.id);
  CHECK(ids.size() == hr::headlines.size());
}

// The table leaves the step open where a print is in another unit: 1.6 TB/s, to a tenth, is 12.8 Tb/s to 0.8.
TEST_CASE("The step of a figure that is printed in another unit is that of its last digit there") {
  CHECK(hr::find_headline("H11")->step == doctest::Approx(0.8));
  for (const hr::headline& each : hr::headlines) {
    CAPTURE(each.id);
    // Otherwise a power of ten.
    if (each.step > 0 && each.id != "H11") {
      const double digits = std::log10(each.step);
      CHECK(digits == doctest::Approx(std::round(digits)));
    }
  }
}
