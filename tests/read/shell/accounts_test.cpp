// SPDX-License-Identifier: BSL-1.0
#include <headroom/read/shell.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

// All that a walk says of a script, in a line for each command: fixtures/accounts.txt says how to read them.
namespace accounts_test {

namespace shell = headroom::read::shell;

std::string told(const shell::unjudged& why) {
  constexpr std::array<const char*, 15> causes{"variable", "output",  "branch",    "rounds",     "sourced", "evaluated", "input",       "process",
                                               "expansion", "arithmetic", "home", "language", "environment", "outside", "too_much"};
  std::string text = std::string("{") + causes[static_cast<std::size_t>(why.why)] + " " + std::to_string(why.at.line);
  if (why.why == shell::cause::process) text += " " + std::to_string(why.job);
  if (!why.what.empty()) text += " " + std::string(why.what);
  for (const std::string_view& each : why.may_be) text += (&each == why.may_be.data() ? ": " : "|") + std::string(each);
  return text + "}";
}

std::string told(const shell::value& of) {
  std::string text;
  std::size_t from = 0;
  for (const shell::gap& each : of.gaps) {
    text += std::string(of.text.substr(from, each.offset - from)) + told(*each.why);
    from = each.offset;
  }
  text += of.text.substr(from);
  std::string line;
  for (const char c : text) line += c == '\n' ? "\\n" : c == '\t' ? "\\t" : std::string(1, c);
  return line;
}

std::string told(const shell::expanded_word& word) {
  return "[" + told(word.text) + "]" + (word.may_be_several ? "+" : "") + (word.has_glob ? "*" : "") + (word.text.is_default ? "~" : "") +
         (word.optional != nullptr ? "-" + told(*word.optional) : "");
}

std::string number(std::size_t n) { return n == shell::nowhere ? "-" : std::to_string(n); }

// Constructs are counted as they come up in the account: what a loop tries first and takes back has numbers, too.
struct counted {
  std::vector<std::size_t> seen{};
  std::string of(std::size_t construct) {
    const auto at = std::ranges::find(seen, construct) - seen.begin();
    if (at == std::ssize(seen)) seen.push_back(construct);
    return std::to_string(at);
  }
};

std::string told(const shell::circumstances& in, counted& constructs) {
  std::string text;
  const auto of_round = [](const std::optional<headroom::count>& n) { return n.has_value() ? std::to_string(static_cast<long long>(*n)) : "?"; };
  for (const shell::choice* each = in.branch; each != nullptr; each = each->around)
    text += " if " + constructs.of(each->construct) + "." + number(each->branch) + "@" + std::to_string(each->at.line) + (each->is_expected ? "!" : "");
  for (const shell::repetition* each = in.loop; each != nullptr; each = each->around)
    text += " loop@" + std::to_string(each->at.line) + " " + of_round(each->round) + "/" + of_round(each->rounds);
  for (const shell::stage* each = in.pipeline; each != nullptr; each = each->around)
    text += " pipe " + constructs.of(each->pipeline) + "." + number(each->place);
  if (in.background != shell::nowhere) text += " job " + number(in.background);
  if (in.parent != shell::nowhere) text += " in " + number(in.parent);
  if (!in.function.empty()) text += " of " + std::string(in.function);
  return text + (in.is_in_substitution ? " out" : in.is_in_subshell ? " sub" : "");
}

std::string told(const shell::executed& one, counted& constructs) {
  std::string text = "=> " + std::to_string(one.at.line) + " ";
  for (std::size_t i = 0; i < one.words.size(); ++i) {
    const bool is_plain = i == one.name && told(one.words[i]) == "[" + std::string(one.words[i].text.text) + "]";
    text += is_plain ? std::string(one.words[i].text.text) + (i + 1 < one.words.size() ? " " : "") : told(one.words[i]);
  }
  text += one.kind == shell::command_kind::builtin ? " builtin" : one.kind == shell::command_kind::function ? " function" : "";
  text += one.is_followed ? " followed" : "";
  text += told(*one.in, constructs);
  for (const shell::running_job* each = one.beside; each != nullptr; each = each->next)
    text += (each == one.beside ? " beside " : ",") + number(each->job) + (each->may_have_ended ? "?" : "");
  std::vector<std::string_view> seen;
  for (const shell::environment* each = one.variables; each != nullptr; each = each->before) {
    if (std::ranges::find(seen, each->name) != seen.end()) continue;
    seen.push_back(each->name);
    text += " " + std::string(each->name) + (each->holds == nullptr ? "-" : "=" + told(*each->holds) + (each->holds->is_default ? "~" : ""));
  }
  return text + "\n";
}

std::string account_of(std::string_view script, const shell::walk_options& options = {}) {
  const shell::script tree = shell::parse(script);
  const shell::walked runs = shell::walk(tree, options);
  std::string all;
  counted constructs;
  for (const shell::executed& each : runs.commands) all += told(each, constructs);
  for (const shell::job& each : runs.jobs)
    all += "=> job " + number(static_cast<std::size_t>(&each - runs.jobs.data())) + " line " + std::to_string(each.at.line) + " of " + number(each.within) +
           " until " + number(each.ended_by) + "\n";
  for (const shell::outside& each : runs.pieces_outside)
    all += "=> outside " + std::to_string(each.at.line) + "." + std::to_string(each.at.column) + "-" + std::to_string(each.end.line) + "." +
           std::to_string(each.end.column) + " " + std::string(shell::text_of(each.reason)) + "\n";
  if (!runs.is_complete) all += "=> incomplete\n";
  return all.empty() ? "=> nothing\n" : all;
}

TEST_CASE("the account of a script is what POSIX and bash make of it") {
  std::ifstream table(HEADROOM_SOURCE_DIR "/tests/read/shell/fixtures/accounts.txt");
  REQUIRE(table.good());
  std::string script;
  std::string account;
  const auto hold = [&] {
    INFO(script);
    CHECK(account_of(script) == account);
    script.clear();
    account.clear();
  };
  for (std::string line; std::getline(table, line);) {
    if (line.starts_with("#:")) continue;
    const bool is_account = line.starts_with("=> ");
    if (!is_account && !account.empty()) hold();
    (is_account ? account : script) += line + '\n';
  }
  hold();
}

TEST_CASE("a walk begins with the variables and arguments that it is given, and ends where it is too much") {
  const std::array<shell::given_variable, 3> variables{{{"X", "1", {7, 3}}, {"Y", std::nullopt, {8, 4}}, {"E", ""}}};
  const std::array<std::string_view, 2> arguments{"u", "v w"};
  const std::string handed = " E= Y={variable 8 Y} X=1\n";
  CHECK(account_of("a $X \"$Y\" \"${E-d}\" \"${E:-d}\" \"${Y:-d}\" $1", {.variables = variables}) ==
        "=> 1 a [1][{variable 8 Y}][][d][{variable 8 Y}][{variable 1 1}]+" + handed);
  CHECK(account_of("X=2; a $X; bash -c 'b $Y'", {.variables = variables}) ==
        "=> 1 a [2] X=2 E= Y={variable 8 Y}\n=> 1 bash [-c][b $Y] followed X=2 E= Y={variable 8 Y}\n=> 1 b [{variable 8 Y}]+ in 1 X=2 E= Y={variable 8 Y}\n");
  CHECK(account_of("a \"$@\" $# $2 \"$3\" ${1:-x}; shift; b $1", {.arguments = arguments}) ==
        "=> 1 a [u][v w][2][v][w][][u]\n=> 1 shift builtin\n=> 1 b [v][w]\n");
  CHECK(account_of("a \"$@\" $#", {.arguments = std::span<const std::string_view>{}}) == "=> 1 a [0]\n");
  // A command, an assignment and a round of a loop are steps.
  CHECK(account_of("a; b; c", {.most_steps = 3}) == "=> 1 a\n=> 1 b\n=> 1 c\n");
  CHECK(account_of("a; b; c", {.most_steps = 2}) == "=> 1 a\n=> 1 b\n=> incomplete\n");
  CHECK(account_of("a; v=1; c", {.most_steps = 2}) == "=> 1 a\n=> incomplete\n");
  CHECK(account_of("for i in 1 2 3; do a; done; b", {.most_steps = 2}) == "=> 1 a loop@1 0/3\n=> 1 a loop@1 1/3\n=> incomplete\n");
  CHECK(account_of("if x; then a; b; else c; d; fi; e", {.most_steps = 3}) == "=> 1 x\n=> 1 a if 0.0@1\n=> 1 b if 0.0@1\n=> incomplete\n");
  CHECK(account_of("a\nb", {.most_bytes = 1}) == "=> incomplete\n");
  CHECK(account_of("a &", {.most_bytes = 1}) == "=> incomplete\n");
}

TEST_CASE("a script that is no text, or ends in an expression, is outside") {
  CHECK(account_of(std::string_view("a\0b", 3)) == "=> outside 1.1-1.1 a NUL character is no text\n");
  for (const char* begins : {"function", "for", "case", "select", "f()a"})
    CHECK(account_of(std::string(begins) + "\n{ a; }\n").find("=> 2 a\n") != std::string::npos);
  CHECK(account_of("p $((1)") == "=> outside 1.1-1.7 nothing closes a quote, a bracket or an expansion\n");
}

TEST_CASE("a container's arguments are words of one command, with its variables in place") {
  const std::array<shell::given_variable, 3> variables{{{"X", "1"}, {"Y", std::nullopt, {8, 4}}, {"XX", "2"}}};
  const std::array<shell::origin, 2> origins{{{0, {4, 1}}, {3, {6, 2}}}};
  const auto told = [&](std::initializer_list<shell::argument> arguments, std::size_t most_steps = 20) {
    const std::vector<shell::argument> all(arguments);
    const shell::walked runs = shell::walk_arguments(all, {.variables = variables, .most_steps = most_steps});
    std::string text;
    counted constructs;
    for (const shell::executed& each : runs.commands)
      for (const shell::expanded_word& word : each.words)
        text += accounts_test::told(word) + "@" + std::to_string(word.at.line) + "." + std::to_string(word.at.column);
    return text + (runs.is_complete ? "" : " incomplete");
  };
  CHECK(told({}) == "");
  // Kubernetes, "Define a command and arguments": $(X) is the variable if there is one, $$(X) is no reference.
  CHECK(told({{"a", {1, 2}, {}}, {"$(X)", {2, 3}, {}}, {"-$(XX)-$(X)", {3, 4}, {}}}) == "[a]@1.2[1]@2.3[-2-1]@3.4");
  CHECK(told({{"$(Z)$(Y)$", {1, 2}, {}}, {"$$(X)", {2, 3}, {}}, {"a$$$(X)$$", {3, 4}, {}}}) == "[$(Z){variable 1 Y}$]@1.2[$(X)]@2.3[a$1$]@3.4");
  CHECK(told({{"$X", {}, {}}, {"$(X", {}, {}}, {"$()", {}, {}}, {"", {}, {}}, {"$(X)b c*", {}, {}}}) == "[$X]@1.1[$(X]@1.1[$()]@1.1[]@1.1[1b c*]@1.1");
  CHECK(told({{"abcd", {9, 9}, origins}}) == "[abcd]@4.1");
  CHECK(told({{"sh", {}, {}}, {"-c", {}, {}}, {"b; c $(X) $1", {5, 2}, {}}, {"n", {}, {}}, {"$(Y)", {3, 3}, {}}}) ==
        "[sh]@1.1[-c]@1.1[b; c 1 $1]@5.2[n]@1.1[{variable 3 Y}]@3.3[b]@5.2[c]@5.5[1]@5.7[{variable 3 Y}]+@5.12");
  CHECK(told({{"sh", {}, {}}, {"-c", {}, {}}, {"b; c", {}, {}}}, 1) == "[sh]@1.1[-c]@1.1[b; c]@1.1[b]@1.1 incomplete");
}

// The lines of a text, with their ends.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end + 1 - begin));
    begin = end + 1;
  }
  return lines;
}

// Calls with each word of the commands called "p" that a script runs, and says how many there are.
template <class Call>
std::size_t for_each_word_of_p(std::string_view script, Call call) {
  const shell::script tree = shell::parse(script);
  const shell::walked runs = shell::walk(tree);
  std::size_t words = 0;
  for (const shell::executed& each : runs.commands) {
    if (!each.words[each.name].text.is("p")) continue;
    for (const shell::expanded_word& word : each.words) call(word);
    words += each.words.size();
  }
  return words;
}

TEST_CASE("each character of a word stands in the line where it was written") {
  constexpr std::array scripts{
      "p a 'b c' \"d e\"f\\ g",
      "v=abc\n  w='d e'\np $v x$v\"$w\" $w\"$v\"z ${v}${w}",
      "a=(one 'two three'\n four); a+=(five)\np \"${a[@]}\" ${a[1]} ${a[3]} x${a[*]}y",
      "f() {\n  p $1 \"$@\" $2x\n}\nf one 'two three'",
      "v='x y'; v+=z\nv+=' w'\np $v \"$v\" -$v-",
      "p $(echo one 'two three') \"$(echo four)\"five `echo six`",
      "for i in one 'two three' four; do\n p $i \"$i\"; done",
      "bash -c 'v=one\n p $v two \"$0\"' three",
      "bash <<END\np one\n  p 'two three'\nEND",
      "bash <<-'END'\n\t\tp one\n\tp two 'three\n\tfour'\n\tEND",
      "v='p one two'\neval $v three\neval \"$v\" 'four five'",
      "eval 'p one' \\\n 'two'",
      "v='one two'; if x; then v='one two'; fi\np $v",
      "v='one two three'; if x; then v='one six three'; fi\np $v",
      "v=' one\n two '\np $v \"$v\"x",
      "p ${U:-one two} \"${U:-three}\" ${U:=four}; p $U",
      "set -- one 'two three'; p \"$@\" $2\"$1\"; shift; p $1",
      "case x in x) p one;; esac; { p two; }; (p three) | p four",
      "declare -A m=([k]=one [l]='two three'); p ${m[k]} \"${m[l]}\"",
      "export v=one w='two three'; p $v \"$w\"; f() { local v=four; p $v; }; f",
      "v=one env w=two p; p {one,two}x a{b,c}",
      "read -r -d '' v <<END\n one two\nEND\np $v",
      "v=$(cat <<END\none\n two\nEND\n)\np $v \"$v\"",
      "cat <<END | p one\nEND\np \\\n  two \\\n three",
      "v=\"one $(echo two) three\"; p $v \"$v\"",
      "v='p one'; w=\"$v two\"; bash -c \"$w three\"",
      "p 7 $(expr \\\n 3 + 4)",
  };
  for (const std::string_view script : scripts) {
    CAPTURE(script);
    const std::vector<std::string_view> lines = lines_of(script);
    const std::size_t words = for_each_word_of_p(script, [&](const shell::expanded_word& word) {
      const std::string_view text = word.text.text;
      CAPTURE(text);
      for (std::size_t i = 0; i < text.size(); ++i) {
        CAPTURE(i);
        // Between words that it joins the shell puts a blank.
        const std::string_view line = lines[static_cast<std::size_t>(shell::position_of(word.text, i).line - 1)];
        CHECK((text[i] == ' ' || line.find(text[i]) != line.npos));
      }
    });
    CHECK(words > 1);
  }
}

TEST_CASE("each character that a script writes out stands in the column where it was written") {
  constexpr std::array scripts{
      "p a 'b c' \"d e\"f\\ g x$'yz'\\h; p 'i",
      "v='one two'\n  w=\" three four\"\np $v x$v \"$v\"$w 'y'\"$w\"z",
      "a=(one 'two three'\n four); a+=(five six)\np \"${a[@]}\" ${a[1]} ${a[3]}",
      "eval 'p one \"two three\" four'",
      "eval \"p one\" two 'three  four'",
      "eval \"p one $U two 'three' $U$U four\n p five $U six\" seven",
      "v=one\neval \"p $v two $U $v three\"",
      "bash -c 'v=one; p two\n  p $v \"three $v\"'",
      "bash <<E\n  p one 'two three' \\\n four\nE",
      "x=`p one two; p three`; x=`p four \\\"five\\\"; p $(p six)`",
      "x=`p one \\`p two three\\` ; p four\n p five \\\\six; p seven`",
      "v='p one'; eval \"$v two\n$v\" 'three four'",
      "for i in one 'two three'; do p $i \"$i\"; done; p ${U:-four five} \"${U:-six}\"",
      "f() { p $1 \"$2\"; }; f one 'two three'; set -- four; p $1",
      "v='one two' w=three; if x; then v='one four'; fi; p $v $w",
      "p {one,two} {three,'four'} \"x\"{five,six}",
      "v='one two\nthree\n four'\np $v 'five\nsix' \"seven\n eight\"",
      "eval \"$U; p one two 'three four'\"",
      "bash -c \"$U p\n$U; p one 'two\nthree' four\"",
  };
  for (const std::string_view script : scripts) {
    CAPTURE(script);
    const std::vector<std::string_view> lines = lines_of(script);
    const std::size_t words = for_each_word_of_p(script, [&](const shell::expanded_word& word) {
      const std::string_view text = word.text.text;
      CAPTURE(text);
      for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ' ' || text[i] == '\n') continue;
        const shell::position at = shell::position_of(word.text, i);
        CAPTURE(i);
        CAPTURE(at.column);
        CHECK(lines[static_cast<std::size_t>(at.line - 1)].substr(static_cast<std::size_t>(at.column - 1), 1) == text.substr(i, 1));
      }
    });
    CHECK(words > 3);
  }
}

std::string times(std::size_t n, std::string_view text) {
  std::string all;
  for (std::size_t i = 0; i < n; ++i) all += text;
  return all;
}

// The words of the last command: how many there are, and the first.
std::string last_words_of(std::string_view script) {
  const shell::script tree = shell::parse(script);
  const shell::walked runs = shell::walk(tree);
  if (!runs.is_complete) return "incomplete";
  const std::span<const shell::expanded_word> words = runs.commands.back().words.subspan(1);
  return std::to_string(words.size()) + (words.empty() ? "" : " " + told(words[0]));
}

TEST_CASE("what is read of a script and followed ends where it says so, and not before") {
  // Braces: 512 words, 33 in each other.
  CHECK(last_words_of("p {1..512}") == "512 [1]");
  CHECK(last_words_of("p {1..513}") == "1 [{too_much 1 {1..513}}]+");
  CHECK(last_words_of("p {513..1}") == "1 [{too_much 1 {513..1}}]+");
  CHECK(last_words_of("p {1..999999999}") == "1 [{too_much 1 {1..999999999}}]+");
  CHECK(last_words_of("p {1..5120..10}") == "512 [1]");
  CHECK(last_words_of("p {1..2}{1..256}") == "512 [11]");
  CHECK(last_words_of("p {1..3}{1..171}") == "1 [{too_much 1 {1..3}{1..171}}]+");
  CHECK(last_words_of("p " + times(33, "{a,") + "b" + times(33, "}")) == "34 [a]");
  CHECK(last_words_of("p " + times(34, "{a,") + "b" + times(34, "}")).ends_with("}]+"));
  CHECK(last_words_of("p " + times(500, "{a,") + "b" + times(500, "}")).ends_with("}]+"));
  // Arithmetic: 19 brackets in each other.
  CHECK(last_words_of("p $((" + times(19, "(") + "1" + times(19, ")") + "))") == "1 [1]");
  CHECK(last_words_of("p $((" + times(20, "(") + "1" + times(20, ")") + "))").starts_with("1 [{arithmetic 1 ("));
  CHECK(last_words_of("p $((" + times(56, "0?1:") + "5))") == "1 [5]");
  CHECK(last_words_of("p $((" + times(57, "0?1:") + "5))").starts_with("1 [{arithmetic 1 0?1:"));
  // Elements: 20,000, and numbers up to 1,000,000,000.
  CHECK(last_words_of("a=(" + times(40, "{1..500} ") + "); p ${#a[@]}") == "1 [20000]");
  CHECK(last_words_of("a=(" + times(40, "{1..500} ") + "x); p ${#a[@]}") == "1 [{expansion 1 a}]");
  CHECK(last_words_of("a[1000000000]=x; p ${a[1000000000]}") == "1 [x]");
  CHECK(last_words_of("a[1000000001]=x; p ${a[1000000001]}") == "1 [{expansion 1 a}]+");
  // Variables in each other: 16. Texts and shells: 8. Calls of functions: 24.
  const auto chain = [](int length) {
    std::string all;
    for (int i = 0; i < length; ++i) all += "a" + std::to_string(i) + "=a" + std::to_string(i + 1) + "; ";
    return all + "a" + std::to_string(length) + "=5; p $((a0))";
  };
  CHECK(last_words_of(chain(16)) == "1 [5]");
  CHECK(last_words_of(chain(17)) == "1 [{too_much 1}]");
  CHECK(last_words_of(times(8, "eval ") + "p x") == "1 [x]");
  CHECK(last_words_of(times(9, "eval ") + "p x") == "2 [p]");
  const auto shells = [](int n) {
    std::string begin, end;
    for (int i = 0; i < n; ++i) begin += "bash <<E" + std::to_string(i) + "\n", end = "E" + std::to_string(i) + "\n" + end;
    return begin + "p x\n" + end;
  };
  CHECK(last_words_of(shells(8)) == "1 [x]");
  CHECK(last_words_of(shells(9)) == "0");
  CHECK(last_words_of("f() { p x$1; f x$1; }; f") == "1 [" + times(24, "x") + "]");
  // Text that is evaluated: 1 MiB.
  // Text that is changed: 4,096 characters; where a pattern is replaced 256. Text of a variable: 256 KiB.
  const auto text_of = [](std::size_t length) { return "v=" + std::string(length, 'x') + "; p "; };
  CHECK(last_words_of(text_of(4096) + "${#v} ${v:4095}") == "2 [4096]");
  CHECK(last_words_of(text_of(4096) + "${v:4095} ${v%x*}").starts_with("2 [x]"));
  CHECK(last_words_of(text_of(4097) + "${v:4095}") == "1 [{expansion 1 ${v:4095}}]+");
  CHECK(last_words_of(text_of(256) + "${v/x*/y}") == "1 [y]");
  CHECK(last_words_of(text_of(257) + "${v/x*/y}") == "1 [{expansion 1 ${v/x*/y}}]+");
  CHECK(last_words_of(text_of(257) + "${v/" + std::string(257, 'x') + "/y}") == "1 [y]");
  const std::string doubled = "v=xxxxxxxx; for i in {1..15}; do v=$v$v; done; ";
  CHECK(last_words_of(doubled + "p ${#v}") == "1 [262144]");
  CHECK(last_words_of(doubled + "v+=x; p ${#v}") == "1 [{too_much 1}]");
  CHECK(last_words_of(doubled + "eval \"$v$v$v$v\"; p") == "0");
  CHECK(last_words_of(doubled + "eval \"$v$v$v${v}x\"; p") == "incomplete");
}

TEST_CASE("commands in each other are followed until they are too deep") {
  // 100 that are read, 200 that are followed: a loop stands in two, and so does what "if" does not know.
  const auto nested = [](std::size_t n, const std::string& inner) { return times(n, "{ ") + inner + times(n, "; }"); };
  CHECK(account_of(nested(99, "a")) == "=> 1 a\n");
  CHECK(account_of(nested(100, "a")).starts_with("=> outside "));
  const auto called = [&](std::size_t n, const std::string& inner) {
    return last_words_of("f() " + nested(98, "g") + "\ng() " + nested(98, "h") + "\nh() " + nested(n, inner) + "\nf; p");
  };
  CHECK(called(4, "a") == "0");
  CHECK(called(5, "a") == "incomplete");
  CHECK(called(2, "for i in 1; do a; done") == "0");
  CHECK(called(3, "for i in 1; do a; done") == "incomplete");
  CHECK(called(2, "if x; then a; fi") == "0");
  CHECK(called(3, "if x; then a; fi") == "incomplete");
  CHECK(account_of("[[ " + times(98, "( ") + "a" + times(98, " )") + " ]] && b") == "=> 1 b\n");
  CHECK(account_of("[[ " + times(101, "( ") + "a" + times(101, " )") + " ]] && b").find("too deep") != std::string::npos);
  CHECK(account_of("[[ " + times(10'000, "(")).find("too deep") != std::string::npos);
}

TEST_CASE("rounds are followed until they are too many") {
  // 128 of a loop, 2,048 in all. Those that cannot be followed count as none.
  CHECK(last_words_of("v=; for i in {1..128}; do v+=x; done; p ${#v}") == "1 [128]");
  CHECK(last_words_of("v=; for i in {1..129}; do v+=x; done; p ${#v}") == "1 [{rounds 1}]");
  CHECK(last_words_of("i=0; while [ $i -lt 127 ]; do i=$((i + 1)); done; p $i") == "1 [127]");
  CHECK(last_words_of("i=0; while [ $i -lt 128 ]; do i=$((i + 1)); done; p $i") == "1 [{rounds 1}]+");
  // The script ends in the condition of a loop, however many rounds there were before.
  CHECK(last_words_of(times(16, "for i in {1..128}; do v=; done; ") + "while exit 7; do a; done; p") == "1 [7]");
  const std::string last = "for ((i = 0; i < 15; ++i)); do :; done; for ((j = 0; j < 1; ++j)); do :; done; p $i$j";
  CHECK(last_words_of(times(16, "for i in {1..127}; do v=; done; ") + last) == "1 [15{rounds 1}]+");
  CHECK(last_words_of(times(16, "for i in {1..129}; do v=; done; (while true; do :; done); ") + last) == "1 [151]");
}

TEST_CASE("a loop of any rounds is gone through four times, and then what its rounds set otherwise is lost; all of it four times later") {
  // What one round hands on to the next is joined a round at a time: the last of a chain in as many as it is long.
  const auto handed_on = [](int length, const std::string& word = "$k") {
    std::string before = "k=7; z=5; ", body;
    for (int i = 0; i <= length; ++i) before += "a" + std::to_string(i) + "=1; ";
    for (int i = 0; i < length; ++i) body += "a" + std::to_string(i) + "=$a" + std::to_string(i + 1) + "; ";
    return last_words_of(before + "while x; do " + body + "a" + std::to_string(length) + "=2; k=7; done; p " + word);
  };
  for (const int length : {2, 3, 6}) CHECK(handed_on(length) == "1 [7]");
  CHECK(handed_on(7).starts_with("1 [{rounds 1"));
  CHECK(handed_on(7, "$z") == "1 [5]");
}

TEST_CASE("of a variable that branches set, each of up to 16 texts is kept") {
  const auto texts_of = [](int branches) {
    std::string script = "case $1 in\n";
    for (int i = 0; i < branches; ++i) script += std::to_string(i) + ") v=t" + std::to_string(i) + ";;\n";
    const shell::script tree = shell::parse(script + "*) v=t0;;\nesac\np $v");
    const shell::walked runs = shell::walk(tree);
    const shell::expanded_word& word = runs.commands.back().words[1];
    REQUIRE(word.text.gaps.size() == 1);
    return word.text.gaps.front().why->may_be.size();
  };
  CHECK(texts_of(2) == 2);
  CHECK(texts_of(16) == 16);
  CHECK(texts_of(17) == 0);
}

TEST_CASE("of two words expr computes nothing: a sign is no operand, and one word beside another no sum") {
  for (const std::string script : {"p x$(expr - 5)", "p x$(expr + 5)", "p x$(expr 2 5)"}) CHECK(last_words_of(script).find("[x{output 1") != std::string::npos);
  CHECK(last_words_of("p x$(expr 7 - 5)") == "1 [x2]");
}

TEST_CASE("the variables that a script asks for are told once each") {
  const auto asked = [](std::string_view script) {
    const shell::script tree = shell::parse(script);
    std::string all;
    for (const std::string_view each : shell::walk(tree).names_read) all += std::string(each) + " ";
    return all;
  };
  CHECK(asked("S=1; p $A $B ${A} \"$B\" $((A)); let C=D; let C=D; for E in 1; do p $((F)) $E; done") == "A B D F E ");
  CHECK(asked("") == "");
  CHECK(asked("p $1 $@ $? '$A'") == "");
}

TEST_CASE("brackets that may be of arithmetic are looked for in a text of any length") {
  CHECK(last_words_of(times(500, "p $((1 + 1 + 1))\n") + "p $((1 + 1))") == "1 [2]");
}

TEST_CASE("pieces of a nested text that are not known stay apart, however many there are") {
  std::string all = "eval \"p '";
  for (int i = 0; i < 4200; ++i) all += i % 64 < 3 || i % 64 == 63 ? "$V" + std::to_string(i) : "$U";
  const shell::script tree = shell::parse(all + "'\"");
  const shell::walked runs = shell::walk(tree);
  const std::span<const shell::gap> gaps = runs.commands.back().words[1].text.gaps;
  REQUIRE(gaps.size() == 4200);
  for (std::size_t i = 0; i < gaps.size(); ++i)
    if (gaps[i].why->what != "U") CHECK(gaps[i].why->what == "V" + std::to_string(i));
}

TEST_CASE("a value that is given stands where it was given, and a number of braces where they are") {
  const std::array<shell::given_variable, 1> variables{{{"X", "one", {7, 3}}}};
  const shell::script tree = shell::parse("p $X {1..2}x \"y\"{1..2}");
  const shell::walked runs = shell::walk(tree, {.variables = variables});
  const auto at = [&](std::size_t word, std::size_t offset) { return shell::position_of(runs.commands[0].words[word].text, offset); };
  CHECK(at(1, 0) == shell::position{7, 3});
  CHECK(at(1, 2) == shell::position{7, 5});
  CHECK(at(2, 0) == shell::position{1, 6});
  CHECK(at(4, 1) == shell::position{1, 17});
  CHECK(shell::position_of({.text = "ab"}, 9) == shell::position{1, 3});
  // A piece that is not known stands behind the text before it.
  const shell::script nested = shell::parse("eval \"p $U two\"");
  CHECK(shell::walk(nested).commands.back().words[1].at == shell::position{1, 9});
  // bash says that the body is wrong when it runs; what is behind it is read.
  CHECK(account_of("a <<E\n$(b\nE\nc <<E\n${d\nE\ne").ends_with("=> 7 e\n"));
}

}  // namespace accounts_test
