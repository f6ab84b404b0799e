// SPDX-License-Identifier: BSL-1.0
#include <document.hpp>

#include <check.hpp>
#include <string>
#include <string_view>

namespace {

namespace program = headroom::program;

std::string place_of_error(std::string_view text) {
  const program::document read(text);
  return std::to_string(read.error().line) + ":" + std::to_string(read.error().column);
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

}  // namespace

TEST_CASE("Values know their line, column and path") {
  const std::string text = "{\n  \"a\": [1, {\"b c\": \"x\\\"y\"}]\n}";
  const program::document read(text);
  REQUIRE(read.is_good());
  const program::node& list = *read.root().find("a");
  CHECK(list.items.size() == 2);
  CHECK(list.items[0]->text == "1");
  CHECK(list.items[0]->path() == "$.a[0]");
  const program::node& deep = *list.items[1]->items[0];
  CHECK(deep.text == "x\"y");
  CHECK(deep.path() == "$.a[1][\"b c\"]");
  const program::text_error at_value = read.error_at(deep.offset, deep.path(), "wrong");
  CHECK(at_value.line == 2);
  CHECK(at_value.column == 20);
  const program::text_error at_key = read.error_at(deep.key_offset, deep.path(), "wrong");
  CHECK(at_key.column == 13);
}

TEST_CASE("Columns count characters, not bytes") {
  CHECK(place_of_error("{\"\xC3\xA4\xC3\xA4\": 1, \"x\" 2}") == "1:15");
}

TEST_CASE("A key that is there twice is refused where it stands the second time") {
  CHECK(place_of_error("{\"a\": 1,\n \"b\": 2,\n \"a\": 3}") == "3:2");
  CHECK(place_of_error("{\"a\": {\"x\": 1}, \"b\": {\"x\": 1}}") == "0:0");
}

TEST_CASE("Nesting ends at 16") {
  CHECK(program::document(nested(16)).is_good());
  CHECK_FALSE(program::document(nested(17)).is_good());
  CHECK_FALSE(program::document(std::string(1'000'000, '[')).is_good());
}

TEST_CASE("Text that is not UTF-8 is refused at its first wrong byte") {
  CHECK(place_of_error("{\n\"a\": \"\xFF\"}") == "2:7");
  for (const std::string_view bad :
       {"\x80", "\xC0\xAF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xC3", "\xF0\x9F\x98"})
    CHECK(program::document("\"" + std::string(bad) + "\"").error().message.find("UTF-8") != std::string::npos);
  CHECK(program::document("\"\xF0\x9F\x98\x80\xC3\xA4\xE2\x82\xAC\"").is_good());
}

TEST_CASE("A byte order mark is no error") { CHECK(program::document("\xEF\xBB\xBF{}").is_good()); }

TEST_CASE("A file has at most 4 MiB and 250,000 values") {
  const std::string spaces(program::most_bytes, ' ');
  CHECK(program::document("{}" + spaces.substr(2)).is_good());
  CHECK_FALSE(program::document("{}" + spaces.substr(1)).is_good());
  std::string many = "[0";
  for (std::size_t i = 2; i < program::most_values; ++i) many += ",0";
  CHECK(program::document(many + "]").is_good());
  CHECK_FALSE(program::document(many + ",0]").is_good());
}
