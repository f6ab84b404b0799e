// SPDX-License-Identifier: BSL-1.0
#include <headroom/hardware/vm.hpp>
namespace hr = headroom;

namespace hardware_vm_reference {  // hidden
inline constexpr hr::vm eighth{.name = "eighth", .gpus = 1, .gpu_share = {1, 8}, .vcpus = 4, .system_memory = hr::gibibytes(14)};
static_assert(eighth.gpu_share.value() == 0.125);
static_assert(eighth.provider == hr::provider::own);
static_assert(hr::support_for(eighth, hr::feature::live_migration).is_unknown());
}  // hidden
