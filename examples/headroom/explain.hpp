// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/text/unit_names.hpp>

#include <headroom/read/own/own_file.hpp>
#include "measure.hpp"
#include "quotient.hpp"
#include "session.hpp"
#include "reading.hpp"

namespace headroom::program {

// Where one figure of a report comes from: the formula, the numbers put in, their documents and disputes.
void write_explanation(session& s, const own_file& of, const measure& what, unit_system system);
// The same of one total over another, then of both.
void write_explanation(session& s, const own_file& of, const quotient& what, unit_system system);

}  // namespace headroom::program
