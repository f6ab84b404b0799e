// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <headroom/cluster/group.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/plan/machine_mix.hpp>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "judgement.hpp"
#include "plan/site_power.hpp"
#include "session.hpp"

// The mix of machines that meets demands with least.
namespace headroom::program {

struct demand_mix {
  mix_objective least = mix_objective::price_per_hour;
  std::vector<mix_kind> kinds{};
  mix_limits within{};
  site_power power{};
  std::vector<left_by_power> left_out{};
  std::vector<mix_kind> kinds_without{};
  std::optional<figure<machine_mixes>> without{};  // a limit of power
  figure<machine_mixes> found{};
  std::string_view solver{};    // that was asked, too
  bool is_by_solver = false;    // false: it found nothing in its time, or nothing as good
  bool is_proved_here = false;  // of what is by the solver: the search agrees
  double bound_here = 0;        // of the search
  std::vector<figure<machine_mix>> alone{};  // each kind, the first of its mix, with nothing but what is reserved beside it
  std::vector<judgement> with{};             // of each demand with what it has of the mix that was found

  outcome standing() const;
  const machine_mix& mix() const { return found.known()->all; }
};

// Throws input_error where there are more kinds or demands than are searched, or a demand is not valid. Prices are those of the first.
demand_mix mix_for(const std::vector<mix_kind>& kinds, std::span<const demand> demands, mix_objective least, const mix_limits& within);
// With what machines draw, those that are left out for that, and what would be of these kinds without a limit of power.
void add_power(demand_mix& to, std::span<const demand> demands, const site_power& asked, std::vector<left_by_power> left_out, std::vector<mix_kind> without);
// With what was found.
void judge_mix(demand_mix& of, std::span<const demand> demands);

// Which figure of a machine is not known, and decides whether so many of it meet one of the demands; nothing: it is known whether they do.
std::optional<std::string> what_is_open(const machine& of, count at_most, std::span<const demand> demands);

std::vector<group> groups_of(const std::vector<mix_kind>& kinds, const std::array<count, most_kinds>& counts);
std::string mix_machines_text(const demand_mix& of);

nlohmann::ordered_json mix_json(const demand_mix& of, std::span<const demand> demands);
void write_mix(session& s, const demand_mix& of, std::span<const demand> demands);

}  // namespace headroom::program
