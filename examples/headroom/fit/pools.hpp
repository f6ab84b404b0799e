// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/cluster/group.hpp>
#include <headroom/count.hpp>
#include <headroom/demand/demand.hpp>
#include <headroom/demand/verdict.hpp>
#include <headroom/hardware/figure.hpp>
#include <headroom/hardware/machine.hpp>
#include <span>

namespace headroom::program {

// Whether a cluster holds two pools at once: in machines of their own, or side by side on those of one kind where the
// tensor-parallel groups of one make whole ones of the other.
outcome judge_together(std::span<const group> groups, const demand& a, const demand& b);

// Machines of one kind that do; absent where no number does, unknown where a missing figure decides.
figure<count> machines_together(const machine& of, const demand& a, const demand& b);

}  // namespace headroom::program
