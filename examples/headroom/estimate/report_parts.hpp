// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fmt/format.h>

#include <headroom/count.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "estimate/objective.hpp"
#include "estimate/search.hpp"
#include "fit/fit_words.hpp"
#include "fit/machine_fit.hpp"
#include "print/lines.hpp"
#include "session.hpp"

// What estimates of training and of serving say alike.
namespace headroom::program {

inline constexpr std::string_view no_price = "no price of the machine in a region that was named: --region, or prices in the file";

std::string rounded(double x, int digits = 4);

// Why there is no estimate.
void write_none(session& s, const machine_fit& fit, std::string_view why);

// "the fastest layout on these machines"; empty where the job says its own.
std::string layout_taken(const layouts_found& found, objective by, const machine_fit& on);
// "with its micro-batch and recomputation"; empty: nothing is chosen besides the layout.
std::string besides_text(const layouts_found& found);

// What the job leaves open, and what was taken of it and of the settings.
void write_taken(session& s, const planned_job& job, std::span<const machine_fit> fits, std::string_view layout, std::string_view settings);

// How the networks between the machines are built, where somebody says it.
void write_network(session& s, const std::vector<machine>& machines);
template <class Found>
void write_network_of(session& s, const std::vector<Found>& all) {
  std::vector<machine> machines;
  for (const Found& each : all) machines.push_back(each.machine);
  write_network(s, machines);
}

// "Has no effect on the step: --graphs."
std::string without_effect_text(std::span<const std::string_view> options);

// What the model has that is not counted.
void write_left_out(session& s, const planned_job& job);

// Of what is chosen nothing is taken for granted.
planned_job with_chosen(planned_job job);

// The machine stands in the title where it is the only one, and the model where the job has a name of its own.
template <class Estimate>
void write_title(session& s, const planned_job& job, std::string title, const std::vector<Estimate>& on) {
  if (on.size() == 1) title += fmt::format(" on {}", on.front().fit.machine.name());
  s.title(title);
  if (!job.name.empty()) s.paragraph("  ", model_of(job).name);
}

// Of several machines the best, which is the first.
template <class Estimate>
void write_best(session& s, const std::vector<Estimate>& on, const planned_job& job, objective by, std::string_view settings) {
  if (on.front().is_known)
    s.line(fmt::format("Estimate: the best by {} is {}", name(by), on.front().fit.machine.name()), style::strong);
  s.print("\n");
  const std::string besides = besides_text(on.front().layouts);
  s.paragraph("  ", besides.empty() ? description_of(job, !job.sizes_itself()) : fmt::format("On the first: {}", description_of(on.front().best.job, true)));
  std::vector<machine_fit> fits;
  for (const Estimate& each : on) fits.push_back(each.fit);
  write_taken(s, besides.empty() ? job : with_chosen(job), fits, fmt::format("the best layout{} on each", besides), settings);
  write_network_of(s, fits);
}

}  // namespace headroom::program
