// SPDX-License-Identifier: BSL-1.0
#include "estimate/report_parts.hpp"

#include <algorithm>
#include <headroom/text/to_text.hpp>

#include "fit/network_words.hpp"

namespace headroom::program {

std::string rounded(double x, int digits) { return std::string(rounded_number(x, digits).view()); }

void write_none(session& s, const machine_fit& fit, std::string_view why) {
  s.line(fmt::format("Estimate: none, it {}", name(fit.outcome)), style::bad);
  s.paragraph("", fit.outcome == outcome::does_not_fit ? sentence_of(fit) + beside_it(fit) : fmt::format("{}.", why));
}

std::string layout_taken(const layouts_found& found, objective by, const machine_fit& on) {
  if (found.tried == 0) return {};
  return fmt::format("the {} layout{} on {}", by == objective::time ? "fastest" : "best", besides_text(found), on.is_held ? "these machines" : "the fewest machines with room");
}

std::string besides_text(const layouts_found& found) {
  std::string text;
  for (const std::string_view each : found.besides) text += fmt::format("{}{}", text.empty() ? " with its " : each == found.besides.back() ? " and " : ", ", each);
  return text;
}

planned_job with_chosen(planned_job job) {
  for (const std::string_view key : {"micro_batch", "recompute"}) job.said.push_back(key);
  return job;
}

void write_taken(session& s, const planned_job& job, std::span<const machine_fit> fits, std::string_view layout, std::string_view settings) {
  for (const std::string& taken : {taken_for_granted(job, fits, layout), std::string(settings)})
    if (!taken.empty()) s.paragraph("  ", taken);
}

void write_network(session& s, const std::vector<machine>& machines) {
  const auto text_of = [](const machine& of) {
    const leaf_switches* const leaves = leaves_of(of);
    return leaves == nullptr ? std::string() : leaves_text(*leaves);
  };
  const bool are_alike = std::ranges::all_of(machines, [&](const machine& each) { return text_of(each) == text_of(machines.front()); });
  for (const machine& each : machines) {
    if (const std::string text = text_of(each); !text.empty())
      s.paragraph("  ", are_alike ? fmt::format("Of the network: {}.", text) : fmt::format("Of the network of {}: {}.", each.name(), text));
    if (are_alike) return;
  }
}

std::string without_effect_text(std::span<const std::string_view> options) {
  return fmt::format("{} no effect on the step: {}.", options.size() == 1 ? "Has" : "Have", fmt::join(options, ", "));
}

void write_left_out(session& s, const planned_job& job) {
  if (const std::string_view left_out = model_of(job).leaves_out; !left_out.empty())
    s.paragraph("  ", fmt::format("Of the model, not counted: {}.", left_out));
}

}  // namespace headroom::program
