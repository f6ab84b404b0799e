// SPDX-License-Identifier: BSL-1.0
#include "verdict.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <headroom/demand/verdict.hpp>
#include <headroom/math.hpp>
#include <headroom/precision.hpp>
#include <headroom/text/to_text.hpp>
#include <string>
#include <vector>

#include "fit/fit_words.hpp"
#include "print/amount.hpp"
#include "print/lines.hpp"
#include "report.hpp"
#include "print/table.hpp"
#include "verdict_charts.hpp"

namespace headroom::program {

std::string what_of(const need_check& of) {
  if (of.line == line::feature) return std::string(name(of.feature));
  if (of.line == line::number_format) return std::string(name(of.format));
  if (of.line == line::peak) return fmt::format("peak {} {}", name(of.format), name(of.zeros));
  return std::string(name(of.line));
}

namespace {

// "+21.4 %": what is left, relative to the need.
std::string margin_text(const need_check& of) {
  if (of.need == 0 || of.line == line::machines || of.outcome == outcome::cannot_be_judged) return "";
  const double percent = of.relative_margin() * 100;
  if (math::close(of.need, of.supply)) return "0 %";
  return fmt::format("{}{} %", percent > 0 ? "+" : "", rounded_number(percent, 3).view());
}

}  // namespace

style style_of(outcome of) {
  return of == outcome::fits ? style::good : of == outcome::does_not_fit ? style::bad : style::doubtful;
}

std::string reason_of(const group_standing& of, unit_system system) {
  const need_check& why = of.why;
  const std::string what = what_of(why);
  if (why.outcome == outcome::cannot_be_judged) {
    if (why.line == line::feature) return fmt::format("no source says whether it supports {}", what);
    if (why.line == line::number_format) return fmt::format("no source says whether it computes in {}", what);
    if (why.line == line::whole_racks) return "no source says how many GPUs make a scale-up domain";
    return fmt::format("no source states its {} {}", what, name(why.scope));
  }
  if (why.line == line::feature) return fmt::format("it does not support {}", what);
  if (why.line == line::number_format) return fmt::format("it does not compute in {}", what);
  if (why.line == line::whole_racks) return "it does not come in racks";
  const auto [need, supply] = side_by_side(counted_by(why.line, why.format), why.need, why.supply, system);
  return fmt::format("{} {}: {} needed, it has {}", what, name(why.scope), need, why.supply == 0 ? "none" : supply);
}

namespace {

void write_checks(session& s, const verdict& v, unit_system system) {
  table t({name_column(""), text_column("asked for", 12), number_column("needed"), number_column("there is"),
           number_column("margin"), name_column("")});
  for (std::size_t i = 0; i < v.checks().size(); ++i) {
    const need_check& each = v.checks()[i];
    const auto [need, supply] = side_by_side(counted_by(each.line, each.format), each.need, each.supply, system);
    const bool binds = i == v.binding_index;
    const bool is_part = each.outcome == outcome::cannot_be_judged;
    const std::string mark = is_part ? ">" : each.confirmed ? "" : "~";
    std::string remark(name(each.outcome));
    if (!each.confirmed) remark += ", not confirmed";
    t.add({{binds ? ">" : "", style::strong},
           what_of(each),
           (each.is_limit ? "at most " : "") + need,
           is_part && each.supply == 0 ? "?" : mark + supply,
           margin_text(each),
           {remark, style_of(each.outcome)}});
  }
  s.write(t);
}

void write_groups(session& s, const judgement& found, unit_system system) {
  table t({name_column("machine"), number_column("count"), text_column("eligible")});
  for (const group_standing& each : found.verdict.groups) {
    std::string eligible = "yes";
    if (each.outcome == outcome::fits && each.counted < each.group.how_many)
      eligible = fmt::format("{} of them, the others make no whole rack", to_text(each.counted).view());
    if (each.outcome == outcome::fits && each.gpus_left_over > 0)
      eligible += fmt::format("; {} {} no whole unit", so_many(each.gpus_left_over, "GPU"), inflected(each.gpus_left_over, "fills", "fill"));
    if (each.outcome != outcome::fits)
      eligible =
          fmt::format("{}: {}", each.outcome == outcome::does_not_fit ? "no" : "not known", reason_of(each, system));
    t.add({each.group.machine.name(), to_text(each.group.how_many).view(), {eligible, style_of(each.outcome)}});
  }
  s.print("\n");
  s.write(t);
}

void write_growth(session& s, const judged_words& about, const judgement& found) {
  const std::vector<group_standing>& groups = found.verdict.groups;
  if (found.more.empty()) {
    if (!groups.empty())
      s.paragraph("  ", "So many groups: how many more machines would be needed was not worked out.");
    return;
  }
  const bool fits = found.verdict.fits();
  s.print("\n");
  s.paragraph("  ",
              fits ? fmt::format("Each alone could be given back, and the {} would still {}:", about.what, about.be_met)
                   : fmt::format("More of one kind alone that would {} the {}:", about.meet, about.what));
  table t({name_column(""), number_column(""), text_column("")}, 4);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::string_view name = groups[i].group.machine.name();
    if (fits) {
      t.add({name, to_text(found.spare[i]).view()});
    } else if (found.more[i].is_known()) {
      t.add({name, fmt::format("+{}", to_text(*found.more[i].known()).view())});
    } else {
      t.add({name, "", found.more[i].is_absent() ? "no number of them" : "not known: a missing figure decides"});
    }
  }
  s.write(t);
}

// "Fits; the least to spare is ..."
std::string sentence_of(const judged_words& about, const verdict& v) {
  const need_check& binding = v.binding();
  const std::string what = what_of(binding);
  const std::string percent = margin_text(binding);
  const std::string margin = percent.empty() ? percent : fmt::format(" ({})", percent);
  switch (v.outcome) {
    case outcome::fits:
      return fmt::format("The {} {}. Least to spare: {}{}.{}", about.what, about.met, what, margin,
                         binding.confirmed ? "" : " That supply is not confirmed by a document.");
    case outcome::does_not_fit:
      return fmt::format("The {} {}. What decides: {}{}.{}", about.what, about.not_met, what, margin,
                         binding.confirmed ? "" : " That supply is not confirmed by a document.");
    case outcome::cannot_be_judged:
      return fmt::format("The {} cannot be judged: {} of {} is not known, and it decides.", about.what, what, binding.missing);
    case outcome::invalid:
      break;
  }
  return fmt::format("The {} is not valid.", about.what);
}

}  // namespace

std::string unknown_text(std::span<const group> groups, const demand& asked) {
  const verdict judged = assess(groups, asked);
  for (const group_standing& each : judged.groups)
    if (each.outcome == outcome::cannot_be_judged) return fmt::format("{} is not known to be eligible: {}", each.group.machine.name(), reason_of(each, unit_system::automatic));
  for (const need_check& each : judged.checks())
    if (each.outcome == outcome::cannot_be_judged) return fmt::format("{} of {} is not known, and it decides", what_of(each), each.missing);
  return "a figure of a machine that is not held decides, and is not known";
}

void write_judgement(session& s, const judged_words& about, const judgement& found, unit_system system) {
  s.draw(margins_chart(found, system));
  write_checks(s, found.verdict, system);
  write_groups(s, found, system);
  write_growth(s, about, found);
  s.write("\n");
  s.line("Verdict: " + std::string(name(found.verdict.outcome)), style_of(found.verdict.outcome));
  s.paragraph("", sentence_of(about, found.verdict));
}

void write_verdict(session& s, const own_file& of, const judgement& found, unit_system system) {
  s.heading("Demand");
  if (!of.demand.name.empty()) s.paragraph("  ", of.demand.name);
  write_judgement(s, of_demand, found, system);
}

}  // namespace headroom::program
