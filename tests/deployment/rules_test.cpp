// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules.hpp>

#include <deployment/small_deployments.hpp>

TEST_CASE("An empty deployment keeps every rule, on any machine") {
  for (const hr::rule& each : hr::all_rules()) {
    CAPTURE(each.name);
    CHECK(small::told(each.name, {}) == small::clean);
    CHECK(small::told(each.name, {}, small::on_gb300) == small::clean);
  }
  CHECK_CONSTEXPR(small::told("", {}, small::on_h100) == small::clean);
}

TEST_CASE("Rules are found by their names") {
  CHECK_CONSTEXPR(hr::find_rule("gpus_used")->worst == hr::finding_severity::error);
  CHECK_CONSTEXPR(hr::find_rule("gpus_stranded")->worst == hr::finding_severity::warning);
  CHECK_CONSTEXPR(hr::find_rule("gpus") == nullptr);
}
