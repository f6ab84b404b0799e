// SPDX-License-Identifier: BSL-1.0
#include "check/findings_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "check/capacity_sums.hpp"
#include "check/print_findings.hpp"
#include "io.hpp"

namespace headroom::program {

namespace {

constexpr int lines_around = 2;
constexpr std::size_t most_seen_at_once = 10;  // findings: of more a chart says which rules they are of

report::tone tone_of(finding_severity how) {
  return how == finding_severity::error ? report::tone::bad : how == finding_severity::warning ? report::tone::doubtful : report::tone::faint;
}

style style_of_worst(std::span<const checked_file> files) {
  style worst = style::good;
  for_each_told(files, [&](const checked_file&, const told_finding& one) {
    if (one.severity == finding_severity::error) worst = style::bad;
    else if (worst == style::good) worst = style::doubtful;
  });
  return worst;
}

std::vector<std::string> lines_of(const io& from, const std::string& path) {
  std::vector<std::string> lines;
  if (path == "-") return lines;
  const file_reading read = read_file(from, path);
  if (!read.error.empty()) return lines;
  for (std::string_view rest = read.text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(report::shortened(line, 400));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return lines;
}

report::listing::note note_of(const told_finding& of) {
  std::string text = fmt::format("{} [{}]", of.sentence, of.rule);
  if (!of.cure.empty()) text += fmt::format(". To make it right: {}", of.cure);
  return {.kind = std::string(name(of.severity)), .how = tone_of(of.severity), .text = std::move(text)};
}

// Lines with findings and those around them; findings without a line stand before all.
report::listing listing_of(const io& outside, const checked_file& file, const std::vector<const told_finding*>& findings) {
  report::listing made{.name = file.name};
  std::map<int, std::vector<report::listing::note>> notes;
  for (const told_finding* const each : findings) notes[std::max(each->line, 0)].push_back(note_of(*each));
  const std::vector<std::string> lines = lines_of(outside, file.name);
  const auto text_of = [&](int number) {
    const auto at = static_cast<std::size_t>(number);
    return at >= 1 && at <= lines.size() ? lines[at - 1] : std::string();
  };
  if (const auto whole = notes.find(0); whole != notes.end()) {
    made.lines.push_back({.text = "of the whole file", .notes = std::move(whole->second)});
    notes.erase(whole);
  }
  int next = 1;
  for (auto& [number, of_line] : notes) {
    const int from = lines.empty() ? number : std::max(number - lines_around, next);
    if (from > next) made.lines.push_back({});
    // Lines after the finding before that are not before this one.
    for (int n = from; n < number; ++n) made.lines.push_back({n, text_of(n), {}});
    made.lines.push_back({number, text_of(number), std::move(of_line)});
    next = number + 1;
    const auto following = notes.upper_bound(number);
    const int last = std::min<int>(number + lines_around, static_cast<int>(lines.size()));
    for (; next <= last && (following == notes.end() || next < following->first - lines_around); ++next)
      made.lines.push_back({next, text_of(next), {}});
  }
  return made;
}

report::chart findings_chart(std::span<const checked_file> files) {
  report::chart made{.kind = report::chart_kind::bars, .title = "Findings by rule", .about = "Findings of each rule by severity.", .x = {.title = "findings"}};
  std::map<std::string_view, std::map<finding_severity, int>> counted;  // by rule
  for_each_told(files, [&](const checked_file&, const told_finding& one) { ++counted[one.rule][one.severity]; });
  for (const finding_severity how : {finding_severity::error, finding_severity::warning, finding_severity::unjudged}) {
    report::series of{.name = std::string(name(how))};
    double row = 0;
    for (const auto& [rule_name, findings] : counted) {
      if (const auto found = findings.find(how); found != findings.end()) of.points.push_back({static_cast<double>(found->second), row, fmt::format("{}", found->second)});
      ++row;
    }
    if (!of.points.empty()) made.all.push_back(std::move(of));
  }
  for (const auto& [rule_name, findings] : counted) {
    int all = 0;
    for (const auto& [how, n] : findings) all += n;
    made.rows.push_back({std::string(rule_name), fmt::format("{}", all)});
  }
  return made;
}

}  // namespace

void put_findings(page_record& into, const io& from, std::span<const checked_file> files) {
  into.add_line(words_of_check(files), style_of_worst(files));
  std::vector<std::pair<const checked_file*, std::vector<const told_finding*>>> told;
  std::deque<told_finding> kept;  // that a file does not hold: one told for all
  for_each_told(files, [&](const checked_file& file, const told_finding& one) {
    const auto at = std::ranges::find(told, &file, [](const auto& each) { return each.first; });
    (at != told.end() ? *at : told.emplace_back(&file, std::vector<const told_finding*>{})).second.push_back(&kept.emplace_back(one));
  });
  if (kept.size() > most_seen_at_once) into.draw(findings_chart(files));
  for (const auto& [file, findings] : told) into.add(listing_of(from, *file, findings));
  table others({name_column("file"), text_column("kind"), text_column("what was judged")}, 0);
  for (const checked_file& each : files) {
    const bool has_findings = std::ranges::any_of(told, [&](const auto& one) { return one.first == &each; });
    if (has_findings || !each.is_judged()) continue;
    others.add({each.name, std::string(each.format), each.holds_nothing ? words_of_nothing(each.nodes_out_of_service) : words_of(each.capacity)});
  }
  if (others.empty()) return;
  into.add_heading(3, "Without findings");
  into.add(others);
}

}  // namespace headroom::program
