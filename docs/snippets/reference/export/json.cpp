// SPDX-License-Identifier: BSL-1.0
#include <headroom/cluster/dynamic_cluster.hpp>
#include <headroom/export/json.hpp>
namespace hr = headroom;

namespace export_json_reference {  // hidden
nlohmann::ordered_json report_of(const hr::dynamic_cluster& held) {
  return hr::json_answer("report", {{"reports", {hr::json_of_cluster(held.groups())}}});
}
}  // namespace export_json_reference  // hidden
