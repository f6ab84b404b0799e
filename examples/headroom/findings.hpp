// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include <headroom/read/own/own_file.hpp>
#include "measure.hpp"
#include "reading.hpp"

namespace headroom::program {

// Figures behind a deployment's totals that a reader should not take for granted.
struct doubtful_figure {
  std::string_view machine{};
  input figure{};
};
struct open_dispute {
  const dispute* what = nullptr;
  std::vector<std::string> figures{};  // the disputed figures that the totals use
};

// Each once: those that no document confirms, and those that documents dispute, in the order of the report.
std::vector<doubtful_figure> unconfirmed_figures(const own_file& of);
std::vector<open_dispute> open_disputes(const own_file& of);

// Whether its figures are a secondary note's, kept as printed.
bool is_as_stated(const machine& m);

// What the totals are counted with, without rows that no machine of the deployment has.
std::vector<const measure*> measures_of(const own_file& of);

// A total for each GPU, VM, rack or scale-up domain. An average over a part of the cluster would be none, so unknown
// where some machines are not made of such parts.
figure<double> average(const own_file& of, const measure& what, divisor by);

}  // namespace headroom::program
