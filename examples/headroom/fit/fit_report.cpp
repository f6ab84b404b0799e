// SPDX-License-Identifier: BSL-1.0
#include "fit/fit_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <headroom/text/to_text.hpp>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "print/amount.hpp"
#include "print/bar.hpp"
#include "fit/fit_words.hpp"
#include <headroom/read/own/job_fields.hpp>
#include "print/lines.hpp"
#include <headroom/read/common/messages.hpp>
#include "print/table.hpp"
#include "verdict.hpp"
#include "reading.hpp"
#include "fit/fit_charts.hpp"

namespace headroom::program {

namespace {

// "~" before what no document confirms.
std::string figure_text(const figure<memory>& x) {
  if (!x.is_known()) return x.is_absent() ? "none" : "?";
  return (x.is_confirmed() ? "" : "~") + gibibytes_text(*x.known());
}

void write_room(session& s, const machine_fit& fit) {
  table t({text_column("", 24), text_column("", 20)});
  for (const room_answer& each : room_of(fit)) t.add({each.title, each.text});
  s.print("\n");
  s.paragraph("  ",
              fit.outcome == outcome::fits ? "With all else as it is, its GPUs have room for:"
                                           : "What would have room, with all else as it is:");
  s.write(t);
}

void write_machine(session& s, const machine_fit& fit) {
  if (!fit.is_possible) return;
  s.heading(fmt::format("Memory of the fullest rank, {}", parallelism_text(fit.job)));
  write_use(s, fit.use, &fit);
  s.print("\n");
  s.paragraph("  ", fullest_text(fit.use));
  // What more of a GPU would hold is no remedy for its host.
  if (fit.of_gpu.is_known() && !is_short_of_host(fit)) write_room(s, fit);
}

// "fits", or why not.
cell verdict_cell(const machine_fit& fit) {
  std::string text = fit.outcome == outcome::fits ? verdict_of(fit) : std::string(name(fit.outcome));
  if (fit.outcome != outcome::fits && !fit.why.empty()) text += ": " + fit.why;
  return {text, style_of(fit.outcome)};
}

// One line a machine. Where all of them fit, their verdicts are left out.
void write_machines(session& s, const std::vector<machine_fit>& fits, bool with_prices, bool with_verdicts) {
  std::vector<column> columns{name_column("machine"), number_column("count"), number_column("GPUs"),
                              name_column("split"), number_column("left of\na GPU")};
  if (with_prices) columns.push_back(number_column("an hour"));
  if (with_verdicts) columns.push_back(text_column("verdict", 10));
  table t(std::move(columns));
  for (const machine_fit& fit : fits) {
    const bool counts = fit.machines.is_known() && (fit.outcome == outcome::fits || fit.is_held);
    std::vector<cell> cells{fit.machine.name(), counts ? number_text(*fit.machines.known()) : "",
                            counts ? number_text(fit.gpus_held()) : "",
                            fit.is_possible ? parallelism_text(fit.job) : "",
                            fit.is_possible ? figure_text(fit.of_gpu.with(fit.left())) : ""};
    if (with_prices)
      cells.emplace_back(
          fit.is_priced ? short_text(counted::money_rate, in_base_units(fit.price), unit_system::automatic) : "?");
    if (with_verdicts) cells.push_back(verdict_cell(fit));
    t.add(std::move(cells));
  }
  s.write(t);
}

// ---- the answer in words, before any table

std::string names_text(std::vector<std::string_view> names) {
  constexpr std::size_t most = 4;
  const std::size_t more = names.size() > most ? names.size() - most : 0;
  names.resize(names.size() - more);
  std::string text = fmt::format("{}", fmt::join(names, ", "));
  return more == 0 ? text : fmt::format("{} and {} more", text, more);
}

void write_costs_of_span(session& s, const std::vector<machine_fit>& fits) {
  std::map<std::string, std::vector<std::string_view>> names;
  for (const machine_fit& each : fits)
    if (std::string cost = cost_of_span(each); !cost.empty()) names[std::move(cost)].push_back(each.machine.name());
  for (const auto& [cost, those] : names) s.paragraph("", fmt::format("On {}:{}", names_text(those), cost));
}

// "fits on A, B; does not fit on C", with the style of the worst.
void write_verdicts(session& s, const std::vector<machine_fit>& fits) {
  std::map<outcome, std::vector<std::string_view>> names;
  for (const machine_fit& each : fits) names[each.outcome].push_back(each.machine.name());
  std::vector<std::string> parts;
  for (const outcome each : {outcome::fits, outcome::does_not_fit, outcome::cannot_be_judged})
    if (names.contains(each)) parts.push_back(fmt::format("{} on {}", name(each), names_text(names[each])));
  s.line(fmt::format("Verdict: {}", fmt::join(parts, "; ")), style_of(names.rbegin()->first));
  write_costs_of_span(s, fits);
}

void write_verdict(session& s, const machine_fit& fit) {
  s.line("Verdict: " + verdict_of(fit), style_of(fit.outcome));
  s.paragraph("", sentence_of(fit) + beside_it(fit));
}

void write_least(session& s, const std::vector<machine_fit>& fits) {
  if (fits.empty() || fits.front().outcome != outcome::fits) {
    const bool is_open = std::ranges::any_of(fits, [](const machine_fit& each) { return each.outcome == outcome::cannot_be_judged; });
    s.line(is_open ? "Verdict: no machine is known to do it" : "Verdict: no machine does it", is_open ? style::doubtful : style::bad);
    const auto nearest = std::ranges::find(fits, outcome::does_not_fit, &machine_fit::outcome);
    if (nearest != fits.end())
      s.paragraph("", fmt::format("On {}: {}", nearest->machine.name(), sentence_of(*nearest)));
    return;
  }
  const machine_fit& least = fits.front();
  const std::string price =
      least.is_priced ? fmt::format(", {}", short_text(counted::money_rate, in_base_units(least.price), unit_system::automatic))
                      : std::string();
  s.line(fmt::format("Verdict: {} on {} x {}{}", verdict_of(least), number_text(least.machines.value_or(0)),
                                        least.machine.name(), price), style::good);
  s.paragraph("", sentence_of(least) + cost_of_span(least));
}

std::string value_text(const swept_value& of) {
  return of.text.empty() ? number_text(of.number) : of.text;
}

void write_values(session& s, const job_fit& of) {
  std::size_t judged = 0;
  memory least{};
  memory most{};
  for (const sweep_line& line : of.lines) {
    if (!line.wrong.empty()) continue;
    if (least == memory{} || line.use.needed < least) least = line.use.needed;
    most = std::max(most, line.use.needed);
  }
  for (const sweep_line& line : of.lines) judged = std::max(judged, line.on.size());
  if (judged == 0 && most > memory{})
    s.paragraph("", fmt::format("Each GPU needs {} to {} with these. No machine is named to hold that against: --on.",
                gibibytes_text(least), gibibytes_text(most)));
  for (std::size_t i = 0; i < judged; ++i) {
    std::vector<std::string> fitting;
    std::vector<std::string> unknown_ones;
    std::string_view machine;
    for (const sweep_line& line : of.lines) {
      if (i >= line.on.size()) continue;
      machine = line.on[i].machine.name();
      if (line.on[i].outcome == outcome::fits) fitting.push_back(value_text(line.value));
      if (line.on[i].outcome == outcome::cannot_be_judged) unknown_ones.push_back(value_text(line.value));
    }
    const std::string_view key = whole_key(of.sweep, of.job.training() != nullptr);
    const std::string open = fmt::format("cannot be judged with {} {}", key, fmt::join(unknown_ones, ", "));
    if (fitting.empty() && unknown_ones.empty()) {
      s.line(fmt::format("Verdict: does not fit on {} with any {} of these", machine, key), style_of(outcome::does_not_fit));
    } else if (fitting.empty()) {
      s.line(fmt::format("Verdict: on {} {}", machine, open), style_of(outcome::cannot_be_judged));
    } else {
      s.line(fmt::format("Verdict: fits on {} with {} {}{}", machine, key, fmt::join(fitting, ", "),
                         unknown_ones.empty() ? "" : "; " + open),
             style_of(outcome::fits));
    }
  }
}

void write_answer(session& s, const job_fit& of) {
  if (!of.lines.empty()) return write_values(s, of);
  if (of.is_smallest) return write_least(s, of.on);
  if (of.on.size() == 1) return write_verdict(s, of.on.front());
  if (of.on.size() > 1) return write_verdicts(s, of.on);
  if (!of.cluster.has_value()) {
    s.paragraph("", fmt::format("Each GPU needs {} with {}. No machine is named to hold that against: --on.",
                gibibytes_text(of.use.needed), parallelism_text(of.job)));
  } else if (of.cluster->each.size() == 1) {
    write_verdict(s, of.cluster->each.front());
  } else {
    const outcome found = of.cluster->found.verdict.outcome;
    s.line(fmt::format("Verdict: {} on the machines of the file", name(found)), style_of(found));
    const verdict& judged = of.cluster->found.verdict;
    const std::string decides = found == outcome::fits || judged.check_count == 0
                                    ? std::string()
                                    : fmt::format(" What decides: {}.", name(judged.binding().line));
    s.paragraph("", fmt::format("It takes {}: {}.{}", so_many(gpus_of(of.cluster->job), "GPU"),
                parallelism_text(of.cluster->job), decides));
    write_costs_of_span(s, of.cluster->each);
  }
}

void write_smallest(session& s, const job_fit& of) {
  s.heading("The least of each machine that does it");
  const bool with_prices = std::ranges::any_of(of.on, &machine_fit::is_priced);
  std::vector<machine_fit> fits;
  count too_small = 0;
  count unknown_ones = 0;
  for (const machine_fit& each : of.on) {
    if (each.outcome == outcome::fits) {
      fits.push_back(each);
    } else {
      ++(each.outcome == outcome::does_not_fit ? too_small : unknown_ones);
    }
  }
  if (fits.empty()) {
    s.print("  none\n");
    write_machines(s, of.on, false, true);
    return;
  }
  if (with_prices) s.draw(price_chart(fits));
  write_machines(s, fits, with_prices, false);
  s.print("\n");
  if (too_small + unknown_ones > 0)
    s.paragraph("  ",
                fmt::format("Of {}, no number does; of {}, it cannot be judged.", so_many(too_small, "other"),
                            so_many(unknown_ones, "other")));
  s.paragraph("  ",
              with_prices ? "By price an hour; those without a known price come after, by GPUs."
                          : "By GPUs: prices are counted for a region (--region), or as the file says.");
}

void write_sweep(session& s, const job_fit& of) {
  const bool trains = of.job.training() != nullptr;
  s.heading(fmt::format("By {}", whole_key(of.sweep, trains)));
  std::vector<column> columns{number_column("")};
  const auto titles = [&](const rank_use& use) {
    for (const rank_part& each : use.parts)
      if (each.is_counted()) columns.push_back(number_column(std::string(each.title)));
  };
  titles(of.use);
  columns.push_back(number_column("estimates"));
  columns.push_back(number_column("needed of\na GPU"));
  std::vector<std::string_view> machines;
  for (const sweep_line& line : of.lines)
    if (machines.empty())
      for (const machine_fit& each : line.on) machines.push_back(each.machine.name());
  for (const std::string_view machine : machines) columns.push_back(text_column(std::string(machine), 16));
  if (machines.empty()) columns.push_back(text_column("", 12));
  const std::size_t width = columns.size();
  table t(std::move(columns));
  for (const sweep_line& line : of.lines) {
    std::vector<cell> cells{value_text(line.value)};
    if (!line.wrong.empty()) {
      cells.resize(width - 1);
      cells.emplace_back(line.wrong, style::doubtful);
      t.add(std::move(cells));
      continue;
    }
    const rank_use& use = line.on.empty() ? line.use : line.on.front().use;
    memory estimates{};
    for (const rank_part& each : use.parts) {
      if (each.is_counted()) cells.emplace_back(gibibytes_text(each.amount));
      if (each.standing == part_standing::estimate) estimates += each.amount;
    }
    cells.emplace_back(gibibytes_text(estimates));
    cells.emplace_back(gibibytes_text(use.needed));
    for (const machine_fit& each : line.on) {
      cell verdict = verdict_cell(each);
      if (each.outcome == outcome::fits && each.machines.is_known())
        verdict.text = fmt::format("fits on {}: {}", number_text(*each.machines.known()), parallelism_text(each.job));
      cells.push_back(std::move(verdict));
    }
    t.add(std::move(cells));
  }
  s.write(t);
  if (machines.size() > 1) {
    s.print("\n");
    s.paragraph("  ", "Memory is that of a rank on the first of the machines.");
  }
}

constexpr std::string_view standing_words =
    "Exact parts follow from the job by arithmetic. Estimates are of the engine, the framework and the driver: "
    "docs/accuracy.md says how far they have been off.";

}  // namespace

void write_use(session& s, const rank_use& use, const machine_fit* on) {
  const bool has_gpu = on != nullptr && on->of_gpu.is_known();
  const double whole = std::max(in_bytes(use.needed), has_gpu ? in_bytes(*on->of_gpu.known()) : 0.0);
  std::size_t longest = 0;  // of the words in the last column
  for (const rank_part& each : use.parts) longest = std::max(longest, standing_text(each).size());
  const int columns = std::clamp(s.width - 41 - std::max(static_cast<int>(longest), 11), 10, 40);
  s.draw(memory_chart(use, on));
  table t({name_column(""), number_column(""), drawn_column(), name_column("")});
  for (const rank_part& each : use.parts) {
    if (each.standing == part_standing::unmeasured) {
      t.add({each.title, "?", cell(), {standing_text(each), style::doubtful}});
      continue;
    }
    if (!(in_bytes(each.amount) > 0)) continue;
    t.add({each.title,
           gibibytes_text(each.amount),
           bar(in_bytes(each.amount) / whole, columns, s.utf8),
           {standing_text(each), each.is_exact() ? style::plain : style::doubtful}});
  }
  t.add_rule();
  t.add({{"needed of a GPU", style::strong},
         gibibytes_text(use.needed),
         bar(in_bytes(use.needed) / whole, columns, s.utf8)});
  if (has_gpu) {
    t.add({"a GPU has", figure_text(on->of_gpu), bar(in_bytes(*on->of_gpu.known()) / whole, columns, s.utf8),
           on->of_gpu.is_confirmed() ? cell() : cell("estimate", style::doubtful)});
    const bool enough = on->left() >= memory{};
    t.add({{"left", enough ? style::good : style::bad},
           gibibytes_text(on->left()),
           bar(in_bytes(on->left()) / whole, columns, s.utf8),
           margin_text(*on->of_gpu.known(), use.needed)});
  } else if (on != nullptr) {
    t.add({"a GPU has", on->of_gpu.is_absent() ? "none" : "?"});
  }
  if (in_bytes(use.host) > 0) t.add({"of the host, a GPU", gibibytes_text(use.host)});
  if (in_bytes(use.nvme) > 0) t.add({"of its NVMe disks, a GPU", gibibytes_text(use.nvme)});
  s.write(t);
  for (const rank_part& each : use.parts)
    if (in_bytes(each.most) > 0)
      s.print("\n{}", paragraph("  ",
                                fmt::format("Measured spread, {}: {} to {}.", each.title,
                                            gibibytes_text(each.least), gibibytes_text(each.most)),
                                s.width));
    else if (each.standing == part_standing::unmeasured)
      s.print("\n{}", paragraph("  ",
                                fmt::format("Not measured by itself for this framework: {}. What CUDA, NCCL and workspaces took where "
                                            "they were measured, it is among.", each.title),
                                s.width));
}

void write_fit(session& s, const job_fit& of) {
  std::string title(title_of(of.job));
  if (of.on.size() == 1 && !of.is_smallest) title += fmt::format(" on {}", of.on.front().machine.name());
  s.title(title);
  if (!of.job.name.empty()) s.paragraph("  ", model_of(of.job).name);
  if (!of.impossible.empty()) {
    s.write("\n");
    s.line("Verdict: cannot be judged", style::doubtful);
    const std::string said = !missing(model_of(of.job)).empty() ? fmt::format("The model lacks what its memory is counted from: {}.", of.impossible)
                             : !unread_weights(of.job).empty() ? fmt::format("What its weights take is not known: {}. Their format can be said: \"weights\" of the job, or --weights.", of.impossible)
                                                               : fmt::format("The job cannot be judged: {}.", of.impossible);
    s.paragraph("", said);
    return;
  }
  const planned_job& job = of.cluster.has_value() ? of.cluster->job : of.job;
  write_answer(s, of);
  s.print("\n");
  const bool is_sized = of.on.size() == 1 && of.on.front().is_possible;
  s.paragraph("  ", description_of(is_sized ? of.on.front().job : job, is_sized || of.cluster.has_value() || !job.sizes_itself()));
  std::span<const machine_fit> on = of.cluster.has_value() ? of.cluster->each : of.on;
  for (const sweep_line& line : of.lines)
    if (on.empty()) on = line.on;
  if (const std::string taken = taken_for_granted(of.job, on); !taken.empty()) s.paragraph("  ", taken);
  if (const std::string_view left_out = model_of(job).leaves_out; !left_out.empty())
    s.paragraph("  ", fmt::format("Of the model, not counted: {}.", left_out));

  if (!of.lines.empty()) return write_sweep(s, of);
  if (of.is_smallest) return write_smallest(s, of);
  if (of.on.size() == 1) {
    write_machine(s, of.on.front());
  } else if (of.on.size() > 1) {
    s.heading("On each");
    s.draw(memory_chart(of.on));
    write_machines(s, of.on, false, true);
  } else {
    s.heading(job.sizes_itself() && of.cluster.has_value()
                  ? fmt::format("Memory of the fullest rank, {}", parallelism_text(job))
                  : "Memory of the fullest rank");
    const rank_use use = of.cluster.has_value() ? use_of(job) : of.use;
    const bool of_one_kind = of.cluster.has_value() && of.cluster->each.size() == 1;
    write_use(s, use, of_one_kind ? &of.cluster->each.front() : nullptr);
    s.print("\n");
    s.paragraph("  ", fullest_text(use));
    if (of.cluster.has_value()) {
      if (!of_one_kind) {
        s.heading("On each of the machines by themselves");
        write_machines(s, of.cluster->each, false, true);
      }
      s.heading("On the machines of the file");
      write_judgement(s, of_job, of.cluster->found, unit_system::binary);
    }
  }
  s.print("\n");
  std::string words(standing_words);
  if (job.training() != nullptr && job.training()->adapters.rank > 0)
    words += " With adapters, frozen products are counted to keep no inputs, and what adapters keep inside is left out.";
  s.paragraph("", words);
}

void write_together(session& s, const std::vector<pools_fit>& of) {
  if (of.empty()) return;
  s.heading("Both pools together");
  table t({name_column("machine"), number_column("machines"), number_column("GPUs"), text_column("verdict", 12)});
  for (const pools_fit& each : of)
    t.add({each.machine,
           each.machines.is_known() ? number_text(*each.machines.known()) : std::string(),
           number_text(each.gpus),
           {name(each.outcome), style_of(each.outcome)}});
  s.write(t);
}

}  // namespace headroom::program
