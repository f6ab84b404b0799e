// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/pricing.hpp>
#include <headroom/read/own/planned_job.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "estimate/serving_estimate.hpp"
#include "estimate/step_estimate.hpp"
#include "estimate/sweep_grid.hpp"
#include "fit/machine_fit.hpp"
#include "fit/swept.hpp"
#include "print/rows.hpp"
#include "reading.hpp"
#include "session.hpp"

// Estimates of many jobs, each a row that is printed as it is made: none is held.
namespace headroom::program {

struct estimate_sweep {
  std::vector<sweep_request> over{};  // several make a grid, of which the last goes fastest
  bool as_json = false;
  bool shows_progress = false;
};

// The best outcome of all rows, as exit status. Options that change nothing of any row are told on standard error. Throws input_error, before the first row, where a sweep is wrong.
exit_code write_sweep(session& s, const planned_job& job, const job_document& document, std::span<const asked_machine> machines, const pricing& terms,
                      const estimate_request& asked, const estimate_sweep& sweep);
exit_code write_sweep(session& s, const planned_job& job, const job_document& document, std::span<const asked_machine> machines, const pricing& terms,
                      const load_request& asked, const estimate_sweep& sweep);

// What is seen of a point beside its rows.
struct point_seen {
  outcome found = outcome::invalid;  // the best of its estimate
  bool is_known = false;
  std::vector<std::string_view> without_effect{};  // options that change nothing of it
};

// The rows of the point that a grid stands at, on one machine.
point_seen put_point(row_printer& to, const sweep_grid& at, const asked_machine& on, const pricing& terms, const estimate_request& asked);
point_seen put_point(row_printer& to, const sweep_grid& at, const asked_machine& on, const pricing& terms, const load_request& asked);

}  // namespace headroom::program
