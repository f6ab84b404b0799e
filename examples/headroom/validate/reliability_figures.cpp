// SPDX-License-Identifier: BSL-1.0
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

#include <headroom/plan/checkpoints.hpp>
#include <headroom/plan/failures.hpp>
#include <headroom/read/common/messages.hpp>
#include <headroom/read/common/words.hpp>
#include "validate/figures.hpp"
#include "validate/names.hpp"
#include "validate/settings.hpp"
#include "reading.hpp"

// How often jobs are interrupted, from what others counted of the same GPU or from the row's own rate; and what checkpoints leave.
namespace headroom::program::validation {

namespace {

// Between what: failures that nobody planned, or all that interrupts a job ("job mean time to interrupt"), in the time that it ran.
enum class interruption { unplanned, any, any_while_running };
struct time_between {
  std::string_view name{};
  interruption of = interruption::unplanned;
};
constexpr std::array times_between{time_between{"mttf"}, time_between{"mtti_unexpected"}, time_between{"failure_interval"},
                                   time_between{"mtti_all", interruption::any}, time_between{"jmtti", interruption::any_while_running}};
constexpr std::array<std::string_view, 4> numbers_of_failures{"restarts", "unexpected", "failures", "xid_gpu_failures"};

// Of a number, or of a text that begins with one: "~57 (2021-11-11 to 2022-01-06)", "16,000 H100". Not of a bound: ">10,000".
double about(const json& c, const names& keys) {
  const json* said = find(c, keys);
  if (said == nullptr || !said->is_string()) return number(c, keys);
  std::string written = said->get<std::string>();
  std::erase(written, ',');
  if (written.starts_with('~')) written.erase(0, 1);
  char* rest = nullptr;
  const double n = std::strtod(written.c_str(), &rest);
  if (rest == written.c_str()) throw refusal(fmt::format("{} is no number", in_quotes(said->get<std::string>())));
  return n;
}

// What ran: "gpus" of a "gpu", or "components" of both.
struct cluster_of_row {
  count gpus = 0;
  std::string gpu{};
};
cluster_of_row cluster_of(const json& c) {
  constexpr names both{"components"};
  const bool is_in_one = !has(c, setting::gpus) && has(c, both);
  cluster_of_row found{whole_number(about(c, is_in_one ? both : setting::gpus), "gpus"), text(c, setting::gpu, "")};
  if (is_in_one) {
    const std::string said = text(c, both, "");
    found.gpu = said.substr(std::min(said.find(' '), said.size()));
  }
  return found;
}

// Machines, and the time between two failures of one: by the rate that the row says, or of the record of its GPU.
struct machines_that_fail {
  double machines = 0;
  duration of_one{};

  duration of_all() const { return of_one / machines; }
};
machines_that_fail machines_of(const json& c, interruption by = interruption::unplanned) {
  constexpr names a_day{"r_f_per_node_day"};
  constexpr names in_a_thousand_days{"rate_per_1000_node_days"};
  if (const bool is_daily = has(c, a_day); is_daily || has(c, in_a_thousand_days)) {
    const double rate = is_daily ? number(c, a_day) : number(c, in_a_thousand_days) / 1'000;
    if (!(rate > 0)) throw refusal("the rate of failures is not above 0");
    const count nodes = has(c, setting::nodes) ? degree(c, setting::nodes) : ceil_of(degree(c, setting::gpus), degree(c, {"gpus_per_node"}));
    return {static_cast<double>(nodes), days(1 / rate)};
  }
  const cluster_of_row on = cluster_of(c);
  const failure_record* record = failures_counted_of(gpu_named(on.gpu));
  if (record == nullptr) throw refusal(fmt::format("nobody whose record is here counted failures of {}", on.gpu));
  const double machines = static_cast<double>(on.gpus) / static_cast<double>(record->machine_gpus);
  if (!(machines > 0)) throw refusal("the row has no GPUs");
  if (has(c, "days") && std::abs(days(about(c, {"days"}) * machines) / record->watched - 1) < 1e-9)
    throw refusal("what was counted in the very time that the record of this GPU is of");
  return {machines, known(by == interruption::unplanned ? between_failures(*record) : between_interruptions(*record))};
}

duration interval_of(const json& c) {
  return known(best_interval(seconds(number(c, {"checkpoint_s"})), {.between = seconds(number(c, {"mtbi_s"})), .restart = seconds(number(c, {"mttr_s"}))}));
}

double share_kept(const json& c) {
  const checkpoints taken{.interval = minutes(number(c, {"interval_min"})), .stall = minutes(number(c, {"checkpoint_min"}))};
  return known(effective_share(taken, {.between = machines_of(c).of_all(), .restart = minutes(number(c, {"u0_min"}))}));
}

}  // namespace

void find_reliability(const json& row, judged& one) {
  const json& c = config_of(row);
  one.part = text(row, {"kind"}, "") == "measured" ? "counted" : "formulas";
  if (const time_between* asked = entry_called(one.metric, times_between)) {
    const double ran = asked->of == interruption::any_while_running ? measured(row, "job_uptime") / 100 : 1;
    one.found = in_unit_of(machines_of(c, asked->of).of_all() * ran, one.unit);
  } else if (is_one_of(one.metric, numbers_of_failures)) {
    const machines_that_fail those = machines_of(c);
    one.found = days(about(c, {"days"})) / those.of_all();
  } else if (one.metric == "optimal_interval") {
    one.found = in_unit_of(interval_of(c), one.unit);
  } else if (one.metric == "optimal_steps") {
    one.found = in_seconds(interval_of(c)) / number(c, {"step_s"});
  } else if (one.metric == "ettr" && one.unit == "fraction") {
    one.found = share_kept(c);
  } else {
    throw refusal("what somebody counted or wrote down, and nothing that the row has the inputs of");
  }
}

}  // namespace headroom::program::validation
