// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/circumstances.hpp>

namespace headroom::read::shell {

bool is_expected_once(const circumstances& in) {
  for (const choice* one = in.branch; one != nullptr; one = one->around)
    if (!one->is_expected) return false;
  return in.loop == nullptr || in.loop->round.has_value();
}

}  // namespace headroom::read::shell
