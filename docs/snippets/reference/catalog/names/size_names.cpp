// SPDX-License-Identifier: BSL-1.0
#include <headroom/catalog/names/size_names.hpp>
namespace hr = headroom;

namespace catalog_names_size_names_reference {  // hidden
static_assert(hr::catalog::is_gpu_size_name("Standard_NC4as_T4_v3"));
static_assert(hr::catalog::is_gpu_size_name("BM.GPU.H100.8"));
static_assert(!hr::catalog::is_gpu_size_name("g1-small"));
static_assert(hr::catalog::is_size_name("n2-standard-8") && !hr::catalog::is_size_name("spot"));
}  // hidden
