// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/demand/assess.hpp>
#include <headroom/demand/growth.hpp>
#include <optional>
#include <span>
#include <vector>

#include <headroom/read/own/own_file.hpp>
#include "session.hpp"
#include "reading.hpp"

namespace headroom::program {

// A deployment held against its demand.
struct judgement {
  headroom::verdict verdict{};
  // One for each group; empty where the groups are so many that trying each would take minutes.
  std::vector<figure<count>> more{};
  std::vector<count> spare{};
};

judgement judge(std::span<const group> groups, const demand& asked);

// Nothing where there is nothing to judge: no machines named, no demand, or a demand that asks for nothing.
std::optional<judgement> judge(const own_file& of);

exit_code exit_of(outcome of);
// What a run over several files ends with: bad input before does not fit before cannot be judged before fits.
int worse(int a, int b);

}  // namespace headroom::program
