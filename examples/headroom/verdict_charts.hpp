// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/report/chart.hpp>
#include <vector>

#include <headroom/read/own/own_file.hpp>
#include "judgement.hpp"
#include "measure.hpp"

// Pictures of a deployment and of what is asked of it.
namespace headroom::program {

// How much of what there is a demand takes, line by line. Lines that cannot be judged are left out.
report::chart margins_chart(const judgement& found, unit_system system);

// The share of each machine in the totals, with the ones that are known for all.
report::chart shares_chart(const own_file& of, const std::vector<const measure*>& rows, unit_system system);

}  // namespace headroom::program
