// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <headroom/count.hpp>
#include <headroom/plan/sweep.hpp>
#include <headroom/read/own/own_file.hpp>
#include <memory>
#include <string>
#include <vector>

#include "estimate/serving_estimate.hpp"
#include "estimate/step_estimate.hpp"
#include "estimate/sweep_grid.hpp"
#include "fit/job_document.hpp"
#include "fit/machine_fit.hpp"
#include "io.hpp"
#include "reading.hpp"

namespace headroom::program {

// One job in one grid of settings, on each of its machines; the machine goes fastest.
struct sweep_block {
  std::string job{};  // empty: there is but one
  const own_file* of = nullptr;
  std::vector<asked_machine> machines{};
  sweep_grid grid;

  count points() const { return multiply(grid.size(), static_cast<count>(machines.size())); }
};

// What a spec of `headroom sweep` asks for: a deployment file with "sweep" in it.
class sweep_spec {
 public:
  // Throws input_error, with the place, where something is wrong.
  sweep_spec(const io& from, const std::string& file);

  count points() const { return points_; }
  // The same for specs that say the same of the same models to the same version of the program.
  const std::string& identity() const { return identity_; }
  // Rows of CSV under their header, with every text in quotes. Empty where it was told to stop before a point.
  std::string rows(const sweep_chunk& of, const std::function<bool()>& goes_on) const;

 private:
  friend class sweep_reader;
  std::vector<std::unique_ptr<own_file>> files_{};  // one a job
  std::vector<std::unique_ptr<const job_document>> documents_{};  // likewise
  std::vector<sweep_block> blocks_{};
  estimate_request training_{};
  load_request serving_{};
  count points_ = 0;
  std::string identity_{};
};

}  // namespace headroom::program
