// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/text/unit_names.hpp>
#include <optional>

#include <headroom/read/own/own_file.hpp>
#include "fit/fit_plan.hpp"
#include "judgement.hpp"
#include "session.hpp"
#include "reading.hpp"

namespace headroom::program {

// What a deployment is, what it adds up to, where it lies, what it costs, what is doubtful, and the verdicts on its
// demand and its jobs.
void write_report(session& s, const own_file& of, const std::optional<judgement>& found, const deployment_fit& jobs,
                  unit_system system);

// The last part of it.
void write_verdict(session& s, const own_file& of, const judgement& found, unit_system system);

}  // namespace headroom::program
