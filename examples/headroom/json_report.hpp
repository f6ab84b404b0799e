// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include <headroom/read/own/own_file.hpp>
#include "judgement.hpp"
#include "reading.hpp"

namespace headroom::program {

// The content of a report, for machines: numbers are {"value", "unit"} in base units. Keys stay what they are.
nlohmann::ordered_json json_report(const own_file& of, const std::optional<judgement>& found);

// The verdict on what is asked by that name.
nlohmann::ordered_json verdict_json(std::string_view asked, const judgement& found);

}  // namespace headroom::program
