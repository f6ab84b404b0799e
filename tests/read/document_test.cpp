// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/document.hpp>

#include <check.hpp>
#include <string>
#include <string_view>

namespace tree_cases {

namespace read = headroom::read;

// A value as "{a: 1, b: [x, 'y']}@line", with the lines of maps, lists and texts that are not the first.
std::string told(const read::tree& of) {
  std::string words;
  if (of.is_map() || of.is_list()) {
    words += of.is_map() ? '{' : '[';
    for (const read::tree* each : of.items) {
      if (words.size() > 1) words += ", ";
      if (of.is_map()) words += std::string(each->key) + "@" + std::to_string(each->key_line) + ": ";
      words += told(*each);
    }
    words += of.is_map() ? '}' : ']';
  } else if (of.is_text()) {
    words = of.quoted ? "'" + std::string(of.text) + "'" : std::string(of.text);
  } else {
    words = "none";
  }
  return words + "@" + std::to_string(of.line);
}

// Each document, or the error: "3:7 words".
std::string told(std::string_view text) {
  const read::parsed_documents parsed(text);
  if (!parsed.is_good())
    return std::to_string(parsed.error().line) + ":" + std::to_string(parsed.error().column) + " " + parsed.error().message;
  std::string words;
  for (const read::tree* each : parsed.roots()) words += (words.empty() ? "" : " --- ") + told(*each);
  return words;
}

// The comments: "2 48 GPUs" with a + where one stands alone.
std::string comments(std::string_view text) {
  const read::parsed_documents parsed(text);
  std::string words = parsed.is_good() ? "" : "not read";
  for (const read::comment& each : parsed.comments())
    words += (words.empty() ? "" : "; ") + std::to_string(each.line) + (each.stands_alone ? "+ " : " ") +
             std::string(each.text);
  return words;
}

int line_of_error(std::string_view text) { return read::parsed_documents(text).error().line; }

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

bool begins(const std::string& text, std::string_view with) { return text.starts_with(with); }
bool has(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

}  // namespace tree_cases

TEST_CASE("Maps, lists and texts, each with its line and its key's") {
  using tree_cases::told;
  CHECK(told("a: 1\nb:\n  c: x\n  d: [1, 2]\n") == "{a@1: 1@1, b@2: {c@3: x@3, d@4: [1@4, 2@4]@4}@3}@1");
  CHECK(told("- 1\n-\n  - 2\n") == "[1@1, [2@3]@3]@1");
  CHECK(told("a:\n  8\n") == "{a@1: 8@2}@1");
  CHECK(told("a: \"8\"\nb: '9'\n") == "{a@1: '8'@1, b@2: '9'@2}@1");
  CHECK(told("a:\nb: ~\nc: null\nd: \"null\"\ne: ''\n") ==
        "{a@1: none@1, b@2: none@2, c@3: none@3, d@4: 'null'@4, e@5: ''@5}@1");
  CHECK(told("\"a\": {\"b\":1,\"c\":[\"x\",\n2]}") == "{a@1: {b@1: 1@1, c@1: ['x'@1, 2@2]@1}@1}@1");
  CHECK(told("a: Null\nb: NULL\nc: nUll\n") == "{a@1: none@1, b@2: none@2, c@3: nUll@3}@1");
  CHECK(told("[/* one */1, /* two */\"a\"/**/,\n/* */2// three\n]") == "[1@1, 'a'@1, 2@2]@1");
  CHECK(told("plain text over\n  two lines\n") == "plain text over two lines@1");
  CHECK(told("") == "");
  CHECK(told("# nothing but this\n") == "");
}

TEST_CASE("Block scalars keep their lines, and what follows them has its own") {
  using tree_cases::told;
  CHECK(told("a: |\n  one\n  # two\nb: 1\n") == "{a@1: 'one\n# two\n'@1, b@4: 1@4}@1");
  CHECK(told("a: >-\n  one\n  two\n\nb: 1\n") == "{a@1: 'one two'@1, b@5: 1@5}@1");
  CHECK(told("a: |+\n  one\n\n\nb: 1\n") == "{a@1: 'one\n\n\n'@1, b@5: 1@5}@1");
}

TEST_CASE("Several documents, each with its lines") {
  using tree_cases::told;
  CHECK(told("a: 1\n---\nb: 2\n") == "{a@1: 1@1}@1 --- {b@3: 2@3}@3");
  CHECK(told("---\na: 1\n...\n---\n- 2\n") == "{a@2: 1@2}@2 --- [2@5]@5");
  CHECK(told("---\n---\na: 1\n") == "none@2 --- {a@3: 1@3}@3");
  // A document's anchors are its own.
  CHECK(told("a: &x 1\n---\nb: *x\n") == "3:4 the alias *x has no anchor before it");
}

TEST_CASE("Ends of lines of every system, a byte order mark, and characters that are no ends of lines") {
  using tree_cases::told;
  CHECK(told("a: 1\r\nb:\r\n  - x\r\n") == "{a@1: 1@1, b@2: [x@3]@3}@1");
  CHECK(told("\xEF\xBB\xBF"
             "a: 1\nb: 2\n") == "{a@1: 1@1, b@2: 2@2}@1");
  CHECK(told("\xEF\xBB\xBF{\"a\": 1}") == "{a@1: 1@1}@1");
  CHECK(told("größe: 1\nb: über\n") == "{größe@1: 1@1, b@2: über@2}@1");
  // NEL, LS and PS end lines in YAML 1.1, and for no compiler or editor.
  CHECK(told("a: \"x\xC2\x85y\"\nb: 1\n") == "{a@1: 'x y'@1, b@2: 1@2}@1");
  CHECK(told("a: 'x\xE2\x80\xA8\xE2\x80\xA9y'\nb: 1 # z\nc: 2\n") ==
        "{a@1: 'x\xE2\x80\xA8\xE2\x80\xA9y'@1, b@2: 1@2, c@3: 2@3}@1");
  CHECK(told("{ // x\xE2\x80\xA8y\n\"b\": 1}") == "{b@2: 1@2}@1");
}

TEST_CASE("A text without an address is one without documents") {
  const headroom::read::parsed_documents parsed(std::string_view{});
  CHECK(parsed.is_good());
  CHECK(parsed.roots().empty());
}

TEST_CASE("Aliases are what they name, at their own line") {
  using tree_cases::told;
  CHECK(told("a: &x [1, 2]\nb: *x\n") == "{a@1: [1@1, 2@1]@1, b@2: [1@1, 2@1]@1}@1");
  CHECK(told("a: &x 1\nb: &x 2\nc: *x\n") == "{a@1: 1@1, b@2: 2@2, c@3: 2@2}@1");
  CHECK(told("&k a: 1\nb: *k\n") == "{a@1: 1@1, b@2: a@1}@1");
  CHECK(told("a: *x\n") == "1:4 the alias *x has no anchor before it");
  CHECK(told("a: &x\n  b:\n    - *x\n") == "3:7 the alias *x stands inside what it names");
  CHECK(told("&x [1, *x]\n") == "1:8 the alias *x stands inside what it names");
  CHECK(told("a: &x b\n*x : 1\n") == "2:1 an alias as a key: expected a text");
}

TEST_CASE("Merge keys: a map's own keys first, then the merged maps in their order") {
  namespace read = headroom::read;
  const read::parsed_documents parsed(
      "base: &base {gpus: 8, size: big}\nmore: &more {gpus: 4, zone: 1, size: small}\n"
      "a:\n  <<: *base\n  gpus: 2\nb:\n  <<: [*base, *more]\nc:\n  <<: *more\n  <<: *base\nd: {<<: 5, x: 1}\n");
  REQUIRE(parsed.is_good());
  const read::tree& root = *parsed.roots()[0];
  const auto text = [&](std::string_view map, std::string_view key) {
    const read::tree* found = root.at(map, key);
    return found == nullptr ? std::string_view("-") : found->text;
  };
  CHECK(text("a", "gpus") == "2");
  CHECK(text("a", "size") == "big");
  CHECK(text("a", "zone") == "-");
  CHECK(text("b", "gpus") == "8");
  CHECK(text("b", "zone") == "1");
  CHECK(text("c", "gpus") == "4");
  CHECK(text("c", "size") == "small");
  CHECK(text("d", "x") == "1");
  CHECK(text("d", "y") == "-");
  REQUIRE(root.at("a", "size") != nullptr);
  CHECK(root.at("a", "size")->line == 1);
  CHECK(root.at("a", "size", "none") == nullptr);
}

// As PyYAML and most readers of JSON take it; whose consumer refuses it, refuses it by these lines.
TEST_CASE("Of a key twice in a map the last counts, and both lines are told") {
  const auto repeated_in = [](std::string_view text) {
    const headroom::read::parsed_documents parsed(text);
    std::string words;
    for (const headroom::read::repeated_key& each : parsed.repeated_keys())
      words += std::string(each.key) + "@" + std::to_string(each.first_line) + "," + std::to_string(each.line) + " ";
    return words;
  };
  using tree_cases::told;
  CHECK(told("a: 1\nb: 2\na: 3\n") == "{b@2: 2@2, a@3: 3@3}@1");
  CHECK(repeated_in("a: 1\nb: 2\na: 3\n") == "a@1,3 ");
  CHECK(repeated_in("a: 1\na: 2\na: 3\n") == "a@1,2 a@2,3 ");
  CHECK(repeated_in("x:\n  a: 1\n  a: 1\n") == "a@2,3 ");
  CHECK(repeated_in("{\n\"a\": 1,\n\"a\": 2}") == "a@2,3 ");
  CHECK(repeated_in("a: {x: 1}\nb: {x: 1}\n").empty());
  CHECK(repeated_in("c: {<<: 1, <<: 2}\n").empty());
}

TEST_CASE("Comments at ends of lines, alone, and none inside quotes, texts and blocks") {
  using tree_cases::comments;
  CHECK(comments("# one\na: 1 # two\n  # three\nb: 2\n# four") == "1+ one; 2 two; 3+ three; 5+ four");
  CHECK(comments("a: \"x # no\" # yes\nb: 'y # no'\nc: z#no\n") == "1 yes");
  CHECK(comments("a: |\n  text # no\n  # no\n# yes\nb: 1 # too\n") == "4+ yes; 5 too");
  CHECK(comments("run: |  # of the sign\n  # no\nb: 1\n") == "1 of the sign");
  CHECK(comments("run: >-  # of the sign\n  # no\n") == "1 of the sign");
  CHECK(comments("a: \"over\n  two # no\"  # yes\n") == "2 yes");
  CHECK(comments("a: [1, # one\n  2] # two\n") == "1 one; 2 two");
  CHECK(comments("a: 1 # one\r\n# two\r\n") == "1 one; 2+ two");
  CHECK(comments("a:\t1\t# one\n") == "1 one");
  CHECK(comments("---\n# one\n---\n# two\na: 1\n") == "2+ one; 4+ two");
  CHECK(comments("größe: ä # 48 GPUs\n") == "1 48 GPUs");
  CHECK(comments("\xEF\xBB\xBF# one\n") == "1+ one");
  CHECK(comments("## one ##\n#\n#two\n") == "1+ one ##; 2+ ; 3+ two");
  CHECK(comments("a: &x 1 # one\nb: *x # two\nc: {} # three\n") == "1 one; 2 two; 3 three");
}

TEST_CASE("JSON: comments, escapes, tabs and lines") {
  using namespace tree_cases;
  CHECK(told("{\n  // one\n  \"a\": \"http://x\", /* two\n  three */ \"b\": 1\n}") ==
        "{a@3: 'http://x'@3, b@4: 1@4}@1");
  CHECK(comments("{\n  // one\n  \"a\": \"http://x\", /* two\n  three */ \"b\": 1\n}") == "2+ one; 3 two; 4 three");
  CHECK(told("\t{\n\t\"a\":\t[\n\t1,\t2]\n\t}\n") == "{a@2: [1@3, 2@3]@2}@1");
  CHECK(told(R"({"a": "\ud83d\ude00 \/ \u00e4 \"q\" \\ \t"})") == "{a@1: '\xF0\x9F\x98\x80 / ä \"q\" \\ \t'@1}@1");
  CHECK(line_of_error("{\n\"a\": \"\\ud83d\"}") == 2);
  CHECK(line_of_error("{\"a\": 1\n\"b\": 2}") == 2);
  CHECK(begins(told("{\"a\": 1} {\"b\": 2}"), "1:"));
}

TEST_CASE("What is neither YAML nor JSON is refused at its place") {
  using namespace tree_cases;
  CHECK(begins(told("a: [1, 2\nb: 3\n"), "2:"));
  CHECK(begins(told("a: 1\n\tb: 2\n"), "2:1 not YAML or JSON: "));
  CHECK(begins(told("a: b: c\n"), "1:5 not YAML or JSON: "));
  CHECK(told("a: b: c\n") == "1:5 not YAML or JSON: mapping values are not allowed in this context");
  CHECK(told("a: [1\n") == "2:1 not YAML or JSON: while parsing a flow sequence, did not find expected ',' or ']'");
  CHECK(begins(told("a: \"x\n"), "2:"));
  // A comment that JSON's reader is in, wherever it stands.
  for (const std::string_view before : {"", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "[", "[\"a\"", "[\"a\",", "[\"a\"]"})
    CHECK(told(std::string(before) + "/* x") == "1:" + std::to_string(before.size() + 1) + " a comment that does not end");
  CHECK(told("a: 1\n[1]: 2\n") == "2:1 a list or map as a key: expected a text");
}

TEST_CASE("Bytes that are not UTF-8, and control characters, are refused at their line") {
  using namespace tree_cases;
  for (const std::string_view bad :
       {"\xFF", "\xC3(", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xC0\xAF", "\x01", "\x1B[31m"}) {
    CAPTURE(bad);
    const std::string text = "a: 1\nb: 2\nc: x" + std::string(bad) + "\n";
    CHECK(has(told(text), "expected a text in UTF-8 without control characters"));
    CHECK(begins(told(text), "3:0 "));
  }
  CHECK(line_of_error(std::string_view("a: 1\nb: \0\n", 10)) == 2);
  // Also after much that is good.
  CHECK(line_of_error(repeated("aaaaaaa: ä\n", 1).append(repeated("- x\n", 0)) + "b: \xFF\n") == 2);
  CHECK(line_of_error(repeated("- ää\n", 20'000) + "- \xFF\n") == 20'001);
}

TEST_CASE("Nesting of a hundred is read, one more is refused") {
  using namespace tree_cases;
  CHECK(begins(told(repeated("[", 100) + repeated("]", 100)), "[["));
  CHECK(told("\n" + repeated("[", 101) + repeated("]", 101)) == "2:101 lists and maps nested more than 100 deep");
  CHECK(told(repeated("[", 100'000)) == "1:101 lists and maps nested more than 100 deep");
  CHECK(told(repeated("{\"a\":", 100'000)) == "1:501 lists and maps nested more than 100 deep");
  CHECK(told(repeated("- ", 101) + "x") == "1:201 lists and maps nested more than 100 deep");
}

TEST_CASE("A billion laughs are refused where there are too many, in little time and memory") {
  using namespace tree_cases;
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
    for (int j = 1; j < 10; ++j) text += ", " + before;
    text += "]\n";
  }
  CHECK(begins(told(text), "6:"));
  CHECK(has(told(text), "more than 1000000 values, with aliases written out"));

  // A long list named again at every level of a deep one.
  std::string deep = "a: &a [" + repeated("x,", 30'000) + "x]\nb: ";
  for (int i = 0; i < 90; ++i) deep += "[*a, ";
  CHECK(begins(told(deep), "2:"));
  CHECK(has(told(deep), "more than 1000000 values, with aliases written out"));
  // Over documents too.
  const std::string document = "--- [&a [" + repeated("x,", 99) + "]" + repeated(", *a", 9) + "]\n";  // 1,001 values
  CHECK(begins(told(repeated(document, 1'000)), "1000:"));
  CHECK(has(told(repeated(document, 1'000)), "more than 1000000 values, with aliases written out"));
}

TEST_CASE("64 MiB may be read, one byte more may not") {
  namespace read = headroom::read;
  std::string text(read::most_checked_bytes, '\x01');
  CHECK(read::parsed_documents(text).error().message.find("control characters") != std::string::npos);
  text += '\n';
  const read::parsed_documents parsed(text);
  CHECK(parsed.error().message == "the file is larger than 64 MiB");
  CHECK(parsed.error().line == 0);
  CHECK(parsed.roots().empty());
}
