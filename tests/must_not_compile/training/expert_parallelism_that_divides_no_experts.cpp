// SPDX-License-Identifier: BSL-1.0
// expect-error: expert parallelism does not divide the experts of the job's model
#include <headroom/demand/fits.hpp>
#include <headroom/model/models/further.hpp>
#include <headroom/training/demand.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(6)};

#ifdef MISTAKE
constexpr hr::count ranks = 3;  // of eight experts
#else
constexpr hr::count ranks = 4;
#endif
inline constexpr hr::training_job job{.model = hr::models::mixtral_8x7b,
                                      .parallelism = {.tensor = 4, .data = 6, .expert = ranks, .expert_tensor = 1},
                                      .sequence = 8'192,
                                      .formats = hr::fp8_training,
                                      .sharding = hr::sharding::weights};
static_assert(hr::must_fit<held, job>);
