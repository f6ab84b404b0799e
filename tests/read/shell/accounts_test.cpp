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
  constexpr std::array<const char*, 16> causes{"variable", "output",  "branch",    "rounds",     "sourced", "evaluated", "input",       "process",
                                               "expansion", "arithmetic", "home", "files", "language", "environment", "outside", "too_much"};
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

}  // namespace accounts_test

TEST_CASE("the account of a script is what POSIX and bash make of it") {
  std::ifstream table(HEADROOM_SOURCE_DIR "/tests/read/shell/fixtures/accounts.txt");
  REQUIRE(table.good());
  std::string script;
  std::string account;
  const auto hold = [&] {
    INFO(script);
    CHECK(accounts_test::account_of(script) == account);
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
