// SPDX-License-Identifier: BSL-1.0
// expect-error: the job has more pipeline stages than its model has layers
#include <headroom/demand/fits.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/model/models/meta.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(80)};

#ifdef MISTAKE
constexpr hr::count stages = 81;
#else
constexpr hr::count stages = 80;
#endif
inline constexpr hr::serving_job job{.model = hr::models::llama3_1_70b,
                                     .weights = hr::fp8,
                                     .tensor_parallel = 4,
                                     .pipeline_parallel = stages,
                                     .context = 8'192};
static_assert(hr::must_fit<held, job>);
