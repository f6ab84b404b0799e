// SPDX-License-Identifier: BSL-1.0
#include "check/print_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headroom/catalog/machines.hpp>
#include <headroom/count.hpp>
#include <headroom/deployment/rules.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "print/lines.hpp"
#include <headroom/read/common/messages.hpp>
#include "reading.hpp"

namespace headroom::program {

namespace {

std::string plural(std::size_t n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string place_text(const checked_file& file, const told_finding& one) {
  std::string place = printable(file.name);
  if (one.line > 0) place += fmt::format(":{}", one.line);
  if (one.line > 0 && one.column > 0) place += fmt::format(":{}", one.column);
  return place;
}

style style_of_severity(finding_severity how) {
  switch (how) {
    case finding_severity::error:
      return style::bad;
    case finding_severity::warning:
      return style::doubtful;
    case finding_severity::unjudged:
      break;
  }
  return style::faint;
}

// A text after what it is of, broken where somebody reads it at a terminal. What it is of stays whole on the first line, where editors look
// for a place; it is given as it is printed, and its columns. The further lines are set in.
void print_broken(session& s, int columns, std::string_view first, std::string_view text, std::size_t set_in = 0) {
  constexpr std::string_view indent = "    ";
  if (!s.breaks_findings) {
    s.print("{:{}}{} {}\n", "", set_in, first, text);
    return;
  }
  const std::vector<std::string> lines = wrap(text, s.width - static_cast<int>(set_in + indent.size()), columns);
  s.print("{:{}}{}{}\n", "", set_in, first, lines.front());
  for (std::size_t i = 1; i < lines.size(); ++i) s.print("{:{}}{}{}\n", "", set_in, indent, lines[i]);
}

void print_broken(session& s, std::string_view first, std::string_view text, std::size_t set_in = 0) {
  print_broken(s, columns_of(first), first, text, set_in);
}

// Each line of a text under the finding that it belongs to.
void print_indented(session& s, std::string_view text) {
  for_each_line(text, [&](std::string_view line, int) {
    const std::string told = printable(line);
    const std::size_t set_in = 6 + std::min(told.find_first_not_of(' '), told.size());
    if (!s.breaks_findings || columns_of(told) + 6 <= s.width) return s.print("      {}\n", told);
    const std::size_t end = told.find(' ', set_in - 6);
    print_broken(s, std::string_view(told).substr(set_in - 6, end - (set_in - 6)),
                 end == std::string::npos ? "" : told.substr(end + 1), set_in);
  });
}

void print_finding(session& s, const checked_file& file, const told_finding& one, const findings_style& how) {
  const std::string place = place_text(file, one);
  const std::string_view severity = name(one.severity);
  print_broken(s, columns_of(place) + columns_of(severity) + 3,
               fmt::format("{}: {}:", s.styled(place, style::strong), s.styled(severity, style_of_severity(one.severity))),
               fmt::format("{} [{}]", printable(one.sentence), one.rule));
  if (!one.cure.empty()) print_broken(s, "to make it right:", printable(one.cure), 4);
  if (how.explain) print_indented(s, one.arithmetic);
}

// Of a file of which nothing is found: what it was that was judged.
void print_capacity(session& s, const checked_file& file) {
  const auto is_told = [](const told_finding& one) { return one.silenced_because.empty(); };
  if (!file.is_judged() || std::ranges::any_of(file.findings, is_told)) return;
  const std::string words = words_of(file.capacity);
  if (!words.empty()) print_broken(s, printable(file.name) + ":", printable(words));
}

// Without a day of its own the check takes the states that documents on sizes give, the newest of them last.
std::string_view newest_day_of_sizes() {
  std::string_view newest;
  for (const machine& each : catalog::machines()) {
    if (each.vm() == nullptr) continue;
    const source* from = each.vm()->status.from != nullptr ? each.vm()->status.from : each.from();
    if (from != nullptr) newest = std::max(newest, from->date);
  }
  return newest;
}

void print_day(session& s, std::string_view as_of) {
  const std::string day = as_of.empty() ? fmt::format("that of the catalogue, whose newest document on sizes is of {}",
                                                      newest_day_of_sizes())
                                        : std::string(as_of);
  s.paragraph("", "day of the check: " + day);
}

// What one option of the run decides for all files is told once, with where it is first. Of one file it is told there.
class told_once {
 public:
  explicit told_once(std::span<const checked_file> files) {
    for (const checked_file& file : files)
      for (const told_finding& one : file.findings) {
        const rule* const of = find_rule(one.rule);
        if (of == nullptr || !of->is_of_run || !one.silenced_because.empty()) continue;
        if (count_++ == 0) {
          first_ = &one;
          file_ = &file;
        }
      }
  }
  bool has(const told_finding& one) const { return count_ > 1 && one.rule == first_->rule; }
  finding_severity severity() const { return count_ == 0 ? finding_severity::unjudged : first_->severity; }
  std::size_t more() const { return count_ > 1 ? count_ - 1 : 0; }
  // Calls the function with the file, and the finding of all.
  template <class Function>
  void tell(Function&& call) const {
    if (count_ < 2) return;
    told_finding of_all = *first_;
    of_all.sentence += fmt::format("; so {} in {}", count_ == 2 ? "does the one" : "do those", plural(count_ - 1, "more file", "more files"));
    of_all.cure += "; --on names it for all";
    call(*file_, of_all);
  }

 private:
  std::size_t count_ = 0;
  const told_finding* first_ = nullptr;
  const checked_file* file_ = nullptr;
};

struct sums {
  std::size_t judged = 0;
  std::size_t in_part = 0;
  std::size_t unreadable = 0;
  std::size_t not_understood = 0;
  std::size_t of_other_kinds = 0;
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t unknowns = 0;
  std::size_t silenced = 0;

  explicit sums(std::span<const checked_file> files) {
    for (const checked_file& each : files) {
      if (each.is_judged()) ++judged;
      else if (each.is_read_in_part) ++in_part;
      else if (!each.is_readable) ++unreadable;
      else ++(each.findings.empty() ? of_other_kinds : not_understood);
      for (const told_finding& one : each.findings) {
        if (!one.silenced_because.empty()) ++silenced;
        else if (one.severity == finding_severity::error) ++errors;
        else if (one.severity == finding_severity::warning) ++warnings;
        else ++unknowns;
      }
    }
  }
};

}  // namespace

std::string words_of_check(std::span<const checked_file> files) {
  const told_once of_run(files);
  sums all(files);
  (of_run.severity() == finding_severity::error ? all.errors : all.unknowns) -= of_run.more();
  const std::size_t not_whole = all.in_part + all.unreadable + all.not_understood;
  const std::string files_told = plural(all.judged + not_whole, "file", "files");
  std::string words = not_whole == 0 ? files_told + " judged" : fmt::format("{} of {} judged", all.judged, files_told);
  if (all.in_part > 0) words += fmt::format(", {} read in part", all.in_part);
  if (all.unreadable > 0) words += fmt::format(", {} unreadable", all.unreadable);
  if (all.not_understood > 0) words += fmt::format(", {} not understood", all.not_understood);
  if (files.empty()) words += ", as there is none that could be";
  words += fmt::format(": {}, {}, {}", plural(all.errors, "error", "errors"),
                       plural(all.warnings, "warning", "warnings"), plural(all.unknowns, "unknown", "unknowns"));
  if (all.silenced > 0) words += fmt::format(", {} silenced", all.silenced);
  if (all.of_other_kinds > 0) words += fmt::format("; {} of other kinds", all.of_other_kinds);
  return words;
}

void for_each_told(std::span<const checked_file> files,
                   const std::function<void(const checked_file&, const told_finding&)>& call) {
  const told_once of_run(files);
  for (const checked_file& file : files)
    for (const told_finding& one : file.findings)
      if (one.silenced_because.empty() && !of_run.has(one)) call(file, one);
  of_run.tell(call);
}

void print_for_people(session& s, std::span<const checked_file> files, const findings_style& how) {
  const told_once of_run(files);
  for (const checked_file& file : files) {
    for (const told_finding& one : file.findings)
      if (one.silenced_because.empty() && !of_run.has(one)) print_finding(s, file, one, how);
    if (file.holds_nothing && file.is_judged())
      print_broken(s, printable(file.name) + ":", fmt::format("{} ({})", words_of_nothing(file.nodes_out_of_service), file.format));
    else if (file.documents_without_capacity > 0)
      print_broken(s, printable(file.name) + ":",
                   fmt::format("{} of {} {} no capacity", file.documents_without_capacity,
                               plural(static_cast<std::size_t>(file.documents), "document", "documents"),
                               file.documents_without_capacity == 1 ? "holds" : "hold"));
    print_capacity(s, file);
  }
  of_run.tell([&](const checked_file& file, const told_finding& one) { print_finding(s, file, one, how); });
  if (how.explain) print_day(s, how.as_of);
  s.paragraph("", words_of_check(files));
}

void print_github(session& s, std::span<const checked_file> files) {
  const auto escaped = [](std::string_view text, bool is_property) {
    std::string result;
    for (const char c : text) {
      const bool is_special = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
      result += is_special ? fmt::format("%{:02X}", static_cast<unsigned char>(c)) : std::string(1, c);
    }
    return result;
  };
  const auto print = [&](const checked_file& file, const told_finding& one) {
    const std::string_view command = one.severity == finding_severity::error     ? "error"
                                     : one.severity == finding_severity::warning ? "warning"
                                                                                 : "notice";
    std::string properties = "file=" + escaped(file.name, true);
    if (one.line > 0) properties += fmt::format(",line={}", one.line);
    if (one.line > 0 && one.column > 0) properties += fmt::format(",col={}", one.column);
    const std::string message = one.cure.empty() ? one.sentence : one.sentence + "\nTo make it right: " + one.cure;
    s.print("::{} {},title={}::{}\n", command, properties, escaped(one.rule, true), escaped(message, false));
  };
  for_each_told(files, print);
}

}  // namespace headroom::program
