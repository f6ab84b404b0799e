// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/prices.hpp>
#include <headroom/demand/demand.hpp>
namespace hr = headroom;

namespace demand_demand_reference {  // hidden
inline constexpr hr::demand training{
    .name = "training",
    .total = {.gpus = 512, .usable_gpu_memory = hr::tebibytes(30)},
    .per_gpu = {.peak = hr::teraflops<hr::bf16>(900), .scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(400))},
    .units = {.in_domain = 8, .of_one_kind = 64},
    .features = {hr::feature::infiniband},
    .formats = {hr::bf16},
    .at_most = {.price_per_hour = hr::dollars_per_hour(8'000)},
    .prices = {.region = "eastus", .published = hr::catalog::prices()}};

static_assert(training.per_gpu.peak.format == hr::bf16);
static_assert(training.formats.has(hr::bf16));
static_assert(training.features.has(hr::feature::infiniband));
}  // hidden
