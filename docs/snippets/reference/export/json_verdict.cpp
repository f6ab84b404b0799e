// SPDX-License-Identifier: BSL-1.0
#include <headroom/cluster/dynamic_cluster.hpp>
#include <headroom/demand/assess.hpp>
#include <headroom/export/json_verdict.hpp>
#include <string>
namespace hr = headroom;

namespace export_json_verdict_reference {  // hidden
std::string as_json(const hr::dynamic_cluster& held, const hr::demand& asked) {
  return hr::json_of(hr::assess(held.groups(), asked), asked.name).dump(2);
}
}  // namespace export_json_verdict_reference  // hidden
