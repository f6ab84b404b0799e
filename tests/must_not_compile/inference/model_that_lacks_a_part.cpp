// SPDX-License-Identifier: BSL-1.0
// expect-error: the job contradicts itself or its model lacks a part
#include <headroom/demand/fits.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/model/models/google.hpp>
#include <headroom/model/models/meta.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(4)};

#ifdef MISTAKE
constexpr const hr::transformer& model = hr::models::gemma_4_26b_a4b;
#else
constexpr const hr::transformer& model = hr::models::llama3_1_70b;
#endif
inline constexpr hr::serving_job job{.model = model, .weights = hr::fp8, .context = 8'192};
static_assert(hr::must_fit<held, job>);
