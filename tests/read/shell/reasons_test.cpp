// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/shell.hpp>

#include <array>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

// What a word depends on, in words, as the object of "depends on".
namespace reasons_test {

namespace shell = headroom::read::shell;

std::string reason_of(std::string_view text) {
  const shell::script tree = shell::parse(text);
  const shell::walked runs = shell::walk(tree);
  for (const shell::expanded_word& word : runs.commands.back().words)
    if (!word.text.is_known()) return shell::reason(*word.text.gaps.front().why);
  return "";
}

struct row {
  std::string_view script;
  std::string_view reason;
};

TEST_CASE("each reason names what a word depends on, and its line") {
  constexpr std::array rows{
      row{"a\np $U", "what $U holds"},
      row{"p $1", "the arguments that the script is called with"},
      row{"p \"$@\"", "the arguments that the script is called with"},
      row{"p \"$*\"", "the arguments that the script is called with"},
      row{"p $0", "the arguments that the script is called with"},
      row{"p $9", "the arguments that the script is called with"},
      row{"p $#", "what $# holds"},
      row{"p $(x\ty)", "what the command `x y` prints"},
      // On one line, and no more than 60 characters of it.
      row{"p $(x 3456789 123456789 123456789 123456789 123456789 1234567890)", "what the command `x 3456789 123456789 123456789 123456789 123456789 1234567890` prints"},
      row{"p $(x 3456789 123456789 123456789 123456789 123456789 12345678901)", "what the command `x 3456789 123456789 123456789 123456789 123456789 1234567890...` prints"},
      row{"a\nif x; then v=1; fi\np $v", "which branch of line 2 runs"},
      row{"a\nfor i in $U; do v=1; done\np $v", "how often the loop of line 2 runs"},
      row{"a\n. f\np $v", "what $v holds behind the file that line 2 reads"},
      row{"a\n. f\np $RANDOM", "what $RANDOM holds"},
      row{"a\ndeclare -$U v\np $w", "what $w holds behind the text that line 2 evaluates"},
      row{"a\neval \"$U\"\np $v", "what $v holds behind the text that line 2 evaluates"},
      row{"a\nread v\np $v", "what line 2 reads into $v"},
      row{"a &\np $!", "the number of a process"},
      row{"v=1; p ${v@Q}", "what `${v@Q}` comes to"},
      row{"p $((1 +))", "what the expression `1 +` comes to"},
      row{"p ~you/x", "where the folder `~you` is"},
      row{"#!/bin/sh\np {1,2}", "whether the shell expands `{1,2}`"},
      row{"a\nssh h sh -c 'p $v'", "what $v holds in what line 2 starts"},
      row{"a\n) v\np $v", "what $v holds behind line 2, which is outside the grammar of the shell"},
      row{"p {1..1000}", "what is too much to follow"},
  };
  for (const row& each : rows) {
    CAPTURE(each.script);
    CHECK(reason_of(each.script) == each.reason);
  }
}

TEST_CASE("a piece is outside the grammar for a reason of its own") {
  const auto outside = [](std::string_view text, const shell::parse_options& options = {}) {
    const shell::script tree = shell::parse(text, options);
    std::string all;
    for (const shell::outside& each : tree.pieces_outside())
      all += std::to_string(each.at.line) + "." + std::to_string(each.at.column) + ": " + std::string(shell::text_of(each.reason)) + "\n";
    return all;
  };
  CHECK(outside("a\nb") == "");
  CHECK(outside("a; ((b))", {.most_nested = 3}) == "");
  // The command in two subshells is the third.
  CHECK(outside("a; (b; (c))", {.most_nested = 3}) == "");
  CHECK(outside("a; (b; (c; (d)))", {.most_nested = 3}).starts_with("1.13: commands and expansions stand too deep in each other\n"));
  CHECK(outside("abc", {.most_bytes = 3}) == "");
  CHECK(outside("abcd", {.most_bytes = 3}) == "1.1: the script is too long\n");
  CHECK(shell::parse("abcd", {.most_bytes = 3}).pieces_outside()[0].text == "abc");
  const std::string most(std::size_t{1} << 20, ' ');
  CHECK(outside(most) == "");
  CHECK(outside(most + ' ') == "1.1: the script is too long\n");
  // A word in an expansion is in the word that the expansion is of.
  CHECK(outside("a ${b-${c-d}}", {.most_nested = 4}) == "");
  CHECK(outside("a ${b-${c-${d-e}}}", {.most_nested = 4}) == "1.1: commands and expansions stand too deep in each other\n");
  CHECK(outside(std::string_view("a\0b", 3)) == "1.1: a NUL character is no text\n");
  CHECK(outside("a\nif b") == "2.1: nothing ends the command that begins here\n");
  CHECK(outside("a\n b 'c") == "2.2: nothing closes a quote, a bracket or an expansion\n");
  CHECK(outside("a; done") == "1.4: a word or an operator stands where none can\n");
  CHECK(outside("a\nb[$(c]=1") == "2.1: nothing closes a quote, a bracket or an expansion\n");
  // Of each bash says: "unexpected end of file".
  constexpr std::array unfinished{
      "(",          "(a",           "{",          "{ a",        "if",         "if a",       "if a; then b",  "if a; then b; else", "if a; then b; else c", "if a; then b; elif c",
      "for i",      "for i in 1",   "while",      "while a",    "until a; do b", "for i in 1; do a", "for i in a; {", "select i in 1; do a", "case a", "case a in",
      "case a in b)", "case a in b) c", "function f", "function f (", "function f()", "f()",     "f() {",      "a &&",        "a ||",       "a |",
      "a && (b",    "! {",          "time (a",    "coproc f {", "[[",         "[[ a ||",    "[[ !"};
  for (const std::string_view each : unfinished) {
    CAPTURE(each);
    CHECK(outside(each) == "1.1: nothing ends the command that begins here\n");
  }
  // Of each bash says: "near unexpected token".
  constexpr std::array unexpected{
      "a && fi",       "a || then",    "! }",          "a | done",       "while do a; done", "until do a; done", "if then a; fi",   "if a; then fi",
      "for 1 in a; do b; done", "for ((a)); do b; done", "for ((i = 0; i < 1)); do a; done", "for ((i = 0; i < 1))); do a; done",
      "case a; in b) c;; esac", "f() a", "()",         "a () b",         "(( ') ' ))",       "[[ a b ]]",        "[[ ]]",  
      "[[ ( a ]]",     "function ; a", "for i in 1; a; done", "a=(1;2)"};
  for (const std::string_view each : unexpected) {
    CAPTURE(each);
    CHECK(outside(each) == "1.1: a word or an operator stands where none can\n");
  }
  // bash runs nothing of this, and does not say why.
  CHECK(outside("for ((i = 0; i < 1; i++) ; do a; done") == "1.1: a word or an operator stands where none can\n");
  CHECK(outside("[[ a > b && c < d || ! ( e = f ) ]]") == "");
}

}  // namespace reasons_test
