// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fit/machine_fit.hpp"

namespace headroom::program {

// A field of the job format, and what it is changed to: a number, a word or several.
struct job_change {
  std::string_view key{};
  std::variant<count, std::string_view, std::vector<std::string_view>> to{};
};

// What a job is changed to so that it fits, and the job that then does, with its layout.
struct remedy {
  std::vector<job_change> changes{};
  planned_job job{};
  figure<count> machines{};  // that it takes
  bool is_known = true;      // false: it fits if the machine's GPUs share a scale-up domain, which no source states
};

// The least change with which a job fits that does not: on the machines that there are, or else on more; none: nothing of
// what was tried is enough, or nothing is in need.
std::optional<remedy> remedy_of(const machine_fit& fit);

// "--recompute selective --recomputed norms,activation", as the program takes it.
std::string options_of(const std::vector<job_change>& changes);

}  // namespace headroom::program
