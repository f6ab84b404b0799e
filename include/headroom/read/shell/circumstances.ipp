// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/read/shell/circumstances.hpp>

namespace headroom::read::shell {

bool is_expected_once(const circumstances& in) {
  for (const choice* one = in.branch; one != nullptr; one = one->around)
    if (!one->is_expected) return false;
  return in.loop == nullptr || in.loop->round.has_value();
}

bool exclude_each_other(const circumstances& a, const circumstances& b) {
  for (const choice* one = a.branch; one != nullptr; one = one->around)
    for (const choice* other = b.branch; other != nullptr; other = other->around)
      if (one->construct == other->construct && one->branch != other->branch) return true;
  return false;
}

}  // namespace headroom::read::shell
