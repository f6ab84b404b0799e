// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/azure.hpp>
#include <headroom/model/models.hpp>
#include <headroom/training/step_band.hpp>
#include <headroom/training/step_time.hpp>
namespace hr = headroom;

namespace training_step_band_reference {  // hidden
// Llama 3.1 8B in FP8 on eight H100.
constexpr hr::machine h100(hr::azure::nd96isr_h100_v5::spec);
constexpr hr::training_job llama{.model = hr::models::llama3_1_8b,
                                 .parallelism = {.data = 8},
                                 .sequence = 8'192,
                                 .micro_batches = 16,
                                 .formats = hr::fp8_training,
                                 .sharding = hr::sharding::optimizer};
constexpr hr::step_error error = hr::step_band(llama, h100);
constexpr hr::duration step = hr::step_time(llama, h100).value_or({}).total();
static_assert(error.errors.figures >= 10 && error.words.empty());
static_assert(error.errors.shortest(step) < step && step < error.errors.longest(step));
}  // namespace training_step_band_reference  // hidden
