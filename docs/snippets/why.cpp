// SPDX-License-Identifier: BSL-1.0
#include <headroom/headroom.hpp>

namespace why_page {

namespace hr = headroom;

// [four memories]
static_assert(*hr::nvidia::gb300::spec.physical_memory.known() == hr::nameplate_gigabytes(288));
static_assert(*hr::nvidia::gb300::spec.memory_as_sold.known() == hr::nameplate_gigabytes(279));
static_assert(*hr::nvidia::gb300::spec.driver_memory.known() == hr::mebibytes(284'208));
static_assert(*hr::usable_memory(hr::nvidia::gb300::spec).known() == hr::mebibytes(284'208));
// [/four memories]

// [three networks]
inline constexpr auto vm = hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(1)};
static_assert(hr::in_gigabytes_per_second(hr::scale_up(vm)) == 8 * 450);
static_assert(hr::in_gigabits_per_second(hr::scale_out(vm)) == 8 * 400);
static_assert(hr::in_gigabits_per_second(hr::front_end(vm)) == 80);
// [/three networks]

// [three states]
static_assert(hr::nvidia::a100_sxm4_40gb::spec.fp4.tensor_dense.is_absent());              // no such unit
static_assert(hr::resource::max_power::of(hr::azure::nd96asr_v4::spec).is_unknown());      // nobody states it
static_assert(hr::nvidia::a100_sxm4_40gb::spec.fp16.vector.is_unknown());                  // it has one; how fast is not stated
// [/three states]

// [equality]
inline constexpr auto rack = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(1)};
static_assert(72 * 15e15 < 1.08 * 1e18);  // in doubles the parts are less than the printed total
static_assert(hr::peak<hr::fp4>(rack) == hr::petaflops<hr::fp4>(1'080));
// [/equality]

// [estimate]
constexpr auto usable = hr::usable_memory(hr::amd::mi300x::spec);  // no driver figure is published
static_assert(usable.basis == hr::basis::estimated && !usable.is_confirmed());
static_assert(*usable.known() < *hr::amd::mi300x::spec.memory_as_sold.known());
// [/estimate]

// [precision]
static_assert(hr::visit(hr::fp8, [](auto format) { return hr::bits(format); }) == 8);  // chosen at run time
static_assert(hr::untyped(hr::petaflops<hr::fp8>(1)) + hr::untyped(hr::petaflops<hr::bf16>(1)) == hr::petaflops(2));
// [/precision]

// [units]
static_assert(hr::gibibytes(1) > hr::gigabytes(1));
static_assert(hr::gigabytes_per_second(1) == hr::gigabits_per_second(8));
static_assert(hr::nameplate_terabytes(20) == hr::gibibytes(20'000));
// [/units]

}  // namespace why_page
