// SPDX-License-Identifier: BSL-1.0
#include <check.hpp>
#include <validation/rows.hpp>

namespace validation_fleet_counts {

TEST_CASE("racks, VMs and GPUs of real fleets are met exactly") {
  const auto& all = validation_rows::judged_in("fleet_counts.json");
  CHECK(all.size() == 13 * 4 + 3 + 3);
  for (const validation_rows::judged& one : all) {
    CAPTURE(one.id);
    CAPTURE(one.metric);
    CHECK(one.refused == "");
    CHECK(one.found == one.published);
  }
}

}  // namespace validation_fleet_counts
