// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plan/training_search.hpp"
#include "reading.hpp"
#include "session.hpp"

// What is said of plans of training in sentences.
namespace headroom::program {

// "cheapest", "fastest", ...
std::string_view best_by(plan_amount of);

// "48 x Standard_ND96isr_H200_v5"
std::string machines_text(const machine_plans& of, const plan_of_count& plan);
// "TP 4 x DP 96, micro-batch 2, recompute selective (norms, activation)"
std::string arrangement_text(const plan_of_count& plan);
std::string days_text(const duration& x);
std::string dollars_text(const figure<money>& x);
// "26.5 days, $6,007,000"
std::string amounts_text(const plan_amounts& of);

// The best within the limits but for the first, of any machine.
std::optional<plan_at> runner_up(const std::vector<machine_plans>& all, const plan_objective& asked);

// Whether the other alone is with what failures cost.
bool is_spared_failures(const plan_of_count& of, const plan_of_count& beside);
// That some of those that are ranked count failures and others cannot; empty: they are alike in it.
std::string unlike_text(const std::vector<machine_plans>& all);
// Whether the order of the first two is certain within the bands of their errors; null: nobody knows.
std::optional<bool> is_certain(const plan_at& first, const plan_at& second, plan_amount by);
std::string certainty_text(const plan_at& first, const plan_at& second, plan_amount by);

// Why the second takes more: an hour of its GPUs costs more, or it takes more of them; and what the steps of another machine wait for.
std::string why_behind(const plan_at& first, const plan_at& second, plan_amount by);

// Names that one reason is told of.
using reasons = std::vector<std::pair<std::string, std::vector<std::string_view>>>;
void add_reason(reasons& to, const std::string& why, std::string_view name);
void write_reasons(session& s, const reasons& of);

// What more money, or more of them, would buy.
std::string what_is_sooner(std::string_view with, const sooner_plan& of, const plan_objective& asked);
// What a limit costs, or that it binds nothing.
std::string what_binds(const std::vector<machine_plans>& all, const plan_objective& asked);

// What failures cost a plan, or why that is not known.
std::string failures_text(const machine_plans& of, const plan_of_count& plan, const step_estimate& estimate, const plan_request& asked);

// "3 spare replicas for those that fail.", or that failures are not counted.
std::string spares_text(count spares, std::string_view of_what);

// "273 to 351" days, "44.8" kW of its GPUs, or "?".
std::string within_text(const step_estimate& of, double value);
std::string kilowatts_text(const figure<power>& of);

// The plan that comes nearest, where none is within the limits.
std::string nearest_miss(const machine_plans& of, const plan_objective& asked);

}  // namespace headroom::program
