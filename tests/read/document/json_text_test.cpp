// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/document.hpp>
#include <headroom/read/document/json_text.hpp>

#include <check.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace json_text_cases {
namespace {

namespace read = headroom::read;
using read::document_syntax;
using read::parsed_documents;

constexpr read::document_limits small_limits{.bytes = std::size_t{4} << 20, .depth = 16, .values = 250'000};

parsed_documents json(std::string_view text) { return parsed_documents(text, document_syntax::json, small_limits); }

std::string place_of_error(std::string_view text) {
  const parsed_documents parsed = json(text);
  return std::to_string(parsed.error().line) + ":" + std::to_string(parsed.error().column);
}
std::string message_of(std::string_view text) { return json(text).error().message; }

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

TEST_CASE("Values of JSON know their line, column and path") {
  const parsed_documents parsed = json("{\n  \"a\": [1, {\"b c\": \"x\\\"y\"}]\n}");
  REQUIRE(parsed.is_good());
  const read::tree& list = *parsed.roots().front()->at("a");
  CHECK(list.items.size() == 2);
  CHECK(list.items[0]->text == "1");
  CHECK(list.items[0]->path() == "$.a[0]");
  const read::tree& deep = *list.items[1]->items[0];
  CHECK(deep.text == "x\"y");
  CHECK(deep.path() == "$.a[1][\"b c\"]");
  CHECK(deep.line == 2);
  CHECK(deep.column == 20);
  CHECK(deep.key_line == 2);
  CHECK(deep.key_column == 13);
}

TEST_CASE("Values of JSON are what its grammar says") {
  for (const std::string_view number : {"1E3", "1e3", "1E+3", "0.5", "-0", "10.25E-7"}) CHECK(json("[" + std::string(number) + "]").is_good());
  for (const std::string_view none : {"1.x5", "1.", ".5", "1e", "1E+", "01", "-", "+1", "1.5.2"}) CHECK_FALSE(json("[" + std::string(none) + "]").is_good());
  // A key of more than sixty letters is told in quotes.
  for (const int letters : {60, 61}) {
    const parsed_documents keyed = json("{\"" + std::string(static_cast<std::size_t>(letters), 'k') + "\": 1}");
    CHECK(keyed.roots().front()->items.front()->path().starts_with(letters == 60 ? "$.k" : "$[\"k"));
  }
  const parsed_documents parsed = json(R"([0, -1.5e+3, "0", true, "true", null, {}, [], 1e400, -1e400, 1e-400])");
  REQUIRE(parsed.is_good());
  const auto& items = parsed.roots().front()->items;
  CHECK(items[0]->is_number());
  CHECK(items[1]->number() == -1'500);
  CHECK_FALSE(items[2]->is_number());
  CHECK(items[2]->is_string());
  CHECK(items[3]->is_boolean());
  CHECK_FALSE(items[4]->is_boolean());
  CHECK(items[5]->is == read::tree::kind::none);
  CHECK(items[6]->is_map());
  CHECK(items[7]->is_list());
  CHECK(items[8]->number() > 1e308);
  CHECK(items[9]->number() < -1e308);
  CHECK(items[10]->number() == 0);
}

// RFC 8259; each is accepted by some reader and refused by a strict one.
TEST_CASE("What JSON does not have is refused at its place") {
  for (const auto& one : std::vector<std::pair<std::string_view, std::string_view>>{
           {"", "1:1"},        {"[1,]", "1:4"},      {"[01]", "1:2"},     {"[1.]", "1:2"},      {"[.5]", "1:2"},
           {"[+1]", "1:2"},    {"[1 2]", "1:4"},     {"{\"a\" 1}", "1:6"}, {"{a: 1}", "1:2"},    {"{'a': 1}", "1:2"},
           {"[1", "1:3"},      {"[1] x", "1:5"},     {"[True]", "1:2"},   {"[NaN]", "1:2"},     {"[\"\\x\"]", "1:3"},
           {"[\"a\nb\"]", "1:4"}, {"{\"a\": 1,}", "1:9"}, {"[1] // x", "1:5"}, {"[1, /* */ 2]", "1:5"}, {"]", "1:1"},
           {"[\"\\ud83d\"]", "1:3"}, {"[\"\\ude00\"]", "1:3"}, {"[\"\\udc00\"]", "1:3"}, {"[\"\\udfff\"]", "1:3"}, {"[\"\\udbff\\ue000\"]", "1:3"}, {"[\"\\u12\"]", "1:3"}, {"[\"abc", "1:6"}, {"[1}", "1:3"}}) {
    CAPTURE(one.first);
    CHECK(place_of_error(one.first) == one.second);
  }
  CHECK(message_of("[1 2]") == "\"2\": expected ',' or ']' behind a value");
  CHECK(message_of("{\"a\" 1}") == "\"1\": expected ':' behind a key");
  CHECK(message_of("{a: 1}") == "\"a\": expected a key in double quotes");
}

TEST_CASE("What stands where JSON does not have it is told, its first forty letters") {
  const auto told = [](std::string_view text) { return place_of_error(text) + ": " + message_of(text); };
  CHECK(told("[,]") == "1:2: \",\": expected a JSON value");
  CHECK(told("[x]") == "1:2: \"x\": expected a JSON value");
  const std::string forty(40, 'x');
  CHECK(told("[" + forty + "]") == "1:2: \"" + forty + "\": expected a JSON value");
  CHECK(told("[" + forty + "y]") == "1:2: \"" + forty + "...\": expected a JSON value");
  CHECK(told("[1 \"a\"]") == "1:4: a text: expected ',' or ']' behind a value");
  CHECK(told("[1") == "1:3: the text ends: expected ',' or ']' behind a value");
  CHECK(told("\"a\xFF\"") == "1:3: the byte 0xFF is not UTF-8: expected a text in UTF-8");
  CHECK(told("{\"a") == "1:4: a string that does not end");
  CHECK(told("{\"\xC3\xA4\": 1,\n \"b\": x}") == "2:7: \"x\": expected a JSON value");
  CHECK(told("{\"\xC3\xA4\": x}") == "1:7: \"x\": expected a JSON value");
  // Behind an escape, too.
  CHECK(told("\"\\n\x01b\"") == "1:4: a control character in a string: expected it escaped");
  CHECK(told("\"\\nab\x01\"") == "1:6: a control character in a string: expected it escaped");
}

TEST_CASE("Escapes of characters, in pairs where one is half of a surrogate") {
  const auto text = [](std::string_view written) {
    const parsed_documents parsed = json("[\"" + std::string(written) + "\"]");
    return parsed.is_good() ? std::string(parsed.roots().front()->items.front()->text) : parsed.error().message;
  };
  CHECK(text("\\u0041") == "A");
  CHECK(text("\\uD83D\\uDE00") == "\xF0\x9F\x98\x80");
  CHECK(text("\\uE000") == "\xEE\x80\x80");
  CHECK(text("\\uD7FF\\uE000") == "\xED\x9F\xBF\xEE\x80\x80");
  CHECK(text("\\uD800\\uDC00\\uDBFF\\uDFFF") == "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF");  // U+10000 and U+10FFFF
  CHECK(text("\\uE000\\uDE00") == "half of a surrogate pair");
  CHECK(text("\\uFFFD") == "\xEF\xBF\xBD");
  for (const std::string_view half : {"\\uD83D", "\\uDE00", "\\uD83D\\uD83D", "\\uD83DxuDE00", "\\uD83D\\nDE00", "\\uDE00\\uDE00", "\\uDC00\\uDE00", "\\uDBFF\\uDBFF", "\\uD83D\\uE000"}) {
    CAPTURE(half);
    CHECK(text(half) == "half of a surrogate pair");
  }
  for (const std::string_view cut : {"\"\\u12", "\"\\u", "\"\\", "\"\\uD83D", "\"\\uD83D\\u12"}) CHECK_FALSE(json(cut).is_good());
  CHECK(text("\\x41") == "an escape that JSON does not have");
  CHECK(text("\\u00G1") == "an escape that JSON does not have");
}

TEST_CASE("Columns count characters, not bytes") {
  CHECK(place_of_error("{\"\xC3\xA4\xC3\xA4\": 1, \"x\" 2}") == "1:15");
}

TEST_CASE("Nesting and values end at the limits") {
  CHECK(json(nested(16)).is_good());
  CHECK_FALSE(json(nested(17)).is_good());
  CHECK_FALSE(json(std::string(1'000'000, '[')).is_good());
  const std::string spaces(small_limits.bytes, ' ');
  CHECK(json("{}" + spaces.substr(2)).is_good());
  CHECK_FALSE(json("{}" + spaces.substr(1)).is_good());
  std::string many = "[0";
  for (std::size_t i = 2; i < small_limits.values; ++i) many += ",0";
  CHECK(json(many + "]").is_good());
  CHECK_FALSE(json(many + ",0]").is_good());
}

TEST_CASE("Text that is not UTF-8 is refused at its first wrong byte") {
  CHECK(place_of_error("{\n\"a\": \"\xFF\"}") == "2:7");
  for (const std::string_view bad :
       {"\x80", "\xC1\x80\x80\x80", "\xF5\x80\x80\x80", "\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xC3", "\xF0\x9F\x98"})
    CHECK(message_of("\"" + std::string(bad) + "\"").find("UTF-8") != std::string::npos);
  CHECK(json("\"\xF0\x9F\x98\x80\xC3\xA4\xE2\x82\xAC\"").is_good());
  CHECK(json("\xEF\xBB\xBF{}").is_good());  // a byte order mark
}

TEST_CASE("Text is written as JSON where its second sign can stand in JSON alone") {
  using read::is_written_as_json;
  for (const std::string_view text : {"{\"a\": 1}", "[ [1]]", " {{", "// a", "[/* a */]"}) CHECK(is_written_as_json(text));
  for (const std::string_view text : {"", " \n", "{", "[ ", "{a: 1}", "  {a: 1}", "[1]", "{}"}) CHECK_FALSE(is_written_as_json(text));
}

TEST_CASE("JSON is known by its first sign, a template is not it") {
  using read::looks_like_json;
  for (const std::string_view text : {"{", " \r\n\t[1]", "// x\n{}", "/* x */ {}"}) CHECK(looks_like_json(text));
  for (const std::string_view text : {"", "  \n", "a: {}", "{{ .Values }}", "{% if %}", "/ x", "# x\n{}", "\"a\"", "-1"})
    CHECK_FALSE(looks_like_json(text));
}

TEST_CASE("What begins as JSON and is YAML's own list or map is read as that") {
  for (const std::string_view text : {"{a: 1, b: [x, y]}\n", "[x, y]\n", "[a, 'b']", "{a: 1} # x\n", "[1, 2] # x\n"}) {
    CAPTURE(text);
    CHECK(parsed_documents(text).is_good());
    CHECK(parsed_documents(text).roots().size() == 1);
  }
  // An error in what is written as JSON is told as one of JSON.
  CHECK(parsed_documents("/*/ [1] */ {\"a\": 1}").roots().front()->is_map());  // a remark that its first two signs do not end
  CHECK(parsed_documents("{\"a\": 1\n\"b\": 2}").error().message == "a text: expected ',' or '}' behind a value");
}

}  // namespace json_text_cases
