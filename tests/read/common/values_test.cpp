// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/common/deployment_file.hpp>
#include <headroom/read/common/values.hpp>

#include <check.hpp>
#include <string>
#include <string_view>

namespace said_of_cases {

namespace program = headroom::read;

// "8@2", "?@2" where only the file's tool knows, "-" where it is silent, or the error: "2: words". Of the value under
// v.
template <class Read>
std::string told(std::string_view text, Read&& read) {
  const program::parsed_documents forest(text);
  REQUIRE(forest.is_good());
  try {
    const auto said = read(forest.roots()[0]->at("v"));
    if (said.is_silent()) return "-";
    std::string value;
    if constexpr (std::same_as<std::remove_cvref_t<decltype(said.value)>, std::string_view>)
      value = said.value;
    else
      value = std::to_string(said.value);
    return (said.is_known() ? value : "?") + "@" + std::to_string(said.line);
  } catch (const program::unreadable& problem) {
    CHECK(problem.error.column == 0);
    return std::to_string(problem.error.line) + ": " + problem.error.message;
  }
}
std::string count(std::string_view value) { return told("x: 0\nv: " + std::string(value) + "\n", program::count_said); }
std::string truth(std::string_view value) { return told("x: 0\nv: " + std::string(value) + "\n", program::bool_said); }
std::string text(std::string_view value) { return told("x: 0\nv: " + std::string(value) + "\n", program::text_said); }

}  // namespace said_of_cases

TEST_CASE("Counts are whole numbers from 0 to 2^40, in quotes or not") {
  using said_of_cases::count;
  CHECK(count("8") == "8@2");
  CHECK(count("\"8\"") == "8@2");
  CHECK(count("0") == "0@2");
  CHECK(count("1099511627776") == "1099511627776@2");  // 2^40
  CHECK(count("") == "-");
  CHECK(count("~") == "-");
  for (const std::string_view bad : {"1099511627777", "1180591620717411303424", "-1", "1e3", "8.0", "0x8", "1_000",
                                     "1,000", "+8", "8 GPUs", "eight", "true", "\" 8\"", "''", "\"8\\n\"", "８"}) {
    CAPTURE(bad);
    CHECK(count(bad).starts_with("2: \""));
    CHECK(count(bad).ends_with("is not a count: expected a whole number from 0 to 1099511627776"));
  }
  CHECK(count("[8]") == "2: v: expected a whole number, not a list or map");
  CHECK(count("{a: 8}") == "2: v: expected a whole number, not a list or map");
  CHECK(said_of_cases::told("x: 8\n", headroom::read::count_said) == "-");
}

TEST_CASE("A number is known where a text is whole digits, at most nine") {
  using headroom::read::number_said;
  CHECK(number_said("8", 3).value == 8);
  CHECK(number_said("8", 3).line == 3);
  CHECK(number_said("999999999", 3).value == 999'999'999);
  for (const std::string_view none : {"", "1000000000", "-1", "1.5", "auto", "$N", " 8"}) {
    CAPTURE(none);
    CHECK(number_said(none, 3).is_unresolved());
  }
}

TEST_CASE("What only the file's tool knows is unknown, at its line") {
  using said_of_cases::count;
  for (const std::string_view open : {"${GPUS}", "$GPUS", "$(SIZE)", "\"{{ .Values.nodes }}\"", "\"[parameters('n')]\"",
                                      "<node-count>", "${GPUS:-8}"})
    CHECK(count(open) == "?@2");
  CHECK(said_of_cases::truth("${ON}") == "?@2");
  CHECK(said_of_cases::text("Standard_${SIZE}") == "?@2");
}

TEST_CASE("True and false, also as yes and no, on and off, in any letters") {
  using said_of_cases::truth;
  for (const std::string_view yes : {"true", "True", "TRUE", "yes", "on", "\"true\""}) CHECK(truth(yes) == "1@2");
  for (const std::string_view no : {"false", "False", "NO", "off", "'false'"}) CHECK(truth(no) == "0@2");
  for (const std::string_view bad : {"1", "y", "truely", "''", "[true]"})
    CHECK(truth(bad) == "2: v: expected true or false");
  CHECK(truth("~") == "-");
}

TEST_CASE("Texts as they stand") {
  using said_of_cases::text;
  CHECK(text("gb300") == "gb300@2");
  CHECK(text("08") == "08@2");
  CHECK(text("''") == "-");
  CHECK(text("'null'") == "null@2");
  CHECK(text("[a]") == "2: v: expected a text, not a list or map");
}
