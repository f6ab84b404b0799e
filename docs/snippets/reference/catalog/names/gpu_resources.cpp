// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/names/gpu_resources.hpp>
namespace hr = headroom;

namespace catalog_names_gpu_resources_reference {  // hidden
static_assert(hr::catalog::find_gpu_resource("habana.ai/gaudi")->maker == hr::maker::intel);
static_assert(hr::catalog::find_gpu_resource("rdma/ib") == nullptr);
static_assert(hr::catalog::mig_profile_of("nvidia.com/mig-1g.10gb") == "1g.10gb");
}  // hidden
