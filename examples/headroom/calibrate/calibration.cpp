// SPDX-License-Identifier: BSL-1.0
#include "calibrate/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <headroom/math.hpp>
#include <headroom/read/common/models.hpp>
#include <optional>
#include <utility>

#include "validate/figures.hpp"
#include "validate/serving_speed_row.hpp"
#include "validate/settings.hpp"
#include "validate/step_row.hpp"
#include "reading.hpp"

namespace headroom::program {

namespace {

constexpr int least_figures = 5;
constexpr int most_parts = 5;
// Before any run a factor is taken to be 1, give or take so much of its logarithm.
constexpr double spread_before = 0.5;
// A larger error counts as its size and no more as its square (Huber): one odd table does not bend all.
constexpr double odd_error = 0.2;

// One figure of a run.
struct calibration_run {
  std::string kind{};
  int part = 0;
  nlohmann::json row{};
  validation::judged figure{};
  std::optional<validation::timed_server> server{};
  std::optional<validation::timed_job> job{};
};

// A time that is too long counts as a rate that is too low: the logarithm of ours over theirs, as of a time.
double log_error(const calibration_run& of, const efficiencies& by) {
  double found = 0;
  bool is_time = true;
  if (of.server.has_value()) {
    const validation::timed_server& server = *of.server;
    const serving_result at = validation::result_of(server, calibrated(by, measured_servers));
    found = validation::in_metric_of(of.figure, at, server.gpus);
    is_time = of.figure.metric == "ttft" || of.figure.metric == "tpot";
  } else if (of.job.has_value()) {
    const validation::timed_job& timed = *of.job;
    const step_schedule step = validation::known(step_time(timed.job, timed.on.is(), timed.settings, calibrated(by, measured_steps)));
    found = validation::in_metric_of(of.row, of.figure, timed, step);
    is_time = of.figure.metric.ends_with("_time");
  }
  const double error = std::log(found / of.figure.published);
  if (!std::isfinite(error)) throw validation::refusal("it is no time");
  return is_time ? error : -error;
}

// Own runs are of the newest software, unless they say of which. What else they do not say is what `estimate` takes, which the factors are for: not
// what publications take.
nlohmann::json as_own_run(nlohmann::json row, bool is_step) {
  namespace setting = validation::setting;
  if (!validation::config_of(row).is_object()) return row;
  nlohmann::json& c = row["config"];
  const auto take = [&](const char* key, const validation::names& as, nlohmann::json value) {
    if (!validation::has(c, as)) c[key] = std::move(value);
  };
  const bool names_version = std::ranges::any_of(validation::text(c, setting::framework, ""), ascii::is_digit);
  if (!names_version && !validation::has(c, setting::version) && !validation::has(c, setting::round)) take("date", setting::date, validation::newest_software);
  if (!is_step) {
    take("kv_dtype", setting::kv_cache, "bf16");
    return row;
  }
  if (validation::has(c, setting::global_batch) || validation::has(c, setting::micro_batches)) take("mbs", setting::micro_batch, 1);
  if (!validation::has(c, setting::schedule)) take("vp", {"vp"}, 1);
  if (!validation::has(c, setting::recomputed)) take("recompute", setting::recompute, "none");
  take("overlaps", setting::overlaps, true);
  take("async_tp", {"async_tp"}, true);
  return row;
}

void take_figure(calibration& into, std::vector<calibration_run>& all, const validation::read_row& read, const nlohmann::json& measure) {
  const nlohmann::json& row = read.row;
  const std::string metric = validation::text(measure, {"metric"}, "");
  const bool is_step = validation::is_dense_step(row, metric) || validation::is_expert_step(row, metric);
  const bool is_server =
      validation::is_replica_token(row, metric) || validation::is_replica_first_token(row, metric) || validation::is_serving_throughput(row, metric);
  if (!is_step && !is_server) return;
  calibration_run one{.kind = is_step ? "training step" : metric == "ttft" ? "TTFT" : metric == "tpot" ? "TPOT" : "throughput"};
  try {
    one.row = as_own_run(row, is_step);
    one.figure = validation::outline(one.row, "calibrate", measure);
    if (!one.figure.suspect.empty()) throw validation::refusal(one.figure.suspect);
    if (!one.figure.refused.empty()) throw validation::refusal(one.figure.refused);
    if (!(one.figure.published > 0)) throw validation::refusal("the figure is no more than 0");
    if (is_step) {
      one.job = validation::timed_job_of(one.row);
      one.job->settings.replays_graphs = one.job->settings.balanced_stages = false;
    }
    else one.server = validation::timed_server_of(one.row);
    static_cast<void>(log_error(one, {}));
  } catch (const validation::refusal& why) {
    refused_runs& runs = into.refused[why.what()];
    if (++runs.figures == 1) runs.first = read.place;
    return;
  }
  ++(is_step ? into.of_training : into.of_serving);
  all.push_back(std::move(one));
}

std::string group_of(const calibration_run& one) {
  const nlohmann::json& c = validation::config_of(one.row);
  return validation::text(c, {"model"}, "") + " " + validation::text(c, validation::setting::gpu, "");
}

// The runs of a model on a GPU are left out together where there are several such, for they are alike.
void divide(calibration& into, std::vector<calibration_run>& all) {
  std::map<std::string, int> groups;
  for (const calibration_run& each : all) groups.emplace(group_of(each), static_cast<int>(groups.size()));
  into.are_parts_groups = groups.size() >= 3;
  into.parts = into.are_parts_groups ? std::min(most_parts, static_cast<int>(groups.size())) : most_parts;
  for (std::size_t i = 0; i < all.size(); ++i) all[i].part = (into.are_parts_groups ? groups.at(group_of(all[i])) : static_cast<int>(i)) % into.parts;
}

constexpr std::size_t unknowns = training_factors.size() + serving_factors.size();
using vector_of_logs = std::array<double, unknowns>;

efficiencies factors_of(const vector_of_logs& logs) {
  efficiencies made;
  for (std::size_t i = 0; i < made.training.size(); ++i) made.training[i] = std::exp(logs[i]);
  for (std::size_t i = 0; i < made.serving.size(); ++i) made.serving[i] = std::exp(logs[made.training.size() + i]);
  return made;
}

// Elimination with the largest of each column first.
vector_of_logs solved(std::array<vector_of_logs, unknowns> left, vector_of_logs right) {
  for (std::size_t i = 0; i < unknowns; ++i) {
    std::size_t largest = i;
    for (std::size_t j = i + 1; j < unknowns; ++j)
      if (std::abs(left[j][i]) > std::abs(left[largest][i])) largest = j;
    std::swap(left[i], left[largest]);
    std::swap(right[i], right[largest]);
    for (std::size_t j = i + 1; j < unknowns; ++j) {
      const double times = left[j][i] / left[i][i];
      for (std::size_t k = i; k < unknowns; ++k) left[j][k] -= times * left[i][k];
      right[j] -= times * right[i];
    }
  }
  for (std::size_t i = unknowns; i-- > 0;) {
    for (std::size_t k = i + 1; k < unknowns; ++k) right[i] -= left[i][k] * right[k];
    right[i] /= left[i][i];
  }
  return right;
}

double loss_of(const std::vector<const calibration_run*>& of, const vector_of_logs& at) {
  double sum = 0;
  const efficiencies by = factors_of(at);
  for (const calibration_run* each : of) {
    const double size = std::abs(log_error(*each, by));
    sum += size < odd_error ? size * size : odd_error * (2 * size - odd_error);
  }
  return sum;
}

double drawn_to_1(const vector_of_logs& at, double stiffness) {
  double sum = 0;
  for (const double log : at) sum += stiffness * log * log;
  return sum;
}

// Gauss and Newton, with shorter steps where a whole one makes it worse.
vector_of_logs fitted_logs(const std::vector<const calibration_run*>& of) {
  vector_of_logs at{};
  double loss = loss_of(of, at);
  for (int round = 0; round < 12; ++round) {
    // The runs' own scatter says how much they tell.
    const double stiffness = loss / static_cast<double>(of.size()) / (spread_before * spread_before);
    std::array<vector_of_logs, unknowns> left{};
    vector_of_logs right{};
    for (std::size_t i = 0; i < unknowns; ++i) {
      left[i][i] = std::max(stiffness, 1e-9);
      right[i] = -stiffness * at[i];
    }
    const efficiencies here = factors_of(at);
    std::array<efficiencies, unknowns> aside{};
    constexpr double little = 1e-3;
    for (std::size_t i = 0; i < unknowns; ++i) {
      vector_of_logs moved = at;
      moved[i] += little;
      aside[i] = factors_of(moved);
    }
    for (const calibration_run* each : of) {
      const double error = log_error(*each, here);
      const double weight = std::min(1.0, odd_error / std::max(std::abs(error), 1e-9));
      vector_of_logs slopes{};
      const std::size_t first = each->job.has_value() ? 0 : training_factors.size();
      const std::size_t last = each->job.has_value() ? training_factors.size() : unknowns;
      for (std::size_t i = first; i < last; ++i) slopes[i] = (log_error(*each, aside[i]) - error) / little;
      for (std::size_t i = first; i < last; ++i) {
        right[i] -= weight * slopes[i] * error;
        for (std::size_t j = first; j < last; ++j) left[i][j] += weight * slopes[i] * slopes[j];
      }
    }
    const vector_of_logs step = solved(left, right);
    double share = 1;
    const double sum = loss + drawn_to_1(at, stiffness);
    double better = sum;
    vector_of_logs next = at;
    for (; share > 0.01; share /= 2) {
      for (std::size_t i = 0; i < unknowns; ++i) next[i] = std::clamp(at[i] + share * step[i], -2.0, 2.0);
      better = loss_of(of, next) + drawn_to_1(next, stiffness);
      if (better < sum) break;
    }
    if (!(better < sum)) break;
    const bool is_done = sum - better < 1e-4 * sum;
    at = next;
    loss = loss_of(of, at);
    if (is_done) break;
  }
  return at;
}

std::vector<calibration_errors> errors_of(const std::vector<calibration_run>& all, const std::vector<double>& logs) {
  std::map<std::string, std::vector<double>> kinds;
  for (std::size_t i = 0; i < all.size(); ++i) kinds[all[i].kind].push_back(logs[i]);
  std::vector<calibration_errors> made;
  for (const auto& [kind, errors] : kinds) {
    std::vector<double> sizes;
    double sum = 0;
    for (const double each : errors) {
      sizes.push_back(std::abs(std::expm1(each)));
      sum += each;
    }
    std::ranges::sort(sizes);
    const auto at = [&](double share) { return sizes[static_cast<std::size_t>(math::round(share * static_cast<double>(sizes.size() - 1)))]; };
    made.push_back({kind, static_cast<int>(sizes.size()), at(0.5), at(0.9), std::expm1(sum / static_cast<double>(errors.size()))});
  }
  return made;
}

}  // namespace

calibration calibrate(const validation::rows_read& rows) {
  calibration made;
  std::vector<calibration_run> all;
  for (const validation::read_row& each : rows.rows) {
    const nlohmann::json* figures = validation::find(each.row, {"measured"});
    if (figures == nullptr || !figures->is_array()) continue;
    for (const nlohmann::json& measure : *figures) take_figure(made, all, each, measure);
  }
  if (static_cast<int>(all.size()) < least_figures) {
    std::string why;
    for (const auto& [reason, runs] : made.refused) why += fmt::format("; {} of {}, the first {}: {}", runs.figures, rows.rows.size(), runs.first, reason);
    throw input_error(fmt::format("{} figures of runs can be computed: expected {} at least{}", all.size(), least_figures, why));
  }
  divide(made, all);

  std::vector<double> before;
  for (const calibration_run& each : all) before.push_back(log_error(each, {}));
  made.before = errors_of(all, before);
  std::vector<double> left_out(all.size());
  for (int part = 0; part < made.parts; ++part) {
    std::vector<const calibration_run*> others;
    for (const calibration_run& each : all)
      if (each.part != part) others.push_back(&each);
    const efficiencies by = factors_of(fitted_logs(others));
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].part == part) left_out[i] = log_error(all[i], by);
  }
  made.left_out = errors_of(all, left_out);
  std::vector<const calibration_run*> every;
  for (const calibration_run& each : all) every.push_back(&each);
  made.fitted = factors_of(fitted_logs(every));
  return made;
}

}  // namespace headroom::program
