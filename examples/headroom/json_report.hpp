// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "deployment.hpp"
#include "judgement.hpp"

namespace headroom::program {

// The content of a report, for machines: numbers are {"value", "unit"} in base units. Keys stay what they are.
nlohmann::ordered_json json_report(const deployment& of, const std::optional<judgement>& found);

}  // namespace headroom::program
