// SPDX-License-Identifier: BSL-1.0
#include "explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/text/to_text.hpp>
#include <span>
#include <string>
#include <vector>

#include "print/lines.hpp"
#include "print/provenance.hpp"

namespace headroom::program {

namespace {

std::string number_of(const measure& what, const figure<double>& x, unit_system system) {
  if (x.is_absent()) return "none: the hardware has no such thing";
  if (x.is_unknown()) return "not known: no source states it";
  return exact_text(what.what, *x.known(), system) + (x.is_confirmed() ? "" : " (not confirmed)");
}

void write_input(session& s, const input& one) {
  std::string line = one.value;
  if (one.state == knowledge::known || one.from != nullptr) {
    line += fmt::format(" ({}{}{})", one.state == knowledge::known ? name(one.basis) : std::string_view{},
                        one.state == knowledge::known && one.from != nullptr ? ": " : "",
                        one.from != nullptr ? citation_of(one.from) : std::string{});
  }
  if (!one.note.empty()) line += fmt::format("; {}", one.note);
  if (one.disputed != nullptr) line += fmt::format("; disputed: {}", one.disputed->id);
  s.paragraph(fmt::format("    {}: ", one.label).substr(0, 48), line);
}

void write_group(session& s, const own_file& of, const group& part, const measure& what, unit_system system) {
  const figure<double> each = what.of(part.machine, of.terms);
  const sum all = what.total({&part, 1}, of.terms);
  s.print("\n");
  std::string line = number_of(what, each, system);
  if (each.is_known() && part.how_many != 1)
    line = fmt::format("{} x {} = {}", to_text(part.how_many).view(), line, exact_text(what.what, all.known, system));
  s.paragraph(fmt::format("  {}: ", part.machine.name()), line);
  for (const input& one : what.inputs(part.machine, of.terms)) write_input(s, one);
}

}  // namespace

void write_explanation(session& s, const own_file& of, const measure& what, unit_system system) {
  s.title(fmt::format("{}: {}", of.name, what.title));
  s.paragraph("  ", fmt::format("Of one machine: {}. Of the cluster: the sum over its machines.", what.formula));
  const std::span<const group> groups = of.cluster.groups();
  for (const group& part : groups) write_group(s, of, part, what, system);

  const sum total = what.total(groups, of.terms);
  std::string line = total.covered > 0 || total.machines == 0 ? exact_text(what.what, total.known, system)
                     : total.is_absent()                      ? "none"
                                                              : "not known";
  if (total.covered > 0 && !total.is_complete)
    line += fmt::format(" at least: known for {} of {} machines", to_text(total.covered).view(),
                        to_text(total.machines).view());
  if (!total.confirmed) line += " (not confirmed by documents in full)";
  s.print("\n");
  s.paragraph("  together: ", line);

  std::vector<const dispute*> disputes;
  for (const group& part : groups)
    for (const input& one : what.inputs(part.machine, of.terms))
      if (one.disputed != nullptr && std::ranges::find(disputes, one.disputed) == disputes.end())
        disputes.push_back(one.disputed);
  if (disputes.empty()) return;
  s.heading("Disputes");
  for (const dispute* one : disputes) write_dispute(s, *one);
}

void write_explanation(session& s, const own_file& of, const quotient& what, unit_system system) {
  const std::span<const group> groups = of.cluster.groups();
  const figure<double> value = what.of(groups, of.terms);
  const auto total_text = [&](const measure& each) {
    return exact_text(each.what, each.total(groups, of.terms).known, system);
  };
  s.title(fmt::format("{}: {} / {}", of.name, what.over->title, what.under->title));
  if (value.is_known()) {
    const std::string result = what.what == counted::ratio ? std::string(rounded_number(*value.known(), 6).view())
                                                           : short_text(what.what, *value.known(), system, 6);
    s.paragraph("  ",
                fmt::format("{} / {} = {}{}", total_text(*what.over), total_text(*what.under), result,
                            value.is_confirmed() ? "" : " (not confirmed)"));
  } else {
    s.paragraph("  ",
                value.is_absent() ? "None: some machines have none of one of them."
                                  : "Not known: it takes both of every machine.");
  }
  s.print("\n");
  write_explanation(s, of, *what.over, system);
  s.print("\n");
  write_explanation(s, of, *what.under, system);
}

}  // namespace headroom::program
