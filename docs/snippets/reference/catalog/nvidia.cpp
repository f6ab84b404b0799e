// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/nvidia.hpp>
namespace hr = headroom;

namespace catalog_nvidia_reference {  // hidden
static_assert(*hr::nvidia::gb300::spec.driver_memory.known() == hr::mebibytes(284'208));
static_assert(hr::nvidia::a100_sxm4_40gb::spec.fp4.tensor_dense.is_absent());
static_assert(*hr::nvidia::hgx_b300::spec.gpus.known() == 8);
}  // hidden
