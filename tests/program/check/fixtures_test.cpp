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
#include <map>
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

// By folder and name, whether there are both kinds.
struct kinds {
  bool breaks = false;
  bool passes = false;
};

std::vector<fs::path> all() {
  std::vector<fs::path> found;
  for (const fs::directory_entry& each :
       fs::recursive_directory_iterator(HEADROOM_SOURCE_DIR "/tests/program/check/fixtures"))
    if (each.is_regular_file() && each.path().extension() != ".expected" && each.path().extension() != ".beside")
      found.push_back(each.path());
  std::ranges::sort(found);
  return found;
}

}  // namespace fixture_files

TEST_CASE("Fixtures: what breaks is found where it stands, and nothing else is") {
  using namespace fixture_files;
  std::map<std::string, kinds> pairs;
  for (const fs::path& path : all()) {
    const std::string file_name = path.filename().string();
    const bool breaks = file_name.find(".breaks") != std::string::npos;
    const bool passes = file_name.find(".passes") != std::string::npos;
    const std::string name = path.parent_path().filename().string() + "/" +
                             file_name.substr(0, file_name.find(breaks ? ".breaks" : ".passes"));
    INFO(path.string());
    REQUIRE(breaks != passes);
    (breaks ? pairs[name].breaks : pairs[name].passes) = true;

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
    CHECK((passes ? expects_none : !expected.findings.empty()));
  }
  CHECK(!pairs.empty());
  for (const auto& each : pairs) {
    INFO(each.first);
    CHECK((!each.second.breaks || each.second.passes));
  }
}
