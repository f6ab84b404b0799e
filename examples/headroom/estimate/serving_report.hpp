// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "estimate/serving_estimate.hpp"
#include "session.hpp"

// Estimates of serving as text.
namespace headroom::program {

struct serving_report_options {
  bool explains = false;  // what binds, and what twice the rates would bring
  bool compares = false;  // the next best layouts, too
};

// Of one job on each machine, in the order given.
void write_serving_estimates(session& s, const planned_job& job, const std::vector<serving_estimate>& on, const load_request& asked,
                             const serving_report_options& options);

}  // namespace headroom::program
