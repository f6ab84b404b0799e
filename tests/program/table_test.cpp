// SPDX-License-Identifier: BSL-1.0
#include <print/table.hpp>

#include <print/lines.hpp>
#include <headroom/read/common/messages.hpp>
#include <reading.hpp>

#include <array>
#include <check.hpp>
#include <sstream>
#include <string>
#include <string_view>

namespace {

namespace program = headroom::program;

int widest_line(const std::string& text) {
  int widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, program::columns_of(line));
  return widest;
}

program::table sample() {
  program::table t({program::name_column("name"), program::number_column("a\nnumber"), program::text_column("words")},
                   0);
  t.add({"one", "1", "short"});
  t.add({"second", "12,345", "so long that it has to be broken somewhere"});
  return t;
}

}  // namespace

TEST_CASE("Names stand left, numbers right, words break") {
  CHECK(sample().text(40, false) ==
        "name         a  words\n"
        "        number\n"
        "one          1  short\n"
        "second  12,345  so long that it has to\n"
        "                be broken somewhere\n");
}

TEST_CASE("A table is no wider than the terminal") {
  for (const int width : {34, 40, 60, 80, 200}) CHECK(widest_line(sample().text(width, false)) <= width);
}

TEST_CASE("Columns that do not fit go below, under the names again, and no number is cut") {
  program::table t({program::name_column("name"), program::number_column("first"), program::number_column("second")},
                   0);
  t.add({"machine", "123,456,789", "987,654,321"});
  const std::string text = t.text(25, false);
  CHECK(widest_line(text) <= 25);
  CHECK(text.find("123,456,789") != std::string::npos);
  CHECK(text.find("987,654,321") != std::string::npos);
  CHECK(text.find("machine", text.find("machine") + 1) != std::string::npos);
}

TEST_CASE("Where texts are at their least, names and titles break") {
  program::table t({program::name_column("name"), program::text_column("Standard_ND40rs_v2", 10)}, 0);
  t.add({"Standard_ND96amsr_A100_v4", "words"});
  CHECK(t.text(32, false) ==
        "name                  Standard_\n"
        "                      ND40rs_v2\n"
        "Standard_ND96amsr_    words\n"
        "A100_v4\n");
}

TEST_CASE("Where names are at their least, texts that are left with more give it up") {
  program::table t({program::text_column("", 24), program::text_column("", 20)}, 0);
  t.add({"what it has in its own words", "forty columns of it in all"});
  CHECK(t.text(38, false) ==
        "what it has in its  forty columns of\n"
        "own words           it in all\n");
}

TEST_CASE("A label that leaves its text no room is broken with it") {
  CHECK(program::paragraph("  one: ", "two three four five", 25) == "  one: two three four\n       five\n");
  CHECK(program::paragraph("  a long label: ", "two three four five", 25) ==
        "  a long label: two\n    three four five\n");
}

TEST_CASE("Colour takes no columns") {
  program::table t({program::name_column("a"), program::number_column("b")}, 0);
  t.add({{"x", program::style::bad}, {"1", program::style::good}});
  CHECK(t.text(40, false) == "a  b\nx  1\n");
  CHECK(t.text(40, true).find("\033[31mx\033[0m") != std::string::npos);
}

TEST_CASE("Text is wrapped at spaces, and words longer than a line where they must be") {
  CHECK(program::wrap("", 10) == std::vector<std::string>{""});
  CHECK(program::wrap("one two three", 7) == std::vector<std::string>{"one two", "three"});
  CHECK(program::wrap("one_two_three", 9) == std::vector<std::string>{"one_two_", "three"});
  CHECK(program::wrap("abcdefgh", 3) == std::vector<std::string>{"abc", "def", "gh"});
  CHECK(program::columns_of("\xC3\xA4\xE2\x82\xAC") == 2);
}

TEST_CASE("A mistyped word finds the one that was meant, and a strange one none") {
  constexpr std::array<std::string_view, 3> words{"machines", "demand", "prices"};
  CHECK(program::nearest("machine", words) == "machines");
  CHECK(program::nearest("Demands", words) == "demand");
  CHECK(program::nearest("colour", words).empty());
  CHECK(program::nearest("", words).empty());
}

TEST_CASE("The beginning of a name finds the name, but not across the middle of a number") {
  constexpr std::array<std::string_view, 4> names{"A10", "A100-SXM4-40GB", "H100-SXM5-80GB", "Standard_ND40rs_v2"};
  CHECK(program::nearest("h100", names) == "H100-SXM5-80GB");
  CHECK(program::nearest("A100", names) == "A100-SXM4-40GB");
  CHECK(program::nearest("Standard_ND40", names) == "Standard_ND40rs_v2");
  CHECK(program::nearest("Standard_ND4", names).empty());
  CHECK(program::nearest("A1", names).empty());
  CHECK(program::nearest("A10-SXM4-40GB", names) == "A100-SXM4-40GB");
  CHECK(program::nearest("colour", names).empty());
}

TEST_CASE("Quoted text is printable and short") {
  CHECK(program::in_quotes("a\033[31m\n") == "\"a?[31m?\"");
  CHECK(program::in_quotes(std::string(100, 'x'), 5) == "\"xxxxx...\"");
}
