// SPDX-License-Identifier: BSL-1.0
#include "estimate/sweep.hpp"

#include <algorithm>
#include <headroom/training/utilisation.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "estimate/part_key.hpp"
#include "estimate/report_parts.hpp"
#include "estimate/step_words.hpp"
#include "estimate/sweep_grid.hpp"
#include "judgement.hpp"
#include "print/progress.hpp"
#include "print/rows.hpp"

namespace headroom::program {

namespace {

// The names of a figure and of what a measurement of it may find.
struct within_names {
  std::string_view figure;
  std::string_view low;
  std::string_view high;
};

void put_within(row_printer& to, const within_names& names, bool is_known, double value, const stated_band& band, const band_ends& ends) {
  const auto times = [&](double end) { return [=] { return value * end; }; };
  const bool has_band = is_known && band.errors.is_known();
  to.put_if(is_known, names.figure, times(1));
  to.put_if(has_band, names.low, times(ends.least));
  to.put_if(has_band, names.high, times(ends.most));
}

// What a row has before its figures: the settings, the machine, and whether there are figures.
void put_head(row_printer& to, const sweep_grid& at, std::string_view machine, outcome found, std::string_view why) {
  at.put_settings(to);
  to.put("machine", machine);
  to.put("outcome", name(found));
  to.put("why", why);
}

// A degree of the layout, unless it is one of the settings.
void put_degree(row_printer& to, const sweep_grid& at, bool is_known, std::string_view key, count degree) {
  if (!at.sets(key)) to.put_if(is_known, key, [&] { return degree; });
}

// "mfu_palm", "hfu_as_computed", in the order of the conventions.
const std::vector<std::string>& utilisation_names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> made;
    for (const utilisation_convention& each : utilisation_conventions) {
      made.push_back(fmt::format("{}_{}", name(each.kind), part_key(each.name)));
      std::ranges::transform(made.back(), made.back().begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    }
    return made;
  }();
  return all;
}

void put_utilisation(row_printer& to, const step_estimate& of, count document) {
  const training_job* const job = of.is_known ? of.best.job.training() : nullptr;
  const figure<operation_rate> peak = job == nullptr ? figure<operation_rate>(unknown) : peak_of(*of.fit.machine.gpu(), job->formats);
  for (std::size_t i = 0; i < utilisation_conventions.size(); ++i) {
    const figure<operation_count> counted = peak.is_known() ? operations_of(utilisation_conventions[i], *job, document) : figure<operation_count>(unknown);
    to.put_if(counted.is_known(), utilisation_names()[i],
              [&] { return utilisation(*counted.known(), tokens_per_second(of.tokens_per_second_per_gpu()), *peak.known()); });
  }
}

void put_step(row_printer& to, const sweep_grid& at, const step_estimate& of, const estimate_request& asked) {
  put_head(to, at, of.fit.machine.name(), of.fit.outcome, of.why);
  const timed_layout& best = of.best;
  const bool is_known = of.is_known;
  const parallelism by = is_known ? best.job.training()->parallelism : parallelism{};
  to.put_if(is_known && best.machines > 0, "machines", [&] { return best.machines; });
  to.put_if(is_known, "gpus", [&] { return best.step.gpus; });
  put_degree(to, at, is_known, "tensor_parallel", by.tensor);
  put_degree(to, at, is_known, "pipeline_parallel", by.pipeline);
  put_degree(to, at, is_known, "data_parallel", by.data);
  put_degree(to, at, is_known, "context_parallel", by.context);
  put_degree(to, at, is_known, "expert_parallel", by.expert);
  put_degree(to, at, is_known, "virtual_stages", by.virtual_stages);
  put_degree(to, at, is_known, "micro_batch", is_known ? best.job.training()->micro_batch : 0);
  put_degree(to, at, is_known, "micro_batches", is_known ? best.job.training()->micro_batches : 0);
  if (!at.sets("recompute")) to.put_if(is_known, "recompute", [&] { return name_of(recompute_names, best.job.training()->recompute.kind); });
  put_within(to, {"step_seconds", "step_seconds_low", "step_seconds_high"}, is_known, in_seconds(best.step.total()), of.band, of_figure(of.band));
  put_within(to, {"tokens_per_second", "tokens_per_second_low", "tokens_per_second_high"}, is_known, best.tokens_per_second, of.band,
             of_inverse(of.band));
  to.put_if(is_known, "tokens_per_second_per_gpu", [&] { return of.tokens_per_second_per_gpu(); });
  put_utilisation(to, of, asked.settings.document);
  to.put_if(of.is_priced, "dollars_per_hour", [&] { return in_dollars_per_hour(of.price); });
  to.put_if(of.is_priced, "dollars_per_million_tokens", [&] { return in_base_units(of.price) / best.tokens_per_second * 1e6; });
  if (asked.tokens > 0) {
    const budget all = is_known ? budget_of(of, asked.tokens) : budget{};
    to.put_if(is_known, "days", [&] { return in_days(all.time); });
    to.put_if(of.is_priced, "dollars", [&] { return in_dollars(*all.price.known()); });
  }
  to.put_if(is_known, "binding", [&] { return binding_of(best.step).name; });
}

void put_load(row_printer& to, const sweep_grid& at, const serving_estimate& of, const served_load& load, bool has_first_token) {
  put_head(to, at, of.fit.machine.name(), of.fit.outcome, of.why);
  const bool is_known = of.is_known;
  const serving_job by = is_known ? *of.best.job.serving() : serving_job{};
  to.put_if(is_known, "gpus", [&] { return of.gpus; });
  put_degree(to, at, is_known, "tensor_parallel", by.tensor_parallel);
  put_degree(to, at, is_known, "pipeline_parallel", by.pipeline_parallel);
  put_degree(to, at, is_known, "data_parallel", by.data_parallel);
  put_degree(to, at, is_known, "prompt", of.requests.prompt);
  put_degree(to, at, is_known, "answer", of.requests.answer);
  put_degree(to, at, is_known && has_first_token, "concurrency", load.clients);
  const serving_result& is = load.at;
  put_within(to, {"ttft_seconds", "ttft_seconds_low", "ttft_seconds_high"}, is_known && has_first_token, in_seconds(is.first_token), of.first_token,
             of_figure(of.first_token));
  put_within(to, {"tpot_seconds", "tpot_seconds_low", "tpot_seconds_high"}, is_known, in_seconds(is.token), of.token, of_figure(of.token));
  put_within(to, {"tokens_per_second", "tokens_per_second_low", "tokens_per_second_high"}, is_known, in_tokens_per_second(is.output), of.throughput,
             of_figure(of.throughput));
  to.put_if(is_known, "tokens_per_second_per_gpu", [&] { return in_tokens_per_second(is.output_per_gpu); });
  to.put_if(is_known, "tokens_per_second_per_user", [&] { return in_tokens_per_second(is.output_per_user); });
  to.put_if(is_known, "sequences", [&] { return is.sequences; });
  to.put_if(is_known, "requests_per_second", [&] { return in_requests_per_second(is.requests); });
  const token_prices prices = of.is_priced ? prices_of(of, is) : token_prices{};
  to.put_if(of.is_priced, "dollars_per_gpu_hour", [&] { return in_dollars_per_hour(of.gpu_price); });
  to.put_if(of.is_priced, "dollars_per_million_tokens", [&] { return in_dollars(prices.of_answers_in_all); });
  to.put_if(is_known, "binding", [&] { return binding_of(is.step).name; });
}

template <class Estimate>
Estimate no_estimate(const asked_machine& on, std::string why) {
  return {.fit = {.machine = on.machine, .outcome = outcome::invalid, .why = {}}, .why = std::move(why)};
}

serving_estimate load_estimate(const sweep_grid& at, const asked_machine& on, const pricing& terms) {
  std::string why(at.wrong());
  if (why.empty()) why = contradiction(at.load(), at.job());
  return why.empty() ? serving_estimate_on(on, at.job(), terms, at.load()) : no_estimate<serving_estimate>(on, std::move(why));
}

// Each point on each machine, with what has been seen of their outcomes.
template <class Asked>
exit_code write_rows(session& s, sweep_grid& grid, std::span<const asked_machine> machines, const pricing& terms, const Asked& asked,
                     const estimate_sweep& sweep) {
  constexpr std::size_t most_held = 1 << 16;
  row_printer to(s.out, sweep.as_json ? row_form::json : row_form::csv);
  std::optional<progress> shown(std::in_place, *s.outside, multiply(grid.size(), static_cast<count>(machines.size())), sweep.shows_progress);
  outcome best = outcome::does_not_fit;
  bool is_any_job = false;
  std::optional<std::vector<std::string_view>> without_effect;  // of all rows; none: there was no row yet
  do {
    for (const asked_machine& each : machines) {
      const point_seen seen = put_point(to, grid, each, terms, asked);
      is_any_job = is_any_job || seen.found != outcome::invalid;
      best = std::min(best, seen.found);
      if (seen.is_known && without_effect.has_value())
        std::erase_if(*without_effect, [&](std::string_view option) { return std::ranges::find(seen.without_effect, option) == seen.without_effect.end(); });
      else if (seen.is_known) without_effect = seen.without_effect;
      if (shown->step() || s.out.size() >= most_held) s.flush();
    }
  } while (grid.next());
  shown.reset();
  // Not among the rows, which are read by programs.
  if (without_effect.has_value() && !without_effect->empty()) s.outside->tell(fmt::format("headroom: of all rows: {}\n", without_effect_text(*without_effect)));
  return is_any_job ? exit_of(best) : cannot_be_judged;
}

}  // namespace

point_seen put_point(row_printer& to, const sweep_grid& at, const asked_machine& on, const pricing& terms, const estimate_request& asked) {
  estimate_request of_point = asked;
  if (at.wrong().empty()) of_point.settings = with_checkpoints(asked.settings, asked.storage, *at.job().training());
  const step_estimate found = at.wrong().empty() ? step_estimate_on(on, at.job(), terms, of_point) : no_estimate<step_estimate>(on, std::string(at.wrong()));
  put_step(to, at, found, asked);
  to.end_row();
  return {found.fit.outcome, found.is_known, found.without_effect};
}

point_seen put_point(row_printer& to, const sweep_grid& at, const asked_machine& on, const pricing& terms, const load_request&) {
  const serving_estimate found = load_estimate(at, on, terms);
  const auto put = [&](const served_load& load, bool has_first_token) {
    put_load(to, at, found, load, has_first_token);
    to.end_row();
  };
  if (found.within_limit.has_value()) put(*found.within_limit, false);
  else if (!found.is_known) put({}, false);
  else
    for (const served_load& each : found.loads) put(each, true);
  return {found.fit.outcome, found.is_known, found.without_effect};
}

exit_code write_sweep(session& s, const planned_job& job, const job_document& document, std::span<const asked_machine> machines, const pricing& terms, const estimate_request& asked,
                      const estimate_sweep& sweep) {
  const load_request none;
  sweep_grid grid(job, document, none, sweep.over);
  return write_rows(s, grid, machines, terms, asked, sweep);
}

exit_code write_sweep(session& s, const planned_job& job, const job_document& document, std::span<const asked_machine> machines, const pricing& terms, const load_request& asked,
                      const estimate_sweep& sweep) {
  sweep_grid grid(job, document, asked, sweep.over);
  return write_rows(s, grid, machines, terms, asked, sweep);
}

}  // namespace headroom::program
