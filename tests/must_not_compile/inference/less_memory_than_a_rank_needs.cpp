// SPDX-License-Identifier: BSL-1.0
// expect-error: no GPU of the cluster has the usable memory that the demand needs of one
// expect-note(clang): needed<headroom::in::gibibytes,
// expect-note(clang): there_is<headroom::in::gibibytes, 278
#include <headroom/demand/fits.hpp>
#include <headroom/inference/demand.hpp>
#include <headroom/model/models/meta.hpp>

#include "machines.hpp"

inline constexpr auto held = hr::cluster{hr::vms<here::new_vm>(4)};

#ifdef MISTAKE
constexpr hr::count sequences = 2'000;
#else
constexpr hr::count sequences = 200;
#endif
inline constexpr hr::serving_job job{.model = hr::models::llama3_1_70b,
                                     .weights = hr::fp8,
                                     .tensor_parallel = 4,
                                     .concurrent_sequences = sequences,
                                     .context = 8'192};
static_assert(hr::must_fit<held, job>);
