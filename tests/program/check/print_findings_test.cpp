// SPDX-License-Identifier: BSL-1.0
#include <check/print_findings.hpp>

#include <array>
#include <check.hpp>
#include <nlohmann/json.hpp>
#include <string>

namespace print_findings_cases {

namespace program = headroom::program;

program::told_finding found(hr::finding_severity how, int line, std::string sentence, std::string cure = "") {
  return {.rule = "cpus", .severity = how, .line = line, .sentence = std::move(sentence), .cure = std::move(cure)};
}

template <class Print>
std::string printed(std::span<const program::checked_file> files, Print&& print) {
  program::session s;
  print(s, files);
  return s.out;
}
std::string for_people(const program::checked_file& file, bool explain = false) {
  const std::array files{file};
  return printed(files, [&](auto& s, auto all) { program::print_for_people(s, all, {.explain = explain}); });
}
std::string github(const program::checked_file& file) {
  const std::array files{file};
  return printed(files, program::print_github);
}
nlohmann::json sarif(const program::checked_file& file) {
  const std::array files{file};
  return nlohmann::json::parse(printed(files, program::print_sarif));
}

}  // namespace print_findings_cases

TEST_CASE("For people: file, line, severity, sentence, rule and cure; then the sums") {
  using namespace print_findings_cases;
  using enum hr::finding_severity;
  program::checked_file file{.name = "a b.yaml", .format = "recipe", .documents = 1};
  CHECK(for_people(file) == "1 file judged: 0 errors, 0 warnings, 0 unknowns\n");
  file.findings = {found(error, 4, "too many", "ask for fewer"), found(warning, 0, "hm"),
                   found(unjudged, 9, "who knows")};
  file.findings[2].column = 7;
  file.findings[0].arithmetic = "CPUs: 144\nvCPUs: 128\n";
  CHECK(for_people(file) ==
        "a b.yaml:4: error: too many [cpus]\n    to make it right: ask for fewer\na b.yaml: warning: hm [cpus]\n"
        "a b.yaml:9:7: unknown: who knows [cpus]\n1 file judged: 1 error, 1 warning, 1 unknown\n");
  CHECK(for_people(file, true).find("fewer\n      CPUs: 144\n      vCPUs: 128\na b") != std::string::npos);
  file.findings[0].silenced_because = "a trial";
  CHECK(for_people(file).find("too many") == std::string::npos);
  CHECK(for_people(file).find("0 errors, 1 warning, 1 unknown, 1 silenced\n") != std::string::npos);
}

TEST_CASE("For people: what is recognised but not judged is said") {
  using namespace print_findings_cases;
  CHECK(for_people({.name = "a", .format = "kubernetes", .documents = 7, .documents_without_capacity = 3}) ==
        "a: 3 of 7 documents hold no capacity\n1 file judged: 0 errors, 0 warnings, 0 unknowns\n");
  CHECK(for_people({.name = "a",
                    .format = "kubernetes",
                    .documents = 1,
                    .documents_without_capacity = 1,
                    .holds_nothing = true}) ==
        "a: asks for no GPUs and has no machines (kubernetes)\n1 file judged: 0 errors, 0 warnings, 0 unknowns\n");
  CHECK(for_people({.name = "a", .holds_nothing = true, .findings = {found(hr::finding_severity::unjudged, 0, "what?")}}) ==
        "a: unknown: what? [cpus]\n0 of 1 file judged, 1 not understood: 0 errors, 0 warnings, 1 unknown\n");  // a folder without files
  CHECK(for_people({.name = "a"}) == "0 files judged: 0 errors, 0 warnings, 0 unknowns; 1 of other kinds\n");
  CHECK(for_people({.name = "a", .findings = {found(hr::finding_severity::unjudged, 0, "what?")}}) ==
        "a: unknown: what? [cpus]\n0 of 1 file judged, 1 not understood: 0 errors, 0 warnings, 1 unknown\n");
  CHECK(printed(std::span<const program::checked_file>{}, [](auto& s, auto all) { program::print_for_people(s, all, {}); }) ==
        "0 files judged, as there is none that could be: 0 errors, 0 warnings, 0 unknowns\n");
}

TEST_CASE("For people: files that cannot be read are not judged, and the day is told where it is asked for") {
  using namespace print_findings_cases;
  program::checked_file broken{.name = "b", .is_readable = false};
  broken.findings = {found(hr::finding_severity::error, 2, "no")};
  const std::array files{program::checked_file{.name = "a", .format = "recipe"}, broken};
  const auto print = [](auto& s, auto all) { program::print_for_people(s, all, {.explain = true, .as_of = "2027-01-02"}); };
  CHECK(printed(files, print) ==
        "b:2: error: no [cpus]\nday of the check: 2027-01-02\n"
        "1 of 2 files judged, 1 unreadable: 1 error, 0 warnings, 0 unknowns\n");
  const auto told = nlohmann::json::parse(printed(files, [](auto& s, auto files_told) { program::print_json(s, files_told); }));
  CHECK(told["files_judged"] == 1);
  CHECK(told["files_unreadable"] == 1);
  CHECK(told["files_read_in_part"] == 0);
  CHECK(told["files"][0]["capacity"]["gpus_used"].is_null());
  CHECK(told["files"][1]["capacity"].is_null());

  // One of its objects is no good; the others are judged.
  broken.is_read_in_part = true;
  CHECK(for_people(broken).ends_with("\n0 of 1 file judged, 1 read in part: 1 error, 0 warnings, 0 unknowns\n"));
  const std::array three{files[0], files[1], broken};
  CHECK(printed(three, print).find("\n1 of 3 files judged, 1 read in part, 1 unreadable: 2 errors, ") !=
        std::string::npos);
  const auto in_part = nlohmann::json::parse(printed(three, [](auto& s, auto files_told) { program::print_json(s, files_told); }));
  CHECK(in_part["files_read_in_part"] == 1);
  CHECK(in_part["files_unreadable"] == 1);
  CHECK(in_part["files"][2]["read_in_part"] == true);
}

TEST_CASE("For people: sums of what was judged where nothing is found, as wide as the terminal") {
  using namespace print_findings_cases;
  program::checked_file file{.name = "a.yaml", .format = "recipe"};
  file.capacity = {.gpus_used = 48, .gpus_held = 48, .nodes = 6, .machine = "Standard_ND96isr_H100_v5"};
  const std::string told = "a.yaml: 48 of 48 GPUs used on 6 nodes of Standard_ND96isr_H100_v5\n";
  const std::string clean = "1 file judged: 0 errors, 0 warnings, 0 unknowns\n";
  CHECK(for_people(file) == told + clean);
  program::session narrow{.width = 40};
  program::print_for_people(narrow, {&file, 1}, {});
  CHECK(narrow.out ==
        "a.yaml: 48 of 48 GPUs used on 6\n    nodes of Standard_ND96isr_H100_v5\n"
        "1 file judged: 0 errors, 0 warnings, 0\nunknowns\n");
  file.findings = {found(hr::finding_severity::warning, 1, "hm")};
  CHECK(for_people(file).find("48") == std::string::npos);
  file.findings[0].silenced_because = "a trial";
  CHECK(for_people(file).starts_with(told));
}

TEST_CASE("No control character of a file reaches a terminal") {
  using namespace print_findings_cases;
  program::checked_file file{.name = "a\x1B[31m\n.yaml", .format = "recipe"};
  file.findings = {found(hr::finding_severity::error, 1, "pod \x1B]0;x\x07 \n", "\x9B no \r")};
  file.findings[0].arithmetic = "x\x1B[2J\n";
  for (const char c : for_people(file, true)) CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
  file.findings.clear();
  file.capacity = {.gpus_held = 8, .nodes = 1, .machine = "own \x1B[2J"};
  for (const char c : for_people(file)) CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
}

TEST_CASE("Annotations of a workflow: what would end a part of them is escaped") {
  using namespace print_findings_cases;
  using enum hr::finding_severity;
  program::checked_file file{.name = "50%,a:b.yaml", .format = "recipe"};
  file.findings = {found(error, 4, "50% is\r\ntoo, many: x", "ask")};
  CHECK(github(file) ==
        "::error file=50%25%2Ca%3Ab.yaml,line=4,title=cpus::50%25 is%0D%0Atoo, many: x%0ATo make it right: ask\n");
  file.findings = {found(warning, 0, "w"), found(unjudged, 2, "u")};
  file.findings[1].column = 3;
  file.name = "a";
  CHECK(github(file) == "::warning file=a,title=cpus::w\n::notice file=a,line=2,col=3,title=cpus::u\n");
  file.findings[0].silenced_because = "x";
  file.findings[1].silenced_because = "x";
  CHECK(github(file) == "");
}

TEST_CASE("SARIF: places, levels, suppressions and names of files") {
  using namespace print_findings_cases;
  using enum hr::finding_severity;
  program::checked_file file{.name = "a b/größe%?#.yaml", .format = "recipe"};
  file.findings = {found(error, 4, "e", "c"), found(warning, 0, "w"), found(unjudged, 2, "u")};
  file.findings[1].silenced_because = "a trial";
  file.findings[2].column = 3;
  const auto run = sarif(file)["runs"][0];
  const auto& results = run["results"];
  REQUIRE(results.size() == 3);
  const auto place = [&](std::size_t i) { return results[i]["locations"][0]["physicalLocation"]; };
  CHECK(place(0)["artifactLocation"]["uri"] == "a%20b/gr%C3%B6%C3%9Fe%25%3F%23.yaml");
  CHECK(place(0)["region"] == nlohmann::json{{"startLine", 4}});
  CHECK_FALSE(place(1).contains("region"));
  CHECK(place(2)["region"] == nlohmann::json{{"startLine", 2}, {"startColumn", 3}});
  CHECK(results[0]["level"] == "error");
  CHECK(results[1]["level"] == "warning");
  CHECK(results[2]["level"] == "note");
  CHECK(results[0]["message"]["text"] == "e. To make it right: c");
  CHECK_FALSE(results[0].contains("suppressions"));
  CHECK(results[1]["suppressions"][0] == nlohmann::json{{"kind", "inSource"}, {"justification", "a trial"}});
  for (const auto& each : results) {
    const std::size_t at = each["ruleIndex"];
    CHECK(run["tool"]["driver"]["rules"][at]["id"] == each["ruleId"]);
  }
  for (const auto& each : run["tool"]["driver"]["rules"])
    CHECK(each["help"]["text"].get<std::string>().find("docs/rules/" + each["id"].get<std::string>() + ".md") !=
          std::string::npos);
  file.name = "/tmp/a.yaml";
  CHECK(sarif(file)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] ==
        "file:///tmp/a.yaml");
  CHECK(sarif({.name = "a"})["runs"][0]["results"].is_array());
}

TEST_CASE("JSON: a name that is not UTF-8 does not break it") {
  using namespace print_findings_cases;
  const std::array files{program::checked_file{.name = "a\xFF.yaml"}};
  const auto all = nlohmann::json::parse(printed(files, [](auto& s, auto files_told) { program::print_json(s, files_told); }));
  CHECK(all["files"][0]["file"] == "a\xEF\xBF\xBD.yaml");
  CHECK(all["files"][0]["format"].is_null());
  CHECK(all["files"][0]["findings"].empty());
}
