// SPDX-License-Identifier: BSL-1.0
#include "validate/print_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "print/lines.hpp"
#include <headroom/read/common/messages.hpp>
#include "print/json_output.hpp"
#include "print/table.hpp"
#include "reading.hpp"
#include "validate/family_chart.hpp"
#include "page/page_record.hpp"

namespace headroom::program::validation {

namespace {

// Beyond them decimals say nothing.
constexpr double most_percent = 1e7;

std::string percent(double error) {
  const double all = 100 * error == 0 ? 0.0 : 100 * error;
  return std::abs(all) < most_percent ? fmt::format("{:.1f}", all) : fmt::format("{:.1e}", all);
}
std::string signed_percent(double error) {
  if (!(std::abs(100 * error) < most_percent)) return fmt::format("{:+.1e}", 100 * error);
  const std::string text = fmt::format("{:+.1f}", 100 * error);
  return text == "-0.0" || text == "+0.0" ? "0.0" : text;
}

// As many decimals as were printed, and one more of ours.
std::string published_text(const judged& one, double value, int more) {
  if (std::abs(value) >= 1e15) return fmt::format("{:g}", value);
  const int decimals = one.step > 0 && one.step < 1 ? static_cast<int>(std::lround(-std::log10(one.step))) : 0;
  const bool whole = value == std::floor(value) || std::abs(value) >= 1e5;
  return fmt::format("{:.{}f}", value, std::min(decimals + (whole ? 0 : more), 9));
}

std::string count_of(int n, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", n, n == 1 ? one : several);
}

cell verdict_of(bool holds) { return holds ? cell("met", style::good) : cell("MISSED", style::bad); }
cell verdict_of(const standing& each) {
  if (!each.holds.has_value())
    return !each.part.empty() || each.of.figures > 0 ? cell()
           : each.family->is_shown_empty             ? cell("not measured", style::faint)
                                                     : cell("none", style::faint);
  return verdict_of(*each.holds);
}

void print_families(session& run, const validation_report& of) {
  table shown({name_column("family"), number_column("figures"), number_column("median\n%"), number_column("90 %\n%"),
               number_column("worst\n%"), number_column("bias\n%"), text_column("bar", 11), name_column("verdict")},
              0);
  for (const standing& each : of.families) {
    const bool has_errors = each.of.figures > 0 && each.family->bar.kind != bar_kind::misses;
    const auto error = [&](const std::string& text) { return has_errors ? text : std::string(); };
    const std::string misses = each.of.misses > 0 && each.family->bar.kind == bar_kind::misses
                                   ? count_of(each.of.misses, "miss", "misses") + ", "
                                   : "";
    std::string bar = each.part.empty() ? misses + bar_text(*each.family) : "";
    if (!each.part.empty() && each.fits_recomputed.has_value())
      bar = fmt::format("{}; {} with full recomputation", count_of(each.of.misses, "miss", "misses"),
                        each.fits_recomputed.value());
    if (each.apart > 0) bar += fmt::format("{}{} not counted", bar.empty() ? "" : "; ", each.apart);
    shown.add({each.part.empty() ? std::string(each.family->title) : "  " + printable(each.part),
               std::to_string(each.of.figures), error(percent(each.of.median)), error(percent(each.of.ninetieth)),
               error(percent(each.of.worst)), error(signed_percent(each.of.bias)),
               bar, verdict_of(each)});
  }
  if (shown.empty()) return;
  run.write("\n");
  run.write(shown);
}

void draw_families(session& run, const validation_report& of) {
  if (run.page == nullptr) return;
  run.page->add_heading(3, "Ours over published, with the bars");
  for (const family& each : families())
    if (const report::chart drawn = family_chart(each, of.found.figures); !drawn.all.front().points.empty()) run.draw(drawn);
}

std::vector<cell> line_of(const judged& one) {
  std::string remark = !one.refused.empty()   ? "refused: " + one.refused
                       : !one.suspect.empty() ? "not counted, suspect: " + one.suspect
                       : !one.confirmed       ? "not counted: not confirmed"
                                              : "";
  const family& of = *family_named(one.family);
  const bool is_missed = is_miss(of, one);
  if (is_missed) remark = "MISS";
  if (is_missed && one.fits_recomputed == true) remark = "MISS; fits with full recomputation";
  if (is_far(of, one)) remark = fmt::format("beyond {:g} %", of.bar.ninetieth * 100);
  const bool judged_at_all = one.refused.empty();
  const std::string unit = printable(one.unit.substr(0, one.unit.find(" (")));
  return {printable(one.id),
          printable(one.metric) + (unit.empty() ? "" : ", " + unit),
          one.step > 0 ? published_text(one, one.published, 0) : "",
          judged_at_all ? published_text(one, one.found, 1) : "",
          judged_at_all && of.bar.kind != bar_kind::misses ? signed_percent(one.error()) : "",
          {printable(remark), is_missed ? style::bad : style::faint}};
}

table lines_table() {
  return table({text_column("row", 22), text_column("figure", 12), number_column("published"), number_column("ours"),
                number_column("error\n%"), text_column("", 12)});
}

// Of a family with many figures the furthest that are too far.
constexpr std::size_t most_far = 5;

void print_misses(session& run, const validation_report& of) {
  table shown = lines_table();
  std::string not_shown;
  for (const family& each : families()) {
    std::vector<const judged*> far;
    for (const judged& one : of.found.figures) {
      if (one.family != each.name) continue;
      if (is_miss(each, one)) shown.add(line_of(one));
      else if (is_far(each, one)) far.push_back(&one);
    }
    std::ranges::stable_sort(far, [](const judged* a, const judged* b) { return std::abs(a->error()) > std::abs(b->error()); });
    if (far.size() > most_far) {
      not_shown += fmt::format("{}{} of {}", not_shown.empty() ? "" : ", ", far.size() - most_far, each.name);
      far.resize(most_far);
    }
    for (const judged* one : far) shown.add(line_of(*one));
  }
  if (shown.empty()) return;
  run.heading("Misses, and what is further off than nine in ten may be");
  run.write(shown);
  if (!not_shown.empty()) run.print("\n{}", paragraph("", fmt::format("Further off as well: {}; --rows shows them.", not_shown), run.width));
}

void print_rows(session& run, const validation_report& of) {
  for (const family& each : families()) {
    table shown = lines_table();
    for (const judged& one : of.found.figures)
      if (one.family == each.name) shown.add(line_of(one));
    if (shown.empty()) continue;
    run.heading(each.title);
    run.write(shown);
  }
}

void print_refused(session& run, const validation_report& of) {
  std::map<std::string, std::vector<const judged*>> by_reason;
  for (const judged& one : of.found.figures)
    if (!one.refused.empty()) by_reason[one.refused].push_back(&one);
  if (by_reason.empty()) return;
  run.heading("Refused");
  for (const auto& [reason, all] : by_reason) {
    std::string rows = printable(all.front()->id);
    if (all.size() > 1) rows += fmt::format(" and {} more", all.size() - 1);
    run.paragraph("  ", fmt::format("{}: {} ({})", count_of(static_cast<int>(all.size()), "figure", "figures"),
                  printable(reason), rows));
  }
}

void print_left_out(session& run, const validation_report& of) {
  int unconfirmed = 0;
  int suspect = 0;
  for (const judged& one : of.found.figures) {
    if (!one.refused.empty()) continue;
    if (!one.suspect.empty()) ++suspect;
    else if (!one.confirmed) ++unconfirmed;
  }
  std::string text;
  if (unconfirmed + suspect > 0)
    text += fmt::format("Judged and not counted: {} that nobody compared with the source, {} marked suspect. ",
                        count_of(unconfirmed, "figure", "figures"), suspect);
  std::string families_left;
  for (const auto& [name, rows] : of.found.not_judged)
    families_left += fmt::format("{}{} of {}", families_left.empty() ? "" : ", ", rows, printable(name));
  if (!families_left.empty()) text += fmt::format("Not judged: rows of which no family takes a figure, {}.", families_left);
  if (!text.empty()) run.print("\n{}", paragraph("", text, run.width));
}

void print_peers(session& run, const validation_report& of) {
  if (of.peers.empty()) return;
  table shown({text_column("tool", 20), name_column("family"), number_column("figures"), number_column("median\n%"),
               number_column("worst\n%"), number_column("ours\n%")});
  for (const peer_standing& each : of.peers)
    shown.add({each.peer, std::string(each.family->title), std::to_string(each.theirs.figures), percent(each.theirs.median),
               percent(each.theirs.worst), percent(each.ours.median)});
  run.heading("Other tools' formulas on the same figures");
  run.write(shown);
}

void print_rankings(session& run, const validation_report& of) {
  if (of.rankings.empty()) return;
  table shown({name_column("of the same job"), number_column("pairs"), number_column("right\n%"), text_column("bar", 11), name_column("verdict")}, 0);
  for (const ranked& each : of.rankings)
    shown.add({std::string(each.of->title), std::to_string(each.pairs), percent(each.share()), fmt::format("{:g} %", 100 * each.of->bar), verdict_of(each.holds())});
  run.heading("Which of two is faster, where published figures are more than 10 % apart");
  run.write(shown);
}

std::string summary(const validation_report& of) {
  std::string missed;
  int held = 0;
  const auto judge = [&](bool holds, std::string_view what, std::string_view name) {
    ++held;
    if (!holds) missed += fmt::format("{}{}{}", missed.empty() ? "" : ", ", what, name);
  };
  for (const standing& each : of.families)
    if (each.holds.has_value()) judge(*each.holds, "", each.family->name);
  for (const ranked& each : of.rankings) judge(each.holds(), "ranking of ", each.of->name);
  if (!missed.empty()) return "Bars missed by: " + missed + ".";
  if (held == 0) return "No figure that counts is held to a bar.";
  const auto refused = std::ranges::count_if(of.found.figures, [](const judged& one) { return !one.refused.empty(); });
  return refused == 0 ? "Every bar is met."
                      : fmt::format("Every bar is met by the figures judged; {} refused.", refused);
}

nlohmann::ordered_json errors_json(const standing& each) {
  nlohmann::ordered_json all{{"figures", each.of.figures}};
  const bool has_errors = each.of.figures > 0 && each.family->bar.kind != bar_kind::misses;
  const auto error = [&](double x) { return has_errors ? nlohmann::ordered_json(x) : nlohmann::ordered_json(nullptr); };
  all["median"] = error(each.of.median);
  all["p90"] = error(each.of.ninetieth);
  all["worst"] = error(each.of.worst);
  all["bias"] = error(each.of.bias);
  all["misses"] = each.of.misses;
  all["refused"] = each.refused;
  all["not_counted"] = each.apart;
  if (each.fits_recomputed.has_value()) all["fits_with_full_recomputation"] = *each.fits_recomputed;
  return all;
}

nlohmann::ordered_json families_json(const validation_report& of) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const standing& each : of.families) {
    nlohmann::ordered_json entry = errors_json(each);
    if (!each.part.empty()) {
      entry["part"] = each.part;
      all.back()["parts"].push_back(std::move(entry));
      continue;
    }
    entry["family"] = each.family->name;
    entry["title"] = each.family->title;
    entry["bar"] = bar_text(*each.family);
    entry["met"] = each.holds.has_value() ? nlohmann::ordered_json(*each.holds) : nlohmann::ordered_json(nullptr);
    entry["parts"] = nlohmann::ordered_json::array();
    all.push_back(std::move(entry));
  }
  return all;
}

nlohmann::ordered_json figure_json(const judged& one) {
  nlohmann::ordered_json all{{"id", one.id},     {"family", one.family},       {"part", one.part},
                             {"metric", one.metric}, {"unit", one.unit}, {"published", one.published},
                             {"step", one.step}, {"confirmed", one.confirmed}, {"counted", one.counts()}};
  if (!one.suspect.empty()) all["suspect"] = one.suspect;
  if (!one.refused.empty()) {
    all["refused"] = one.refused;
    return all;
  }
  all["found"] = one.found;
  all["error"] = one.error();
  all["miss"] = is_miss(*family_named(one.family), one);
  if (one.fits_recomputed.has_value()) all["fits_with_full_recomputation"] = *one.fits_recomputed;
  if (!one.job.empty()) {
    all["job"] = one.job;
    all["speed"] = one.speed;
    all["published_speed"] = one.published_speed();
    if (!one.gpu.empty()) all["gpu"] = one.gpu;
  }
  for (const peer_figure& peer : one.peers) all["peers"].push_back({{"tool", peer.peer}, {"found", peer.found}});
  return all;
}

}  // namespace

bool validation_report::holds() const {
  return std::ranges::none_of(families, [](const standing& each) { return each.holds == false; }) && std::ranges::all_of(rankings, &ranked::holds);
}

void print_report(session& run, const validation_report& of, bool each_row) {
  std::string head = "Published figures beside ours. An error is ours over theirs, less one; bias is its mean. Rows: " +
                     printable(of.rows_from);
  head += of.date.empty() ? "." : fmt::format(", of {}.", of.date);
  run.paragraph("", head);
  print_families(run, of);
  draw_families(run, of);
  print_misses(run, of);
  print_refused(run, of);
  print_left_out(run, of);
  print_rankings(run, of);
  print_peers(run, of);
  if (each_row) print_rows(run, of);
  run.print("\n{}", paragraph("", summary(of), run.width));
}

void print_report_json(session& run, const validation_report& of) {
  nlohmann::ordered_json all{{"rows_from", of.rows_from}};
  all["date"] = of.date.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(of.date);
  all["met"] = of.holds();
  all["families"] = families_json(of);
  all["peers"] = nlohmann::ordered_json::array();
  for (const peer_standing& each : of.peers)
    all["peers"].push_back({{"tool", each.peer},
                            {"family", each.family->name},
                            {"figures", each.theirs.figures},
                            {"median", each.theirs.median},
                            {"worst", each.theirs.worst},
                            {"our_median", each.ours.median},
                            {"our_worst", each.ours.worst}});
  all["rankings"] = nlohmann::ordered_json::array();
  for (const ranked& each : of.rankings)
    all["rankings"].push_back({{"ranking", each.of->name}, {"pairs", each.pairs}, {"right", each.right}, {"bar", each.of->bar}, {"met", each.holds()}});
  all["not_judged"] = nlohmann::ordered_json::object();
  for (const auto& [name, rows] : of.found.not_judged) all["not_judged"][name] = rows;
  all["figures"] = nlohmann::ordered_json::array();
  for (const judged& one : of.found.figures) all["figures"].push_back(figure_json(one));
  print_json_answer(run, "validate", all);
}

}  // namespace headroom::program::validation
