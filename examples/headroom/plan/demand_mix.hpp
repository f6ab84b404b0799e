// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/demand/demand.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/plan/machine_mix.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fit/machine_fit.hpp"
#include "judgement.hpp"
#include "session.hpp"

// The mix of machines that meets a demand with least.
namespace headroom::program {

struct demand_mix {
  mix_objective least = mix_objective::price_per_hour;
  std::vector<mix_kind> kinds{};
  figure<machine_mix> found{};
  std::vector<figure<machine_mix>> alone{};  // each kind by itself
  judgement with{};                          // of the mix that was found
  outcome standing() const;
};

// Throws input_error where there are more kinds than are searched, or the demand is not valid.
demand_mix mix_for(const std::vector<asked_machine>& machines, const demand& asked, mix_objective least);

nlohmann::ordered_json mix_json(const demand_mix& of, const demand& asked);
void write_mix(session& s, const demand_mix& of);

}  // namespace headroom::program
