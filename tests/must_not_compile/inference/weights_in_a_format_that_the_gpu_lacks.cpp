// SPDX-License-Identifier: BSL-1.0
// expect-error: no machine of the cluster computes in a number format that the job needs
// expect-note(clang): fp8
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/demand/fits.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/model/models/meta.hpp>

namespace hr = headroom;

inline constexpr auto held = hr::cluster{hr::vms<hr::azure::nd96amsr_a100_v4>(1)};

#ifdef MISTAKE
constexpr hr::precision format = hr::fp8;
#else
constexpr hr::precision format = hr::int8;
#endif
inline constexpr hr::serving_job job{
    .model = hr::models::llama3_1_70b, .weights = format, .tensor_parallel = 4, .context = 8'192};
static_assert(hr::must_fit<held, job>);
