// SPDX-License-Identifier: BSL-1.0
// The code of docs/troubleshooting.md. With BROKEN each region makes the compiler say the sentence above it; without,
// everything compiles.
#include <headroom/deployment/assertions.hpp>

// [held]
#include <headroom/headroom.hpp>
#include <headroom/model/conventions.hpp>  // hidden
#include <headroom/training/demand.hpp>    // hidden
#include <headroom/training/memory.hpp>    // hidden
#include <headroom/inference/serving_on_cluster.hpp>  // hidden
#include <headroom/training/step_on_cluster.hpp>      // hidden
#include <headroom/plan/search.hpp>                   // hidden
namespace hr = headroom;

namespace troubleshooting_page {  // hidden
inline constexpr auto held = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(10)};
// [/held]

namespace gpus_page {
#ifdef BROKEN
// [gpus broken]
inline constexpr hr::demand promise{.total = {.gpus = 88}};
static_assert(hr::must_fit<held, promise>);
// [/gpus broken]
#else
// [gpus fixed]
inline constexpr auto larger = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(11)};
inline constexpr hr::demand promise{.total = {.gpus = 88}};
static_assert(hr::must_fit<larger, promise>);
// [/gpus fixed]
#endif
}  // namespace gpus_page

namespace whole_units_page {
#ifdef BROKEN
// [whole units broken]
inline constexpr hr::demand promise{.total = {.gpus = 80}, .units = {.in_domain = 8, .of_one_kind = 24}};
static_assert(hr::must_fit<held, promise>);
// [/whole units broken]
#else
// [whole units fixed]
inline constexpr auto other = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(12)};
inline constexpr hr::demand promise{.total = {.gpus = 80}, .units = {.in_domain = 8, .of_one_kind = 24}};
static_assert(hr::must_fit<other, promise>);
// [/whole units fixed]
#endif
}  // namespace whole_units_page

namespace usable_gpu_memory_page {
#ifdef BROKEN
// [usable_gpu_memory broken]
inline constexpr hr::demand promise{.total = {.usable_gpu_memory = hr::gibibytes(80 * 40)}};
static_assert(hr::must_fit<held, promise>);
// [/usable_gpu_memory broken]
#else
// [usable_gpu_memory fixed]
inline constexpr hr::demand promise{.total = {.usable_gpu_memory = hr::gibibytes(80 * 39)}};
static_assert(hr::must_fit<held, promise>);
// [/usable_gpu_memory fixed]
#endif
}  // namespace usable_gpu_memory_page

namespace memory_bandwidth_page {
#ifdef BROKEN
// [memory_bandwidth broken]
inline constexpr hr::demand promise{.total = {.memory_bandwidth = hr::terabytes_per_second(130)}};
static_assert(hr::must_fit<held, promise>);
// [/memory_bandwidth broken]
#else
// [memory_bandwidth fixed]
inline constexpr auto larger = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(11)};
inline constexpr hr::demand promise{.total = {.memory_bandwidth = hr::terabytes_per_second(130)}};
static_assert(hr::must_fit<larger, promise>);
// [/memory_bandwidth fixed]
#endif
}  // namespace memory_bandwidth_page

namespace peak_page {
#ifdef BROKEN
// [peak broken]
inline constexpr hr::demand promise{.total = {.peak = hr::petaflops<hr::bf16>(45)}};
static_assert(hr::must_fit<held, promise>);
// [/peak broken]
#else
// [peak fixed]
inline constexpr hr::demand promise{.total = {.peak = hr::petaflops<hr::bf16, hr::sparse>(45)}};
static_assert(hr::must_fit<held, promise>);
// [/peak fixed]
#endif
}  // namespace peak_page

namespace scale_up_page {
#ifdef BROKEN
// [scale_up broken]
inline constexpr hr::demand promise{.total = {.scale_up = hr::scale_up_per_direction(hr::gigabytes_per_second(80 * 600))}};
static_assert(hr::must_fit<held, promise>);
// [/scale_up broken]
#else
// [scale_up fixed]
inline constexpr hr::demand promise{.total = {.scale_up = hr::scale_up_bidirectional(hr::gigabytes_per_second(80 * 600))}};
static_assert(hr::must_fit<held, promise>);
// [/scale_up fixed]
#endif
}  // namespace scale_up_page

namespace scale_out_page {
#ifdef BROKEN
// [scale_out broken]
inline constexpr hr::demand promise{.total = {.scale_out = hr::scale_out_per_direction(hr::terabytes_per_second(16))}};
static_assert(hr::must_fit<held, promise>);
// [/scale_out broken]
#else
// [scale_out fixed]
inline constexpr hr::demand promise{.total = {.scale_out = hr::scale_out_per_direction(hr::terabits_per_second(16))}};
static_assert(hr::must_fit<held, promise>);
// [/scale_out fixed]
#endif
}  // namespace scale_out_page

namespace front_end_page {
#ifdef BROKEN
// [front_end broken]
inline constexpr hr::demand promise{.total = {.front_end = hr::front_end_per_direction(hr::gigabits_per_second(250))}};
static_assert(hr::must_fit<held, promise>);
// [/front_end broken]
#else
// [front_end fixed]
inline constexpr auto larger = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(11)};
inline constexpr hr::demand promise{.total = {.front_end = hr::front_end_per_direction(hr::gigabits_per_second(250))}};
static_assert(hr::must_fit<larger, promise>);
// [/front_end fixed]
#endif
}  // namespace front_end_page

namespace vcpus_page {
#ifdef BROKEN
// [vcpus broken]
inline constexpr hr::demand promise{.total = {.vcpus = 1'000}};
static_assert(hr::must_fit<held, promise>);
// [/vcpus broken]
#else
// [vcpus fixed]
inline constexpr auto larger = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(11)};
inline constexpr hr::demand promise{.total = {.vcpus = 1'000}};
static_assert(hr::must_fit<larger, promise>);
// [/vcpus fixed]
#endif
}  // namespace vcpus_page

namespace system_memory_page {
#ifdef BROKEN
// [system_memory broken]
inline constexpr hr::demand promise{.total = {.system_memory = hr::tebibytes(9.1)}};
static_assert(hr::must_fit<held, promise>);
// [/system_memory broken]
#else
// [system_memory fixed]
inline constexpr auto larger = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(11)};
inline constexpr hr::demand promise{.total = {.system_memory = hr::tebibytes(9.1)}};
static_assert(hr::must_fit<larger, promise>);
// [/system_memory fixed]
#endif
}  // namespace system_memory_page

namespace local_storage_page {
#ifdef BROKEN
// [local_storage broken]
inline constexpr hr::demand promise{.total = {.local_storage = hr::tebibytes(60)}};
static_assert(hr::must_fit<held, promise>);
// [/local_storage broken]
#else
// [local_storage fixed]
inline constexpr auto larger = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(11)};
inline constexpr hr::demand promise{.total = {.local_storage = hr::tebibytes(60)}};
static_assert(hr::must_fit<larger, promise>);
// [/local_storage fixed]
#endif
}  // namespace local_storage_page

namespace disk_iops_page {
#ifdef BROKEN
// [disk_iops broken]
inline constexpr hr::demand promise{.total = {.disk_iops = 850'000}};
static_assert(hr::must_fit<held, promise>);
// [/disk_iops broken]
#else
// [disk_iops fixed]
inline constexpr auto larger = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(11)};
inline constexpr hr::demand promise{.total = {.disk_iops = 850'000}};
static_assert(hr::must_fit<larger, promise>);
// [/disk_iops fixed]
#endif
}  // namespace disk_iops_page

namespace disk_throughput_page {
#ifdef BROKEN
// [disk_throughput broken]
inline constexpr hr::demand promise{.total = {.disk_throughput = hr::gigabytes_per_second(8.5)}};
static_assert(hr::must_fit<held, promise>);
// [/disk_throughput broken]
#else
// [disk_throughput fixed]
inline constexpr auto larger = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(11)};
inline constexpr hr::demand promise{.total = {.disk_throughput = hr::gigabytes_per_second(8.5)}};
static_assert(hr::must_fit<larger, promise>);
// [/disk_throughput fixed]
#endif
}  // namespace disk_throughput_page

namespace no_machines_page {
#ifdef BROKEN
// [no machines broken]
inline constexpr auto empty = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(0)};
inline constexpr hr::demand promise{.per_vm = {.gpus = 8}};
static_assert(hr::must_fit<empty, promise>);
// [/no machines broken]
#else
// [no machines fixed]
inline constexpr hr::demand promise{.per_vm = {.gpus = 8}};
static_assert(hr::must_fit<held, promise>);
// [/no machines fixed]
#endif
}  // namespace no_machines_page

namespace gpus_of_one_page {
#ifdef BROKEN
// [gpus of one broken]
inline constexpr hr::demand promise{.per_vm = {.gpus = 16}};
static_assert(hr::must_fit<held, promise>);
// [/gpus of one broken]
#else
// [gpus of one fixed]
inline constexpr auto other = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(1)};
inline constexpr hr::demand promise{.per_domain = {.gpus = 72}};
static_assert(hr::must_fit<other, promise>);
// [/gpus of one fixed]
#endif
}  // namespace gpus_of_one_page

namespace gpus_of_a_domain_page {
#ifdef BROKEN
// [gpus of a domain broken]
inline constexpr hr::demand promise{.total = {.gpus = 64}, .units = {.in_domain = 16}};
static_assert(hr::must_fit<held, promise>);
// [/gpus of a domain broken]
#else
// [gpus of a domain fixed]
inline constexpr auto other = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(1)};
inline constexpr hr::demand promise{.total = {.gpus = 64}, .units = {.in_domain = 16}};
static_assert(hr::must_fit<other, promise>);
// [/gpus of a domain fixed]
#endif
}  // namespace gpus_of_a_domain_page

namespace memory_of_one_page {
#ifdef BROKEN
// [memory of one broken]
inline constexpr hr::demand promise{.per_gpu = {.usable_gpu_memory = hr::gibibytes(70)}};
static_assert(hr::must_fit<held, promise>);
// [/memory of one broken]
#else
// [memory of one fixed]
inline constexpr auto other = hr::cluster{hr::vms<hr::azure::nd96amsr_a100_v4>(10)};
inline constexpr hr::demand promise{.per_gpu = {.usable_gpu_memory = hr::gibibytes(70)}};
static_assert(hr::must_fit<other, promise>);
// [/memory of one fixed]
#endif
}  // namespace memory_of_one_page

namespace memory_of_a_vm_page {
#ifdef BROKEN
// [memory of a vm broken]
inline constexpr hr::demand promise{.per_vm = {.usable_gpu_memory = hr::gibibytes(500)}};
static_assert(hr::must_fit<held, promise>);
// [/memory of a vm broken]
#else
// [memory of a vm fixed]
inline constexpr auto other = hr::cluster{hr::vms<hr::azure::nd96amsr_a100_v4>(10)};
inline constexpr hr::demand promise{.per_vm = {.usable_gpu_memory = hr::gibibytes(500)}};
static_assert(hr::must_fit<other, promise>);
// [/memory of a vm fixed]
#endif
}  // namespace memory_of_a_vm_page

namespace bandwidth_of_one_page {
#ifdef BROKEN
// [bandwidth of one broken]
inline constexpr hr::demand promise{.per_gpu = {.memory_bandwidth = hr::terabytes_per_second(3)}};
static_assert(hr::must_fit<held, promise>);
// [/bandwidth of one broken]
#else
// [bandwidth of one fixed]
inline constexpr auto other = hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(10)};
inline constexpr hr::demand promise{.per_gpu = {.memory_bandwidth = hr::terabytes_per_second(3)}};
static_assert(hr::must_fit<other, promise>);
// [/bandwidth of one fixed]
#endif
}  // namespace bandwidth_of_one_page

namespace peak_of_one_page {
#ifdef BROKEN
// [peak of one broken]
inline constexpr hr::demand promise{.per_gpu = {.peak = hr::petaflops<hr::fp8>(1)}};
static_assert(hr::must_fit<held, promise>);
// [/peak of one broken]
#else
// [peak of one fixed]
inline constexpr auto other = hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(10)};
inline constexpr hr::demand promise{.per_gpu = {.peak = hr::petaflops<hr::fp8>(1)}};
static_assert(hr::must_fit<other, promise>);
// [/peak of one fixed]
#endif
}  // namespace peak_of_one_page

namespace scale_up_of_one_page {
#ifdef BROKEN
// [scale-up of one broken]
inline constexpr hr::demand promise{.per_gpu = {.scale_up = hr::scale_up_per_direction(hr::gigabytes_per_second(450))}};
static_assert(hr::must_fit<held, promise>);
// [/scale-up of one broken]
#else
// [scale-up of one fixed]
inline constexpr auto other = hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(10)};
inline constexpr hr::demand promise{.per_gpu = {.scale_up = hr::scale_up_per_direction(hr::gigabytes_per_second(450))}};
static_assert(hr::must_fit<other, promise>);
// [/scale-up of one fixed]
#endif
}  // namespace scale_up_of_one_page

namespace scale_out_of_one_page {
#ifdef BROKEN
// [scale-out of one broken]
inline constexpr hr::demand promise{.per_gpu = {.scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(400))}};
static_assert(hr::must_fit<held, promise>);
// [/scale-out of one broken]
#else
// [scale-out of one fixed]
inline constexpr auto other = hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(10)};
inline constexpr hr::demand promise{.per_gpu = {.scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(400))}};
static_assert(hr::must_fit<other, promise>);
// [/scale-out of one fixed]
#endif
}  // namespace scale_out_of_one_page

namespace front_end_of_one_page {
#ifdef BROKEN
// [front-end of one broken]
inline constexpr hr::demand promise{.per_vm = {.front_end = hr::front_end_per_direction(hr::gigabits_per_second(80))}};
static_assert(hr::must_fit<held, promise>);
// [/front-end of one broken]
#else
// [front-end of one fixed]
inline constexpr auto other = hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(10)};
inline constexpr hr::demand promise{.per_vm = {.front_end = hr::front_end_per_direction(hr::gigabits_per_second(80))}};
static_assert(hr::must_fit<other, promise>);
// [/front-end of one fixed]
#endif
}  // namespace front_end_of_one_page

namespace vcpus_of_one_page {
#ifdef BROKEN
// [vcpus of one broken]
inline constexpr hr::demand promise{.per_vm = {.vcpus = 128}};
static_assert(hr::must_fit<held, promise>);
// [/vcpus of one broken]
#else
// [vcpus of one fixed]
inline constexpr hr::demand promise{.total = {.vcpus = 128}};
static_assert(hr::must_fit<held, promise>);
// [/vcpus of one fixed]
#endif
}  // namespace vcpus_of_one_page

namespace system_memory_of_one_page {
#ifdef BROKEN
// [system memory of one broken]
inline constexpr hr::demand promise{.per_vm = {.system_memory = hr::gibibytes(1'000)}};
static_assert(hr::must_fit<held, promise>);
// [/system memory of one broken]
#else
// [system memory of one fixed]
inline constexpr hr::demand promise{.total = {.system_memory = hr::gibibytes(1'000)}};
static_assert(hr::must_fit<held, promise>);
// [/system memory of one fixed]
#endif
}  // namespace system_memory_of_one_page

namespace system_memory_for_a_gpu_page {
#ifdef BROKEN
// [system memory for a gpu broken]
inline constexpr hr::demand promise{.per_gpu = {.system_memory = hr::gibibytes(128)}};
static_assert(hr::must_fit<held, promise>);
// [/system memory for a gpu broken]
#else
// [system memory for a gpu fixed]
inline constexpr hr::demand promise{.per_gpu = {.system_memory = hr::gibibytes(112)}};
static_assert(hr::must_fit<held, promise>);
// [/system memory for a gpu fixed]
#endif
}  // namespace system_memory_for_a_gpu_page

namespace storage_of_one_page {
#ifdef BROKEN
// [storage of one broken]
inline constexpr hr::demand promise{.per_vm = {.local_storage = hr::tebibytes(6)}};
static_assert(hr::must_fit<held, promise>);
// [/storage of one broken]
#else
// [storage of one fixed]
inline constexpr hr::demand promise{.total = {.local_storage = hr::tebibytes(6)}};
static_assert(hr::must_fit<held, promise>);
// [/storage of one fixed]
#endif
}  // namespace storage_of_one_page

namespace iops_of_one_page {
#ifdef BROKEN
// [iops of one broken]
inline constexpr hr::demand promise{.per_vm = {.disk_iops = 100'000}};
static_assert(hr::must_fit<held, promise>);
// [/iops of one broken]
#else
// [iops of one fixed]
inline constexpr hr::demand promise{.total = {.disk_iops = 100'000}};
static_assert(hr::must_fit<held, promise>);
// [/iops of one fixed]
#endif
}  // namespace iops_of_one_page

namespace throughput_of_one_page {
#ifdef BROKEN
// [throughput of one broken]
inline constexpr hr::demand promise{.per_vm = {.disk_throughput = hr::gigabytes_per_second(1)}};
static_assert(hr::must_fit<held, promise>);
// [/throughput of one broken]
#else
// [throughput of one fixed]
inline constexpr hr::demand promise{.total = {.disk_throughput = hr::gigabytes_per_second(1)}};
static_assert(hr::must_fit<held, promise>);
// [/throughput of one fixed]
#endif
}  // namespace throughput_of_one_page

namespace whole_racks_page {
#ifdef BROKEN
// [whole racks broken]
inline constexpr hr::demand promise{.total = {.gpus = 72}, .whole_racks = true};
static_assert(hr::must_fit<held, promise>);
// [/whole racks broken]
#else
// [whole racks fixed]
inline constexpr auto other = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(1)};
inline constexpr hr::demand promise{.total = {.gpus = 72}, .whole_racks = true};
static_assert(hr::must_fit<other, promise>);
// [/whole racks fixed]
#endif
}  // namespace whole_racks_page

namespace number_format_page {
#ifdef BROKEN
// [number format broken]
inline constexpr hr::demand promise{.formats = {hr::fp8}};
static_assert(hr::must_fit<held, promise>);
// [/number format broken]
#else
// [number format fixed]
inline constexpr auto other = hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(10)};
inline constexpr hr::demand promise{.formats = {hr::fp8}};
static_assert(hr::must_fit<other, promise>);
// [/number format fixed]
#endif
}  // namespace number_format_page

namespace feature_page {
#ifdef BROKEN
// [feature broken]
inline constexpr hr::demand promise{.features = {hr::feature::live_migration}};
static_assert(hr::must_fit<held, promise>);
// [/feature broken]
#else
// [feature fixed]
inline constexpr hr::demand promise{.features = {hr::feature::infiniband}};
static_assert(hr::must_fit<held, promise>);
// [/feature fixed]
#endif
}  // namespace feature_page

namespace vms_page {
#ifdef BROKEN
// [vms broken]
inline constexpr hr::demand promise{.at_most = {.vms = 8}};
static_assert(hr::must_fit<held, promise>);
// [/vms broken]
#else
// [vms fixed]
inline constexpr hr::demand promise{.at_most = {.vms = 10}};
static_assert(hr::must_fit<held, promise>);
// [/vms fixed]
#endif
}  // namespace vms_page

namespace racks_page {
#ifdef BROKEN
// [racks broken]
inline constexpr auto racks = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(2)};
inline constexpr hr::demand promise{.at_most = {.racks = 1}};
static_assert(hr::must_fit<racks, promise>);
// [/racks broken]
#else
// [racks fixed]
inline constexpr auto racks = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(2)};
inline constexpr hr::demand promise{.at_most = {.racks = 2}};
static_assert(hr::must_fit<racks, promise>);
// [/racks fixed]
#endif
}  // namespace racks_page

namespace power_page {
#ifdef BROKEN
// [power broken]
inline constexpr auto racks = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(2)};
inline constexpr hr::demand promise{.at_most = {.max_power = hr::kilowatts(250)}};
static_assert(hr::must_fit<racks, promise>);
// [/power broken]
#else
// [power fixed]
inline constexpr auto racks = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(2)};
inline constexpr hr::demand promise{.at_most = {.max_power = hr::kilowatts(284)}};
static_assert(hr::must_fit<racks, promise>);
// [/power fixed]
#endif
}  // namespace power_page

namespace price_page {
#ifdef BROKEN
// [price broken]
inline constexpr hr::demand promise{.at_most = {.price_per_hour = hr::dollars_per_hour(250)}, .prices = {.region = "eastus", .published = hr::catalog::prices()}};
static_assert(hr::must_fit<held, promise>);
// [/price broken]
#else
// [price fixed]
inline constexpr hr::demand promise{.at_most = {.price_per_hour = hr::dollars_per_hour(272)}, .prices = {.region = "eastus", .published = hr::catalog::prices()}};
static_assert(hr::must_fit<held, promise>);
// [/price fixed]
#endif
}  // namespace price_page

namespace page_unknown_page {
#ifdef BROKEN
// [unknown broken]
inline constexpr hr::demand promise{.at_most = {.max_power = hr::kilowatts(65)}};
static_assert(hr::must_fit<held, promise>);
// [/unknown broken]
#else
// [unknown fixed]
struct measured {
  static constexpr hr::board spec{.name = "our A100 server", .gpu = &hr::nvidia::a100_sxm4_40gb::spec, .gpus = 8, .max_power = hr::kilowatts(6.5)};
};
inline constexpr auto boards = hr::cluster{hr::boards<measured>(10)};
inline constexpr hr::demand promise{.at_most = {.max_power = hr::kilowatts(65)}};
static_assert(hr::must_fit<boards, promise>);
// [/unknown fixed]
#endif
}  // namespace page_unknown_page

namespace invalid_page {
#ifdef BROKEN
// [invalid broken]
inline constexpr hr::demand promise{.total = {.gpus = -8}};
static_assert(hr::must_fit<held, promise>);
// [/invalid broken]
#else
// [invalid fixed]
inline constexpr hr::demand promise{.total = {.gpus = 8}};
static_assert(hr::must_fit<held, promise>);
// [/invalid fixed]
#endif
}  // namespace invalid_page

namespace units_page {
#ifdef BROKEN
// [units broken]
inline constexpr hr::demand promise{.units = {.in_domain = 8, .of_one_kind = 12}};
static_assert(hr::must_fit<held, promise>);
// [/units broken]
#else
// [units fixed]
inline constexpr hr::demand promise{.units = {.in_domain = 4, .of_one_kind = 12}};
static_assert(hr::must_fit<held, promise>);
// [/units fixed]
#endif
}  // namespace units_page

namespace absent_page {
#ifdef BROKEN
// [absent broken]
static_assert(hr::peak<hr::fp4>(held) >= hr::petaflops<hr::fp4>(1));
// [/absent broken]
#else
// [absent fixed]
inline constexpr auto blackwell = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(64)};
static_assert(hr::peak<hr::fp4>(blackwell) >= hr::petaflops<hr::fp4>(64 * 1'080));
static_assert(hr::peak<hr::fp4>(held.groups()).without == 10);
// [/absent fixed]
#endif
}  // namespace absent_page

namespace no_source_page {
#ifdef BROKEN
// [no source broken]
static_assert(hr::max_power(held) <= hr::kilowatts(65));
// [/no source broken]
#else
// [no source fixed]
static_assert(hr::max_power(held.groups()).covered == 0);
static_assert(!hr::max_power(held.groups()).is_complete());
// [/no source fixed]
#endif
}  // namespace no_source_page

namespace overflow_page {
#ifdef BROKEN
// [overflow broken]
struct disk_array {
  static constexpr hr::vm spec{.name = "disk array", .disk_iops = 10'000'000};
};
inline constexpr auto huge = hr::cluster{hr::vms<disk_array>(std::int64_t{1} << 40)};
inline constexpr auto iops = hr::disk_iops(huge);
// [/overflow broken]
#else
// [overflow fixed]
struct disk_array {
  static constexpr hr::vm spec{.name = "disk array", .disk_iops = 10'000'000};
};
inline constexpr auto large = hr::cluster{hr::vms<disk_array>(std::int64_t{1} << 20)};
inline constexpr auto iops = hr::disk_iops(large);
// [/overflow fixed]
#endif
}  // namespace overflow_page

namespace page_divide_page {
#ifdef BROKEN
// [divide broken]
inline constexpr auto empty = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(0)};
inline constexpr auto each = hr::per_gpu(hr::gpu_memory, empty);
// [/divide broken]
#else
// [divide fixed]
inline constexpr auto each = hr::per_gpu(hr::gpu_memory, held);
static_assert(each == hr::nameplate_gigabytes(40));
// [/divide fixed]
#endif
}  // namespace page_divide_page

namespace model_page {
#ifdef BROKEN
// [model broken]
inline constexpr auto parts = hr::parameters(hr::models::gemma_4_26b_a4b);
// [/model broken]
#else
// [model fixed]
static_assert(hr::missing(hr::models::gemma_4_26b_a4b).starts_with("the norms and scales"));
inline constexpr auto parts = hr::parameters(hr::models::gpt_oss_20b);
// [/model fixed]
#endif
}  // namespace model_page

namespace plan_page {
#ifdef BROKEN
// [plan broken]
inline constexpr hr::training_job job{
    .model = hr::models::llama3_1_8b, .sequence = 8'192, .micro_batches = 64, .sharding = hr::sharding::optimizer};
inline constexpr std::array kinds{hr::plan_kind_of(hr::azure::nd96isr_h100_v5::spec, job, 1, hr::dollars_per_hour(98))};
inline constexpr hr::training_plans space{.job = &job, .kinds = kinds};
inline constexpr hr::plan_objective asked{.tokens = 1e9, .deadline = hr::hours(1)};
static_assert(hr::cheapest<job, space, asked>.gpus == 8);
// [/plan broken]
#else
// [plan fixed]
inline constexpr hr::training_job job{
    .model = hr::models::llama3_1_8b, .sequence = 8'192, .micro_batches = 64, .sharding = hr::sharding::optimizer};
inline constexpr std::array kinds{hr::plan_kind_of(hr::azure::nd96isr_h100_v5::spec, job, 1, hr::dollars_per_hour(98))};
inline constexpr hr::training_plans space{.job = &job, .kinds = kinds};
inline constexpr hr::plan_objective asked{.tokens = 1e9, .deadline = hr::hours(10)};
static_assert(hr::cheapest<job, space, asked>.gpus == 8);
// [/plan fixed]
#endif
}  // namespace plan_page

namespace training_page {
#ifdef BROKEN
// [training broken]
inline constexpr hr::training_job job{
    .model = hr::models::llama3_1_70b, .parallelism = {.tensor = 12}, .sequence = 8'192};
inline constexpr auto fullest = hr::training_memory(job);
// [/training broken]
#else
// [training fixed]
inline constexpr hr::training_job job{
    .model = hr::models::llama3_1_70b, .parallelism = {.tensor = 8}, .sequence = 8'192};
static_assert(hr::contradiction(job).empty());
inline constexpr auto fullest = hr::training_memory(job);
// [/training fixed]
#endif
}  // namespace training_page

namespace serving_page {
#ifdef BROKEN
// [serving broken]
inline constexpr hr::serving_job job{
    .model = hr::models::llama3_1_70b, .tensor_parallel = 12, .concurrent_sequences = 64};
inline constexpr auto fullest = hr::serving_memory(job);
// [/serving broken]
#else
// [serving fixed]
inline constexpr hr::serving_job job{
    .model = hr::models::llama3_1_70b, .tensor_parallel = 8, .concurrent_sequences = 64};
static_assert(hr::contradiction(job).empty());
inline constexpr auto fullest = hr::serving_memory(job);
// [/serving fixed]
#endif
}  // namespace serving_page

namespace heads_divided_page {
#ifdef BROKEN
// [heads divided broken]
inline constexpr hr::serving_job job{.model = hr::models::llama3_1_8b, .tensor_parallel = 3, .context = 4'096};
static_assert(hr::must_fit<held, job>);
// [/heads divided broken]
#else
// [heads divided fixed]
inline constexpr hr::serving_job job{.model = hr::models::llama3_1_8b, .tensor_parallel = 4, .context = 4'096};
static_assert(hr::must_fit<held, job>);
// [/heads divided fixed]
#endif
}  // namespace heads_divided_page

namespace key_heads_divided_page {
#ifdef BROKEN
// [key heads divided broken]
inline constexpr hr::serving_job job{.model = hr::models::nemotron4_340b, .tensor_parallel = 12, .pipeline_parallel = 5, .context = 4'096};
static_assert(hr::must_fit<held, job>);
// [/key heads divided broken]
#else
// [key heads divided fixed]
inline constexpr hr::serving_job job{.model = hr::models::nemotron4_340b, .tensor_parallel = 8, .pipeline_parallel = 5, .context = 4'096};
static_assert(hr::must_fit<held, job>);
// [/key heads divided fixed]
#endif
}  // namespace key_heads_divided_page

namespace width_divided_page {
#ifdef BROKEN
// [width divided broken]
inline constexpr hr::serving_job job{.model = hr::models::llama2_13b, .tensor_parallel = 5, .context = 4'096};
static_assert(hr::must_fit<held, job>);
// [/width divided broken]
#else
// [width divided fixed]
inline constexpr hr::serving_job job{.model = hr::models::llama2_13b, .tensor_parallel = 4, .context = 4'096};
static_assert(hr::must_fit<held, job>);
// [/width divided fixed]
#endif
}  // namespace width_divided_page

namespace experts_divided_page {
#ifdef BROKEN
// [experts divided broken]
inline constexpr hr::training_job job{
    .model = hr::models::mixtral_8x7b, .parallelism = {.tensor = 8, .data = 6, .expert = 6}, .sequence = 4'096};
static_assert(hr::must_fit<held, job>);
// [/experts divided broken]
#else
// [experts divided fixed]
inline constexpr hr::training_job job{
    .model = hr::models::mixtral_8x7b, .parallelism = {.tensor = 8, .data = 8, .expert = 8}, .sequence = 4'096};
static_assert(hr::must_fit<held, job>);
// [/experts divided fixed]
#endif
}  // namespace experts_divided_page

namespace stages_of_layers_page {
#ifdef BROKEN
// [stages of layers broken]
inline constexpr hr::serving_job job{.model = hr::models::llama3_1_8b, .pipeline_parallel = 33, .context = 4'096};
static_assert(hr::must_fit<held, job>);
// [/stages of layers broken]
#else
// [stages of layers fixed]
inline constexpr hr::serving_job job{.model = hr::models::llama3_1_8b, .pipeline_parallel = 32, .context = 4'096};
static_assert(hr::must_fit<held, job>);
// [/stages of layers fixed]
#endif
}  // namespace stages_of_layers_page

namespace context_allowed_page {
#ifdef BROKEN
// [context allowed broken]
inline constexpr hr::serving_job job{.model = hr::models::llama3_1_8b, .context = 131'073};
static_assert(hr::must_fit<held, job>);
// [/context allowed broken]
#else
// [context allowed fixed]
inline constexpr hr::serving_job job{.model = hr::models::llama3_1_8b, .context = 131'072};
static_assert(hr::must_fit<held, job>);
// [/context allowed fixed]
#endif
}  // namespace context_allowed_page

namespace job_possible_page {
#ifdef BROKEN
// [job possible broken]
inline constexpr hr::serving_job job{.model = hr::models::gemma_4_26b_a4b, .tensor_parallel = 2, .context = 4'096};
static_assert(hr::must_fit<held, job>);
// [/job possible broken]
#else
// [job possible fixed]
inline constexpr hr::serving_job job{.model = hr::models::gpt_oss_20b, .tensor_parallel = 2, .context = 4'096};
static_assert(hr::must_fit<held, job>);
// [/job possible fixed]
#endif
}  // namespace job_possible_page

namespace model_count_page {
// [sized]
constexpr hr::transformer sized(hr::count vocabulary, hr::count hidden) {
  hr::transformer shape{.vocabulary = vocabulary, .hidden = hidden};
  shape.layers[0] = {.how_many = 1, .feed_forward = {.width = 64}};
  return shape;
}
// [/sized]
#ifdef BROKEN
// [model count broken]
inline constexpr auto parts = hr::parameters(sized(hr::max_count, hr::max_count));
// [/model count broken]
#else
// [model count fixed]
inline constexpr auto parts = hr::parameters(sized(32'000, 4'096));
// [/model count fixed]
#endif
}  // namespace model_count_page

namespace convention_page {
#ifdef BROKEN
// [convention broken]
inline constexpr auto each = hr::korthikanti_model_operations(hr::models::llama3_1_70b, 8'192);
// [/convention broken]
#else
// [convention fixed]
inline constexpr auto each = hr::megatron_operations(hr::models::llama3_1_70b, 8'192);
// [/convention fixed]
#endif
}  // namespace convention_page

namespace vms_takes_page {
#ifdef BROKEN
// [vms takes broken]
inline constexpr auto racks = hr::cluster{hr::vms<hr::azure::gb300_nvl72>(1)};
// [/vms takes broken]
#else
// [vms takes fixed]
inline constexpr auto racks = hr::cluster{hr::racks<hr::azure::gb300_nvl72>(1)};
// [/vms takes fixed]
#endif
}  // namespace vms_takes_page

namespace racks_takes_page {
#ifdef BROKEN
// [racks takes broken]
inline constexpr auto vms = hr::cluster{hr::racks<hr::azure::nd96asr_v4>(1)};
// [/racks takes broken]
#else
// [racks takes fixed]
inline constexpr auto vms = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(1)};
// [/racks takes fixed]
#endif
}  // namespace racks_takes_page

namespace boards_takes_page {
#ifdef BROKEN
// [boards takes broken]
inline constexpr auto vms = hr::cluster{hr::boards<hr::azure::nd96asr_v4>(1)};
// [/boards takes broken]
#else
// [boards takes fixed]
inline constexpr auto boards = hr::cluster{hr::boards<hr::nvidia::hgx_h100>(1)};
// [/boards takes fixed]
#endif
}  // namespace boards_takes_page

namespace whole_number_page {
#ifdef BROKEN
// [whole number broken]
inline constexpr auto vms = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(2.5)};
// [/whole number broken]
#else
// [whole number fixed]
inline constexpr auto vms = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(2)};
// [/whole number fixed]
#endif
}  // namespace whole_number_page

namespace page_count_page {
#ifdef BROKEN
// [count broken]
inline constexpr auto vms = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(-1)};
// [/count broken]
#else
// [count fixed]
inline constexpr auto vms = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(1)};
// [/count fixed]
#endif
}  // namespace page_count_page

namespace add_page {
#ifdef BROKEN
// [add broken]
inline constexpr auto sum = hr::gpu_memory(held) + hr::memory_bandwidth(held);
// [/add broken]
#else
// [add fixed]
inline constexpr auto sum = hr::gpu_memory(held) + hr::memory_bandwidth(held) * hr::seconds(1);
// [/add fixed]
#endif
}  // namespace add_page

namespace subtract_page {
#ifdef BROKEN
// [subtract broken]
inline constexpr auto rest = hr::peak<hr::bf16, hr::sparse>(held) - hr::peak<hr::bf16>(held);
// [/subtract broken]
#else
// [subtract fixed]
inline constexpr auto rest = hr::untyped(hr::peak<hr::bf16, hr::sparse>(held)) - hr::untyped(hr::peak<hr::bf16>(held));
// [/subtract fixed]
#endif
}  // namespace subtract_page

namespace compare_page {
#ifdef BROKEN
// [compare broken]
static_assert(hr::gpu_memory(held) < hr::terabytes_per_second(200));
// [/compare broken]
#else
// [compare fixed]
static_assert(hr::memory_bandwidth(held) < hr::terabytes_per_second(200));
// [/compare fixed]
#endif
}  // namespace compare_page

namespace bare_page {
#ifdef BROKEN
// [bare broken]
static_assert(hr::gpu_memory(held) >= 3'200);
// [/bare broken]
#else
// [bare fixed]
static_assert(hr::gpu_memory(held) >= hr::gibibytes(3'200));
// [/bare fixed]
#endif
}  // namespace bare_page

namespace part_of_a_cluster_page {
#ifdef BROKEN
// [part of a cluster broken]
inline constexpr auto two = hr::cluster{hr::azure::nd96asr_v4{}, 2};
// [/part of a cluster broken]
#else
// [part of a cluster fixed]
inline constexpr auto two = hr::cluster{hr::vms<hr::azure::nd96asr_v4>(2)};
// [/part of a cluster fixed]
#endif
}  // namespace part_of_a_cluster_page

namespace total_at_run_time_page {
#ifdef BROKEN
// [total at run time broken]
static_assert(hr::gpu_memory(held.groups()) >= hr::gibibytes(3'200));
// [/total at run time broken]
#else
// [total at run time fixed]
constexpr auto memory = hr::gpu_memory(held.groups());
static_assert(memory.is_complete() && memory.known_part >= hr::gibibytes(3'200));
// [/total at run time fixed]
#endif
}  // namespace total_at_run_time_page

namespace field_of_another_kind_page {
#ifdef BROKEN
// [field of another kind broken]
inline constexpr hr::gpu own{.name = "own", .memory_as_sold = hr::gigabytes_per_second(80)};
// [/field of another kind broken]
#else
// [field of another kind fixed]
inline constexpr hr::gpu own{.name = "own", .memory_as_sold = hr::gigabytes(80)};
// [/field of another kind fixed]
#endif
}  // namespace field_of_another_kind_page

namespace figure_without_unit_page {
#ifdef BROKEN
// [figure without unit broken]
inline constexpr hr::gpu own{.name = "own", .memory_as_sold = 80};
// [/figure without unit broken]
#else
// [figure without unit fixed]
inline constexpr hr::gpu own{.name = "own", .memory_as_sold = hr::gigabytes(80)};
// [/figure without unit fixed]
#endif
}  // namespace figure_without_unit_page

namespace need_without_unit_page {
#ifdef BROKEN
// [need without unit broken]
inline constexpr hr::demand promise{.total = {.usable_gpu_memory = 5}};
// [/need without unit broken]
#else
// [need without unit fixed]
inline constexpr hr::demand promise{.total = {.usable_gpu_memory = hr::gigabytes(5)}};
// [/need without unit fixed]
#endif
}  // namespace need_without_unit_page

namespace peak_of_another_kind_page {
#ifdef BROKEN
// [peak of another kind broken]
inline constexpr hr::demand promise{.total = {.peak = hr::gigabytes(5)}};
// [/peak of another kind broken]
#else
// [peak of another kind fixed]
inline constexpr hr::demand promise{.total = {.peak = hr::petaflops<hr::fp8>(5)}};
// [/peak of another kind fixed]
#endif
}  // namespace peak_of_another_kind_page

namespace peak_without_unit_page {
#ifdef BROKEN
// [peak without unit broken]
inline constexpr hr::demand promise{.total = {.peak = 5}};
// [/peak without unit broken]
#else
// [peak without unit fixed]
inline constexpr hr::demand promise{.total = {.peak = hr::petaflops<hr::fp8>(5)}};
// [/peak without unit fixed]
#endif
}  // namespace peak_without_unit_page

namespace networks_add_page {
#ifdef BROKEN
// [networks add broken]
inline constexpr auto sum = hr::scale_up(held) + hr::scale_out(held);
// [/networks add broken]
#else
// [networks add fixed]
inline constexpr auto sum = hr::scale_out(held) + hr::scale_out(held);
// [/networks add fixed]
#endif
}  // namespace networks_add_page

namespace networks_subtract_page {
#ifdef BROKEN
// [networks subtract broken]
inline constexpr auto rest = hr::scale_out(held) - hr::front_end(held);
// [/networks subtract broken]
#else
// [networks subtract fixed]
inline constexpr auto rest = hr::scale_out(held).one_direction - hr::front_end(held).one_direction;
// [/networks subtract fixed]
#endif
}  // namespace networks_subtract_page

namespace networks_compare_page {
#ifdef BROKEN
// [networks compare broken]
static_assert(hr::bidirectional(hr::scale_up(held)) == hr::scale_up_per_direction(hr::gigabytes_per_second(80 * 300)));
// [/networks compare broken]
#else
// [networks compare fixed]
static_assert(hr::scale_up(held) == hr::scale_up_per_direction(hr::gigabytes_per_second(80 * 300)));
// [/networks compare fixed]
#endif
}  // namespace networks_compare_page

namespace say_the_network_page {
#ifdef BROKEN
// [say the network broken]
static_assert(hr::scale_out(held) >= hr::terabits_per_second(16));
// [/say the network broken]
#else
// [say the network fixed]
static_assert(hr::scale_out(held) >= hr::scale_out_per_direction(hr::terabits_per_second(16)));
// [/say the network fixed]
#endif
}  // namespace say_the_network_page

namespace say_the_direction_page {
#ifdef BROKEN
// [say the direction broken]
inline constexpr hr::demand promise{.per_gpu = {.scale_up = hr::terabytes_per_second(0.6)}};
// [/say the direction broken]
#else
// [say the direction fixed]
inline constexpr hr::demand promise{.per_gpu = {.scale_up = hr::scale_up_bidirectional(hr::terabytes_per_second(0.6))}};
// [/say the direction fixed]
#endif
}  // namespace say_the_direction_page

namespace say_the_unit_page {
#ifdef BROKEN
// [say the unit broken]
inline constexpr hr::demand promise{.per_gpu = {.scale_out = 200}};
// [/say the unit broken]
#else
// [say the unit fixed]
inline constexpr hr::demand promise{.per_gpu = {.scale_out = hr::scale_out_per_direction(hr::gigabits_per_second(200))}};
// [/say the unit fixed]
#endif
}  // namespace say_the_unit_page

namespace no_price_page {
#ifdef BROKEN
// [no price broken]
inline constexpr hr::demand promise{.at_most = {.price_per_hour = hr::dollars_per_hour(300)}};
static_assert(hr::must_fit<held, promise>);
// [/no price broken]
#else
// [no price fixed]
inline constexpr hr::demand promise{.at_most = {.price_per_hour = hr::dollars_per_hour(300)},
                                    .prices = {.region = "eastus", .published = hr::catalog::prices()}};
static_assert(hr::must_fit<held, promise>);
// [/no price fixed]
#endif
}  // namespace no_price_page

namespace held_against_page {
inline constexpr hr::gpu own_gpu{.name = "own"};
#ifdef BROKEN
// [held against broken]
inline constexpr auto groups = hr::held_by<own_gpu>();
// [/held against broken]
#else
// [held against fixed]
inline constexpr hr::vm own_size{.name = "own", .gpu = &own_gpu, .gpus = 8, .vcpus = 96};
inline constexpr auto groups = hr::held_by<own_size>();
// [/held against fixed]
#endif
}  // namespace held_against_page

namespace figures_page {
inline constexpr hr::workload tasks[]{{.identity = {.name = "prefill", .line = 6},
                                       .scale = {.replicas = {1, 6}, .pods = {1, 6}},
                                       .requests = {.gpus = {8, 7}, .millicpus = {96'000, 4}}}};
inline constexpr hr::deployment prefill{.file = "prefill.yaml", .workloads = tasks};
#ifdef BROKEN
// [figures broken]
inline constexpr hr::vm own_size{.name = "own", .gpus = 8, .vcpus = 90};
inline constexpr auto groups = hr::held_by<own_size>();
inline constexpr auto cpus = hr::lines_that_break(prefill, {.held = groups}, "cpus", std::array{4});
static_assert(hr::tell_figures<cpus>());
// [/figures broken]
#else
// [figures fixed]
inline constexpr hr::vm own_size{.name = "own", .gpus = 8, .vcpus = 96};
inline constexpr auto groups = hr::held_by<own_size>();
inline constexpr auto cpus = hr::lines_that_break(prefill, {.held = groups}, "cpus", std::array{4});
static_assert(hr::tell_figures<cpus>());
// [/figures fixed]
#endif
}  // namespace figures_page

namespace speed_page {
inline constexpr hr::training_job job{
    .model = hr::models::llama3_1_8b, .parallelism = {.tensor = 8, .data = 10}, .sequence = 4'096, .micro_batches = 16, .sharding = hr::sharding::optimizer};
inline constexpr hr::serving_job chat{.model = hr::models::llama3_1_8b, .tensor_parallel = 4, .concurrent_sequences = 16, .context = 4'096};
#ifdef BROKEN
// [speed broken]
static_assert(hr::must_reach<held, job, hr::at_least<hr::in::tokens_per_second, 1'100'000>>);
static_assert(hr::must_reach<held, job, hr::at_least<hr::in::tokens_per_second_per_gpu, 14'000>>);
static_assert(hr::must_reach<held, job, hr::at_most<hr::in::milliseconds_per_step, 500>>);
static_assert(hr::must_reach<held, chat, hr::at_most<hr::in::milliseconds_per_token, 1>>);
static_assert(hr::must_reach<held, chat, hr::at_most<hr::in::milliseconds_to_first_token, 5>>);
// [/speed broken]
#else
// [speed fixed]
static_assert(hr::must_reach<held, job, hr::at_least<hr::in::tokens_per_second, 100'000>>);
static_assert(hr::must_reach<held, job, hr::at_most<hr::in::milliseconds_per_step, 60'000>>);
static_assert(hr::must_reach<held, chat, hr::at_most<hr::in::milliseconds_per_token, 100>>);
static_assert(hr::must_reach<held, chat, hr::at_most<hr::in::milliseconds_to_first_token, 5'000>>);
// [/speed fixed]
#endif
}  // namespace speed_page

namespace unknown_speed_page {
inline constexpr hr::training_job job{.model = hr::models::llama3_1_8b, .parallelism = {.pipeline = 4}, .sequence = 4'096, .micro_batches = 16};
#ifdef BROKEN
// [unknown speed broken]
inline constexpr auto others = hr::cluster{hr::vms<hr::azure::nc40ads_h100_v5>(4)};
static_assert(hr::must_reach<others, job, hr::at_least<hr::in::tokens_per_second, 1'000>>);
// [/unknown speed broken]
#else
// [unknown speed fixed]
inline constexpr auto others = hr::cluster{hr::vms<hr::azure::nd96isr_h100_v5>(1)};
static_assert(hr::must_reach<others, job, hr::at_least<hr::in::tokens_per_second, 1'000>>);
// [/unknown speed fixed]
#endif
}  // namespace unknown_speed_page

}  // namespace troubleshooting_page  // hidden
