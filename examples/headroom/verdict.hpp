// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/demand/verdict.hpp>
#include <headroom/unit_names.hpp>
#include <string>
#include <string_view>

#include "judgement.hpp"
#include "session.hpp"

namespace headroom::program {

style style_of(outcome of);

// Why a group is not eligible, or not known to be.
std::string reason_of(const group_standing& of, unit_system system);

// Need by need, machine by machine, how many more it takes, and the verdict. `what` is judged: "demand", "job".
void write_judgement(session& s, std::string_view what, const judgement& found, unit_system system);

}  // namespace headroom::program
