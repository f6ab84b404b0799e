// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/shell.hpp>

#include <doctest/doctest.h>
#include <string>
#include <string_view>

// What depends on the environment, on a program's output or on a branch is "?", and nothing beside it is.
namespace unknown_words_cases {

namespace shell = headroom::read::shell;

// The words of each call of "p": "[a?]", with a + behind one that may be several or none.
std::string calls_of(std::string_view script) {
  const shell::script tree = shell::parse(script);
  const shell::walked runs = shell::walk(tree);
  std::string all;
  for (const shell::executed& each : runs.commands) {
    if (each.words.size() <= each.name || !each.words[each.name].text.is("p")) continue;
    all += all.empty() ? "" : " ";
    all += 'p';
    for (const shell::expanded_word& word : each.words.subspan(each.name + 1)) {
      std::string text(word.text.text);
      for (std::size_t i = word.text.gaps.size(); i > 0; --i) text.insert(word.text.gaps[i - 1].offset, "?");
      all += "[" + text + "]" + (word.may_be_several ? "+" : "");
    }
  }
  return all;
}

}  // namespace unknown_words_cases

TEST_CASE("Of a parameter that the script does not set all is open but what it does with it") {
  using unknown_words_cases::calls_of;
  CHECK(calls_of("p a$U\"b$U\"c") == "p[a?b?c]+");
  CHECK(calls_of("p \"$U\" $U") == "p[?][?]+");
  CHECK(calls_of("p \"a$U\" \"${U}b\" \"x${U}y${V}z\"") == "p[a?][?b][x?y?z]");
  CHECK(calls_of("p \"${U#a}\" \"${U%a}\" \"${U/a/b}\" \"${U:1}\" \"${U^^}\" \"${#U}\"") == "p[?][?][?][?][?][?]");
  CHECK(calls_of("p \"${U:?no}\" \"${U?no}\"") == "p[?][?]");
  CHECK(calls_of("p $((U)) $((U + 1)) $((1 + U * 2))") == "p[?][?][?]");
  // Bash's manual, "Shell Arithmetic": the operators of each line of its table bind less than those of the line before.
  CHECK(calls_of("p $((1 || 0 && 0)) $((0 && 1 | 1)) $((1 | 1 ^ 1)) $((1 ^ 1 & 0)) $((2 & 2 == 2)) $((2 == 2 > 0)) $((1 < 1 << 1)) $((1 << 1 + 1)) $((1 + 2 * 3)) $((2 * 3 ** 2)) $((1 < 8 >> 1))") ==
        "p[1][0][1][1][0][0][1][4][7][18][1]");
  CHECK(calls_of("p $((0 && U)) $((1 || U)) $((1 ? 2 : U)) $((0 ? U : 3)) $((U && 0)) $((U || 1))") == "p[0][1][2][3][0][1]");
  CHECK(calls_of("a=1; p $((U && (a = 2))) $a") == "p[?][?]+");
  CHECK(calls_of("a=1; p $((U ? (a = 2) : 5)) $a") == "p[?][?]+");
  CHECK(calls_of("a=1; p $((U, a)) $((a = U)) $a") == "p[1][?][?]+");
  CHECK(calls_of("a=1; p $((!U ? 1 : (a = 2))) $a") == "p[?][?]+");
  CHECK(calls_of("a=1; p $((!U ? (a = 2) : 1)) $a") == "p[?][?]+");
  CHECK(calls_of("p $((!U || 0)) $((0 || !U)) $((~U || 0)) $((!U && 1)) $((1 && ~U)) $((!U && 0)) $((-U || 1))") == "p[?][?][?][?][?][0][1]");
  CHECK(calls_of("a=(5 7); p $((a[$U])) $((a[1$U])) $((a[$U] + 1))") == "p[?][?][?]");
  // bash refuses these.
  CHECK(calls_of("p $((64#1#2)) $((65#1)) $((1#0)) $((0#1)) $((08)) $((2#2)) $((2#)) $((02#1)) $((36#_)) $((1 / 0)) $((1 % 0)) $((2 ** -1)) $((1 1)) $((1 +)) $((a ? 1)) $((1 = 2))") ==
        "p[?][?][?][?][?][?][?][?][?][?][?][?][?][?][?][?]");
  CHECK(calls_of("v=abc; p \"${v#$U}\" \"${v:U}\" \"${v:0:U}\" \"${v/$U/x}\" \"${v/b/$U}\"") == "p[?][?][?][?][?]");
  CHECK(calls_of("a=(x y); p \"${a[U]}\" \"${a[0]}\"") == "p[?][x]");
  CHECK(calls_of("a=(x $U y); p \"${a[0]}\"") == "p[x]");
  CHECK(calls_of("a=(x \"$U\" y); p \"${a[0]}\" \"${a[1]}\" \"${a[2]}\" ${#a[@]} \"${a[@]}\"") == "p[x][?][y][3][x][?][y]");
  CHECK(calls_of("p \"$U\"{a,b}") == "p[?a][?b]");
  CHECK(calls_of("IFS=2; set -- a b; v=ab; p x$#y x${#v}y x${#@}y \"$#\"") == "p[x?y]+[x?y]+[x?y]+[2]");
  CHECK(calls_of("IFS=$U; v=ab; p $v \"$v\"; unset IFS; p $v") == "p[?]+[ab] p[ab]");
  // No array comes from the surroundings; a file that is read may set one.
  CHECK(calls_of("p x \"${U[@]}\" ${U[*]} ${#U[@]} y") == "p[x][0][y]");
  CHECK(calls_of(". ./f; p x \"${U[@]}\" y") == "p[x][?]+[y]");
}

TEST_CASE("Of the outputs of programs nothing is known") {
  using unknown_words_cases::calls_of;
  CHECK(calls_of("p \"$(x)\" \"a$(x)b\" \"`x`\"") == "p[?][a?b][?]");
  CHECK(calls_of("p $(x)") == "p[?]+");
  CHECK(calls_of("v=$(x); p \"$v\" \"$v\"c") == "p[?][?c]");
  CHECK(calls_of("p \"$(echo a $U b)\" \"$(echo \"$U\")\"") == "p[a?b][?]");
  CHECK(calls_of("p \"$(seq $U)\" \"$(expr 1 + $U)\" \"$(seq 1 2 3 4)\" \"$(printf)\"") == "p[?][?][?][?]");
  CHECK(calls_of("p \"$(expr a + 1)\" \"$(seq a)\" \"$(seq 08)\" \"$(seq 1 0 3)\" \"$(printf -x a)\"") == "p[?][?][?][?][?]");
  CHECK(calls_of("a=5; p \"$(expr a + 1)\" \"$(expr 5 = 5)\" \"$(expr 1 / 0)\" \"$(expr 010 + 1)\" \"$(expr -010 + 1)\"") == "p[?][?][?][?][?]");
  CHECK(calls_of("p \"$(printf 'a\\%')\" \"$(printf %d 010)\" \"$(printf %d -010)\" \"$(printf %d a)\" \"$(printf %x 1)\" \"$(printf '\\a')\"") == "p[?][?][?][?][?][?]");
  CHECK(calls_of("p \"$(e${U}cho a)\" \"$(\"$U\" a)\" \"$(seq $U 2)\"") == "p[?][?][?]");
  CHECK(calls_of("if v=\"$(x)\"; then p 1; else p 2; fi; if v=(\"a$(x)\"); then p 1; else p 2; fi; if v=$(x)b; then p 1; else p 2; fi") == "p[1] p[2] p[1] p[2] p[1] p[2]");
  CHECK(calls_of("if v=\"a$U\"; then p 1; else p 2; fi; if v=(\"a\"); then p 1; else p 2; fi") == "p[1] p[1]");
  CHECK(calls_of("v=1; printf '%s' \"$U\"; p \"$v\"; getopts ab \"$U\"; p \"$v\"; read \"$U\"; p \"$v\"") == "p[1] p[1] p[?]");
  CHECK(calls_of("read -r -d x v <<E\na\nE\np \"$v\"") == "p[?]");
  CHECK(calls_of("p \"$(bash -c a > f; echo b)\"") == "p[b]");
  CHECK(calls_of("read v; p \"$v\"; read -r a b <<< x; mapfile m; p \"$a\" \"${m[0]}\"") == "p[?] p[?][?]");
  // What is sourced or evaluated is taken to set other variables than the script has set.
  CHECK(calls_of("v=1; eval \"$U\"; p \"$v\" \"$w\"") == "p[1][?]");
  CHECK(calls_of("v=1; . ./f; p \"$v\"") == "p[1]");
  CHECK(calls_of("v=1; (eval \"$U\"); p \"$v\"") == "p[1]");
}

TEST_CASE("A question about what is not known has both answers") {
  const auto answers_of = [](const std::string& question) { return unknown_words_cases::calls_of("if " + question + "; then p 1; else p 2; fi"); };
  CHECK(answers_of("[ \"$U\" ]") == "p[1] p[2]");
  CHECK(answers_of("[ \"a$U\" ]") == "p[1]");
  CHECK(answers_of("[ -n \"a$U\" ]") == "p[1]");
  CHECK(answers_of("[ -z \"a$U\" ]") == "p[2]");
  CHECK(answers_of("[ -z \"$U\" ]") == "p[1] p[2]");
  CHECK(answers_of("[ -f a ]") == "p[1] p[2]");
  CHECK(answers_of("[ ! -z \"a$U\" ]") == "p[1]");
  CHECK(answers_of("[ ! a = b ]") == "p[1]");
  CHECK(answers_of("[ a = \"b$U\" ]") == "p[1] p[2]");
  CHECK(answers_of("[ \"b$U\" = a ]") == "p[1] p[2]");
  // A piece that is not known may be "!": then it is another operator.
  CHECK(answers_of("[ a \"$U=\" b ]") == "p[1] p[2]");
  CHECK(answers_of("[ \"!$U\" '' ]") == "p[1] p[2]");
  CHECK(answers_of("[ \"!$U\" a = a ]") == "p[1] p[2]");
  CHECK(answers_of("[ \"-n$U\" '' ]") == "p[1] p[2]");
  // More than 64 bits: bash says that it is no number, others cut it.
  CHECK(answers_of("[ 9999999999999999999 -gt 1 ]") == "p[1] p[2]");
  CHECK(answers_of("[ 1 -lt 9999999999999999999 ]") == "p[1] p[2]");
  CHECK(answers_of("[ a -eq 1 ]") == "p[1] p[2]");
  CHECK(answers_of("[ - -eq 0 ]") == "p[1] p[2]");
  CHECK(answers_of("[ '' -eq 0 ]") == "p[1] p[2]");
  // A backslash out of a variable quotes in some patterns of some shells.
  CHECK(answers_of("v='a\\b'; [[ ab = $v ]]") == "p[1] p[2]");
  CHECK(answers_of("v='a\\b'; [[ a\\\\b = \"$v\" ]]") == "p[1]");
  CHECK(answers_of("[[ -n a$U ]]") == "p[1]");
  CHECK(answers_of("[[ $U = a* ]]") == "p[1] p[2]");
  CHECK(answers_of("[[ a = ${P:-a} ]]") == "p[1] p[2]");
  CHECK(answers_of("[[ ${P:-a} = a ]]") == "p[1] p[2]");
  CHECK(answers_of("[[ $U && -z a ]]") == "p[2]");
  CHECK(answers_of("[[ $U || -n a ]]") == "p[1]");
  CHECK(answers_of("[[ -n a && $U ]]") == "p[1] p[2]");
}

TEST_CASE("What a branch or a loop of unknown length sets is open behind it") {
  using unknown_words_cases::calls_of;
  CHECK(calls_of("v=1; if x; then v=2; fi; p $v") == "p[?]");
  CHECK(calls_of("v=1; if x; then v=2; p $v; else v=3; p $v; fi; p $v") == "p[2] p[3] p[?]");
  CHECK(calls_of("if x; then v=2; else v=2; fi; p $v") == "p[2]");
  CHECK(calls_of("v=1; case $U in a) v=2;; b) v=2;; *) v=2;; esac; p $v") == "p[2]");
  CHECK(calls_of("v=1; case $U in a) v=2;; b) v=2;; esac; p $v") == "p[?]");
  CHECK(calls_of("v=1; for i in $U; do v=2; done; p $v") == "p[?]+");
  CHECK(calls_of("v=1; for i in $U; do v=1; done; p $v") == "p[1]");
  CHECK(calls_of("v=1; while x; do v=2; done; p $v; w=3; p $w") == "p[?]+ p[3]");
  CHECK(calls_of("v=1; x | v=2; p $v; v=3 & p $v; (if x; then v=5; fi); p $v") == "p[1] p[1] p[1]");
  CHECK(calls_of("a=(1); if x; then a+=(2); fi; p \"${a[0]}\"") == "p[1]");
  CHECK(calls_of("f() { v=2; }; v=1; if x; then f; fi; p $v; f; p $v") == "p[?] p[2]");
  CHECK(calls_of("f() { x && return; v=2; }; v=1; f; p $v") == "p[?]");
  CHECK(calls_of("v=1; if x; then unset v; fi; p \"${v-a}\"") == "p[?]");
  // What a branch of a function makes local is outside as it was.
  CHECK(calls_of("f() { if x; then local v=2; p $v; fi; p $v; }; v=1; f; p $v") == "p[2] p[?] p[1]");
  CHECK(calls_of("f() { while x; do local v=2; done; x && local w=2; }; v=1; w=1; f; p $v $w") == "p[1][1]");
  CHECK(calls_of("f() { if x; then v=2; local v=3; fi; }; v=1; f; p $v") == "p[?]");
  CHECK(calls_of("f() { if x; then local v=2; else v=3; fi; }; v=1; f; p $v") == "p[?]");
}
