// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

// What a micro-batch takes on a stage.
struct passes_1f1b {
  double forward = 0;
  double backward = 0;
};

// When each rank's last pass ends, pass by pass: a rank runs as many forward passes ahead as there are stages behind, then one forward and one back in turn, then
// the rest back (Narayanan et al., 2021, figure 3).
inline std::vector<double> ends_of_1f1b(const std::vector<passes_1f1b>& stages, std::size_t batches) {
  const std::size_t p = stages.size();
  const std::vector<double> of_none(batches, -1);
  std::vector<std::vector<double>> forward(p, of_none), backward(p, of_none);
  std::vector<std::size_t> there(p), back(p);
  std::vector<double> clock(p);
  for (std::size_t ended = 0; ended < 2 * p * batches;)
    for (std::size_t at = 0; at < p; ++at) {
      const bool is_forward = there[at] < batches && there[at] - back[at] < p - at;
      const std::size_t batch = is_forward ? there[at] : back[at];
      if (batch == batches) continue;
      const double before = is_forward ? (at == 0 ? 0 : forward[at - 1][batch]) : at == p - 1 ? forward[at][batch] : backward[at + 1][batch];
      if (before < 0) continue;
      clock[at] = std::max(clock[at], before) + (is_forward ? stages[at].forward : stages[at].backward);
      (is_forward ? forward : backward)[at][batch] = clock[at];
      ++(is_forward ? there : back)[at];
      ++ended;
    }
  return clock;
}

inline double run_1f1b(const std::vector<passes_1f1b>& stages, std::size_t batches) { return std::ranges::max(ends_of_1f1b(stages, batches)); }
