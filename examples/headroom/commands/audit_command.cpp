// SPDX-License-Identifier: BSL-1.0
#include "commands/audit_command.hpp"

#include <algorithm>
#include <headroom/report/headlines.hpp>
#include <memory>
#include <headroom/export/json_values.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "print/json_output.hpp"
#include "print/lines.hpp"
#include "print/provenance.hpp"

namespace headroom::program {

namespace {

std::ptrdiff_t how_many(reproduction found) {
  return std::count_if(headlines.begin(), headlines.end(), [=](const headline& each) { return each.found() == found; });
}

bool all_stand() {
  return std::all_of(headlines.begin(), headlines.end(),
                     [](const headline& each) { return each.stands_as_expected(); });
}

std::string verdict_text(const session& run, const headline& h) {
  if (!h.stands_as_expected()) return run.styled(fmt::format("UNEXPECTED: {}", name(h.found())), style::bad);
  switch (h.found()) {
    case reproduction::reproduces:
      return run.styled("yes", style::good);
    case reproduction::does_not_reproduce:
      return run.styled(h.conflict == nullptr ? "no" : fmt::format("no: {}", h.conflict->id), style::doubtful);
    case reproduction::not_a_check:
      return run.styled("no check", style::faint);
    case reproduction::parts_not_published:
      break;
  }
  return run.styled("no parts", style::faint);
}

std::string summary() {
  const std::string counts =
      fmt::format("{} headlines: {} reproduce, {} do not, {} are no checks, {} has no published parts.",
                  headlines.size(), how_many(reproduction::reproduces), how_many(reproduction::does_not_reproduce),
                  how_many(reproduction::not_a_check), how_many(reproduction::parts_not_published));
  if (all_stand()) return counts + " All stand as expected.";
  const auto changed = std::count_if(headlines.begin(), headlines.end(),
                                     [](const headline& each) { return !each.stands_as_expected(); });
  return fmt::format("{} {} not as expected: the catalogue or the print has changed.", counts, changed);
}

void print_text(session& run) {
  // One line each, where there is room.
  constexpr int width_of_line = 80;
  constexpr std::string_view line = "{:<3}  {:<31}  {:>9}  {:>11}  {:<8}  {}\n";
  const bool has_room = run.width >= width_of_line;
  if (has_room) run.print(line, "id", "headline", "printed", "recomputed", "unit", "verdict");
  std::string_view system;
  for (const headline& h : headlines) {
    if (h.system != system) run.title(h.system);
    system = h.system;
    const text printed = printed_text(h);
    const text computed = computed_text(h);
    if (has_room) {
      run.print(line, h.id, h.says, printed.view(), computed.view(), h.unit, verdict_text(run, h));
      continue;
    }
    run.paragraph(fmt::format("{:<3}  ", h.id), h.says);
    run.paragraph("     ",
                  fmt::format("printed {}, recomputed {} {}: {}", printed.view(), computed.view(), h.unit, verdict_text(run, h)));
  }
  run.heading("Why some do not reproduce, and what to know of others");
  for (const headline& h : headlines) {
    if (h.reason.empty()) continue;
    const std::string conflict =
        h.conflict == nullptr ? "" : fmt::format(" ({}: {})", h.conflict->id, h.conflict->subject);
    run.paragraph(fmt::format("  {:<3}  ", h.id), fmt::format("{}{}", h.reason, conflict));
  }
  run.print("\n{}", paragraph("", summary(), run.width));
}

void print_json(session& run) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const headline& h : headlines) {
    nlohmann::ordered_json each{{"id", h.id}, {"system", h.system}, {"says", h.says}, {"unit", h.unit}};
    each["printed"] = h.printed.is_known() ? nlohmann::ordered_json(*h.printed.known()) : nlohmann::ordered_json(nullptr);
    each["step"] = h.step > 0 ? nlohmann::ordered_json(h.step) : nlohmann::ordered_json(nullptr);
    each["computed"] = h.computed;
    each["formula"] = h.formula;
    each["verdict"] = name(h.found());
    each["as_expected"] = h.stands_as_expected();
    each["printed_by"] = json_of(h.from);
    each["conflict"] = json_of(h.conflict);
    if (!h.reason.empty()) each["reason"] = h.reason;
    all.push_back(std::move(each));
  }
  print_json_answer(run, "audit", {{"headlines", std::move(all)}, {"as_expected", all_stand()}});
}

}  // namespace

void add_audit_command(CLI::App& app, session& run) {
  CLI::App* command =
      app.add_subcommand("audit", "Published headline figures (H1 to H71), computed again from their parts");
  const auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "Print JSON");
  command->footer(
      "Examples:\n"
      "  headroom audit\n"
      "  headroom audit --json | jq '.headlines[] | select(.verdict == \"does not reproduce\")'\n"
      "\n"
      "Exit status: 0 each verdict is the expected one, 1 one has changed.");
  command->callback([&run, as_json] {
    *as_json ? print_json(run) : print_text(run);
    run.exit = all_stand() ? fits_or_nothing_to_judge : does_not_fit;
  });
}

}  // namespace headroom::program
