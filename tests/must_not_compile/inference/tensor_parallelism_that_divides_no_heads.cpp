// SPDX-License-Identifier: BSL-1.0
// expect-error: tensor parallelism does not divide the attention heads of the job's model
#include <headroom/demand/fits.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/model/models/meta.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(4)};

#ifdef MISTAKE
constexpr hr::count ranks = 12;
#else
constexpr hr::count ranks = 16;
#endif
inline constexpr hr::serving_job job{
    .model = hr::models::llama3_1_70b, .weights = hr::fp8, .tensor_parallel = ranks, .context = 8'192};
static_assert(hr::must_fit<held, job>);
