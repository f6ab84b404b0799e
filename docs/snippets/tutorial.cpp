// SPDX-License-Identifier: BSL-1.0
#include <headroom/headroom.hpp>

namespace tutorial_page {

// [cluster]
namespace hr = headroom;

inline constexpr auto held = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(2), hr::vms<hr::azure::nd40rs_v2>(4)};
// [/cluster]

// [totals]
static_assert(hr::gpu_count(held) == 2 * 72 + 4 * 8);
static_assert(hr::vm_count(held) == 2 * 18 + 4);
static_assert(hr::gpu_memory(held) == hr::nameplate_gigabytes(2 * 72 * 279 + 4 * 8 * 32));
static_assert(hr::in_gigabits_per_second(hr::scale_out(held)) == 2 * 72 * 800 + 4 * 100);
// [/totals]

// [each]
inline constexpr auto racks = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(2)};

static_assert(hr::per_gpu(hr::memory_bandwidth, racks) == hr::terabytes_per_second(8));
static_assert(hr::per_rack(hr::gpu_count, racks) == 72);
static_assert(hr::peak<hr::fp4>(racks) == hr::petaflops<hr::fp4>(2 * 1'080));
static_assert(hr::peak<hr::fp4, hr::sparse>(racks) == hr::petaflops<hr::fp4, hr::sparse>(2 * 1'440));
// [/each]

// [unknown]
constexpr auto fp4 = hr::peak<hr::fp4>(held.groups());
static_assert(fp4.known_part == hr::petaflops<hr::fp4>(2 * 1'080));
static_assert(fp4.machines == 6 && fp4.covered == 2 && fp4.without == 4);
// [/unknown]

// [demand]
inline constexpr hr::demand chat{.name = "chat",
                                 .total = {.gpus = 128, .usable_gpu_memory = hr::tebibytes(30)},
                                 .per_gpu = {.peak = hr::petaflops<hr::fp8>(2)}};

static_assert(hr::fits<held, chat>);
// [/demand]

// [verdict]
inline constexpr auto verdict = hr::assess(held, chat);

static_assert(verdict.groups[0].outcome == hr::outcome::fits);          // the racks are eligible
static_assert(verdict.groups[1].outcome == hr::outcome::does_not_fit);  // a V100 has no fp8
static_assert(verdict.groups[1].why.line == hr::line::peak);
static_assert(verdict.binding().line == hr::line::gpus);  // the tightest: 144 for 128
static_assert(verdict.binding().margin() == 16);
// [/verdict]

// [growth]
inline constexpr hr::demand larger{.total = {.gpus = 200}, .per_gpu = {.peak = hr::petaflops<hr::fp8>(2)}};

static_assert(!hr::fits<held, larger>);
static_assert(*hr::how_many_more(held, larger)[0].known() == 1);     // one more rack
static_assert(hr::how_many_more(held, larger)[1].is_absent());    // no number of V100 machines
static_assert(hr::could_give_back(held, chat)[1] == 4);           // chat needs none of them
// [/growth]

}  // namespace tutorial_page
