// SPDX-License-Identifier: BSL-1.0
#include <headroom/export/json_values.hpp>
namespace hr = headroom;

namespace export_json_values_reference {  // hidden
// {"headroom": "0.1.0", "format": 1, "command": "plan", "memory": {"value": 80000000000.0, "unit": "bytes"}}
nlohmann::ordered_json answer() { return hr::json_answer("plan", {{"memory", hr::json_of(hr::gigabytes(80))}}); }
}  // namespace export_json_values_reference  // hidden
