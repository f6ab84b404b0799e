// SPDX-License-Identifier: BSL-1.0
#include <check/checker.hpp>
#include <headroom/read/deployment.hpp>
#include <reading.hpp>

#include <algorithm>
#include <check.hpp>
#include <filesystem>
#include <fstream>
#include <headroom/deployment/check.hpp>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

// Deployment files as teams have them: fixtures/FORMAT/NAME.breaks.EXT and NAME.passes.EXT, of each format and each
// thing that a rule looks at. Comments in the file, or lines of NAME.breaks.expected beside it, say what is to be
// found:
//   expect: RULE:LINE            an error; all of them, and no others
//   expect-warning: RULE:LINE    likewise
//   expect-unknown: RULE:LINE    likewise, where any is given; else there may be some
//   expect-unreadable: LINE      the file is refused
//   on: MACHINE [HOW MANY]       what it is held against; as-of: DATE  and when
// NAME.breaks.beside is the file that belongs to it: gres.conf of slurm.conf.
namespace fixture_files {

namespace fs = std::filesystem;
namespace program = headroom::program;

constexpr const char* fixtures = HEADROOM_SOURCE_DIR "/tests/program/check/fixtures";

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct expectations {
  std::multiset<std::string> findings{};  // "error gpus_used:12"
  bool any_unknown = false;
  std::vector<hr::group> held{};
  std::string as_of{};
};

void take_line(std::string_view line, bool is_comment_only, expectations& into) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return;
  line.remove_prefix(begin);
  const bool is_comment = line.starts_with('#') || line.starts_with("//");
  if (!is_comment && !is_comment_only) return;
  line.remove_prefix(std::min(line.find_first_not_of("#/ \t"), line.size()));
  std::istringstream words{std::string(line)};
  std::string what;
  std::string value;
  if (!(words >> what >> value)) return;
  if (what == "expect:") into.findings.insert("error " + value);
  if (what == "expect-warning:") into.findings.insert("warning " + value);
  if (what == "expect-unknown:") {
    into.findings.insert("unknown " + value);
    into.any_unknown = true;
  }
  if (what == "expect-unreadable:") into.findings.insert("unreadable " + value);
  if (what == "as-of:") into.as_of = value;
  if (what == "on:") {
    std::string rest(line.substr(line.find(value, what.size())));
    rest.erase(rest.find_last_not_of(" \t") + 1);
    hr::count how_many = 0;
    const std::size_t last = rest.find_last_of(' ');
    if (hr::find_machine(rest, {}) == nullptr && last != std::string::npos) {
      how_many = std::stoll(rest.substr(last));
      rest.erase(last);
    }
    const hr::machine* machine = hr::find_machine(rest, {});
    REQUIRE_MESSAGE(machine != nullptr, rest);
    into.held.push_back({*machine, how_many});
  }
}

expectations expected_of(const fs::path& path, std::string_view text) {
  expectations all;
  program::for_each_line(text, [&](std::string_view line, int) { take_line(line, false, all); });
  fs::path beside = path;
  const std::string said_beside = content_of(beside.replace_extension("expected"));
  program::for_each_line(said_beside, [&](std::string_view line, int) { take_line(line, true, all); });
  return all;
}

struct outcome {
  std::multiset<std::string> findings{};
  std::string words{};
  std::string format{};
};

outcome outcome_of(std::string text, const fs::path& beside, const expectations& expected) {
  outcome is;
  program::deployment_file file(std::move(text));
  if (fs::exists(beside)) file.beside = content_of(beside);
  if (const auto error = program::read_source(file)) {
    is.findings.insert("unreadable " + std::to_string(error->line));
    is.words = error->message;
    is.format = file.format;
    return is;
  }
  is.format = file.format;
  const hr::check_terms terms{.held = expected.held, .as_of = expected.as_of};
  for (const program::told_finding& each : program::findings_of(file, "fixture", {.terms = terms})) {
    if (!each.silenced_because.empty()) continue;
    if (each.severity == hr::finding_severity::unjudged && !expected.any_unknown) continue;
    const std::string severity(hr::name(each.severity));
    is.findings.insert(severity + " " + std::string(each.rule) + ":" + std::to_string(each.line));
    is.words += severity + " in line " + std::to_string(each.line) + ": " + each.sentence + "\n";
  }
  return is;
}

std::string listed(const std::multiset<std::string>& findings) {
  std::string words;
  for (const std::string& each : findings) words += each + "\n";
  return words;
}

// Of each file, by its path in the folder; a test case each, named so.
const std::vector<std::string>& names() {
  static const std::vector<std::string> all = [] {
    const fs::path folder = fixtures;
    std::vector<std::string> found;
    for (const fs::directory_entry& each : fs::recursive_directory_iterator(folder))
      if (each.is_regular_file() && each.path().extension() != ".expected" && each.path().extension() != ".beside")
        found.push_back(each.path().lexically_relative(folder).string());
    std::ranges::sort(found);
    return found;
  }();
  return all;
}

bool passes(std::string_view name) { return name.find(".passes") != std::string_view::npos; }
bool breaks(std::string_view name) { return name.find(".breaks") != std::string_view::npos; }

// The file that the test case is named for.
void judge() {
  const std::string name = doctest::getContextOptions()->currentTest->m_name;
  const fs::path path = fs::path(fixtures) / name;
  const std::string text = content_of(path);
  const expectations expected = expected_of(path, text);
  fs::path beside = path;
  const outcome is = outcome_of(text, beside.replace_extension("beside"), expected);
  INFO(is.words);
  CHECK(!is.format.empty());
  CHECK(listed(is.findings) == listed(expected.findings));
  // What passes may still lack a figure.
  const bool expects_none =
      std::ranges::all_of(expected.findings, [](const std::string& one) { return one.starts_with("unknown "); });
  CHECK((passes(name) ? expects_none : !expected.findings.empty()));
}

// What TEST_CASE does, for a list that is known when the program starts.
[[maybe_unused]] const bool are_registered = [] {
  for (const std::string& name : names())
    doctest::detail::regTest(doctest::detail::TestCase(judge, __FILE__, __LINE__, {}) * name.c_str());
  return true;
}();

}  // namespace fixture_files

TEST_CASE("Fixtures: each breaks or passes, and what breaks has a twin that passes") {
  using namespace fixture_files;
  CHECK(!names().empty());
  std::set<std::string> passing;
  for (const std::string& name : names()) {
    INFO(name);
    CHECK(breaks(name) != passes(name));
    if (passes(name)) passing.insert(name.substr(0, name.find(".passes")));
  }
  for (const std::string& name : names()) {
    INFO(name);
    if (breaks(name)) CHECK(passing.contains(name.substr(0, name.find(".breaks"))));
  }
}
