// SPDX-License-Identifier: BSL-1.0
// expect-error: the cluster has fewer GPUs that fill whole units than the demand needs
// expect-note(clang): needed<headroom::in::gpus, 16>
// expect-note(clang): there_is<headroom::in::gpus, 8>
#include <headroom/demand/fits.hpp>
#include <headroom/model/models/meta.hpp>
#include <headroom/training/demand.hpp>

#include "machines.hpp"

#ifdef MISTAKE
inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(3)};
#else
inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(4)};
#endif
inline constexpr hr::training_job job{.model = hr::models::llama3_1_8b,
                                      .parallelism = {.tensor = 8, .data = 2},
                                      .sequence = 8'192,
                                      .micro_batch = 1,
                                      .formats = hr::fp8_training};
static_assert(hr::must_fit<held, job>);
