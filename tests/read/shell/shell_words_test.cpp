// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/shell.hpp>

#include <doctest/doctest.h>
#include <fstream>
#include <string>

namespace shell_words_cases {

namespace shell = headroom::read::shell;

// The words of a call, as words_of_bash.py writes them: "?" is a piece that is not known.
std::string words_of(const shell::executed& call) {
  std::string line = "=> ";
  for (const shell::expanded_word& word : call.words.subspan(call.name + 1)) {
    std::string text(word.text.text);
    for (std::size_t i = word.text.gaps.size(); i > 0; --i) text.insert(word.text.gaps[i - 1].offset, "?");
    line += '[';
    for (const char c : text) line += c == '\n' ? "\\n" : c == '\t' ? "\\t" : std::string(1, c);
    line += ']';
  }
  return line + '\n';
}

std::string calls_of(std::string_view script) {
  const shell::script tree = shell::parse(script);
  const shell::walked runs = shell::walk(tree);
  std::string all;
  for (const shell::executed& each : runs.commands)
    if (each.words.size() > each.name && each.words[each.name].text.is("p")) all += words_of(each);
  return all.empty() ? "=> nothing runs\n" : all;
}

}  // namespace shell_words_cases

TEST_CASE("the words of a script are those that bash makes of it") {
  using namespace shell_words_cases;
  std::ifstream table(HEADROOM_SOURCE_DIR "/tests/read/shell/fixtures/words_of_bash.txt");
  REQUIRE(table.good());
  std::string script;
  std::string words;
  const auto hold = [&] {
    INFO(script);
    CHECK(calls_of(script) == words);
    script.clear();
    words.clear();
  };
  for (std::string line; std::getline(table, line);) {
    const bool is_answer = line.starts_with("=> ");
    if (!is_answer && !words.empty()) hold();
    (is_answer ? words : script) += line + '\n';
  }
  hold();
}
