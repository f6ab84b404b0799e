// SPDX-License-Identifier: BSL-1.0
#include "estimate/step_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headroom/text/to_text.hpp>
#include <headroom/training/utilisation.hpp>
#include <string>
#include <utility>
#include <vector>

#include "estimate/report_parts.hpp"
#include "estimate/search.hpp"
#include "estimate/step_words.hpp"
#include "fit/fit_words.hpp"
#include "print/amount.hpp"
#include "print/bar.hpp"
#include "print/table.hpp"
#include "reading.hpp"
#include "estimate/estimate_charts.hpp"

namespace headroom::program {

namespace {

// Steps are compared in seconds, however long they are.
std::string time_text(const duration& x) {
  return in_seconds(x) < 1 ? fmt::format("{} ms", rounded(in_milliseconds(x))) : fmt::format("{} s", rounded(in_seconds(x)));
}

std::string money_text(const money& x) { return std::string(rounded_text(x, 4).view()); }

std::string percent_text(double share) { return rounded(share * 100, 3); }

// What a measurement may find in place of a figure.
std::string within(double value, const band_ends& ends, const step_estimate& of) {
  return of.band.errors.is_known() ? range_text(value, ends) : "?";
}

void write_parts(session& s, const step_estimate& of, const step_settings& as) {
  const step_schedule& step = of.best.step;
  s.heading(step.slowest_stage > 0 ? fmt::format("Where a step goes, on its slowest stage, {}", number_text(step.slowest_stage))
                                   : "Where a step goes");
  s.draw(step_time_chart(std::span(&of, 1)));
  table t({name_column(""), number_column("ms"), number_column("%"), number_column("hidden\nms"), drawn_column()});
  const double total = in_seconds(step.total());
  const int columns = std::clamp(s.width - 46, 10, 40);
  double before = 0;
  for (std::size_t i = 0; i < step_part_count; ++i) {
    const auto part = static_cast<step_part>(i);
    const double exposed = in_seconds(step[part].exposed);
    const double hidden = in_seconds(step[part].hidden);
    if (!(exposed > 0) && !(hidden > 0)) continue;
    t.add({name(part), rounded(exposed * 1e3), percent_text(exposed / total), hidden > 0 ? rounded(hidden * 1e3) : "",
           stacked_bar(before / total, exposed / total, hidden / total, columns, s.utf8)});
    before += exposed;
  }
  t.add_rule();
  t.add({{"step", style::strong}, rounded(total * 1e3), "", "", stacked_bar(0, 1, 0, columns, s.utf8)});
  s.write(t);
  s.print("\n");
  s.paragraph("  ", "Hidden is what goes on beside other parts, and takes nothing. No measured row tells the parts: the band is of the "
              "step.");
  if (const std::vector<std::string> all = not_measured(*of.best.job.training(), as); !all.empty())
    s.paragraph("  ", fmt::format("Not measured: {}. No measured step has it: it is by formula alone, and the band does not know it.", fmt::join(all, ", ")));
  if (const std::string all = not_counted_of(*of.best.job.training()); !all.empty()) s.paragraph("  ", fmt::format("Not counted: {}.", all));
}

void write_utilisation(session& s, const step_estimate& of, count document) {
  const training_job& job = *of.best.job.training();
  const figure<operation_rate> peak = peak_of(*of.fit.machine.gpu(), job.formats);
  if (!peak.is_known()) return;
  const precision format = multiplied_in(job.formats);
  s.heading(fmt::format("Utilisation of the dense {} peak, {}", name(format), rounded_text(*peak.known(), 4).view()));
  table t({name_column(""), name_column("counted by"), number_column("%"), number_column("within"), number_column("TFLOPS\na GPU"), text_column("as", 20)});
  const token_rate rate = tokens_per_second(of.tokens_per_second_per_gpu());
  for (const utilisation_convention& each : utilisation_conventions) {
    const figure<operation_count> counted = operations_of(each, job, document);
    if (!counted.is_known()) continue;
    t.add({name(each.kind), each.name, percent_text(utilisation(*counted.known(), rate, *peak.known())), within(100 * utilisation(*counted.known(), rate, *peak.known()), of_inverse(of.band), of),
           rounded(in_operations(*counted.known()) * in_tokens_per_second(rate) / 1e12), each.counts});
  }
  s.write(t);
  if (document > 0 && document < job.sequence) {
    s.print("\n");
    s.paragraph("  ", fmt::format("Published ways count attention over the whole sequence, which is more than documents of {} tokens need, so that they may be above 100 %; as computed, it is within them.", number_text(document)));
  }
}

void write_budget(session& s, const step_estimate& of, const estimate_request& asked) {
  if (!(asked.tokens > 0)) return;
  const budget made = budget_of(of, asked.tokens);
  s.heading(fmt::format("{} tokens", number_text(static_cast<count>(asked.tokens))));
  table t({name_column(""), number_column(""), number_column("within"), text_column("", 20)});
  const band_ends ends = of_figure(of.band);
  t.add({"days", rounded(in_days(made.time)), within(in_days(made.time), ends, of), ""});
  t.add({"GPU hours", rounded(made.gpu_hours), within(made.gpu_hours, ends, of), ""});
  t.add({"dollars", made.price.is_known() ? rounded(in_dollars(*made.price.known())) : "not known",
         made.price.is_known() ? within(in_dollars(*made.price.known()), ends, of) : "",
         of.is_priced ? fmt::format("{} of {} machines", short_text(counted::money_rate, in_base_units(of.price), unit_system::automatic),
                                    number_text(of.best.machines))
                      : no_price});
  t.add({"MWh", made.most.is_known() ? rounded(in_megawatt_hours(*made.most.known())) : "not known",
         made.most.is_known() ? within(in_megawatt_hours(*made.most.known()), ends, of) : "",
         made.most.is_known() ? fmt::format("at most, {} at their rated power all the time{}", made.of,
                                            made.most.is_confirmed() ? "" : "; the rating is not confirmed")
                              : "the catalogue has no rated power of the machine"});
  s.write(t);
}

void write_explanation(session& s, const step_estimate& of, const std::string& heading) {
  s.heading(heading);
  const binding_part binding = binding_of(of.best.step);
  s.paragraph("  ", fmt::format("{} % of a step are {}.", percent_text(binding.share), binding.name));
  s.print("\n");
  table t({name_column("with twice the"), number_column("tokens/s"), number_column("more\n%")});
  for (const doubled_rate& each : of.doubled)
    t.add({each.title, rounded(of.best.tokens_per_second * each.times), percent_text(each.times - 1)});
  s.write(t);
  if (!(of.clock > 0)) return;
  s.print("\n");
  s.paragraph("  ", fmt::format("Twice the matrix rate is with the power for it. At its own a GPU holds {} % of the clock that its peak is stated at, and of the same chip a higher stated peak brings hardly anything.",
                                percent_text(std::min(of.clock, 1.0))));
}

void write_one(session& s, const step_estimate& of, const planned_job& job, const estimate_request& asked,
               const step_report_options& options) {
  if (!of.is_known) {
    return write_none(s, of.fit, of.why);
  }
  const step_schedule& step = of.best.step;
  s.line(fmt::format("Estimate: {} a step, {} tokens/s, {} of a GPU", time_text(step.total()),
                                       rounded(of.best.tokens_per_second), rounded(of.tokens_per_second_per_gpu())), style::strong);
  if (of.band.errors.is_known())
    s.paragraph("", fmt::format("Measured, that may be {} s a step, {} tokens/s, {} of a GPU.", range_text(in_seconds(step.total()), of_figure(of.band)),
                range_text(of.best.tokens_per_second, of_inverse(of.band)), range_text(of.tokens_per_second_per_gpu(), of_inverse(of.band))));
  s.paragraph("", band_text(of.band));
  s.paragraph("", sentence_of(of.fit));
  if (const std::string search = search_text(of, asked.by); !search.empty()) s.paragraph("", search);
  s.print("\n");
  s.paragraph("  ", description_of(of.best.job, true));
  write_taken(s, of.layouts.besides.empty() ? job : with_chosen(job), std::span(&of.fit, 1), layout_taken(of.layouts, asked.by, of.fit), settings_taken(asked.settings, *of.best.job.training()));
  write_network(s, {of.fit.machine});
  if (!of.without_effect.empty()) s.paragraph("  ", without_effect_text(of.without_effect));
  write_left_out(s, job);
  write_parts(s, of, asked.settings);
  write_utilisation(s, of, asked.settings.document);
  write_budget(s, of, asked);
  if (options.explains) write_explanation(s, of, "What binds");
}

// What is chosen of a layout, too: "TP 2 x PP 4, 2 virtual stages, micro-batch 1, recompute full".
std::string arranged_text(const planned_job& job) {
  const auto& of = std::get<training_request>(job.asked);
  const count virtual_stages = of.job.parallelism.virtual_stages;
  std::string text = parallelism_text(job);
  if (virtual_stages > 1) text += fmt::format(", {}", so_many(virtual_stages, "virtual stage"));
  text += fmt::format(", micro-batch {}", number_text(of.job.micro_batch));
  return of.job.recompute.kind == recompute::none ? text : fmt::format("{}, recompute {}", text, of.recompute);
}

void write_several(session& s, const std::vector<step_estimate>& on, const estimate_request& asked, const step_report_options& options) {
  std::vector<column> columns{name_column("machine"), number_column("GPUs"), text_column("split", 20), number_column("step"),
                              number_column("tokens/s"), number_column("within"), number_column("of a\nGPU")};
  const bool has_budget = asked.tokens > 0;
  if (!has_budget) {
    columns.push_back(number_column("of the\nfirst %"));
  } else {
    columns.push_back(number_column("days"));
    columns.push_back(number_column("money"));
  }
  table t(std::move(columns));
  const double first = on.empty() || !on.front().is_known ? 0 : on.front().best.tokens_per_second;
  const auto add = [&](const step_estimate& of, const timed_layout& layout) {
    std::vector<cell> cells{of.fit.machine.name(), number_text(layout.step.gpus), of.layouts.besides.empty() ? parallelism_text(layout.job) : arranged_text(layout.job), time_text(layout.step.total()),
                            rounded(layout.tokens_per_second), within(layout.tokens_per_second, of_inverse(of.band), of), rounded(layout.tokens_per_second / static_cast<double>(layout.step.gpus))};
    if (!has_budget) {
      cells.emplace_back(percent_text(layout.tokens_per_second / first));
    } else {
      step_estimate alone = of;
      alone.best = layout;
      if (of.best.machines > 0) alone.price = scaled(of.price, static_cast<double>(layout.machines) / static_cast<double>(of.best.machines));
      const budget made = budget_of(alone, asked.tokens);
      cells.emplace_back(rounded(in_days(made.time)));
      cells.emplace_back(made.price.is_known() ? money_text(*made.price.known()) : "?");
    }
    t.add(std::move(cells));
  };
  for (const step_estimate& each : on) {
    if (!each.is_known) continue;
    add(each, each.best);
    if (options.compares)
      for (const timed_layout& other : each.others) add(each, other);
  }
  if (!t.empty()) {
    s.heading(fmt::format("On each, the best by {} first", name(asked.by)));
    s.draw(training_speed_chart(on));
    s.draw(step_time_chart(on));
    s.write(t);
  }
  if (!t.empty()) s.print("\n");
  for (const step_estimate& each : on)
    if (each.is_known) s.paragraph("  ", fmt::format("{}: {}", each.fit.machine.name(), band_text(each.band)));
  for (const step_estimate& each : on)
    if (each.is_known && !each.without_effect.empty()) s.paragraph("  ", fmt::format("{}: {}", each.fit.machine.name(), without_effect_text(each.without_effect)));
  for (const step_estimate& each : on)
    if (!each.is_known)
      s.write("\n" + paragraph("  ", fmt::format("{}: {}: {}.", each.fit.machine.name(), name(each.fit.outcome), each.why), s.width));
  if (!options.explains || on.size() < 2) return;
  for (const step_estimate& each : on)
    if (each.is_known) write_explanation(s, each, fmt::format("What binds on {}", each.fit.machine.name()));
}

}  // namespace

void write_step_estimates(session& s, const planned_job& job, const std::vector<step_estimate>& on, const estimate_request& asked,
                          const step_report_options& options) {
  write_title(s, job, std::string(title_of(job)), on);
  if (on.size() == 1) {
    write_one(s, on.front(), job, asked, options);
    if (options.compares && !on.front().others.empty()) write_several(s, on, asked, options);
  } else {
    const planned_job& shown = on.front().is_known ? on.front().best.job : job;
    write_best(s, on, job, asked.by, settings_taken(asked.settings, *shown.training()));
    write_several(s, on, asked, options);
  }
  write_storage(s, asked.storage, *job.training());
}

}  // namespace headroom::program
