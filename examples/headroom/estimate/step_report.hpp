// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "estimate/step_estimate.hpp"
#include "session.hpp"

// Estimates of training as text.
namespace headroom::program {

struct step_report_options {
  bool explains = false;  // what twice the rates would bring
  bool compares = false;  // the next best layouts, too
};

// Of one job on each machine, in the order given.
void write_step_estimates(session& s, const planned_job& job, const std::vector<step_estimate>& on, const estimate_request& asked,
                          const step_report_options& options);

}  // namespace headroom::program
