// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "calibrate/efficiencies.hpp"
#include "validate/row_files.hpp"

// Factors fitted to one's own runs, and how far off they are on runs that they were not fitted to.
namespace headroom::program {

// Of one kind of figure: absolute errors, and the mean of signed ones, of logarithms.
struct calibration_errors {
  std::string of{};  // "TPOT"
  int figures = 0;
  double median = 0;
  double ninetieth = 0;
  double bias = 0;
};

struct refused_runs {
  int figures = 0;
  std::string first{};  // "runs.csv, line 2"
};

struct calibration {
  efficiencies fitted{};
  int of_training = 0;  // figures
  int of_serving = 0;
  std::map<std::string, refused_runs> refused{};  // by reason
  int parts = 0;               // that were left out in turn
  bool are_parts_groups = false;  // each all runs of some models on some GPUs; else every so many-th run
  std::vector<calibration_errors> before{};
  std::vector<calibration_errors> left_out{};  // each figure by factors fitted to the other parts
};

// Refuses rows of which too few can be computed.
calibration calibrate(const validation::rows_read& rows);

}  // namespace headroom::program
