// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/disputes.hpp>

#include <algorithm>
#include <check.hpp>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::vector<std::string> rows_of_conflicts_page() {
  std::ifstream file{HEADROOM_SOURCE_DIR "/docs/data/conflicts.md"};
  std::vector<std::string> rows;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("| A") || line.starts_with("| B") || line.starts_with("| C")) rows.push_back(line);
  return rows;
}

std::string row_of_conflicts_page(const headroom::dispute& conflict) {
  using enum headroom::severity;
  const std::string weight = conflict.weight == high ? "high" : conflict.weight == medium ? "medium" : "low";
  std::string row = "| ";
  row += conflict.id;
  for (const std::string_view cell :
       {std::string_view{weight}, conflict.subject, conflict.statements, conflict.taken, conflict.reason}) {
    row += " | ";
    row += cell;
  }
  return row + " |";
}

}  // namespace

TEST_CASE("There are 58 disputes: A1 to A10, B1 to B6 and C1 to C42") {
  std::vector<std::string> expected;
  for (int i = 1; i <= 10; ++i) expected.push_back("A" + std::to_string(i));
  for (int i = 1; i <= 6; ++i) expected.push_back("B" + std::to_string(i));
  for (int i = 1; i <= 42; ++i) expected.push_back("C" + std::to_string(i));

  std::vector<std::string> found;
  for (const hr::dispute* conflict : hr::disputes::all) found.emplace_back(conflict->id);

  CHECK_CONSTEXPR(hr::disputes::all.size() == 58);
  CHECK(found == expected);
}

TEST_CASE("Every dispute says what it is about, who says what, which side is taken and why") {
  for (const hr::dispute* conflict : hr::disputes::all) {
    CAPTURE(conflict->id);
    CHECK_FALSE(conflict->subject.empty());
    CHECK_FALSE(conflict->statements.empty());
    CHECK_FALSE(conflict->taken.empty());
    CHECK_FALSE(conflict->reason.empty());
  }
}

TEST_CASE("Twelve disputes weigh high: they change a plan or name another part") {
  std::vector<std::string_view> high;
  for (const hr::dispute* conflict : hr::disputes::all)
    if (conflict->weight == hr::severity::high) high.push_back(conflict->id);

  CHECK(high ==
        std::vector<std::string_view>{"A1", "A5", "B1", "B5", "C1", "C6", "C9", "C11", "C12", "C17", "C31", "C32"});
}

TEST_CASE("A dispute is found by its exact id") {
  CHECK_CONSTEXPR(hr::find_dispute("A1") == &hr::disputes::a1);
  CHECK_CONSTEXPR(hr::find_dispute("C42") == &hr::disputes::c42);
  CHECK_CONSTEXPR(hr::find_dispute("C43") == nullptr);
  CHECK_CONSTEXPR(hr::find_dispute("c42") == nullptr);
  CHECK_CONSTEXPR(hr::find_dispute("") == nullptr);
  for (const hr::dispute* conflict : hr::disputes::all) CHECK(hr::find_dispute(conflict->id) == conflict);
}

TEST_CASE("The ND40rs_v2 has 256 GB of GPU memory, whatever a secondary note says") {
  CHECK_CONSTEXPR(hr::find_dispute("A1")->taken == "256 GB");
  CHECK_CONSTEXPR(hr::find_dispute("A1")->weight == hr::severity::high);
}

TEST_CASE("The page of conflicts says the same as the header, row by row") {
  std::vector<std::string> expected;
  for (const hr::dispute* conflict : hr::disputes::all) expected.push_back(row_of_conflicts_page(*conflict));

  const auto found = rows_of_conflicts_page();
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(found[i] == expected[i]);
}

TEST_CASE("Every dispute that the collected figures name is in the header") {
  std::ifstream file{HEADROOM_SOURCE_DIR "/tests/data/catalog.json"};
  std::set<std::string> named;
  for (std::string line; std::getline(file, line);) {
    const auto at = line.find("\"disputed\": [");
    if (at == std::string::npos) continue;
    const std::string_view list = std::string_view{line}.substr(at, line.find(']', at) - at);
    for (auto quote = list.find('"', 12); quote != std::string_view::npos;
         quote = list.find('"', list.find('"', quote + 1) + 1))
      named.emplace(list.substr(quote + 1, list.find('"', quote + 1) - quote - 1));
  }

  CHECK(named.size() == 26);
  for (const std::string& id : named) {
    CAPTURE(id);
    CHECK(hr::find_dispute(id) != nullptr);
  }
}
