// SPDX-License-Identifier: BSL-1.0
#include "report.hpp"
#include "verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headroom/cluster/capacity.hpp>
#include <headroom/cluster/placement.hpp>
#include <headroom/cluster/ratios.hpp>
#include <headroom/text/to_text.hpp>
#include <span>
#include <string>
#include <vector>

#include "findings.hpp"
#include "fit/fit_report.hpp"
#include "print/lines.hpp"
#include "measure.hpp"
#include "print/provenance.hpp"
#include "print/table.hpp"
#include "regions.hpp"
#include "verdict_charts.hpp"

namespace headroom::program {

namespace {

// A name as the title of a narrow column: one part of "Standard_ND96asr_v4" a line.
std::string narrow_title(std::string_view name) {
  std::string result(name.substr(0, 30));
  const std::size_t at = result.find_first_of("_ ");
  if (at != std::string::npos && result.size() > 10) result.insert(result[at] == '_' ? at + 1 : at, 1, '\n');
  const std::size_t space = result.find("\n ");
  if (space != std::string::npos) result.erase(space + 1, 1);
  return result;
}

// Room for four columns of numbers beside it.
column figure_column() { return text_column("figure", 20); }

cell sum_cell(const measure& what, const sum& total, unit_system system) {
  if (total.machines == 0) return short_text(what.what, 0, system);
  if (total.is_absent()) return {"-", style::faint};
  if (total.is_unknown()) return {"?", style::doubtful};
  const std::string number = short_text(what.what, total.known, system);
  if (!total.is_complete) return {">" + number, style::doubtful};
  return total.confirmed ? cell(number) : cell("~" + number, style::doubtful);
}

cell figure_cell(const measure& what, const figure<double>& value, unit_system system) {
  if (!value.is_known()) return {value.is_absent() ? "-" : "", style::faint};
  const std::string number = short_text(what.what, *value.known(), system);
  return value.is_confirmed() ? cell(number) : cell("~" + number, style::doubtful);
}

// The worst of the verdicts; nothing: there is nothing to judge.
std::optional<outcome> verdict_of(const std::optional<judgement>& found, const deployment_fit& jobs) {
  const std::optional<outcome> of_jobs = jobs.outcome();
  if (!found.has_value()) return of_jobs;
  return of_jobs.has_value() ? std::max(found->verdict.outcome, *of_jobs) : found->verdict.outcome;
}

void write_head(session& s, const own_file& of, const std::optional<outcome>& verdict) {
  s.title(of.name);
  if (!of.names_machines) {
    s.print("The file names no machines: there is nothing to add up or to judge.\n");
    return;
  }
  if (!verdict.has_value()) {
    s.print("{}\n", of.has_demand ? "The demand asks for nothing." : "No demand: nothing to judge.");
    return;
  }
  const outcome result = *verdict;
  s.line(fmt::format("Verdict: {}", name(result)), style_of(result));
}

void write_machines(session& s, const own_file& of) {
  s.heading("Machines");
  table t({name_column("machine"), number_column("count"), number_column("VMs"), number_column("GPUs"),
           text_column("GPU"), text_column("CPU")});
  table unusual({name_column(""), text_column("")});
  for (const group& part : of.cluster) {
    const machine& m = part.machine;
    const std::span<const group> alone(&part, 1);
    const auto count_of = [&](const total<count>& of_group) {
      return of_group.covered > 0 ? std::string(to_text(of_group.known_part).view())
                                  : std::string(part.how_many == 0 ? "0" : "?");
    };
    t.add({m.name(), to_text(part.how_many).view(), count_of(vm_count(alone)), count_of(gpu_count(alone)),
           m.gpu() == nullptr ? std::string_view{} : m.gpu()->name,
           m.vm() == nullptr || m.vm()->cpu == nullptr ? std::string_view{} : m.vm()->cpu->name});
    if (m.vm() == nullptr || m.vm()->status.status == lifecycle_status::current) continue;
    const lifecycle& life = m.vm()->status;
    unusual.add(
        {m.name(),
         {fmt::format("{}{}{}", name(life.status), life.date.empty() ? "" : ", ", life.date), style::doubtful}});
  }
  if (t.empty()) {
    s.print("  none\n");
    return;
  }
  s.write(t);
  if (unusual.empty()) return;
  s.print("\n");
  s.write(unusual);
}

// The totals together and by group, one row a figure.
void write_totals(session& s, const own_file& of, const std::vector<const measure*>& rows, unit_system system) {
  const std::span<const group> groups = of.cluster.groups();
  s.heading(groups.size() > 1 ? "Totals, together and by group" : "Totals");
  if (groups.size() > 1) s.draw(shares_chart(of, rows, system));
  std::vector<column> columns{figure_column(), number_column("together")};
  if (groups.size() > 1)
    for (const group& part : groups) columns.push_back(number_column(narrow_title(part.machine.name())));
  table t(columns);
  const measure* before = nullptr;
  for (const measure* row : rows) {
    if (before != nullptr && before->part != row->part) t.add_rule();
    before = row;
    std::vector<cell> cells{row->title, sum_cell(*row, row->total(groups, of.terms), system)};
    if (groups.size() > 1)
      for (const group& part : groups) cells.push_back(sum_cell(*row, row->total({&part, 1}, of.terms), system));
    t.add(std::move(cells));
  }
  s.write(t);
  s.print("\n");
  s.paragraph("  ",
              "Networks count one direction; both directions of NVLink, as data sheets print it, are twice the scale-up "
              "bandwidth. -: the hardware has none. ?: no source states it. ~: rests on an estimate or on general "
              "knowledge. >: the part that is known.");
  const total<memory> sold = gpu_memory(groups);
  if (sold.covered > 0)
    s.paragraph("  ",
                fmt::format(
                    "Data sheets count GPU memory in GB of 2^30 bytes, 1,000 of them a TB: so counted, as sold it is {} TB.",
                    rounded_number(in_nameplate_terabytes(sold.known_part), 5).view()));
}

void write_coverage(session& s, const own_file& of, const std::vector<const measure*>& rows) {
  table t({figure_column(), number_column("known for\nmachines"), number_column("have\nnone")});
  for (const measure* row : rows) {
    const sum total = row->total(of.cluster.groups(), of.terms);
    if (total.is_complete || total.machines == 0) continue;
    t.add({row->title, fmt::format("{} of {}", to_text(total.covered).view(), to_text(total.machines).view()),
           total.without > 0 ? to_text(total.without).view() : std::string_view{}});
  }
  if (t.empty()) return;
  s.heading("Known for a part only");
  s.write(t);
}

void write_averages(session& s, const own_file& of, const std::vector<const measure*>& rows, unit_system system) {
  constexpr std::array divisors{divisor::gpu, divisor::vm, divisor::rack, divisor::domain};
  constexpr std::array titles{"a GPU", "a VM", "a rack", "a scale-up\ndomain"};
  struct line {
    const measure* what = nullptr;
    std::array<figure<double>, 4> each{};  // by divisor
  };
  std::vector<line> lines;
  std::array<bool, divisors.size()> has_values{};
  for (const measure* row : rows) {
    if (row->key == "vms" || row->key == "racks" || row->key == "domains") continue;
    line one{row};
    for (std::size_t i = 0; i < divisors.size(); ++i) {
      one.each[i] = average(of, *row, divisors[i]);
      if (one.each[i].is_known()) has_values[i] = true;
    }
    if (std::ranges::any_of(one.each, [](const figure<double>& x) { return x.is_known(); })) lines.push_back(one);
  }
  if (lines.empty()) return;
  // A cluster that is not of racks throughout has no average of one.
  std::vector<column> columns{figure_column()};
  for (std::size_t i = 0; i < divisors.size(); ++i)
    if (has_values[i]) columns.push_back(number_column(titles[i]));
  table t(std::move(columns));
  for (const line& one : lines) {
    std::vector<cell> cells{one.what->title};
    for (std::size_t i = 0; i < divisors.size(); ++i)
      if (has_values[i]) cells.push_back(figure_cell(*one.what, one.each[i], system));
    t.add(std::move(cells));
  }
  s.heading(of.cluster.groups().size() > 1 ? "On average, for" : "For");
  s.write(t);
}

void write_ratios(session& s, const own_file& of) {
  const std::span<const group> groups = of.cluster.groups();
  table t({text_column(""), number_column("")});
  const auto add_ratio = [&](std::string_view what, const figure<double>& x) {
    if (x.is_known()) t.add({what, rounded_number(*x.known(), 4).view()});
  };
  const auto add_price = [&](std::string_view what, const figure<money_rate>& x) {
    if (x.is_known()) t.add({what, rounded_text(*x.known(), 4).view()});
  };
  add_ratio("bytes of memory bandwidth per fp16 dense operation", bytes_per_operation<fp16>(groups));
  add_ratio("scale-up to scale-out bandwidth", scale_up_to_scale_out(groups));
  add_price("price of one GPU", price_per_gpu_hour(groups, of.terms));
  add_price("price of one GiB of GPU memory", price_per_gibibyte_hour(groups, of.terms));
  add_price("price of one PFLOPS fp16 dense", price_per_petaflop_hour<fp16>(groups, of.terms));
  if (t.empty()) return;
  s.heading("Ratios");
  s.write(t);
}

void write_domains(session& s, const own_file& of) {
  table t({text_column("machine", 22), number_column("GPUs in\none"), number_column("VMs in\none"),
           number_column("whole"), number_column("partial"), number_column("VMs left\nover"),
           number_column("VMs to\nfill it")});
  for (const group& part : of.cluster) {
    const figure<count> domain = resource::scale_up_domain::of(part.machine);
    const figure<placement> lies = place(part);
    if (!lies.is_known() || !domain.is_known()) {
      t.add({part.machine.name(), {domain.is_absent() ? "-" : "?", style::doubtful}});
      continue;
    }
    const placement& p = *lies.known();
    t.add({part.machine.name(),
           to_text(*domain.known()).view(),
           p.vms_per_domain > 0 ? to_text(p.vms_per_domain).view() : std::string_view("-"),
           to_text(p.whole).view(),
           {to_text(p.partial).view(), p.partial > 0 ? style::doubtful : style::plain},
           to_text(p.vms_left_over).view(),
           to_text(p.vms_to_fill).view()});
  }
  if (t.empty()) return;
  s.heading("Scale-up domains");
  s.write(t);
}

// The regions that a price of the machine, or of the VMs it is made of, is known for.
std::vector<std::string_view> known_regions(const machine& m, const pricing& terms) {
  return regions_of(terms, [&](const price& row) {
    if (row.machine != m.name() && (m.vm() == nullptr || row.machine != m.vm()->name)) return false;
    return (terms.buy == purchase::spot ? row.spot : row.on_demand).is_known();
  });
}

std::string why_no_price(const machine& m, const pricing& terms) {
  const std::string_view kind = terms.buy == purchase::spot ? "spot price" : "price";
  const std::vector<std::string_view> known = known_regions(m, terms);
  if (known.empty()) return fmt::format("no {} is known for any region", kind);
  const std::string regions = fmt::format("{}", fmt::join(known, ", "));
  if (terms.region.empty()) return fmt::format("no {} without a region; known: {}", kind, regions);
  return fmt::format("no {} is known for region {}; known: {}", kind, terms.region, regions);
}

bool is_priced_region(const pricing& terms) {
  const auto is_there = [&](const price& row) { return row.region == terms.region; };
  return std::ranges::any_of(terms.own, is_there) || std::ranges::any_of(terms.published, is_there);
}

void write_prices(session& s, const own_file& of) {
  s.heading("Prices");
  const pricing& terms = of.terms;
  if (terms.region.empty() && terms.own.empty()) {
    s.paragraph("  ",
                "None counted: name a region (\"prices\": {\"region\": \"eastus\"}) or give prices of your own. Prices differ "
                "by place and day, so there is no default.");
    return;
  }
  table t(
      {name_column("machine"), number_column("one"), number_column("all"), text_column("region"), text_column("from")});
  std::vector<const source*> unused;
  for (const group& part : of.cluster) {
    const machine& m = part.machine;
    const figure<money_rate> each = price_of(m, terms);
    if (!each.is_known()) {
      t.add({m.name(), {"?", style::doubtful}, "", terms.region, {why_no_price(m, terms), style::doubtful}});
      continue;
    }
    const price* row = find_price(m.name(), terms);
    if (row == nullptr && m.vm() != nullptr) row = find_price(m.vm()->name, terms);
    const sum all = find_measure("price_per_hour")->total({&part, 1}, terms);
    const std::string from = row == nullptr ? std::string()
                             : row->own     ? fmt::format("yours{}{}", row->date.empty() ? "" : ", ", row->date)
                                            : citation_of(row->from) + (row->date.empty() ? ", undated" : "");
    t.add({m.name(), short_text(counted::money_rate, in_base_units(*each.known()), unit_system::automatic),
           short_text(counted::money_rate, all.known, unit_system::automatic),
           row == nullptr || row->region.empty() ? std::string_view("any") : row->region, from});
  }
  s.write(t);
  std::string conditions = terms.buy == purchase::spot ? "Spot prices" : "On-demand prices";
  if (terms.discount > 0)
    conditions +=
        fmt::format(", {} % off published ones, your own as they are", rounded_number(terms.discount * 100, 4).view());
  s.paragraph("  ", conditions + ".");
  if (!terms.region.empty() && !is_priced_region(terms))
    s.paragraph("  ", fmt::format("No price of any machine is known for region {}.", terms.region));
}

void write_doubts(session& s, const own_file& of) {
  if (const std::vector<doubtful_figure> doubts = unconfirmed_figures(of); !doubts.empty()) {
    s.heading("Not confirmed by a document");
    table t({name_column("machine"), text_column("figure"), number_column("value"), text_column("rests on")});
    for (const doubtful_figure& one : doubts)
      t.add({one.machine, one.figure.label, one.figure.value, name(one.figure.basis)});
    s.write(t);
  }
  if (const std::vector<open_dispute> disputes = open_disputes(of); !disputes.empty()) {
    s.heading("Disputed by documents");
    table t({name_column(""), text_column("what"), text_column("taken here")});
    for (const open_dispute& one : disputes) t.add({one.what->id, one.what->subject, one.what->taken});
    // What a row of a secondary note is in truth.
    std::vector<std::string_view> said;
    for (const group& part : of.cluster) {
      const machine& m = part.machine;
      if (part.how_many == 0 || !is_as_stated(m) || std::ranges::find(said, m.name()) != said.end()) continue;
      said.push_back(m.name());
      t.add({"", m.name(), m.vm()->note});
    }
    s.write(t);
    s.paragraph("  ", "headroom report --explain FIGURE says who says what, and why this side is taken.");
  }
}

}  // namespace

void write_report(session& s, const own_file& of, const std::optional<judgement>& found, const deployment_fit& jobs,
                  unit_system system) {
  write_head(s, of, verdict_of(found, jobs));
  if (of.names_machines) {
    write_machines(s, of);
    if (!of.cluster.groups().empty()) {
      const std::vector<const measure*> rows = measures_of(of);
      write_totals(s, of, rows, system);
      write_coverage(s, of, rows);
      write_averages(s, of, rows, system);
      write_ratios(s, of);
      write_domains(s, of);
      write_prices(s, of);
      write_doubts(s, of);
    }
    if (found.has_value()) write_verdict(s, of, *found, system);
  }
  for (const job_fit& each : jobs.jobs) {
    s.heading("Job");
    write_fit(s, each);
  }
  write_together(s, jobs.together);
}

}  // namespace headroom::program
