// SPDX-License-Identifier: BSL-1.0
// expect-error: no GPU of the cluster has the usable memory that the demand needs of one
// expect-note(clang): needed<headroom::in::gibibytes, 
// expect-note(clang): there_is<headroom::in::gibibytes, 278
#include <headroom/demand/fits.hpp>
#include <headroom/model/models/meta.hpp>
#include <headroom/training/demand.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(4)};

#ifdef MISTAKE
constexpr hr::count sequences = 64;
#else
constexpr hr::count sequences = 2;
#endif
inline constexpr hr::training_job job{.model = hr::models::llama3_1_8b,
                                      .parallelism = {.tensor = 8, .data = 2},
                                      .sequence = 8'192,
                                      .micro_batch = sequences,
                                      .formats = hr::fp8_training};
static_assert(hr::must_fit<held, job>);
