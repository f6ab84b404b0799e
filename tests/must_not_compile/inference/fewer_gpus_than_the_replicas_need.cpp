// SPDX-License-Identifier: BSL-1.0
// expect-error: the cluster has fewer GPUs that fill whole units than the demand needs
// expect-note(clang): needed<headroom::in::gpus, 20>
// expect-note(clang): there_is<headroom::in::gpus, 16>
#include <headroom/demand/fits.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/model/models/meta.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(4)};

#ifdef MISTAKE
constexpr hr::count replicas = 5;
#else
constexpr hr::count replicas = 4;
#endif
inline constexpr hr::serving_job job{.model = hr::models::llama3_1_70b,
                                     .weights = hr::fp8,
                                     .tensor_parallel = 4,
                                     .context = 8'192,
                                     .replicas = replicas};
static_assert(hr::must_fit<held, job>);
