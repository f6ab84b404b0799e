// SPDX-License-Identifier: BSL-1.0
#include <check/json_text.hpp>

#include <check.hpp>
#include <string>
#include <string_view>

namespace json_text_cases {

namespace program = headroom::program;

std::string written(std::string_view text) { return program::json_as_yaml(text).text; }

std::string comments(std::string_view text) {
  std::string words;
  for (const program::comment& each : program::json_as_yaml(text).comments)
    words += (words.empty() ? "" : "; ") + std::to_string(each.line) + (each.stands_alone ? "+ " : " ") +
             std::string(each.text);
  return words;
}

}  // namespace json_text_cases

TEST_CASE("JSON is known by its first sign, a template is not it") {
  using headroom::program::looks_like_json;
  for (const std::string_view text : {"{", " \r\n\t[1]", "// x\n{}", "/* x */ {}"}) CHECK(looks_like_json(text));
  for (const std::string_view text : {"", "  \n", "a: {}", "{{ .Values }}", "/ x", "# x\n{}", "\"a\"", "-1"})
    CHECK_FALSE(looks_like_json(text));
}

TEST_CASE("Comments become blanks: every other character keeps its line and column") {
  using json_text_cases::written;
  CHECK(written("{} // x\n[]") == "{}     \n[]");
  CHECK(written("{/* a\nb */}") == "{    \n    }");
  CHECK(written("// x") == "    ");
  CHECK(written("[1] /* no end") == "[1]          ");
  CHECK(written("{\t\"a\tb\":\t1}") == "{ \"a\tb\": 1}");
  CHECK(written("") == "");
}

TEST_CASE("Strings keep what looks like a comment") {
  using json_text_cases::written;
  for (const std::string_view text :
       {R"({"a": "http://x"})", R"(["/* x */", "// y"])", R"(["a\"// b"])", R"(["\\"])", R"(["no end // x)", R"(["\)"})
    CHECK(written(text) == text);
  CHECK(written(R"(["\\"] // x)") == R"(["\\"]     )");
  CHECK(written("{a: http://x}") == "{a: http://x}");  // YAML's own lists and maps
}

TEST_CASE("Comments have their lines, and stand alone where nothing else is on them") {
  using json_text_cases::comments;
  CHECK(comments("// one\n{} // two\n  /* three */\n") == "1+ one; 2 two; 3+ three");
  CHECK(comments("{\n /* one\n  * two\n  */ }") == "2+ one; 3+ two; 4 ");
  CHECK(comments("{\n /* ignore */ \"a\": 1}") == "2 ignore");
  CHECK(comments("{} // x\r\n// y\r\n[]") == "1 x; 2+ y");
  CHECK(comments("{} // a // b /* c") == "1 a // b /* c");
}

TEST_CASE("Pairs of surrogates become one character, others stay as they are") {
  using json_text_cases::written;
  CHECK(written(R"("\ud83d\ude00")") == R"("\U0001F600")");
  CHECK(written(R"("\uDBFF\uDFFF\uD800\uDC00")") == R"("\U0010FFFF\U00010000")");
  for (const std::string_view text : {R"("\ud83d")", R"("\ude00\ud83d")", R"("\ud83dx")", R"("\ud83d\n")",
                                      R"("\\ud83d\\ude00")", R"("\u00e4")", R"("\ud8)", R"("\ud83d\ude0)"})
    CHECK(written(text) == text);
}
