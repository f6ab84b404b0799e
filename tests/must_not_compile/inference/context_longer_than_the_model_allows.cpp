// SPDX-License-Identifier: BSL-1.0
// expect-error: the context of the job is longer than its model allows
#include <headroom/demand/fits.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/model/models/meta.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(4)};

#ifdef MISTAKE
constexpr hr::count tokens = 131'073;
#else
constexpr hr::count tokens = 131'072;
#endif
inline constexpr hr::serving_job job{
    .model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = 4, .context = tokens};
static_assert(hr::must_fit<held, job>);
