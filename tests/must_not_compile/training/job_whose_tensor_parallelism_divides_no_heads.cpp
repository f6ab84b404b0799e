// SPDX-License-Identifier: BSL-1.0
// expect-error: tensor parallelism does not divide the attention heads of the job's model
#include <headroom/demand/fits.hpp>
#include <headroom/model/models/meta.hpp>
#include <headroom/training/demand.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(4)};

#ifdef MISTAKE
constexpr hr::count ranks = 3;
#else
constexpr hr::count ranks = 8;
#endif
inline constexpr hr::training_job job{.model = hr::models::llama3_1_8b,
                                      .parallelism = {.tensor = ranks, .data = 2},
                                      .sequence = 8'192,
                                      .micro_batch = 1,
                                      .formats = hr::fp8_training};
static_assert(hr::must_fit<held, job>);
