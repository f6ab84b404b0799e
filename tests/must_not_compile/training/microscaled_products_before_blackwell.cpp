// SPDX-License-Identifier: BSL-1.0
// expect-error: no machine of the cluster computes in a number format that the job needs
// expect-note(clang): fp4
#include <headroom/catalog/azure/nd.hpp>
#include <headroom/demand/fits.hpp>
#include <headroom/model/models/meta.hpp>
#include <headroom/training/demand.hpp>

namespace hr = headroom;

inline constexpr auto held = hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(2)};

#ifdef MISTAKE
constexpr hr::training_formats formats = hr::mxfp8_training;
#else
constexpr hr::training_formats formats = hr::fp8_training;
#endif
inline constexpr hr::training_job job{.model = hr::models::llama3_1_8b,
                                      .parallelism = {.tensor = 8, .data = 2, .sequence = true},
                                      .sequence = 8'192,
                                      .formats = formats};
static_assert(hr::must_fit<held, job>);
