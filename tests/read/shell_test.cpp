// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/shell.hpp>

#include <doctest/doctest.h>
#include <string>
#include <vector>

// The walk is compared with bash and dash in differential.py; here is what its users rely on.
namespace {

namespace shell = headroom::read::shell;

// The words of each program that a script runs, one line each: a piece that is not known is "?".
std::string programs_of(std::string_view text, const shell::walk_options& options = {}) {
  const shell::script tree = shell::parse(text);
  const shell::walked runs = shell::walk(tree, options);
  std::string all;
  for (const shell::executed& each : runs.commands) {
    if (each.kind != shell::command_kind::program || each.is_followed) continue;
    std::string line;
    for (const shell::expanded_word& word : each.words) {
      std::string piece(word.text.text);
      for (std::size_t i = word.text.gaps.size(); i > 0; --i) piece.insert(word.text.gaps[i - 1].offset, "?");
      line += (line.empty() ? "" : " ") + piece;
    }
    all += line + "\n";
  }
  return all;
}

std::string reason_of(std::string_view text) {
  const shell::script tree = shell::parse(text);
  const shell::walked runs = shell::walk(tree);
  for (const shell::executed& each : runs.commands)
    for (const shell::expanded_word& word : each.words)
      if (!word.text.is_known()) return shell::reason(*word.text.gaps.front().why);
  return "";
}

TEST_CASE("variables, arrays and defaults stand in place") {
  CHECK(programs_of("TP=8\nserve --tp $TP") == "serve --tp 8\n");
  CHECK(programs_of("A=(--tp 8)\nA+=(--pp 2)\nserve \"${A[@]}\"") == "serve --tp 8 --pp 2\n");
  CHECK(programs_of("serve --pp ${PP:-16}") == "serve --pp 16\n");
  CHECK(programs_of(": ${PP:=$((2 * 8))}\nserve --pp $PP") == "serve --pp 16\n");
}

TEST_CASE("an empty word of braces has no home in it") { CHECK(programs_of("a {,~}x b\na {,~}") == "a x ? b\na ?\n"); }

TEST_CASE("a here-document of nothing ends at once, with tabs before its end") {
  CHECK(programs_of("a <<-'E'\n\tE\nb <<-E\n\tE\n") == "a\nb\n");
}

TEST_CASE("a parameter of zeros is the name of the script") { CHECK(programs_of("set -- x\na ${00} ${01}") == "a ? x\n"); }

TEST_CASE("what a command prints stands in its line, however many it prints") {
  const shell::script tree = shell::parse("a $(seq 66)");
  const shell::walked runs = shell::walk(tree);
  REQUIRE(runs.commands.back().words.size() == 67);
  CHECK(shell::position_of(runs.commands.back().words[66].text, 2).line == 1);
}

TEST_CASE("arithmetic changes one element of an array, and read gives words to all of them") {
  CHECK(programs_of("R=(1 2 3)\na $((R[1]++)) ${R[@]}\n((R[2]=9))\na ${R[@]}") == "a 2 1 3 3\na 1 3 9\n");
  CHECK(programs_of("((Q[1]=9))\na ${Q[@]} ${#Q[@]}") == "a 9 1\n");
  CHECK(programs_of("R=(1 2)\ni=0\n((R[i++]=9))\na ${R[1]}") == "a ?\n");
  CHECK(programs_of("read -r -a R <<< 'x y'\na ${R[1]}") == "a ?\n");
  CHECK(programs_of("A=abcdef\na ${A:(-3)} ${A:(1+1):(2)}") == "a def cd\n");
}

TEST_CASE("what is not known makes nothing else unknown") {
  CHECK(programs_of("C=\"`pwd`/train.py --tp 4\"\npython $C") == "python ?/train.py --tp 4\n");
  CHECK(programs_of("source setup\nTP=4\nserve --tp $TP --pp $PP") == "serve --tp 4 --pp ?\n");
  CHECK(programs_of("source setup\nserve --pp ${PP:-16}") == "serve --pp 16\n");
  CHECK(reason_of("serve --tp $TP") == "what $TP holds");
  CHECK(reason_of("serve --tp $(count gpus)") == "what the command `count gpus` prints");
}

TEST_CASE("maps are declared with what they hold") {
  CHECK(programs_of("declare -A C=([tp]=8 [pp]=2)\nserve ${C[tp]} ${C[pp]}") == "serve 8 2\n");
  CHECK(programs_of("tp=1\npp=1\ntypeset -A C=([tp]=8 [pp]=2)\nC[pp]=4\nserve ${C[tp]} ${C[pp]}") == "serve 8 4\n");
  CHECK(programs_of("declare -A C\nC=([tp]=8)\nserve ${C[tp]}") == "serve 8\n");
  CHECK(programs_of("f() { local -A C=([tp]=4); serve ${C[tp]}; }\ndeclare -A C=([tp]=8)\nf\nserve ${C[tp]}") == "serve 4\nserve 8\n");
}

TEST_CASE("branches that agree are known, and others are not") {
  CHECK(programs_of("if x; then TP=8; else TP=8; fi\nserve $TP") == "x\nserve 8\n");
  CHECK(programs_of("if x; then TP=8; else TP=4; fi\nserve $TP") == "x\nserve ?\n");
  CHECK(reason_of("if x; then TP=8; else TP=4; fi\nserve $TP") == "which branch of line 1 runs");
}

TEST_CASE("whether a text is empty decides a branch where the text is known") {
  CHECK(programs_of("A=x\nif [ -z \"$A\" ]; then one; else two; fi") == "two\n");
  CHECK(programs_of("A=\nif [ -z \"$A\" ]; then one; else two; fi") == "one\n");
  CHECK(programs_of("A=x\nif [[ -n $A ]]; then one; else two; fi") == "one\n");
  CHECK(programs_of("A=\nif [[ -n $A ]]; then one; else two; fi") == "two\n");
  CHECK(programs_of("if [ -z \"$A\" ]; then one; else two; fi") == "one\ntwo\n");
}

TEST_CASE("what stands behind && is meant to run, unless a question stands in front of it") {
  const auto is_expected = [](std::string_view text) {
    const shell::script tree = shell::parse(text);
    const shell::walked runs = shell::walk(tree);
    return shell::is_expected_once(*runs.commands.back().in);
  };
  CHECK(is_expected("serve"));
  CHECK(is_expected("cd /x && git log && X=1 env serve"));
  CHECK(is_expected("cd /x || exit 1\nserve"));
  CHECK(!is_expected("cd /x || serve"));
  CHECK(!is_expected("build && test -e it && serve"));
  CHECK(!is_expected("! build && serve"));
  CHECK(!is_expected("list | grep -q it && serve"));
  CHECK(!is_expected("$BUILD && serve"));
  CHECK(!is_expected("X=$(which serve) && $X"));
  CHECK(!is_expected("f() { build; }\nf && serve"));
  CHECK(!is_expected("if x; then build && serve; fi"));
  CHECK(!is_expected("while x; do build && serve; done"));
}

TEST_CASE("words that a branch may leave out are known where they stand") {
  CHECK(programs_of("if x; then A='--tp 8'; else A=''; fi\nserve $A --pp 2") == "x\nserve --tp 8 --pp 2\n");
  CHECK(programs_of("if x; then A='--tp 8'; else A=''; fi\nserve \"$A\" --pp 2") == "x\nserve ? --pp 2\n");
}

TEST_CASE("a descriptor in front of a redirection is no word") {
  CHECK(programs_of("a 2>err {log}>log 2>&1 b") == "a b\n");
  CHECK(programs_of("a x2>err {log} >log 2 >&1 b") == "a x2 {log} 2 b\n");
}

TEST_CASE("patterns take what they match, and nothing else") {
  CHECK(programs_of("case abc in b) one ;; a?d) two ;; a*c) three ;; esac") == "three\n");
  CHECK(programs_of("A=node-07.cluster\na ${A#*-} ${A%.*} ${A#7} ${A#[!0-9]}") == "a 07.cluster node-07 node-07.cluster ode-07.cluster\n");
}

TEST_CASE("scripts in texts are followed") {
  CHECK(programs_of("CMD='serve --tp 8'\nsrun bash -c \"$CMD\"") == "serve --tp 8\n");
  CHECK(programs_of("export TP=8\nsrun sh -c 'serve --tp $TP'") == "serve --tp 8\n");
  CHECK(programs_of("eval serve --tp 8") == "serve --tp 8\n");
  CHECK(programs_of("bash <<END\nserve --tp 8\nEND") == "serve --tp 8\n");
  CHECK(programs_of("read -r -d '' C <<END\ncd /x &&\nserve --tp $((2 * 4))\nEND\nsrun bash -c \"$C\"") == "serve --tp 8\n");
  CHECK(programs_of("C=$(cat <<END\nserve --tp 8\nEND\n)\n$C") == "cat\nserve --tp 8\n");
  CHECK(programs_of("f() { serve --tp $1; }\nf 8") == "serve --tp 8\n");
}

TEST_CASE("what runs at once is known by jobs and waits") {
  const auto together = [](std::string_view text) {
    const shell::script tree = shell::parse(text);
    const shell::walked runs = shell::walk(tree);
    return shell::may_run_together(runs, 0, runs.commands.size() - 1);
  };
  CHECK(together("a &\nb"));
  CHECK_FALSE(together("a\nb"));
  CHECK_FALSE(together("a &\nwait\nb"));
  CHECK_FALSE(together("a\nb & c"));
  CHECK(together("a | b"));
  CHECK(together("{ a | b; } | c"));
  CHECK_FALSE(together("a | b\nc | d"));
  CHECK(together("a & one=$!\nc & wait $!\nb"));
  CHECK_FALSE(together("if x; then a & else b; fi"));
  // What starts another, by a shell, a function or "eval", waits for it, in a pipeline and in the background, too; others do not.
  CHECK_FALSE(together("bash -c 'bash -c b'"));
  CHECK_FALSE(together("f() { g; }\ng() { b; }\nf"));
  CHECK_FALSE(together("eval 'bash -c b' &"));
  CHECK_FALSE(together("bash -c 'b &' &"));
  CHECK_FALSE(together("bash -c 'x | b'"));
  CHECK(together("bash -c 'a' | b"));
  CHECK_FALSE(together("bash -c 'a | b'\nc | d"));
  CHECK(together("bash -c 'bash -c a' & b"));
  CHECK_FALSE(together("bash -c 'a &\nwait' & wait\nb"));
}

TEST_CASE("a piece outside the grammar is a node, and what is behind it is parsed") {
  const shell::script tree = shell::parse("a )\nserve --tp 8");
  REQUIRE(tree.pieces_outside().size() == 1);
  CHECK(tree.pieces_outside()[0].at.line == 1);
  CHECK(programs_of("a )\nserve --tp 8").ends_with("serve --tp 8\n"));
}

TEST_CASE("a container's arguments are followed, with their lines") {
  const std::vector<shell::argument> words{{"sh", {3, 1}, {}}, {"-c", {3, 1}, {}}, {"echo\nserve --tp $(TP)", {5, 9}, {}}};
  const std::vector<shell::given_variable> variables{{"TP", "8"}};
  const shell::walked runs = shell::walk_arguments(words, {.variables = variables});
  const shell::executed& last = runs.commands.back();
  REQUIRE(last.words.size() == 3);
  CHECK(last.words[2].text.is("8"));
  CHECK(last.words[0].text.at.line == 6);
}

TEST_CASE("a shell bomb is left where it is too much to follow") {
  const shell::script tree = shell::parse("for i in {1..1000}; do for j in {1..1000}; do a; done; done");
  CHECK(shell::walk(tree).commands.size() < 30'000);
  const shell::script calls = shell::parse("f() { g; g; }; g() { f; f; }; f");
  CHECK(shell::walk(calls).commands.size() < 2'000);
  const shell::script few = shell::parse("f() { a; [ $1 = 0 ] && return; f $(($1 - 1)); }; f 20");
  CHECK(shell::walk(few).is_complete);
}

}  // namespace
