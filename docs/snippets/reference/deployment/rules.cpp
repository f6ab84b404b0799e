// SPDX-License-Identifier: BSL-1.0
#include <headroom/deployment/rules.hpp>
namespace hr = headroom;

namespace deployment_rules_reference {  // hidden
static_assert(hr::find_rule("gpus_stranded")->worst == hr::finding_severity::warning);
static_assert(hr::find_rule("no_such_rule") == nullptr);
}  // namespace deployment_rules_reference  // hidden
