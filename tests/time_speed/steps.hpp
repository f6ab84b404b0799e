// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <headroom/count.hpp>
#include <headroom/units.hpp>

// Training steps of a sweep. In a file of their own: what is inlined into an estimate depends on what else a file holds.
headroom::duration dense_step(headroom::count more_micro_batches);
headroom::duration step_with_experts(headroom::count more_micro_batches);
